//! Schedules that are due start their runs. Whatever was missed while no server was there is one run, now.

use super::{begin_run_as, may_run};
use crate::Projects;
use actors::schedules::{Obstacle, Schedulable, Times, fire_due as fire_all};
use async_trait::async_trait;
use domain::{
    Failure, StoreFault,
    account::{AuditLog as _, AuditNote},
    runs::{Firing, ScheduleRow, Starting},
    tools::ProjectRow,
};
use protocol::{
    RunId, Timestamp,
    account::{Account, Role},
};
use serde_json::json;
use uuid::Uuid;

/// Starts a run of every schedule that is due, or records why not.
///
/// # Errors
/// The store's.
pub async fn fire_due(projects: &Projects) -> Result<(), Failure> {
    fire_all(projects).await
}

enum Ready {
    Yes(Box<(Account, ProjectRow)>),
    NotNow(String),
    /// Until somebody changes it.
    NoMore(String),
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

#[async_trait]
impl Schedulable for Projects {
    type Row = ScheduleRow;
    type Work = RunId;

    fn times<'a>(&self, row: &'a ScheduleRow) -> Times<'a, RunId> {
        Times {
            id: row.id.0,
            cron: &row.cron,
            timezone: &row.timezone,
            has_webhook: row.webhook.is_some(),
            next_run_at: row.next_run_at,
            starting: row.starting,
            starting_due: None,
        }
    }

    fn work(&self, id: Uuid) -> RunId {
        RunId(id)
    }

    async fn due(&self, now: Timestamp, limit: u32) -> Result<Vec<ScheduleRow>, StoreFault> {
        self.schedule_store().due_schedules(now, limit).await
    }

    async fn starting(&self, before: Timestamp, limit: u32) -> Result<Vec<ScheduleRow>, StoreFault> {
        self.schedule_store().starting_schedules(before, limit).await
    }

    async fn claim(
        &self,
        row: &ScheduleRow,
        next: Option<Timestamp>,
        firing: &Firing,
        now: Timestamp,
    ) -> Result<bool, StoreFault> {
        self.schedule_store().claim_firing(row, next, firing, now).await
    }

    async fn settle(&self, row: &ScheduleRow, starting: Starting, refused: Option<&str>) -> Result<(), StoreFault> {
        self.schedule_store().settle_firing(row, starting, refused).await
    }

    async fn obstacle(&self, row: &ScheduleRow) -> Result<Option<Obstacle>, Failure> {
        if let Some(last) = row.last_run.filter(|last| !last.status.is_over()) {
            return Ok(Some(Obstacle::Skip(format!("the run before it, {}, was still under way", last.id))));
        }
        Ok(match may_start(self, row).await? {
            Ready::Yes(..) => None,
            Ready::NotNow(why) => Some(Obstacle::Skip(why)),
            Ready::NoMore(why) => Some(Obstacle::Disable(why)),
        })
    }

    async fn begin(&self, row: &ScheduleRow, starting: Starting, _due: Timestamp) -> Result<(), Failure> {
        if self.is_begun(row, starting.run).await? {
            return Ok(());
        }
        let (account, project) = match may_start(self, row).await? {
            Ready::Yes(both) => *both,
            Ready::NotNow(why) | Ready::NoMore(why) => return Err(Failure::conflict(why)),
        };
        let audit = |run: RunId| {
            let detail = json!({"project": row.project, "schedule": row.id});
            AuditNote { action: "run.started", target: run.to_string(), about: None, detail }.entry_by(self, &account)
        };
        begin_run_as(self, &account, &project, starting.run, row.discover.clone(), audit).await
    }

    async fn is_begun(&self, row: &ScheduleRow, run: RunId) -> Result<bool, Failure> {
        Ok(self.run_store().run(row.tenant, run).await?.is_some())
    }
}
