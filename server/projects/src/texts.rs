//! The documents of projects, where research of their tenant finds them.

use super::sample;
use crate::Projects;
use domain::account::AuditLog as _;
use domain::{
    StoreFault,
    research::{LONGEST_TEXT, SourceRow},
    tools::{Found, ProjectRow, ProjectSource, SourceKind, WithoutTexts, catalog::Document},
};
use protocol::{ProjectId, ProjectSourceId, SourceId, Timestamp};

/// Of a title, in characters.
const LONGEST_TITLE: usize = 300;
/// The most sources that are looked up at once.
const AT_ONCE: u32 = 100;

/// Keeps what stands in a source of documents now. What could not be kept is kept by [`keep_missing`] later.
pub(super) async fn keep(projects: &Projects, project: &ProjectRow, source: &ProjectSource) {
    // Nobody's business rests on what the sample says.
    if source.kind != SourceKind::Document || sample::is_it(project) {
        return;
    }
    let place = WithoutTexts { tenant: source.tenant, project: source.project, source: source.id };
    let store = projects.project_store();
    // A source may be read to its end while its project is deleted.
    let found = match store.project(source.tenant, source.project).await {
        Ok(Some(_)) => store.found_in(source.tenant, source.id).await,
        Ok(None) => Ok(None),
        Err(fault) => Err(fault),
    };
    let kept = match found {
        Ok(Some(found)) => keep_of(projects, place, found, source.updated_at).await,
        // Deleted meanwhile.
        Ok(None) => Ok(()),
        Err(fault) => Err(fault),
    };
    if let Err(fault) = kept {
        tracing::warn!(%fault, source = %source.id, "the documents of a source cannot be searched by research yet");
    }
}

/// Sources that were taken in before research looked into projects, or of which it could not be told then.
pub async fn keep_missing(projects: &Projects) {
    if let Err(fault) = keep_all_missing(projects).await {
        tracing::warn!(%fault, "documents of projects that research cannot find were not looked for");
    }
}

async fn keep_all_missing(projects: &Projects) -> Result<(), StoreFault> {
    let mut after = None;
    loop {
        let places = projects.project_store().without_texts(after, AT_ONCE).await?;
        let Some(last) = places.last() else { return Ok(()) };
        after = Some(last.source);
        for place in places {
            let store = projects.project_store();
            let project = store.project(place.tenant, place.project).await?.filter(|project| !sample::is_it(project));
            // Before it is known what stands in it: whoever reads the source anew meanwhile knows better.
            let read_at = projects.now();
            let found = if project.is_some() { store.found_in(place.tenant, place.source).await? } else { None };
            if let Some(found) = found {
                // One that cannot be kept stops none of the others.
                if let Err(fault) = keep_of(projects, place, found, read_at).await {
                    tracing::warn!(%fault, source = %place.source, "the documents of a source cannot be searched by research yet");
                }
            }
        }
    }
}

async fn keep_of(projects: &Projects, place: WithoutTexts, found: Found, read_at: Timestamp) -> Result<(), StoreFault> {
    let WithoutTexts { tenant, project, source } = place;
    let all = projects.clone();
    // Long texts are copied and hashed where nobody else waits for it.
    let rows = tokio::task::spawn_blocking(move || {
        found.documents.iter().filter_map(|document| row(&all, place, document, read_at)).collect::<Vec<_>>()
    });
    let rows = rows.await.map_err(|fault| StoreFault::Unavailable(fault.to_string()))?;
    projects.project_store().keep_texts(tenant, source, rows).await?;
    tracing::debug!(%project, %source, "research finds the documents of a source");
    projects.documents_changed(tenant);
    Ok(())
}

/// None for one without a word.
fn row(projects: &Projects, place: WithoutTexts, document: &Document, read_at: Timestamp) -> Option<SourceRow> {
    let text = document.content().replace('\0', "\u{fffd}");
    let text: String = text.trim().chars().take(LONGEST_TEXT).collect();
    if text.is_empty() {
        return None;
    }
    let title = document.title.as_deref().filter(|title| !title.trim().is_empty()).unwrap_or(&document.name);
    Some(SourceRow {
        id: SourceId(projects.id()),
        tenant: place.tenant,
        url: Some(address(place.project, place.source, &document.name)),
        title: title.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(LONGEST_TITLE).collect(),
        sha256: providers::page::sha256(&text),
        text,
        accessed_at: read_at,
        published_at: document.last_updated,
        imported_at: None,
        imported_by: None,
    })
}

/// The page of this server that shows the source; the documents of one source are told apart by their names.
fn address(project: ProjectId, source: ProjectSourceId, name: &str) -> String {
    let name: String = name.chars().map(|sign| if sign.is_alphanumeric() || "-._".contains(sign) { sign } else { '-' }).collect();
    format!("/projects/{project}/sources/{source}#{name}")
}
