//! `audit_log`.

use crate::{
    Store,
    columns::{At, text},
    faults::fault,
    pools::{change, newest_first, read},
};
use domain::{
    StoreFault,
    account::{AuditEntry, AuditQuery, PageQuery},
};
use protocol::{TenantId, UserId};
use serde_json::Value;
use sqlx::{QueryBuilder, types::Json};
use uuid::Uuid;

pub(crate) const ENTRY: &str = "INSERT INTO audit_log (id, tenant_id, user_id, action, target, about, detail, at) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";

/// Writes an entry.
macro_rules! log {
    ($on:expr, $entry:expr) => {
        sqlx::query($crate::accounts::ENTRY)
            .bind($entry.id)
            .bind($entry.tenant.0)
            .bind($entry.user.map(|user| user.0))
            .bind($crate::columns::text(&$entry.action))
            .bind($crate::columns::text(&$entry.target))
            .bind($entry.about.map(|about| about.0))
            .bind($crate::columns::document(&$entry.detail))
            .bind($crate::columns::At($entry.at))
            .execute($on)
            .await
            .map_err($crate::faults::fault)?
    };
}
pub(crate) use log;

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: Uuid,
    tenant_id: Uuid,
    user_id: Option<Uuid>,
    action: String,
    target: String,
    about: Option<Uuid>,
    detail: Json<Value>,
    at: At,
}

impl Store {
    pub(super) async fn add_audit(&self, entry: AuditEntry) -> Result<(), StoreFault> {
        change!(self, |on| {
            log!(on, entry);
        });
        Ok(())
    }

    pub(super) async fn list_actions(&self, tenant: TenantId) -> Result<Vec<String>, StoreFault> {
        const SQL: &str = "SELECT DISTINCT action FROM audit_log WHERE tenant_id = $1 ORDER BY action";
        Ok(read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).fetch_all(on).await.map_err(fault)?))
    }

    pub(super) async fn list_audit(
        &self,
        tenant: TenantId,
        which: &AuditQuery,
        page: PageQuery,
    ) -> Result<Vec<AuditEntry>, StoreFault> {
        const SQL: &str = "SELECT id, tenant_id, user_id, action, target, about, detail, at FROM audit_log WHERE tenant_id = ";
        let records: Vec<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(SQL);
            sql.push_bind(tenant.0);
            if let Some(user) = which.user {
                sql.push(" AND user_id = ").push_bind(user.0);
            }
            if let Some(action) = &which.action {
                // A noun stands for all that is done with it.
                sql.push(" AND (action = ").push_bind(text(action));
                sql.push(" OR action LIKE ").push_bind(format!("{}.%", text(action))).push(")");
            }
            if let Some(target) = &which.target {
                sql.push(" AND target = ").push_bind(text(target));
            }
            if let Some(since) = which.since {
                sql.push(" AND at >= ").push_bind(At(since));
            }
            if let Some(until) = which.until {
                sql.push(" AND at < ").push_bind(At(until));
            }
            newest_first!(sql, "at", page);
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        Ok(records.into_iter().map(Record::entry).collect())
    }
}

impl Record {
    fn entry(self) -> AuditEntry {
        AuditEntry {
            id: self.id,
            tenant: TenantId(self.tenant_id),
            user: self.user_id.map(UserId),
            action: self.action,
            target: self.target,
            about: self.about.map(UserId),
            detail: self.detail.0,
            at: self.at.0,
        }
    }
}
