//! Reads the sources of a project again and says what changed.

use super::{connections, files::hex, project_catalog, source_reading::read_again};
use crate::Projects;
use domain::account::AuditNote;
use domain::{
    Failure, FailureKind,
    reading::{ReadingCommand, compare},
    sentence,
    tools::{ProjectRow, ProjectSource, SourceKind, answers::Held},
};
use protocol::{account::Account, reading::Changes};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// `{added, updated, removed, unchanged}` for each group of tools, and the sources that could not be read.
///
/// # Errors
/// The store's.
pub async fn refresh(projects: &Projects, who: &Account, project: &ProjectRow) -> Result<Value, Failure> {
    projects.0.linked.forget(project.tenant);
    projects.0.skill_folders.look_again().await;
    let catalog = project_catalog(projects, project.tenant, project.id).await?;
    let sources: Vec<&ProjectSource> = catalog.held.iter().map(|one| &one.source).collect();
    let read = read_again(projects, &sources, ReadingCommand::Read).await?;
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
        .by(projects, who)
        .await?;
    Ok(answer)
}

/// The same for one source alone, in its own group. Its fault is in `failed`.
///
/// # Errors
/// The store's.
pub async fn refresh_source(projects: &Projects, who: &Account, one: &Held) -> Result<Value, Failure> {
    let read = read_again(projects, &[&one.source], ReadingCommand::Read).await?.pop();
    let (changes, failed) = match read.unwrap_or_else(|| Ok(Changes::default())) {
        Ok(changes) => (changes, Value::Null),
        Err(detail) => (Changes::default(), sentence(&detail).into()),
    };
    let mut answer = json!(changes);
    answer["failed"] = failed;
    AuditNote { action: "source.refreshed", target: one.source.id.to_string(), about: None, detail: answer.clone() }
        .by(projects, who)
        .await?;
    Ok(answer)
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
pub(super) async fn version(projects: &Projects, source: &ProjectSource) -> Option<String> {
    let content = match source.kind {
        // What databases hold changes, and tables of files are shown through the project's filter.
        SourceKind::Database => return None,
        _ if !source.files.is_empty() => source.files.iter().map(|file| file.sha256.as_str()).collect::<String>(),
        SourceKind::Skill => return None,
        SourceKind::Api | SourceKind::Document => {
            let (config, named) = (&source.config, matches!(source.subtype.as_str(), "http" | "openapi"));
            match config["url"].as_str() {
                _ if config["content"].is_string() || !config["spec"].is_null() => String::new(),
                Some(url) if named => projects.0.web.version(url).await?,
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
pub async fn read_through(projects: &Projects, who: &Account, project: &ProjectRow) -> Result<(), Failure> {
    let rows = projects.project_store().all_sources(project.tenant, project.id).await?;
    let databases: Vec<ProjectSource> = rows.into_iter().filter(|row| row.kind == SourceKind::Database).collect();
    let all = projects.clone();
    // Whoever asked may leave; the rows are forgotten all the same.
    let reading = tokio::spawn(async move {
        for row in &databases {
            connections::forget(&all, row.id).await;
        }
        read_again(&all, &databases.iter().collect::<Vec<_>>(), ReadingCommand::Restart).await
    });
    let read = reading.await.unwrap_or_else(|fault| Err(Failure::new(FailureKind::Internal, fault.to_string())))?;
    let failed: Vec<String> = read.into_iter().filter_map(Result::err).collect();
    let detail = json!({"filter": true, "failed": failed});
    AuditNote { action: "project.refreshed", target: project.id.to_string(), about: None, detail }.by(projects, who).await
}
