//! Schedules and what they send: `discovery_schedules` and `webhook_deliveries`.

mod deliveries;
mod firings;
mod rows;
pub(crate) mod tables;

pub(crate) use firings::Found;

use crate::Store;
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::{AuditEntry, PageQuery},
    runs::{Delivered, DueDelivery, Firing, ScheduleRow, ScheduleStore, Starting},
};
use protocol::{ProjectId, RunId, ScheduleId, TenantId, Timestamp};
use rows::{Record, SCHEDULE};
use tables::RUNS;

#[async_trait]
impl ScheduleStore for Store {
    async fn insert_schedule(&self, row: &ScheduleRow, audit: Option<AuditEntry>) -> Result<(), StoreFault> {
        self.write_schedule(row, audit).await
    }

    async fn change_schedule(
        &self,
        row: &ScheduleRow,
        was: Timestamp,
        retimed: bool,
        audit: Option<AuditEntry>,
    ) -> Result<(), StoreFault> {
        self.rewrite_schedule(row, was, retimed, audit).await
    }

    async fn delete_schedule(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ScheduleId,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        self.remove_schedule(tenant, project, id, audit).await
    }

    async fn schedule(&self, tenant: TenantId, project: ProjectId, id: ScheduleId) -> Result<Option<ScheduleRow>, StoreFault> {
        self.find_schedule(tenant, project, id).await
    }

    async fn schedules(&self, tenant: TenantId, project: ProjectId, page: PageQuery) -> Result<Vec<ScheduleRow>, StoreFault> {
        self.page_of_schedules(tenant, project, page).await
    }

    async fn count_schedules(&self, tenant: TenantId, project: ProjectId) -> Result<u64, StoreFault> {
        self.number_of_schedules(tenant, project).await
    }

    async fn due_schedules(&self, now: Timestamp, limit: u32) -> Result<Vec<ScheduleRow>, StoreFault> {
        self.list_due::<Record>(SCHEDULE, now, limit).await?.into_iter().map(Record::row).collect()
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
