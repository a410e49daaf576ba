//! What a question is answered with.

use super::{AskTable, NodeStatus, ProofNode, Verdict};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Sentences; Markdown with quotes as `> …`. Every number and quote in it stands in the proof or a table.
    pub text: String,
    /// Of claims.
    #[serde(default)]
    pub verdict: Option<Verdict>,
    /// The last one is the answer; shortened to 200 rows where the whole is read by itself.
    #[serde(default)]
    pub tables: Vec<AskTable>,
    #[serde(default)]
    pub premises: Vec<ProofNode>,
    #[serde(default)]
    pub inferences: Vec<ProofNode>,
    #[serde(default)]
    pub assumptions: Vec<Assumption>,
    #[serde(default)]
    pub chart: Option<Chart>,
    /// Questions that follow naturally.
    #[serde(default)]
    pub follow_ups: Vec<String>,
    /// Where it could not be answered: what may help instead.
    #[serde(default)]
    pub guided: Option<GuidedQuery>,
    #[serde(default)]
    pub offers: Vec<Offer>,
    /// What a person should know: checks that were not met, parts that failed.
    #[serde(default)]
    pub warnings: Vec<String>,
}

impl Answer {
    /// Whether it answers what was asked. Where no value was found out, or fields to fill in are offered, it does not.
    #[must_use]
    pub fn is_found(&self) -> bool {
        let mut nodes = self.premises.iter().chain(&self.inferences);
        let has_values = !self.tables.is_empty() || nodes.any(|node| node.status == NodeStatus::Resolved);
        self.guided.is_none() && (self.verdict.is_some() || has_values)
    }
}

/// What was taken for granted, and can be changed with one click.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Assumption {
    /// The name of the fact by which it is changed.
    pub name: String,
    pub text: String,
    pub value: String,
    #[serde(default)]
    pub alternatives: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChartKind {
    Bars,
    Line,
}

/// A picture of the answer's table, by the places of its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chart {
    pub kind: ChartKind,
    pub label: usize,
    pub figure: usize,
}

/// A query as fields, filled as far as the question was understood; a plain form can run it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GuidedQuery {
    /// `database.table`
    pub table: String,
    /// `count`, `sum`, `average`, `highest`, `lowest`
    pub measure: String,
    /// The column that is measured; empty for a count.
    #[serde(default)]
    pub of: String,
    /// The column by which it is grouped; empty for one figure.
    #[serde(default)]
    pub by: String,
    /// `column = value`, as far as it was understood.
    #[serde(default)]
    pub filter_column: String,
    #[serde(default)]
    pub filter_value: String,
    /// The column of time with its first and last day, `YYYY-MM-DD`.
    #[serde(default)]
    pub time_column: String,
    #[serde(default)]
    pub from: String,
    #[serde(default)]
    pub to: String,
}

/// Something of the project that fits the question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Offer {
    /// `table`, `column`, `document`, `fact`
    pub kind: String,
    pub name: String,
    pub about: String,
}
