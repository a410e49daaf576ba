//! What a project has for a question: the tables it may be about, small tables whole, passages of documents, known facts.

use super::{
    Caller, ProjectCatalog, plans, project_catalog,
    routing::dialect,
    step_queries::{Extent, query_rows},
};
use crate::Projects;
use domain::{
    Failure,
    ask::{KnownFact, Passage, SmallTable},
    runs::{interview_facts, sql::table_reference},
    tools::{answers::Held, planner::Place, warehouse::Rows},
};
use serde_json::Value;
use std::sync::Arc;

/// A table with at most so many rows and columns is read whole.
const SMALL_ROWS: u64 = 500;
const SMALL_COLUMNS: usize = 60;
/// Tables that are read whole for one question.
const SMALL_TABLES: usize = 4;
/// Sections that a search brings.
const SECTIONS: usize = 8;
/// Projects with at most so many documents are read whole, up to this many characters.
const FEW_DOCUMENTS: usize = 3;
const MOST_TEXT: usize = 400_000;

/// What was gathered for one question.
#[derive(Clone)]
pub struct ProjectMaterial {
    pub catalog: Arc<ProjectCatalog>,
    pub facts: Vec<KnownFact>,
    pub passages: Vec<Passage>,
    pub small_tables: Vec<SmallTable>,
    /// By their places among all tables.
    likely: Vec<(usize, usize)>,
}

impl ProjectMaterial {
    /// Tables that the question may be about; of a small project all of them.
    #[must_use]
    pub fn places(&self) -> Vec<Place<'_>> {
        let databases: Vec<&Held> = Held::databases(&self.catalog.held).collect();
        let place = |(database, table): &(usize, usize)| {
            let held = *databases.get(*database)?;
            let table = held.found.tables.get(*table)?;
            Some(Place { database: &held.source.name, table, dialect: dialect(held) })
        };
        self.likely.iter().filter_map(place).collect()
    }

    /// Every table of the project.
    #[must_use]
    pub fn all_places(&self) -> Vec<Place<'_>> {
        plans::all_places(&self.catalog)
    }

    #[must_use]
    pub fn documents(&self) -> Vec<String> {
        self.catalog.held.iter().flat_map(|one| one.found.documents.iter().map(|document| document.name.clone())).collect()
    }
}

/// Without the rows of tables.
///
/// # Errors
/// 404, or the store's.
pub async fn gather_material(projects: &Projects, caller: &Caller, question: &str) -> Result<ProjectMaterial, Failure> {
    let tenant = caller.account.tenant_id;
    let catalog = project_catalog(projects, tenant, caller.project).await?;
    let facts = facts_of(projects, caller, &catalog).await?;
    let likely = likely_places(&catalog, question).await;
    let passages = passages(&catalog, question).await;
    Ok(ProjectMaterial { catalog, facts, passages, small_tables: Vec::new(), likely })
}

/// What is known about the project: by its profile, by interviews, and what somebody said or read of it. Later ones win.
///
/// # Errors
/// 404, or the store's.
pub async fn known_facts(projects: &Projects, caller: &Caller) -> Result<Vec<KnownFact>, Failure> {
    let catalog = project_catalog(projects, caller.account.tenant_id, caller.project).await?;
    facts_of(projects, caller, &catalog).await
}

async fn facts_of(projects: &Projects, caller: &Caller, catalog: &ProjectCatalog) -> Result<Vec<KnownFact>, Failure> {
    let rows = projects.project_store().facts(caller.account.tenant_id, caller.project).await?;
    let facts = rows.into_iter().filter_map(|row| {
        let value = row.value?;
        Some(KnownFact { name: row.name, value, source: row.source, quote: row.context, confidence: row.confidence })
    });
    Ok(facts_of_profile(&catalog.project.profile).into_iter().chain(facts).collect())
}

/// What the project's profile says, then what an interview filled it with.
pub(crate) fn facts_of_profile(profile: &Value) -> Vec<KnownFact> {
    profile_facts(profile).into_iter().chain(interview_facts(profile)).collect()
}

/// The rows of small tables, where the question is not answered without data.
pub async fn read_small_tables(projects: &Projects, caller: &Caller, material: &mut ProjectMaterial) {
    material.small_tables = small_tables(projects, caller, material).await;
}

/// What a person filled the project's profile with.
fn profile_facts(profile: &Value) -> Vec<KnownFact> {
    let fields = profile.as_object().into_iter().flatten();
    fields
        .filter(|(_, value)| !value.is_null() && !value.is_object() && value.as_str() != Some(""))
        .map(|(name, value)| KnownFact {
            name: name.replace('_', " "),
            value: value.clone(),
            source: "profile".to_owned(),
            quote: None,
            confidence: 0.9,
        })
        .collect()
}

async fn likely_places(catalog: &ProjectCatalog, question: &str) -> Vec<(usize, usize)> {
    let databases: Vec<&Held> = Held::databases(&catalog.held).collect();
    let places = plans::places(catalog, question).await;
    let find = |place: &Place<'_>| {
        let database = databases.iter().position(|held| held.source.name == place.database)?;
        let table = databases[database].found.tables.iter().position(|table| table.name == place.table.name)?;
        Some((database, table))
    };
    places.iter().filter_map(find).collect()
}

/// Whole sections, the most relevant first; of few documents all of them.
async fn passages(catalog: &ProjectCatalog, question: &str) -> Vec<Passage> {
    let documents: Vec<_> = catalog.held.iter().flat_map(|one| &one.found.documents).collect();
    if documents.is_empty() {
        return Vec::new();
    }
    let found = catalog.index.documents(question, SECTIONS).await;
    let mut passages: Vec<Passage> = Vec::new();
    for one in found.as_array().into_iter().flatten() {
        let text = |field: &str| one[field].as_str().unwrap_or_default();
        let document = documents.iter().find(|document| document.name == text("document"));
        let section = document.and_then(|document| {
            let of_name = |section: &&domain::tools::catalog::Section| section.heading == text("section");
            let excerpt = text("excerpt").trim_matches(['…', ' ']);
            let holds = |section: &&domain::tools::catalog::Section| section.text.contains(excerpt);
            document.sections.iter().filter(of_name).find(holds).or_else(|| document.sections.iter().find(of_name))
        });
        let Some(section) = section else { continue };
        passages.push(Passage {
            document: text("document").to_owned(),
            section: section.heading.clone(),
            text: section.text.clone(),
            relevance: one["relevance"].as_f64().unwrap_or_default(),
        });
    }
    if documents.len() <= FEW_DOCUMENTS {
        for (document, section) in documents.iter().flat_map(|document| document.sections.iter().map(move |one| (document, one)))
        {
            if !passages.iter().any(|passage| passage.document == document.name && passage.text == section.text) {
                let (document, text) = (document.name.clone(), section.text.clone());
                passages.push(Passage { document, section: section.heading.clone(), text, relevance: 0.0 });
            }
        }
    }
    let mut room = MOST_TEXT;
    passages.retain(|passage| {
        let fits = passage.text.len() <= room;
        room = room.saturating_sub(passage.text.len());
        fits
    });
    passages
}

/// What cannot be read whole now is left out: the planner does without.
async fn small_tables(projects: &Projects, caller: &Caller, material: &ProjectMaterial) -> Vec<SmallTable> {
    let mut small = Vec::new();
    for place in material.places() {
        let (table, rows) = (place.table, place.table.row_count);
        let is_small = table.columns.len() <= SMALL_COLUMNS && rows.is_some_and(|rows| rows <= SMALL_ROWS) && !table.view;
        if !is_small {
            continue;
        }
        let name = table_reference(place.dialect, place.database, &table.name);
        let limit = usize::try_from(SMALL_ROWS).unwrap_or(usize::MAX) + 1;
        match query_rows(projects, caller, &format!("SELECT * FROM {name}"), Extent::Usual(limit)).await.1 {
            Ok(found) if !found.truncated => small.push(SmallTable {
                database: place.database.to_owned(),
                table: table.name.clone(),
                columns: columns_of(&found, &table.columns),
                rows: found.rows,
            }),
            Ok(_) => {}
            Err(failure) => tracing::info!(why = failure.detail, table = table.name, "a small table was not read"),
        }
        if small.len() == SMALL_TABLES {
            break;
        }
    }
    small
}

/// In the order of the rows.
fn columns_of(found: &Rows, known: &[domain::tools::catalog::Column]) -> Vec<domain::tools::catalog::Column> {
    let column = |name: &String| {
        let known = known.iter().find(|column| column.name.eq_ignore_ascii_case(name)).cloned();
        known.unwrap_or_else(|| domain::tools::catalog::Column { name: name.clone(), ..Default::default() })
    };
    found.columns.iter().map(column).collect()
}
