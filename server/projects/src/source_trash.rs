//! Sources that were deleted on a page: hidden at once, taken back for a while, then removed with their files and secrets.

use super::{
    add_source::{forget_whole, let_go},
    prepare::check_number,
    texts,
    trash::{AT_ONCE, TRASH_DAYS},
};
use crate::Projects;
use domain::{
    Failure, StoreFault,
    account::{AuditEntry, AuditLog as _, AuditNote, kept_since},
    tools::{ProjectChange, ProjectRow, ProjectSource},
};
use protocol::{ProjectId, ProjectSourceId, TenantId, Timestamp, account::Account};
use serde_json::json;

/// Of a project, the most deleted sources that are listed.
const LISTED: u32 = 50;

/// Nobody sees it from now on.
///
/// # Errors
/// 404 where it is deleted already, or the store's.
pub async fn trash_source(projects: &Projects, who: &Account, row: &ProjectSource) -> Result<(), Failure> {
    let audit = note("source.deleted", row).entry_by(projects, who);
    if !projects.project_store().trash_source(row.tenant, row.project, row.id, projects.now(), Some(audit)).await? {
        return Err(missing_source());
    }
    let_go(projects, row).await;
    Ok(())
}

/// Sources of a project that can be restored, and when they were deleted: the last first.
///
/// # Errors
/// The store's.
pub async fn trashed_sources(projects: &Projects, project: &ProjectRow) -> Result<Vec<(ProjectSource, Timestamp)>, Failure> {
    Ok(projects.project_store().trashed_sources(project.tenant, project.id, LISTED).await?)
}

/// A deleted source that can be restored.
///
/// # Errors
/// The store's.
pub async fn trashed_source(
    projects: &Projects,
    project: &ProjectRow,
    id: ProjectSourceId,
) -> Result<Option<ProjectSource>, Failure> {
    let found = projects.project_store().trashed_source(project.tenant, project.id, id).await?;
    Ok(found.map(|(row, _)| row))
}

/// As if it had never been deleted.
///
/// # Errors
/// 404 where it is not deleted, 409 where another source has its name or the project has as many as it may, or the store's.
pub async fn restore_source(
    projects: &Projects,
    who: &Account,
    project: &ProjectRow,
    row: &ProjectSource,
) -> Result<(), Failure> {
    let store = projects.project_store();
    check_number(projects, store.all_sources(row.tenant, row.project).await?.len())?;
    let audit = note("source.restored", row).entry_by(projects, who);
    match store.restore_source(row, Some(audit)).await {
        Ok(true) => {}
        Ok(false) => return Err(missing_source()),
        Err(StoreFault::Conflict) => {
            let detail = format!("the project has another source named {} by now: delete that one first", row.name);
            return Err(Failure::conflict(detail));
        }
        Err(fault) => return Err(fault.into()),
    }
    projects.changed(ProjectChange::Of { tenant: row.tenant, project: row.project });
    // Research finds its documents again, and what was being read goes on.
    texts::keep(projects, project, row).await;
    projects.stream_restored(row.id.0);
    Ok(())
}

/// At once, with its files and secrets.
///
/// # Errors
/// 404 where there is none, or the store's.
pub async fn remove_source(projects: &Projects, who: &Account, row: &ProjectSource) -> Result<(), Failure> {
    let audit = note("source.deleted", row).entry_by(projects, who);
    if !projects.project_store().delete_source_with(row.tenant, row.project, row.id, Some(audit)).await? {
        return Err(missing_source());
    }
    forget_whole(projects, row).await;
    Ok(())
}

/// The same for one in the trash.
///
/// # Errors
/// 404 where it is not in the trash any more, or the store's.
pub async fn remove_trashed_source(projects: &Projects, who: &Account, row: &ProjectSource) -> Result<(), Failure> {
    let audit = note("source.removed", row).entry_by(projects, who);
    if remove_trashed(projects, row, audit).await? { Ok(()) } else { Err(missing_source()) }
}

/// Every source of a project that is removed, also those in its trash.
///
/// # Errors
/// The store's.
pub async fn sources_with_trash(
    projects: &Projects,
    tenant: TenantId,
    project: ProjectId,
) -> Result<Vec<ProjectSource>, StoreFault> {
    let store = projects.project_store();
    let mut all = store.all_sources(tenant, project).await?;
    all.extend(store.trashed_sources(tenant, project, u32::MAX).await?.into_iter().map(|(row, _)| row));
    Ok(all)
}

/// Removes what can be restored no longer.
///
/// # Errors
/// The store's.
pub(super) async fn remove_expired(projects: &Projects) -> Result<(), StoreFault> {
    let store = projects.project_store();
    let before = kept_since(projects.now(), TRASH_DAYS);
    loop {
        let rows = store.sources_trashed_before(before, AT_ONCE).await?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in &rows {
            let audit = note("source.expired", row).entry(projects, row.tenant, None);
            remove_trashed(projects, row, audit).await?;
        }
    }
}

/// False where somebody restored it a moment ago.
async fn remove_trashed(projects: &Projects, row: &ProjectSource, audit: AuditEntry) -> Result<bool, StoreFault> {
    let is_removed = projects.project_store().delete_trashed_source(row.tenant, row.project, row.id, audit).await?;
    if is_removed {
        forget_whole(projects, row).await;
    }
    Ok(is_removed)
}

fn note<'a>(action: &'a str, row: &ProjectSource) -> AuditNote<'a> {
    let detail = json!({"project": row.project, "name": row.name});
    AuditNote { action, target: row.id.to_string(), about: None, detail }
}

fn missing_source() -> Failure {
    Failure::not_found("there is no such source")
}
