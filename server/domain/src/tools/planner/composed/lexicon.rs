//! Words that hold a question together, from `words.json`: nothing in it is of any data.

use crate::tools::search::words::stem;
use serde::Deserialize;
use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

/// What a phrase does in a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Tag {
    Skip,
    Lead,
    Which,
    Who,
    When,
    Clause,
    Is,
    Have,
    Of,
    And,
    Or,
    But,
    Both,
    Each,
    Count,
    Average,
    Sum,
    Highest,
    Lowest,
    Most,
    Least,
    Common,
    Rare,
    Distinct,
    By,
    Sort,
    Down,
    Up,
    Not,
    No,
    Above,
    AtLeast,
    Below,
    AtMost,
    Equal,
    Between,
    After,
    Before,
    Since,
    OrMore,
    OrLess,
    Than,
    Last,
    More,
    Less,
    Contains,
    Starts,
    Ends,
    Named,
    /// Says only that rows belong together.
    Verb,
}

/// An adjective of a measure: `older` and `oldest` speak of an age, or the other way round of a birth.
#[derive(Deserialize)]
pub(super) struct Scale {
    more: Vec<String>,
    most: Vec<String>,
    less: Vec<String>,
    least: Vec<String>,
    pub(super) up: Vec<String>,
    pub(super) down: Vec<String>,
    /// Where no column is named so: whether what dates the row is meant, and the latest is the most.
    #[serde(default)]
    pub(super) dated: Option<bool>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Adjective {
    pub(super) scale: usize,
    pub(super) more: bool,
    pub(super) superlative: bool,
}

#[derive(Deserialize)]
struct Written {
    phrases: HashMap<Tag, Vec<String>>,
    verbs: Vec<String>,
    measures: Vec<Scale>,
    same: Vec<Vec<String>>,
    kinds: Vec<String>,
    r#true: Vec<String>,
    r#false: Vec<String>,
}

pub(super) struct Lexicon {
    phrases: HashMap<String, Tag>,
    adjectives: HashMap<String, Adjective>,
    verbs: HashSet<String>,
    pub(super) scales: Vec<Scale>,
    /// Ways to write the same in the name of a column.
    pub(super) same: Vec<Vec<Vec<String>>>,
    /// Stems of words that say how a column is kept.
    pub(super) kinds: HashSet<String>,
    /// How a column of texts says yes, and no.
    pub(super) truths: [Vec<String>; 2],
}

pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(|| {
    let written: Written = serde_json::from_str(include_str!("words.json")).expect("a test reads it");
    let words = |text: &String| text.split(' ').map(str::to_owned).collect();
    let phrases = written.phrases.iter().flat_map(|(tag, phrases)| phrases.iter().map(|phrase| (phrase.clone(), *tag)));
    let mut adjectives = HashMap::new();
    for (scale, of) in written.measures.iter().enumerate() {
        for (list, more, superlative) in
            [(&of.more, true, false), (&of.most, true, true), (&of.less, false, false), (&of.least, false, true)]
        {
            adjectives.extend(list.iter().map(|word| (word.clone(), Adjective { scale, more, superlative })));
        }
    }
    Lexicon {
        phrases: phrases.collect(),
        adjectives,
        verbs: written.verbs.iter().map(|verb| stem(verb)).collect(),
        scales: written.measures,
        same: written.same.iter().map(|group| group.iter().map(words).collect()).collect(),
        kinds: written.kinds.iter().map(|kind| stem(kind)).collect(),
        truths: [written.r#true, written.r#false],
    }
});

/// The most words of a phrase.
pub(super) const PHRASE: usize = 6;

impl Lexicon {
    pub(super) fn tag(&self, phrase: &str) -> Option<Tag> {
        self.phrases.get(phrase).copied()
    }

    pub(super) fn adjective(&self, phrase: &str) -> Option<Adjective> {
        self.adjectives.get(phrase).copied()
    }

    pub(super) fn is_verb(&self, stem: &str) -> bool {
        self.verbs.contains(stem)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_has_one_meaning_and_fits_the_window() {
        let lexicon = &*LEXICON;
        assert_eq!((lexicon.tag("how many"), lexicon.tag("whale")), (Some(Tag::Count), None));
        assert!(lexicon.phrases.keys().chain(lexicon.adjectives.keys()).all(|phrase| phrase.split(' ').count() <= PHRASE));
        assert!(lexicon.adjective("oldest").is_some_and(|word| word.more && word.superlative));
    }
}
