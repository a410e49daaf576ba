//! The reading of a project's source, as it is followed: what happened, and where it is.

use crate::{
    ProjectId, ProjectSourceId,
    live::{Live, Recorded, Topic},
    record::record,
    tagged::tagged,
    work::{Steps, Work, WorkStatus},
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
        pub work: Work,
        /// It was read to the end before, so that something can be asked of it whatever comes of this.
        pub known: bool,
        /// Counts in words, once it is read.
        pub found: Option<String>,
        pub changes: Changes,
        pub reason: Option<Unreadable>,
    }
}

impl ReadingView {
    /// Of a source that was never asked for.
    #[must_use]
    pub fn new(source: ProjectSourceId, project: ProjectId) -> Self {
        let (work, changes) = (Work::default(), Changes::default());
        Self { source, project, work, known: false, found: None, changes, reason: None }
    }
}

impl Steps for ReadingView {
    type Step = ReadingStep;

    fn work(&self) -> &Work {
        &self.work
    }

    fn steps(&self) -> &[ReadingStep] {
        &ReadingStep::ALL
    }

    fn has(&self, step: ReadingStep) -> bool {
        match step {
            ReadingStep::Read => self.found.is_some(),
            ReadingStep::Index => self.work.status == WorkStatus::Completed,
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
        self.work.seq
    }

    fn apply(&mut self, recorded: &Recorded<ReadingEvent>) {
        self.work.record(recorded);
        match &recorded.event {
            ReadingEvent::Requested { known, .. } => {
                let known = self.known || *known;
                *self = Self { known, work: self.work.next(), ..Self::new(self.source, self.project) };
            }
            ReadingEvent::Started => self.work.start(),
            ReadingEvent::Read { found, changes } => {
                (self.found, self.changes) = (Some(found.clone()), *changes);
                self.work.advance();
            }
            ReadingEvent::Indexed => (self.work.status, self.known) = (WorkStatus::Completed, true),
            ReadingEvent::Failed { reason } => (self.work.status, self.reason) = (WorkStatus::Failed, Some(reason.clone())),
            ReadingEvent::Cancelled => self.work.status = WorkStatus::Cancelled,
        }
    }
}
