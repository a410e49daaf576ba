//! What a project is connected to, and what was found there.

use super::{
    catalog::{ApiKind, Document, Operation, Skill, Table},
    conversion::Conversion,
};
use protocol::{FileId, ProjectId, ProjectSourceId, TenantId, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A database, an API, documents or skills of a project.
#[derive(Clone, Debug, PartialEq)]
pub struct ProjectSource {
    pub id: ProjectSourceId,
    pub tenant: TenantId,
    pub project: ProjectId,
    pub kind: SourceKind,
    /// `sqlite`, `postgres`, `files`, `openapi`, `graphql`, `file`, `inline`, `http`, `folder` …
    pub subtype: String,
    /// Unique in its project, whatever the case of its letters; of a database it stands before the tables' names.
    pub name: String,
    pub description: Option<String>,
    /// How it is reached, without secrets.
    pub config: Value,
    /// The names of what is kept sealed for it.
    pub secrets: Vec<String>,
    pub status: SourceStatus,
    /// Why it could not be read, in a sentence.
    pub error: Option<String>,
    pub summary: Value,
    /// What was noticed while it was read, in sentences.
    pub warnings: Vec<String>,
    pub files: Vec<SourceFile>,
    pub created_by: Option<UserId>,
    pub created_at: Timestamp,
    /// When what was found in it was last written.
    pub updated_at: Timestamp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceKind {
    Database,
    Api,
    Document,
    Skill,
}

impl SourceKind {
    pub const ALL: [Self; 4] = [Self::Database, Self::Api, Self::Document, Self::Skill];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Database => "database",
            Self::Api => "api",
            Self::Document => "document",
            Self::Skill => "skill",
        }
    }

    #[must_use]
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SourceStatus {
    /// It is read for the first time.
    Reading,
    /// Read, and what was found can be asked for.
    Ready,
    /// It could not be reached when it was last refreshed; what was found before still stands.
    Unreachable,
    /// It could never be read; `error` says why.
    Failed,
}

impl SourceStatus {
    /// Whether it was read to the end, now or before.
    #[must_use]
    pub const fn is_known(self) -> bool {
        matches!(self, Self::Ready | Self::Unreachable)
    }

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Reading => "reading",
            Self::Ready => "ready",
            Self::Unreachable => "unreachable",
            Self::Failed => "failed",
        }
    }
}

/// A file that was uploaded for a source. Its bytes are kept in parts under its id.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceFile {
    pub id: FileId,
    /// As it was named where it came from; no folders.
    pub name: String,
    pub bytes: u64,
    pub sha256: String,
}

/// What was found in one source.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Found {
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<Table>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub api: Option<Api>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub operations: Vec<Operation>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub documents: Vec<Document>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub skills: Vec<Skill>,
    /// Of what it was read from, where that can be told without reading it again: a hash, or what a site says of itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// The API itself, as its description tells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Api {
    pub kind: ApiKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

impl Found {
    /// The same, with nothing that it shows of rows.
    #[must_use]
    pub fn without_rows(mut self) -> Self {
        for table in &mut self.tables {
            table.row_count = None;
            table.sample_rows.clear();
            table.conversions.iter_mut().for_each(Conversion::hide_values);
            table.columns.iter_mut().for_each(|column| column.samples.clear());
        }
        self
    }

    /// Counts, and the same in words.
    #[must_use]
    pub fn summary(&self) -> Value {
        let mut parts = Vec::new();
        let mut counts = json!({});
        let mut count = |field: &str, number: u64, one: &str| {
            counts[field] = number.into();
            parts.push(format!("{} {one}{}", grouped(number), if number == 1 { "" } else { "s" }));
        };
        if !self.tables.is_empty() {
            count("tables", self.tables.len() as u64, "table");
            count("columns", self.tables.iter().map(|table| table.columns.len() as u64).sum(), "column");
            // Behind a filter nobody knows how many: that is not none.
            if self.tables.iter().any(|table| table.row_count.is_some()) {
                count("rows", self.tables.iter().filter_map(|table| table.row_count).sum(), "row");
            }
        }
        if self.api.is_some() {
            count("operations", self.operations.len() as u64, "operation");
        }
        if !self.documents.is_empty() {
            count("documents", self.documents.len() as u64, "document");
            count("sections", self.documents.iter().map(|one| one.sections.len() as u64).sum(), "section");
        }
        if !self.skills.is_empty() {
            count("skills", self.skills.len() as u64, "skill");
            count("links", self.skills.iter().map(|skill| skill.links.len() as u64).sum(), "link");
        }
        counts["text"] = if parts.is_empty() { "nothing was found".into() } else { parts.join(", ").into() };
        counts
    }
}

/// A count as people write it: its digits in groups of three.
fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::catalog::Column;

    #[test]
    fn what_was_found_is_counted_in_numbers_and_words() {
        let table = |rows| Table { columns: vec![Column::default(); 2], row_count: rows, ..Table::default() };
        let found = Found { tables: vec![table(Some(3)), table(None)], ..Found::default() };
        let wanted = json!({"tables": 2, "columns": 4, "rows": 3, "text": "2 tables, 4 columns, 3 rows"});
        assert_eq!(found.summary(), wanted);
        let many = Found { tables: vec![table(Some(1_920))], ..Found::default() };
        assert_eq!(many.summary()["text"], "1 table, 2 columns, 1,920 rows");
        let unknown = Found { tables: vec![table(None)], ..Found::default() };
        assert_eq!(unknown.summary(), json!({"tables": 1, "columns": 2, "text": "1 table, 2 columns"}));
        assert_eq!(Found::default().summary(), json!({"text": "nothing was found"}));
    }
}
