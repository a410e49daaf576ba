//! `saved_queries`.

use crate::{
    Store,
    accounts::log,
    columns::{At, text},
    faults::fault,
    pools::{read, transaction},
};
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::AuditEntry,
    tools::{SavedQuery, SavedQueryStore},
};
use protocol::{ProjectId, TenantId};

#[async_trait]
impl SavedQueryStore for Store {
    async fn saved_queries(&self, tenant: TenantId, project: ProjectId) -> Result<Vec<SavedQuery>, StoreFault> {
        const SQL: &str = "SELECT name, sql_text, updated_at FROM saved_queries WHERE tenant_id = $1 AND project_id = $2 \
            ORDER BY name_key";
        let rows: Vec<(String, String, At)> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(project.0).fetch_all(on).await.map_err(fault)?);
        let row = |(name, sql, at): (String, String, At)| SavedQuery { tenant, project, name, sql, updated_at: at.0 };
        Ok(rows.into_iter().map(row).collect())
    }

    async fn save_query(&self, row: SavedQuery, audit: AuditEntry) -> Result<bool, StoreFault> {
        const SQL: &str = "INSERT INTO saved_queries (project_id, name_key, tenant_id, name, sql_text, updated_at) \
            SELECT id, $3, tenant_id, $4, $5, $6 FROM projects WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL \
            ON CONFLICT (project_id, name_key) DO UPDATE SET name = excluded.name, sql_text = excluded.sql_text, \
            updated_at = excluded.updated_at";
        Ok(transaction!(self.pools(), |on, _dialect| {
            let key = SavedQuery::key(&row.name);
            let query = sqlx::query(SQL).bind(row.tenant.0).bind(row.project.0).bind(text(&key)).bind(text(&row.name));
            let query = query.bind(text(&row.sql)).bind(At(row.updated_at));
            let saved = query.execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if saved {
                log!(&mut *on, &audit);
            }
            saved
        }))
    }

    async fn delete_query(
        &self,
        tenant: TenantId,
        project: ProjectId,
        name: &str,
        audit: AuditEntry,
    ) -> Result<bool, StoreFault> {
        const SQL: &str = "DELETE FROM saved_queries WHERE tenant_id = $1 AND project_id = $2 AND name_key = $3";
        Ok(transaction!(self.pools(), |on, _dialect| {
            let key = SavedQuery::key(name);
            let query = sqlx::query(SQL).bind(tenant.0).bind(project.0).bind(text(&key));
            let gone = query.execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if gone {
                log!(&mut *on, &audit);
            }
            gone
        }))
    }
}
