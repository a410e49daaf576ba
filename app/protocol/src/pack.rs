//! The drafting of a project's domain pack, as it is followed: what happened, and where it is.

use crate::{
    ProjectId,
    live::{Live, Recorded, Topic},
    record::record,
    tagged::tagged,
    work::{Steps, Work, WorkStatus},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A step of it, each stored when it is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PackStep {
    /// Look at the tables of all sources.
    Survey,
    /// Write the areas of analysis.
    Draft,
}

impl PackStep {
    pub const ALL: [Self; 2] = [Self::Survey, Self::Draft];
}

/// A table as the draft needs to know it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurveyedTable {
    pub database: String,
    pub name: String,
    /// In one sentence.
    pub description: String,
    /// The first of its columns.
    pub columns: Vec<String>,
    pub rows: Option<u64>,
    /// Columns whose numbers can be added up or averaged.
    #[serde(default)]
    pub measures: Vec<String>,
    /// Columns that put rows into groups.
    #[serde(default)]
    pub categories: Vec<String>,
    /// Columns with days or moments.
    #[serde(default)]
    pub times: Vec<String>,
    /// Tables that its columns point to.
    #[serde(default)]
    pub links: Vec<String>,
}

/// A document as the draft needs to know it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurveyedDocument {
    pub name: String,
    /// The first of its headings.
    pub headings: Vec<String>,
}

tagged! {
    pub enum PackEvent {
        /// Somebody wants a pack; whatever was drafted before is done with.
        Requested = "requested" {
            project: ProjectId,
        },
        /// A server works on it; again after that one died.
        Started = "started",
        Surveyed = "surveyed" {
            /// Those that the draft is made from, the fullest first.
            tables: Vec<SurveyedTable>,
            /// How many there are in all.
            found: u32,
            #[serde(default)]
            documents: Vec<SurveyedDocument>,
        },
        /// The pack is written, and waits to be accepted.
        Drafted = "drafted" {
            pack: Value,
            /// Who drafted it, or why not the one who was to.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            note: Option<String>,
        },
        Failed = "failed" {
            error: String,
        },
        Cancelled = "cancelled",
    }
}

record! {
    /// Where the drafting of a pack is.
    #[derive(Clone, Debug, PartialEq)]
    pub struct PackView {
        pub project: ProjectId,
        pub work: Work,
        /// How many tables were found.
        pub tables: Option<u32>,
        /// How many areas were drafted.
        pub areas: Option<u32>,
        pub error: Option<String>,
        /// Who drafted it, or why not the one who was to.
        #[serde(default)]
        pub note: Option<String>,
    }
}

impl PackView {
    /// Of a project for which nothing was drafted yet.
    #[must_use]
    pub fn new(project: ProjectId) -> Self {
        Self { project, work: Work::default(), tables: None, areas: None, error: None, note: None }
    }
}

impl Steps for PackView {
    type Step = PackStep;

    fn work(&self) -> &Work {
        &self.work
    }

    fn steps(&self) -> &[PackStep] {
        &PackStep::ALL
    }

    fn has(&self, step: PackStep) -> bool {
        match step {
            PackStep::Survey => self.tables.is_some(),
            PackStep::Draft => self.areas.is_some(),
        }
    }
}

impl Live for PackView {
    type Event = PackEvent;
    type Progress = ();

    fn topic(&self) -> Topic {
        Topic::pack(self.project)
    }

    fn seq(&self) -> u64 {
        self.work.seq
    }

    fn apply(&mut self, recorded: &Recorded<PackEvent>) {
        self.work.record(recorded);
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        match &recorded.event {
            PackEvent::Requested { .. } => *self = Self { work: self.work.next(), ..Self::new(self.project) },
            PackEvent::Started => self.work.start(),
            PackEvent::Surveyed { found, .. } => {
                self.tables = Some(*found);
                self.work.advance();
            }
            PackEvent::Drafted { pack, note } => {
                self.work.status = WorkStatus::Completed;
                self.note.clone_from(note);
                self.areas = Some(pack["areas"].as_array().map_or(0, |areas| count(areas.len())));
            }
            PackEvent::Failed { error } => (self.work.status, self.error) = (WorkStatus::Failed, Some(error.clone())),
            PackEvent::Cancelled => self.work.status = WorkStatus::Cancelled,
        }
    }
}
