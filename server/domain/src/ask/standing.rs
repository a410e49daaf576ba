//! A kept answer that was asked for again, beside the time before: whether it changed, whether what is expected of it holds, and
//! whether anybody has to hear of it (seed 004, redo).

use super::rerun::{PremiseState, State, compare, is_equal};
use protocol::ask::Answer;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// How it was the last time.
#[derive(Clone, Copy, Debug)]
pub struct Before<'a> {
    /// The last one that could be given; that of the ask itself where there was none since.
    pub answer: &'a Answer,
    /// It could not be given the last time.
    pub is_gone: bool,
    /// Whether what is expected now held when it was looked at last; none where it never was.
    pub holds: Option<bool>,
}

/// What came of asking again.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    pub state: State,
    /// The first value; nothing where the answer is gone.
    pub value: Value,
    /// None where nothing is expected, or nothing can be said.
    pub holds: Option<bool>,
    /// None where nobody has to hear of it.
    pub notice: Option<Notice>,
    /// Those that are not the same.
    pub premises: Vec<PremiseState>,
}

/// Why somebody is told of a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Notice {
    /// The answer is another than the last time.
    Changed,
    /// The answer cannot be given any more.
    Gone,
    /// What is expected begins not to hold.
    CheckFailed,
    /// What is expected holds again.
    CheckHolds,
}

impl Notice {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Gone => "gone",
            Self::CheckFailed => "check_failed",
            Self::CheckHolds => "check_holds",
        }
    }
}

/// Total. An answer that is gone decides no check: a database that is away for an hour neither breaks nor mends one.
#[must_use]
pub fn judge(before: &Before<'_>, now: &Answer, expected: Option<&Value>) -> Judged {
    let mut rerun = compare(before.answer, now);
    let lost_table = !before.answer.tables.is_empty() && now.tables.is_empty();
    let is_gone = lost_table || rerun.premises.iter().any(|premise| premise.state == State::Gone);
    let state = match (is_gone, rerun.same && !before.is_gone) {
        (true, _) => State::Gone,
        (false, true) => State::Same,
        (false, false) => State::Changed,
    };
    rerun.premises.retain(|premise| premise.state != State::Same);
    let checked = expected.filter(|_| !is_gone).map(|expected| holds(expected, now));
    let notice = match (before.holds, checked, state) {
        (Some(true) | None, Some(false), _) => Some(Notice::CheckFailed),
        (Some(false), Some(true), _) => Some(Notice::CheckHolds),
        (_, _, State::Changed) => Some(Notice::Changed),
        (_, _, State::Gone) if !before.is_gone => Some(Notice::Gone),
        _ => None,
    };
    let value = if is_gone { Value::Null } else { first_value(now).cloned().unwrap_or_default() };
    Judged { state, value, holds: checked, notice, premises: rerun.premises }
}

/// What an answer says in short: the figure of its first row, which is the last cell; of a claim without a table there is none.
#[must_use]
pub fn first_value(answer: &Answer) -> Option<&Value> {
    answer.tables.last()?.rows.first()?.last()
}

/// Whether an answer is what is expected: its verdict, or a cell of its first row. Numbers are compared with the last number of the
/// row, within a billionth; words with every cell, whatever their case.
#[must_use]
pub fn holds(expected: &Value, answer: &Answer) -> bool {
    let row = answer.tables.last().and_then(|table| table.rows.first()).map(Vec::as_slice).unwrap_or_default();
    match expected {
        Value::Number(_) => row.iter().rev().find(|cell| cell.is_number()).is_some_and(|cell| is_equal(expected, cell)),
        Value::String(wanted) => {
            let is_wanted = |text: &str| text.trim().to_lowercase() == wanted.trim().to_lowercase();
            answer.verdict.is_some_and(|verdict| is_wanted(verdict.name()))
                || row.iter().any(|cell| cell.as_str().is_some_and(is_wanted))
        }
        other => row.last().unwrap_or(&Value::Null) == other,
    }
}

#[cfg(test)]
mod tests;
