//! Days and numbers that are named only to be denied: "no deadline from Thursday", "the 12th doesn't suit us".

use super::{
    super::{
        cues, lexicon,
        matching::counted,
        text::Shape,
        values::{Form, Spotted},
    },
    Moment,
};
use std::ops::Range;

/// A denial reaches no further, in words.
const REACH: usize = 8;

/// How a value is denied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Denial {
    None,
    /// "No deadline from …", "it can't be …"
    Before,
    /// "… is off", "… is too many".
    Behind,
}

impl Moment<'_, '_> {
    /// What is denied is no value; a number that is denied before it is said gives way to another, as "not" is said of much beside it.
    pub(super) fn without_what_is_denied(&self, spots: Vec<Spotted>, restated: &[usize]) -> Vec<Spotted> {
        let denials = self.denials(&spots);
        let is_denied = |at: usize| denials[at] != Denial::None && !restated.contains(&spots[at].words.start);
        let alike = |one: usize, other: usize| {
            std::mem::discriminant(&spots[one].form) == std::mem::discriminant(&spots[other].form) && !is_denied(other)
        };
        let is_gone = |at: usize| {
            let alone = matches!(spots[at].form, Form::Date(_)) || denials[at] == Denial::Behind;
            is_denied(at) && (alone || (0..spots.len()).any(|other| alike(at, other)))
        };
        let gone: Vec<bool> = (0..spots.len()).map(is_gone).collect();
        spots.into_iter().zip(gone).filter(|(_, gone)| !gone).map(|(spot, _)| spot).collect()
    }

    /// "Not on Friday": the words name a day, and only to deny it.
    pub(super) fn only_denies_a_day(&self, words: &Range<usize>) -> bool {
        let spots = self.spots();
        let denials = self.denials(&spots);
        let is_day =
            |spot: &Spotted| matches!(spot.form, Form::Date(_)) && words.start <= spot.words.start && spot.words.end <= words.end;
        let mut days = spots.iter().zip(denials).filter(|(spot, _)| is_day(spot)).peekable();
        days.peek().is_some() && days.all(|(_, denial)| denial != Denial::None)
    }

    /// What the obligation's number counts.
    pub(super) fn unit(&self, slot: usize) -> Option<&str> {
        self.heard.definition.obligations.get(slot).and_then(|one| one.unit.as_deref())
    }

    fn denials(&self, spots: &[Spotted]) -> Vec<Denial> {
        let joint = |at: usize, list: &[&str]| {
            let between = spots[at].words.end..spots[at + 1].words.start;
            between.len() == 1 && list.contains(&self.text.word(between.start))
        };
        let mut found: Vec<Denial> = Vec::with_capacity(spots.len());
        for (at, spot) in spots.iter().enumerate() {
            let goes_on = at > 0 && found[at - 1] == Denial::Before && joint(at - 1, &["or", "and", "nor", "to"]);
            found.push(if !is_measure(&spot.form) {
                Denial::None
            } else if self.is_denied_behind(spot) {
                Denial::Behind
            } else if goes_on || self.is_denied_before(&spot.words) {
                Denial::Before
            } else {
                Denial::None
            });
        }
        // "Monday or Tuesday won't work"
        for at in (0..spots.len().saturating_sub(1)).rev() {
            if found[at + 1] == Denial::Behind && is_measure(&spots[at].form) && joint(at, &["or", "and", "nor"]) {
                found[at] = Denial::Behind;
            }
        }
        found
    }

    /// "No launch on Monday", "we can't do the 3rd"; not "not before May", and not "no, by the end of May".
    fn is_denied_before(&self, words: &Range<usize>) -> bool {
        let text = self.text;
        let Some(sentence) = text.sentence_of(words.start) else { return false };
        let first = words.start.saturating_sub(REACH).max(sentence.words.start);
        let ends = |at: usize| {
            text.is_mark(at) && text.word(at) != "-"
                || matches!(text.word(at), "but" | "so" | "and" | "because" | "then" | "while")
        };
        let first = (first..words.start).rev().find(|&at| ends(at)).map_or(first, |at| at + 1);
        let denies = |at: usize| cues::is("denying a value", text, at);
        let Some(denial) = (first..words.start).rev().find(|&at| denies(at)) else { return false };
        let between = denial + 1..words.start;
        // "No reason not to start on Monday": what is denied twice holds.
        let twice = (first..denial).any(|at| denies(at) && (text.word(at) != "no" || self.is_telling(at + 1)));
        let asks_why = text.before(denial) == "why";
        // "No it must be done by Friday" only says no.
        let names_a_thing = !cues::is("determiner", text, denial + 1)
            && text.word(denial + 1) != "it"
            && between.clone().any(|at| self.is_telling(at));
        let bounded = between.clone().any(|at| cues::is("bounding", text, at));
        !twice && !asks_why && !bounded && (text.word(denial) != "no" || names_a_thing || between.is_empty())
    }

    fn is_telling(&self, at: usize) -> bool {
        let word = self.text.word(at);
        let letters = self.text.words.get(at).is_some_and(|one| one.shape == Shape::Letters);
        letters && !lexicon::COMMON.contains(word) && !lexicon::OPENERS.contains(word)
    }

    /// "Thursday is off", "12 people are too many"; not "before Thursday is too early", which bounds.
    fn is_denied_behind(&self, spot: &Spotted) -> bool {
        let words = &spot.words;
        let bounded = words.start > 0 && cues::is("bounding", self.text, words.start - 1);
        let noun = if matches!(spot.form, Form::Date(_)) { None } else { counted(self.text, words.end) };
        let end = noun.map_or(words.end, |noun| noun + 1);
        !bounded && cues::is("called off", self.text, end)
    }
}

const fn is_measure(form: &Form) -> bool {
    matches!(form, Form::Date(_) | Form::Number(_) | Form::Money(_) | Form::Percent(_) | Form::Duration(_))
}
