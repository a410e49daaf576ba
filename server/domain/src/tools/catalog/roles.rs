//! What a column is for: it identifies a row, is what the row is called by, measures, dates, or says yes or no.

use super::{Class, Column, Table};
use crate::tools::{
    search::words::{split, stem},
    warehouse::literal,
};
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
    /// How a word ends that says what state something is in.
    states: Vec<String>,
    /// How a column of texts says that there is none.
    nothings: HashSet<String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| serde_json::from_str(include_str!("roles.json")).expect("a test reads it"));

/// The stems of a name's words; what only says that it is a table is left out.
pub(in crate::tools) fn stems(name: &str) -> Vec<String> {
    let words = split(name.rsplit('.').next().unwrap_or(name));
    words.iter().filter(|word| !WORDS.prefixes.contains(*word)).map(|word| stem(word)).collect()
}

/// Whether a word in a table's name says only that it is a table.
pub(in crate::tools) fn is_prefix(word: &str) -> bool {
    WORDS.prefixes.contains(word)
}

/// Whether a column whose name ends so names rows.
pub(in crate::tools) fn is_key_word(word: &str) -> bool {
    WORDS.names.contains(word)
}

impl Table {
    /// The place of the one column that identifies a row.
    #[must_use]
    pub fn key(&self) -> Option<usize> {
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
    #[must_use]
    pub fn labels(&self) -> Vec<usize> {
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

    /// It says yes or no.
    pub(in crate::tools) fn is_flag(&self) -> bool {
        !self.truths(true).is_empty()
    }

    /// How it says yes or no in SQL, in each way that is known; nothing where it says neither.
    pub(in crate::tools) fn truths(&self, yes: bool) -> Vec<String> {
        if self.class() == Class::Truth {
            return vec![if yes { "TRUE" } else { "FALSE" }.to_owned()];
        }
        let is_named = split(&self.name).first().is_some_and(|first| WORDS.flags.contains(first));
        if !is_named && !self.holds_truths() {
            return Vec::new();
        }
        if self.class() == Class::Number {
            return vec![u8::from(yes).to_string()];
        }
        let words = &WORDS.truths[usize::from(!yes)];
        self.texts(|text| words.contains(&text.to_lowercase()))
    }

    /// Both yes and no are known of it, and nothing else. Of digits its name has to speak of a state: others may follow.
    fn holds_truths(&self) -> bool {
        if self.primary_key || self.foreign_key.is_some() {
            return false;
        }
        let known: Vec<String> = self.samples.iter().filter(|sample| !sample.is_null()).map(written).collect();
        let is = |side: &Vec<String>| known.iter().any(|text| side.contains(text));
        let is_either = |text: &String| WORDS.truths.iter().any(|side| side.contains(text)) || WORDS.nothings.contains(text);
        let has_digits = known.iter().any(|text| text.starts_with(|sign: char| sign.is_ascii_digit()));
        let is_state = || {
            let ends = |last: &String| WORDS.states.iter().any(|end| last.ends_with(end.as_str()));
            self.data_type.to_lowercase().starts_with("tinyint(1)") || split(&self.name).last().is_some_and(ends)
        };
        WORDS.truths.iter().all(is) && known.iter().all(is_either) && (!has_digits || is_state())
    }

    /// Its values that say that there is none, in SQL.
    pub(in crate::tools) fn nothings(&self) -> Vec<String> {
        if self.is_flag() {
            return self.truths(false);
        }
        // "NO" is a country where the others are of two letters as well.
        let is_short = |text: &str| text.chars().count() == 2 && text.chars().all(char::is_alphabetic);
        let is_nothing = |text: &str| WORDS.nothings.contains(&text.trim().to_lowercase());
        let has_codes = self.samples.iter().filter_map(Value::as_str).any(|text| is_short(text) && !is_nothing(text));
        self.texts(|text| is_nothing(text) && !(has_codes && is_short(text)))
    }

    /// Whether nought is one of its numbers, which may say that there is none.
    pub(in crate::tools) fn has_nought(&self) -> bool {
        self.measures() && !self.is_flag() && self.samples.iter().any(|sample| sample.as_f64() == Some(0.0))
    }

    /// Whether a text is one of its known values, in whatever case.
    pub(in crate::tools) fn has_text(&self, text: &str) -> bool {
        self.samples.iter().filter_map(Value::as_str).any(|sample| sample.eq_ignore_ascii_case(text))
    }

    /// The texts that are so, as literals of SQL.
    fn texts(&self, is: impl Fn(&str) -> bool) -> Vec<String> {
        self.samples.iter().filter_map(Value::as_str).filter(|text| is(text)).map(literal).collect()
    }
}

/// A value in small letters; a number without what says nothing.
fn written(value: &Value) -> String {
    match value {
        Value::String(text) => text.trim().to_lowercase(),
        other => other.as_f64().map_or_else(|| other.to_string(), |number| number.to_string()),
    }
}
