//! What the pages of projects show.

use super::glance::DeletedSource;
use crate::calls::Listed;
use protocol::{PoolId, ProjectId, ProjectSourceId, Timestamp, pack::PackView};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ProjectCard {
    pub id: ProjectId,
    pub name: String,
    pub description: String,
    /// As the API names it.
    pub state: String,
    pub created_at: Timestamp,
}

/// The newest projects, or those behind them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectList {
    pub page: Listed<ProjectCard>,
    /// Where the newest stood when they were read, in the words of `Frame::Changed`; empty behind them.
    pub mark: String,
}

/// What every page of one project begins with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectHead {
    /// Where the project stood when it was read, in the words of `Frame::Changed`.
    pub mark: String,
    pub card: ProjectCard,
    pub sources: usize,
    pub may_change: bool,
    /// Connects databases and tries out tools.
    pub may_administer: bool,
    /// It has tables that no run explored yet, and the person may start one. Known on its first page only.
    #[serde(default)]
    pub may_explore: bool,
    #[serde(default)]
    pub may_delete: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceCard {
    pub id: ProjectSourceId,
    pub kind: String,
    pub subtype: String,
    pub name: String,
    pub about: String,
    /// `reading`, `ready`, `unreachable` or `failed`.
    pub status: String,
    /// Why it could not be read; empty otherwise.
    pub error: String,
    pub summary: String,
    pub warnings: Vec<String>,
    /// Files, or where it is reached; never a secret.
    pub place: String,
    pub read_at: Timestamp,
}

/// The sources of a project, the newest first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourcesView {
    pub sources: Vec<SourceCard>,
    /// Those that the person may restore, the last deleted first.
    pub deleted: Vec<DeletedSource>,
    /// For how many days a deleted one is kept.
    pub days: u32,
}

impl SourceCard {
    /// Whether it was read to the end, now or before.
    #[must_use]
    pub fn is_known(&self) -> bool {
        matches!(&*self.status, "ready" | "unreachable")
    }
}

/// A page of a project: what all begin with, and what is this one's own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OfProject<View> {
    pub head: ProjectHead,
    pub view: View,
}

/// What was found in one source: one page of it, of what has the words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceView {
    pub source: SourceCard,
    pub words: String,
    pub tables: Vec<TableLine>,
    pub operations: Vec<OperationShown>,
    pub documents: Vec<DocumentShown>,
    pub skills: Vec<SkillShown>,
    /// The place of the first one that is shown, of how many that have the words, of how many at all.
    pub from: usize,
    pub matching: usize,
    pub all: usize,
    /// As many are on one page.
    pub most: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TableLine {
    pub name: String,
    pub about: String,
    pub columns: usize,
    pub rows: Option<u64>,
    pub estimated: bool,
    /// Tables that its keys lead to.
    pub leads_to: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct OperationShown {
    pub name: String,
    pub method: String,
    pub path: String,
    pub about: String,
    pub deprecated: bool,
    pub parameters: Vec<ParameterShown>,
    /// JSON schemas.
    pub takes: String,
    pub answers: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ParameterShown {
    pub name: String,
    pub place: String,
    pub data_type: String,
    pub required: bool,
    pub about: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DocumentShown {
    pub name: String,
    pub title: String,
    pub format: String,
    /// Headings and texts.
    pub sections: Vec<(String, String)>,
    /// How many sections more there are.
    pub more: usize,
    /// Where it is read as a whole.
    #[serde(default)]
    pub href: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SkillShown {
    pub name: String,
    pub about: String,
    pub content: String,
    pub links: Vec<SkillLinkShown>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SkillLinkShown {
    pub text: String,
    pub target: String,
    /// Leads away from the skill's folder.
    pub away: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolShown {
    pub name: String,
    pub group: String,
    pub about: String,
    pub takes: Vec<ArgumentShown>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArgumentShown {
    pub name: String,
    /// `text`, `count`, `number`, `flag`, `texts` or `anything`.
    pub form: String,
    pub required: bool,
    pub about: String,
    /// What it is when nothing is given.
    pub usual: String,
}

/// What a tool answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolAnswer {
    pub json: String,
    /// The same as a table, where it is one.
    pub columns: Vec<String>,
    pub rows: Vec<Vec<String>>,
    pub elapsed_ms: u64,
}

/// With what questions over a project are answered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answering {
    pub web_search: bool,
    /// Somebody searches the web on this server.
    pub searches: bool,
    /// Seed patterns, one on each line.
    pub patterns: String,
    pub threshold: String,
    pub most: String,
    /// The tables that they choose now, in words.
    pub chosen: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProjectSettings {
    pub may_delete: bool,
    pub answering: Answering,
    /// What goes with the project, in words.
    pub goes_with_it: String,
    /// Pools of questions that belong to it: id, name and how many questions.
    pub pools: Vec<(PoolId, String, u32)>,
    /// Those that there may be; none for whoever is no administrator.
    pub secrets: Vec<SecretShown>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecretShown {
    pub name: String,
    /// None where it is not set.
    pub masked: Option<String>,
}

/// The pack of a project.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PackShown {
    pub slug: String,
    pub version: String,
    /// `project`, `tenant` or `built_in`.
    pub origin: String,
    pub areas: Vec<AreaShown>,
    /// Why the last one could not be drafted.
    pub error: Option<String>,
    /// Where the drafting is.
    pub progress: PackView,
    pub may_edit: bool,
    /// The whole pack as JSON, for whoever may edit it.
    pub text: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AreaShown {
    pub id: String,
    pub name: String,
    pub description: String,
    pub keywords: Vec<String>,
    pub tables: Vec<String>,
}

/// A prompt of a project.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PromptShown {
    pub name: String,
    pub text: String,
    /// `built_in`, `pack` or `project`.
    pub origin: String,
    /// Those that have a value in it.
    pub variables: Vec<String>,
}
