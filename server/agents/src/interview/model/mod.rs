//! The engine with a language model: what a person said is read by prompt, schema and strict parse, and a reply's words are the
//! model's. Both are proposals: of what it reads only what the person's own words carry is handed on, and of what it writes only
//! statements and the one question that was decided.

mod fence;
mod nudge;
mod reply;
#[cfg(test)]
mod tests;
mod understand;
mod window;
mod words;

use async_trait::async_trait;
use domain::{
    interview::{EngineFault, Heard, Interviewer, Pieces, ReplyPlan, Understanding},
    models::{LanguageModel, Strength},
};
use protocol::{TenantId, interview::Engine};
use std::sync::Arc;

/// Somebody waits for the answer.
const STRENGTH: Strength = Strength::Fast;

/// Interviews with whatever model each tenant chose.
pub struct ByModel {
    model: Arc<dyn LanguageModel>,
}

impl ByModel {
    #[must_use]
    pub fn new(model: Arc<dyn LanguageModel>) -> Self {
        Self { model }
    }
}

#[async_trait]
impl Interviewer for ByModel {
    async fn engine(&self, tenant: TenantId) -> Result<Option<Engine>, EngineFault> {
        let chosen = self.model.chosen(tenant, STRENGTH).await?;
        Ok(chosen.map(|name| Engine::Model(name.to_string())))
    }

    async fn understand(&self, heard: &Heard) -> Result<Understanding, EngineFault> {
        understand::understand(&*self.model, heard).await
    }

    async fn reply(&self, plan: &ReplyPlan) -> Result<String, EngineFault> {
        reply::reply(&*self.model, plan, &Unheard).await
    }

    async fn reply_in_pieces(&self, plan: &ReplyPlan, pieces: &dyn Pieces) -> Result<String, EngineFault> {
        reply::reply(&*self.model, plan, pieces).await
    }
}

/// Nobody follows.
struct Unheard;

impl Pieces for Unheard {
    fn take(&self, _piece: &str) {}
}
