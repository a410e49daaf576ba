//! Projects that were deleted on a page: hidden at once, taken back for a while, then removed with everything in them.

use super::{add_source::forget_all, missing, room_for_another, texts};
use crate::Projects;
use domain::{
    Failure, StoreFault,
    account::{AuditEntry, AuditLog as _, AuditNote, kept_since},
    tools::{ProjectChange, ProjectRow},
};
use protocol::{ProjectId, TenantId, Timestamp, account::Account};
use serde_json::json;

/// For how many days a deleted project can be restored.
pub const TRASH_DAYS: u32 = 7;
/// Projects that are looked for at once.
const AT_ONCE: u32 = 20;

/// Nobody sees it from now on.
///
/// # Errors
/// 404 where it is deleted already, or the store's.
pub async fn trash_project(projects: &Projects, who: &Account, row: &ProjectRow) -> Result<(), Failure> {
    let audit = note("project.deleted", row).entry_by(projects, who);
    if !projects.project_store().trash_project(row.tenant, row.id, projects.now(), Some(audit)).await? {
        return Err(missing());
    }
    projects.changed(ProjectChange::Of { tenant: row.tenant, project: row.id });
    projects.documents_changed(row.tenant);
    Ok(())
}

/// A deleted project that can be restored, and when it was deleted.
///
/// # Errors
/// The store's.
pub async fn trashed_project(
    projects: &Projects,
    tenant: TenantId,
    id: ProjectId,
) -> Result<Option<(ProjectRow, Timestamp)>, Failure> {
    Ok(projects.project_store().trashed_project(tenant, id).await?)
}

/// As if it had never been deleted.
///
/// # Errors
/// 404 where it is not deleted, 409 where the tenant has as many projects as it may, or the store's.
pub async fn restore_project(projects: &Projects, who: &Account, row: &ProjectRow) -> Result<(), Failure> {
    room_for_another(projects, row.tenant).await?;
    let store = projects.project_store();
    let audit = note("project.restored", row).entry_by(projects, who);
    if !store.restore_project(row.tenant, row.id, projects.now(), Some(audit)).await? {
        return Err(missing());
    }
    projects.changed(ProjectChange::Of { tenant: row.tenant, project: row.id });
    // Research finds its documents again.
    for source in store.all_sources(row.tenant, row.id).await? {
        texts::keep(projects, row, &source).await;
    }
    Ok(())
}

/// With its sources, files and facts. It is in the trash, or a sample that was never complete.
///
/// # Errors
/// 404 where there is none, or the store's.
pub async fn remove_project(projects: &Projects, who: &Account, row: &ProjectRow) -> Result<(), Failure> {
    let audit = note("project.removed", row).entry_by(projects, who);
    if remove(projects, row, audit).await? { Ok(()) } else { Err(missing()) }
}

/// Removes what can be restored no longer. Every node does it; what one removes the others do not find.
///
/// # Errors
/// The store's.
pub async fn empty_trash(projects: &Projects) -> Result<(), StoreFault> {
    let store = projects.project_store();
    let before = kept_since(projects.now(), TRASH_DAYS);
    loop {
        let rows = store.trashed_before(before, AT_ONCE).await?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in &rows {
            // Somebody may have restored it a moment ago.
            if store.trashed_project(row.tenant, row.id).await?.is_some() {
                let audit = note("project.expired", row).entry(projects, row.tenant, None);
                remove(projects, row, audit).await?;
            }
        }
    }
}

async fn remove(projects: &Projects, row: &ProjectRow, audit: AuditEntry) -> Result<bool, StoreFault> {
    let store = projects.project_store();
    let sources = store.all_sources(row.tenant, row.id).await?;
    let is_removed = store.delete_project_with(row.tenant, row.id, Some(audit)).await?;
    if is_removed {
        forget_all(projects, &sources, row).await;
    }
    Ok(is_removed)
}

fn note<'a>(action: &'a str, row: &ProjectRow) -> AuditNote<'a> {
    let detail = json!({"name": row.name, "state": row.state().name()});
    AuditNote { action, target: row.id.to_string(), about: None, detail }
}
