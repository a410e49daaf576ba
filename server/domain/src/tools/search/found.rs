//! The answers, in the seed's words.

use super::{Names, texts};
use crate::tools::catalog::{Document, Operation, Skill, Table};
use serde::{Deserialize, Serialize};

/// An answer of `search_tables`; `place` is the table's place in what the finder was built of.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TableFound {
    pub place: usize,
    pub database: String,
    pub table: String,
    /// From 0 to 1; the same question over the same sources gives the same.
    pub relevance: f32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// An answer of `search_operations`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OperationFound {
    pub place: usize,
    pub api: String,
    pub operation: String,
    pub relevance: f32,
    pub description: String,
}

/// An answer of `search_documents`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PassageFound {
    /// The document's place, and its section's in it.
    pub place: (usize, usize),
    pub document: String,
    /// Verbatim from the section.
    pub excerpt: String,
    pub relevance: f32,
    pub section: String,
}

/// An answer of `search_skills`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SkillFound {
    pub place: usize,
    pub name: String,
    pub relevance: f32,
    pub description: String,
}

impl Names {
    pub(super) fn new(tables: &[Table], operations: &[Operation], documents: &[Document], skills: &[Skill]) -> Self {
        let table = |(place, table): (usize, &Table)| TableFound {
            place,
            database: table.database.clone(),
            table: table.name.clone(),
            relevance: 0.0,
            description: table.description.clone(),
        };
        let operation = |(place, operation): (usize, &Operation)| OperationFound {
            place,
            api: operation.api.clone(),
            operation: operation.name.clone(),
            relevance: 0.0,
            description: if operation.summary.is_empty() { operation.description.clone() } else { operation.summary.clone() },
        };
        let skill = |(place, skill): (usize, &Skill)| SkillFound {
            place,
            name: skill.name.clone(),
            relevance: 0.0,
            description: skill.description.clone(),
        };
        Self {
            tables: tables.iter().enumerate().map(table).collect(),
            operations: operations.iter().enumerate().map(operation).collect(),
            passages: documents.iter().enumerate().flat_map(|(place, document)| passages(place, document)).collect(),
            skills: skills.iter().enumerate().map(skill).collect(),
        }
    }
}

fn passages(place: usize, document: &Document) -> Vec<PassageFound> {
    let mut found = Vec::new();
    for (at, section) in document.sections.iter().enumerate() {
        for (begin, end) in texts::pieces(&section.text) {
            found.push(PassageFound {
                place: (place, at),
                document: document.name.clone(),
                excerpt: section.text[begin..end].to_owned(),
                relevance: 0.0,
                section: section.heading.clone(),
            });
        }
    }
    found
}
