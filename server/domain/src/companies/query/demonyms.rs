//! Adjectives that name a country where they say whose companies are meant: "Saudi banks", "the Emirati market". "Emirati graduates" and
//! "Saudi-owned" name no place.

use super::vocabulary::{Phrases, Vocabulary, by_meaning, plain};
use crate::companies::{
    Gazetteer, Mention, Place,
    gazetteer::tokens::{Token, is_arabic},
};
use serde::Deserialize;
use std::{collections::BTreeMap, sync::LazyLock};

/// Words between an adjective and what it is about.
const MOST_BETWEEN: usize = 3;

#[derive(Debug, Default, Deserialize)]
struct Words {
    countries: BTreeMap<String, Vec<String>>,
    markets: Vec<String>,
    between: Vec<String>,
    /// "An Indian restaurant" is anywhere.
    kitchens_and_curricula: Vec<String>,
}

#[derive(Debug)]
struct Demonyms {
    countries: Phrases<String>,
    markets: Phrases<()>,
    between: Phrases<()>,
    kitchens_and_curricula: Vec<String>,
}

impl Demonyms {
    fn built_in() -> &'static Self {
        static BUILT_IN: LazyLock<Demonyms> = LazyLock::new(|| {
            let words: Words = serde_json::from_str(include_str!("demonyms.json")).unwrap_or_default();
            Demonyms {
                countries: by_meaning(&words.countries),
                markets: plain(&words.markets),
                between: plain(&words.between),
                kitchens_and_curricula: words.kitchens_and_curricula,
            }
        });
        &BUILT_IN
    }

    /// Whether companies or a market follow.
    fn is_about_companies(&self, words: &[Token], mut at: usize, vocabulary: &Vocabulary) -> bool {
        for _ in 0..=MOST_BETWEEN {
            if vocabulary.companies.at(words, at).is_some() || self.markets.at(words, at).is_some() {
                return true;
            }
            if let Some(entity) = vocabulary.entities.at(words, at) {
                return !self.kitchens_and_curricula.contains(&entity.means);
            }
            let between = self.between.at(words, at).or_else(|| vocabulary.sectors.at(words, at));
            let Some(length) = between.map(|hit| hit.length).or_else(|| Some(vocabulary.signals.at(words, at)?.length)) else {
                return false;
            };
            at += length;
        }
        false
    }
}

/// The countries that adjectives name, beside the places that are known by their names.
pub(super) fn countries(words: &[Token], known: &[Mention], gazetteer: &Gazetteer) -> Vec<Mention> {
    let (demonyms, vocabulary) = (Demonyms::built_in(), Vocabulary::built_in());
    let is_known = |word: &Token| known.iter().any(|mention| mention.start < word.end && word.start < mention.end);
    let hits = demonyms.countries.all(words, |at| words.get(at).is_some_and(is_known));
    let named = hits.into_iter().filter_map(|hit| {
        let (first, last) = (words.get(hit.at)?, words.get(hit.at + hit.length - 1)?);
        // In Arabic the adjective follows.
        let follows = || is_arabic(&first.text) && vocabulary.companies.before(words, hit.at).is_some();
        if !demonyms.is_about_companies(words, hit.at + hit.length, vocabulary) && !follows() {
            return None;
        }
        let place = gazetteer.canonicalise(&Place { country: Some(hit.means.clone()), ..Place::default() });
        Some(Mention { start: first.start, end: last.end, name: hit.means, place, is_ambiguous: false })
    });
    named.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_country_is_one_that_the_gazetteer_knows() {
        let words: Words = serde_json::from_str(include_str!("demonyms.json")).expect("a data file");
        assert!(words.countries.len() > 50 && !words.markets.is_empty() && !words.between.is_empty());
        for country in words.countries.keys() {
            let place = Place { country: Some(country.clone()), ..Place::default() };
            assert_eq!(Gazetteer::built_in().canonicalise(&place), place, "{country}");
            assert!(Gazetteer::built_in().is_known(&place), "{country}");
        }
    }
}
