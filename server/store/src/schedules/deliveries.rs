//! What is to be sent to webhooks: stored before what it is about begins, sent when that is over.

use super::tables::Tables;
use crate::{
    Store,
    columns::{At, count, text},
    faults::fault,
    pools::{change, read},
};
use domain::{
    StoreFault,
    runs::{Delivered, DeliveryState, DueDelivery, Webhook},
};
use protocol::{TenantId, Timestamp};
use sqlx::AssertSqlSafe;
use uuid::Uuid;

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: Uuid,
    tenant_id: Uuid,
    schedule_id: Uuid,
    run_id: Uuid,
    webhook_url: Option<String>,
    secret_id: Option<String>,
    attempts: i32,
    next_at: At,
}

impl Store {
    /// The last ones make the ids of a schedule and of what it started.
    pub(crate) async fn list_due_deliveries<S, W>(
        &self,
        tables: &Tables,
        (now, limit): (Timestamp, u32),
        (schedule_id, work_id): (impl Fn(Uuid) -> S, impl Fn(Uuid) -> W),
    ) -> Result<Vec<DueDelivery<S, W>>, StoreFault> {
        let Tables { schedules, deliveries, work, resting, .. } = tables;
        let sql = format!(
            "SELECT d.id, d.tenant_id, d.schedule_id, d.run_id, s.webhook_url, s.secret_id, d.attempts, d.next_at \
             FROM {deliveries} d JOIN {schedules} s ON s.id = d.schedule_id AND s.tenant_id = d.tenant_id \
             JOIN {work} r ON r.id = d.run_id AND r.tenant_id = d.tenant_id \
             WHERE d.state = 'pending' AND d.next_at <= $1 AND r.status IN ('completed', 'failed', 'cancelled'){resting} \
             ORDER BY d.next_at, d.id LIMIT $2"
        );
        let sql = AssertSqlSafe(sql);
        let records: Vec<Record> =
            read!(self, |on| sqlx::query_as(sql).bind(At(now)).bind(i64::from(limit)).fetch_all(on).await.map_err(fault)?);
        let row = |record: Record| {
            Ok(DueDelivery {
                id: record.id,
                tenant: TenantId(record.tenant_id),
                schedule: schedule_id(record.schedule_id),
                run: work_id(record.run_id),
                webhook: record.webhook_url.map(|url| Webhook { url, secret_id: record.secret_id }),
                attempts: count(record.attempts)?,
                next_at: record.next_at.0,
            })
        };
        records.into_iter().map(row).collect()
    }

    pub(crate) async fn write_claimed_delivery<S: Sync, W: Sync>(
        &self,
        tables: &Tables,
        row: &DueDelivery<S, W>,
        until: Timestamp,
    ) -> Result<bool, StoreFault> {
        let sql = format!(
            "UPDATE {} SET attempts = attempts + 1, next_at = $4 \
             WHERE tenant_id = $1 AND id = $2 AND next_at = $3 AND state = 'pending'",
            tables.deliveries
        );
        let sql = AssertSqlSafe(sql);
        let claimed = change!(self, |on| {
            let query = sqlx::query(sql).bind(row.tenant.0).bind(row.id).bind(At(row.next_at)).bind(At(until));
            query.execute(on).await.map_err(fault)?.rows_affected()
        });
        Ok(claimed == 1)
    }

    pub(crate) async fn write_settled_delivery<S: Sync, W: Sync>(
        &self,
        tables: &Tables,
        row: &DueDelivery<S, W>,
        ended: &Delivered,
        now: Timestamp,
    ) -> Result<(), StoreFault> {
        let sql = format!(
            "UPDATE {} SET state = $3, error = $4, next_at = $5, updated_at = $6, attempts = attempts - $7 \
             WHERE tenant_id = $1 AND id = $2",
            tables.deliveries
        );
        // Where nothing was sent, the claim was no attempt.
        let (state, error, next, unsent) = match ended {
            Delivered::Done => (DeliveryState::Delivered, None, now, 0),
            Delivered::NothingNew => (DeliveryState::NothingNew, None, now, 1),
            Delivered::Again { why, at } => (DeliveryState::Pending, Some(text(why)), *at, 0),
            Delivered::GivenUp { why } => (DeliveryState::Failed, Some(text(why)), now, 0),
        };
        let sql = AssertSqlSafe(sql);
        change!(self, |on| {
            let query = sqlx::query(sql).bind(row.tenant.0).bind(row.id).bind(state.name()).bind(error);
            let query = query.bind(At(next)).bind(At(now)).bind(unsent);
            query.execute(on).await.map_err(fault)?;
        });
        Ok(())
    }
}
