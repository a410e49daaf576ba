//! The words that a project's data knows: names of tables and columns, and sample values.

use crate::tools::planner::Place;
use serde_json::Value;
use std::collections::HashSet;

/// Words that are names of columns everywhere and say nothing.
const COMMON: [&str; 28] = [
    "id", "name", "type", "date", "value", "code", "key", "no", "number", "status", "description", "the", "of", "and", "a", "is",
    "data", "time", "on", "at", "in", "by", "to", "from", "for", "last", "first", "with",
];

/// Letters by which two words are near, each of them longer.
const NEAR: usize = 5;

#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    names: HashSet<String>,
    values: HashSet<String>,
    has_tables: bool,
}

impl Vocabulary {
    #[must_use]
    pub fn from_places(places: &[Place<'_>], _documents: &[String]) -> Self {
        let mut vocabulary = Self { has_tables: !places.is_empty(), ..Self::default() };
        for place in places {
            vocabulary.names.extend(words(&place.table.name));
            for column in &place.table.columns {
                vocabulary.names.extend(words(&column.name));
                let samples = column.samples.iter().filter_map(Value::as_str);
                let samples: Vec<&str> = samples.collect();
                vocabulary.values.extend(samples.iter().flat_map(|sample| words(sample)));
                // A code is a word of its own.
                vocabulary
                    .values
                    .extend(samples.iter().filter(|sample| !sample.contains(' ')).map(|sample| stem(&sample.to_lowercase())));
            }
        }
        vocabulary
    }

    #[must_use]
    pub const fn has_tables(&self) -> bool {
        self.has_tables
    }

    /// The first word of a question that the data knows: a name, else a value.
    #[must_use]
    pub fn find(&self, words: &[String]) -> Option<String> {
        let in_set = |set: &HashSet<String>| {
            words.iter().find(|word| !COMMON.contains(&word.as_str()) && set.contains(&stem(word))).cloned()
        };
        in_set(&self.names).or_else(|| in_set(&self.values.iter().filter(|value| value.len() > 3).cloned().collect()))
    }

    /// The first word that begins as a name of the data does: "departures" of `departed_at`.
    #[must_use]
    pub fn find_near(&self, words: &[String]) -> Option<String> {
        let begins = |text: &str| text.char_indices().nth(NEAR).map(|(end, _)| text[..end].to_owned());
        let near: HashSet<String> = self.names.iter().filter_map(|name| begins(name)).collect();
        words.iter().find(|word| begins(word).is_some_and(|begin| near.contains(&begin))).cloned()
    }

    /// How many different names and values of the data the words have.
    #[must_use]
    pub fn count(&self, words: &[String]) -> usize {
        let named = words.iter().filter(|word| !COMMON.contains(&word.as_str())).map(|word| stem(word));
        named.filter(|stem| self.names.contains(stem) || self.values.contains(stem)).collect::<HashSet<_>>().len()
    }
}

/// `OrderItems`, `order_items` → `order`, `item`.
fn words(name: &str) -> Vec<String> {
    let mut parts: Vec<String> = Vec::new();
    let mut current = String::new();
    let mut was_small = false;
    for sign in name.chars() {
        if !sign.is_alphanumeric() || (sign.is_uppercase() && was_small) {
            parts.push(std::mem::take(&mut current));
        }
        was_small = sign.is_lowercase();
        if sign.is_alphanumeric() {
            current.extend(sign.to_lowercase());
        }
    }
    parts.push(current);
    parts.into_iter().filter(|part| part.len() > 1).map(|part| stem(&part)).collect()
}

fn stem(word: &str) -> String {
    crate::tools::search::stem(word.trim_end_matches("'s"))
}
