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
    /// The form that the reply's text must have; providers enforce it as far as they can, so it is parsed strictly all the same.
    pub schema: Option<ReplySchema>,
    /// The most tokens the reply may have. A longer one is [`ModelFault::Truncated`].
    pub max_tokens: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ModelTurn {
    pub speaker: TurnSpeaker,
    pub text: String,
}

impl ModelTurn {
    #[must_use]
    pub fn user(text: impl Into<String>) -> Self {
        Self { speaker: TurnSpeaker::User, text: text.into() }
    }

    #[must_use]
    pub fn model(text: impl Into<String>) -> Self {
        Self { speaker: TurnSpeaker::Model, text: text.into() }
    }
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
    pub text: String,
    pub usage: Usage,
    /// As the settings name it.
    pub model: String,
    /// From the question to the last token, retries included.
    pub took: Duration,
}
