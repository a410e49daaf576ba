//! Words that hold a question together, from `words.json`: nothing in it is of any data.

use super::date_part::DatePart;
use crate::tools::search::words::stem;
use serde::{Deserialize, Deserializer};
use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
    sync::LazyLock,
};

/// What a phrase does in a question.
#[rustfmt::skip]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::tools) enum Tag {
    Skip, Lead, Which, Who, Clause, As, Is, Have, Of, And, Or, But, Both, Each, Count, Average, Median, Sum, Highest, Lowest,
    Most, Least, Common, Rare, Distinct, By, Sort, Down, Up, Not, No, Above, AtLeast, Below, AtMost, Equal, Between,
    After, Before, Since, OrMore, OrLess, Than, Last, More, Less, Contains, Starts, Ends, Named, Top, Bottom, Among,
    Times, When,
    /// `on average`, behind what is counted or before it.
    Mean,
    /// Where most of what happens happens, and where the least.
    Busiest, Quietest,
    /// A part of a whole.
    Share,
    /// `makes up`, `accounts for`.
    Takes,
    /// `compared to`.
    Against,
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
    /// Where no column is named so: whether the only column of money is meant.
    #[serde(default)]
    pub(super) money: bool,
    /// Verbs before a bound of it: `took more than`.
    #[serde(default)]
    verbs: HashSet<String>,
    /// Words behind a bound of it, which its column is named by: `5 hours`.
    #[serde(default)]
    pub(super) units: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Adjective {
    pub(super) scale: usize,
    pub(super) more: bool,
    pub(super) superlative: bool,
}

#[derive(Deserialize)]
pub(in crate::tools) struct Lexicon {
    #[serde(deserialize_with = "turned")]
    pub(super) phrases: HashMap<String, Tag>,
    #[serde(deserialize_with = "stemmed")]
    pub(super) verbs: HashSet<String>,
    pub(super) measures: Vec<Scale>,
    /// Words for money that comes in.
    pub(super) money: HashSet<String>,
    pub(super) ordinals: Vec<String>,
    /// Words behind what is sold that say what it comes to: an order's value.
    pub(super) worth: HashSet<String>,
    /// Parts of a date, and words that put them before a noun.
    #[serde(deserialize_with = "turned")]
    date_parts: HashMap<String, DatePart>,
    #[serde(deserialize_with = "turned")]
    date_adverbs: HashMap<String, DatePart>,
    /// Words by which a question asks with a verb behind what it is about, and those after which a verb says more of that instead.
    pub(super) doing: HashSet<String>,
    pub(super) relatives: HashSet<String>,
    /// Words that lead to where something is.
    pub(super) places: HashSet<String>,
    /// Spans of time that lead back from a day: so many of a unit.
    pub(in crate::tools) units: HashMap<String, (u16, String)>,
}

/// Each word with the name of its list.
fn turned<'de, D: Deserializer<'de>, N: Deserialize<'de> + Clone + Eq + Hash>(from: D) -> Result<HashMap<String, N>, D::Error> {
    let lists: HashMap<N, Vec<String>> = HashMap::deserialize(from)?;
    Ok(lists.into_iter().flat_map(|(name, list)| list.into_iter().map(move |word| (word, name.clone()))).collect())
}

fn stemmed<'de, D: Deserializer<'de>>(from: D) -> Result<HashSet<String>, D::Error> {
    Ok(Vec::<String>::deserialize(from)?.iter().map(|word| stem(word)).collect())
}

pub(in crate::tools) static LEXICON: LazyLock<Lexicon> =
    LazyLock::new(|| serde_json::from_str(include_str!("words.json")).expect("a test reads it"));

/// The most words of a phrase.
pub(super) const PHRASE: usize = 6;

impl Lexicon {
    pub(super) fn tag(&self, phrase: &str) -> Option<Tag> {
        self.phrases.get(phrase).copied()
    }

    /// A part of a date, and whether it is said as `monthly` is.
    pub(super) fn date_part(&self, phrase: &str) -> Option<(DatePart, bool)> {
        let adverb = || self.date_adverbs.get(phrase).map(|part| (*part, true));
        self.date_parts.get(phrase).map(|part| (*part, false)).or_else(adverb)
    }

    /// What a verb before a bound measures.
    pub(super) fn measuring(&self, verb: &str) -> Option<Adjective> {
        let scale = self.measures.iter().position(|scale| scale.verbs.contains(verb))?;
        Some(Adjective { scale, more: true, superlative: false })
    }

    pub(super) fn adjective(&self, phrase: &str) -> Option<Adjective> {
        self.measures.iter().enumerate().find_map(|(scale, of)| {
            let lists = [(&of.more, true, false), (&of.most, true, true), (&of.less, false, false), (&of.least, false, true)];
            let (_, more, superlative) = lists.into_iter().find(|(list, ..)| list.iter().any(|word| word == phrase))?;
            Some(Adjective { scale, more, superlative })
        })
    }
}
