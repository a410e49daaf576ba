//! What one decision stores, in one transaction.

use crate::{
    StoreFault, account::AuditEntry, ask::AskRows, companies::SearchRows, interview::InterviewRows, opportunities::PipelineRows,
    packs::ProjectRows, reading::SourceRows, runs::RunRows,
};
use protocol::{
    ProjectId, TenantId, Timestamp, UserId,
    live::{Kind, Recorded},
};
use serde::{Serialize, de::DeserializeOwned};
use uuid::Uuid;

/// Events and rows that are stored together, or not at all.
#[derive(Clone, Debug)]
pub struct Append {
    /// The last event that the writer has seen; another one stored since then makes the append a conflict.
    pub expected: u64,
    /// Consecutive from `expected + 1`.
    pub events: Vec<StoredEvent>,
    /// The stream after them.
    pub stream: StreamRow,
    /// Rows of the stream's kind.
    pub rows: Rows,
    /// Who did what, where that belongs into the audit.
    pub audit: Option<AuditEntry>,
}

/// Rows for others to query, by kind.
#[derive(Clone, Debug)]
pub enum Rows {
    None,
    Interview(Box<InterviewRows>),
    /// What becomes of the stream's project.
    Project(Box<ProjectRows>),
    /// What becomes of the stream's source, in order.
    Source(Vec<SourceRows>),
    Run(Box<RunRows>),
    Search(Box<SearchRows>),
    Ask(Box<AskRows>),
    Pipeline(Box<PipelineRows>),
}

/// A row of `streams`: whatever the mechanics need to know of a stream without reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamRow {
    pub id: Uuid,
    pub tenant: TenantId,
    pub kind: Kind,
    /// Whose it is alone; `None` where everybody of the tenant may see it.
    pub owner: Option<UserId>,
    pub project: Option<ProjectId>,
    /// The last event stored.
    pub seq: u64,
    /// It is not finished.
    pub open: bool,
    /// From when on somebody should look after it; `None` where nothing is left to do.
    pub wake_at: Option<Timestamp>,
    pub updated_at: Timestamp,
}

/// An event as JSON text, the way it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredEvent {
    pub seq: u64,
    pub at: Timestamp,
    pub turn: u32,
    pub json: String,
}

impl StoredEvent {
    /// # Errors
    /// [`StoreFault::Refused`] where it cannot be written.
    pub fn new<E: Serialize>(recorded: &Recorded<E>) -> Result<Self, StoreFault> {
        let json = serde_json::to_string(&recorded.event).map_err(|error| StoreFault::Refused(error.to_string()))?;
        Ok(Self { seq: recorded.seq, at: recorded.at, turn: recorded.turn, json })
    }

    /// # Errors
    /// [`StoreFault::Corrupt`] where it is no such event.
    pub fn read<E: DeserializeOwned>(&self) -> Result<Recorded<E>, StoreFault> {
        let event =
            serde_json::from_str(&self.json).map_err(|error| StoreFault::Corrupt(format!("event {}: {error}", self.seq)))?;
        Ok(Recorded { seq: self.seq, at: self.at, turn: self.turn, event })
    }
}
