//! A new source: checked, read, kept. Until its one transaction at the end nothing of it is there.

use super::{
    by_path, connections,
    files::{keep, local},
    guessing,
    reading::{self, Read},
    refresh,
    source_settings::{checked_config, taken_secrets},
    texts,
    upload::{Incoming, no_kind},
};
use crate::{backend::Backend, calls::AuditNote, web::Problem};
use domain::{
    StoreFault,
    live::StreamChange,
    tools::{Found, ProjectChange, ProjectRow, ProjectSource, SourceFile, SourceKind, SourceStatus, one_line},
};
use http::StatusCode;
use protocol::{
    ProjectSourceId,
    account::{Account, Role},
};
use secrecy::SecretString;
use serde_json::{Map, Value, json};
use tokio::io::AsyncReadExt;

const LONGEST_NAME: usize = 200;
const LONGEST_DESCRIPTION: usize = 4_000;
/// Names of types are short words.
const LONGEST_TYPE: usize = 40;

/// A source as it was entered.
#[derive(Default)]
pub(crate) struct Given {
    pub(crate) kind: Option<SourceKind>,
    pub(crate) subtype: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) description: Option<String>,
    pub(crate) config: Value,
    pub(crate) secrets: Map<String, Value>,
    pub(crate) files: Vec<Incoming>,
}

/// Reads what was given and keeps it as a source of the project.
///
/// # Errors
/// 409 for a name that is taken, 422 for what cannot be read.
pub(crate) async fn add_source(
    backend: &Backend,
    who: &Account,
    project: &ProjectRow,
    mut given: Given,
) -> Result<ProjectSource, Problem> {
    let (mut row, secrets) = prepared(backend, who, project, &mut given).await?;
    let (id, now) = (row.id, row.created_at);
    let version = refresh::version(backend, &row).await;
    let mut paths: Vec<_> = given.files.iter().map(|incoming| incoming.path.clone()).collect();
    if by_path::names_files(&row) {
        paths = by_path::paths(backend, &row).await?;
    }
    if row.kind == SourceKind::Database && paths.len() == 1 && is_sqlite_file(&paths[0]).await {
        row.subtype = "sqlite".to_owned();
    }
    let Read { subtype, found, warnings } = reading::read(backend, project, &row, &secrets, &paths, &Found::default()).await?;
    row.subtype = subtype;
    row.warnings = warnings;
    row.summary = found.summary();
    for incoming in &given.files {
        keep(backend, project.tenant, &incoming.file, &incoming.path).await?;
    }
    if !secrets.is_empty() {
        let sealed = SecretString::from(Value::Object(secrets).to_string());
        backend.secrets().save_secret(project.tenant, &secret_id(id), &sealed, now).await?;
    }
    let detail = json!({"project": project.id, "kind": row.kind, "type": row.subtype, "name": row.name});
    let audit = AuditNote { action: "source.added", target: row.id.to_string(), about: None, detail }.entry_by(backend, who);
    let found = Found { version, ..found };
    let telling = backend.projects().telling(project);
    let kept = backend.project_store().insert_source_with(row.clone(), &found, Some(audit)).await;
    drop(telling);
    match kept {
        Ok(true) => {}
        Ok(false) => return Err(undone(backend, &row, super::missing()).await),
        Err(StoreFault::Conflict) => return Err(undone(backend, &row, name_conflict(&row.name)).await),
        Err(fault) => return Err(undone(backend, &row, fault.into()).await),
    }
    texts::keep(backend, project, &row, &found).await;
    Ok(row)
}

/// Reaches what was given without keeping anything; what is wrong is the answer, as with a source that is there.
///
/// # Errors
/// 409 for a name that is taken, 422 for settings that cannot be.
pub(crate) async fn try_given(
    backend: &Backend,
    who: &Account,
    project: &ProjectRow,
    mut given: Given,
) -> Result<Value, Problem> {
    let begun = std::time::Instant::now();
    let (row, secrets) = prepared(backend, who, project, &mut given).await?;
    let reached = match row.kind {
        SourceKind::Database => {
            let settings = connections::settings(backend, &row, &secrets, &paths(backend, &row).await?).await?;
            let database = connections::open(backend, &settings, project)?;
            database.test().await.map_err(|fault| fault.to_string())
        }
        _ => {
            let paths = paths(backend, &row).await?;
            reading::reach(backend, project, &row, &secrets, &paths).await.map_err(|problem| problem.detail)
        }
    };
    let took = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    let ok = reached.is_ok();
    let words = reached.err().unwrap_or_else(|| "it can be reached and read".to_owned());
    Ok(json!({"ok": ok, "detail": crate::calls::sentence(&words), "elapsed_ms": took}))
}

/// The row that would be kept, and the secrets beside it.
async fn prepared(
    backend: &Backend,
    who: &Account,
    project: &ProjectRow,
    given: &mut Given,
) -> Result<(ProjectSource, Map<String, Value>), Problem> {
    let id = ProjectSourceId(backend.id());
    let kind = match given.kind {
        Some(kind) => kind,
        None => guessed(&given.files).await.ok_or_else(no_kind)?,
    };
    let name = checked_name(kind, given)?;
    let description = given.description.as_deref().map(|text| one_line("description", text, LONGEST_DESCRIPTION)).transpose()?;
    let mut config = std::mem::take(&mut given.config);
    let secrets = taken_secrets(&mut config, std::mem::take(&mut given.secrets))?;
    let config = checked_config(config)?;
    let subtype = given.subtype.take().filter(|subtype| !subtype.trim().is_empty());
    let subtype = subtype.map(|subtype| one_line("type", &subtype, LONGEST_TYPE)).transpose()?;
    let others = backend.project_store().all_sources(project.tenant, project.id).await?;
    let most = backend.settings().sources_per_project;
    if others.len() >= most {
        let detail = format!("a project has at most {most} sources (DISCOVERY_MAX_SOURCES): delete some first");
        return Err(Problem::new(StatusCode::CONFLICT, detail));
    }
    if others.iter().any(|other| other.name.to_lowercase() == name.to_lowercase()) {
        return Err(name_conflict(&name));
    }
    let now = backend.now();
    let row = ProjectSource {
        id,
        tenant: project.tenant,
        project: project.id,
        kind,
        subtype: subtype.map(|subtype| subtype.to_lowercase()).unwrap_or_default(),
        name,
        description,
        config,
        secrets: secrets.keys().cloned().collect(),
        status: SourceStatus::Ready,
        summary: Value::Null,
        warnings: Vec::new(),
        files: given.files.iter().map(|incoming| incoming.file.clone()).collect(),
        created_by: Some(who.user_id),
        created_at: now,
        updated_at: now,
    };
    if by_path::names_files(&row) && who.role < Role::Admin {
        return Err(Problem::forbidden(format!("files on the server's disk take the role admin, yours is {}", who.role.name())));
    }
    Ok((row, secrets))
}

/// Deletes a source with its files and secrets.
///
/// # Errors
/// 404, or the store's.
pub(crate) async fn remove_source(backend: &Backend, who: &Account, row: &ProjectSource) -> Result<(), Problem> {
    let detail = json!({"project": row.project, "name": row.name});
    let audit = AuditNote { action: "source.deleted", target: row.id.to_string(), about: None, detail }.entry_by(backend, who);
    if !backend.project_store().delete_source_with(row.tenant, row.project, row.id, Some(audit)).await? {
        return Err(Problem::not_found("there is no such source"));
    }
    forget(backend, row).await;
    Ok(())
}

/// What the database does not take along: the copies of files, the open connection, secrets.
pub(crate) async fn forget(backend: &Backend, row: &ProjectSource) {
    backend.projects().changed(ProjectChange::Of { tenant: row.tenant, project: row.project });
    if row.kind == SourceKind::Document {
        backend.documents_changed(row.tenant);
    }
    connections::forget(backend, row.id).await;
    for file in &row.files {
        backend.projects().local.forget(file.id);
    }
    if !row.secrets.is_empty()
        && let Err(fault) = backend.secrets().delete_secret(row.tenant, &secret_id(row.id)).await
    {
        tracing::warn!(%fault, source = %row.id, "the secrets of a deleted source could not be removed");
    }
}

async fn undone(backend: &Backend, row: &ProjectSource, problem: Problem) -> Problem {
    forget(backend, row).await;
    problem
}

fn secret_id(id: ProjectSourceId) -> String {
    format!("source/{id}")
}

/// What is kept sealed for a source.
///
/// # Errors
/// The store's; where the server's key has changed.
pub(super) async fn secrets(backend: &Backend, row: &ProjectSource) -> Result<Map<String, Value>, Problem> {
    use secrecy::ExposeSecret;
    if row.secrets.is_empty() {
        return Ok(Map::new());
    }
    let lost = || Problem::new(StatusCode::CONFLICT, format!("the secrets of {} are gone: connect it again", row.name));
    let sealed = backend.secrets().secret(row.tenant, &secret_id(row.id)).await.map_err(|fault| match fault {
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
pub(super) async fn paths(backend: &Backend, row: &ProjectSource) -> Result<Vec<std::path::PathBuf>, Problem> {
    if by_path::names_files(row) {
        return by_path::paths(backend, row).await;
    }
    let mut paths = Vec::with_capacity(row.files.len());
    for file in &row.files {
        paths.push(local(backend, row.tenant, file).await?);
    }
    Ok(paths)
}

/// Every source of a project that is deleted.
pub(crate) async fn forget_all(backend: &Backend, rows: &[ProjectSource], project: &ProjectRow) {
    for row in rows {
        forget(backend, row).await;
    }
    backend.projects().changed(ProjectChange::Of { tenant: project.tenant, project: project.id });
    backend.lives().changed(StreamChange::Gone { stream: project.id.0 });
}

fn name_conflict(name: &str) -> Problem {
    Problem::new(StatusCode::CONFLICT, format!("the project has a source named {name}: take another name, or delete that one"))
}

/// By what the first file is called and how it begins.
async fn guessed(files: &[Incoming]) -> Option<SourceKind> {
    let Incoming { file: SourceFile { name, .. }, path, .. } = files.first()?;
    if is_sqlite_file(path).await {
        return Some(SourceKind::Database);
    }
    guessing::of_name(name, &head(path).await)
}

/// How much of a file is looked at for what it is.
const HEAD: u64 = 64 * 1024;

async fn head(path: &std::path::Path) -> String {
    let mut begin = Vec::new();
    if let Ok(file) = tokio::fs::File::open(path).await
        && let Err(error) = file.take(HEAD).read_to_end(&mut begin).await
    {
        tracing::debug!(%error, "an upload could not be looked into");
    }
    String::from_utf8_lossy(&begin).into_owned()
}

/// By its first bytes, whatever it is called.
async fn is_sqlite_file(path: &std::path::Path) -> bool {
    let mut begin = [0; 16];
    let Ok(mut file) = tokio::fs::File::open(path).await else { return false };
    file.read_exact(&mut begin).await.is_ok() && &begin == b"SQLite format 3\0"
}

fn checked_name(kind: SourceKind, given: &Given) -> Result<String, Problem> {
    let of_file = || {
        let name = &given.files.first()?.file.name;
        if kind == SourceKind::Document {
            return Some(name.clone());
        }
        Some(name.split_once('.').map_or(name.as_str(), |(stem, _)| stem).to_owned()).filter(|stem| !stem.is_empty())
    };
    let name = given.name.clone().or_else(of_file).ok_or_else(|| Problem::invalid("name", "a source needs a name"))?;
    let name = one_line("name", &name, LONGEST_NAME)?;
    if kind == SourceKind::Database && name.contains(['"', '`', '[', ']', '\'', ';', '\\', '/']) {
        return Err(Problem::invalid("name", "the name of a database has no quotes, brackets, slashes or semicolons"));
    }
    Ok(name)
}
