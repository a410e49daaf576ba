//! Reads the sources of a project again and says what changed.

use super::{
    connections,
    intake::{paths, secrets},
    reading::{self, Read},
    shelf,
};
use crate::{backend::Backend, calls::Deed, web::Problem};
use domain::tools::{Found, ProjectChange, ProjectRow, ProjectSource, SourceKind, SourceStatus, answers::Held};
use protocol::account::Account;
use serde_json::{Value, json};
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

    fn shown(self) -> Value {
        json!({"added": self.added, "updated": self.updated, "removed": self.removed, "unchanged": self.unchanged})
    }
}

/// `{added, updated, removed, unchanged}` for each group of tools, and the sources that could not be read.
///
/// # Errors
/// The store's.
pub(crate) async fn refresh(backend: &Backend, who: &Account, project: &ProjectRow) -> Result<Value, Problem> {
    let shelf = shelf(backend, project.tenant, project.id).await?;
    let [mut schema, mut api, mut documents, mut skills] = [Changes::default(); 4];
    let mut failed = Vec::new();
    for one in &shelf.held {
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
        "schema": schema.shown(), "api": api.shown(), "documents": documents.shown(), "skills": skills.shown(), "failed": failed,
    });
    Deed { action: "project.refreshed", target: project.id.to_string(), about: None, detail: answer.clone() }
        .by(backend, who)
        .await?;
    Ok(answer)
}

/// The same for one source alone, which is in its own group; what is wrong with it stands under `failed`.
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
    let mut answer = changes.shown();
    answer["failed"] = failed;
    Deed { action: "source.refreshed", target: one.source.id.to_string(), about: None, detail: answer.clone() }
        .by(backend, who)
        .await?;
    Ok(answer)
}

/// Reads a source again and keeps what is new; or why it could not be read, which is kept as well.
async fn again(backend: &Backend, project: &ProjectRow, one: &Held) -> Result<Result<Found, String>, Problem> {
    let mut row = one.source.clone();
    match read_again(backend, project, &one.source).await {
        Ok(Read { found, warnings, .. }) => {
            if found != *one.found || warnings != row.warnings || row.status != SourceStatus::Ready {
                row.status = SourceStatus::Ready;
                row.summary = found.summary();
                row.warnings = warnings;
                renew(backend, row, &found).await?;
            }
            Ok(Ok(found))
        }
        Err(problem) => {
            row.status = SourceStatus::Unreachable;
            row.warnings = vec![crate::calls::sentence(&problem.detail)];
            renew(backend, row, &one.found).await?;
            Ok(Err(problem.detail))
        }
    }
}

/// After another filter: what was shown of rows through the one before is forgotten, then read through this one. What cannot be read
/// now shows nothing.
///
/// # Errors
/// The store's.
pub(crate) async fn read_through(backend: &Backend, who: &Account, project: &ProjectRow) -> Result<(), Problem> {
    let shelf = shelf(backend, project.tenant, project.id).await?;
    for one in shelf.held.iter().filter(|one| one.source.kind == SourceKind::Database) {
        let mut found = (*one.found).clone();
        for table in &mut found.tables {
            table.row_count = None;
            table.columns.iter_mut().for_each(|column| column.samples.clear());
        }
        renew(backend, ProjectSource { summary: found.summary(), ..one.source.clone() }, &found).await?;
    }
    refresh(backend, who, project).await.map(drop)
}

async fn renew(backend: &Backend, mut row: ProjectSource, found: &Found) -> Result<(), Problem> {
    let project = row.project;
    row.updated_at = backend.now();
    connections::forget(backend, row.id).await;
    backend.project_store().renew_source(row, found).await?;
    backend.projects().changed(ProjectChange::Of(project));
    Ok(())
}

/// What stands in a source now.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub(super) async fn read_again(backend: &Backend, project: &ProjectRow, source: &ProjectSource) -> Result<Read, Problem> {
    let (secrets, paths) = (secrets(backend, source).await?, paths(backend, source).await?);
    reading::read(backend, project, source, &secrets, &paths).await
}
