//! Reads the sources of a project again and says what changed.

use super::{
    connections,
    files::hex,
    project_catalog,
    source_reading::{cancel_reading, read_again},
};
use crate::{backend::Backend, calls::AuditNote};
use domain::{
    Failure, FailureKind,
    reading::{ReadingCommand, compare},
    tools::{Found, ProjectRow, ProjectSource, SourceKind, answers::Held},
};
use futures::{FutureExt, StreamExt, TryStreamExt, stream};
use protocol::{Timestamp, account::Account, reading::Changes};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Sources that are read at once.
const AT_ONCE: usize = 4;

/// `{added, updated, removed, unchanged}` for each group of tools, and the sources that could not be read.
///
/// # Errors
/// The store's.
pub(crate) async fn refresh(backend: &Backend, who: &Account, project: &ProjectRow) -> Result<Value, Failure> {
    backend.projects().linked.forget(project.tenant);
    backend.projects().skill_folders.look_again().await;
    let catalog = project_catalog(backend, project.tenant, project.id).await?;
    let read = read_all(backend, &catalog.held.iter().collect::<Vec<_>>(), ReadingCommand::Read).await?;
    let [mut schema, mut api, mut documents, mut skills] = [Changes::default(); 4];
    let mut failed = Vec::new();
    for (one, read) in catalog.held.iter().zip(read) {
        let changes = read.unwrap_or_else(|detail| {
            failed.push(json!({"source": one.source.name, "detail": detail}));
            compare(&one.found, &one.found)
        });
        let group = match one.source.kind {
            SourceKind::Database => &mut schema,
            SourceKind::Api => &mut api,
            SourceKind::Document => &mut documents,
            SourceKind::Skill => &mut skills,
        };
        *group = sum(*group, changes);
    }
    let answer = json!({
        "schema": schema, "api": api, "documents": documents, "skills": skills, "failed": failed,
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
pub(crate) async fn refresh_source(backend: &Backend, who: &Account, one: &Held) -> Result<Value, Failure> {
    let (changes, failed) = match read_again(backend, &one.source, ReadingCommand::Read).await? {
        Ok(changes) => (changes, Value::Null),
        Err(detail) => (Changes::default(), crate::calls::sentence(&detail).into()),
    };
    let mut answer = json!(changes);
    answer["failed"] = failed;
    AuditNote { action: "source.refreshed", target: one.source.id.to_string(), about: None, detail: answer.clone() }
        .by(backend, who)
        .await?;
    Ok(answer)
}

/// Several at once; what came of each, in their order.
async fn read_all(backend: &Backend, held: &[&Held], command: ReadingCommand) -> Result<Vec<Result<Changes, String>>, Failure> {
    let mut reading = Vec::with_capacity(held.len());
    for one in held {
        reading.push(read_again(backend, &one.source, command).boxed());
    }
    stream::iter(reading).buffered(AT_ONCE).try_collect().await
}

const fn sum(one: Changes, other: Changes) -> Changes {
    Changes {
        added: one.added + other.added,
        updated: one.updated + other.updated,
        removed: one.removed + other.removed,
        unchanged: one.unchanged + other.unchanged,
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
pub(crate) async fn read_through(backend: &Backend, who: &Account, project: &ProjectRow) -> Result<(), Failure> {
    let catalog = project_catalog(backend, project.tenant, project.id).await?;
    let databases: Vec<&Held> = catalog.held.iter().filter(|one| one.source.kind == SourceKind::Database).collect();
    for one in &databases {
        // What is being read through the filter before must not come afterwards.
        match cancel_reading(backend, &one.source).await {
            Err(failure) if failure.kind != FailureKind::Conflict => return Err(failure),
            _ => {}
        }
        let mut found = (*one.found).clone();
        for table in &mut found.tables {
            table.row_count = None;
            table.sample_rows.clear();
            table.columns.iter_mut().for_each(|column| column.samples.clear());
        }
        renew(backend, project, ProjectSource { summary: found.summary(), ..one.source.clone() }, &found).await?;
    }
    let read = read_all(backend, &databases, ReadingCommand::Restart).await?;
    let failed: Vec<String> = read.into_iter().filter_map(Result::err).collect();
    let detail = json!({"filter": true, "failed": failed});
    AuditNote { action: "project.refreshed", target: project.id.to_string(), about: None, detail }.by(backend, who).await
}

async fn renew(backend: &Backend, project: &ProjectRow, mut row: ProjectSource, found: &Found) -> Result<(), Failure> {
    row.updated_at = Timestamp(backend.now().0.max(row.updated_at.0 + 1));
    connections::forget(backend, row.id).await;
    let telling = backend.projects().telling(project);
    let renewed = backend.project_store().renew_source(row, found).await;
    drop(telling);
    renewed.map(drop).map_err(Failure::from)
}
