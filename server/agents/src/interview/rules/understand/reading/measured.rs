//! Statements of how many, how much or what somebody is called, made where none of it is asked for.

use super::{
    super::{
        answer, lexicon,
        profile::Kind,
        text::{Shape, Text, stem},
        values::Form,
    },
    Moment,
    totals::is_a_relative,
};
use std::ops::Range;

/// Verbs and small words of a statement.
static STATES: lexicon::Words = lexicon::Words::new("stating");

/// A longer sentence says more than its number.
const SHORT: usize = 9;
/// Questions that a number may answer though they ask for words.
const MEASURES: &[&str] = &[
    "how many", "how much", "success", "measure", "number", "how will you know", "size", "large", "big", "measured", "sizes",
    "numbers",
];

fn counts(text: &Text<'_>, at: usize) -> bool {
    matches!(text.words[at].shape, Shape::Digits | Shape::Mixed)
        || lexicon::UNITS.iter().any(|(name, unit)| *name == text.word(at) && *unit > 1)
}

fn states(word: &str) -> bool {
    STATES.contains(word)
}

impl Moment<'_, '_> {
    /// "We are 15 people", "it's not 85, we're 92 now": says how many, and nothing of what is asked in words.
    pub(super) fn only_counts(&self, slot: usize, words: &Range<usize>) -> bool {
        let text = self.text;
        let Some(sentence) = text.sentence_of(words.start).map(|sentence| sentence.words.clone()) else { return false };
        let small = |at: usize| {
            let word = text.word(at);
            text.is_mark(at)
                || counts(text, at)
                || lexicon::COMMON.contains(word)
                || lexicon::OPENERS.contains(word)
                || answer::is_adverb(word)
                || matches!(
                    word,
                    "people" | "persons" | "folks" | "heads" | "employees" | "staff" | "altogether" | "total" | "team"
                )
                || lexicon::SCALES.iter().any(|(name, _)| *name == word)
        };
        !self.measures(slot)
            && !self.plan.slots[slot].spoken.who
            && sentence.clone().any(|at| counts(text, at))
            && sentence.clone().any(|at| states(text.word(at)))
            && sentence.clone().all(small)
    }

    /// "We have 3 shops", "we've got two vans": a fact that may be meant for another question.
    pub(super) fn is_a_measure(&self, slot: usize, words: &Range<usize>) -> bool {
        let text = self.text;
        let Some(sentence) = text.sentence_of(words.start).map(|sentence| sentence.words.clone()) else { return false };
        let quiet =
            |at: &usize| !text.is_mark(*at) && !lexicon::OPENERS.contains(text.word(*at)) && !answer::is_adverb(text.word(*at));
        let Some(first) = sentence.clone().find(quiet) else { return false };
        let verb = usize::from(matches!(text.word(first), "we" | "i" | "there" | "they" | "it"));
        if sentence.len() > SHORT || self.measures(slot) || !states(text.word(first + verb)) {
            return false;
        }
        let from = first + verb + 1;
        let own = |at: usize| self.plan.slots[slot].spoken.is_about(text.stem(at));
        let led =
            |start: usize| (from..start).all(|at| !quiet(&at) || matches!(text.word(at), "got" | "about" | "a" | "team" | "of"));
        self.spots().iter().any(|spot| {
            let measured = matches!(spot.form, Form::Number(_) | Form::Money(_) | Form::Percent(_));
            measured && spot.words.start >= from && spot.words.start <= from + 3 && led(spot.words.start) && !own(spot.words.end)
        })
    }

    /// "My brother's name is Yannis": what somebody is called, where no name is asked for.
    fn is_a_name_of_somebody(&self, words: &Range<usize>) -> bool {
        let text = self.text;
        text.sentence_of(words.start).is_some_and(|sentence| {
            let mut all = sentence.words.clone();
            all.any(|at| {
                matches!(text.word(at), "name" | "name's") && text.before(at).ends_with("'s") || text.reads(at, &["my", "name"])
            })
        })
    }

    pub(super) fn is_a_name(&self, slot: usize, words: &Range<usize>) -> bool {
        let one = &self.plan.slots[slot];
        let whose = |at: usize| self.text.word(at).strip_suffix("'s").is_some_and(is_a_relative);
        let who = one.spoken.who && !(0..self.text.words.len()).any(whose);
        let asked = matches!(one.kind, Kind::Title | Kind::Person) || who || one.spoken.is_about(stem("name"));
        !asked && self.is_a_name_of_somebody(words)
    }

    fn measures(&self, slot: usize) -> bool {
        let prompt = self.heard.definition.obligations[slot].prompt.to_lowercase();
        let words =
            prompt.split(|sign: char| !sign.is_alphanumeric()).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
        let prompt = format!(" {words} ");
        MEASURES.iter().any(|words| prompt.contains(&format!(" {words} ")))
    }
}
