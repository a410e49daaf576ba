//! What a question names of the data, and where.

use crate::ask::rules::passages::terms;
use domain::{
    ask::Material,
    tools::catalog::{Class, Column},
};
use serde_json::Value;
use std::{collections::HashMap, ops::Range};

/// The most words of a value or a name.
const LONGEST: usize = 5;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A value of this column, by its name.
    Value(String),
    Column(Class),
    Table,
    Figure,
    Number,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Named {
    /// In bytes of the text.
    pub(super) at: Range<usize>,
    pub(super) kind: Kind,
}

/// Names and values that the data is known to have.
pub(super) struct Seen {
    values: HashMap<String, String>,
    columns: Vec<(Vec<String>, Class)>,
    tables: Vec<Vec<String>>,
}

/// Words for what is worked out of rows.
const FIGURES: &str = include_str!("../words/figures.txt");

impl Seen {
    pub(super) fn new(material: &Material<'_>) -> Self {
        let mut seen = Self { values: HashMap::new(), columns: Vec::new(), tables: Vec::new() };
        for place in material.places {
            seen.tables.push(terms(&place.table.name));
            for column in &place.table.columns {
                seen.add_column(column);
            }
        }
        for table in material.small_tables {
            for (at, column) in table.columns.iter().enumerate() {
                let values = table.rows.iter().filter_map(|row| row.get(at)?.as_str());
                values.for_each(|value| seen.add_value(value, &column.name));
            }
        }
        if let Some(earlier) = material.earlier {
            for (at, name) in earlier.table.columns.iter().enumerate() {
                let values = earlier.table.rows.iter().filter_map(|row| row.get(at)?.as_str());
                values.for_each(|value| seen.add_value(value, name));
            }
        }
        seen
    }

    fn add_column(&mut self, column: &Column) {
        self.columns.push((terms(&column.name), column.class()));
        column.samples.iter().filter_map(Value::as_str).for_each(|value| self.add_value(value, &column.name));
    }

    fn add_value(&mut self, value: &str, column: &str) {
        self.values.entry(value.to_lowercase()).or_insert_with(|| column.to_owned());
    }

    /// Everything that a text names, the longest names first found, from left to right.
    pub(super) fn find(&self, text: &str) -> Vec<Named> {
        let words = words(text);
        let (mut found, mut at) = (Vec::new(), 0);
        while at < words.len() {
            let longest = (1..=LONGEST.min(words.len() - at)).rev().find_map(|count| {
                let range = words[at].start..words[at + count - 1].end;
                Some((self.kind(&text[range.clone()])?, range, count))
            });
            match longest {
                Some((kind, range, count)) => {
                    found.push(Named { at: range, kind });
                    at += count;
                }
                None => at += 1,
            }
        }
        found
    }

    /// What a phrase as a whole is.
    pub(super) fn kind(&self, phrase: &str) -> Option<Kind> {
        let lower = phrase.to_lowercase();
        if let Some(column) = self.values.get(&lower) {
            return Some(Kind::Value(column.clone()));
        }
        if FIGURES.lines().any(|line| line == lower) {
            return Some(Kind::Figure);
        }
        if lower.parse::<f64>().is_ok() {
            return Some(Kind::Number);
        }
        let stems = terms(phrase);
        // An article alone is no name.
        if stems.is_empty() || stems.len() != lower.split_whitespace().count() {
            return None;
        }
        if self.tables.contains(&stems) {
            return Some(Kind::Table);
        }
        self.columns.iter().find(|(own, _)| *own == stems).map(|(_, class)| Kind::Column(*class))
    }
}

/// The places of the words of a text.
pub(in crate::ask::rules) fn words(text: &str) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    let mut start = None;
    for (at, sign) in text.char_indices().chain([(text.len(), ' ')]) {
        let is_inside = sign.is_alphanumeric() || "_-'’.&".contains(sign);
        match (start, is_inside) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                let word = text[from..at].trim_end_matches(['.', '-', '\'']);
                found.push(from..from + word.len());
                start = None;
            }
            _ => {}
        }
    }
    found.retain(|range| !range.is_empty());
    found
}
