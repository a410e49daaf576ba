//! Schedules that are due start their runs. Whatever was missed while no server was there is one run, now.

use super::{begin_run_as, may_run};
use crate::Projects;
use domain::{
    Failure,
    account::{AuditLog as _, AuditNote},
    runs::{Firing, ScheduleRow, Starting},
    tools::ProjectRow,
};
use protocol::{
    RunId, Timestamp,
    account::{Account, Role},
};
use serde_json::json;

/// Schedules of one look.
const AT_ONCE: u32 = 50;
/// A run that was to be started so long ago and is not there was forgotten by a server that ended.
const FORGOTTEN: i64 = 20_000_000;

/// Starts a run of every schedule that is due, or records why not.
///
/// # Errors
/// The store's.
pub async fn fire_due(projects: &Projects) -> Result<(), Failure> {
    let store = projects.schedule_store();
    let now = projects.now();
    for row in store.starting_schedules(Timestamp(now.0 - FORGOTTEN), AT_ONCE).await? {
        if let Some(starting) = row.starting {
            log(&row, settle(projects, &row, starting).await);
        }
    }
    for row in store.due_schedules(now, AT_ONCE).await? {
        log(&row, fire(projects, &row, now).await);
    }
    Ok(())
}

/// One that fails keeps no other from its run.
fn log(row: &ScheduleRow, fired: Result<(), Failure>) {
    if let Err(failure) = fired {
        tracing::warn!(schedule = %row.id, %failure, "a schedule that is due waits for the next look");
    }
}

async fn fire(projects: &Projects, row: &ScheduleRow, now: Timestamp) -> Result<(), Failure> {
    let firing = match ready(projects, row).await? {
        Ready::Yes(..) => {
            let delivery = row.webhook.is_some().then(|| projects.id());
            Firing::Start { run: RunId(projects.id()), delivery }
        }
        Ready::NotNow(why) => Firing::Skip(why),
        Ready::NoMore(why) => Firing::Disable(why),
    };
    let (firing, next) = firing.timed((&row.cron, &row.timezone), now);
    if !projects.schedule_store().claim_firing(row, next, &firing, now).await? {
        return Ok(());
    }
    match firing {
        Firing::Start { run, .. } => settle(projects, row, Starting { run, since: now }).await,
        Firing::Skip(why) | Firing::Disable(why) => {
            tracing::info!(schedule = %row.id, why, "a schedule was due and started no run");
            Ok(())
        }
    }
}

enum Ready {
    Yes(Box<(Account, ProjectRow)>),
    NotNow(String),
    /// Until somebody changes it.
    NoMore(String),
}

async fn ready(projects: &Projects, row: &ScheduleRow) -> Result<Ready, Failure> {
    if row.starting.is_some() {
        return Ok(Ready::NotNow("the run before it is still being started".into()));
    }
    if let Some(last) = row.last_run.filter(|last| !last.status.is_over()) {
        return Ok(Ready::NotNow(format!("the run before it, {}, was still under way", last.id)));
    }
    may_start(projects, row).await
}

/// Whether a run can be started at all, and in whose name.
async fn may_start(projects: &Projects, row: &ScheduleRow) -> Result<Ready, Failure> {
    let Some(project) = projects.project_store().project(row.tenant, row.project).await? else {
        return Ok(Ready::NoMore("the project is gone".into()));
    };
    let user = match row.created_by {
        Some(id) => projects.accounts().user(id).await?.filter(|user| user.tenant == row.tenant),
        None => None,
    };
    let Some(user) = user else {
        let why = "the person in whose name it started runs was removed: enable it again to have runs started in your name";
        return Ok(Ready::NoMore(why.into()));
    };
    if user.role < Role::Member {
        let why = "the person in whose name it starts runs may only read now: delete it, and let a member make a new one";
        return Ok(Ready::NotNow(why.into()));
    }
    if let Err(failure) = may_run(&project) {
        return Ok(Ready::NotNow(failure.detail));
    }
    let tenant = projects.accounts().tenant(row.tenant).await?;
    let account = Account {
        user_id: user.id,
        tenant_id: row.tenant,
        tenant_slug: tenant.map(|tenant| tenant.slug).unwrap_or_default(),
        name: user.name,
        email: user.email,
        role: user.role,
    };
    Ok(Ready::Yes(Box::new((account, project))))
}

/// Starts the run that a schedule is to have, unless it is there already.
async fn settle(projects: &Projects, row: &ScheduleRow, starting: Starting) -> Result<(), Failure> {
    let store = projects.schedule_store();
    let begun = match begin(projects, row, starting.run).await {
        Ok(()) => return Ok(store.settle_firing(row, starting, None).await?),
        Err(failure) => failure,
    };
    if projects.run_store().run(row.tenant, starting.run).await?.is_some() {
        return Ok(store.settle_firing(row, starting, None).await?);
    }
    if begun.may_pass() {
        tracing::warn!(schedule = %row.id, failure = %begun, "a run of a schedule could not be started yet");
        return Ok(());
    }
    tracing::info!(schedule = %row.id, why = begun.detail, "a run of a schedule was refused");
    Ok(store.settle_firing(row, starting, Some(&begun.detail)).await?)
}

async fn begin(projects: &Projects, row: &ScheduleRow, run: RunId) -> Result<(), Failure> {
    if projects.run_store().run(row.tenant, run).await?.is_some() {
        return Ok(());
    }
    let (account, project) = match may_start(projects, row).await? {
        Ready::Yes(both) => *both,
        Ready::NotNow(why) | Ready::NoMore(why) => return Err(Failure::conflict(why)),
    };
    let audit = |run: RunId| {
        let detail = json!({"project": row.project, "schedule": row.id});
        AuditNote { action: "run.started", target: run.to_string(), about: None, detail }.entry_by(projects, &account)
    };
    begin_run_as(projects, &account, &project, run, row.discover.clone(), audit).await
}
