//! What a column is for: it identifies a row, is what the row is called by, measures, dates, or says yes or no.

use super::{Class, Column, Table};
use crate::tools::search::words::{split, stem};
use serde::Deserialize;
use serde_json::Value;
use std::{collections::HashSet, sync::LazyLock};

/// What `roles.json` holds: words in the names of tables and columns.
#[derive(Deserialize)]
struct Words {
    /// They say only that it is a table.
    prefixes: HashSet<String>,
    /// The column says yes or no.
    flags: HashSet<String>,
    /// The column names rows.
    names: HashSet<String>,
    /// What a person calls a row by: in two columns, or in one.
    labels: [Vec<String>; 3],
    /// How a column of texts says yes, and no.
    truths: [Vec<String>; 2],
}

static WORDS: LazyLock<Words> = LazyLock::new(|| serde_json::from_str(include_str!("roles.json")).expect("a test reads it"));

/// The stems of a name's words; what only says that it is a table is left out.
pub(in crate::tools) fn stems(name: &str) -> Vec<String> {
    let words = split(name.rsplit('.').next().unwrap_or(name));
    words.iter().filter(|word| !WORDS.prefixes.contains(*word)).map(|word| stem(word)).collect()
}

impl Table {
    /// The place of the one column that identifies a row.
    pub(in crate::tools) fn key(&self) -> Option<usize> {
        let mut keys = (0..self.columns.len()).filter(|at| self.columns[*at].primary_key);
        let is_key = |column: &Column| {
            let name = stems(&column.name);
            name == ["id"] || name.split_last().is_some_and(|(last, rest)| last == "id" && rest == stems(&self.name))
        };
        match (keys.next(), keys.next()) {
            (Some(key), None) => Some(key),
            (None, _) => self.columns.iter().position(is_key),
            _ => None,
        }
    }

    /// What a person calls a row by: one column, or the two of a name.
    pub(in crate::tools) fn labels(&self) -> Vec<usize> {
        let own = stems(&self.name);
        let named = |wanted: &[String]| {
            self.columns.iter().position(|column| {
                let words = split(&column.name);
                let rest: String = words.iter().filter(|word| !own.contains(&stem(word))).map(String::as_str).collect();
                wanted.contains(&rest) || wanted.contains(&words.concat())
            })
        };
        let [first, last, whole] = &WORDS.labels;
        if let (Some(first), Some(last)) = (named(first), named(last)) {
            return vec![first, last];
        }
        let is_text = |column: &Column| column.class() == Class::Text;
        let called = || self.columns.iter().position(|column| stems(&column.name) == own && is_text(column));
        // "kname", "ap_name": the only text that is some name.
        let is_named = |column: &Column| is_text(column) && whole.iter().any(|word| column.name.to_lowercase().ends_with(word));
        let ends = || {
            let mut found = (0..self.columns.len()).filter(|at| is_named(&self.columns[*at]));
            found.next().filter(|_| found.next().is_none())
        };
        named(whole).or_else(called).or_else(ends).into_iter().collect()
    }

    /// The columns that date its rows.
    pub(in crate::tools) fn dates(&self) -> Vec<usize> {
        let is_date = |column: &Column| {
            let year = || stems(&column.name).last().is_some_and(|last| last == "year");
            column.class() == Class::Time || (column.class() == Class::Number && year())
        };
        (0..self.columns.len()).filter(|at| is_date(&self.columns[*at])).collect()
    }
}

impl Column {
    /// A number that measures something, not one that names a row.
    pub(in crate::tools) fn measures(&self) -> bool {
        let names = split(&self.name).last().is_some_and(|last| WORDS.names.contains(last));
        self.class() == Class::Number && !self.primary_key && self.foreign_key.is_none() && !names
    }

    /// How it says yes or no in SQL, if it does.
    pub(in crate::tools) fn truth(&self, yes: bool) -> Option<String> {
        if self.class() == Class::Truth {
            return Some(if yes { "TRUE" } else { "FALSE" }.to_owned());
        }
        if !split(&self.name).first().is_some_and(|first| WORDS.flags.contains(first)) {
            return None;
        }
        if self.class() == Class::Number {
            return Some(u8::from(yes).to_string());
        }
        let words = &WORDS.truths[usize::from(!yes)];
        let found = self.samples.iter().filter_map(Value::as_str).find(|sample| words.contains(&sample.to_lowercase()));
        found.map(|sample| format!("'{sample}'"))
    }
}
