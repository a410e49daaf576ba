//! What a language model judges in a search (seed 001, Layers 1, 2 and 4). Whatever it answers is checked against the texts before it
//! is used, and the built-in engines answer where it fails.

use super::{Candidate, FoundText, Gazetteer, Place, ReadingGoal, Synthesis, SynthesisContext, Understanding};
use crate::{interview::EngineFault, models::Subject, runs::Judged};
use async_trait::async_trait;
use protocol::TenantId;

/// For whom a model is asked: who pays, and for which search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Client {
    pub tenant: TenantId,
    /// The search, with what it may spend on models; none outside of one.
    pub subject: Option<Subject>,
    /// Calls that may still be made; none is as many as it takes.
    pub calls_left: Option<u32>,
}

/// A judgement with the calls that it took: a reply that cannot be used is sent back, and that is another call.
#[derive(Clone, Debug)]
pub struct Counted<T> {
    pub judged: Judged<T>,
    pub calls: u32,
    /// It would have taken one more than might be made.
    pub is_cut: bool,
}

/// A query as it came in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Question {
    /// The user's words, 1 to 500 characters.
    pub text: String,
    pub constraints: Place,
    /// Of the sales context ("UAE").
    pub region: Option<String>,
    /// "banking"; what it usually looks for counts where the text names no signals.
    pub vertical: Option<String>,
    /// "employee_banking".
    pub sub_vertical: Option<String>,
}

/// The judgements that a model may make. The gazetteer is the tenant's.
#[async_trait]
pub trait CompanyAnalyst: Send + Sync {
    /// The model's name; none where the tenant has none.
    ///
    /// # Errors
    /// One is chosen and cannot be used.
    async fn engine(&self, tenant: TenantId) -> Result<Option<String>, EngineFault>;
    /// Layer 1. Only places that the text or the constraints name; the constraints bind.
    async fn understand(&self, client: Client, question: &Question, gazetteer: &Gazetteer) -> Counted<Understanding>;
    /// Layer 2.
    async fn synthesize(
        &self,
        client: Client,
        understanding: &Understanding,
        context: &SynthesisContext,
        gazetteer: &Gazetteer,
    ) -> Counted<Synthesis>;
    /// Layer 4, all texts in one call. Only candidates whose quotes stand in their texts.
    async fn extract(
        &self,
        client: Client,
        goal: &ReadingGoal,
        texts: &[FoundText],
        gazetteer: &Gazetteer,
    ) -> Counted<Vec<Candidate>>;
}
