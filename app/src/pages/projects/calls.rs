//! What the pages of projects ask of the backend. Uploads go to the HTTP API, which takes files as they come.

use crate::calls::{CallFault, Listed, Packed};
#[cfg(feature = "ssr")]
use crate::calls::{asker, backend, with_status};
use async_trait::async_trait;
use leptos::{prelude::*, server_fn::codec::Json};
use protocol::{ProjectId, ProjectSourceId, Timestamp, account::Account};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectCard {
    pub id: ProjectId,
    pub name: String,
    pub description: String,
    /// As the API names it.
    pub state: String,
    pub created_at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceCard {
    pub id: ProjectSourceId,
    pub kind: String,
    pub subtype: String,
    pub name: String,
    pub reachable: bool,
    pub summary: String,
    pub warnings: Vec<String>,
}

/// What the address of a project's page asks for beside the project itself.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectAsked {
    pub id: String,
    /// Words to search for.
    pub search: String,
    pub sql: String,
    /// The source whose contents are shown.
    pub source: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProjectView {
    pub card: ProjectCard,
    pub may_change: bool,
    pub sources: Vec<SourceCard>,
    pub contents: Option<Contents>,
    pub hits: Vec<Hit>,
    pub answer: Option<SqlAnswer>,
}

/// What was found in one source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    pub source: String,
    pub parts: Vec<Part>,
    /// How many more there are than are shown.
    pub more: usize,
}

/// A table with its columns, an operation with its parameters, a document with its sections, a skill with its links.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    pub name: String,
    pub about: String,
    /// Names, and what is to be said of each.
    pub lines: Vec<(String, String)>,
}

/// Something that a search found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hit {
    /// `table`, `operation`, `document`, `skill`.
    pub kind: String,
    pub name: String,
    pub about: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SqlAnswer {
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
    pub elapsed_ms: u64,
    pub truncated: bool,
    /// What is wrong, in place of an answer.
    pub fault: Option<String>,
}

/// Given in context on the server as `Arc<dyn ProjectCalls>`.
#[async_trait]
pub trait ProjectCalls: Send + Sync {
    async fn projects(&self, who: &Account, after: Option<String>) -> Result<Listed<ProjectCard>, CallFault>;
    async fn create(&self, who: &Account, name: String, description: String) -> Result<ProjectId, CallFault>;
    async fn project(&self, who: &Account, asked: ProjectAsked) -> Result<ProjectView, CallFault>;
    async fn delete_source(&self, who: &Account, project: String, source: ProjectSourceId) -> Result<(), CallFault>;
    /// Whether it can be reached, in a sentence.
    async fn test_source(&self, who: &Account, project: String, source: ProjectSourceId) -> Result<String, CallFault>;
}

#[server(prefix = "/call", endpoint = "projects", input = Json)]
pub async fn read_projects(after: Option<String>) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn ProjectCalls>()?.projects(&asker()?, after).await?) }.await)
}

#[server(prefix = "/call", endpoint = "projects/create", input = Json)]
pub async fn create_project(name: String, description: String) -> Result<ProjectId, CallFault> {
    with_status(async move { backend::<dyn ProjectCalls>()?.create(&asker()?, name, description).await }.await)
}

#[server(prefix = "/call", endpoint = "projects/read", input = Json)]
pub async fn read_project(asked: ProjectAsked) -> Result<Packed, CallFault> {
    with_status(async move { Packed::new(&backend::<dyn ProjectCalls>()?.project(&asker()?, asked).await?) }.await)
}

#[server(prefix = "/call", endpoint = "projects/delete-source", input = Json)]
pub async fn delete_source(project: String, source: ProjectSourceId) -> Result<(), CallFault> {
    with_status(async move { backend::<dyn ProjectCalls>()?.delete_source(&asker()?, project, source).await }.await)
}

#[server(prefix = "/call", endpoint = "projects/test-source", input = Json)]
pub async fn test_source(project: String, source: ProjectSourceId) -> Result<String, CallFault> {
    with_status(async move { backend::<dyn ProjectCalls>()?.test_source(&asker()?, project, source).await }.await)
}
