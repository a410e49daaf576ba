//! `projects`.

use crate::{
    Store,
    accounts::log,
    columns::{At, document, text, word},
    faults::fault,
    insert::Dialect,
    pools::{newest_first, read, transaction},
    watch::STREAMS,
};
use domain::{
    StoreFault,
    account::{AuditEntry, PageQuery},
    tools::{ContextPreload, ProjectRow, ProjectState, warehouse::TenantFilter},
};
use protocol::{ProjectId, TenantId, Timestamp, UserId};
use serde_json::Value;
use sqlx::{QueryBuilder, types::Json};
use uuid::Uuid;

macro_rules! columns {
    () => {
        "id, tenant_id, name, domain, category, description, profile, row_filter, generate_pack, pack, state, created_by, \
        created_at, updated_at, web_search, context_preload, pack_error"
    };
}
pub(super) use columns;

#[derive(sqlx_macros::FromRow)]
pub(super) struct Record {
    id: Uuid,
    tenant_id: Uuid,
    name: String,
    domain: Option<String>,
    category: Option<String>,
    description: String,
    profile: Json<Value>,
    row_filter: Option<Json<Value>>,
    generate_pack: bool,
    pack: Option<Json<Value>>,
    state: Option<String>,
    created_by: Option<Uuid>,
    created_at: At,
    updated_at: At,
    web_search: bool,
    context_preload: Option<Json<Value>>,
    pack_error: Option<String>,
}

impl Store {
    pub(super) async fn write_project(&self, row: ProjectRow, audit: Option<AuditEntry>) -> Result<(), StoreFault> {
        const SQL: &str = concat!(
            "INSERT INTO projects (",
            columns!(),
            ") VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)"
        );
        let (filter, preload) = (filter(&row)?, preload(&row)?);
        let node = self.inner.node;
        transaction!(self.pools(), |on, dialect| {
            sqlx::query(SQL)
                .bind(row.id.0)
                .bind(row.tenant.0)
                .bind(text(&row.name))
                .bind(row.domain.as_deref().map(text))
                .bind(row.category.as_deref().map(text))
                .bind(text(&row.description))
                .bind(document(&row.profile))
                .bind(filter.as_ref().map(document))
                .bind(row.generate_pack)
                .bind(row.pack.as_ref().map(document))
                .bind(row.state.map(ProjectState::name))
                .bind(row.created_by.map(|user| user.0))
                .bind(At(row.created_at))
                .bind(At(row.updated_at))
                .bind(row.web_search)
                .bind(preload.as_ref().map(document))
                .bind(row.pack_error.as_deref().map(text))
                .execute(&mut *on)
                .await
                .map_err(fault)?;
            super::notifications::tell!(on, dialect, node, row.tenant, row.id);
            if let Some(audit) = &audit {
                log!(&mut *on, audit);
            }
        });
        Ok(())
    }

    pub(super) async fn rewrite_project(
        &self,
        row: ProjectRow,
        was: Timestamp,
        audit: Option<AuditEntry>,
    ) -> Result<(), StoreFault> {
        const SQL: &str = "UPDATE projects SET name = $4, domain = $5, category = $6, description = $7, profile = $8, \
            row_filter = $9, generate_pack = $10, pack = $11, state = $12, updated_at = $13, \
            web_search = $14, context_preload = $15, pack_error = $16 \
            WHERE tenant_id = $1 AND id = $2 AND updated_at = $3 AND deleted_at IS NULL";
        let (filter, preload) = (filter(&row)?, preload(&row)?);
        let node = self.inner.node;
        let changed = transaction!(self.pools(), |on, dialect| {
            let query = sqlx::query(SQL).bind(row.tenant.0).bind(row.id.0).bind(At(was)).bind(text(&row.name));
            let query = query.bind(row.domain.as_deref().map(text)).bind(row.category.as_deref().map(text));
            let query = query.bind(text(&row.description)).bind(document(&row.profile)).bind(filter.as_ref().map(document));
            let query = query.bind(row.generate_pack).bind(row.pack.as_ref().map(document));
            let query = query.bind(row.state.map(ProjectState::name)).bind(At(row.updated_at)).bind(row.web_search);
            let query = query.bind(preload.as_ref().map(document)).bind(row.pack_error.as_deref().map(text));
            let changed = query.execute(&mut *on).await.map_err(fault)?.rows_affected();
            super::notifications::tell!(on, dialect, node, row.tenant, row.id);
            if let Some(audit) = audit.as_ref().filter(|_| changed == 1) {
                log!(&mut *on, audit);
            }
            changed
        });
        if changed == 1 { Ok(()) } else { Err(StoreFault::Conflict) }
    }

    pub(super) async fn find_project(&self, tenant: TenantId, id: ProjectId) -> Result<Option<ProjectRow>, StoreFault> {
        const SQL: &str =
            concat!("SELECT ", columns!(), " FROM projects WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL");
        let record: Option<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(id.0).fetch_optional(on).await.map_err(fault)?);
        record.map(Record::row).transpose()
    }

    pub(super) async fn page_of_projects(&self, tenant: TenantId, page: PageQuery) -> Result<Vec<ProjectRow>, StoreFault> {
        const SQL: &str = concat!("SELECT ", columns!(), " FROM projects WHERE deleted_at IS NULL AND tenant_id = ");
        let records: Vec<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(SQL);
            sql.push_bind(tenant.0);
            newest_first!(sql, "created_at", page);
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(Record::row).collect()
    }

    pub(super) async fn changes_of_projects(&self, tenant: TenantId, limit: u32) -> Result<Vec<Timestamp>, StoreFault> {
        const SQL: &str = "SELECT updated_at FROM projects WHERE tenant_id = $1 AND deleted_at IS NULL \
            ORDER BY created_at DESC, id DESC LIMIT $2";
        let changes: Vec<At> = read!(self, |on| {
            sqlx::query_scalar(SQL).bind(tenant.0).bind(i64::from(limit)).fetch_all(on).await.map_err(fault)?
        });
        Ok(changes.into_iter().map(|at| at.0).collect())
    }

    pub(super) async fn number_of_projects(&self, tenant: TenantId) -> Result<u64, StoreFault> {
        const SQL: &str = "SELECT count(*) FROM projects WHERE tenant_id = $1 AND deleted_at IS NULL";
        let count: i64 = read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).fetch_one(on).await.map_err(fault)?);
        Ok(u64::try_from(count).unwrap_or(0))
    }

    /// With `only_trashed`, one that was restored a moment ago stays.
    pub(super) async fn remove_project(
        &self,
        tenant: TenantId,
        id: ProjectId,
        only_trashed: bool,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        const ANY: &str = "DELETE FROM projects WHERE tenant_id = $1 AND id = $2";
        const TRASHED: &str = "DELETE FROM projects WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NOT NULL";
        // In the order in which appends lock: what is being stored is stored before it goes.
        const LOCK_STREAMS: &str = "SELECT id FROM streams WHERE tenant_id = $1 AND project_id = $2 ORDER BY id FOR UPDATE";
        const LOCK_PROJECT: &str = "SELECT id FROM projects WHERE tenant_id = $1 AND id = $2 FOR UPDATE";
        const STREAMS_OF: &str = "SELECT id FROM streams WHERE tenant_id = $1 AND project_id = $2";
        const SECRETS_OF: &str = "DELETE FROM secrets WHERE tenant_id = $1 AND id LIKE $2";
        let node = self.inner.node;
        let gone = transaction!(self.pools(), |on, dialect| {
            if dialect == Dialect::Postgres {
                for lock in [LOCK_STREAMS, LOCK_PROJECT] {
                    sqlx::query(lock).bind(tenant.0).bind(id.0).execute(&mut *on).await.map_err(fault)?;
                }
            }
            let streams: Vec<Uuid> =
                sqlx::query_scalar(STREAMS_OF).bind(tenant.0).bind(id.0).fetch_all(&mut *on).await.map_err(fault)?;
            let sql = if only_trashed { TRASHED } else { ANY };
            let gone = sqlx::query(sql).bind(tenant.0).bind(id.0).execute(&mut *on).await.map_err(fault)?.rows_affected();
            if gone == 1 {
                let secrets = sqlx::query(SECRETS_OF).bind(tenant.0).bind(format!("project/{id}/%"));
                secrets.execute(&mut *on).await.map_err(fault)?;
            }
            // No reference takes events along.
            for stream in streams.iter().filter(|_| gone == 1) {
                let events = sqlx::query("DELETE FROM events WHERE tenant_id = $1 AND stream = $2").bind(tenant.0).bind(stream);
                events.execute(&mut *on).await.map_err(fault)?;
                if dialect == Dialect::Postgres {
                    let notify = sqlx::query("SELECT pg_notify($1, $2)").bind(STREAMS).bind(format!("{node}:{stream}:gone"));
                    notify.execute(&mut *on).await.map_err(fault)?;
                }
            }
            super::notifications::tell!(on, dialect, node, tenant, id);
            if let Some(audit) = audit.as_ref().filter(|_| gone == 1) {
                log!(&mut *on, audit);
            }
            gone
        });
        Ok(gone == 1)
    }
}

fn filter(row: &ProjectRow) -> Result<Option<Value>, StoreFault> {
    let filter = row.filter.as_ref().map(serde_json::to_value).transpose();
    filter.map_err(|error| StoreFault::Refused(error.to_string()))
}

fn preload(row: &ProjectRow) -> Result<Option<Value>, StoreFault> {
    let preload = row.context_preload.as_ref().map(serde_json::to_value).transpose();
    preload.map_err(|error| StoreFault::Refused(error.to_string()))
}

impl Record {
    pub(super) fn row(self) -> Result<ProjectRow, StoreFault> {
        let filter: Option<Result<TenantFilter, _>> = self.row_filter.map(|Json(kept)| serde_json::from_value(kept));
        let preload: Option<Result<ContextPreload, _>> = self.context_preload.map(|Json(kept)| serde_json::from_value(kept));
        Ok(ProjectRow {
            id: ProjectId(self.id),
            tenant: TenantId(self.tenant_id),
            name: self.name,
            domain: self.domain,
            category: self.category,
            description: self.description,
            profile: self.profile.0,
            filter: filter.transpose().map_err(|error| StoreFault::Corrupt(error.to_string()))?,
            web_search: self.web_search,
            context_preload: preload.transpose().map_err(|error| StoreFault::Corrupt(error.to_string()))?,
            generate_pack: self.generate_pack,
            pack: self.pack.map(|Json(pack)| pack),
            pack_error: self.pack_error,
            state: self.state.as_deref().map(word).transpose()?,
            created_by: self.created_by.map(UserId),
            created_at: self.created_at.0,
            updated_at: self.updated_at.0,
        })
    }
}
