//! The reading of a project's source, as it is followed: what happened, and where it is.

use crate::{
    ProjectId, ProjectSourceId, Timestamp,
    live::{Live, Recorded, Topic},
    record::record,
    tagged::tagged,
    work::{StepState, WorkStatus},
};
use serde::{Deserialize, Serialize};

/// A step of it, each stored when it is finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReadingStep {
    /// Take in tables, operations, documents or skills.
    Read,
    /// Have research find the texts of documents.
    Index,
}

impl ReadingStep {
    pub const ALL: [Self; 2] = [Self::Read, Self::Index];
}

/// What is different from the time before, in tables, operations, documents or skills.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Changes {
    pub added: u64,
    pub updated: u64,
    pub removed: u64,
    pub unchanged: u64,
}

/// Why a source cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unreadable {
    /// A sentence for people.
    pub detail: String,
    /// `invalid`, `unsupported`, `too_large` …
    pub kind: String,
    /// What is to be changed, where that is known.
    pub field: Option<String>,
    /// Seconds until it makes sense to try again.
    pub retry_after: Option<u32>,
}

impl Unreadable {
    /// A source that this server gave up.
    #[must_use]
    pub fn new(detail: impl Into<String>) -> Self {
        Self { detail: detail.into(), kind: "invalid".to_owned(), field: None, retry_after: None }
    }
}

tagged! {
    pub enum ReadingEvent {
        /// Somebody wants it read; whatever was read before is done with.
        Requested = "requested" {
            source: ProjectSourceId,
            project: ProjectId,
            /// It was read before this stream began.
            known: bool,
        },
        /// A server works on it; again after that one died.
        Started = "started",
        Read = "read" {
            /// Counts in words.
            found: String,
            changes: Changes,
        },
        Indexed = "indexed",
        Failed = "failed" {
            reason: Unreadable,
        },
        Cancelled = "cancelled",
    }
}

record! {
    /// Where the reading of a source is.
    #[derive(Clone, Debug, PartialEq)]
    pub struct ReadingView {
        pub source: ProjectSourceId,
        pub project: ProjectId,
        pub status: WorkStatus,
        /// How often it was asked for, this time included.
        pub generation: u32,
        /// How often a server began since the last result.
        pub starts: u32,
        /// It was read to the end before, so that something can be asked of it whatever comes of this.
        pub known: bool,
        /// Counts in words, once it is read.
        pub found: Option<String>,
        pub changes: Changes,
        pub reason: Option<Unreadable>,
        pub requested_at: Timestamp,
        pub updated_at: Timestamp,
        /// The last event applied.
        pub seq: u64,
    }
}

impl ReadingView {
    /// Of a source that was never asked for.
    #[must_use]
    pub const fn new(source: ProjectSourceId, project: ProjectId) -> Self {
        Self {
            source,
            project,
            status: WorkStatus::Pending,
            generation: 0,
            starts: 0,
            known: false,
            found: None,
            changes: Changes { added: 0, updated: 0, removed: 0, unchanged: 0 },
            reason: None,
            requested_at: Timestamp(0),
            updated_at: Timestamp(0),
            seq: 0,
        }
    }

    /// The step that has no result yet; none where it is over.
    #[must_use]
    pub const fn step(&self) -> Option<ReadingStep> {
        match (self.status.is_over(), &self.found) {
            (true, _) => None,
            (false, None) => Some(ReadingStep::Read),
            (false, Some(_)) => Some(ReadingStep::Index),
        }
    }

    /// Where each step is.
    #[must_use]
    pub fn state(&self, step: ReadingStep) -> StepState {
        let done = match step {
            ReadingStep::Read => self.found.is_some(),
            ReadingStep::Index => self.status == WorkStatus::Completed,
        };
        match self.step() {
            _ if done => StepState::Done,
            Some(now) if now == step && self.starts > 0 => StepState::Running,
            _ if self.status == WorkStatus::Failed => StepState::Failed,
            _ => StepState::Waiting,
        }
    }
}

impl Live for ReadingView {
    type Event = ReadingEvent;
    type Progress = ();

    fn topic(&self) -> Topic {
        Topic::reading(self.source)
    }

    fn seq(&self) -> u64 {
        self.seq
    }

    fn apply(&mut self, recorded: &Recorded<ReadingEvent>) {
        (self.seq, self.updated_at) = (recorded.seq, recorded.at);
        match &recorded.event {
            ReadingEvent::Requested { known, .. } => {
                let (generation, known) = (self.generation + 1, self.known || *known);
                let (requested_at, updated_at, seq) = (recorded.at, recorded.at, recorded.seq);
                *self = Self { generation, known, requested_at, updated_at, seq, ..Self::new(self.source, self.project) };
            }
            ReadingEvent::Started => (self.status, self.starts) = (WorkStatus::Running, self.starts + 1),
            // Whoever came so far counts as the first again.
            ReadingEvent::Read { found, changes } => {
                (self.found, self.changes, self.starts) = (Some(found.clone()), *changes, 1);
            }
            ReadingEvent::Indexed => (self.status, self.known) = (WorkStatus::Completed, true),
            ReadingEvent::Failed { reason } => (self.status, self.reason) = (WorkStatus::Failed, Some(reason.clone())),
            ReadingEvent::Cancelled => self.status = WorkStatus::Cancelled,
        }
    }
}
