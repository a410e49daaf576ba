//! What is written down of every call, whether it went well or not.

use super::{Caller, ModelName, Strength, Usage, Usd};
use protocol::Timestamp;
use std::time::Duration;
use uuid::Uuid;

/// Written before the call, with what it may cost at worst: a process that dies in between leaves that standing.
#[derive(Clone, Debug, PartialEq)]
pub struct CallBegun {
    pub id: Uuid,
    pub caller: Caller,
    pub strength: Strength,
    pub name: ModelName,
    pub at: Timestamp,
    /// `None` where the price is not known.
    pub worst: Option<Usd>,
}

/// What became of it.
#[derive(Clone, Debug, PartialEq)]
pub struct CallEnd {
    pub id: Uuid,
    pub outcome: Outcome,
    pub cost: CallCost,
    /// Calls on the wire, retries included.
    pub attempts: u32,
    pub took: Duration,
    /// The exact error, for administrators; empty when it went well. Never holds a key.
    pub detail: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CallCost {
    pub usage: Usage,
    /// The provider did not say it (the call failed or was cancelled): counted from the text.
    pub estimated: bool,
    /// `None` where the price is not known.
    pub cost: Option<Usd>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// On its way, or its process died.
    Running,
    Done,
    Cancelled,
    /// By [`super::ModelFault::kind`].
    Failed(&'static str),
}

impl Outcome {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::Cancelled => "cancelled",
            Self::Failed(kind) => kind,
        }
    }
}

/// A line of the ledger as it is read.
#[derive(Clone, Debug, PartialEq)]
pub struct CallRecord {
    pub begun: CallBegun,
    /// By [`Outcome::name`].
    pub outcome: String,
    pub cost: CallCost,
    pub attempts: u32,
    pub took: Duration,
    pub detail: String,
}
