//! What is to be sent to webhooks: stored before its run begins, sent when that is over.

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
use protocol::{RunId, ScheduleId, TenantId, Timestamp};
use uuid::Uuid;

#[derive(sqlx::FromRow)]
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
    pub(super) async fn list_due_deliveries(&self, now: Timestamp, limit: u32) -> Result<Vec<DueDelivery>, StoreFault> {
        const SQL: &str = "SELECT d.id, d.tenant_id, d.schedule_id, d.run_id, s.webhook_url, s.secret_id, d.attempts, d.next_at \
            FROM webhook_deliveries d JOIN discovery_schedules s ON s.id = d.schedule_id AND s.tenant_id = d.tenant_id \
            JOIN discovery_runs r ON r.id = d.run_id AND r.tenant_id = d.tenant_id \
            WHERE d.state = 'pending' AND d.next_at <= $1 AND r.status IN ('completed', 'failed', 'cancelled') \
            ORDER BY d.next_at, d.id LIMIT $2";
        let records: Vec<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(At(now)).bind(i64::from(limit)).fetch_all(on).await.map_err(fault)?);
        let row = |record: Record| {
            Ok(DueDelivery {
                id: record.id,
                tenant: TenantId(record.tenant_id),
                schedule: ScheduleId(record.schedule_id),
                run: RunId(record.run_id),
                webhook: record.webhook_url.map(|url| Webhook { url, secret_id: record.secret_id }),
                attempts: count(record.attempts)?,
                next_at: record.next_at.0,
            })
        };
        records.into_iter().map(row).collect()
    }

    pub(super) async fn write_claimed_delivery(&self, row: &DueDelivery, until: Timestamp) -> Result<bool, StoreFault> {
        const SQL: &str = "UPDATE webhook_deliveries SET attempts = attempts + 1, next_at = $4 \
            WHERE tenant_id = $1 AND id = $2 AND next_at = $3 AND state = 'pending'";
        let claimed = change!(self, |on| {
            let query = sqlx::query(SQL).bind(row.tenant.0).bind(row.id).bind(At(row.next_at)).bind(At(until));
            query.execute(on).await.map_err(fault)?.rows_affected()
        });
        Ok(claimed == 1)
    }

    pub(super) async fn write_settled_delivery(
        &self,
        row: &DueDelivery,
        ended: &Delivered,
        now: Timestamp,
    ) -> Result<(), StoreFault> {
        const SQL: &str = "UPDATE webhook_deliveries SET state = $3, error = $4, next_at = $5, updated_at = $6 \
            WHERE tenant_id = $1 AND id = $2";
        let (state, error, next) = match ended {
            Delivered::Done => (DeliveryState::Delivered, None, now),
            Delivered::Again { why, at } => (DeliveryState::Pending, Some(text(why)), *at),
            Delivered::GivenUp { why } => (DeliveryState::Failed, Some(text(why)), now),
        };
        change!(self, |on| {
            let query = sqlx::query(SQL).bind(row.tenant.0).bind(row.id).bind(state.name()).bind(error);
            query.bind(At(next)).bind(At(now)).execute(on).await.map_err(fault)?;
        });
        Ok(())
    }
}
