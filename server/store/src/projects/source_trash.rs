//! Sources that were deleted and may be taken back.

use super::{
    notifications::tell,
    sources::{Record, columns},
};
use crate::{Store, accounts::log, columns::At, faults::fault, insert::Dialect, pools::read, pools::transaction, watch::STREAMS};
use domain::{StoreFault, account::AuditEntry, tools::ProjectSource};
use protocol::{ProjectId, ProjectSourceId, TenantId, Timestamp};

impl Store {
    /// Its name is free for another from now on.
    pub(super) async fn hide_source(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ProjectSourceId,
        at: Timestamp,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        // In the order in which appends lock.
        const STREAM: &str = "UPDATE streams SET deleted_at = $4 WHERE tenant_id = $1 AND project_id = $2 AND id = $3 \
            AND deleted_at IS NULL";
        const SQL: &str = "UPDATE project_sources SET deleted_at = $4, name_key = $5 \
            WHERE tenant_id = $1 AND project_id = $2 AND id = $3 AND deleted_at IS NULL";
        // They are kept anew when the source is restored.
        const TEXTS: &str = "DELETE FROM research_sources WHERE tenant_id = $1 AND project_source_id = $2";
        let node = self.inner.node;
        let hidden = transaction!(self.pools(), |on, dialect| {
            let stream = sqlx::query(STREAM).bind(tenant.0).bind(project.0).bind(id.0).bind(At(at));
            stream.execute(&mut *on).await.map_err(fault)?;
            let query = sqlx::query(SQL).bind(tenant.0).bind(project.0).bind(id.0).bind(At(at)).bind(format!("deleted/{id}"));
            let hidden = query.execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if hidden {
                sqlx::query(TEXTS).bind(tenant.0).bind(id.0).execute(&mut *on).await.map_err(fault)?;
                if dialect == Dialect::Postgres {
                    let notify = sqlx::query("SELECT pg_notify($1, $2)").bind(STREAMS).bind(format!("{node}:{}:gone", id.0));
                    notify.execute(&mut *on).await.map_err(fault)?;
                }
            }
            tell!(on, dialect, node, tenant, project);
            if let Some(audit) = audit.as_ref().filter(|_| hidden) {
                log!(&mut *on, audit);
            }
            hidden
        });
        Ok(hidden)
    }

    pub(super) async fn find_hidden_source(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ProjectSourceId,
    ) -> Result<Option<(ProjectSource, Timestamp)>, StoreFault> {
        const SQL: &str = concat!(
            "SELECT ",
            columns!(),
            " FROM project_sources WHERE tenant_id = $1 AND project_id = $2 AND id = $3 AND deleted_at IS NOT NULL"
        );
        let record: Option<Record> = read!(self, |on| {
            sqlx::query_as(SQL).bind(tenant.0).bind(project.0).bind(id.0).fetch_optional(on).await.map_err(fault)?
        });
        record.map(read_hidden).transpose()
    }

    pub(super) async fn list_hidden_sources(
        &self,
        tenant: TenantId,
        project: ProjectId,
        limit: u32,
    ) -> Result<Vec<(ProjectSource, Timestamp)>, StoreFault> {
        const SQL: &str = concat!(
            "SELECT ",
            columns!(),
            " FROM project_sources WHERE tenant_id = $1 AND project_id = $2 AND deleted_at IS NOT NULL \
             ORDER BY deleted_at DESC, id DESC LIMIT $3"
        );
        let records: Vec<Record> = read!(self, |on| {
            let query = sqlx::query_as(SQL).bind(tenant.0).bind(project.0).bind(i64::from(limit));
            query.fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(read_hidden).collect()
    }

    pub(super) async fn show_source(&self, row: &ProjectSource, audit: Option<AuditEntry>) -> Result<bool, StoreFault> {
        const STREAM: &str = "UPDATE streams SET deleted_at = NULL WHERE tenant_id = $1 AND project_id = $2 AND id = $3";
        const SQL: &str = "UPDATE project_sources SET deleted_at = NULL, name_key = $4 \
            WHERE tenant_id = $1 AND project_id = $2 AND id = $3 AND deleted_at IS NOT NULL";
        let (node, tenant, project, id) = (self.inner.node, row.tenant, row.project, row.id);
        let restored = transaction!(self.pools(), |on, dialect| {
            let stream = sqlx::query(STREAM).bind(tenant.0).bind(project.0).bind(id.0);
            stream.execute(&mut *on).await.map_err(fault)?;
            let query = sqlx::query(SQL).bind(tenant.0).bind(project.0).bind(id.0).bind(row.name.to_lowercase());
            let restored = query.execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if restored && dialect == Dialect::Postgres {
                let payload = format!("{node}:{}:{}", id.0, u64::MAX);
                let notify = sqlx::query("SELECT pg_notify($1, $2)").bind(STREAMS).bind(payload);
                notify.execute(&mut *on).await.map_err(fault)?;
            }
            tell!(on, dialect, node, tenant, project);
            if let Some(audit) = audit.as_ref().filter(|_| restored) {
                log!(&mut *on, audit);
            }
            restored
        });
        Ok(restored)
    }

    pub(super) async fn list_sources_hidden_before(
        &self,
        before: Timestamp,
        limit: u32,
    ) -> Result<Vec<ProjectSource>, StoreFault> {
        const SQL: &str =
            concat!("SELECT ", columns!(), " FROM project_sources WHERE deleted_at < $1 ORDER BY deleted_at LIMIT $2");
        let records: Vec<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(At(before)).bind(i64::from(limit)).fetch_all(on).await.map_err(fault)?);
        records.into_iter().map(Record::row).collect()
    }
}

/// With when it was deleted.
fn read_hidden(record: Record) -> Result<(ProjectSource, Timestamp), StoreFault> {
    let Some(At(at)) = record.deleted_at else {
        return Err(StoreFault::Corrupt("a deleted source has no time".to_owned()));
    };
    Ok((record.row()?, at))
}
