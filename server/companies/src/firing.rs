//! Schedules of searches that are due start them. Whatever was missed while no server was there is one search, now.

use crate::{Companies, searching};
use domain::{
    Failure,
    account::AuditLog as _,
    companies::CompanyScheduleRow,
    runs::{Firing, Starting},
};
use protocol::{CompanySearchId, Timestamp, account::Account};

/// Schedules of one look.
const AT_ONCE: u32 = 50;
/// A search that was to be started so long ago and is not there was forgotten by a server that ended.
const FORGOTTEN: i64 = 20_000_000;
/// Companies that one has seen and that a search leaves out; the newest count.
const MOST_SEEN: u32 = 10_000;

type StartingSearch = Starting<CompanySearchId>;

/// Whom this person was shown, by their own searches and by those of schedules: what a search for news leaves out.
///
/// # Errors
/// The store's.
pub async fn seen_ids(companies: &Companies, who: &Account) -> Result<Vec<String>, Failure> {
    let seen = companies.store().seen_companies(who.tenant_id, who.user_id, MOST_SEEN, None).await?;
    Ok(seen.into_iter().map(|one| one.entity).collect())
}

/// Starts a search of every schedule that is due, or records why not.
///
/// # Errors
/// The store's.
pub async fn fire_due(companies: &Companies) -> Result<(), Failure> {
    let store = companies.schedules();
    let now = companies.now();
    for row in store.starting_company_schedules(Timestamp(now.0 - FORGOTTEN), AT_ONCE).await? {
        if let Some(starting) = row.starting {
            log(&row, settle(companies, &row, starting, row.starting_due).await);
        }
    }
    for row in store.due_company_schedules(now, AT_ONCE).await? {
        log(&row, fire(companies, &row, now).await);
    }
    Ok(())
}

/// One that fails keeps no other from its search.
fn log(row: &CompanyScheduleRow, fired: Result<(), Failure>) {
    if let Err(failure) = fired {
        tracing::warn!(schedule = %row.id, %failure, "a schedule of searches that is due waits for the next look");
    }
}

async fn fire(companies: &Companies, row: &CompanyScheduleRow, now: Timestamp) -> Result<(), Failure> {
    let firing = match obstacle(companies, row).await? {
        Some(why) => Firing::Skip(why),
        None => {
            let delivery = row.webhook.is_some().then(|| companies.id());
            Firing::Start { run: CompanySearchId(companies.id()), delivery }
        }
    };
    let (firing, next) = firing.timed((&row.cron, &row.timezone), now);
    if !companies.schedules().claim_company_firing(row, next, &firing, now).await? {
        return Ok(());
    }
    match firing {
        Firing::Start { run, .. } => settle(companies, row, Starting { run, since: now }, row.next_run_at).await,
        Firing::Skip(why) | Firing::Disable(why) => {
            tracing::info!(schedule = %row.id, why, "a schedule was due and started no search");
            Ok(())
        }
    }
}

/// Why it starts nothing now.
async fn obstacle(companies: &Companies, row: &CompanyScheduleRow) -> Result<Option<String>, Failure> {
    if row.starting.is_some() {
        return Ok(Some("the search before it is still being started".into()));
    }
    if let Some(last) = row.last.filter(|last| !last.status.is_over()) {
        return Ok(Some(format!("the search before it, {}, was still under way", last.id)));
    }
    let account = searching::account(companies, row.tenant, row.user).await?;
    Ok(account.is_none().then(only_reads))
}

fn only_reads() -> String {
    "whoever it searches for may only read now".into()
}

/// Starts the search that a schedule is to have, unless it is there already.
async fn settle(
    companies: &Companies,
    row: &CompanyScheduleRow,
    starting: StartingSearch,
    due: Option<Timestamp>,
) -> Result<(), Failure> {
    let store = companies.schedules();
    let Err(failure) = begin(companies, row, starting.run, due.unwrap_or(starting.since)).await else {
        return Ok(store.settle_company_firing(row, starting, None).await?);
    };
    if companies.store().company_search(row.tenant, starting.run).await?.is_some() {
        return Ok(store.settle_company_firing(row, starting, None).await?);
    }
    if failure.may_pass() {
        tracing::warn!(schedule = %row.id, %failure, "a search of a schedule could not be started yet");
        return Ok(());
    }
    tracing::info!(schedule = %row.id, why = failure.detail, "a search of a schedule was refused");
    Ok(store.settle_company_firing(row, starting, Some(&failure.detail)).await?)
}

async fn begin(companies: &Companies, row: &CompanyScheduleRow, search: CompanySearchId, due: Timestamp) -> Result<(), Failure> {
    if companies.store().company_search(row.tenant, search).await?.is_some() {
        return Ok(());
    }
    let account = searching::account(companies, row.tenant, row.user).await?;
    let account = account.ok_or_else(|| Failure::conflict(only_reads()))?;
    let mut request = row.request.clone();
    request.request_id = row.request_id(due);
    request.exclude.extend(seen_ids(companies, &account).await?);
    request.exclude.sort_unstable();
    request.exclude.dedup();
    searching::begin_search_as(companies, &account, search, request).await
}
