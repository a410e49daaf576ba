//! Work that is done in steps, each stored when it is finished: where it is, and who has it.

use crate::Timestamp;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Where a piece of work is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkStatus {
    #[default]
    Pending,
    Running,
    Completed,
    Failed,
    Cancelled,
}

impl WorkStatus {
    pub const ALL: [Self; 5] = [Self::Pending, Self::Running, Self::Completed, Self::Failed, Self::Cancelled];

    #[must_use]
    pub const fn is_over(self) -> bool {
        matches!(self, Self::Completed | Self::Failed | Self::Cancelled)
    }

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Running => "running",
            Self::Completed => "completed",
            Self::Failed => "failed",
            Self::Cancelled => "cancelled",
        }
    }
}

/// Where one step of it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepState {
    Waiting,
    Running,
    Done,
    Failed,
}

/// Who works on something, and until when nobody else does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    pub node: Uuid,
    pub until: Timestamp,
    /// How long it lasts after each sign of life, in microseconds.
    #[serde(default = "usual", skip_serializing_if = "is_usual")]
    pub length: i64,
}

/// How long a node has its work to itself after its last sign of life where nothing else is set, in microseconds.
pub const LEASE: i64 = 180_000_000;

const fn usual() -> i64 {
    LEASE
}

const fn is_usual(length: &i64) -> bool {
    *length == LEASE
}
