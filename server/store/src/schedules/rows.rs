//! The rows of schedules as people make, see and change them.

use super::tables::{Timed, select};
use crate::{
    Store,
    accounts::log,
    columns::{At, count, document, text},
    faults::fault,
    pools::{newest_first, read, transaction},
};
use domain::{
    StoreFault,
    account::{AuditEntry, PageQuery},
    runs::{LastRun, ScheduleRow},
};
use protocol::{ProjectId, RunId, ScheduleId, TenantId, Timestamp, UserId, work::WorkStatus};
use serde_json::Value;
use sqlx::{QueryBuilder, types::Json};
use uuid::Uuid;

/// With the status of its last run, and what became of telling its webhook.
pub(super) const SCHEDULE: &str =
    select!("s.project_id, s.created_by, s.discover", "discovery_schedules", "discovery_runs", "webhook_deliveries");

#[derive(sqlx::FromRow)]
pub(super) struct Record {
    #[sqlx(flatten)]
    timed: Timed,
    project_id: Uuid,
    created_by: Option<Uuid>,
    discover: Json<Value>,
}

impl Record {
    pub(super) fn row(self) -> Result<ScheduleRow, StoreFault> {
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

impl Store {
    pub(super) async fn write_schedule(&self, row: &ScheduleRow, audit: Option<AuditEntry>) -> Result<(), StoreFault> {
        const SQL: &str = "INSERT INTO discovery_schedules (id, tenant_id, project_id, created_by, cron, timezone, enabled, \
            discover, webhook_url, secret_id, next_run_at, created_at, updated_at) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
        let discover = discover(row)?;
        transaction!(self.pools(), |on, _dialect| {
            sqlx::query(SQL)
                .bind(row.id.0)
                .bind(row.tenant.0)
                .bind(row.project.0)
                .bind(row.created_by.map(|user| user.0))
                .bind(text(&row.cron))
                .bind(text(&row.timezone))
                .bind(row.enabled)
                .bind(document(&discover))
                .bind(row.webhook.as_ref().map(|webhook| text(&webhook.url)))
                .bind(secret_id(row))
                .bind(row.next_run_at.map(At))
                .bind(At(row.created_at))
                .bind(At(row.updated_at))
                .execute(&mut *on)
                .await
                .map_err(fault)?;
            if let Some(audit) = &audit {
                log!(&mut *on, audit);
            }
        });
        Ok(())
    }

    pub(super) async fn rewrite_schedule(
        &self,
        row: &ScheduleRow,
        was: Timestamp,
        retimed: bool,
        audit: Option<AuditEntry>,
    ) -> Result<(), StoreFault> {
        const SECRET: &str = "DELETE FROM secrets WHERE tenant_id = $1 AND id = (SELECT secret_id FROM discovery_schedules \
            WHERE tenant_id = $1 AND id = $2 AND updated_at = $3) AND id <> $4";
        const SQL: &str = "UPDATE discovery_schedules SET created_by = $4, cron = $5, timezone = $6, enabled = $7, discover = $8, \
            webhook_url = $9, secret_id = $10, updated_at = $11 WHERE tenant_id = $1 AND id = $2 AND updated_at = $3";
        const TIME: &str = "UPDATE discovery_schedules SET next_run_at = $3 WHERE tenant_id = $1 AND id = $2";
        let discover = discover(row)?;
        transaction!(self.pools(), |on, _dialect| {
            let secret = sqlx::query(SECRET).bind(row.tenant.0).bind(row.id.0).bind(At(was));
            secret.bind(secret_id(row).unwrap_or_default()).execute(&mut *on).await.map_err(fault)?;
            let changed = sqlx::query(SQL)
                .bind(row.tenant.0)
                .bind(row.id.0)
                .bind(At(was))
                .bind(row.created_by.map(|user| user.0))
                .bind(text(&row.cron))
                .bind(text(&row.timezone))
                .bind(row.enabled)
                .bind(document(&discover))
                .bind(row.webhook.as_ref().map(|webhook| text(&webhook.url)))
                .bind(secret_id(row))
                .bind(At(row.updated_at))
                .execute(&mut *on)
                .await
                .map_err(fault)?
                .rows_affected();
            if changed != 1 {
                return Err(StoreFault::Conflict);
            }
            if retimed {
                let time = sqlx::query(TIME).bind(row.tenant.0).bind(row.id.0).bind(row.next_run_at.map(At));
                time.execute(&mut *on).await.map_err(fault)?;
            }
            if let Some(audit) = &audit {
                log!(&mut *on, audit);
            }
        });
        Ok(())
    }

    pub(super) async fn remove_schedule(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ScheduleId,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        const SECRET: &str = "DELETE FROM secrets WHERE tenant_id = $1 AND id = (SELECT secret_id FROM discovery_schedules \
            WHERE tenant_id = $1 AND project_id = $2 AND id = $3)";
        const SQL: &str = "DELETE FROM discovery_schedules WHERE tenant_id = $1 AND project_id = $2 AND id = $3";
        Ok(transaction!(self.pools(), |on, _dialect| {
            let mut gone = 0;
            for sql in [SECRET, SQL] {
                let query = sqlx::query(sql).bind(tenant.0).bind(project.0).bind(id.0);
                gone = query.execute(&mut *on).await.map_err(fault)?.rows_affected();
            }
            if let Some(audit) = audit.as_ref().filter(|_| gone == 1) {
                log!(&mut *on, audit);
            }
            gone == 1
        }))
    }

    pub(super) async fn find_schedule(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ScheduleId,
    ) -> Result<Option<ScheduleRow>, StoreFault> {
        let record: Option<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(SCHEDULE);
            sql.push("s.tenant_id = ").push_bind(tenant.0).push(" AND s.project_id = ").push_bind(project.0);
            sql.push(" AND s.id = ").push_bind(id.0);
            sql.build_query_as().fetch_optional(on).await.map_err(fault)?
        });
        record.map(Record::row).transpose()
    }

    pub(super) async fn page_of_schedules(
        &self,
        tenant: TenantId,
        project: ProjectId,
        page: PageQuery,
    ) -> Result<Vec<ScheduleRow>, StoreFault> {
        let records: Vec<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new("SELECT * FROM (");
            sql.push(SCHEDULE).push("s.tenant_id = ").push_bind(tenant.0).push(" AND s.project_id = ").push_bind(project.0);
            sql.push(") AS listed WHERE 1 = 1");
            newest_first!(sql, "created_at", page);
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(Record::row).collect()
    }

    pub(super) async fn number_of_schedules(&self, tenant: TenantId, project: ProjectId) -> Result<u64, StoreFault> {
        const SQL: &str = "SELECT COUNT(*) FROM discovery_schedules WHERE tenant_id = $1 AND project_id = $2";
        let number: i64 =
            read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).bind(project.0).fetch_one(on).await.map_err(fault)?);
        count(number)
    }
}

fn secret_id(row: &ScheduleRow) -> Option<&str> {
    row.webhook.as_ref().and_then(|webhook| webhook.secret_id.as_deref())
}
