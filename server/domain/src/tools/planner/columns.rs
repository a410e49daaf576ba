//! What a column is for: it identifies a row, is what the row is called by, measures, dates, or says yes or no.

use super::{
    lexicon::LEXICON,
    names::stems,
    schema::{Col, Noun, Schema, only},
};
use crate::tools::{
    catalog::{Class, Column},
    search::words::{split, stem},
};
use serde_json::Value;

impl<'a> Schema<'a> {
    pub(super) fn column(&self, of: Col) -> &'a Column {
        &self.tables[of.0].columns[of.1]
    }

    pub(super) fn class(&self, of: Col) -> Class {
        self.column(of).class()
    }

    pub(super) fn columns(&self, table: usize) -> impl Iterator<Item = Col> + use<'a> {
        (0..self.tables[table].columns.len()).map(move |at| (table, at))
    }

    /// In the words of a person.
    pub(super) fn describe(&self, col: Col, base: usize) -> String {
        let name = &self.column(col).name;
        if col.0 == base { name.clone() } else { format!("{name} of {}", self.tables[col.0].name) }
    }

    /// Whether a column says yes or no, and how it says so.
    pub(super) fn truth(&self, col: Col, yes: bool) -> Option<String> {
        let column = self.column(col);
        if column.class() == Class::Truth {
            return Some(if yes { "TRUE" } else { "FALSE" }.to_owned());
        }
        if !split(&column.name).first().is_some_and(|first| LEXICON.flags.contains(first)) {
            return None;
        }
        if column.class() == Class::Number {
            return Some(u8::from(yes).to_string());
        }
        let words = &LEXICON.truths[usize::from(!yes)];
        let found = column.samples.iter().filter_map(Value::as_str).find(|sample| words.contains(&sample.to_lowercase()));
        found.map(|sample| format!("'{sample}'"))
    }

    /// The one column that identifies a row.
    pub(super) fn key(&self, table: usize) -> Option<Col> {
        let mut keys = self.columns(table).filter(|col| self.column(*col).primary_key);
        let is_key = |col: &Col| {
            let name = stems(&self.column(*col).name);
            name == ["id"] || name.split_last().is_some_and(|(last, rest)| last == "id" && rest == self.names[table])
        };
        match (keys.next(), keys.next()) {
            (Some(key), None) => Some(key),
            (None, _) => self.columns(table).find(is_key),
            _ => None,
        }
    }

    /// What a person calls a row by.
    pub(super) fn labels(&self, table: usize) -> Vec<Col> {
        let own = &self.names[table];
        let named = |wanted: &[String]| {
            self.columns(table).find(|col| {
                let words = split(&self.column(*col).name);
                let rest: String = words.iter().filter(|word| !own.contains(&stem(word))).map(String::as_str).collect();
                wanted.contains(&rest) || wanted.contains(&words.concat())
            })
        };
        let [first, last, whole] = &LEXICON.labels;
        if let (Some(first), Some(last)) = (named(first), named(last)) {
            return vec![first, last];
        }
        let called = || self.columns(table).find(|col| stems(&self.column(*col).name) == *own && self.class(*col) == Class::Text);
        // "kname", "ap_name": the only text that is some name.
        let ends = || {
            only(self.columns(table).filter(|col| {
                self.class(*col) == Class::Text && whole.iter().any(|word| self.column(*col).name.to_lowercase().ends_with(word))
            }))
        };
        named(whole).or_else(called).or_else(ends).into_iter().collect()
    }

    /// What a row of an answer shows of a thing: what it is called by, or else a key that is no mere number.
    pub(super) fn shown(&self, table: usize) -> Vec<Col> {
        let labels = self.labels(table);
        let key = || self.key(table).filter(|key| self.class(*key) == Class::Text);
        if labels.is_empty() { key().into_iter().collect() } else { labels }
    }

    /// A number that measures something, not one that names a row.
    pub(super) fn measures(&self, of: Col) -> bool {
        let column = self.column(of);
        let names = split(&column.name).last().is_some_and(|last| LEXICON.names.contains(last));
        column.class() == Class::Number && !column.primary_key && column.foreign_key.is_none() && !names
    }

    /// What dates the rows of a table: all its dates, or the only one that is of the row itself.
    pub(super) fn dated(&self, table: usize) -> Vec<Col> {
        let is_date = |col: &Col| {
            let year = || stems(&self.column(*col).name).last().is_some_and(|last| last == "year");
            self.class(*col) == Class::Time || (self.class(*col) == Class::Number && year())
        };
        self.columns(table).filter(is_date).collect()
    }

    /// The columns of money that comes in.
    pub(super) fn money(&self, at: usize) -> Option<Noun> {
        let is_money = |col: &Col| {
            let words = stems(&self.column(*col).name);
            self.measures(*col) && LEXICON.money[1].iter().any(|word| words.contains(&stem(word)))
        };
        let columns = (0..self.tables.len()).flat_map(|table| self.columns(table)).filter(is_money);
        let columns: Vec<(Col, u8)> = columns.map(|col| (col, 3)).collect();
        (!columns.is_empty()).then(|| Noun { at, end: at + 1, columns, added: true, ..Noun::default() })
    }
}
