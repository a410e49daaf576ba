//! Asking a language model.

use super::{ModelFault, ModelName, Strength, Task, Usage, Usd};
use async_trait::async_trait;
use protocol::{SessionId, TenantId, live::Kind};
use serde_json::Value;
use std::time::Duration;
use uuid::Uuid;

/// A language model, whoever serves it. Limits, retries, budget and ledger are behind this port: whoever asks gets a reply or the
/// one fault that remained.
#[async_trait]
pub trait LanguageModel: Send + Sync {
    /// The model that would answer, or `None` where the tenant has none: then built-in rules answer, and nothing fell back.
    /// A fault where one is chosen and cannot be used, because its key cannot be opened for one.
    async fn chosen(&self, tenant: TenantId, strength: Strength) -> Result<Option<ModelName>, ModelFault>;

    /// One call. `deltas` gets the text as it comes (only for requests without a schema); together they are the reply's text.
    /// Dropping the future closes the connection to the provider; what is known of the call is still written to the ledger.
    async fn ask(&self, request: ModelRequest, deltas: Option<&Deltas<'_>>) -> Result<ModelReply, ModelFault>;
}

/// Takes the text of a reply piece by piece. It must return at once.
pub type Deltas<'a> = dyn Fn(&str) + Send + Sync + 'a;

/// For whom and for what: who pays, and what the ledger says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Caller {
    pub tenant: TenantId,
    /// What the call is made for; `None` outside of anything.
    pub subject: Option<Subject>,
    pub task: Task,
}

/// The stream that a call is made for. What is spent on it counts over all days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    pub kind: Kind,
    pub id: Uuid,
    /// Its own limit. Without one an interview has the tenant's limit for interviews, anything else none but the day's.
    pub limit: Option<Usd>,
}

impl Subject {
    #[must_use]
    pub const fn interview(id: SessionId) -> Self {
        Self { kind: Kind::Interview, id: id.0, limit: None }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ModelRequest {
    pub caller: Caller,
    pub strength: Strength,
    /// What the model is told to do. The only place for instructions.
    pub system: String,
    /// The conversation, oldest first, ending with the one to answer; never empty.
    pub turns: Vec<ModelTurn>,
    /// What the model may call. It answers with calls, or with text where it is done.
    pub tools: Vec<ToolSpec>,
    /// The form that the reply's text must have; providers enforce it as far as they can, so it is parsed strictly all the same.
    pub schema: Option<ReplySchema>,
    /// The most tokens the reply may have. A longer one is [`ModelFault::Truncated`].
    pub max_tokens: u32,
}

impl ModelRequest {
    /// What goes to the provider, in bytes, without what its wire adds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let schema = self.schema.as_ref().map_or(0, |schema| schema.schema.to_string().len());
        let tool = |tool: &ToolSpec| tool.name.len() + tool.description.len() + tool.schema.to_string().len();
        let tools: usize = self.tools.iter().map(tool).sum();
        self.system.len() + schema + tools + self.turns.iter().map(ModelTurn::bytes).sum::<usize>()
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct ModelTurn {
    pub speaker: TurnSpeaker,
    pub text: String,
    /// What the model called in this turn.
    pub calls: Vec<ToolCall>,
    /// What came of the calls of the turn before.
    pub results: Vec<ToolResult>,
}

impl ModelTurn {
    #[must_use]
    pub fn user(text: impl Into<String>) -> Self {
        Self { speaker: TurnSpeaker::User, text: text.into(), calls: Vec::new(), results: Vec::new() }
    }

    #[must_use]
    pub fn model(text: impl Into<String>) -> Self {
        Self { speaker: TurnSpeaker::Model, ..Self::user(text) }
    }

    /// A turn in which the model called tools.
    #[must_use]
    pub fn called(text: impl Into<String>, calls: Vec<ToolCall>) -> Self {
        Self { calls, ..Self::model(text) }
    }

    /// What came of those calls, one result for each.
    #[must_use]
    pub fn answered(results: Vec<ToolResult>) -> Self {
        Self { results, ..Self::user("") }
    }

    fn bytes(&self) -> usize {
        let call = |call: &ToolCall| call.name.len() + call.arguments.to_string().len();
        let calls: usize = self.calls.iter().map(call).sum();
        self.text.len() + calls + self.results.iter().map(|result| result.text.len()).sum::<usize>()
    }
}

/// A tool that a model may call.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    /// Letters, digits, `_` and `-`, at most 64.
    pub name: String,
    pub description: String,
    /// JSON schema of its arguments: an object.
    pub schema: Value,
}

/// One call of a tool, as a model wants it. Nothing is known of its arguments but that they are an object.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolCall {
    pub id: String,
    pub name: String,
    pub arguments: Value,
    /// What the provider wants to see again beside the call; opaque.
    pub signatures: Vec<String>,
}

/// What came of a call. Its text is data: it stands where the wire has results, never among instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolResult {
    /// Of the call.
    pub id: String,
    pub name: String,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TurnSpeaker {
    User,
    Model,
}

/// A JSON schema that every provider takes: all fields required, nullable in place of optional, `additionalProperties: false`, no
/// numeric or length limits (whoever parses checks those).
#[derive(Clone, Debug, PartialEq)]
pub struct ReplySchema {
    /// Letters, digits, `_` and `-`.
    pub name: &'static str,
    pub schema: Value,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ModelReply {
    /// Empty where it only calls tools.
    pub text: String,
    /// Only tools that the request named.
    pub calls: Vec<ToolCall>,
    pub usage: Usage,
    /// Of this call; none where the model's price is not known.
    pub cost: Option<Usd>,
    /// As the settings name it.
    pub model: String,
    /// From the question to the last token, retries included.
    pub took: Duration,
}
