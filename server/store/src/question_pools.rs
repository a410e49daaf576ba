//! A tenant's own pools of questions: `question_pools`.

use crate::{
    Store,
    accounts::log,
    columns::{At, document, text, word},
    faults::fault,
    pools::{read, transaction},
};
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::AuditEntry,
    interview::{PoolRow, PoolStore},
};
use protocol::{PoolId, ProjectId, TenantId, interview::ContextType};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: Uuid,
    tenant_id: Uuid,
    pool_id: String,
    display_name: String,
    context_type: Option<String>,
    obligations: Json<Value>,
    active: bool,
    project_id: Option<Uuid>,
    created_at: At,
    updated_at: At,
}

#[async_trait]
impl PoolStore for Store {
    async fn save_pool_with(&self, row: PoolRow, audit: Option<AuditEntry>) -> Result<(), StoreFault> {
        const SQL: &str = "INSERT INTO question_pools \
            (id, tenant_id, pool_id, display_name, context_type, obligations, active, created_at, updated_at, \
            project_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
            ON CONFLICT (id) DO UPDATE SET pool_id = excluded.pool_id, display_name = excluded.display_name, \
            context_type = excluded.context_type, obligations = excluded.obligations, active = excluded.active, \
            project_id = excluded.project_id, updated_at = excluded.updated_at WHERE question_pools.tenant_id = excluded.tenant_id";
        transaction!(self.pools(), |on, _dialect| {
            sqlx::query(SQL)
                .bind(row.id.0)
                .bind(row.tenant.0)
                .bind(text(&row.name))
                .bind(text(&row.display_name))
                .bind(row.context_type.map(ContextType::name))
                .bind(document(&row.obligations))
                .bind(row.active)
                .bind(At(row.created_at))
                .bind(At(row.updated_at))
                .bind(row.project.map(|project| project.0))
                .execute(&mut *on)
                .await
                .map_err(fault)?;
            if let Some(audit) = &audit {
                log!(&mut *on, audit);
            }
        });
        Ok(())
    }

    async fn pools(&self, tenant: TenantId) -> Result<Vec<PoolRow>, StoreFault> {
        const SQL: &str = "SELECT id, tenant_id, pool_id, display_name, context_type, obligations, active, created_at, updated_at, \
            project_id FROM question_pools WHERE tenant_id = $1 AND NOT EXISTS \
            (SELECT 1 FROM projects p WHERE p.id = question_pools.project_id AND p.deleted_at IS NOT NULL) ORDER BY created_at, id";
        let records: Vec<Record> = read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).fetch_all(on).await.map_err(fault)?);
        records.into_iter().map(Record::row).collect()
    }

    async fn pool_uses(&self, tenant: TenantId) -> Result<Vec<(PoolId, u64)>, StoreFault> {
        const SQL: &str = "SELECT origin_source_id, COUNT(DISTINCT session_id) FROM elicitation_obligations \
            WHERE tenant_id = $1 AND pool_id IS NOT NULL AND origin_source_id IS NOT NULL GROUP BY origin_source_id";
        let rows: Vec<(Uuid, i64)> = read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).fetch_all(on).await.map_err(fault)?);
        Ok(rows.into_iter().map(|(id, count)| (PoolId(id), u64::try_from(count).unwrap_or(0))).collect())
    }

    async fn delete_pool_with(&self, tenant: TenantId, id: PoolId, audit: Option<AuditEntry>) -> Result<bool, StoreFault> {
        const SQL: &str = "DELETE FROM question_pools WHERE tenant_id = $1 AND id = $2";
        Ok(transaction!(self.pools(), |on, _dialect| {
            let gone = sqlx::query(SQL).bind(tenant.0).bind(id.0).execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if let Some(audit) = audit.as_ref().filter(|_| gone) {
                log!(&mut *on, audit);
            }
            gone
        }))
    }
}

impl Record {
    fn row(self) -> Result<PoolRow, StoreFault> {
        Ok(PoolRow {
            id: PoolId(self.id),
            tenant: TenantId(self.tenant_id),
            name: self.pool_id,
            display_name: self.display_name,
            context_type: self.context_type.as_deref().map(word).transpose()?,
            obligations: self.obligations.0,
            active: self.active,
            project: self.project_id.map(ProjectId),
            created_at: self.created_at.0,
            updated_at: self.updated_at.0,
        })
    }
}
