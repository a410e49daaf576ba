//! Projects that were deleted on a page: hidden at once, taken back for a while, then removed with everything in them.

use super::{
    add_source::forget_all,
    missing, room_for_another,
    source_trash::{remove_expired, sources_with_trash},
    texts,
};
use crate::Projects;
use domain::{
    Failure, StoreFault,
    account::{AuditEntry, AuditLog as _, AuditNote, kept_since},
    tools::{ProjectChange, ProjectRow},
};
use protocol::{ProjectId, TenantId, Timestamp, account::Account};
use serde_json::json;
use uuid::Uuid;

/// For how many days a deleted project, or one of its sources, can be restored.
pub const TRASH_DAYS: u32 = 7;
/// Projects, or sources, that are looked for at once.
pub(super) const AT_ONCE: u32 = 20;

/// Nobody sees it from now on. What is under way in it stops where it is, and goes on from there once it is restored.
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
    stop_streams(projects, &open_streams(projects, row).await);
    Ok(())
}

/// The runs, asks, pipelines and readings of a project that are not over.
pub async fn open_streams(projects: &Projects, row: &ProjectRow) -> Vec<Uuid> {
    projects.project_store().open_streams(row.tenant, row.id).await.unwrap_or_else(|fault| {
        tracing::warn!(%fault, project = %row.id, "what is under way in a project could not be looked up");
        Vec::new()
    })
}

/// Nobody goes on with them here: they are in the trash with their project, or deleted.
pub fn stop_streams(projects: &Projects, streams: &[Uuid]) {
    streams.iter().for_each(|stream| projects.stream_gone(*stream));
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
    // What was under way goes on.
    open_streams(projects, row).await.into_iter().for_each(|stream| projects.stream_restored(stream));
    Ok(())
}

/// With its sources, files and facts: a sample that was never complete.
///
/// # Errors
/// 404 where there is none, or the store's.
pub async fn remove_project(projects: &Projects, who: &Account, row: &ProjectRow) -> Result<(), Failure> {
    let audit = note("project.removed", row).entry_by(projects, who);
    let sources = projects.project_store().all_sources(row.tenant, row.id).await?;
    if !projects.project_store().delete_project_with(row.tenant, row.id, Some(audit)).await? {
        return Err(missing());
    }
    forget_all(projects, &sources, row).await;
    Ok(())
}

/// The same for one in the trash.
///
/// # Errors
/// 404 where it is not in the trash any more, or the store's.
pub async fn remove_trashed_project(projects: &Projects, who: &Account, row: &ProjectRow) -> Result<(), Failure> {
    let audit = note("project.removed", row).entry_by(projects, who);
    if remove_trashed(projects, row, audit).await? { Ok(()) } else { Err(missing()) }
}

/// Removes what can be restored no longer: sources first, then projects. Every node does it; what one removes the others do not find.
///
/// # Errors
/// The store's.
pub async fn empty_trash(projects: &Projects) -> Result<(), StoreFault> {
    remove_expired(projects).await?;
    let store = projects.project_store();
    let before = kept_since(projects.now(), TRASH_DAYS);
    loop {
        let rows = store.trashed_before(before, AT_ONCE).await?;
        if rows.is_empty() {
            return Ok(());
        }
        for row in &rows {
            let audit = note("project.expired", row).entry(projects, row.tenant, None);
            remove_trashed(projects, row, audit).await?;
        }
    }
}

/// False where somebody restored it a moment ago.
async fn remove_trashed(projects: &Projects, row: &ProjectRow, audit: AuditEntry) -> Result<bool, StoreFault> {
    let store = projects.project_store();
    let sources = sources_with_trash(projects, row.tenant, row.id).await?;
    let is_removed = store.delete_trashed_project(row.tenant, row.id, audit).await?;
    if is_removed {
        forget_all(projects, &sources, row).await;
    }
    Ok(is_removed)
}

fn note<'a>(action: &'a str, row: &ProjectRow) -> AuditNote<'a> {
    let detail = json!({"name": row.name, "state": row.state().name()});
    AuditNote { action, target: row.id.to_string(), about: None, detail }
}
