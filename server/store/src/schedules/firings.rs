//! Schedules that are due: one node takes each, and a run that was to be started is not forgotten.

use super::rows::{Record, SCHEDULE};
use crate::{
    Store,
    columns::{At, text},
    faults::fault,
    pools::{read, transaction},
};
use domain::{
    StoreFault,
    runs::{Firing, ScheduleRow, Starting},
};
use protocol::Timestamp;
use sqlx::QueryBuilder;

impl Store {
    pub(super) async fn list_due_schedules(&self, now: Timestamp, limit: u32) -> Result<Vec<ScheduleRow>, StoreFault> {
        let records: Vec<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(SCHEDULE);
            sql.push("s.next_run_at <= ").push_bind(At(now));
            sql.push(" ORDER BY s.next_run_at, s.id LIMIT ").push_bind(i64::from(limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(Record::row).collect()
    }

    pub(super) async fn list_starting_schedules(&self, before: Timestamp, limit: u32) -> Result<Vec<ScheduleRow>, StoreFault> {
        let records: Vec<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(SCHEDULE);
            sql.push("s.starting_since < ").push_bind(At(before));
            sql.push(" ORDER BY s.starting_since, s.id LIMIT ").push_bind(i64::from(limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(Record::row).collect()
    }

    pub(super) async fn write_firing(
        &self,
        row: &ScheduleRow,
        next: Option<Timestamp>,
        firing: &Firing,
        now: Timestamp,
    ) -> Result<bool, StoreFault> {
        const START: &str = "UPDATE discovery_schedules SET next_run_at = $4, starting_run_id = $5, starting_since = $6 \
            WHERE tenant_id = $1 AND id = $2 AND next_run_at = $3 AND starting_run_id IS NULL";
        const SKIP: &str = "UPDATE discovery_schedules SET next_run_at = $4, enabled = $5, skipped_at = $6, skipped_why = $7 \
            WHERE tenant_id = $1 AND id = $2 AND next_run_at = $3";
        const DELIVERY: &str = "INSERT INTO webhook_deliveries \
            (id, tenant_id, schedule_id, run_id, state, attempts, next_at, created_at, updated_at) \
            VALUES ($1, $2, $3, $4, 'pending', 0, $5, $5, $5)";
        let was = row.next_run_at.map(At);
        Ok(transaction!(self.pools(), |on, _dialect| {
            let (sql, next) = match firing {
                Firing::Start { .. } => (START, next),
                Firing::Skip(_) => (SKIP, next),
                Firing::Disable(_) => (SKIP, None),
            };
            let claim = sqlx::query(sql).bind(row.tenant.0).bind(row.id.0).bind(was).bind(next.map(At));
            let claim = match firing {
                Firing::Start { run, .. } => claim.bind(run.0).bind(At(now)),
                Firing::Skip(why) => claim.bind(row.enabled).bind(At(now)).bind(text(why)),
                Firing::Disable(why) => claim.bind(false).bind(At(now)).bind(text(why)),
            };
            let won = claim.execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if won && let Firing::Start { run, delivery: Some(delivery) } = firing {
                let query = sqlx::query(DELIVERY).bind(*delivery).bind(row.tenant.0).bind(row.id.0).bind(run.0).bind(At(now));
                query.execute(&mut *on).await.map_err(fault)?;
            }
            won
        }))
    }

    pub(super) async fn write_settled_firing(
        &self,
        row: &ScheduleRow,
        starting: Starting,
        refused: Option<&str>,
    ) -> Result<(), StoreFault> {
        const STARTED: &str = "UPDATE discovery_schedules SET last_run_id = starting_run_id, last_run_at = starting_since, \
            starting_run_id = NULL, starting_since = NULL WHERE tenant_id = $1 AND id = $2 AND starting_run_id = $3";
        const REFUSED: &str = "UPDATE discovery_schedules SET skipped_at = starting_since, skipped_why = $4, \
            starting_run_id = NULL, starting_since = NULL WHERE tenant_id = $1 AND id = $2 AND starting_run_id = $3";
        const DELIVERY: &str = "DELETE FROM webhook_deliveries WHERE tenant_id = $1 AND schedule_id = $2 AND run_id = $3";
        let (tenant, id, run) = (row.tenant.0, row.id.0, starting.run.0);
        transaction!(self.pools(), |on, _dialect| {
            let query = sqlx::query(if refused.is_some() { REFUSED } else { STARTED }).bind(tenant).bind(id).bind(run);
            let query = if let Some(why) = refused { query.bind(text(why)) } else { query };
            query.execute(&mut *on).await.map_err(fault)?;
            if refused.is_some() {
                sqlx::query(DELIVERY).bind(tenant).bind(id).bind(run).execute(&mut *on).await.map_err(fault)?;
            }
        });
        Ok(())
    }
}
