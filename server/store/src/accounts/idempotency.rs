//! `idempotency_keys`: calls that are carried out once, and the answers they got.

use crate::{
    Store,
    columns::{At, count, text},
    faults::fault,
    pools::{change, read},
};
use domain::{
    StoreFault,
    account::{Claimed, IdempotentAnswer, KeyClaim},
};
use protocol::{TenantId, Timestamp};
use uuid::Uuid;

/// For how long a call can be repeated: a day.
const KEPT: i64 = 86_400_000_000;

#[derive(sqlx_macros::FromRow)]
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
    pub(super) async fn begin_call(&self, claim: &KeyClaim, now: Timestamp) -> Result<Claimed, StoreFault> {
        const BEGIN: &str = "INSERT INTO idempotency_keys (tenant_id, key, request_hash, about, status, body, created_at, \
            leased_until) VALUES ($1, $2, $3, $4, 0, '', $5, $6) ON CONFLICT (tenant_id, key) DO UPDATE SET \
            request_hash = excluded.request_hash, about = excluded.about, created_at = excluded.created_at, \
            leased_until = excluded.leased_until \
            WHERE idempotency_keys.leased_until IS NOT NULL AND idempotency_keys.leased_until <= $5";
        const RUNNING: &str =
            "SELECT request_hash FROM idempotency_keys WHERE tenant_id = $1 AND key = $2 AND leased_until IS NOT NULL";
        loop {
            let begun = change!(self, |on| {
                let query = sqlx::query(BEGIN).bind(claim.tenant.0).bind(text(&claim.key)).bind(&claim.request_hash);
                let query = query.bind(claim.about).bind(At(now)).bind(At(claim.leased_until));
                query.execute(on).await.map_err(fault)?.rows_affected()
            });
            if begun == 1 {
                return Ok(Claimed::Begun);
            }
            let running: Option<Vec<u8>> = read!(self, |on| {
                let query = sqlx::query_scalar(RUNNING).bind(claim.tenant.0).bind(text(&claim.key));
                query.fetch_optional(on).await.map_err(fault)?
            });
            if let Some(request_hash) = running {
                return Ok(Claimed::Running { request_hash });
            }
            if let Some(answer) = self.find_answer(claim.tenant, &claim.key).await? {
                return Ok(Claimed::Answered(answer));
            }
            // It was given up in between: begin it.
        }
    }

    pub(super) async fn go_on_with_call(&self, claim: &KeyClaim, until: Timestamp) -> Result<bool, StoreFault> {
        const SQL: &str = "UPDATE idempotency_keys SET leased_until = $4 WHERE tenant_id = $1 AND key = $2 AND leased_until = $3";
        let extended = change!(self, |on| {
            let query = sqlx::query(SQL).bind(claim.tenant.0).bind(text(&claim.key)).bind(At(claim.leased_until));
            query.bind(At(until)).execute(on).await.map_err(fault)?.rows_affected()
        });
        Ok(extended == 1)
    }

    pub(super) async fn end_call(&self, claim: &KeyClaim, answer: IdempotentAnswer) -> Result<(), StoreFault> {
        const SQL: &str = "UPDATE idempotency_keys SET status = $4, body = $5, created_at = $6, leased_until = NULL \
            WHERE tenant_id = $1 AND key = $2 AND leased_until = $3";
        change!(self, |on| {
            sqlx::query(SQL)
                .bind(claim.tenant.0)
                .bind(text(&claim.key))
                .bind(At(claim.leased_until))
                .bind(i32::from(answer.status))
                .bind(text(&answer.body))
                .bind(At(answer.created_at))
                .execute(on)
                .await
                .map_err(fault)?;
        });
        Ok(())
    }

    pub(super) async fn forget_call(&self, claim: &KeyClaim) -> Result<(), StoreFault> {
        const SQL: &str = "DELETE FROM idempotency_keys WHERE tenant_id = $1 AND key = $2 AND leased_until = $3";
        change!(self, |on| {
            let query = sqlx::query(SQL).bind(claim.tenant.0).bind(text(&claim.key)).bind(At(claim.leased_until));
            query.execute(on).await.map_err(fault)?;
        });
        Ok(())
    }

    pub(super) async fn forget_calls_under_way(&self) -> Result<(), StoreFault> {
        const SQL: &str = "DELETE FROM idempotency_keys WHERE leased_until IS NOT NULL";
        change!(self, |on| {
            sqlx::query(SQL).execute(on).await.map_err(fault)?;
        });
        Ok(())
    }

    pub(super) async fn find_answer(&self, tenant: TenantId, key: &str) -> Result<Option<IdempotentAnswer>, StoreFault> {
        const SQL: &str = "SELECT tenant_id, key, request_hash, about, status, body, created_at \
            FROM idempotency_keys WHERE tenant_id = $1 AND key = $2 AND leased_until IS NULL";
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
