//! The port that keeps projects, their sources with what was found in them, files and facts.

use super::{FactRow, Found, ProjectRow, ProjectSource};
use crate::{
    StoreFault,
    account::{AuditEntry, PageQuery},
    research::SourceRow,
};
use async_trait::async_trait;
use protocol::{FileId, ProjectId, ProjectSourceId, TenantId, Timestamp};
use serde_json::Value;
use uuid::Uuid;

/// What happened to a project, its sources included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProjectChange {
    Of {
        tenant: TenantId,
        project: ProjectId,
    },
    /// One of its runs went on: the project itself is the same.
    Runs {
        tenant: TenantId,
        project: ProjectId,
    },
    /// One of its pipelines went on: the project itself is the same.
    Pipelines {
        tenant: TenantId,
        project: ProjectId,
    },
    /// Nobody listened for a while: anything may have changed.
    Missed,
}

/// A source whose documents research does not find: taken in by an earlier release, or by a process that died before it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WithoutTexts {
    pub tenant: TenantId,
    pub project: ProjectId,
    pub source: ProjectSourceId,
}

#[async_trait]
pub trait ProjectStore: Send + Sync {
    async fn insert_project(&self, row: ProjectRow) -> Result<(), StoreFault> {
        self.insert_project_with(row, None).await
    }
    /// Together with its line of the audit.
    async fn insert_project_with(&self, row: ProjectRow, audit: Option<AuditEntry>) -> Result<(), StoreFault>;
    /// Only while it was last changed at `was`; [`StoreFault::Conflict`] otherwise.
    async fn update_project(&self, row: ProjectRow, was: Timestamp) -> Result<(), StoreFault> {
        self.update_project_with(row, was, None).await
    }
    /// Together with its line of the audit.
    async fn update_project_with(&self, row: ProjectRow, was: Timestamp, audit: Option<AuditEntry>) -> Result<(), StoreFault>;
    async fn project(&self, tenant: TenantId, id: ProjectId) -> Result<Option<ProjectRow>, StoreFault>;
    /// Newest first.
    async fn projects(&self, tenant: TenantId, page: PageQuery) -> Result<Vec<ProjectRow>, StoreFault>;
    /// When each of the newest was changed last.
    async fn project_changes(&self, tenant: TenantId, limit: u32) -> Result<Vec<Timestamp>, StoreFault>;
    /// How many the tenant has.
    async fn count_projects(&self, tenant: TenantId) -> Result<u64, StoreFault>;
    /// With all its sources and facts. The bytes of their files, which may take long to remove, belong to nobody then:
    /// [`ProjectStore::forget_file`] removes them. False if there was none.
    async fn delete_project(&self, tenant: TenantId, id: ProjectId) -> Result<bool, StoreFault> {
        self.delete_project_with(tenant, id, None).await
    }
    /// Together with its line of the audit, which is not written if there was none.
    async fn delete_project_with(&self, tenant: TenantId, id: ProjectId, audit: Option<AuditEntry>) -> Result<bool, StoreFault>;
    /// Hides a project from every list and every question until it is restored or deleted, together with its line of the audit.
    /// Research finds its documents no more. False if there was none, or it was hidden before.
    async fn trash_project(
        &self,
        tenant: TenantId,
        id: ProjectId,
        at: Timestamp,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault>;
    /// A project in the trash, and since when it is there.
    async fn trashed_project(&self, tenant: TenantId, id: ProjectId) -> Result<Option<(ProjectRow, Timestamp)>, StoreFault>;
    /// Takes a project out of the trash, together with its line of the audit. False if it was not there.
    async fn restore_project(
        &self,
        tenant: TenantId,
        id: ProjectId,
        at: Timestamp,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault>;
    /// Removes a project with everything in it, together with its line of the audit. False if it is not in the trash any more.
    async fn delete_trashed_project(&self, tenant: TenantId, id: ProjectId, audit: AuditEntry) -> Result<bool, StoreFault>;
    /// What is under way in a project or waits for people: the streams of its readings, runs, asks and pipelines that are not over.
    async fn open_streams(&self, tenant: TenantId, id: ProjectId) -> Result<Vec<Uuid>, StoreFault>;
    /// Projects of any tenant that are in the trash since before this time; at most `limit`.
    async fn trashed_before(&self, before: Timestamp, limit: u32) -> Result<Vec<ProjectRow>, StoreFault>;

    /// Parts are counted from 0. They belong to nobody until a source with their file is stored. False, and nothing is kept, where the
    /// tenant's files would take more than `most` bytes with it.
    async fn add_file_part(
        &self,
        tenant: TenantId,
        file: FileId,
        part: u32,
        bytes: &[u8],
        most: u64,
        now: Timestamp,
    ) -> Result<bool, StoreFault>;
    /// Removes the parts of a file that no source has, or has any more. Where it breaks off, the others are lost parts.
    async fn forget_file(&self, tenant: TenantId, file: FileId) -> Result<(), StoreFault>;
    /// Of all files of a tenant.
    async fn file_bytes(&self, tenant: TenantId) -> Result<u64, StoreFault>;
    /// The tenants whose files take the most bytes, and how many; at most `limit`. For the operator.
    async fn fullest_tenants(&self, limit: u32) -> Result<Vec<(TenantId, u64)>, StoreFault>;
    async fn file_part(&self, tenant: TenantId, file: FileId, part: u32) -> Result<Option<Vec<u8>>, StoreFault>;
    /// Whether any tenant's source has the file still, or may come to have it.
    async fn keeps_file(&self, file: FileId) -> Result<bool, StoreFault>;
    /// Removes files of no source whose last part came before this time; answers how many parts they had.
    async fn forget_lost_parts(&self, before: Timestamp) -> Result<u64, StoreFault>;

    async fn project_source(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ProjectSourceId,
    ) -> Result<Option<ProjectSource>, StoreFault>;
    /// Newest first.
    async fn project_sources(
        &self,
        tenant: TenantId,
        project: ProjectId,
        page: PageQuery,
    ) -> Result<Vec<ProjectSource>, StoreFault>;
    /// How a source is read from now on, together with its line of the audit: only while it was last written at `row.updated_at`. False
    /// where it was written since, or is not there.
    async fn change_source_config(
        &self,
        row: &ProjectSource,
        config: &Value,
        at: Timestamp,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault>;
    /// All of them, oldest first.
    async fn all_sources(&self, tenant: TenantId, project: ProjectId) -> Result<Vec<ProjectSource>, StoreFault>;
    async fn found_in(&self, tenant: TenantId, id: ProjectSourceId) -> Result<Option<Found>, StoreFault>;
    /// Without the bytes of its files, as [`ProjectStore::delete_project`].
    async fn delete_source_of(&self, tenant: TenantId, project: ProjectId, id: ProjectSourceId) -> Result<bool, StoreFault> {
        self.delete_source_with(tenant, project, id, None).await
    }
    /// Together with its line of the audit, which is not written if there was none.
    async fn delete_source_with(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ProjectSourceId,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault>;

    /// Hides a source from every list and every question until it is restored or deleted, together with its line of the audit.
    /// Research finds its documents no more, and its name is free. False if there was none, or it was hidden before.
    async fn trash_source(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ProjectSourceId,
        at: Timestamp,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault>;
    /// A source in the trash, and since when it is there.
    async fn trashed_source(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ProjectSourceId,
    ) -> Result<Option<(ProjectSource, Timestamp)>, StoreFault>;
    /// Those of a project, the last deleted first; at most `limit`.
    async fn trashed_sources(
        &self,
        tenant: TenantId,
        project: ProjectId,
        limit: u32,
    ) -> Result<Vec<(ProjectSource, Timestamp)>, StoreFault>;
    /// Takes a source out of the trash, together with its line of the audit. False if it was not there; [`StoreFault::Conflict`]
    /// where another one has its name by now.
    async fn restore_source(&self, row: &ProjectSource, audit: Option<AuditEntry>) -> Result<bool, StoreFault>;
    /// Removes a source with everything in it, together with its line of the audit. False if it is not in the trash any more.
    async fn delete_trashed_source(
        &self,
        tenant: TenantId,
        project: ProjectId,
        id: ProjectSourceId,
        audit: AuditEntry,
    ) -> Result<bool, StoreFault>;
    /// Sources of any tenant that are in the trash since before this time; at most `limit`.
    async fn sources_trashed_before(&self, before: Timestamp, limit: u32) -> Result<Vec<ProjectSource>, StoreFault>;

    /// What stands in the documents of a source now, for research to find, in the place of what stood there before; it goes with the
    /// source. False if the source is not there any more. What did not change keeps its id.
    async fn keep_texts(&self, tenant: TenantId, of: ProjectSourceId, texts: Vec<SourceRow>) -> Result<bool, StoreFault>;
    /// Sources of documents of any tenant that no text is kept of, by their ids; at most `limit`, after this one.
    async fn without_texts(&self, after: Option<ProjectSourceId>, limit: u32) -> Result<Vec<WithoutTexts>, StoreFault>;

    /// In the place of the fact of that name. False if the project is not there.
    async fn save_fact(&self, row: FactRow) -> Result<bool, StoreFault> {
        self.save_facts(vec![row]).await
    }
    /// Facts of one project: all of them or none.
    async fn save_facts(&self, rows: Vec<FactRow>) -> Result<bool, StoreFault>;
    /// By name.
    async fn facts(&self, tenant: TenantId, project: ProjectId) -> Result<Vec<FactRow>, StoreFault>;

    /// Calls back whenever another process changed a project, until the future is dropped or the store is closed. Returns at
    /// once where no other process can tell (SQLite).
    async fn watch_projects(&self, changed: Box<dyn Fn(ProjectChange) + Send + Sync>) -> Result<(), StoreFault>;
}
