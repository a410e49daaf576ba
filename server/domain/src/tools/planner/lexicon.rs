//! Words that hold a question together, from `words.json`: nothing in it is of any data.

use crate::tools::search::words::stem;
use serde::{Deserialize, Deserializer};
use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
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
    Clause,
    As,
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
    Top,
    Bottom,
    /// A part of a whole.
    Share,
    /// `makes up`, `accounts for`.
    Takes,
    Among,
    Times,
    /// `compared to`.
    Against,
    When,
    /// Says only that rows belong together.
    Verb,
    /// The number that is claimed.
    Claimed,
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
pub(super) struct Lexicon {
    #[serde(deserialize_with = "turned")]
    phrases: HashMap<String, Tag>,
    #[serde(deserialize_with = "stemmed")]
    verbs: HashSet<String>,
    pub(super) measures: Vec<Scale>,
    /// Ways to write the same in the name of a column.
    #[serde(deserialize_with = "parted")]
    pub(super) same: Vec<Vec<Vec<String>>>,
    /// Stems of words that say how a column is kept.
    #[serde(deserialize_with = "stemmed")]
    pub(super) kinds: HashSet<String>,
    /// Stems of words in the name of a file that say nothing of its rows.
    #[serde(deserialize_with = "stemmed")]
    pub(super) generic: HashSet<String>,
    /// How a column of texts says yes, and no.
    pub(super) truths: [Vec<String>; 2],
    /// What a word before a time makes of it.
    #[serde(deserialize_with = "turned")]
    pub(super) opening: HashMap<String, String>,
    pub(super) prefixes: HashSet<String>,
    pub(super) flags: HashSet<String>,
    /// Last words of columns that name rows.
    pub(super) names: HashSet<String>,
    /// What a person calls a row by: in two columns, or in one.
    pub(super) labels: [Vec<String>; 3],
    pub(super) articles: HashSet<String>,
    /// Words for money that comes in, and those in columns that hold it.
    pub(super) money: [Vec<String>; 2],
    /// Measures that are summed up where nothing else is said.
    pub(super) added: HashSet<String>,
    pub(super) numbers: Vec<String>,
    pub(super) ordinals: Vec<String>,
    pub(super) factors: HashMap<String, f64>,
    pub(super) months: Vec<String>,
    /// Parts of a year: their first month, and how many they are.
    pub(super) parts: Vec<(String, i8, i8)>,
    /// Spans of time that lead back from a day: so many of a unit.
    pub(super) units: HashMap<String, (u16, String)>,
}

/// Each word with the name of its list.
fn turned<'de, D: Deserializer<'de>, N: Deserialize<'de> + Clone + Eq + Hash>(from: D) -> Result<HashMap<String, N>, D::Error> {
    let lists: HashMap<N, Vec<String>> = HashMap::deserialize(from)?;
    Ok(lists.into_iter().flat_map(|(name, list)| list.into_iter().map(move |word| (word, name.clone()))).collect())
}

fn stemmed<'de, D: Deserializer<'de>>(from: D) -> Result<HashSet<String>, D::Error> {
    Ok(Vec::<String>::deserialize(from)?.iter().map(|word| stem(word)).collect())
}

fn parted<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Vec<Vec<String>>>, D::Error> {
    let words = |text: &String| text.split(' ').map(str::to_owned).collect();
    Ok(Vec::<Vec<String>>::deserialize(from)?.iter().map(|group| group.iter().map(words).collect()).collect())
}

pub(super) static LEXICON: LazyLock<Lexicon> =
    LazyLock::new(|| serde_json::from_str(include_str!("words.json")).expect("a test reads it"));

/// The most words of a phrase.
pub(super) const PHRASE: usize = 6;

impl Lexicon {
    pub(super) fn tag(&self, phrase: &str) -> Option<Tag> {
        self.phrases.get(phrase).copied()
    }

    pub(super) fn adjective(&self, phrase: &str) -> Option<Adjective> {
        self.measures.iter().enumerate().find_map(|(scale, of)| {
            let lists = [(&of.more, true, false), (&of.most, true, true), (&of.less, false, false), (&of.least, false, true)];
            let (_, more, superlative) = lists.into_iter().find(|(list, ..)| list.iter().any(|word| word == phrase))?;
            Some(Adjective { scale, more, superlative })
        })
    }

    #[cfg(test)]
    pub(super) fn longest_phrase(&self) -> usize {
        self.phrases.keys().map(|phrase| phrase.split(' ').count()).max().unwrap_or(0)
    }

    pub(super) fn is_verb(&self, stem: &str) -> bool {
        self.verbs.contains(stem)
    }
}
