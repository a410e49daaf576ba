//! "Unpaid", where a column says whether something is paid.

use super::{Col, Schema, WORDS};
use crate::tools::{catalog::stems, search::words::stem, warehouse::literal};
use serde_json::Value;

impl Schema<'_> {
    /// How columns of texts say no to what is named behind a beginning that denies it.
    pub(in crate::tools) fn denied(&self, word: &str) -> Vec<(Col, String)> {
        let rests: Vec<Vec<String>> =
            WORDS.denying.iter().filter_map(|begin| word.strip_prefix(begin.as_str())).map(|rest| vec![stem(rest)]).collect();
        if rests.is_empty() {
            return Vec::new();
        }
        let no = |col: Col| {
            let column = self.column(col);
            let nos = if rests.contains(&stems(&column.name)) { column.truths(false) } else { Vec::new() };
            let mut samples = column.samples.iter().filter_map(Value::as_str).filter(|sample| nos.contains(&literal(sample)));
            // Of several ways to write it one alone would leave out the others.
            let sample = samples.next().filter(|_| samples.next().is_none())?;
            Some((col, sample.to_owned()))
        };
        (0..self.tables.len()).flat_map(|table| self.columns(table)).filter_map(no).collect()
    }
}
