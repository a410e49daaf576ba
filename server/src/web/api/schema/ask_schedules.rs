//! Schedules of kept answers, written and described in one place.

use super::schedules::{ScheduleWebhook, SkippedRun};
use domain::{
    ask::{AskResultRow, AskScheduleRow, Notice},
    runs::Skipped,
};
use protocol::ask::Verdict;
use serde::Serialize;
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

/// When a kept answer is asked for again by itself, and who is told when it is another.
#[derive(Serialize, ToSchema)]
pub(crate) struct AskSchedule {
    id: Uuid,
    /// The asker: it is asked in their name.
    user_id: Uuid,
    ask_id: Uuid,
    project_id: Uuid,
    question: String,
    /// By which the answer is kept.
    name: String,
    /// What the first value of the answer shall be; `null` where nothing is expected.
    expected: Option<Value>,
    /// Minute, hour, day of the month, month, day of the week.
    #[schema(example = "0 8 * * 1")]
    cron: String,
    /// By whose clock.
    #[schema(example = "Europe/Berlin")]
    timezone: String,
    enabled: bool,
    webhook: Option<ScheduleWebhook>,
    /// `null` while it is not enabled.
    #[schema(format = DateTime)]
    next_run_at: Option<String>,
    last_result: Option<LastAskResult>,
    /// The last time that it was due and nothing was asked.
    skipped: Option<SkippedRun>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    updated_at: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LastAskResult {
    id: Uuid,
    /// `completed`, or `failed` where the answer is gone.
    #[schema(example = "completed")]
    status: &'static str,
    /// When it was begun.
    #[schema(format = DateTime)]
    at: String,
    /// `same`, `changed` or `gone`, beside the time before.
    #[schema(example = "same")]
    state: &'static str,
    /// The first value.
    value: Value,
    /// Whether what was expected holds; `null` where nothing was, or nothing can be said.
    holds: Option<bool>,
}

/// What a kept answer came to when it was asked for again.
#[derive(Serialize, ToSchema)]
pub(crate) struct AskResult {
    id: Uuid,
    #[schema(example = "completed")]
    status: &'static str,
    #[schema(format = DateTime)]
    due_at: String,
    /// When it was there.
    #[schema(format = DateTime)]
    at: String,
    #[schema(example = "changed")]
    state: &'static str,
    /// The first value; `null` where the answer is gone.
    value: Value,
    /// Its first 500 characters.
    answer: String,
    #[schema(value_type = Option<String>)]
    verdict: Option<Verdict>,
    /// What was expected then.
    expected: Option<Value>,
    holds: Option<bool>,
    /// `changed`, `gone`, `check_failed` or `check_holds`: why a webhook is told of it; `null` where it is not.
    notice: Option<&'static str>,
    /// Premises that are not the same as the time before: `{id, state, old, new}`.
    #[schema(value_type = Vec<Object>)]
    premises: Vec<Value>,
    /// Why it could not be answered.
    error: Option<String>,
}

impl AskSchedule {
    pub(crate) fn new(row: AskScheduleRow) -> Self {
        let delivery = row.delivery;
        Self {
            id: row.id.0,
            user_id: row.user.0,
            ask_id: row.ask.0,
            project_id: row.project.0,
            question: row.question,
            name: row.name,
            expected: row.expected,
            cron: row.cron,
            timezone: row.timezone,
            enabled: row.enabled,
            webhook: row.webhook.map(|webhook| ScheduleWebhook::new(webhook, delivery)),
            next_run_at: row.next_run_at.map(|at| at.to_rfc3339()),
            last_result: row.last.map(|last| LastAskResult {
                id: last.id.0,
                status: last.status.name(),
                at: last.at.to_rfc3339(),
                state: last.state.name(),
                value: last.value,
                holds: last.holds,
            }),
            skipped: row.skipped.map(|Skipped { at, why }| SkippedRun::new(at, why)),
            created_at: row.created_at.to_rfc3339(),
            updated_at: row.updated_at.to_rfc3339(),
        }
    }
}

impl AskResult {
    pub(crate) fn new(row: AskResultRow) -> Self {
        Self {
            id: row.id.0,
            status: row.status.name(),
            due_at: row.due_at.to_rfc3339(),
            at: row.at.to_rfc3339(),
            state: row.state.name(),
            value: row.value,
            answer: row.text,
            verdict: row.verdict,
            expected: row.expected,
            holds: row.holds,
            notice: row.notice.map(Notice::name),
            premises: row.premises.iter().map(|premise| json!(premise)).collect(),
            error: row.error,
        }
    }
}
