//! Asks as the pages show them.

use app::pages::ask::calls::{AskCard, PipelineChoice, RerunLine, RerunShown, SavedShown, ScheduledShown};
use domain::{
    ask::{AskRow, AskScheduleRow, PremiseState, Rerun, SavedAsk},
    opportunities::PipelineRow,
};
use serde_json::Value;

pub(super) fn card(row: &AskRow) -> AskCard {
    AskCard {
        id: row.id,
        question: row.question.clone(),
        mode: row.mode,
        status: row.status,
        verdict: row.verdict,
        found: row.found,
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

pub(super) fn saved(of: &SavedAsk, schedule: Option<&AskScheduleRow>) -> SavedShown {
    let schedule = schedule.map(|row| ScheduledShown {
        id: row.id,
        cron: row.cron.clone(),
        timezone: row.timezone.clone(),
        next: row.next_run_at,
    });
    SavedShown { name: of.name.clone(), expected: of.expected.as_ref().map(text).unwrap_or_default(), schedule }
}

pub(super) fn rerun(of: &Rerun) -> RerunShown {
    let line = |one: &PremiseState| RerunLine {
        id: one.id.clone(),
        state: one.state.name().to_owned(),
        old: one.old.clone(),
        new: one.new.clone(),
    };
    RerunShown { same: of.same, premises: of.premises.iter().map(line).collect() }
}

pub(super) fn pipeline(row: PipelineRow) -> PipelineChoice {
    PipelineChoice { id: row.id, stage: row.stage, findings: row.findings, source: row.source, begun_at: row.created_at }
}
