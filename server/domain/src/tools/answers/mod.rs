//! What the tools answer from a project's catalog, in the seed's shapes (seed 004). Pure: what has to reach a database, the store
//! or the web stands with the server.

mod api;
mod documents;
mod nearest;
mod relations;
mod schema;
mod skills;

pub use api::{get_operation_details, list_apis, list_operations};
pub use documents::{get_document, get_document_section, list_documents};
pub use nearest::nearest;
pub use relations::get_table_relationships;
pub use schema::{
    described, find_database, find_table, get_sample_values, get_table_schema, list_databases, list_tables, lookup_schema,
    named_table,
};
pub use skills::{Linked, get_skill, list_skill_links, list_skills, resolve_skill_link};

use super::{Found, ProjectSource, SourceKind};
use std::sync::Arc;

/// A source with what was found in it.
#[derive(Clone, Debug)]
pub struct Held {
    pub source: ProjectSource,
    pub found: Arc<Found>,
}

impl Held {
    /// The databases among them that were read, in order.
    pub fn databases(held: &[Self]) -> impl Iterator<Item = &Self> {
        held.iter().filter(|one| one.source.kind == SourceKind::Database && one.source.status.is_known())
    }
}

/// The same name, whatever the case of its letters; the very same one first.
pub(super) fn named<'a, T>(all: impl Iterator<Item = T> + Clone, name: &str, of: impl Fn(&T) -> &'a str) -> Option<T> {
    let name = name.trim();
    all.clone().find(|one| of(one) == name).or_else(|| all.into_iter().find(|one| of(one).eq_ignore_ascii_case(name)))
}

#[cfg(test)]
pub(in crate::tools) mod tests;
