//! Work that is done in steps, each stored when it is finished: where it is, and who has it.

use crate::{
    Timestamp,
    live::{Live, Recorded},
    record::record,
};
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

record! {
    /// What every view of work in steps begins with. Who wants the work again gets the next generation of it.
    #[derive(Clone, Debug, Default, PartialEq)]
    pub struct Work {
        pub status: WorkStatus,
        /// How often it was asked for, this time included.
        pub generation: u32,
        /// How often a server began since the last result.
        pub starts: u32,
        pub requested_at: Timestamp,
        pub updated_at: Timestamp,
        /// The last event applied.
        pub seq: u64,
    }
}

impl Work {
    /// Notes the place of an event; the first thing that a view does with each.
    pub fn record<E>(&mut self, recorded: &Recorded<E>) {
        (self.seq, self.updated_at) = (recorded.seq, recorded.at);
    }

    /// The next generation, of which nothing is done yet.
    #[must_use]
    pub fn next(&self) -> Self {
        let generation = self.generation + 1;
        Self { status: WorkStatus::Pending, generation, starts: 0, requested_at: self.updated_at, ..self.clone() }
    }

    pub const fn start(&mut self) {
        (self.status, self.starts) = (WorkStatus::Running, self.starts + 1);
    }

    /// A step has its result: whoever came so far counts as the first again.
    pub const fn advance(&mut self) {
        self.starts = 1;
    }

    /// Somebody wants it, and it is not over.
    #[must_use]
    pub const fn is_under_way(&self) -> bool {
        self.generation > 0 && !self.status.is_over()
    }
}

/// A view of work in steps.
pub trait Steps: Live {
    type Step: Copy + PartialEq;

    fn work(&self) -> &Work;
    /// Whether a step of this generation has its result.
    fn has(&self, step: Self::Step) -> bool;
    /// In their order.
    fn steps(&self) -> &[Self::Step];

    /// The step that has no result yet; none where the work is over.
    fn step(&self) -> Option<Self::Step> {
        self.steps().iter().copied().find(|step| !self.has(*step)).filter(|_| !self.work().status.is_over())
    }

    /// Where a step is.
    fn state(&self, step: Self::Step) -> StepState {
        match self.step() {
            _ if self.has(step) => StepState::Done,
            Some(now) if now == step && self.work().starts > 0 => StepState::Running,
            _ if self.work().status == WorkStatus::Failed => StepState::Failed,
            _ => StepState::Waiting,
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
