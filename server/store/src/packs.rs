//! A tenant's own domain packs, the prompts of projects, and which secrets projects have.

use crate::{
    Store,
    accounts::log,
    columns::{At, document, text},
    faults::fault,
    pools::{read, transaction},
};
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::AuditEntry,
    packs::{PackRow, PackStore, ProjectPrompt, SecretName, project_secret_id},
};
use protocol::{ProjectId, TenantId, Timestamp};
use serde_json::Value;
use sqlx::types::Json;
use uuid::Uuid;

#[derive(sqlx_macros::FromRow)]
struct PackRecord {
    tenant_id: Uuid,
    pack: Json<Value>,
    created_at: At,
    updated_at: At,
}

impl PackRecord {
    fn row(self) -> Result<PackRow, StoreFault> {
        Ok(PackRow {
            tenant: TenantId(self.tenant_id),
            pack: serde_json::from_value(self.pack.0).map_err(|error| StoreFault::Corrupt(error.to_string()))?,
            created_at: self.created_at.0,
            updated_at: self.updated_at.0,
        })
    }
}

#[async_trait]
impl PackStore for Store {
    async fn own_packs(&self, tenant: TenantId) -> Result<Vec<PackRow>, StoreFault> {
        const SQL: &str = "SELECT tenant_id, pack, created_at, updated_at FROM domain_packs WHERE tenant_id = $1 ORDER BY slug";
        let records: Vec<PackRecord> = read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).fetch_all(on).await.map_err(fault)?);
        records.into_iter().map(PackRecord::row).collect()
    }

    async fn save_pack(&self, row: PackRow, was: Option<&str>, audit: AuditEntry) -> Result<(), StoreFault> {
        const INSERT: &str = "INSERT INTO domain_packs (tenant_id, slug, domain, category, version, pack, created_at, updated_at) \
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (tenant_id, slug) DO NOTHING";
        const UPDATE: &str = "UPDATE domain_packs SET domain = $3, category = $4, version = $5, pack = $6, updated_at = $7 \
            WHERE tenant_id = $1 AND slug = $2 AND version = $8";
        let PackRow { tenant, pack, created_at, updated_at } = &row;
        let whole = serde_json::to_value(pack).map_err(|error| StoreFault::Refused(error.to_string()))?;
        let saved = transaction!(self.pools(), |on, _dialect| {
            let query = sqlx::query(if was.is_some() { UPDATE } else { INSERT }).bind(tenant.0).bind(text(&pack.slug));
            let query =
                query.bind(text(&pack.domain)).bind(text(&pack.category)).bind(text(&pack.version)).bind(document(&whole));
            let query = match was {
                Some(was) => query.bind(At(*updated_at)).bind(was),
                None => query.bind(At(*created_at)).bind(At(*updated_at)),
            };
            let saved = query.execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if saved {
                log!(&mut *on, &audit);
            }
            saved
        });
        if saved { Ok(()) } else { Err(StoreFault::Conflict) }
    }

    async fn delete_pack(&self, tenant: TenantId, slug: &str, audit: AuditEntry) -> Result<bool, StoreFault> {
        const SQL: &str = "DELETE FROM domain_packs WHERE tenant_id = $1 AND slug = $2";
        Ok(transaction!(self.pools(), |on, _dialect| {
            let query = sqlx::query(SQL).bind(tenant.0).bind(slug);
            let gone = query.execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if gone {
                log!(&mut *on, &audit);
            }
            gone
        }))
    }

    async fn project_prompts(&self, tenant: TenantId, project: ProjectId) -> Result<Vec<ProjectPrompt>, StoreFault> {
        const SQL: &str =
            "SELECT name, text, updated_at FROM project_prompts WHERE tenant_id = $1 AND project_id = $2 ORDER BY name";
        let rows: Vec<(String, String, At)> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(project.0).fetch_all(on).await.map_err(fault)?);
        let row = |(name, text, at): (String, String, At)| ProjectPrompt { tenant, project, name, text, updated_at: at.0 };
        Ok(rows.into_iter().map(row).collect())
    }

    async fn save_prompt(&self, row: ProjectPrompt, audit: AuditEntry) -> Result<bool, StoreFault> {
        const SQL: &str = "INSERT INTO project_prompts (project_id, name, tenant_id, text, updated_at) \
            SELECT id, $3, tenant_id, $4, $5 FROM projects WHERE tenant_id = $1 AND id = $2 \
            ON CONFLICT (project_id, name) DO UPDATE SET text = excluded.text, updated_at = excluded.updated_at";
        Ok(transaction!(self.pools(), |on, _dialect| {
            let query = sqlx::query(SQL).bind(row.tenant.0).bind(row.project.0).bind(text(&row.name)).bind(text(&row.text));
            let saved = query.bind(At(row.updated_at)).execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if saved {
                log!(&mut *on, &audit);
            }
            saved
        }))
    }

    async fn delete_prompt(
        &self,
        tenant: TenantId,
        project: ProjectId,
        name: &str,
        audit: AuditEntry,
    ) -> Result<bool, StoreFault> {
        const SQL: &str = "DELETE FROM project_prompts WHERE tenant_id = $1 AND project_id = $2 AND name = $3";
        Ok(transaction!(self.pools(), |on, _dialect| {
            let query = sqlx::query(SQL).bind(tenant.0).bind(project.0).bind(name);
            let gone = query.execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if gone {
                log!(&mut *on, &audit);
            }
            gone
        }))
    }

    async fn project_secrets(&self, tenant: TenantId, project: ProjectId) -> Result<Vec<(SecretName, Timestamp)>, StoreFault> {
        const SQL: &str = "SELECT updated_at FROM secrets WHERE tenant_id = $1 AND id = $2";
        let mut found = Vec::new();
        for name in SecretName::ALL {
            let id = project_secret_id(project, name);
            let at: Option<At> =
                read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).bind(&id).fetch_optional(on).await.map_err(fault)?);
            found.extend(at.map(|at| (name, at.0)));
        }
        Ok(found)
    }

    async fn project_of_run(&self, tenant: TenantId, run: Uuid) -> Result<Option<ProjectId>, StoreFault> {
        const SQL: &str = "SELECT project_id FROM discovery_runs WHERE tenant_id = $1 AND id = $2";
        let id: Option<Uuid> =
            read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).bind(run).fetch_optional(on).await.map_err(fault)?);
        Ok(id.map(ProjectId))
    }
}
