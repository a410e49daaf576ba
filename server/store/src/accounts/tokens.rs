//! `api_tokens`: only their hashes.

use super::{
    log,
    rights::{TELL, of_person},
};
use crate::{
    Store,
    columns::{At, text, word},
    faults::fault,
    insert::Dialect,
    pools::{change, newest_first, read, transaction},
    watch::RIGHTS,
};
use domain::{
    StoreFault,
    account::{AuditEntry, PageQuery, TokenRow},
};
use protocol::{TenantId, Timestamp, TokenId, UserId};
use sqlx::QueryBuilder;
use uuid::Uuid;

macro_rules! columns {
    () => {
        "id, tenant_id, user_id, name, hash, role, created_at, expires_at, revoked_at, last_used_at"
    };
}

/// The last use is known to the minute: a program that calls often would otherwise write with every call.
const TOUCH: i64 = 60_000_000;

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: Uuid,
    tenant_id: Uuid,
    user_id: Uuid,
    name: String,
    hash: Vec<u8>,
    role: String,
    created_at: At,
    expires_at: Option<At>,
    revoked_at: Option<At>,
    last_used_at: Option<At>,
}

impl Store {
    pub(super) async fn add_token(&self, row: TokenRow, audit: Option<AuditEntry>) -> Result<(), StoreFault> {
        const SQL: &str = concat!("INSERT INTO api_tokens (", columns!(), ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)");
        transaction!(self.pools(), |on, _dialect| {
            sqlx::query(SQL)
                .bind(row.id.0)
                .bind(row.tenant.0)
                .bind(row.user.0)
                .bind(text(&row.name))
                .bind(row.hash.as_slice())
                .bind(row.role.name())
                .bind(At(row.created_at))
                .bind(row.expires_at.map(At))
                .bind(row.revoked_at.map(At))
                .bind(row.last_used_at.map(At))
                .execute(&mut *on)
                .await
                .map_err(fault)?;
            if let Some(audit) = &audit {
                log!(&mut *on, audit);
            }
        });
        Ok(())
    }

    pub(super) async fn find_token(&self, hash: &[u8]) -> Result<Option<TokenRow>, StoreFault> {
        const SQL: &str = concat!("SELECT ", columns!(), " FROM api_tokens WHERE hash = $1");
        let record: Option<Record> = read!(self, |on| sqlx::query_as(SQL).bind(hash).fetch_optional(on).await.map_err(fault)?);
        record.map(Record::row).transpose()
    }

    pub(super) async fn list_tokens(&self, tenant: TenantId) -> Result<Vec<TokenRow>, StoreFault> {
        const SQL: &str =
            concat!("SELECT ", columns!(), " FROM api_tokens WHERE tenant_id = $1 ORDER BY created_at DESC, id DESC");
        let records: Vec<Record> = read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).fetch_all(on).await.map_err(fault)?);
        records.into_iter().map(Record::row).collect()
    }

    pub(super) async fn page_of_tokens(&self, tenant: TenantId, page: PageQuery) -> Result<Vec<TokenRow>, StoreFault> {
        const SQL: &str = concat!("SELECT ", columns!(), " FROM api_tokens WHERE tenant_id = ");
        let records: Vec<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(SQL);
            sql.push_bind(tenant.0);
            newest_first!(sql, "created_at", page);
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(Record::row).collect()
    }

    /// Once revoked, it stays revoked since then.
    pub(super) async fn end_token(
        &self,
        tenant: TenantId,
        id: TokenId,
        (only, now): (Option<UserId>, Timestamp),
        audit: Option<AuditEntry>,
    ) -> Result<Option<UserId>, StoreFault> {
        const SQL: &str = "UPDATE api_tokens SET revoked_at = COALESCE(revoked_at, $4) \
            WHERE tenant_id = $1 AND id = $2 AND ($3 IS NULL OR user_id = $3) RETURNING user_id";
        let node = self.inner.node;
        Ok(transaction!(self.pools(), |on, dialect| {
            let query = sqlx::query_scalar(SQL).bind(tenant.0).bind(id.0).bind(only.map(|only| only.0)).bind(At(now));
            let of: Option<Uuid> = query.fetch_optional(&mut *on).await.map_err(fault)?;
            if let Some(of) = of.filter(|_| dialect == Dialect::Postgres) {
                sqlx::query(TELL).bind(RIGHTS).bind(of_person(node, UserId(of))).execute(&mut *on).await.map_err(fault)?;
            }
            if let (Some(of), Some(audit)) = (of, &audit) {
                let audit = AuditEntry { about: Some(UserId(of)), ..audit.clone() };
                log!(&mut *on, audit);
            }
            of.map(UserId)
        }))
    }

    pub(super) async fn note_use_of_token(&self, id: TokenId, now: Timestamp) -> Result<(), StoreFault> {
        const LAST: &str = "SELECT last_used_at FROM api_tokens WHERE id = $1";
        const SQL: &str = "UPDATE api_tokens SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at < $2)";
        let last: Option<(Option<At>,)> =
            read!(self, |on| sqlx::query_as(LAST).bind(id.0).fetch_optional(on).await.map_err(fault)?);
        let due = match last {
            None => false,
            Some((None,)) => true,
            Some((Some(At(last)),)) => now.0.saturating_sub(last.0) >= TOUCH,
        };
        if due {
            change!(self, |on| {
                sqlx::query(SQL).bind(id.0).bind(At(now)).execute(on).await.map_err(fault)?;
            });
        }
        Ok(())
    }
}

impl Record {
    fn row(self) -> Result<TokenRow, StoreFault> {
        Ok(TokenRow {
            id: TokenId(self.id),
            tenant: TenantId(self.tenant_id),
            user: UserId(self.user_id),
            name: self.name,
            hash: self.hash,
            role: word(&self.role)?,
            created_at: self.created_at.0,
            expires_at: self.expires_at.map(|at| at.0),
            revoked_at: self.revoked_at.map(|at| at.0),
            last_used_at: self.last_used_at.map(|at| at.0),
        })
    }
}
