//! Projects: the rows, their sources, the bytes of files, facts, and how other nodes hear of changes.

mod facts;
mod files;
pub(crate) mod notifications;
pub(crate) mod packs;
mod query_log;
pub(crate) mod reading;
mod rows;
mod saved_queries;
mod source_trash;
mod sources;
mod texts;
pub(crate) mod trash;

use crate::Store;
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::{AuditEntry, PageQuery},
    research::SourceRow,
    tools::{FactRow, Found, ProjectChange, ProjectRow, ProjectSource, ProjectStore, WithoutTexts},
};
use protocol::{FileId, ProjectId, ProjectSourceId, TenantId, Timestamp};
use serde_json::Value;
use uuid::Uuid;

#[async_trait]
impl ProjectStore for Store {
    async fn insert_project_with(&self, row: ProjectRow, audit: Option<AuditEntry>) -> Result<(), StoreFault> {
        self.write_project(row, audit).await
    }

    async fn update_project_with(&self, row: ProjectRow, was: Timestamp, audit: Option<AuditEntry>) -> Result<(), StoreFault> {
        self.rewrite_project(row, was, audit).await
    }

    async fn project(&self, tenant: TenantId, id: ProjectId) -> Result<Option<ProjectRow>, StoreFault> {
        self.find_project(tenant, id).await
    }

    async fn projects(&self, tenant: TenantId, page: PageQuery) -> Result<Vec<ProjectRow>, StoreFault> {
        self.page_of_projects(tenant, page).await
    }

    async fn project_changes(&self, tenant: TenantId, limit: u32) -> Result<Vec<Timestamp>, StoreFault> {
        self.changes_of_projects(tenant, limit).await
    }

    async fn count_projects(&self, tenant: TenantId) -> Result<u64, StoreFault> {
        self.number_of_projects(tenant).await
    }

    async fn delete_project_with(&self, tenant: TenantId, id: ProjectId, audit: Option<AuditEntry>) -> Result<bool, StoreFault> {
        self.remove_project(tenant, id, false, audit).await
    }

    async fn trash_project(
        &self,
        tenant: TenantId,
        id: ProjectId,
        at: Timestamp,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        self.hide_project(tenant, id, at, audit).await
    }

    async fn trashed_project(&self, tenant: TenantId, id: ProjectId) -> Result<Option<(ProjectRow, Timestamp)>, StoreFault> {
        self.find_hidden_project(tenant, id).await
    }

    async fn restore_project(
        &self,
        tenant: TenantId,
        id: ProjectId,
        at: Timestamp,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        self.show_project(tenant, id, at, audit).await
    }

    async fn delete_trashed_project(&self, tenant: TenantId, id: ProjectId, audit: AuditEntry) -> Result<bool, StoreFault> {
        self.remove_project(tenant, id, true, Some(audit)).await
    }

    async fn open_streams(&self, tenant: TenantId, id: ProjectId) -> Result<Vec<Uuid>, StoreFault> {
        self.list_open_streams(tenant, id).await
    }

    async fn trashed_before(&self, before: Timestamp, limit: u32) -> Result<Vec<ProjectRow>, StoreFault> {
        self.list_hidden_before(before, limit).await
    }

    async fn add_file_part(
        &self,
        tenant: TenantId,
        file: FileId,
        part: u32,
        bytes: &[u8],
        most: u64,
        now: Timestamp,
    ) -> Result<bool, StoreFault> {
        self.write_part(tenant, (file, part), bytes, most, now).await
    }

    async fn forget_file(&self, tenant: TenantId, file: FileId) -> Result<(), StoreFault> {
        self.remove_parts(tenant, file).await.map(|_| ())
    }

    async fn file_bytes(&self, tenant: TenantId) -> Result<u64, StoreFault> {
        self.sum_parts(tenant).await
    }

    async fn fullest_tenants(&self, limit: u32) -> Result<Vec<(TenantId, u64)>, StoreFault> {
        self.sum_parts_by_tenant(limit).await
    }

    async fn file_part(&self, tenant: TenantId, file: FileId, part: u32) -> Result<Option<Vec<u8>>, StoreFault> {
        self.find_part(tenant, file, part).await
    }

    async fn keeps_file(&self, file: FileId) -> Result<bool, StoreFault> {
        self.has_parts(file).await
    }

    async fn forget_lost_parts(&self, before: Timestamp) -> Result<u64, StoreFault> {
        self.remove_lost_parts(before).await
    }

    async fn project_source(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ProjectSourceId,
    ) -> Result<Option<ProjectSource>, StoreFault> {
        self.find_source_of(tenant, project, id).await
    }

    async fn project_sources(
        &self,
        tenant: TenantId,
        project: ProjectId,
        page: PageQuery,
    ) -> Result<Vec<ProjectSource>, StoreFault> {
        self.page_of_sources(tenant, project, page).await
    }

    async fn change_source_config(
        &self,
        row: &ProjectSource,
        config: &Value,
        at: Timestamp,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        self.write_source_config(row, config, at, audit).await
    }

    async fn all_sources(&self, tenant: TenantId, project: ProjectId) -> Result<Vec<ProjectSource>, StoreFault> {
        self.list_sources_of(tenant, project).await
    }

    async fn found_in(&self, tenant: TenantId, id: ProjectSourceId) -> Result<Option<Found>, StoreFault> {
        self.read_found(tenant, id).await
    }

    async fn delete_source_with(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ProjectSourceId,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        self.remove_source_of(tenant, project, id, false, audit).await
    }

    async fn delete_trashed_source(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ProjectSourceId,
        audit: AuditEntry,
    ) -> Result<bool, StoreFault> {
        self.remove_source_of(tenant, project, id, true, Some(audit)).await
    }

    async fn trash_source(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ProjectSourceId,
        at: Timestamp,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        self.hide_source(tenant, project, id, at, audit).await
    }

    async fn trashed_source(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ProjectSourceId,
    ) -> Result<Option<(ProjectSource, Timestamp)>, StoreFault> {
        self.find_hidden_source(tenant, project, id).await
    }

    async fn trashed_sources(
        &self,
        tenant: TenantId,
        project: ProjectId,
        limit: u32,
    ) -> Result<Vec<(ProjectSource, Timestamp)>, StoreFault> {
        self.list_hidden_sources(tenant, project, limit).await
    }

    async fn restore_source(&self, row: &ProjectSource, audit: Option<AuditEntry>) -> Result<bool, StoreFault> {
        self.show_source(row, audit).await
    }

    async fn sources_trashed_before(&self, before: Timestamp, limit: u32) -> Result<Vec<ProjectSource>, StoreFault> {
        self.list_sources_hidden_before(before, limit).await
    }

    async fn keep_texts(&self, tenant: TenantId, of: ProjectSourceId, texts: Vec<SourceRow>) -> Result<bool, StoreFault> {
        self.write_texts(tenant, of, texts).await
    }

    async fn without_texts(&self, after: Option<ProjectSourceId>, limit: u32) -> Result<Vec<WithoutTexts>, StoreFault> {
        self.list_without_texts(after, limit).await
    }

    async fn save_facts(&self, rows: Vec<FactRow>) -> Result<bool, StoreFault> {
        self.write_facts(rows).await
    }

    async fn facts(&self, tenant: TenantId, project: ProjectId) -> Result<Vec<FactRow>, StoreFault> {
        self.list_facts(tenant, project).await
    }

    async fn watch_projects(&self, changed: Box<dyn Fn(ProjectChange) + Send + Sync>) -> Result<(), StoreFault> {
        self.watch_changed_projects(changed).await
    }
}
