//! The gazetteer: places of the world that companies are looked for in, with their names in several languages and what they are in.
//! Facts only, in data files; a tenant may add its own.

mod canonical;
mod entry;
mod finding;
#[cfg(test)]
mod tests;
pub(crate) mod tokens;
mod towns;

pub use entry::{GazetteerEntry, PlaceKind};
pub use finding::Mention;

use super::Place;
use entry::{Entry, Spelling};
use std::{
    collections::HashMap,
    sync::{Arc, LazyLock},
};

const FILES: &[&str] = &[
    include_str!("data/countries.txt"),
    include_str!("data/uae.txt"),
    include_str!("data/middle_east_africa.txt"),
    include_str!("data/europe.txt"),
    include_str!("data/asia_pacific.txt"),
    include_str!("data/americas.txt"),
];

/// All known places, found by the first word of each of their names.
#[derive(Clone, Debug, Default)]
pub struct Gazetteer {
    entries: Vec<Arc<Entry>>,
    /// Entry and spelling, those with most words first.
    beginnings: HashMap<String, Vec<(usize, usize)>>,
}

impl Gazetteer {
    /// What every tenant knows. Built once.
    #[must_use]
    pub fn built_in() -> &'static Self {
        Self::shared()
    }

    /// The same, for whoever holds it like a tenant's own.
    #[must_use]
    pub fn shared() -> &'static Arc<Self> {
        static BUILT_IN: LazyLock<Arc<Gazetteer>> = LazyLock::new(|| {
            let entries = FILES.iter().flat_map(|file| entry::read(file).0).map(Arc::new).collect();
            Arc::new(Gazetteer::from_entries(entries))
        });
        &BUILT_IN
    }

    /// This one with a tenant's own places, which go before namesakes. What has no readable name is left out.
    #[must_use]
    pub fn with_entries(&self, own: &[GazetteerEntry]) -> Self {
        let mut entries = self.entries.clone();
        for entry in own {
            let parents = self.canonicalise(&Place {
                country: entry.country.clone(),
                emirate: entry.emirate.clone(),
                city: entry.city.clone(),
                ..Place::default()
            });
            let Place { country, emirate, city, .. } = parents;
            entries.extend(Entry::from_tenant(&GazetteerEntry { country, emirate, city, ..entry.clone() }).map(Arc::new));
        }
        Self::from_entries(entries)
    }

    fn from_entries(entries: Vec<Arc<Entry>>) -> Self {
        let mut beginnings: HashMap<String, Vec<(usize, usize)>> = HashMap::new();
        for (at, entry) in entries.iter().enumerate() {
            for (number, spelling) in entry.spellings.iter().enumerate().filter(|(_, spelling)| !spelling.is_for_search) {
                if let Some(first) = spelling.tokens.first() {
                    beginnings.entry(first.clone()).or_default().push((at, number));
                }
            }
        }
        for names in beginnings.values_mut() {
            names.sort_by_key(|(at, number)| std::cmp::Reverse(entries[*at].spellings[*number].tokens.len()));
        }
        Self { entries, beginnings }
    }

    /// Names by their first word, longest first.
    fn beginning_with(&self, word: &str) -> impl Iterator<Item = (&Entry, &Spelling)> {
        self.beginnings.get(word).into_iter().flatten().map(|(at, number)| {
            let entry = &*self.entries[*at];
            (entry, &entry.spellings[*number])
        })
    }
}

/// Whether nothing that both places say of country, emirate and city differs.
pub(crate) fn agreement(one: &Place, other: &Place) -> bool {
    [(&one.country, &other.country), (&one.emirate, &other.emirate), (&one.city, &other.city)]
        .iter()
        .all(|(one, other)| one.is_none() || other.is_none() || one == other)
}
