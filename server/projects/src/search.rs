//! The four searches over a project, in the seed's shapes, and the one over everything that people use.

use domain::{
    embedding::Embedder,
    tools::{
        ContextPreload,
        answers::{Held, described},
        catalog::Operation,
        search::{Finder, Relevant, TableFound},
    },
};
use serde_json::{Value, json};
use std::sync::Arc;

/// Everything of a project that can be found, and what of it an answer shows.
pub struct Index {
    finder: Finder,
    /// In the finder's order.
    descriptions: Vec<String>,
    /// Method and path of each operation.
    routes: Vec<(Option<String>, Option<String>)>,
}

impl Index {
    pub(super) async fn build(held: &[Held], skills: &[Held], embedder: Option<Arc<dyn Embedder>>) -> Self {
        let tables: Vec<_> = held.iter().flat_map(|one| one.found.tables.iter().cloned()).collect();
        let operations: Vec<_> = held.iter().flat_map(|one| one.found.operations.iter().cloned()).collect();
        let documents: Vec<_> = held.iter().flat_map(|one| one.found.documents.iter().cloned()).collect();
        let skills: Vec<_> = skills.iter().flat_map(|one| one.found.skills.iter().cloned()).collect();
        let route = |operation: &Operation| (operation.method.clone(), operation.path.clone());
        Self {
            finder: Finder::build(&tables, &operations, &documents, &skills, embedder).await,
            descriptions: tables.iter().map(described).collect(),
            routes: operations.iter().map(route).collect(),
        }
    }

    /// Places of the tables that these settings choose.
    pub(super) async fn preloaded(&self, settings: &ContextPreload) -> Vec<usize> {
        settings.chosen(&self.finder).await
    }

    /// What has to do with these words, every kind in one list, the best first.
    pub async fn relevant(&self, words: &str, limit: usize) -> Vec<Relevant> {
        let describe = |found| match found {
            Relevant::Table(TableFound { description: None, place, database, table, relevance }) => {
                let description = self.descriptions.get(place).cloned();
                Relevant::Table(TableFound { place, database, table, relevance, description })
            }
            found => found,
        };
        self.finder.relevant(words, limit).await.into_iter().map(describe).collect()
    }

    /// Method and path of an operation that was found.
    #[must_use]
    pub fn route(&self, place: usize) -> String {
        let (method, path) = self.routes.get(place).cloned().unwrap_or_default();
        format!("{} {}", method.unwrap_or_default(), path.unwrap_or_default()).trim().to_owned()
    }

    pub async fn tables(&self, query: &str, limit: usize) -> Value {
        let found = self.finder.tables(query, limit).await;
        found
            .into_iter()
            .map(|one| {
                let description = one.description.or_else(|| self.descriptions.get(one.place).cloned());
                json!({
                    "database": one.database, "table": one.table, "relevance": rounded(one.relevance), "description": description,
                })
            })
            .collect()
    }

    pub async fn operations(&self, query: &str, limit: usize) -> Value {
        let found = self.finder.operations(query, limit).await;
        found
            .into_iter()
            .map(|one| {
                let (method, path) = self.routes.get(one.place).cloned().unwrap_or_default();
                json!({
                    "api": one.api, "operation": one.operation, "relevance": rounded(one.relevance),
                    "description": one.description, "method": method, "path": path,
                })
            })
            .collect()
    }

    pub async fn documents(&self, query: &str, limit: usize) -> Value {
        let found = self.finder.documents(query, limit).await;
        found
            .into_iter()
            .map(|one| {
                json!({
                    "document": one.document, "excerpt": one.excerpt, "relevance": rounded(one.relevance), "section": one.section,
                })
            })
            .collect()
    }

    pub async fn skills(&self, query: &str, limit: usize) -> Value {
        let found = self.finder.skills(query, limit).await;
        found
            .into_iter()
            .map(|one| json!({"name": one.name, "relevance": rounded(one.relevance), "description": one.description}))
            .collect()
    }
}

fn rounded(relevance: f32) -> f64 {
    (f64::from(relevance) * 10_000.0).round() / 10_000.0
}
