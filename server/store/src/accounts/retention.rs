//! What a tenant keeps only for a while: `tenants.retention_days`.

use super::log;
use crate::{
    Store,
    columns::{At, count},
    expired::{ASKS, SEARCHES},
    faults::fault,
    insert::Dialect,
    pools::{read, transaction},
    watch::{STREAMS, of_list},
};
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::{AuditEntry, RetentionStore},
};
use protocol::{AskId, CompanySearchId, SessionId, TenantId, Timestamp, UserId};
use sqlx::QueryBuilder;
use std::collections::HashSet;
use uuid::Uuid;

/// Runs a statement over the interviews, whose ids come after the tenant's.
macro_rules! over {
    ($on:expr, $tenant:expr, $ids:expr, $before:literal, $after:literal) => {
        let mut sql = QueryBuilder::new($before);
        sql.push_bind($tenant.0).push($after);
        let mut list = sql.separated(", ");
        for id in $ids {
            list.push_bind(id);
        }
        sql.push(")");
        sql.build().execute(&mut *$on).await.map_err(fault)?;
    };
}

#[async_trait]
impl RetentionStore for Store {
    async fn retention(&self, tenant: TenantId) -> Result<Option<u32>, StoreFault> {
        const SQL: &str = "SELECT retention_days FROM tenants WHERE id = $1";
        let days: Option<Option<i32>> =
            read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).fetch_optional(on).await.map_err(fault)?);
        days.flatten().map(count).transpose()
    }

    async fn set_retention(&self, tenant: TenantId, days: Option<u32>, audit: AuditEntry) -> Result<bool, StoreFault> {
        const SQL: &str = "UPDATE tenants SET retention_days = $2 WHERE id = $1";
        let days = days.and_then(|days| i32::try_from(days).ok());
        Ok(transaction!(self.pools(), |on, _dialect| {
            let set = sqlx::query(SQL).bind(tenant.0).bind(days).execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if set {
                log!(&mut *on, audit);
            }
            set
        }))
    }

    async fn retentions(&self) -> Result<Vec<(TenantId, u32)>, StoreFault> {
        const SQL: &str = "SELECT id, retention_days FROM tenants WHERE retention_days IS NOT NULL ORDER BY id";
        let rows: Vec<(Uuid, i32)> = read!(self, |on| sqlx::query_as(SQL).fetch_all(on).await.map_err(fault)?);
        rows.into_iter().map(|(id, days)| Ok((TenantId(id), count(days)?))).collect()
    }

    async fn count_finished(&self, tenant: TenantId, before: Timestamp) -> Result<u64, StoreFault> {
        const SQL: &str = "SELECT COUNT(*) FROM streams \
            WHERE tenant_id = $1 AND kind = 'interview' AND NOT open AND updated_at < $2";
        let found: i64 =
            read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).bind(At(before)).fetch_one(on).await.map_err(fault)?);
        count(found)
    }

    /// Other nodes hear of it at the moment of the commit.
    async fn remove_finished(
        &self,
        tenant: TenantId,
        days: u32,
        before: Timestamp,
        limit: u32,
        audit: AuditEntry,
    ) -> Result<Vec<SessionId>, StoreFault> {
        const FOUND: &str = "SELECT id, owner_id FROM streams \
            WHERE tenant_id = $1 AND kind = 'interview' AND NOT open AND updated_at < $2 \
            AND EXISTS (SELECT 1 FROM tenants WHERE tenants.id = $1 AND retention_days = $3) ORDER BY id LIMIT $4";
        /// What is being written to at this moment is not old after all.
        const LOCKED: &str = " FOR UPDATE SKIP LOCKED";
        let node = self.inner.node;
        let (ids, people): (Vec<Uuid>, HashSet<Uuid>) = transaction!(self.pools(), |on, dialect| {
            let mut sql = FOUND.to_owned();
            if dialect == Dialect::Postgres {
                sql.push_str(LOCKED);
            }
            let query = sqlx::query_as(sqlx::AssertSqlSafe(sql)).bind(tenant.0).bind(At(before));
            let query = query.bind(i32::try_from(days).unwrap_or(i32::MAX)).bind(i64::from(limit));
            let found: Vec<(Uuid, Uuid)> = query.fetch_all(&mut *on).await.map_err(fault)?;
            let (ids, people): (Vec<Uuid>, HashSet<Uuid>) = found.into_iter().unzip();
            if !ids.is_empty() {
                over!(on, tenant, ids.clone(), "DELETE FROM events WHERE tenant_id = ", " AND stream IN (");
                over!(on, tenant, ids.clone(), "DELETE FROM idempotency_keys WHERE tenant_id = ", " AND about IN (");
                let named: Vec<String> = ids.iter().map(Uuid::to_string).collect();
                over!(on, tenant, named, "UPDATE audit_log SET detail = '{}' WHERE tenant_id = ", " AND target IN (");
                over!(on, tenant, ids.clone(), "DELETE FROM interview_guests WHERE tenant_id = ", " AND session_id IN (");
                over!(on, tenant, ids.clone(), "DELETE FROM elicitation_sessions WHERE tenant_id = ", " AND id IN (");
                over!(on, tenant, ids.clone(), "DELETE FROM streams WHERE tenant_id = ", " AND id IN (");
                let mut audit = audit;
                if let Some(detail) = audit.detail.as_object_mut() {
                    detail.insert("interviews".to_owned(), ids.len().into());
                }
                log!(&mut *on, audit);
                if dialect == Dialect::Postgres {
                    let gone = ids.iter().map(|id| format!("{node}:{id}:gone"));
                    for payload in gone.chain(people.iter().map(|user| of_list(node, UserId(*user)))) {
                        let query = sqlx::query("SELECT pg_notify($1, $2)").bind(STREAMS).bind(payload);
                        query.execute(&mut *on).await.map_err(fault)?;
                    }
                }
            }
            (ids, people)
        });
        people.into_iter().for_each(|user| self.inner.listed.tell(Some(UserId(user))));
        Ok(ids.into_iter().map(SessionId).collect())
    }

    async fn remove_searches(
        &self,
        tenant: TenantId,
        days: u32,
        before: Timestamp,
        limit: u32,
        audit: AuditEntry,
    ) -> Result<Vec<CompanySearchId>, StoreFault> {
        let gone = self.remove_expired(&SEARCHES, (tenant, days, before), limit, audit).await?;
        Ok(gone.into_iter().map(CompanySearchId).collect())
    }

    async fn remove_asks(
        &self,
        tenant: TenantId,
        days: u32,
        before: Timestamp,
        limit: u32,
        audit: AuditEntry,
    ) -> Result<Vec<AskId>, StoreFault> {
        let gone = self.remove_expired(&ASKS, (tenant, days, before), limit, audit).await?;
        Ok(gone.into_iter().map(AskId).collect())
    }

    async fn remove_pages(
        &self,
        tenant: TenantId,
        days: u32,
        before: Timestamp,
        limit: u32,
        audit: AuditEntry,
    ) -> Result<u64, StoreFault> {
        // Postgres could look for them once for each row that it removes, and finds others each time where locked ones are skipped.
        const BEGIN: &str = "WITH old AS MATERIALIZED (SELECT id FROM research_sources \
            WHERE tenant_id = $1 AND imported_at IS NULL AND project_source_id IS NULL AND accessed_at < $2 \
            AND EXISTS (SELECT 1 FROM tenants WHERE tenants.id = $1 AND retention_days = $3) ORDER BY accessed_at LIMIT $4";
        /// What is being read again at this moment is not old after all.
        const LOCKED: &str = " FOR UPDATE OF research_sources SKIP LOCKED";
        const END: &str = ") DELETE FROM research_sources WHERE tenant_id = $1 AND id IN (SELECT id FROM old)";
        Ok(transaction!(self.pools(), |on, dialect| {
            let locked = if dialect == Dialect::Postgres { LOCKED } else { "" };
            let sql = sqlx::AssertSqlSafe([BEGIN, locked, END].concat());
            let query = sqlx::query(sql).bind(tenant.0).bind(At(before)).bind(i32::try_from(days).unwrap_or(i32::MAX));
            let gone = query.bind(i64::from(limit)).execute(&mut *on).await.map_err(fault)?.rows_affected();
            if gone > 0 {
                let mut audit = audit;
                if let Some(detail) = audit.detail.as_object_mut() {
                    detail.insert("pages".to_owned(), gone.into());
                }
                log!(&mut *on, audit);
            }
            gone
        }))
    }
}
