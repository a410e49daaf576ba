//! The engine with a language model: in one call it reads what a person said and leads the conversation on. Both are proposals: of
//! what it reads only what the person's own words carry is handed on, and of what it writes only statements that rest on something
//! and the one question that was decided. A second call is made only where nothing of its reply may be said.

pub(crate) mod fence;
pub(crate) mod form;
pub(crate) mod nudge;
pub(crate) mod reply;
#[cfg(test)]
mod tests;
mod understand;
mod whole;
pub(crate) mod window;
pub(crate) mod words;

use async_trait::async_trait;
use domain::{
    interview::{EngineFault, Heard, Interviewer, Pieces, ReplyPlan, Understanding},
    models::{LanguageModel, Strength},
};
use protocol::{TenantId, interview::Engine};
use std::{future::poll_fn, sync::Arc, task::Poll};

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
        once_stored().await;
        understand::understand(&*self.model, heard).await
    }

    async fn reply(&self, plan: &ReplyPlan) -> Result<String, EngineFault> {
        self.reply_in_pieces(plan, &Unheard).await
    }

    async fn reply_in_pieces(&self, plan: &ReplyPlan, pieces: &dyn Pieces) -> Result<String, EngineFault> {
        // Most turns are one call: the reply came with what was understood.
        if let Some(settled) = reply::settle(plan, pieces) {
            return Ok(settled);
        }
        once_stored().await;
        reply::reply(&*self.model, plan, pieces).await
    }
}

/// Whoever asks looks once whether the answer is there at once, stores the turn, and only then waits. Until then nothing is asked
/// of anybody: a call that was begun would hold what the storing needs.
async fn once_stored() {
    let mut looked = false;
    poll_fn(|context| {
        if std::mem::replace(&mut looked, true) {
            return Poll::Ready(());
        }
        context.waker().wake_by_ref();
        Poll::Pending
    })
    .await;
}

/// Nobody follows.
struct Unheard;

impl Pieces for Unheard {
    fn take(&self, _piece: &str) {}
}
