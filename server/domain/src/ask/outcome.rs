//! What a step came to.

use protocol::ask::{AskTable, Assumption, Clarification, StepView};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Kept under `step_<number>` when the step has ended.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StepOutcome {
    pub number: u32,
    /// Its rows, at most [`super::MOST_ROWS`]; a formula, a fact or a quote is one row with one column `value`.
    #[serde(default)]
    pub table: AskTable,
    /// The database that answered.
    #[serde(default)]
    pub database: String,
    /// The query as it ran, after mending.
    #[serde(default)]
    pub sql: Option<String>,
    /// The words of a document, checked to stand there.
    #[serde(default)]
    pub quote: Option<String>,
    /// Why there is no result.
    #[serde(default)]
    pub error: Option<String>,
    /// The limit of the ask that kept it from beginning, as "60 queries".
    #[serde(default)]
    pub stopped: Option<String>,
    /// Attempts before the one that counts.
    #[serde(default)]
    pub attempts: Vec<Attempt>,
    #[serde(default)]
    pub warnings: Vec<String>,
    /// It was worked out from rows that were cut off: its values are of a part, and prove nothing.
    #[serde(default)]
    pub of_cut_rows: bool,
    /// Its checks found that it may say something else than what was meant: it is shown with a warning, and decides no claim.
    #[serde(default)]
    pub doubtful: bool,
    /// What was taken for granted while it ran, as a value that was read as another one.
    #[serde(default)]
    pub assumptions: Vec<Assumption>,
    /// What has to be asked before it can be carried out: it has no result then, and is done again with the answers.
    #[serde(skip)]
    pub unclear: Vec<Clarification>,
    /// What mending it by a model took.
    #[serde(default)]
    pub cost: protocol::ask::AskCost,
    #[serde(default)]
    pub elapsed_ms: u64,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attempt {
    pub sql: String,
    pub error: String,
}

/// About how many bytes rows have as JSON.
#[must_use]
pub fn weigh_rows(rows: &[Vec<Value>]) -> usize {
    rows.iter().map(|row| 2 + row.iter().map(|value| weigh_value(value) + 1).sum::<usize>()).sum()
}

/// The same of one value.
#[must_use]
pub fn weigh_value(value: &Value) -> usize {
    match value {
        Value::Null | Value::Bool(_) => 5,
        Value::Number(_) => 12,
        Value::String(text) => text.len() + 2,
        Value::Array(items) => items.iter().map(|item| weigh_value(item) + 1).sum::<usize>() + 2,
        Value::Object(fields) => fields.iter().map(|(name, value)| name.len() + 4 + weigh_value(value)).sum::<usize>() + 2,
    }
}

impl StepOutcome {
    #[must_use]
    pub const fn is_ok(&self) -> bool {
        self.error.is_none()
    }

    /// Of a step with one value.
    #[must_use]
    pub fn of_value(number: u32, value: Value) -> Self {
        let table = AskTable {
            name: format!("step_{number}"),
            columns: vec!["value".into()],
            rows: vec![vec![value]],
            row_count: 1,
            truncated: false,
        };
        Self { number, table, ..Self::default() }
    }

    /// Of a step that did not begin any more.
    #[must_use]
    pub fn of_limit(number: u32, limit: String) -> Self {
        let error = format!("it was not begun, because the question had reached its limit of {limit}");
        Self { number, error: Some(error), stopped: Some(limit), ..Self::default() }
    }

    /// Of an ask before, as a step of this one. What it took was paid before.
    #[must_use]
    pub fn kept_as(mut self, number: u32) -> Self {
        self.table.name = format!("step_{number}");
        Self { number, cost: protocol::ask::AskCost::default(), ..self }
    }

    /// As it is followed: with its first rows.
    #[must_use]
    pub fn to_view(&self, goal: &str, action: &protocol::ask::StepAction) -> StepView {
        use protocol::{ask::StepAction, work::StepState};
        const SHOWN: usize = 20;
        let rows = self.table.rows.iter().take(SHOWN).cloned().collect();
        let table = AskTable { rows, truncated: self.table.rows.len() > SHOWN, ..self.table.clone() };
        StepView {
            number: self.number,
            goal: goal.to_owned(),
            action: action.name().to_owned(),
            state: if self.is_ok() { StepState::Done } else { StepState::Failed },
            sql: self.sql.clone(),
            tool: match action {
                StepAction::Tool { name, .. } => Some(name.clone()),
                StepAction::Call { api, operation, .. } => Some(format!("{api}.{operation}")),
                _ => None,
            },
            table: self.is_ok().then_some(table),
            error: self.error.clone(),
            failed_attempts: self.attempts.iter().map(|attempt| attempt.error.clone()).collect(),
            warnings: self.warnings.clone(),
            elapsed_ms: self.elapsed_ms,
        }
    }
}
