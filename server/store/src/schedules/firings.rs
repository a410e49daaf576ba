//! Schedules that are due: one node takes each, and what was to be started is not forgotten.

use super::tables::Tables;
use crate::{
    Store,
    columns::{At, text},
    faults::fault,
    pools::{read, transaction},
};
use domain::{
    StoreFault,
    runs::{Firing, Starting},
};
use protocol::{TenantId, Timestamp};
use sqlx::{AssertSqlSafe, FromRow, QueryBuilder, postgres::PgRow, sqlite::SqliteRow};
use uuid::Uuid;

/// A schedule as a node found it when it was due.
pub(crate) struct Found {
    pub(crate) tenant: TenantId,
    pub(crate) id: Uuid,
    pub(crate) enabled: bool,
    pub(crate) due: Option<Timestamp>,
}

impl Store {
    /// The longest due first. `select` is what its kind reads of a schedule, `except` leaves out those that rest for now.
    pub(crate) async fn list_due<R>(
        &self,
        (select, except): (&'static str, &'static str),
        now: Timestamp,
        limit: u32,
    ) -> Result<Vec<R>, StoreFault>
    where
        R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        Ok(read!(self, |on| {
            let mut sql = QueryBuilder::new(select);
            sql.push("s.next_run_at <= ").push_bind(At(now)).push(except);
            sql.push(" ORDER BY s.next_run_at, s.id LIMIT ").push_bind(i64::from(limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        }))
    }

    /// Those whose start is not known to have gone well, the longest first.
    pub(crate) async fn list_starting<R>(&self, select: &'static str, before: Timestamp, limit: u32) -> Result<Vec<R>, StoreFault>
    where
        R: for<'r> FromRow<'r, SqliteRow> + for<'r> FromRow<'r, PgRow> + Send + Unpin,
    {
        Ok(read!(self, |on| {
            let mut sql = QueryBuilder::new(select);
            sql.push("s.starting_since < ").push_bind(At(before));
            sql.push(" ORDER BY s.starting_since, s.id LIMIT ").push_bind(i64::from(limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        }))
    }

    pub(crate) async fn write_firing<W: Into<Uuid> + Copy + Sync>(
        &self,
        tables: &Tables,
        found: Found,
        next: Option<Timestamp>,
        (firing, now): (&Firing<W>, Timestamp),
    ) -> Result<bool, StoreFault> {
        let Tables { schedules, deliveries, starting, .. } = tables;
        let start = format!(
            "UPDATE {schedules} SET next_run_at = $4, starting_run_id = $5, starting_since = $6{starting} \
             WHERE tenant_id = $1 AND id = $2 AND next_run_at = $3 AND starting_run_id IS NULL"
        );
        let skip = format!(
            "UPDATE {schedules} SET next_run_at = $4, enabled = $5, skipped_at = $6, skipped_why = $7 \
             WHERE tenant_id = $1 AND id = $2 AND next_run_at = $3"
        );
        let delivery = AssertSqlSafe(format!(
            "INSERT INTO {deliveries} (id, tenant_id, schedule_id, run_id, state, attempts, next_at, created_at, updated_at) \
             VALUES ($1, $2, $3, $4, 'pending', 0, $5, $5, $5)"
        ));
        let (sql, next) = match firing {
            Firing::Start { .. } => (start, next),
            Firing::Skip(_) => (skip, next),
            Firing::Disable(_) => (skip, None),
        };
        let (sql, was, tenant, id) = (AssertSqlSafe(sql), found.due.map(At), found.tenant.0, found.id);
        Ok(transaction!(self.pools(), |on, _dialect| {
            let claim = sqlx::query(sql).bind(tenant).bind(id).bind(was).bind(next.map(At));
            let claim = match firing {
                Firing::Start { run, .. } => claim.bind::<Uuid>((*run).into()).bind(At(now)),
                Firing::Skip(why) => claim.bind(found.enabled).bind(At(now)).bind(text(why)),
                Firing::Disable(why) => claim.bind(false).bind(At(now)).bind(text(why)),
            };
            let won = claim.execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if won && let Firing::Start { run, delivery: Some(own) } = firing {
                let query = sqlx::query(delivery).bind(*own).bind(tenant).bind(id);
                let query = query.bind::<Uuid>((*run).into()).bind(At(now));
                query.execute(&mut *on).await.map_err(fault)?;
            }
            won
        }))
    }

    pub(crate) async fn write_settled_firing<W: Into<Uuid>>(
        &self,
        tables: &Tables,
        (tenant, id): (TenantId, Uuid),
        starting: Starting<W>,
        refused: Option<&str>,
    ) -> Result<(), StoreFault> {
        let Tables { schedules, deliveries, .. } = tables;
        let settled = if refused.is_some() {
            "skipped_at = starting_since, skipped_why = $4"
        } else {
            "last_run_id = starting_run_id, last_run_at = starting_since"
        };
        let settle = AssertSqlSafe(format!(
            "UPDATE {schedules} SET {settled}, starting_run_id = NULL, starting_since = NULL \
             WHERE tenant_id = $1 AND id = $2 AND starting_run_id = $3"
        ));
        let delivery =
            AssertSqlSafe(format!("DELETE FROM {deliveries} WHERE tenant_id = $1 AND schedule_id = $2 AND run_id = $3"));
        let run: Uuid = starting.run.into();
        transaction!(self.pools(), |on, _dialect| {
            let query = sqlx::query(settle).bind(tenant.0).bind(id).bind(run);
            let query = if let Some(why) = refused { query.bind(text(why)) } else { query };
            query.execute(&mut *on).await.map_err(fault)?;
            if refused.is_some() {
                let query = sqlx::query(delivery).bind(tenant.0).bind(id).bind(run);
                query.execute(&mut *on).await.map_err(fault)?;
            }
        });
        Ok(())
    }
}
