//! What the interview needs of the world.

use super::{Heard, ReplyPlan, Understanding};
use crate::models::ModelFault;
use async_trait::async_trait;
use protocol::{
    TenantId,
    interview::{Engine, ObjectiveDefinition},
};
use std::sync::Arc;
use thiserror::Error;

/// An engine that understands a turn and words a reply. The built-in one answers at once and never fails;
/// one with a model takes its time and may fail, and then the built-in one answers.
#[async_trait]
pub trait Interviewer: Send + Sync {
    /// Who answers for this tenant now. `None` where nobody is chosen: then the built-in engine answers, and nothing fell back.
    async fn engine(&self, tenant: TenantId) -> Result<Option<Engine>, EngineFault>;
    async fn understand(&self, heard: &Heard) -> Result<Understanding, EngineFault>;
    async fn reply(&self, plan: &ReplyPlan) -> Result<String, EngineFault>;
    /// The same, with the text told piece by piece as it is written: the pieces one after the other are the beginning of the
    /// reply. An engine that has its reply at once need not tell any.
    async fn reply_in_pieces(&self, plan: &ReplyPlan, _pieces: &dyn Pieces) -> Result<String, EngineFault> {
        self.reply(plan).await
    }

    /// One vector of length 1 for each obligation, in the order of the definition, where this engine understands by meaning too.
    async fn embeddings(&self, _definition: &Arc<ObjectiveDefinition>) -> Option<Vec<Vec<f32>>> {
        None
    }
}

/// Takes the pieces of a reply while it is written.
pub trait Pieces: Send + Sync {
    fn take(&self, piece: &str);
}

#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum EngineFault {
    #[error("the engine did not answer in time")]
    TimedOut,
    #[error("the engine cannot be reached: {0}")]
    Unreachable(String),
    #[error("the engine's answer cannot be used: {0}")]
    Malformed(String),
    #[error(transparent)]
    Model(#[from] ModelFault),
}

impl EngineFault {
    #[must_use]
    pub const fn is_retryable(&self) -> bool {
        match self {
            Self::TimedOut | Self::Unreachable(_) => true,
            Self::Malformed(_) => false,
            Self::Model(fault) => fault.is_retryable(),
        }
    }

    /// One word for people's pages and programs, stable.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::TimedOut => "timed_out",
            Self::Unreachable(_) => "unreachable",
            Self::Malformed(_) => "malformed",
            Self::Model(fault) => fault.kind(),
        }
    }
}
