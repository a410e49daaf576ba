//! Reads the sources of a project again and says what changed.

use super::{
    add_source::{paths, secrets},
    connections,
    files::hex,
    project_catalog,
    reading::{self, Read},
    texts,
};
use crate::{backend::Backend, calls::AuditNote, web::Problem};
use domain::tools::{Found, ProjectRow, ProjectSource, SourceKind, SourceStatus, answers::Held};
use protocol::{Timestamp, account::Account};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

#[derive(Clone, Copy, Default)]
struct Changes {
    added: u64,
    updated: u64,
    removed: u64,
    unchanged: u64,
}

impl Changes {
    fn count<'a, T: PartialEq + 'a>(
        &mut self,
        before: impl Iterator<Item = &'a T>,
        after: impl Iterator<Item = &'a T>,
        name: impl Fn(&T) -> &str,
    ) {
        let mut known: HashMap<String, &T> = before.map(|one| (name(one).to_owned(), one)).collect();
        for one in after {
            match known.remove(name(one)) {
                None => self.added += 1,
                Some(same) if same == one => self.unchanged += 1,
                Some(_) => self.updated += 1,
            }
        }
        self.removed += known.len() as u64;
    }

    fn to_json(self) -> Value {
        json!({"added": self.added, "updated": self.updated, "removed": self.removed, "unchanged": self.unchanged})
    }
}

/// `{added, updated, removed, unchanged}` for each group of tools, and the sources that could not be read.
///
/// # Errors
/// The store's.
pub(crate) async fn refresh(backend: &Backend, who: &Account, project: &ProjectRow) -> Result<Value, Problem> {
    backend.projects().linked.forget(project.tenant);
    backend.projects().skill_folders.look_again().await;
    let catalog = project_catalog(backend, project.tenant, project.id).await?;
    let [mut schema, mut api, mut documents, mut skills] = [Changes::default(); 4];
    let mut failed = Vec::new();
    for one in &catalog.held {
        let (before, after) = match again(backend, project, one).await? {
            Ok(found) => (one.found.clone(), found),
            Err(detail) => {
                failed.push(json!({"source": one.source.name, "detail": detail}));
                (one.found.clone(), (*one.found).clone())
            }
        };
        match one.source.kind {
            SourceKind::Database => schema.count(before.tables.iter(), after.tables.iter(), |table| &table.name),
            SourceKind::Api => api.count(before.operations.iter(), after.operations.iter(), |operation| &operation.name),
            SourceKind::Document => documents.count(before.documents.iter(), after.documents.iter(), |one| &one.name),
            SourceKind::Skill => skills.count(before.skills.iter(), after.skills.iter(), |skill| &skill.name),
        }
    }
    let answer = json!({
        "schema": schema.to_json(), "api": api.to_json(), "documents": documents.to_json(), "skills": skills.to_json(), "failed": failed,
    });
    AuditNote { action: "project.refreshed", target: project.id.to_string(), about: None, detail: answer.clone() }
        .by(backend, who)
        .await?;
    Ok(answer)
}

/// The same for one source alone, in its own group. Its fault is in `failed`.
///
/// # Errors
/// The store's.
pub(crate) async fn refresh_source(backend: &Backend, who: &Account, project: &ProjectRow, one: &Held) -> Result<Value, Problem> {
    let mut changes = Changes::default();
    let failed = match again(backend, project, one).await? {
        Ok(found) => {
            let before = &one.found;
            changes.count(before.tables.iter(), found.tables.iter(), |table| &table.name);
            changes.count(before.operations.iter(), found.operations.iter(), |operation| &operation.name);
            changes.count(before.documents.iter(), found.documents.iter(), |document| &document.name);
            changes.count(before.skills.iter(), found.skills.iter(), |skill| &skill.name);
            Value::Null
        }
        Err(detail) => crate::calls::sentence(&detail).into(),
    };
    let mut answer = changes.to_json();
    answer["failed"] = failed;
    AuditNote { action: "source.refreshed", target: one.source.id.to_string(), about: None, detail: answer.clone() }
        .by(backend, who)
        .await?;
    Ok(answer)
}

/// Reads a source again and keeps what is new; or why it could not be read, which is kept as well.
async fn again(backend: &Backend, project: &ProjectRow, one: &Held) -> Result<Result<Found, String>, Problem> {
    let mut row = one.source.clone();
    let version = version(backend, &one.source).await;
    if version.is_some() && version == one.found.version && one.source.status == SourceStatus::Ready {
        return Ok(Ok((*one.found).clone()));
    }
    match read_again(backend, project, &one.source, &one.found).await {
        Ok(Read { found, warnings, .. }) => {
            let found = Found { version, ..found };
            if found != *one.found || warnings != row.warnings || row.status != SourceStatus::Ready {
                row.status = SourceStatus::Ready;
                row.summary = found.summary();
                row.warnings = warnings;
                renew(backend, project, row, &found).await?;
            }
            Ok(Ok(found))
        }
        Err(problem) => {
            row.status = SourceStatus::Unreachable;
            row.warnings = vec![crate::calls::sentence(&problem.detail)];
            renew(backend, project, row, &one.found).await?;
            Ok(Err(problem.detail))
        }
    }
}

/// The version of a source's content. While it stays the same, the source is not read again. None where only reading shows
/// changes. It is computed before reading, so that a change meanwhile is noticed the next time.
pub(super) async fn version(backend: &Backend, source: &ProjectSource) -> Option<String> {
    let content = match source.kind {
        // What databases hold changes, and tables of files are shown through the project's filter.
        SourceKind::Database => return None,
        _ if !source.files.is_empty() => source.files.iter().map(|file| file.sha256.as_str()).collect::<String>(),
        SourceKind::Skill => return None,
        SourceKind::Api | SourceKind::Document => {
            let (config, named) = (&source.config, matches!(source.subtype.as_str(), "http" | "openapi"));
            match config["url"].as_str() {
                _ if config["content"].is_string() || !config["spec"].is_null() => String::new(),
                Some(url) if named => backend.projects().web.version(url).await?,
                _ => return None,
            }
        }
    };
    // Another release may read better; how a source is called and described is part of what is read.
    let about = json!([source.name, source.description, source.config]);
    let whole = format!("{} {content} {about}", env!("CARGO_PKG_VERSION"));
    Some(hex(&Sha256::digest(whole.as_bytes())))
}

/// After another filter: what was shown of rows through the one before is forgotten, then read through this one. What cannot be read
/// now shows nothing.
///
/// # Errors
/// The store's.
pub(crate) async fn read_through(backend: &Backend, who: &Account, project: &ProjectRow) -> Result<(), Problem> {
    let catalog = project_catalog(backend, project.tenant, project.id).await?;
    for one in catalog.held.iter().filter(|one| one.source.kind == SourceKind::Database) {
        let mut found = (*one.found).clone();
        for table in &mut found.tables {
            table.row_count = None;
            table.sample_rows.clear();
            table.columns.iter_mut().for_each(|column| column.samples.clear());
        }
        renew(backend, project, ProjectSource { summary: found.summary(), ..one.source.clone() }, &found).await?;
    }
    refresh(backend, who, project).await.map(drop)
}

async fn renew(backend: &Backend, project: &ProjectRow, mut row: ProjectSource, found: &Found) -> Result<(), Problem> {
    row.updated_at = Timestamp(backend.now().0.max(row.updated_at.0 + 1));
    connections::forget(backend, row.id).await;
    let telling = backend.projects().telling(project);
    let renewed = backend.project_store().renew_source(row.clone(), found).await;
    drop(telling);
    if renewed? {
        texts::keep(backend, project, &row, found).await;
    }
    Ok(())
}

/// The current content of a source.
///
/// # Errors
/// What is wrong with it, in a sentence.
async fn read_again(backend: &Backend, project: &ProjectRow, source: &ProjectSource, known: &Found) -> Result<Read, Problem> {
    let (secrets, paths) = (secrets(backend, source).await?, paths(backend, source).await?);
    reading::read(backend, project, source, &secrets, &paths, known).await
}
