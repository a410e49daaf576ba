//! What is said beside a value that was read back: a correction of it, an addition to it, or something else.

use super::{
    super::{
        answer, cues, lexicon, profile,
        signs::Sign,
        text::{Mood, Shape},
    },
    Moment,
    clauses::stands_alone,
};
use domain::interview::{Manner, Quote};
use protocol::interview::{Asking, WidgetType};
use serde_json::{Value, json};
use std::ops::Range;

/// Verbs of what happened, that do not end like others.
static DONE: lexicon::Words = lexicon::Words::new("happened");

/// Words that lead to something else.
const BY_THE_WAY: &[&[&str]] = &[
    &["by", "the", "way"],
    &["btw"],
    &["incidentally"],
    &["before", "i", "forget"],
    &["one", "more", "thing"],
    &["another", "thing"],
    &["speaking", "of"],
    &["apropos"],
    &["i", "forgot", "to"],
    &["what", "i", "forgot"],
];
/// What leads to a correction, or speaks of what was read back.
const OF_IT: &[&str] = &[
    "it", "it's", "its", "that", "that's", "these", "those", "they", "they're", "rather", "more", "make", "say", "let's",
    "should", "not", "only", "just", "but", "or", "mostly", "mainly", "instead", "change", "meant", "better",
];

/// An answer to what was read back is not longer.
const LONGEST: usize = 30;

impl Moment<'_, '_> {
    /// "By the way, we also have a dog", "my name is Anna": what was read back is not spoken of.
    pub(super) fn is_a_remark(&self, slot: usize) -> bool {
        if self.heard.imported || !matches!(self.heard.asked, Some((_, Asking::ReadBack))) {
            return false;
        }
        let text = self.text;
        if self.leads_elsewhere() {
            return true;
        }
        let first = (0..text.words.len())
            .find(|&at| !text.is_mark(at) && !lexicon::OPENERS.contains(text.word(at)) && !answer::is_adverb(text.word(at)));
        let Some(first) = first else { return false };
        let denies = self.focus.changing || self.signs.has(Sign::Wrong) || self.signs.has(Sign::No);
        let meant = (first..text.words.len().min(first + 3)).any(|at| matches!(text.word(at), "meant" | "mean" | "said"));
        if denies || meant || OF_IT.contains(&text.word(first)) {
            return false;
        }
        let spoken_of = self.speaks_of(slot);
        // "Our van broke down"
        let done = |at: usize| {
            let word = text.word(at);
            word.len() > 4 && word.ends_with("ed") || DONE.contains(word)
        };
        let told = matches!(text.word(first), "my" | "our" | "his" | "her" | "the") && (first + 2..text.words.len()).any(done);
        !spoken_of && (told || stands_alone(text, &(first..text.words.len())))
    }

    /// A word of what is held, or of what it is called, stands in the message.
    fn speaks_of(&self, slot: usize) -> bool {
        let text = self.text;
        let one = &self.plan.slots[slot];
        let held = self.focus.held[slot].as_deref().map(|held| profile::stems(held, true)).unwrap_or_default();
        let of_it = |at: usize| {
            let stem = text.stem(at);
            !lexicon::COMMON.contains(text.word(at))
                && !text.is_mark(at)
                && (held.iter().any(|known| known == stem)
                    || one.spoken.is_about(stem)
                    || one.named.iter().any(|name| name == stem))
        };
        (0..text.words.len()).any(of_it)
    }

    /// "Mostly hats, and a few scarves", to hats that were read back: the same matter in other words, whatever else they name.
    pub(super) fn says_anew(&self, slot: usize) -> bool {
        let text = self.text;
        let settles = [Sign::Yes, Sign::Likes, Sign::No, Sign::Wrong, Sign::DontKnow, Sign::Withdraw];
        matches!(self.heard.asked, Some((_, Asking::ReadBack)))
            && !self.heard.imported
            && self.plan.slots[slot].widget == WidgetType::Text
            && text.words.len() <= LONGEST
            && text.sentences.iter().all(|sentence| sentence.mood == Mood::Statement)
            && !settles.iter().any(|sign| self.signs.has(*sign))
            && !self.leads_elsewhere()
            && self.addition().is_none()
            && self.pointed.iter().all(|one| one.slot == slot)
            && (self.taken.is_empty() || !stands_alone(text, &(0..text.words.len())))
            && self.speaks_of(slot)
    }

    /// "Also a web shop", "plus grandparents", "a web shop as well": the words that come to what was read back.
    pub(super) fn addition(&self) -> Option<Range<usize>> {
        let text = self.text;
        let end = (0..text.words.len()).rev().find(|&at| !text.is_mark(at)).map_or(0, |at| at + 1);
        let leads =
            |at: usize| matches!(text.word(at), "add" | "plus" | "also" | "and" | "include" | "i" | "forgot" | "don't" | "dont");
        let small = |at: usize| text.is_mark(at) || lexicon::OPENERS.contains(text.word(at));
        let first = (0..end).find(|&at| !small(at)).unwrap_or(end);
        let cue =
            (0..end.min(first + 1)).find_map(|at| cues::at("adding", text, at).filter(|_| leads(at)).map(|length| at + length));
        if let Some(from) = cue {
            return (from < end).then_some(from..end);
        }
        if text.word(0) == "and" && !stands_alone(text, &(1..end.max(1))) {
            return (end > 1).then_some(1..end);
        }
        let behind = if matches!(text.before(end), "too" | "also") {
            1
        } else if text.reads(end.saturating_sub(2), &["as", "well"]) {
            2
        } else {
            return None;
        };
        let is_one = !self.signs.yes(text) && !(first..end).any(|at| text.is_mark(at)) && first + behind < end;
        let points = matches!(text.word(first), "that" | "this" | "these" | "those" | "they")
            || cues::find("said", text, &(first..end)).is_some();
        (is_one && !points).then_some(first..end - behind)
    }

    /// The message says itself that it leads to something else.
    pub(super) fn leads_elsewhere(&self) -> bool {
        let until = self.text.words.len().min(6);
        (0..until).any(|at| BY_THE_WAY.iter().any(|phrase| self.text.reads(at, phrase)))
    }

    /// "…, by the way, …" in the same sentence: perhaps no answer.
    pub(super) fn is_said_by_the_way(&self, words: &Range<usize>) -> bool {
        let Some(sentence) = self.text.sentence_of(words.start) else { return false };
        let until = sentence.words.end;
        (sentence.words.start..until).any(|at| BY_THE_WAY.iter().any(|phrase| self.text.reads(at, phrase)) && at + 4 < until)
    }

    /// "Yes, but also grandparents": what was read back, and more.
    pub(super) fn add_to_what_is_held(&mut self) {
        let Some((key, Asking::ReadBack)) = &self.heard.asked else { return };
        let Some(slot) = self.plan.index(key).filter(|slot| !self.taken.contains(slot)) else { return };
        let text = self.text;
        let Some(Value::String(held)) = self.heard.held.get(slot).and_then(|held| held.value.clone()) else { return };
        let asks = text.sentences.iter().any(|sentence| sentence.mood == Mood::Question);
        let agrees = self.signs.yes(text);
        if self.heard.imported
            || asks
            || self.plan.slots[slot].widget != WidgetType::Text
            || !agrees && (self.focus.changing || self.is_a_remark(slot))
            || text.words.len() > 16
        {
            return;
        }
        let adds = |at: usize| {
            let mark = text.is_mark(at.wrapping_sub(1)) || matches!(text.before(at), "yes" | "right" | "correct" | "yeah");
            match (text.word(at), text.word(at + 1)) {
                ("but" | "and", "also") => Some(at + 2),
                ("but" | "and" | "also" | "plus", _) if mark => Some(at + 1),
                _ => None,
            }
        };
        let after_yes = || (1..text.words.len().min(6)).find_map(adds).map(|from| from..text.words.len());
        let Some(more) = agrees.then(after_yes).flatten().or_else(|| self.addition()) else { return };
        let words = answer::core(text, more.clone(), &self.plan.slots[slot], true).0;
        let moved = words.is_empty()
            || stands_alone(text, if agrees { &words } else { &more })
            // "Yes, and it's 14 people": told of something else.
            || words.clone().any(|at| matches!(text.words[at].shape, Shape::Digits | Shape::Mixed))
            || words.clone().any(|at| lexicon::NEGATIONS.contains(&text.word(at)) || text.word(at) == "why")
            || self.is_no_more_than_a_move(&words)
            || self.is_elsewhere(&words, slot)
            || self.pointed.iter().any(|one| one.slot != slot)
            || words.clone().all(|at| text.is_mark(at) || lexicon::COMMON.contains(text.word(at)));
        if !moved {
            let value = json!(format!("{held} and {}", text.said(&words)));
            self.take(slot, value, Manner::Corrected, Quote { turn: None, start: 0, end: 0 }, Some(&words));
        }
    }
}
