//! What a language model judges in a run (seed 002, Phases 4 to 7). Whatever it answers is a proposal: queries go through the guard,
//! numbers are asked for again, ids are resolved, before anything is kept.

use super::{Challenge, Insight, Recommendation};
use crate::{interview::EngineFault, models::Usd};
use async_trait::async_trait;
use protocol::{RunId, TenantId};
use serde::{Deserialize, Serialize};

/// For whom a model is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Client {
    pub tenant: TenantId,
    pub run: RunId,
    /// What the run may spend on models.
    pub limit: Option<Usd>,
}

/// A question to a model: what it shall do, and the data that it shall do it with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Prompt {
    pub system: String,
    pub text: String,
}

/// One exchange of an exploration: what the model did and what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Exchange {
    pub reply: String,
    pub result: String,
}

/// What a model wants to do next (seed 002, Strict action parsing).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    pub thinking: String,
    pub deed: Deed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    Query(String),
    LookupSchema(Vec<String>),
    SearchTables(String),
    Done,
}

/// What calls to a model took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Spending {
    pub input_tokens: u64,
    pub output_tokens: u64,
    /// In US dollars; none where a price is not known.
    pub usd: Option<f64>,
}

impl Spending {
    pub fn add(&mut self, other: Self) {
        self.input_tokens += other.input_tokens;
        self.output_tokens += other.output_tokens;
        self.usd = self.usd.zip(other.usd).map(|(one, other)| one + other);
    }

    #[must_use]
    pub const fn nothing() -> Self {
        Self { input_tokens: 0, output_tokens: 0, usd: Some(0.0) }
    }
}

/// A model's answer with what it took, also where it could not be used.
#[derive(Clone, Debug)]
pub struct Judged<T> {
    pub result: Result<T, EngineFault>,
    /// Its last words.
    pub reply: String,
    pub spending: Spending,
}

/// An attempt to mend a query that a database refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Broken<'run> {
    /// How the database's own language is called.
    pub dialect: &'run str,
    pub sql: &'run str,
    pub error: &'run str,
    /// Tables with their columns.
    pub schema: &'run str,
}

/// The judgements that a model may make.
#[async_trait]
pub trait Analyst: Send + Sync {
    /// The model's name; none where the tenant has none.
    ///
    /// # Errors
    /// One is chosen and cannot be used.
    async fn engine(&self, tenant: TenantId) -> Result<Option<String>, EngineFault>;
    /// The next action, after what was done so far.
    async fn next_action(&self, client: Client, prompt: &Prompt, exchanges: &[Exchange]) -> Judged<Action>;
    /// A query that does the same and that the database understands.
    async fn mend_query(&self, client: Client, broken: &Broken<'_>) -> Judged<String>;
    /// What the steps of an area say. Ids are given later.
    async fn analyse(&self, client: Client, prompt: &Prompt) -> Judged<Vec<Insight>>;
    /// A query that could show an insight to be wrong.
    async fn challenge(&self, client: Client, prompt: &Prompt) -> Judged<Challenge>;
    /// Ids are given later; what they relate to is not resolved yet.
    async fn recommend(&self, client: Client, prompt: &Prompt) -> Judged<Vec<Recommendation>>;
}
