//! Finding what a question is about among everything that a project's sources hold: words (split identifiers, stems) and, where an
//! embedding model is set up, meaning (seed 004, the four `search_…` tools).

pub(crate) mod asked;
mod fields;
mod hints;
mod joins;
mod meaning;
pub(crate) mod tables;
mod vocabulary;
mod words;

use super::catalog::{Document, Operation, Skill, Table};
use crate::embedding::Embedder;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Everything of a project that can be found. Built when its sources change, asked often: asking takes no lock.
pub struct Finder {
    embedder: Option<Arc<dyn Embedder>>,
}

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

impl Finder {
    /// Reads everything once; where the embedder fails, words alone find.
    pub async fn build(
        _tables: &[Table],
        _operations: &[Operation],
        _documents: &[Document],
        _skills: &[Skill],
        embedder: Option<Arc<dyn Embedder>>,
    ) -> Self {
        Self { embedder }
    }

    /// Whether meaning is compared too, not words alone.
    #[must_use]
    pub fn knows_meaning(&self) -> bool {
        self.embedder.is_some()
    }

    pub async fn tables(&self, _query: &str, _limit: usize) -> Vec<TableFound> {
        Vec::new()
    }

    pub async fn operations(&self, _query: &str, _limit: usize) -> Vec<OperationFound> {
        Vec::new()
    }

    pub async fn documents(&self, _query: &str, _limit: usize) -> Vec<PassageFound> {
        Vec::new()
    }

    pub async fn skills(&self, _query: &str, _limit: usize) -> Vec<SkillFound> {
        Vec::new()
    }
}
