//! Schedules, written and described in one place.

use domain::runs::{Delivery, MASK, ScheduleRow, Skipped, Webhook};
use protocol::{
    Timestamp,
    run::{ExplorerChoice, RunBudget, RunRequest},
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// When a project is explored by itself.
#[derive(Serialize, ToSchema)]
pub(crate) struct Schedule {
    id: Uuid,
    project_id: Uuid,
    /// Minute, hour, day of the month, month, day of the week.
    #[schema(example = "0 8 * * 1")]
    cron: String,
    /// By whose clock.
    #[schema(example = "Europe/Berlin")]
    timezone: String,
    enabled: bool,
    discover: ScheduledRun,
    webhook: Option<ScheduleWebhook>,
    /// `null` while it is not enabled.
    #[schema(format = DateTime)]
    next_run_at: Option<String>,
    last_run: Option<LastRun>,
    /// The last time that it was due and started no run.
    skipped: Option<SkippedRun>,
    /// In whose name its runs are started; `null` once that person was removed.
    created_by: Option<Uuid>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    updated_at: String,
}

/// What each run of a schedule is to do.
#[derive(Serialize, ToSchema)]
pub(crate) struct ScheduledRun {
    goal: String,
    areas: Vec<String>,
    max_steps: u32,
    min_steps: u32,
    #[schema(value_type = String, example = "auto")]
    explorer: ExplorerChoice,
    budget: ScheduledBudget,
    session_id: Option<Uuid>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ScheduledBudget {
    usd: Option<f64>,
    queries: Option<u32>,
    minutes: Option<u32>,
}

/// Where it is told what became of each run.
#[derive(Serialize, ToSchema)]
pub(crate) struct ScheduleWebhook {
    url: String,
    /// Eight asterisks in place of the secret, `null` where there is none. Sent back, they keep it.
    secret: Option<&'static str>,
    /// How telling it of the last run went.
    last_delivery: Option<LastDelivery>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LastDelivery {
    /// `pending`, `delivered` or `failed`; of a search also `nothing_new`: then nothing was sent.
    #[schema(example = "delivered")]
    status: &'static str,
    /// At most 3.
    attempts: u32,
    error: Option<String>,
    #[schema(format = DateTime)]
    at: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct LastRun {
    id: Uuid,
    #[schema(example = "completed")]
    status: &'static str,
    /// When it was started.
    #[schema(format = DateTime)]
    at: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct SkippedRun {
    #[schema(format = DateTime)]
    at: String,
    why: String,
}

fn at(time: Timestamp) -> String {
    time.to_rfc3339()
}

impl Schedule {
    pub(crate) fn new(row: ScheduleRow) -> Self {
        let delivery = row.delivery;
        Self {
            id: row.id.0,
            project_id: row.project.0,
            cron: row.cron,
            timezone: row.timezone,
            enabled: row.enabled,
            discover: ScheduledRun::new(row.discover),
            webhook: row.webhook.map(|webhook| ScheduleWebhook::new(webhook, delivery)),
            next_run_at: row.next_run_at.map(at),
            last_run: row.last_run.map(|run| LastRun { id: run.id.0, status: run.status.name(), at: at(run.at) }),
            skipped: row.skipped.map(|Skipped { at: time, why }| SkippedRun::new(time, why)),
            created_by: row.created_by.map(|user| user.0),
            created_at: at(row.created_at),
            updated_at: at(row.updated_at),
        }
    }
}

impl ScheduledRun {
    fn new(request: RunRequest) -> Self {
        let RunRequest { goal, areas, max_steps, min_steps, explorer, budget, session_id, .. } = request;
        let RunBudget { usd, queries, minutes } = budget;
        Self {
            goal,
            areas,
            max_steps,
            min_steps,
            explorer,
            budget: ScheduledBudget { usd, queries, minutes },
            session_id: session_id.map(|id| id.0),
        }
    }
}

impl SkippedRun {
    pub(super) fn new(time: Timestamp, why: String) -> Self {
        Self { at: at(time), why }
    }
}

impl ScheduleWebhook {
    pub(super) fn new(webhook: Webhook, delivery: Option<Delivery>) -> Self {
        let last_delivery = delivery.map(|one| LastDelivery {
            status: one.state.name(),
            attempts: one.attempts,
            error: one.error,
            at: at(one.at),
        });
        Self { url: webhook.url, secret: webhook.secret_id.map(|_| MASK), last_delivery }
    }
}
