//! The engine with a language model for company searches (seed 001, Layers 1, 2 and 4). A reply that cannot be read is sent back with
//! what is wrong about it; what can be read is checked field by field against the texts before it leaves this module.

mod counting;
mod extract;
mod synthesize;
#[cfg(test)]
mod tests;
mod understand;

use crate::interview::model::nudge;
use async_trait::async_trait;
use counting::CountedModel;
use domain::{
    companies::{
        Candidate, Client, CompanyAnalyst, Counted, FoundText, Gazetteer, Question, ReadingGoal, Synthesis, SynthesisContext,
        Understanding,
    },
    interview::EngineFault,
    models::{Caller, LanguageModel, ModelRequest, ModelTurn, ReplySchema, Strength, Task},
};
use protocol::TenantId;
use std::sync::Arc;

/// Somebody waits, but what is wrong here makes the whole search wrong.
const STRENGTH: Strength = Strength::Strong;

/// Reads queries and texts with whatever model each tenant chose.
pub struct ModelAnalyst {
    model: Arc<dyn LanguageModel>,
}

impl ModelAnalyst {
    #[must_use]
    pub fn new(model: Arc<dyn LanguageModel>) -> Self {
        Self { model }
    }

    /// Asks until the answer can be read, and counts what that took.
    async fn ask<T>(&self, client: Client, work: Work<'_>, read: impl Fn(&str) -> Result<T, String>) -> Counted<T> {
        let model = CountedModel::new(self.model.as_ref(), client.calls_left);
        let judged = nudge::judge(&model, work.request(client), read).await;
        Counted { judged, calls: model.calls(), is_cut: model.is_cut() }
    }
}

/// What a model is asked to do, with the data that it shall do it with.
struct Work<'work> {
    task: Task,
    system: &'work str,
    text: String,
    schema: ReplySchema,
    max_tokens: u32,
}

impl Work<'_> {
    fn request(self, client: Client) -> ModelRequest {
        ModelRequest {
            caller: Caller { tenant: client.tenant, subject: client.subject, task: self.task },
            strength: STRENGTH,
            system: self.system.to_owned(),
            turns: vec![ModelTurn::user(self.text)],
            tools: Vec::new(),
            schema: Some(self.schema),
            max_tokens: self.max_tokens,
        }
    }
}

#[async_trait]
impl CompanyAnalyst for ModelAnalyst {
    async fn engine(&self, tenant: TenantId) -> Result<Option<String>, EngineFault> {
        Ok(self.model.chosen(tenant, STRENGTH).await?.map(|name| name.to_string()))
    }

    async fn understand(&self, client: Client, question: &Question, gazetteer: &Gazetteer) -> Counted<Understanding> {
        understand::understand(self, client, question, gazetteer).await
    }

    async fn synthesize(
        &self,
        client: Client,
        understanding: &Understanding,
        context: &SynthesisContext,
        gazetteer: &Gazetteer,
    ) -> Counted<Synthesis> {
        synthesize::synthesize(self, client, understanding, context, gazetteer).await
    }

    async fn extract(
        &self,
        client: Client,
        goal: &ReadingGoal,
        texts: &[FoundText],
        gazetteer: &Gazetteer,
    ) -> Counted<Vec<Candidate>> {
        extract::extract(self, client, goal, texts, gazetteer).await
    }
}

/// A text of a model on one line, cut where nobody would read on.
fn line(text: &str, most: usize) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(most).collect()
}
