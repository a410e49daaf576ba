//! What the words of a sentence can name in a database: its tables, their columns, and values that are known of them; and how the
//! tables hang together.

mod denied;
mod entities;
mod nearest;
mod numbered;
mod paths;
mod schema;

pub(super) use entities::{many_of, spell};
pub(super) use nearest::choose;
pub(super) use numbered::write_number;
pub(super) use paths::Hop;
pub(super) use schema::Schema;

use super::search::words::stem;
use serde::{Deserialize, Deserializer};
use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

/// What `words.json` holds: words in the names of tables and columns.
#[derive(Deserialize)]
struct Words {
    /// Ways to write the same.
    #[serde(deserialize_with = "parted")]
    same: Vec<Vec<Vec<String>>>,
    /// Stems of words that say how a column is kept.
    #[serde(deserialize_with = "stemmed")]
    kinds: HashSet<String>,
    /// Stems of what a column is counted in.
    #[serde(deserialize_with = "stemmed")]
    units: HashSet<String>,
    /// Stems of words in the name of a file that say nothing of its rows.
    #[serde(deserialize_with = "stemmed")]
    generic: HashSet<String>,
    articles: HashSet<String>,
    /// Measures that are summed up where nothing else is said.
    added: HashSet<String>,
    /// Words in columns that hold money that comes in.
    money: Vec<String>,
    /// Before "id" they say which id it is, not of what.
    describing: HashSet<String>,
    /// Beginnings of words that say the opposite.
    denying: Vec<String>,
    /// Nouns whose plural has no rule.
    irregular: HashMap<String, String>,
}

fn stemmed<'de, D: Deserializer<'de>>(from: D) -> Result<HashSet<String>, D::Error> {
    Ok(Vec::<String>::deserialize(from)?.iter().map(|word| stem(word)).collect())
}

fn parted<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Vec<Vec<String>>>, D::Error> {
    let words = |text: &String| text.split(' ').map(str::to_owned).collect();
    Ok(Vec::<Vec<String>>::deserialize(from)?.iter().map(|group| group.iter().map(words).collect()).collect())
}

static WORDS: LazyLock<Words> = LazyLock::new(|| serde_json::from_str(include_str!("words.json")).expect("a test reads it"));

/// Whether a stem in a column's name says only how it is kept.
pub(super) fn is_kind(stem: &str) -> bool {
    WORDS.kinds.contains(stem)
}

/// A table and one of its columns, by their places.
pub(super) type Col = (usize, usize);

/// What a few words can name, better matches with a higher number.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Noun {
    pub(in crate::tools) at: usize,
    pub(in crate::tools) end: usize,
    pub(in crate::tools) tables: Vec<(usize, u8)>,
    pub(in crate::tools) columns: Vec<(Col, u8)>,
    /// The table whose name is among the words of a column.
    pub(in crate::tools) owner: Option<usize>,
    /// It is summed up where nothing else is said.
    pub(in crate::tools) added: bool,
}

impl Noun {
    /// The words are a whole name, not a part of one.
    pub(in crate::tools) fn is_whole(&self) -> bool {
        self.best().into_iter().any(|best| best >= 3)
    }

    /// The best quality of a table, and of a column.
    fn best(&self) -> [u8; 2] {
        let tables = self.tables.iter().map(|(_, quality)| *quality).max();
        [tables.unwrap_or(0), self.columns.iter().map(|(_, quality)| *quality).max().unwrap_or(0)]
    }

    /// Rows are named rather than a column.
    pub(in crate::tools) fn is_table(&self) -> bool {
        let [table, column] = self.best();
        table > 0 && (table >= 3 || table >= column)
    }

    pub(in crate::tools) fn is_column(&self) -> bool {
        !self.columns.is_empty() && !self.is_table()
    }

    pub(in crate::tools) fn table(&self) -> Option<usize> {
        only(self.tables.iter().filter(|(_, quality)| *quality == self.best()[0]).map(|(table, _)| *table))
    }

    pub(in crate::tools) fn holds(&self, values: &[(Col, String)]) -> bool {
        values.iter().any(|(col, _)| self.columns.iter().any(|(own, _)| own == col))
    }
}

/// The one there is, if there is one.
pub(super) fn only<T>(mut of: impl Iterator<Item = T>) -> Option<T> {
    let one = of.next()?;
    of.next().is_none().then_some(one)
}
