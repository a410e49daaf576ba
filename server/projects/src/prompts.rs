//! The system prompt for a model that answers questions over a project.

use super::ProjectCatalog;
use domain::tools::{
    answers::{Held, list_apis, list_databases},
    prompt::{self, Holdings, Level0, Prompt, Source},
};
use serde_json::Value;

/// The prompt that a model of this name gets, with the tables that are told ahead.
pub fn prompt(catalog: &ProjectCatalog, model: &str) -> Prompt {
    let found = || catalog.held.iter().map(|one| &*one.found);
    let tables: Vec<_> = found().flat_map(|found| found.tables.iter().cloned()).collect();
    let operations: Vec<_> = found().flat_map(|found| found.operations.iter().cloned()).collect();
    let documents: Vec<_> = found().flat_map(|found| found.documents.iter().cloned()).collect();
    let skills: Vec<_> = found().flat_map(|found| found.skills.iter().cloned()).collect();
    let preloaded: Vec<_> = catalog.preloaded.iter().filter_map(|place| tables.get(*place).cloned()).collect();
    let holdings = Holdings {
        databases: &sources(&list_databases(&catalog.held)),
        tables: &tables,
        apis: &sources(&list_apis(&catalog.held)),
        operations: &operations,
        documents: &documents,
        skills: &skills,
        preloaded: &preloaded,
    };
    prompt::build(model, &holdings)
}

/// A line per table, as far as there is room.
pub fn level_0(catalog: &ProjectCatalog) -> Level0 {
    let tables: Vec<_> = Held::databases(&catalog.held).flat_map(|one| one.found.tables.iter().cloned()).collect();
    prompt::bounded_level_0(&tables)
}

/// The names of the tables that are told ahead, the nearest to the seed patterns first.
pub fn preloaded(catalog: &ProjectCatalog) -> Vec<String> {
    let tables: Vec<_> = Held::databases(&catalog.held).flat_map(|one| &one.found.tables).collect();
    let name = |place: &usize| tables.get(*place).map(|table| format!("{}.{}", table.database, table.name));
    catalog.preloaded.iter().filter_map(name).collect()
}

fn sources(listed: &Value) -> Vec<Source> {
    let text = |one: &Value, field: &str| one[field].as_str().unwrap_or_default().to_owned();
    let source = |one: &Value| Source { name: text(one, "name"), kind: text(one, "type"), description: text(one, "description") };
    listed.as_array().into_iter().flatten().map(source).collect()
}
