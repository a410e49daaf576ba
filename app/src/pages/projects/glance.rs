//! What the first page of a project shows, and what is shown of projects and sources that were deleted.

use protocol::{ProjectId, ProjectSourceId, Timestamp};
use serde::{Deserialize, Serialize};

/// What is in a project, how it hangs together, and what was done with it last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverviewView {
    /// Those with the most rows.
    pub tables: Vec<TableGlance>,
    pub more_tables: usize,
    pub links: Vec<TableLink>,
    /// Sources of everything else.
    pub others: Vec<SourceGlance>,
    /// Questions that its tables can answer, at most three.
    pub questions: Vec<String>,
    /// Newest first.
    pub recent: Vec<RecentShown>,
    /// Some pictures of tables are not drawn yet.
    pub is_drawing: bool,
    /// Sources that are being read for the first time.
    pub reading: usize,
    /// The person may make projects, so that the sample is offered where nothing is.
    pub may_make: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TableGlance {
    pub source: ProjectSourceId,
    pub source_name: String,
    pub name: String,
    pub rows: Option<u64>,
    pub estimated: bool,
    pub columns: usize,
    pub spark: Option<SparkShown>,
    /// It may have one that is not drawn yet.
    #[serde(default)]
    pub is_drawing: bool,
}

/// The rows of a table over time.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SparkShown {
    /// The column that dates them.
    pub column: String,
    /// `month` or `day`.
    pub unit: String,
    /// The first days of the first and the last span.
    pub from: String,
    pub until: String,
    pub counts: Vec<u64>,
}

/// A key that leads from one table to another of the same source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TableLink {
    pub source: ProjectSourceId,
    pub from: String,
    pub from_column: String,
    pub to: String,
    pub to_column: String,
    /// The database says so; else it was inferred.
    pub declared: bool,
}

/// A source of documents, operations or skills.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct SourceGlance {
    pub id: ProjectSourceId,
    pub kind: String,
    pub name: String,
    /// What was found in it, in words.
    pub summary: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RecentKind {
    Run,
    Ask,
    Interview,
    Opportunities,
}

/// Something that was done with a project.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct RecentShown {
    pub kind: RecentKind,
    /// Empty where it has none.
    pub title: String,
    pub href: String,
    pub at: Timestamp,
    /// It is still under way.
    pub is_open: bool,
}

/// A source that was deleted, and may be taken back for a while.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DeletedSource {
    pub id: ProjectSourceId,
    pub kind: String,
    pub name: String,
    pub deleted_at: Timestamp,
}

/// A project that was deleted, and may be taken back for a while.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TrashedShown {
    pub trashed_project: ProjectId,
    pub name: String,
    pub trashed_at: Timestamp,
    /// For how many days it is kept.
    pub days: u32,
    pub may_restore: bool,
}
