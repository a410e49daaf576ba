//! One message of the conversation.

use crate::{MessageId, Timestamp, models::Task, record::record, voice::Spoken};
use serde::{Deserialize, Serialize};

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Message {
        pub id: MessageId,
        pub role: Author,
        pub content: String,
        /// The turn it belongs to; the greeting is turn 0.
        pub turn: u32,
        pub created_at: Timestamp,
        /// The sender's own id of a message: sending it again changes nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub client_message_id: Option<String>,
        /// Given with a widget: the obligation it answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub widget_key: Option<String>,
        /// Which engine wrote it; only the agent's messages have one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub engine: Option<Engine>,
        /// The language model was asked for this turn and did not answer, so the built-in engine did.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub fell_back: Option<FellBack>,
        /// The reply was stopped before its end.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub stopped: bool,
        /// It came with an imported transcript.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pub imported: bool,
        /// The message that it words anew and whose place it takes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub rewords: Option<MessageId>,
        /// The wordings it was shown with before, oldest first; none in an event, since they follow from the events.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub wordings: Vec<Message>,
        /// What the person thinks of it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub feedback: Option<Feedback>,
        /// It was spoken, not typed.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub spoken: Option<Spoken>,
    }
}

/// Whether a message was good, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Feedback {
    pub rating: Rating,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Rating {
    Like,
    Dislike,
}

impl Rating {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Like => "like",
            Self::Dislike => "dislike",
        }
    }
}

/// Who speaks (`role` in the HTTP API).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Author {
    User,
    Agent,
    System,
}

/// Which engine answered; the page always shows it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Engine {
    /// Rules on this machine: deterministic, no network.
    BuiltIn,
    /// A language model, by name.
    Model(String),
}

/// What the built-in engine did in place of the language model, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FellBack {
    pub task: Task,
    /// One word: `budget_spent`, `circuit_open`, `limited`, `malformed`, `overloaded`, `provider`, `refused`, `timed_out`, `truncated`,
    /// `unauthorized`, `unreachable`; later versions may know more.
    pub reason: String,
}

/// The longest message accepted, in bytes of UTF-8.
pub const MESSAGE_LIMIT: usize = 16 * 1024;
/// The longest value of one obligation, in bytes of its JSON.
pub const VALUE_LIMIT: usize = 16 * 1024;
/// The most turns of one imported transcript.
pub const TRANSCRIPT_LIMIT: usize = 2_000;
