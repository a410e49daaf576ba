//! Projects that were deleted and may be taken back.

use super::{
    notifications::tell,
    rows::{Record, columns},
};
use crate::{Store, accounts::log, columns::At, faults::fault, insert::Dialect, pools::read, pools::transaction, watch::STREAMS};
use domain::{StoreFault, account::AuditEntry, tools::ProjectRow};
use protocol::{ProjectId, TenantId, Timestamp};
use uuid::Uuid;

/// Behind the conditions of a list of what belongs to projects: nothing of one in the trash.
pub(crate) const NOT_OF_TRASH: &str =
    " AND NOT EXISTS (SELECT 1 FROM projects WHERE projects.id = project_id AND projects.deleted_at IS NOT NULL)";

/// Tells other nodes what became of the streams that are not over: it stops what is under way there, or has it go on. Postgres only.
const TELL_STREAMS: &str = "SELECT pg_notify($3, $4::text || ':' || id::text || ':' || $5::text) FROM streams \
    WHERE tenant_id = $1 AND project_id = $2 AND open";

impl Store {
    pub(super) async fn list_open_streams(&self, tenant: TenantId, id: ProjectId) -> Result<Vec<Uuid>, StoreFault> {
        const SQL: &str = "SELECT id FROM streams WHERE tenant_id = $1 AND project_id = $2 AND open ORDER BY id";
        let streams: Vec<Uuid> =
            read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).bind(id.0).fetch_all(on).await.map_err(fault)?);
        Ok(streams)
    }

    pub(super) async fn hide_project(
        &self,
        tenant: TenantId,
        id: ProjectId,
        at: Timestamp,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        const SQL: &str = "UPDATE projects SET deleted_at = $3 WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL";
        // They are kept anew from the sources when the project is restored.
        const TEXTS: &str = "DELETE FROM research_sources WHERE tenant_id = $1 \
            AND project_source_id IN (SELECT id FROM project_sources WHERE tenant_id = $1 AND project_id = $2)";
        let node = self.inner.node;
        let hidden = transaction!(self.pools(), |on, dialect| {
            let query = sqlx::query(SQL).bind(tenant.0).bind(id.0).bind(At(at));
            let hidden = query.execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if hidden {
                sqlx::query(TEXTS).bind(tenant.0).bind(id.0).execute(&mut *on).await.map_err(fault)?;
            }
            if hidden && dialect == Dialect::Postgres {
                let notice = sqlx::query(TELL_STREAMS).bind(tenant.0).bind(id.0).bind(STREAMS).bind(node.to_string());
                notice.bind("gone").execute(&mut *on).await.map_err(fault)?;
            }
            tell!(on, dialect, node, tenant, id);
            if let Some(audit) = audit.as_ref().filter(|_| hidden) {
                log!(&mut *on, audit);
            }
            hidden
        });
        Ok(hidden)
    }

    pub(super) async fn find_hidden_project(
        &self,
        tenant: TenantId,
        id: ProjectId,
    ) -> Result<Option<(ProjectRow, Timestamp)>, StoreFault> {
        const SINCE: &str = "SELECT deleted_at FROM projects WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NOT NULL";
        const ROW: &str =
            concat!("SELECT ", columns!(), " FROM projects WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NOT NULL");
        let since: Option<At> =
            read!(self, |on| sqlx::query_scalar(SINCE).bind(tenant.0).bind(id.0).fetch_optional(on).await.map_err(fault)?);
        let record: Option<Record> =
            read!(self, |on| sqlx::query_as(ROW).bind(tenant.0).bind(id.0).fetch_optional(on).await.map_err(fault)?);
        // Restored or removed between the two questions: it is not in the trash.
        let (Some(since), Some(record)) = (since, record) else { return Ok(None) };
        Ok(Some((record.row()?, since.0)))
    }

    pub(super) async fn show_project(
        &self,
        tenant: TenantId,
        id: ProjectId,
        at: Timestamp,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        const SQLITE: &str = "UPDATE projects SET deleted_at = NULL, updated_at = MAX(updated_at + 1, $3) \
            WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NOT NULL";
        const POSTGRES: &str = "UPDATE projects SET deleted_at = NULL, updated_at = GREATEST(updated_at + INTERVAL '1 microsecond', $3) \
            WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NOT NULL";
        let node = self.inner.node;
        let shown = transaction!(self.pools(), |on, dialect| {
            let sql = match dialect {
                Dialect::Sqlite => SQLITE,
                Dialect::Postgres => POSTGRES,
            };
            let query = sqlx::query(sql).bind(tenant.0).bind(id.0).bind(At(at));
            let shown = query.execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if shown && dialect == Dialect::Postgres {
                let notice = sqlx::query(TELL_STREAMS).bind(tenant.0).bind(id.0).bind(STREAMS).bind(node.to_string());
                notice.bind(u64::MAX.to_string()).execute(&mut *on).await.map_err(fault)?;
            }
            tell!(on, dialect, node, tenant, id);
            if let Some(audit) = audit.as_ref().filter(|_| shown) {
                log!(&mut *on, audit);
            }
            shown
        });
        Ok(shown)
    }

    pub(super) async fn list_hidden_before(&self, before: Timestamp, limit: u32) -> Result<Vec<ProjectRow>, StoreFault> {
        const SQL: &str = concat!("SELECT ", columns!(), " FROM projects WHERE deleted_at < $1 ORDER BY deleted_at LIMIT $2");
        let records: Vec<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(At(before)).bind(i64::from(limit)).fetch_all(on).await.map_err(fault)?);
        records.into_iter().map(Record::row).collect()
    }
}
