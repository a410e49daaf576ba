//! What a person or program asks of an interview.

use super::{Feedback, NewObligation, Phase, Resolution};
use crate::{MessageId, ResearchId, research::TaskType, voice::Spoken};
use serde::{Deserialize, Serialize};
use serde_json::Value;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum InterviewCommand {
    /// Say something, or answer with a widget, or both.
    Say {
        text: String,
        #[serde(default)]
        client_message_id: Option<String>,
        #[serde(default)]
        widget: Option<WidgetAnswer>,
        /// The words were spoken and written down by a transcriber.
        #[serde(default)]
        spoken: Option<Spoken>,
    },
    SetValue {
        key: String,
        value: Value,
    },
    Defer {
        key: String,
        #[serde(default)]
        reason: Option<String>,
    },
    Skip {
        key: String,
        #[serde(default)]
        reason: Option<String>,
    },
    Reopen {
        key: String,
        #[serde(default)]
        reason: Option<String>,
    },
    /// Take the value before the held one again.
    Undo {
        key: String,
    },
    /// The person disagrees with a held value, with or without another.
    StartNegotiation {
        key: String,
        #[serde(default)]
        value: Option<Value>,
        #[serde(default)]
        reason: Option<String>,
    },
    ProposeValue {
        key: String,
        value: Value,
    },
    ResolveNegotiation {
        key: String,
        resolution: Resolution,
        #[serde(default)]
        final_value: Option<Value>,
    },
    /// Leave a negotiation for later.
    DeferNegotiation {
        key: String,
    },
    ImportTranscript {
        turns: Vec<TranscriptTurn>,
    },
    SetPhase {
        phase: Phase,
    },
    /// Reassess one obligation, or all.
    Reevaluate {
        #[serde(default)]
        key: Option<String>,
    },
    Retitle {
        title: String,
    },
    StopReply {
        message_id: MessageId,
    },
    /// Word the agent's last message once more.
    Regenerate {
        message_id: MessageId,
    },
    /// Say something else in place of an earlier message; what came after it is left behind as a branch.
    EditMessage {
        message_id: MessageId,
        content: String,
    },
    /// Show an earlier wording again, or return to the branch that begins with this message.
    RestoreMessage {
        message_id: MessageId,
    },
    /// Say what one thinks of a message; nothing takes it back.
    GiveFeedback {
        message_id: MessageId,
        #[serde(default)]
        feedback: Option<Feedback>,
    },
    /// Make one obligation of several.
    Merge {
        keys: Vec<String>,
        into: String,
    },
    /// Make several obligations of one.
    Split {
        key: String,
        into: Vec<NewObligation>,
    },
    /// Ask for something that the objective does not know.
    AddObligation {
        obligation: NewObligation,
    },
    Complete,
    /// Look something up, about one obligation or in general. What is left out is chosen by rule.
    Research {
        #[serde(default)]
        key: Option<String>,
        #[serde(default)]
        task_type: Option<TaskType>,
        #[serde(default)]
        query: Option<String>,
        #[serde(default)]
        priority: Option<u8>,
    },
    CancelResearch {
        id: ResearchId,
    },
    RetryResearch {
        id: ResearchId,
    },
    /// Take back what a task changed of its obligation.
    UndoResearch {
        id: ResearchId,
    },
    /// Of two values that cannot both hold, the one of `key` does; the one of `over` is taken back and asked for again.
    KeepOver {
        key: String,
        over: String,
    },
}

/// What was chosen or typed in the widget of one obligation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WidgetAnswer {
    pub key: String,
    pub value: Value,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TranscriptTurn {
    pub speaker: Speaker,
    pub text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Speaker {
    Agent,
    User,
}
