//! Schedules of searches as people make and change them.

use crate::Companies;
use actors::{
    schedules::{TimesDraft, TimesKept},
    webhooks::{WebhookDraft, seal, unseal},
};
use domain::{
    Failure,
    account::{AuditLog as _, AuditNote, PageQuery},
    companies::{CompanyScheduleRow, MOST_COMPANY_SCHEDULES},
};
use protocol::{
    CompanyScheduleId, Timestamp,
    account::{Account, Role},
    companies::CompanyRequest,
};
use serde_json::json;

/// Characters of the name of a schedule.
const LONGEST_NAME: usize = 200;

/// What somebody wrote of a schedule. What is not there stays as it is; a new one needs a request.
#[derive(Debug, Default)]
pub struct ScheduleDraft {
    /// What is searched for, where a new one has none.
    pub name: Option<String>,
    pub times: TimesDraft,
    pub request: Option<CompanyRequest>,
    /// `Some(None)` takes it away.
    pub webhook: Option<Option<WebhookDraft>>,
}

/// One's own, newest first; with `all` an administrator's of the tenant.
///
/// # Errors
/// The store's.
pub async fn schedules(
    companies: &Companies,
    who: &Account,
    all: bool,
    page: PageQuery,
) -> Result<Vec<CompanyScheduleRow>, Failure> {
    let only = (!all || who.role < Role::Admin).then_some(who.user_id);
    Ok(companies.schedules().company_schedules(who.tenant_id, only, page).await?)
}

/// # Errors
/// 404, also for another person's.
pub async fn find_schedule(companies: &Companies, who: &Account, id: &str) -> Result<CompanyScheduleRow, Failure> {
    let id: CompanyScheduleId = id.parse().map_err(|_| missing())?;
    let row = companies.schedules().company_schedule(who.tenant_id, id).await?.ok_or_else(missing)?;
    if who.role < Role::Admin && row.user != who.user_id { Err(missing()) } else { Ok(row) }
}

/// A new schedule of this person.
///
/// # Errors
/// 422 that names the field; 409 where the person has as many as they may.
pub async fn add_schedule(companies: &Companies, who: &Account, draft: ScheduleDraft) -> Result<CompanyScheduleRow, Failure> {
    let now = companies.now();
    let times = TimesKept::new(draft.times, now)?;
    let request = draft.request.ok_or_else(|| Failure::invalid("request", "say what is to be searched for"))?;
    let mut row = CompanyScheduleRow {
        id: CompanyScheduleId(companies.id()),
        tenant: who.tenant_id,
        user: who.user_id,
        name: checked_name(draft.name)?.unwrap_or_else(|| request.query_text.chars().take(LONGEST_NAME).collect()),
        cron: times.cron,
        timezone: times.timezone,
        enabled: times.enabled,
        request: unnamed(who, request),
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
    if companies.schedules().count_company_schedules(row.tenant, row.user).await? >= MOST_COMPANY_SCHEDULES {
        let detail = format!("a person has at most {MOST_COMPANY_SCHEDULES} schedules of searches: delete some first");
        return Err(Failure::conflict(detail));
    }
    if let Some(webhook) = draft.webhook.flatten() {
        row.webhook = Some(seal(companies, (row.tenant, &folder(&row)), None, webhook).await?);
    }
    let audit = note("company_schedule.created", &row).entry_by(companies, who);
    if let Err(fault) = companies.schedules().insert_company_schedule(&row, Some(audit)).await {
        unseal(companies, row.tenant, row.webhook.as_ref(), None).await;
        return Err(fault.into());
    }
    Ok(row)
}

/// It stays its maker's, whoever changes it.
///
/// # Errors
/// 422 that names the field; 409 where somebody else changed it in the meantime.
pub async fn change_schedule(
    companies: &Companies,
    who: &Account,
    known: CompanyScheduleRow,
    draft: ScheduleDraft,
) -> Result<CompanyScheduleRow, Failure> {
    let (mut row, now) = (known.clone(), companies.now());
    let times = TimesKept { cron: row.cron, timezone: row.timezone, enabled: row.enabled, next_run_at: row.next_run_at };
    let (times, retimed) = times.change(draft.times, now)?;
    TimesKept { cron: row.cron, timezone: row.timezone, enabled: row.enabled, next_run_at: row.next_run_at } = times;
    if let Some(name) = checked_name(draft.name)? {
        row.name = name;
    }
    if let Some(request) = draft.request {
        row.request = unnamed(who, request);
    }
    row.updated_at = Timestamp(now.0.max(known.updated_at.0 + 1));
    match draft.webhook {
        None => {}
        Some(None) => row.webhook = None,
        Some(Some(webhook)) => {
            row.webhook = Some(seal(companies, (row.tenant, &folder(&row)), known.webhook.as_ref(), webhook).await?);
        }
    }
    let audit = note("company_schedule.changed", &row).entry_by(companies, who);
    let written = companies.schedules().change_company_schedule(&row, known.updated_at, retimed, Some(audit)).await;
    if let Err(fault) = written {
        unseal(companies, row.tenant, row.webhook.as_ref(), known.webhook.as_ref()).await;
        return Err(fault.into());
    }
    Ok(row)
}

/// Searches that it started go on.
///
/// # Errors
/// 404, or the store's.
pub async fn remove_schedule(companies: &Companies, who: &Account, row: &CompanyScheduleRow) -> Result<(), Failure> {
    let audit = note("company_schedule.deleted", row).entry_by(companies, who);
    let gone = companies.schedules().delete_company_schedule(row.tenant, row.id, Some(audit)).await?;
    if gone { Ok(()) } else { Err(missing()) }
}

fn missing() -> Failure {
    Failure::not_found("there is no such schedule")
}

fn note(action: &'static str, row: &CompanyScheduleRow) -> AuditNote<'static> {
    let detail = json!({"cron": row.cron, "timezone": row.timezone, "enabled": row.enabled});
    AuditNote { action, target: row.id.to_string(), about: Some(row.user), detail }
}

/// Each of its searches gets a name of its own.
fn unnamed(who: &Account, request: CompanyRequest) -> CompanyRequest {
    CompanyRequest { tenant_id: who.tenant_id.to_string(), request_id: String::new(), ..request }
}

/// What was written as a name; none where nothing was.
fn checked_name(name: Option<String>) -> Result<Option<String>, Failure> {
    let Some(name) = name.map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()) else { return Ok(None) };
    if name.chars().count() > LONGEST_NAME {
        return Err(Failure::invalid("name", format!("a name has at most {LONGEST_NAME} characters")));
    }
    if name.chars().any(char::is_control) {
        return Err(Failure::invalid("name", "a name is one line of characters that can be printed"));
    }
    Ok(Some(name))
}

fn folder(row: &CompanyScheduleRow) -> String {
    format!("company-schedule/{}/webhook", row.id)
}
