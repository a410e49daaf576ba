//! The words by which a query is understood, from `words.json`, and where they are in a text.

use crate::companies::{AreaType, SignalType, gazetteer::tokens};
use serde::Deserialize;
use std::{
    collections::{BTreeMap, HashMap},
    sync::LazyLock,
};
use tokens::{Token, tokenize};

/// Phrases, each with what it means. The longest one counts.
#[derive(Debug)]
pub(super) struct Phrases<T> {
    by_first: HashMap<String, Vec<(Vec<String>, T)>>,
}

/// A phrase in a text: its words from `at` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Hit<T> {
    pub(super) at: usize,
    pub(super) length: usize,
    pub(super) means: T,
}

impl<T: Clone> Phrases<T> {
    fn new<'a>(phrases: impl IntoIterator<Item = (&'a str, T)>) -> Self {
        let mut by_first: HashMap<String, Vec<(Vec<String>, T)>> = HashMap::new();
        for (phrase, means) in phrases {
            let words: Vec<String> = tokenize(phrase).into_iter().map(|token| token.text).collect();
            if let Some(first) = words.first() {
                by_first.entry(first.clone()).or_default().push((words, means));
            }
        }
        for phrases in by_first.values_mut() {
            phrases.sort_by_key(|(words, _)| std::cmp::Reverse(words.len()));
        }
        Self { by_first }
    }

    pub(super) fn at(&self, words: &[Token], at: usize) -> Option<Hit<T>> {
        let phrases = self.by_first.get(&words.get(at)?.text)?;
        phrases.iter().find_map(|(phrase, means)| {
            let there = words.get(at..at + phrase.len())?;
            let is_same = there.iter().zip(phrase).all(|(word, wanted)| word.text == *wanted);
            is_same.then(|| Hit { at, length: phrase.len(), means: means.clone() })
        })
    }

    /// The longest phrase that ends just before a word.
    pub(super) fn before(&self, words: &[Token], at: usize) -> Option<Hit<T>> {
        (at.saturating_sub(4)..at).find_map(|start| self.at(words, start).filter(|hit| hit.at + hit.length == at))
    }

    /// All of them, not overlapping, without those that begin in a word that is taken.
    pub(super) fn all(&self, words: &[Token], is_taken: impl Fn(usize) -> bool) -> Vec<Hit<T>> {
        let (mut hits, mut at) = (Vec::new(), 0);
        while at < words.len() {
            let hit = self.at(words, at).filter(|hit| !(hit.at..hit.at + hit.length).any(&is_taken));
            at += hit.as_ref().map_or(1, |hit| hit.length);
            hits.extend(hit);
        }
        hits
    }
}

#[derive(Debug, Default, Deserialize)]
struct Words {
    intents: BTreeMap<String, Vec<String>>,
    entities: BTreeMap<String, Vec<String>>,
    companies: Vec<String>,
    signals: BTreeMap<SignalType, Vec<String>>,
    sectors: Vec<String>,
    times: Vec<String>,
    spans: Vec<String>,
    units: Vec<String>,
    area_types: HashMap<AreaType, Vec<String>>,
    area_endings: HashMap<AreaType, Vec<String>>,
    prepositions: Vec<String>,
    origins: Vec<String>,
    excluded: Vec<String>,
    #[serde(default)]
    links: Vec<String>,
    #[serde(default)]
    leavers: Vec<String>,
    fillers: Vec<String>,
    verticals: BTreeMap<String, Vertical>,
}

/// What a line of business looks for where the text says nothing.
#[derive(Clone, Debug, Default, Deserialize)]
pub(super) struct Vertical {
    pub(super) signals: Vec<SignalType>,
    pub(super) sectors: Vec<String>,
}

#[derive(Debug)]
pub(super) struct Vocabulary {
    pub(super) intents: Phrases<String>,
    pub(super) entities: Phrases<String>,
    /// Words for companies of any kind.
    pub(super) companies: Phrases<()>,
    pub(super) signals: Phrases<SignalType>,
    pub(super) sectors: Phrases<()>,
    pub(super) times: Phrases<()>,
    /// "last" and "past" before a number and a unit.
    pub(super) spans: Phrases<()>,
    pub(super) units: Phrases<()>,
    pub(super) area_types: Phrases<AreaType>,
    /// How names of areas end.
    pub(super) area_endings: Phrases<AreaType>,
    pub(super) prepositions: Phrases<()>,
    pub(super) origins: Phrases<()>,
    pub(super) excluded: Phrases<()>,
    /// Between "not" and a place: "those based".
    pub(super) links: Phrases<()>,
    /// Before a place that was left.
    pub(super) leavers: Phrases<()>,
    /// Words that are no part of a name.
    pub(super) fillers: Phrases<()>,
    verticals: BTreeMap<String, Vertical>,
}

impl Vocabulary {
    pub(super) fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Vocabulary> =
            LazyLock::new(|| Vocabulary::from_words(serde_json::from_str(include_str!("words.json")).unwrap_or_default()));
        &BUILT_IN
    }

    fn from_words(words: Words) -> Self {
        Self {
            intents: by_meaning(&words.intents),
            entities: by_meaning(&words.entities),
            companies: plain(&words.companies),
            signals: by_meaning(&words.signals),
            sectors: plain(&words.sectors),
            times: plain(&words.times),
            spans: plain(&words.spans),
            units: plain(&words.units),
            area_types: by_meaning(&words.area_types),
            area_endings: by_meaning(&words.area_endings),
            prepositions: plain(&words.prepositions),
            origins: plain(&words.origins),
            excluded: plain(&words.excluded),
            links: plain(&words.links),
            leavers: plain(&words.leavers),
            fillers: plain(&words.fillers),
            verticals: words.verticals,
        }
    }

    /// What the narrowest known line of business looks for.
    pub(super) fn vertical(&self, vertical: Option<&str>, sub_vertical: Option<&str>) -> Option<&Vertical> {
        let key = |name: &str| name.trim().to_lowercase().replace([' ', '-'], "_");
        [sub_vertical, vertical].into_iter().flatten().find_map(|name| self.verticals.get(&key(name)))
    }
}

pub(super) fn by_meaning<'a, T: Clone + 'a>(lists: impl IntoIterator<Item = (&'a T, &'a Vec<String>)>) -> Phrases<T> {
    let pairs = lists.into_iter().flat_map(|(means, phrases)| phrases.iter().map(move |phrase| (phrase.as_str(), means.clone())));
    Phrases::new(pairs)
}

pub(super) fn plain(phrases: &[String]) -> Phrases<()> {
    Phrases::new(phrases.iter().map(|phrase| (phrase.as_str(), ())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_lists_can_be_read() {
        let words: Words = serde_json::from_str(include_str!("words.json")).expect("word lists");
        assert!(words.signals.len() == 11 && !words.sectors.is_empty() && !words.times.is_empty());
    }

    #[test]
    fn the_longest_phrase_counts() {
        let words = tokenize("a joint venture of hedge funds");
        let hits = Vocabulary::built_in().entities.all(&words, |_| false);
        assert_eq!(hits, [Hit { at: 4, length: 2, means: "fund".to_owned() }]);
    }
}
