//! The built-in engine: deterministic, without network or model, the default.

pub mod reply;
pub mod understand;

use async_trait::async_trait;
use domain::interview::{EngineFault, Heard, Interviewer, ReplyPlan, Understanding};
use protocol::interview::Engine;

/// Answers at once and never fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct BuiltIn;

#[async_trait]
impl Interviewer for BuiltIn {
    fn engine(&self) -> Engine {
        Engine::BuiltIn
    }

    async fn understand(&self, heard: &Heard) -> Result<Understanding, EngineFault> {
        Ok(understand::understand(heard))
    }

    async fn reply(&self, plan: &ReplyPlan) -> Result<String, EngineFault> {
        Ok(reply::reply(plan))
    }
}
