//! What is said beside a value that was read back: a correction of it, an addition to it, or something else.

use super::{
    super::{
        answer, lexicon, profile,
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
        let spoken_of = (0..text.words.len()).any(of_it);
        // "Our van broke down"
        let done = |at: usize| {
            let word = text.word(at);
            word.len() > 4 && word.ends_with("ed")
                || matches!(
                    word,
                    "broke"
                        | "went"
                        | "came"
                        | "got"
                        | "left"
                        | "had"
                        | "has"
                        | "have"
                        | "does"
                        | "did"
                        | "fell"
                        | "lost"
                        | "died"
                        | "works"
                        | "needs"
                        | "wants"
                        | "says"
                        | "said"
                        | "makes"
                        | "made"
                        | "took"
                        | "opens"
                        | "closes"
                        | "rains"
                )
        };
        let told = matches!(text.word(first), "my" | "our" | "his" | "her" | "the") && (first + 2..text.words.len()).any(done);
        !spoken_of && (told || stands_alone(text, &(first..text.words.len())))
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
        if self.heard.imported
            || asks
            || self.plan.slots[slot].widget != WidgetType::Text
            || !self.signs.yes(text)
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
        let Some(from) = (1..text.words.len().min(6)).find_map(adds) else { return };
        let words = answer::core(text, from..text.words.len(), &self.plan.slots[slot], true).0;
        let moved = words.is_empty()
            || stands_alone(text, &words)
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
