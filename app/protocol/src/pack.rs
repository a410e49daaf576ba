//! The drafting of a project's domain pack, as it is followed: what happened, and where it is.

use crate::{
    ProjectId, Timestamp,
    live::{Live, Recorded, Topic},
    record::record,
    tagged::tagged,
    work::{StepState, WorkStatus},
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SurveyedTable {
    pub database: String,
    pub name: String,
    /// In one sentence.
    pub description: String,
    /// The first of its columns.
    pub columns: Vec<String>,
    pub rows: Option<u64>,
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
        },
        /// The pack is written, and waits to be accepted.
        Drafted = "drafted" {
            pack: Value,
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
        pub status: WorkStatus,
        /// How often a pack was asked for, this time included.
        pub generation: u32,
        /// How often a server began since the last result.
        pub starts: u32,
        /// How many tables were found.
        pub tables: Option<u32>,
        /// How many areas were drafted.
        pub areas: Option<u32>,
        pub error: Option<String>,
        pub requested_at: Timestamp,
        pub updated_at: Timestamp,
        /// The last event applied.
        pub seq: u64,
    }
}

impl PackView {
    /// Of a project for which nothing was drafted yet.
    #[must_use]
    pub const fn new(project: ProjectId) -> Self {
        Self {
            project,
            status: WorkStatus::Pending,
            generation: 0,
            starts: 0,
            tables: None,
            areas: None,
            error: None,
            requested_at: Timestamp(0),
            updated_at: Timestamp(0),
            seq: 0,
        }
    }

    /// The step that has no result yet; none where it is over.
    #[must_use]
    pub const fn step(&self) -> Option<PackStep> {
        match (self.status.is_over(), self.tables) {
            (true, _) => None,
            (false, None) => Some(PackStep::Survey),
            (false, Some(_)) => Some(PackStep::Draft),
        }
    }

    /// Where each step is.
    #[must_use]
    pub fn state(&self, step: PackStep) -> StepState {
        let done = match step {
            PackStep::Survey => self.tables.is_some(),
            PackStep::Draft => self.areas.is_some(),
        };
        match self.step() {
            _ if done => StepState::Done,
            Some(now) if now == step && self.starts > 0 => StepState::Running,
            _ if self.status == WorkStatus::Failed => StepState::Failed,
            _ => StepState::Waiting,
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
        self.seq
    }

    fn apply(&mut self, recorded: &Recorded<PackEvent>) {
        (self.seq, self.updated_at) = (recorded.seq, recorded.at);
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        match &recorded.event {
            PackEvent::Requested { .. } => {
                let generation = self.generation + 1;
                let (requested_at, updated_at, seq) = (recorded.at, recorded.at, recorded.seq);
                *self = Self { generation, requested_at, updated_at, seq, ..Self::new(self.project) };
            }
            PackEvent::Started => (self.status, self.starts) = (WorkStatus::Running, self.starts + 1),
            // Whoever came so far counts as the first again.
            PackEvent::Surveyed { found, .. } => (self.tables, self.starts) = (Some(*found), 1),
            PackEvent::Drafted { pack } => {
                self.status = WorkStatus::Completed;
                self.areas = Some(pack["areas"].as_array().map_or(0, |areas| count(areas.len())));
            }
            PackEvent::Failed { error } => (self.status, self.error) = (WorkStatus::Failed, Some(error.clone())),
            PackEvent::Cancelled => self.status = WorkStatus::Cancelled,
        }
    }
}
