//! Asks as the pages show them.

use app::pages::ask::calls::{AskCard, RerunLine, RerunShown, SavedShown};
use domain::ask::{AskRow, PremiseState, Rerun, SavedAsk, State};
use serde_json::Value;

pub(super) fn card(row: &AskRow) -> AskCard {
    AskCard {
        id: row.id,
        question: row.question.clone(),
        mode: row.mode,
        status: row.status,
        verdict: row.verdict,
        answer: row.answer.clone(),
        error: row.error.clone(),
        saved: row.saved.as_ref().map(|saved| saved.name.clone()),
        created_at: row.created_at,
    }
}

/// A value in a field or a cell.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

pub(super) fn saved(of: &SavedAsk) -> SavedShown {
    SavedShown { name: of.name.clone(), expected: of.expected.as_ref().map(text).unwrap_or_default() }
}

pub(super) fn rerun(of: &Rerun) -> RerunShown {
    let line = |one: &PremiseState| RerunLine {
        id: one.id.clone(),
        state: match one.state {
            State::Same => "same",
            State::Changed => "changed",
            State::Gone => "gone",
        }
        .to_owned(),
        old: one.old.clone(),
        new: one.new.clone(),
    };
    RerunShown { same: of.same, premises: of.premises.iter().map(line).collect() }
}
