//! Schedules of kept answers as people make and change them.

use crate::{
    Asks,
    questions::{LONGEST_NAME, checked_expected, find_ask},
};
use actors::{
    schedules::{TimesDraft, TimesKept},
    webhooks::{WebhookDraft, seal, unseal},
};
use domain::{
    Failure, Fault, StoreFault,
    account::{AuditLog as _, AuditNote, PageQuery},
    ask::{AskResultRow, AskRow, AskScheduleRow, MOST_ASK_SCHEDULES, SavedAsk},
    tools::one_line,
};
use protocol::{
    AskId, AskScheduleId, TenantId, Timestamp, UserId,
    account::{Account, Role},
};
use serde_json::{Value, json};

/// What somebody wrote of a schedule. What is not there stays as it is.
#[derive(Debug, Default)]
pub struct ScheduleDraft {
    pub times: TimesDraft,
    /// `Some(None)` takes it away.
    pub webhook: Option<Option<WebhookDraft>>,
    /// The name by which the answer is kept.
    pub name: Option<String>,
    /// What is expected of it; `Some(None)` takes it away.
    pub expected: Option<Option<Value>>,
}

/// One's own, newest first; with `all` an administrator's of the tenant.
///
/// # Errors
/// The store's.
pub async fn ask_schedules(asks: &Asks, who: &Account, all: bool, page: PageQuery) -> Result<Vec<AskScheduleRow>, Failure> {
    let only = (!all || who.role < Role::Admin).then_some(who.user_id);
    Ok(asks.schedules().ask_schedules(who.tenant_id, only, page).await?)
}

/// The version of a person's list.
///
/// # Errors
/// The store's.
pub async fn ask_schedules_version(asks: &Asks, tenant: TenantId, user: UserId) -> Result<String, StoreFault> {
    asks.schedules().ask_schedules_version(tenant, user).await
}

/// # Errors
/// 404, also for another person's.
pub async fn find_ask_schedule(asks: &Asks, who: &Account, id: &str) -> Result<AskScheduleRow, Failure> {
    let id: AskScheduleId = id.parse().map_err(|_| missing())?;
    let row = asks.schedules().ask_schedule(who.tenant_id, id).await?.ok_or_else(missing)?;
    if who.role < Role::Admin && row.user != who.user_id { Err(missing()) } else { Ok(row) }
}

/// When an ask of this person's is asked again, if it is.
///
/// # Errors
/// 404 for another person's ask.
pub async fn schedule_of_ask(asks: &Asks, who: &Account, ask: AskId) -> Result<Option<AskScheduleRow>, Failure> {
    find_ask(asks, who, ask).await?;
    Ok(asks.schedules().schedule_of_ask(who.tenant_id, ask).await?)
}

/// What came of it each time, newest first.
///
/// # Errors
/// The store's.
pub async fn ask_results(asks: &Asks, row: &AskScheduleRow, page: PageQuery) -> Result<Vec<AskResultRow>, Failure> {
    Ok(asks.schedules().ask_results(row.tenant, row.id, page).await?)
}

/// A new schedule of a kept answer, in its asker's name.
///
/// # Errors
/// 422 that names the field; 409 where the person has as many as they may.
pub(crate) async fn add_ask_schedule(
    asks: &Asks,
    who: &Account,
    ask: &AskRow,
    saved: SavedAsk,
    draft: ScheduleDraft,
) -> Result<AskScheduleRow, Failure> {
    let now = asks.now();
    let times = TimesKept::new(draft.times, now)?;
    let mut row = AskScheduleRow {
        id: AskScheduleId(asks.id()),
        tenant: ask.tenant,
        user: ask.user,
        ask: ask.id,
        project: ask.project,
        question: ask.question.clone(),
        name: saved.name,
        expected: saved.expected,
        cron: times.cron,
        timezone: times.timezone,
        enabled: times.enabled,
        webhook: None,
        next_run_at: times.next_run_at,
        starting: None,
        starting_due: None,
        last: None,
        skipped: None,
        delivery: None,
        created_at: now,
        updated_at: now,
    };
    if asks.schedules().count_ask_schedules(row.tenant, row.user).await? >= MOST_ASK_SCHEDULES {
        let detail = format!("a person has at most {MOST_ASK_SCHEDULES} schedules of kept answers: delete some first");
        return Err(Failure::conflict(detail));
    }
    if let Some(webhook) = draft.webhook.flatten() {
        row.webhook = Some(seal(asks, (row.tenant, &folder(&row)), None, webhook).await?);
    }
    let audit = note("ask_schedule.created", &row).entry_by(asks, who);
    if let Err(fault) = asks.schedules().insert_ask_schedule(&row, Some(audit)).await {
        unseal(asks, row.tenant, row.webhook.as_ref(), None).await;
        return Err(fault.into());
    }
    Ok(row)
}

/// It stays its asker's, whoever changes it.
///
/// # Errors
/// 422 that names the field; 409 where somebody else changed it in the meantime.
pub async fn change_ask_schedule(
    asks: &Asks,
    who: &Account,
    known: AskScheduleRow,
    draft: ScheduleDraft,
) -> Result<AskScheduleRow, Failure> {
    let (mut row, now) = (known.clone(), asks.now());
    let times = TimesKept { cron: row.cron, timezone: row.timezone, enabled: row.enabled, next_run_at: row.next_run_at };
    let (times, retimed) = times.change(draft.times, now)?;
    TimesKept { cron: row.cron, timezone: row.timezone, enabled: row.enabled, next_run_at: row.next_run_at } = times;
    if let Some(name) = draft.name {
        row.name = one_line("name", &name, LONGEST_NAME)?;
    }
    if let Some(expected) = draft.expected {
        row.expected = checked_expected(expected)?;
    }
    row.updated_at = Timestamp(now.0.max(known.updated_at.0 + 1));
    match draft.webhook {
        None => {}
        Some(None) => row.webhook = None,
        Some(Some(webhook)) => {
            row.webhook = Some(seal(asks, (row.tenant, &folder(&row)), known.webhook.as_ref(), webhook).await?);
        }
    }
    let audit = note("ask_schedule.changed", &row).entry_by(asks, who);
    let written = asks.schedules().change_ask_schedule(&row, known.updated_at, retimed, Some(audit)).await;
    if let Err(fault) = written {
        unseal(asks, row.tenant, row.webhook.as_ref(), known.webhook.as_ref()).await;
        return Err(fault.into());
    }
    Ok(row)
}

/// The answer stays kept; what came of it so far is deleted.
///
/// # Errors
/// 404, or the store's.
pub async fn remove_ask_schedule(asks: &Asks, who: &Account, row: &AskScheduleRow) -> Result<(), Failure> {
    let audit = note("ask_schedule.deleted", row).entry_by(asks, who);
    let gone = asks.schedules().delete_ask_schedule(row.tenant, row.id, Some(audit)).await?;
    if gone { Ok(()) } else { Err(missing()) }
}

/// What is wrong with a part lies in this field.
pub(crate) fn within(field: &str, failure: Failure) -> Failure {
    let faults = failure.faults.into_iter().map(|fault| Fault::new(format!("{field}.{}", fault.field), fault.message));
    Failure { faults: faults.collect(), ..failure }
}

fn missing() -> Failure {
    Failure::not_found("there is no such schedule")
}

fn note(action: &'static str, row: &AskScheduleRow) -> AuditNote<'static> {
    let detail = json!({"cron": row.cron, "timezone": row.timezone, "enabled": row.enabled});
    AuditNote { action, target: row.id.to_string(), about: Some(row.user), detail }
}

/// With the project all that is in here is deleted.
fn folder(row: &AskScheduleRow) -> String {
    format!("project/{}/webhook", row.project)
}
