//! Words of commands that stand in plain answers: "customers skip the second visit" skips nothing.

use super::{
    lexicon::{self, Words},
    moves,
    profile::Plan,
    signs::{Sign, Signs},
    text::{Mood, Text},
};
use protocol::interview::WidgetType;
use std::ops::Range;

/// Words of the talk itself: they make no command an answer.
static TALK: Words = Words::new("talk");
/// Who says it is nobody else.
const OTHERS: &[&str] = &[
    "they", "he", "she", "them", "people", "who", "nobody", "somebody", "someone", "everybody", "everyone", "most", "many",
    "some", "their", "his", "her", "him", "others", "which",
];
/// What one says of a question that one cannot answer.
const TELLING: &[&str] =
    &["say", "answer", "tell", "put", "write", "choose", "pick", "call", "describe", "respond", "reply", "explain", "express"];

/// The signs without those that only read like a command.
pub(super) fn heeded(mut signs: Signs, text: &Text<'_>, plan: &Plan, asked: Option<usize>) -> Signs {
    let all = signs.0.clone();
    let reading = Reading { text, plan, asked, all: &all };
    signs.0.retain(|(sign, words)| reading.is_command(*sign, words));
    signs
}

struct Reading<'a, 'h> {
    text: &'a Text<'h>,
    plan: &'a Plan,
    asked: Option<usize>,
    all: &'a [(Sign, Range<usize>)],
}

impl Reading<'_, '_> {
    fn is_command(&self, sign: Sign, words: &Range<usize>) -> bool {
        let Some(sentence) = self.text.sentence_of(words.start) else { return true };
        let asks = sentence.mood == Mood::Question || self.text.word(sentence.words.end - 1) == "?";
        let clause = self.clause(&sentence.words, words);
        let (before, after) = (clause.start..words.start, words.end..clause.end);
        match sign {
            Sign::Skip | Sign::Defer | Sign::Withdraw | Sign::AnyWillDo => {
                self.is_mine(&before, sign == Sign::Skip || sign == Sign::AnyWillDo)
                    && (self.is_small(&after) || self.is_with_somebody(&after))
            }
            Sign::DontKnow => self.is_mine(&before, true) && (self.is_small(&after) || !self.tells(&after)),
            Sign::Meaning => asks || self.is_mine(&before, true) && self.is_small(&after),
            Sign::Back => asks || self.is_mine(&before, false) && self.is_small(&after),
            Sign::Done => self.is_mine(&before, true) && self.is_small(&after),
            Sign::Research if words.len() == 1 && !asks => self.is_wanted(words, &clause),
            _ => true,
        }
    }

    /// From mark to mark around the words.
    fn clause(&self, sentence: &Range<usize>, words: &Range<usize>) -> Range<usize> {
        let breaks = |at: usize| self.text.is_mark(at) && !words.contains(&at) && !matches!(self.text.word(at), "'" | "/");
        let start = (sentence.start..words.start).rev().find(|&at| breaks(at)).map_or(sentence.start, |at| at + 1);
        let end = (words.end..sentence.end).find(|&at| breaks(at)).unwrap_or(sentence.end);
        start..end
    }

    fn is_filler(&self, at: usize) -> bool {
        let word = self.text.word(at);
        self.text.is_mark(at)
            || lexicon::COMMON.contains(word)
            || lexicon::OPENERS.contains(word)
            || TALK.contains(word)
            || self.all.iter().any(|(_, words)| words.contains(&at))
    }

    /// What stands before it speaks of nobody but the person, and of no matter; a question may be named.
    fn is_mine(&self, before: &Range<usize>, naming: bool) -> bool {
        let own = |at: usize| {
            let stem = self.text.stem(at);
            naming && self.plan.slots.iter().any(|slot| slot.named.iter().any(|word| word == stem)) && before.len() < 6
        };
        before.clone().all(|at| (self.is_filler(at) || own(at)) && !OTHERS.contains(&self.text.word(at)))
            // "Customers don't care": the name of another answer is somebody.
            && !(before.len() == 1 && lexicon::is_somebody(self.text.word(before.start)))
    }

    /// What stands after it says nothing of the matter, but perhaps names a question.
    fn is_small(&self, after: &Range<usize>) -> bool {
        let named = moves::mentioned(self.text, after, self.plan);
        let own = |at: usize| {
            let stem = self.text.stem(at);
            let of = |slot: usize| {
                let slot = &self.plan.slots[slot];
                slot.named.iter().any(|word| word == stem) || slot.cues.contains_key(stem)
            };
            named.is_some_and(of) || self.asked.is_some_and(of)
        };
        after.clone().all(|at| self.is_filler(at) || own(at))
    }

    /// "Have to check with my tax adviser".
    fn is_with_somebody(&self, after: &Range<usize>) -> bool {
        let from = after.clone().find(|&at| matches!(self.text.word(at), "with" | "ask"));
        from.is_some_and(|at| {
            matches!(self.text.word(at + 1), "my" | "our" | "the" | "a")
                && after.end - at <= 5
                && (after.start..at).all(|at| self.is_filler(at))
        })
    }

    /// "I don't know how to reach younger people" is an answer where words are asked for; "what our margin is" is none.
    fn tells(&self, after: &Range<usize>) -> bool {
        let open = self.asked.is_some_and(|slot| self.plan.slots[slot].widget == WidgetType::Text);
        if !open
            || !matches!(self.text.word(after.start), "how" | "where" | "whether" | "what" | "which" | "who" | "when" | "why")
        {
            return false;
        }
        let told = |at: usize| {
            let stem = self.text.stem(at);
            !self.is_filler(at)
                && !TELLING.contains(&self.text.word(at))
                && !self.asked.is_some_and(|slot| self.plan.slots[slot].named.iter().any(|word| word == stem))
        };
        let much = after.clone().filter(|&at| told(at)).count();
        let to_do = self.text.word(after.start + 1) == "to" && !TELLING.contains(&self.text.word(after.start + 2));
        let names = moves::mentioned(self.text, after, self.plan).is_some();
        much > 0 && to_do || much > 1 && !names
    }

    /// "Research this", "please research": not "market research".
    fn is_wanted(&self, words: &Range<usize>, clause: &Range<usize>) -> bool {
        let leads = (clause.start..words.start).all(|at| lexicon::OPENERS.contains(self.text.word(at)) || self.text.is_mark(at));
        let asked_for = matches!(self.text.before(words.start), "please" | "you" | "do" | "some" | "to");
        let what =
            matches!(self.text.word(words.end), "" | "that" | "it" | "this" | "the" | "our" | "my" | "on" | "about" | "for");
        asked_for || leads && (what || self.text.is_mark(words.end))
    }
}
