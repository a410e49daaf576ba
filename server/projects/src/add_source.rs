//! A new source: checked, kept, then read beside the call. Until its one transaction nothing of it is there.

use super::{
    by_path, connections,
    files::{forget_parts, keep, local},
    guessing::is_sqlite_file,
    look::look,
    prepare::{SourceDraft, name_conflict, prepare},
    project_secrets::{credentials, credentials_for_new},
    reading,
    room::check_room,
    source_reading::{ended, failure_of, fault},
};
use crate::Projects;
use actors::CommandFault;
use domain::account::AuditNote;
use domain::{
    Failure, StoreFault,
    reading::{ReadingInput, SourceReading},
    tools::{ProjectChange, ProjectRow, ProjectSource, SourceFile, SourceKind},
};
use protocol::{ProjectSourceId, account::Account, work::WorkStatus};
use secrecy::SecretString;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// Keeps what was given as a source of the project and has it read. Waits up to `wait` for the end of that: what cannot be read
/// in this time is refused, and nothing of it is left. A source that takes longer is read on by itself.
///
/// # Errors
/// 409 for a name that is taken, 422 for what cannot be read.
pub async fn add_source(
    projects: &Projects,
    who: &Account,
    project: &ProjectRow,
    mut given: SourceDraft,
    wait: Duration,
) -> Result<ProjectSource, Failure> {
    let (mut row, secrets) = prepare(projects, who, project, &mut given).await?;
    let (id, now) = (row.id, row.created_at);
    for incoming in &given.files {
        look(row.kind, &incoming.file.name, &incoming.path).await?;
    }
    let mut paths: Vec<_> = given.files.iter().map(|incoming| incoming.path.clone()).collect();
    if by_path::names_files(&row) {
        paths = by_path::paths(projects, &row).await?;
    }
    if row.kind == SourceKind::Database {
        if paths.len() == 1 && is_sqlite_file(&paths[0]).await {
            row.subtype = "sqlite".to_owned();
        }
        let project_credentials = credentials_for_new(projects, who, &row).await?;
        let secrets = if secrets.is_empty() { &project_credentials } else { &secrets };
        connections::settings(projects, &row, secrets, &paths).await?;
    }
    check_room(projects, project.tenant, given.files.iter().map(|incoming| incoming.file.bytes).sum()).await?;
    for incoming in &given.files {
        if let Err(failure) = keep(projects, project.tenant, &incoming.file, &incoming.path).await {
            forget_parts(projects, row.tenant, &row.files).await;
            return Err(undone(projects, &row, failure).await);
        }
    }
    if !secrets.is_empty() {
        let sealed = SecretString::from(Value::Object(secrets).to_string());
        if let Err(fault) = projects.secrets().save_secret(project.tenant, &secret_id(id), &sealed, now).await {
            forget_parts(projects, row.tenant, &row.files).await;
            return Err(undone(projects, &row, fault.into()).await);
        }
    }
    let detail = json!({"project": project.id, "kind": row.kind, "type": row.subtype, "name": row.name});
    let audit = AuditNote { action: "source.added", target: row.id.to_string(), about: None, detail }.entry_by(projects, who);
    let empty = SourceReading::new(project.tenant, project.id, id);
    let opened = projects.readings().open(empty, ReadingInput::Add(Box::new(row.clone())), Some(audit)).await;
    match opened {
        Ok(_) => {}
        Err(CommandFault::Store(StoreFault::Conflict)) => {
            forget_parts(projects, row.tenant, &row.files).await;
            return Err(undone(projects, &row, name_conflict(&row.name)).await);
        }
        Err(other) => {
            // It may be stored all the same, and is then read as soon as somebody can.
            if stored(projects, &row).await?.is_none() {
                // It may be the project that is gone.
                let failure = super::found(projects, project.tenant, &project.id.to_string()).await.err();
                return Err(undone(projects, &row, failure.unwrap_or_else(|| fault(other))).await);
            }
        }
    }
    // What ends in another way, or not yet, is there all the same.
    if let Ok(Ok(view)) = tokio::time::timeout(wait, ended(projects, &row)).await
        && view.work.status == WorkStatus::Failed
        && let Some(failure) = failure_of(&view)
    {
        let detail = json!({"project": project.id, "name": row.name, "reason": failure.detail});
        let audit = AuditNote { action: "source.refused", target: id.to_string(), about: None, detail }.entry_by(projects, who);
        projects.project_store().delete_source_with(row.tenant, row.project, id, Some(audit)).await?;
        forget_parts(projects, row.tenant, &row.files).await;
        return Err(undone(projects, &row, failure).await);
    }
    stored(projects, &row).await?.ok_or_else(|| fault(CommandFault::NotFound))
}

async fn stored(projects: &Projects, row: &ProjectSource) -> Result<Option<ProjectSource>, StoreFault> {
    projects.project_store().project_source(row.tenant, row.project, row.id).await
}

/// Reaches what was given without keeping anything; what is wrong is the answer, as with a source that is there.
///
/// # Errors
/// 409 for a name that is taken, 422 for settings that cannot be.
pub async fn try_given(
    projects: &Projects,
    who: &Account,
    project: &ProjectRow,
    mut given: SourceDraft,
) -> Result<Value, Failure> {
    let begun = std::time::Instant::now();
    let (row, secrets) = prepare(projects, who, project, &mut given).await?;
    let reached = match row.kind {
        SourceKind::Database => {
            let project_credentials = credentials_for_new(projects, who, &row).await?;
            let secrets = if secrets.is_empty() { &project_credentials } else { &secrets };
            let settings = connections::settings(projects, &row, secrets, &paths(projects, &row).await?).await?;
            let database = connections::open(projects, &settings, project)?;
            database.test().await.map_err(|fault| fault.to_string())
        }
        _ => {
            let paths = paths(projects, &row).await?;
            reading::reach(projects, project, &row, &secrets, &paths).await.map_err(|failure| failure.detail)
        }
    };
    let took = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    let ok = reached.is_ok();
    let words = reached.err().unwrap_or_else(|| "it can be reached and read".to_owned());
    Ok(json!({"ok": ok, "detail": domain::sentence(&words), "elapsed_ms": took}))
}

/// What else knows of a source that nobody sees any more: its project, its reading, research, the open connection.
pub(super) async fn let_go(projects: &Projects, row: &ProjectSource) {
    projects.changed(ProjectChange::Of { tenant: row.tenant, project: row.project });
    projects.stream_gone(row.id.0);
    if row.kind == SourceKind::Document {
        projects.documents_changed(row.tenant);
    }
    connections::forget(projects, row.id).await;
}

/// What the database does not take along, but for the bytes of files: their copies, the open connection, secrets.
async fn forget(projects: &Projects, row: &ProjectSource) {
    let_go(projects, row).await;
    for file in &row.files {
        projects.0.local.forget(file.id);
    }
    if !row.secrets.is_empty()
        && let Err(fault) = projects.secrets().delete_secret(row.tenant, &secret_id(row.id)).await
    {
        tracing::warn!(%fault, source = %row.id, "the secrets of a deleted source could not be removed");
    }
}

/// A source that is deleted. The bytes of its files are last: they may take long, and what is left of them is removed later.
pub(super) async fn forget_whole(projects: &Projects, row: &ProjectSource) {
    forget(projects, row).await;
    forget_parts(projects, row.tenant, &row.files).await;
}

async fn undone(projects: &Projects, row: &ProjectSource, failure: Failure) -> Failure {
    forget(projects, row).await;
    failure
}

fn secret_id(id: ProjectSourceId) -> String {
    format!("source/{id}")
}

/// What is kept sealed for a source, else what its project has for it.
///
/// # Errors
/// The store's; where the server's key has changed.
pub(super) async fn secrets(projects: &Projects, row: &ProjectSource) -> Result<Map<String, Value>, Failure> {
    use secrecy::ExposeSecret;
    if row.secrets.is_empty() {
        return credentials(projects, row).await;
    }
    let lost = || Failure::conflict(format!("the secrets of {} are gone: connect it again", row.name));
    let sealed = projects.secrets().secret(row.tenant, &secret_id(row.id)).await.map_err(|fault| match fault {
        StoreFault::Corrupt(_) => lost(),
        fault => fault.into(),
    })?;
    let sealed = sealed.ok_or_else(lost)?;
    serde_json::from_str(sealed.expose_secret()).map_err(|_| lost())
}

/// Where the files of a source can be opened on this machine.
///
/// # Errors
/// The store's, or the disk's.
pub(super) async fn paths(projects: &Projects, row: &ProjectSource) -> Result<Vec<std::path::PathBuf>, Failure> {
    if by_path::names_files(row) {
        return by_path::paths(projects, row).await;
    }
    let mut paths = Vec::with_capacity(row.files.len());
    for file in &row.files {
        paths.push(local(projects, row.tenant, file).await?);
    }
    Ok(paths)
}

/// Every source of a project that is deleted.
pub async fn forget_all(projects: &Projects, rows: &[ProjectSource], project: &ProjectRow) {
    for row in rows {
        forget(projects, row).await;
    }
    projects.changed(ProjectChange::Of { tenant: project.tenant, project: project.id });
    projects.stream_gone(project.id.0);
    let files: Vec<SourceFile> = rows.iter().flat_map(|row| row.files.clone()).collect();
    forget_parts(projects, project.tenant, &files).await;
}
