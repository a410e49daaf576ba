//! The built-in engine: deterministic, without network or model, the default.

mod language;
pub mod reply;
pub mod understand;

use async_trait::async_trait;
use domain::interview::{EngineFault, Heard, Interviewer, Move, ReplyPlan, Understanding};
use protocol::{
    TenantId,
    interview::{Engine, ObjectiveDefinition},
};
use std::sync::Arc;

pub use understand::Meaning;

/// Never fails, and answers at once unless its embedding model is a service elsewhere.
#[derive(Clone, Default)]
pub struct BuiltIn {
    meaning: Option<Arc<Meaning>>,
}

impl BuiltIn {
    /// Understands by words alone.
    #[must_use]
    pub const fn by_words() -> Self {
        Self { meaning: None }
    }

    /// Understands by words and by meaning.
    #[must_use]
    pub const fn by_meaning(meaning: Arc<Meaning>) -> Self {
        Self { meaning: Some(meaning) }
    }
}

#[async_trait]
impl Interviewer for BuiltIn {
    async fn engine(&self, _tenant: TenantId) -> Result<Option<Engine>, EngineFault> {
        Ok(Some(Engine::BuiltIn))
    }

    async fn understand(&self, heard: &Heard) -> Result<Understanding, EngineFault> {
        // Read as English, it would leave values that nobody gave.
        if language::detect_unread(heard).is_some() {
            // In a conversation held elsewhere there is nobody to answer.
            let moves = if heard.imported { Vec::new() } else { vec![Move::OtherLanguage] };
            return Ok(Understanding { moves, ..Understanding::default() });
        }
        Ok(match &self.meaning {
            Some(meaning) => understand::understand_meaning(heard, meaning).await,
            None => understand::understand(heard),
        })
    }

    async fn reply(&self, plan: &ReplyPlan) -> Result<String, EngineFault> {
        Ok(reply::reply(plan))
    }

    async fn embeddings(&self, definition: &Arc<ObjectiveDefinition>) -> Option<Vec<Vec<f32>>> {
        let made = self.meaning.as_ref()?.obligations(definition).await;
        made.inspect_err(|fault| tracing::warn!(%fault, "obligations are kept without their embedding")).ok()
    }
}
