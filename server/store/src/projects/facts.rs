//! `project_facts`.

use crate::{
    Store,
    columns::{At, document, text},
    faults::fault,
    pools::{read, transaction},
};
use domain::{
    StoreFault,
    tools::{FactRow, fact_key},
};
use protocol::{FactId, ProjectId, TenantId, UserId};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: Uuid,
    tenant_id: Uuid,
    project_id: Uuid,
    name: String,
    value: Option<Json<Value>>,
    source: String,
    confidence: f64,
    context: Option<String>,
    created_by: Option<Uuid>,
    created_at: At,
    updated_at: At,
}

impl Store {
    pub(super) async fn write_facts(&self, rows: Vec<FactRow>) -> Result<bool, StoreFault> {
        // A question that is asked again does not take the place of what is known by now.
        const SQL: &str = "INSERT INTO project_facts \
            (id, tenant_id, project_id, name, name_key, value, source, confidence, context, created_by, created_at, updated_at) \
            SELECT $1, p.tenant_id, p.id, $4, $5, $6, $7, $8, $9, $10, $11, $12 FROM projects p \
            WHERE p.tenant_id = $2 AND p.id = $3 \
            ON CONFLICT (project_id, name_key) DO UPDATE SET name = excluded.name, value = excluded.value, \
            source = excluded.source, confidence = excluded.confidence, context = excluded.context, \
            created_by = excluded.created_by, updated_at = excluded.updated_at \
            WHERE project_facts.value IS NULL OR excluded.value IS NOT NULL";
        const THERE: &str = "SELECT 1 FROM projects WHERE tenant_id = $1 AND id = $2";
        let Some(first) = rows.first() else { return Ok(true) };
        let (tenant, project) = (first.tenant, first.project);
        let there: Option<i32> = read!(self, |on| {
            sqlx::query_scalar(THERE).bind(tenant.0).bind(project.0).fetch_optional(on).await.map_err(fault)?
        });
        if there.is_none() {
            return Ok(false);
        }
        transaction!(self.pools(), |on, _dialect| {
            for row in &rows {
                sqlx::query(SQL)
                    .bind(row.id.0)
                    .bind(tenant.0)
                    .bind(project.0)
                    .bind(text(&row.name))
                    .bind(text(&fact_key(&row.name)))
                    .bind(row.value.as_ref().map(document))
                    .bind(text(&row.source))
                    .bind(row.confidence)
                    .bind(row.context.as_deref().map(text))
                    .bind(row.created_by.map(|user| user.0))
                    .bind(At(row.created_at))
                    .bind(At(row.updated_at))
                    .execute(&mut *on)
                    .await
                    .map_err(fault)?;
            }
        });
        Ok(true)
    }

    pub(super) async fn list_facts(&self, tenant: TenantId, project: ProjectId) -> Result<Vec<FactRow>, StoreFault> {
        const SQL: &str = "SELECT id, tenant_id, project_id, name, value, source, confidence, context, created_by, created_at, \
            updated_at FROM project_facts WHERE tenant_id = $1 AND project_id = $2 ORDER BY name_key";
        let records: Vec<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(project.0).fetch_all(on).await.map_err(fault)?);
        Ok(records.into_iter().map(Record::row).collect())
    }
}

impl Record {
    fn row(self) -> FactRow {
        FactRow {
            id: FactId(self.id),
            tenant: TenantId(self.tenant_id),
            project: ProjectId(self.project_id),
            name: self.name,
            value: self.value.map(|Json(value)| value),
            source: self.source,
            confidence: self.confidence,
            context: self.context,
            created_by: self.created_by.map(UserId),
            created_at: self.created_at.0,
            updated_at: self.updated_at.0,
        }
    }
}
