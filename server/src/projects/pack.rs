//! Drafts a domain pack from what was found: one area of analysis for each group of tables that hang together.

use super::shelf;
use crate::{backend::Backend, web::Problem};
use domain::{
    account::AuditEntry,
    tools::{ProjectChange, ProjectRow, ProjectState, answers::Held},
};
use http::StatusCode;
use protocol::Timestamp;
use serde_json::{Value, json};

/// Areas of a draft; somebody looks at them before they are used.
const MOST_AREAS: usize = 12;
/// A generation that did not end by then was left by a process that died, and may be begun again.
const LEFT_AFTER: i64 = 60 * 1_000_000;

/// Moves the project on and drafts beside the call.
///
/// # Errors
/// 409 in any other state than the one before.
pub(crate) async fn begin_pack(
    backend: &Backend,
    known: ProjectRow,
    deed: impl FnOnce(&ProjectRow) -> AuditEntry,
) -> Result<ProjectRow, Problem> {
    let now = backend.now();
    let left = known.state() == ProjectState::PackGeneration && known.updated_at.0 + LEFT_AFTER < now.0;
    if !left && known.state() != ProjectState::PackGenerationPending {
        let legal = known.state().next().map_or("none: it is its last state", ProjectState::name);
        let detail = format!(
            "a pack is generated from the state pack_generation_pending, and this project is {}; legal next states: {legal}",
            known.state().name()
        );
        return Err(Problem::new(StatusCode::CONFLICT, detail));
    }
    let row = moved(backend, known, ProjectState::PackGeneration, None, |row| Some(deed(row))).await?;
    let (backend, begun) = (backend.clone(), row.clone());
    tokio::spawn(async move {
        if let Err(problem) = draft(&backend, begun).await {
            tracing::warn!(detail = %problem.detail, "a domain pack could not be drafted");
        }
    });
    Ok(row)
}

async fn moved(
    backend: &Backend,
    known: ProjectRow,
    state: ProjectState,
    pack: Option<Value>,
    deed: impl FnOnce(&ProjectRow) -> Option<AuditEntry>,
) -> Result<ProjectRow, Problem> {
    let was = known.updated_at;
    let updated_at = Timestamp(backend.now().0.max(was.0 + 1));
    let row = ProjectRow { state: Some(state), pack: pack.or_else(|| known.pack.clone()), updated_at, ..known };
    let deed = deed(&row);
    backend.project_store().update_project_with(row.clone(), was, deed).await?;
    backend.projects().changed(ProjectChange::Of { tenant: row.tenant, project: row.id });
    Ok(row)
}

async fn draft(backend: &Backend, row: ProjectRow) -> Result<(), Problem> {
    let shelf = shelf(backend, row.tenant, row.id).await?;
    let pack = drafted(&row, &shelf.held);
    moved(backend, row, ProjectState::PackGenerationDone, Some(pack), |_| None).await.map(|_| ())
}

fn drafted(row: &ProjectRow, held: &[Held]) -> Value {
    let mut tables: Vec<_> =
        Held::databases(held).flat_map(|one| one.found.tables.iter().map(move |table| (one, table))).collect();
    // What is referred to by many others and holds much is what the business is about.
    tables.sort_by_key(|(_, table)| std::cmp::Reverse(table.row_count.unwrap_or_default()));
    let areas: Vec<Value> = tables
        .iter()
        .take(MOST_AREAS)
        .map(|(one, table)| {
            let words: String = table.name.chars().map(|sign| if sign.is_alphanumeric() { sign } else { ' ' }).collect();
            let columns: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).take(12).collect();
            json!({
                "id": words.split_whitespace().collect::<Vec<_>>().join("_").to_lowercase(), "name": words.trim(),
                "description": domain::tools::answers::described(table),
                "tables": [format!("{}.{}", one.source.name, table.name)], "keywords": columns,
            })
        })
        .collect();
    json!({"name": row.name, "domain": row.domain, "category": row.category, "areas": areas})
}
