//! What the interview needs of the world.

use super::{Heard, ReplyPlan, Understanding};
use async_trait::async_trait;
use protocol::interview::Engine;
use thiserror::Error;

/// An engine that understands a turn and words a reply. The built-in one answers at once and never fails;
/// one with a model takes its time and may fail, and then the built-in one answers.
#[async_trait]
pub trait Interviewer: Send + Sync {
    fn engine(&self) -> Engine;
    async fn understand(&self, heard: &Heard) -> Result<Understanding, EngineFault>;
    async fn reply(&self, plan: &ReplyPlan) -> Result<String, EngineFault>;
}

#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum EngineFault {
    #[error("the engine did not answer in time")]
    TimedOut,
    #[error("the engine cannot be reached: {0}")]
    Unreachable(String),
    #[error("the engine's answer cannot be used: {0}")]
    Malformed(String),
}

impl EngineFault {
    #[must_use]
    pub const fn is_retryable(&self) -> bool {
        matches!(self, Self::TimedOut | Self::Unreachable(_))
    }
}
