//! Schedules and what they send. What is the same for every kind is here; runs are `discovery_schedules` and `webhook_deliveries`.

mod deliveries;
mod firings;
mod rows;
pub(crate) mod tables;

pub(crate) use firings::Found;
pub(crate) use rows::Settings;

use crate::{Store, datum::Datum};
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::{AuditEntry, PageQuery},
    runs::{Delivered, DueDelivery, Firing, LastRun, ScheduleRow, ScheduleStore, Starting},
};
use protocol::{ProjectId, RunId, ScheduleId, TenantId, Timestamp, UserId, work::WorkStatus};
use serde_json::Value;
use sqlx::types::Json;
use tables::{RESTING, RUNS, Timed, select};
use uuid::Uuid;

/// With the status of its last run, and what became of telling its webhook.
const SCHEDULE: &str =
    select!("s.project_id, s.created_by, s.discover", "discovery_schedules", "discovery_runs", "webhook_deliveries");
/// In which a schedule of runs is.
const PROJECT: &str = "project_id";

#[derive(sqlx_macros::FromRow)]
struct Record {
    #[sqlx(flatten)]
    timed: Timed,
    project_id: Uuid,
    created_by: Option<Uuid>,
    discover: Json<Value>,
}

impl Record {
    fn row(self) -> Result<ScheduleRow, StoreFault> {
        let Self { timed, project_id, created_by, discover } = self;
        let last_run = timed.last()?;
        Ok(ScheduleRow {
            id: ScheduleId(timed.id),
            tenant: TenantId(timed.tenant_id),
            project: ProjectId(project_id),
            created_by: created_by.map(UserId),
            enabled: timed.enabled,
            discover: serde_json::from_value(discover.0).map_err(|error| StoreFault::Corrupt(error.to_string()))?,
            webhook: timed.webhook(),
            next_run_at: timed.next_run_at.map(|at| at.0),
            starting: timed.starting(RunId),
            last_run: last_run.map(|(id, at, status)| LastRun {
                id: RunId(id),
                status: status.unwrap_or(WorkStatus::Pending),
                at,
            }),
            skipped: timed.skipped(),
            delivery: timed.delivery()?,
            created_at: timed.created_at.0,
            updated_at: timed.updated_at.0,
            cron: timed.cron,
            timezone: timed.timezone,
        })
    }
}

fn discover(row: &ScheduleRow) -> Result<Value, StoreFault> {
    serde_json::to_value(&row.discover).map_err(|error| StoreFault::Refused(error.to_string()))
}

fn settings<'a>(row: &'a ScheduleRow, discover: &'a Value) -> Settings<'a> {
    Settings {
        id: row.id.0,
        tenant: row.tenant,
        cron: &row.cron,
        timezone: &row.timezone,
        enabled: row.enabled,
        webhook: row.webhook.as_ref(),
        next_run_at: row.next_run_at,
        created_at: row.created_at,
        updated_at: row.updated_at,
        made: vec![(PROJECT, Datum::id(row.project.0))],
        own: vec![("created_by", Datum::id(row.created_by.map(|user| user.0))), ("discover", Datum::json(discover))],
    }
}

#[async_trait]
impl ScheduleStore for Store {
    async fn insert_schedule(&self, row: &ScheduleRow, audit: Option<AuditEntry>) -> Result<(), StoreFault> {
        self.write_schedule(&RUNS, settings(row, &discover(row)?), None, audit).await
    }

    async fn change_schedule(
        &self,
        row: &ScheduleRow,
        was: Timestamp,
        retimed: bool,
        audit: Option<AuditEntry>,
    ) -> Result<(), StoreFault> {
        self.rewrite_schedule(&RUNS, settings(row, &discover(row)?), (was, retimed), None, audit).await
    }

    async fn delete_schedule(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ScheduleId,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        self.remove_schedule(&RUNS, (tenant, id.0), Some((PROJECT, project.0)), audit).await
    }

    async fn schedule(&self, tenant: TenantId, project: ProjectId, id: ScheduleId) -> Result<Option<ScheduleRow>, StoreFault> {
        let found = self.find_schedule::<Record>(SCHEDULE, tenant, &[("id", id.0), (PROJECT, project.0)]).await?;
        found.map(Record::row).transpose()
    }

    async fn schedules(&self, tenant: TenantId, project: ProjectId, page: PageQuery) -> Result<Vec<ScheduleRow>, StoreFault> {
        let records = self.list_schedules::<Record>(SCHEDULE, tenant, Some((PROJECT, project.0)), page).await?;
        records.into_iter().map(Record::row).collect()
    }

    async fn count_schedules(&self, tenant: TenantId, project: ProjectId) -> Result<u64, StoreFault> {
        self.number_of_schedules(&RUNS, tenant, (PROJECT, project.0)).await
    }

    async fn due_schedules(&self, now: Timestamp, limit: u32) -> Result<Vec<ScheduleRow>, StoreFault> {
        self.list_due::<Record>((SCHEDULE, RESTING), now, limit).await?.into_iter().map(Record::row).collect()
    }

    async fn starting_schedules(&self, before: Timestamp, limit: u32) -> Result<Vec<ScheduleRow>, StoreFault> {
        self.list_starting::<Record>(SCHEDULE, before, limit).await?.into_iter().map(Record::row).collect()
    }

    async fn claim_firing(
        &self,
        row: &ScheduleRow,
        next: Option<Timestamp>,
        firing: &Firing,
        now: Timestamp,
    ) -> Result<bool, StoreFault> {
        let found = Found { tenant: row.tenant, id: row.id.0, enabled: row.enabled, due: row.next_run_at };
        self.write_firing(&RUNS, found, next, (firing, now)).await
    }

    async fn settle_firing(&self, row: &ScheduleRow, starting: Starting, refused: Option<&str>) -> Result<(), StoreFault> {
        self.write_settled_firing(&RUNS, (row.tenant, row.id.0), starting, refused).await
    }

    async fn due_deliveries(&self, now: Timestamp, limit: u32) -> Result<Vec<DueDelivery>, StoreFault> {
        self.list_due_deliveries(&RUNS, (now, limit), (ScheduleId, RunId)).await
    }

    async fn claim_delivery(&self, row: &DueDelivery, until: Timestamp) -> Result<bool, StoreFault> {
        self.write_claimed_delivery(&RUNS, row, until).await
    }

    async fn settle_delivery(&self, row: &DueDelivery, ended: &Delivered, now: Timestamp) -> Result<(), StoreFault> {
        self.write_settled_delivery(&RUNS, row, ended, now).await
    }
}
