//! What a language model judges in an ask (seed 004, Integration with Planner). Whatever it answers is checked before it is used:
//! plans against what tools answered in this ask, queries by the guard, numbers and quotes of the wording against the proof.

use super::{Draft, Material};
use crate::{
    interview::EngineFault,
    models::{Subject, ToolCall},
    runs::{Broken, Judged},
};
use async_trait::async_trait;
use protocol::{
    TenantId,
    ask::{Answer, Clarification, ModeChoice},
};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// For whom a model is asked: who pays, and for which ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Client {
    pub tenant: TenantId,
    pub subject: Option<Subject>,
}

/// What a model plans for.
#[derive(Clone, Copy, Debug)]
pub struct PlanningGoal<'ask> {
    /// The question, the conversation, known values, what was asked back. Without places, rows and passages where the model has
    /// tools.
    pub material: &'ask Material<'ask>,
    pub mode: &'ask ModeChoice,
    /// The system prompt, as `domain::tools::prompt` builds it for this model.
    pub prompt: &'ask str,
    pub with_tools: bool,
}

/// One round: tools that the model called, and what came of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// What the model said beside its calls.
    #[serde(default)]
    pub text: String,
    pub answers: Vec<ToolAnswer>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ToolAnswer {
    pub call_id: String,
    pub tool: String,
    pub arguments: Value,
    /// Opaque words of the provider that it wants to see again.
    #[serde(default)]
    pub signatures: Vec<String>,
    /// Its answer as JSON, shortened; or why there is none.
    pub answer: String,
    #[serde(default)]
    pub failed: bool,
    #[serde(default)]
    pub elapsed_ms: u64,
}

/// What a model does next.
#[derive(Clone, Debug, PartialEq)]
pub enum Move {
    /// It wants to know more.
    Call {
        text: String,
        calls: Vec<ToolCall>,
    },
    /// Its plan; where it answers without data, one of facts, passages and its own knowledge.
    Plan(Box<Draft>),
    Unclear(Vec<Clarification>),
}

/// An answer that a model may say better than the template.
#[derive(Clone, Copy, Debug)]
pub struct WordingGoal<'ask> {
    pub question: &'ask str,
    pub answer: &'ask Answer,
}

/// The judgements that a model may make.
#[async_trait]
pub trait AskAnalyst: Send + Sync {
    /// The model's name; none where the tenant has none.
    ///
    /// # Errors
    /// One is chosen and cannot be used.
    async fn engine(&self, tenant: TenantId) -> Result<Option<String>, EngineFault>;
    /// The next move after these rounds. Its plan names only what the rounds answered.
    async fn plan(&self, client: Client, goal: &PlanningGoal<'_>, rounds: &[Round]) -> Judged<Move>;
    /// A query that does the same and that the database understands.
    async fn mend_query(&self, client: Client, broken: &Broken<'_>) -> Judged<String>;
    /// The answer in sentences, every number and quote of which stands in the answer's proof or tables.
    async fn word(&self, client: Client, goal: &WordingGoal<'_>) -> Judged<String>;
}
