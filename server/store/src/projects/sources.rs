//! `project_sources`, and beside each what was found in it as one document.

use super::notifications::tell;
use crate::{
    Store,
    accounts::log,
    columns::{At, document, word},
    faults::fault,
    insert::Dialect,
    pools::{newest_first, read, transaction},
    watch::STREAMS,
};
use domain::{
    StoreFault,
    account::{AuditEntry, PageQuery},
    tools::{Found, ProjectSource},
};
use protocol::{ProjectId, ProjectSourceId, TenantId, Timestamp, UserId};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use sqlx::{QueryBuilder, types::Json};
use uuid::Uuid;

macro_rules! columns {
    () => {
        "id, tenant_id, project_id, kind, subtype, name, description, config, secrets, status, error, summary, warnings, files, \
        created_by, created_at, updated_at, deleted_at"
    };
}
pub(super) use columns;

#[derive(sqlx_macros::FromRow)]
pub(super) struct Record {
    id: Uuid,
    tenant_id: Uuid,
    project_id: Uuid,
    kind: String,
    subtype: String,
    name: String,
    description: Option<String>,
    config: Json<Value>,
    secrets: Json<Value>,
    status: String,
    error: Option<String>,
    summary: Json<Value>,
    warnings: Json<Value>,
    files: Json<Value>,
    created_by: Option<Uuid>,
    created_at: At,
    updated_at: At,
    pub(super) deleted_at: Option<At>,
}

impl Store {
    pub(super) async fn find_source_of(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ProjectSourceId,
    ) -> Result<Option<ProjectSource>, StoreFault> {
        const SQL: &str = concat!(
            "SELECT ",
            columns!(),
            " FROM project_sources WHERE tenant_id = $1 AND project_id = $2 AND id = $3 AND deleted_at IS NULL"
        );
        let record: Option<Record> = read!(self, |on| {
            sqlx::query_as(SQL).bind(tenant.0).bind(project.0).bind(id.0).fetch_optional(on).await.map_err(fault)?
        });
        record.map(Record::row).transpose()
    }

    pub(super) async fn page_of_sources(
        &self,
        tenant: TenantId,
        project: ProjectId,
        page: PageQuery,
    ) -> Result<Vec<ProjectSource>, StoreFault> {
        const SQL: &str = concat!("SELECT ", columns!(), " FROM project_sources WHERE deleted_at IS NULL AND tenant_id = ");
        let records: Vec<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(SQL);
            sql.push_bind(tenant.0).push(" AND project_id = ").push_bind(project.0);
            newest_first!(sql, "created_at", page);
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(Record::row).collect()
    }

    pub(super) async fn list_sources_of(&self, tenant: TenantId, project: ProjectId) -> Result<Vec<ProjectSource>, StoreFault> {
        const SQL: &str = concat!(
            "SELECT ",
            columns!(),
            " FROM project_sources WHERE tenant_id = $1 AND project_id = $2 AND deleted_at IS NULL ORDER BY created_at, id"
        );
        let records: Vec<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(project.0).fetch_all(on).await.map_err(fault)?);
        records.into_iter().map(Record::row).collect()
    }

    pub(super) async fn read_found(&self, tenant: TenantId, id: ProjectSourceId) -> Result<Option<Found>, StoreFault> {
        const SQL: &str = "SELECT found FROM project_found WHERE source_id = \
            (SELECT id FROM project_sources WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL)";
        let found: Option<String> =
            read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).bind(id.0).fetch_optional(on).await.map_err(fault)?);
        let Some(found) = found else { return Ok(None) };
        // Many megabytes are taken apart where nobody else waits for it.
        let read = tokio::task::spawn_blocking(move || serde_json::from_str::<Found>(&found)).await;
        let read = read.map_err(|error| StoreFault::Unavailable(error.to_string()))?;
        read.map(Some).map_err(|error| StoreFault::Corrupt(error.to_string()))
    }

    pub(super) async fn write_source_config(
        &self,
        row: &ProjectSource,
        config: &Value,
        at: Timestamp,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        macro_rules! update {
            ($later:literal) => {
                concat!(
                    "UPDATE project_sources SET config = $4, updated_at = ",
                    $later,
                    " WHERE tenant_id = $1 AND project_id = $2 AND id = $3 AND updated_at = $6 AND deleted_at IS NULL"
                )
            };
        }
        let (node, tenant, project) = (self.inner.node, row.tenant, row.project);
        let changed = transaction!(self.pools(), |on, dialect| {
            // The row changes, so that whoever holds an older one sees it.
            let sql = match dialect {
                Dialect::Sqlite => update!("MAX(updated_at + 1, $5)"),
                Dialect::Postgres => update!("GREATEST(updated_at + INTERVAL '1 microsecond', $5)"),
            };
            let query = sqlx::query(sql).bind(tenant.0).bind(project.0).bind(row.id.0).bind(document(config));
            let query = query.bind(At(at)).bind(At(row.updated_at));
            let changed = query.execute(&mut *on).await.map_err(fault)?.rows_affected();
            tell!(on, dialect, node, tenant, project);
            if let Some(audit) = audit.as_ref().filter(|_| changed == 1) {
                log!(&mut *on, audit);
            }
            changed
        });
        Ok(changed == 1)
    }

    /// With `only_trashed`, one that was restored a moment ago stays.
    pub(super) async fn remove_source_of(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ProjectSourceId,
        only_trashed: bool,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        macro_rules! delete {
            ($table:literal, $trashed:literal) => {
                concat!("DELETE FROM ", $table, " WHERE tenant_id = $1 AND project_id = $2 AND id = $3", $trashed)
            };
        }
        const EVENTS: &str = "DELETE FROM events WHERE tenant_id = $1 AND stream = $2";
        // In the order in which appends lock: what is being stored is stored before it goes.
        let (delete_stream, delete_source) = if only_trashed {
            (delete!("streams", " AND deleted_at IS NOT NULL"), delete!("project_sources", " AND deleted_at IS NOT NULL"))
        } else {
            (delete!("streams", ""), delete!("project_sources", ""))
        };
        let node = self.inner.node;
        let gone = transaction!(self.pools(), |on, dialect| {
            let stream = sqlx::query(delete_stream).bind(tenant.0).bind(project.0).bind(id.0);
            if stream.execute(&mut *on).await.map_err(fault)?.rows_affected() > 0 {
                let events = sqlx::query(EVENTS).bind(tenant.0).bind(id.0);
                events.execute(&mut *on).await.map_err(fault)?;
                if dialect == Dialect::Postgres {
                    let notify = sqlx::query("SELECT pg_notify($1, $2)").bind(STREAMS).bind(format!("{node}:{}:gone", id.0));
                    notify.execute(&mut *on).await.map_err(fault)?;
                }
            }
            let query = sqlx::query(delete_source).bind(tenant.0).bind(project.0).bind(id.0);
            let gone = query.execute(&mut *on).await.map_err(fault)?.rows_affected();
            tell!(on, dialect, node, tenant, project);
            if let Some(audit) = audit.as_ref().filter(|_| gone == 1) {
                log!(&mut *on, audit);
            }
            gone
        });
        Ok(gone == 1)
    }
}

pub(super) fn value(of: &impl Serialize) -> Result<Value, StoreFault> {
    serde_json::to_value(of).map_err(|error| StoreFault::Refused(error.to_string()))
}

/// As JSON text. A NUL is escaped in it, so every database can store it.
pub(super) fn serialize(found: &Found) -> Result<String, StoreFault> {
    serde_json::to_string(found).map_err(|error| StoreFault::Refused(error.to_string()))
}

fn read_list<T: DeserializeOwned>(kept: Json<Value>) -> Result<Vec<T>, StoreFault> {
    serde_json::from_value(kept.0).map_err(|error| StoreFault::Corrupt(error.to_string()))
}

impl Record {
    pub(super) fn row(self) -> Result<ProjectSource, StoreFault> {
        Ok(ProjectSource {
            id: ProjectSourceId(self.id),
            tenant: TenantId(self.tenant_id),
            project: ProjectId(self.project_id),
            kind: word(&self.kind)?,
            subtype: self.subtype,
            name: self.name,
            description: self.description,
            config: self.config.0,
            secrets: read_list(self.secrets)?,
            status: word(&self.status)?,
            error: self.error,
            summary: self.summary.0,
            warnings: read_list(self.warnings)?,
            files: read_list(self.files)?,
            created_by: self.created_by.map(UserId),
            created_at: self.created_at.0,
            updated_at: self.updated_at.0,
        })
    }
}
