//! `audit_log`.

use crate::{
    Store,
    columns::{At, document, text},
    faults::fault,
    pools::{change, read},
};
use domain::{StoreFault, account::AuditEntry};
use protocol::{TenantId, Timestamp, UserId};
use serde_json::Value;
use sqlx::{QueryBuilder, types::Json};
use uuid::Uuid;

#[derive(sqlx::FromRow)]
struct Record {
    id: Uuid,
    tenant_id: Uuid,
    user_id: Option<Uuid>,
    action: String,
    target: String,
    detail: Json<Value>,
    at: At,
}

impl Store {
    pub(super) async fn add_audit(&self, entry: AuditEntry) -> Result<(), StoreFault> {
        const SQL: &str =
            "INSERT INTO audit_log (id, tenant_id, user_id, action, target, detail, at) VALUES ($1, $2, $3, $4, $5, $6, $7)";
        change!(self, |on| {
            sqlx::query(SQL)
                .bind(entry.id)
                .bind(entry.tenant.0)
                .bind(entry.user.map(|user| user.0))
                .bind(text(&entry.action))
                .bind(text(&entry.target))
                .bind(document(&entry.detail))
                .bind(At(entry.at))
                .execute(on)
                .await
                .map_err(fault)?;
        });
        Ok(())
    }

    pub(super) async fn list_audit(
        &self,
        tenant: TenantId,
        limit: u32,
        after: Option<(Timestamp, Uuid)>,
    ) -> Result<Vec<AuditEntry>, StoreFault> {
        let records: Vec<Record> = read!(self, |on| {
            let mut sql =
                QueryBuilder::new("SELECT id, tenant_id, user_id, action, target, detail, at FROM audit_log WHERE tenant_id = ");
            sql.push_bind(tenant.0);
            if let Some((at, id)) = after {
                sql.push(" AND (at, id) < (").push_bind(At(at)).push(", ").push_bind(id).push(")");
            }
            sql.push(" ORDER BY at DESC, id DESC LIMIT ").push_bind(i64::from(limit));
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
            detail: self.detail.0,
            at: self.at.0,
        }
    }
}
