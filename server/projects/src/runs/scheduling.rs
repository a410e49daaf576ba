//! Schedules as people make and change them.

use super::check_areas;
use crate::Projects;
use actors::{
    schedules::{TimesDraft, TimesKept},
    webhooks::{WebhookDraft, seal, unseal},
};
use domain::{
    Failure,
    account::{AuditLog as _, AuditNote, PageQuery},
    runs::{MOST_SCHEDULES, ScheduleRow},
    tools::ProjectRow,
};
use protocol::{ScheduleId, Timestamp, account::Account, run::RunRequest};
use serde_json::json;

/// Steps of a run for which nobody said how many.
const USUAL_STEPS: u32 = 100;

/// What somebody wrote of a schedule. What is not there stays as it is.
#[derive(Debug, Default)]
pub struct ScheduleDraft {
    pub times: TimesDraft,
    pub discover: Option<RunRequest>,
    /// `Some(None)` takes it away.
    pub webhook: Option<Option<WebhookDraft>>,
}

/// Of a project that the caller may see, newest first.
///
/// # Errors
/// The store's.
pub async fn schedules(projects: &Projects, project: &ProjectRow, page: PageQuery) -> Result<Vec<ScheduleRow>, Failure> {
    Ok(projects.schedule_store().schedules(project.tenant, project.id, page).await?)
}

/// # Errors
/// 404, also for another project's.
pub async fn schedule(projects: &Projects, project: &ProjectRow, id: &str) -> Result<ScheduleRow, Failure> {
    let id: ScheduleId = id.parse().map_err(|_| missing())?;
    projects.schedule_store().schedule(project.tenant, project.id, id).await?.ok_or_else(missing)
}

/// A new schedule, in whose maker's name its runs are started.
///
/// # Errors
/// 422 that names the field; 409 where the project has as many as it may.
pub async fn add_schedule(
    projects: &Projects,
    who: &Account,
    project: &ProjectRow,
    draft: ScheduleDraft,
) -> Result<ScheduleRow, Failure> {
    let id = ScheduleId(projects.id());
    let now = projects.now();
    let times = TimesKept::new(draft.times, now)?;
    let mut row = ScheduleRow {
        id,
        tenant: project.tenant,
        project: project.id,
        created_by: Some(who.user_id),
        cron: times.cron,
        timezone: times.timezone,
        enabled: times.enabled,
        discover: checked_request(projects, project, id, draft.discover.unwrap_or_default()).await?,
        webhook: None,
        next_run_at: times.next_run_at,
        starting: None,
        last_run: None,
        skipped: None,
        delivery: None,
        created_at: now,
        updated_at: now,
    };
    if projects.schedule_store().count_schedules(row.tenant, row.project).await? >= MOST_SCHEDULES {
        return Err(Failure::conflict(format!("a project has at most {MOST_SCHEDULES} schedules: delete some first")));
    }
    if let Some(webhook) = draft.webhook.flatten() {
        row.webhook = Some(seal(projects, (row.tenant, &folder(&row)), None, webhook).await?);
    }
    let audit = note("schedule.created", &row).entry_by(projects, who);
    if let Err(fault) = projects.schedule_store().insert_schedule(&row, Some(audit)).await {
        unseal(projects, row.tenant, row.webhook.as_ref(), None).await;
        return Err(fault.into());
    }
    Ok(row)
}

/// # Errors
/// 422 that names the field; 409 where somebody else changed it in the meantime.
pub async fn change_schedule(
    projects: &Projects,
    who: &Account,
    project: &ProjectRow,
    known: ScheduleRow,
    draft: ScheduleDraft,
) -> Result<ScheduleRow, Failure> {
    let (mut row, now) = (known.clone(), projects.now());
    let times = TimesKept { cron: row.cron, timezone: row.timezone, enabled: row.enabled, next_run_at: row.next_run_at };
    let (times, retimed) = times.change(draft.times, now)?;
    TimesKept { cron: row.cron, timezone: row.timezone, enabled: row.enabled, next_run_at: row.next_run_at } = times;
    if let Some(discover) = draft.discover {
        row.discover = checked_request(projects, project, row.id, discover).await?;
    }
    // Whoever takes up a schedule that nobody is left of gives it their name.
    row.created_by = row.created_by.or(Some(who.user_id));
    row.updated_at = Timestamp(now.0.max(known.updated_at.0 + 1));
    match draft.webhook {
        None => {}
        Some(None) => row.webhook = None,
        Some(Some(webhook)) => {
            row.webhook = Some(seal(projects, (row.tenant, &folder(&row)), known.webhook.as_ref(), webhook).await?);
        }
    }
    let audit = note("schedule.changed", &row).entry_by(projects, who);
    let written = projects.schedule_store().change_schedule(&row, known.updated_at, retimed, Some(audit)).await;
    if let Err(fault) = written {
        unseal(projects, row.tenant, row.webhook.as_ref(), known.webhook.as_ref()).await;
        return Err(fault.into());
    }
    Ok(row)
}

/// Runs that it started go on.
///
/// # Errors
/// 404, or the store's.
pub async fn remove_schedule(projects: &Projects, who: &Account, row: &ScheduleRow) -> Result<(), Failure> {
    let audit = note("schedule.deleted", row).entry_by(projects, who);
    let gone = projects.schedule_store().delete_schedule(row.tenant, row.project, row.id, Some(audit)).await?;
    if gone { Ok(()) } else { Err(missing()) }
}

fn missing() -> Failure {
    Failure::not_found("there is no such schedule")
}

fn note(action: &'static str, row: &ScheduleRow) -> AuditNote<'static> {
    let detail = json!({"project": row.project, "cron": row.cron, "timezone": row.timezone, "enabled": row.enabled});
    AuditNote { action, target: row.id.to_string(), about: None, detail }
}

async fn checked_request(
    projects: &Projects,
    project: &ProjectRow,
    id: ScheduleId,
    request: RunRequest,
) -> Result<RunRequest, Failure> {
    check_areas(projects, project, &request, "discover.areas").await?;
    let max_steps = if request.max_steps == 0 { USUAL_STEPS } else { request.max_steps };
    Ok(RunRequest { max_steps, schedule_id: Some(id), by_command_line: false, ..request })
}

/// With the project all that is in here is deleted.
fn folder(row: &ScheduleRow) -> String {
    format!("project/{}/webhook", row.project)
}
