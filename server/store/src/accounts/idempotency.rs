//! `idempotency_keys`: answers once given, so that a repeated call gets the same one.

use crate::{
    Store,
    columns::{At, count, text},
    faults::fault,
    pools::{change, read},
};
use domain::{StoreFault, account::IdempotentAnswer};
use protocol::{TenantId, Timestamp};
use uuid::Uuid;

/// For how long a call can be repeated: a day.
const KEPT: i64 = 86_400_000_000;

#[derive(sqlx::FromRow)]
struct Record {
    tenant_id: Uuid,
    key: String,
    request_hash: Vec<u8>,
    about: Option<Uuid>,
    status: i32,
    body: String,
    created_at: At,
}

impl Store {
    pub(super) async fn add_answer(&self, answer: IdempotentAnswer) -> Result<(), StoreFault> {
        const SQL: &str = "INSERT INTO idempotency_keys (tenant_id, key, request_hash, about, status, body, created_at) \
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (tenant_id, key) DO NOTHING";
        change!(self, |on| {
            sqlx::query(SQL)
                .bind(answer.tenant.0)
                .bind(text(&answer.key))
                .bind(answer.request_hash)
                .bind(answer.about)
                .bind(i32::from(answer.status))
                .bind(text(&answer.body))
                .bind(At(answer.created_at))
                .execute(on)
                .await
                .map_err(fault)?;
        });
        Ok(())
    }

    pub(super) async fn find_answer(&self, tenant: TenantId, key: &str) -> Result<Option<IdempotentAnswer>, StoreFault> {
        const SQL: &str = "SELECT tenant_id, key, request_hash, about, status, body, created_at \
            FROM idempotency_keys WHERE tenant_id = $1 AND key = $2";
        let record: Option<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(text(key)).fetch_optional(on).await.map_err(fault)?);
        record.map(Record::answer).transpose()
    }

    pub(super) async fn forget_old_answers(&self, now: Timestamp) -> Result<u64, StoreFault> {
        let eldest = Timestamp(now.0.saturating_sub(KEPT));
        Ok(change!(self, |on| {
            let query = sqlx::query("DELETE FROM idempotency_keys WHERE created_at <= $1").bind(At(eldest));
            query.execute(on).await.map_err(fault)?.rows_affected()
        }))
    }
}

impl Record {
    fn answer(self) -> Result<IdempotentAnswer, StoreFault> {
        Ok(IdempotentAnswer {
            tenant: TenantId(self.tenant_id),
            key: self.key,
            request_hash: self.request_hash,
            about: self.about,
            status: count(self.status)?,
            body: self.body,
            created_at: self.created_at.0,
        })
    }
}
