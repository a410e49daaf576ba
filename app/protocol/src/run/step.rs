//! One step of a run, and how its query was mended.

use super::Phase;
use crate::{Timestamp, record::record};

record! {
    /// One step, as the seed's table of step types names it.
    #[derive(Clone, Debug, PartialEq)]
    pub struct RunStep {
        /// From 1, without a gap.
        pub number: u32,
        /// `query`, `lookup_schema`, `search_tables`, `complete_rejected`, `insight`, `analysis`, `validation` or `error`.
        pub kind: String,
        pub phase: Phase,
        pub at: Timestamp,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub area: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub thinking: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub purpose: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub sql: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub row_count: Option<u64>,
        pub elapsed_ms: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub message: Option<String>,
        /// `ok`, `error` or `skipped`.
        pub status: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub error: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub insight_id: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub severity: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub validation_status: Option<String>,
        /// `built_in`, or the model's name.
        pub engine: String,
        /// How a query was mended before it was answered, or given up.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub fix_history: Vec<Fix>,
        /// Of the model calls that led to it.
        #[serde(default)]
        pub input_tokens: u64,
        #[serde(default)]
        pub output_tokens: u64,
    }
}

record! {
    /// One attempt to mend a query.
    #[derive(Clone, Debug, PartialEq)]
    pub struct Fix {
        /// From 1.
        pub attempt: u32,
        pub sql_before: String,
        /// What the database said.
        pub error: String,
        pub sql_after: String,
    }
}

impl RunStep {
    /// On one line, as the command line writes it: `12 exploration query: How many … (8 rows, 14 ms)`.
    #[must_use]
    pub fn describe(&self) -> String {
        let what = [&self.purpose, &self.message, &self.thinking].into_iter().flatten().next().map_or("", String::as_str);
        let mut line = format!("{} {} {}: {what}", self.number, self.phase.name(), self.kind);
        match self.row_count {
            Some(rows) => line.push_str(&format!(" ({rows} rows, {} ms)", self.elapsed_ms)),
            None => line.push_str(&format!(" ({} ms)", self.elapsed_ms)),
        }
        if let Some(error) = &self.error {
            line.push_str(&format!(" error: {error}"));
        }
        line.replace(['\n', '\r'], " ")
    }
}
