//! What happened in an interview. Events are stored, then shown; applying them in order gives the view.

use super::{
    Completeness, ContextType, Evidence, Feedback, Message, Negotiation, ObjectiveDefinition, ObligationTemplate, Renamed,
    Source, Standing, Status, WorkingMemory,
};
use crate::{Confidence, MessageId, ObjectiveId, SessionId, Timestamp, tagged::tagged};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;

/// An event with its place in the stream.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recorded {
    /// 1, 2, 3 … without a gap.
    pub seq: u64,
    pub at: Timestamp,
    pub turn: u32,
    pub event: InterviewEvent,
}

tagged! {
    pub enum InterviewEvent {
        Opened = "opened" {
            id: SessionId,
            context_type: ContextType,
            objective_id: ObjectiveId,
            objective_version: String,
            definition: Arc<ObjectiveDefinition>,
        },
        /// One obligation of the objective came into being.
        Created = "created" {
            key: String,
            dependencies_resolved: bool,
        },
        MessageAdded = "message_added" {
            message: Message,
        },
        /// The agent begins to answer; `message_id` is the reply to come.
        ReplyStarted = "reply_started" {
            message_id: MessageId,
            /// The obligations that were changed beside the conversation and that the reply goes on from; none when it answers
            /// a message.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            after: Vec<String>,
            /// The message that it words anew.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            rewords: Option<MessageId>,
        },
        /// What the reply says was decided, and it asks nothing new; one that does has [`InterviewEvent::Asked`] instead.
        ReplyPlanned = "reply_planned" {
            message_id: MessageId,
            /// It offers to finish.
            offer: bool,
            /// It stays with what was asked before.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            again: bool,
        },
        /// The agent asked for one obligation, read its value back, or asked to settle a negotiation.
        Asked = "asked" {
            key: String,
            kind: Asking,
        },
        ValueExtracted = "value_extracted" {
            key: String,
            value: Value,
            confidence: Confidence,
            source: Source,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            evidence: Option<Evidence>,
        },
        /// The value before the held one is the held one again.
        ValueRestored = "value_restored" {
            key: String,
        },
        /// A value was taken back without another in its place.
        ValueCleared = "value_cleared" {
            key: String,
        },
        ConfidenceUpdated = "confidence_updated" {
            key: String,
            from: Confidence,
            to: Confidence,
            source: Source,
        },
        StatusChanged = "status_changed" {
            key: String,
            from: Status,
            to: Status,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            reason: Option<String>,
        },
        DependencyResolved = "dependency_resolved" {
            key: String,
            dependency: String,
            /// It was the last one that was waited for.
            all: bool,
        },
        /// A dependency that had been resolved was reopened.
        DependencyUnresolved = "dependency_unresolved" {
            key: String,
            dependency: String,
        },
        Negotiated = "negotiated" {
            key: String,
            negotiation: Negotiation,
        },
        ConflictDetected = "conflict_detected" {
            conflict: Conflict,
        },
        /// The values do not contradict each other any more, or no longer in this way.
        ConflictResolved = "conflict_resolved" {
            conflict: Conflict,
        },
        PhaseChanged = "phase_changed" {
            from: Phase,
            to: Phase,
            reason: String,
        },
        CompletenessUpdated = "completeness_updated" {
            completeness: Completeness,
        },
        MemoryUpdated = "memory_updated" {
            memory: WorkingMemory,
        },
        Retitled = "retitled" {
            title: String,
        },
        ReplyStopped = "reply_stopped" {
            message_id: MessageId,
        },
        /// A message is shown with an earlier wording again.
        WordingRestored = "wording_restored" {
            message_id: MessageId,
            wording: MessageId,
        },
        /// The conversation goes on from before a message: that and what came after it is left behind as a branch.
        Branched = "branched" {
            /// The first message that is left behind.
            from: MessageId,
            /// Where the interview stands now.
            standing: Box<Standing>,
            /// The first message of the branch that is taken up again.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            taking: Option<MessageId>,
        },
        /// What the person thinks of a message; nothing where it was taken back.
        FeedbackGiven = "feedback_given" {
            message_id: MessageId,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            feedback: Option<Feedback>,
        },
        /// One obligation takes the place of several.
        Merged = "merged" {
            key: String,
            /// Those that are not there any more.
            merged: Vec<String>,
            definition: Arc<ObjectiveDefinition>,
        },
        /// Several obligations take the place of one. What is created follows.
        Split = "split" {
            key: String,
            into: Vec<String>,
            definition: Arc<ObjectiveDefinition>,
        },
        /// The interview asks for something more. What is created follows.
        Extended = "extended" {
            template: Box<ObligationTemplate>,
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            required: bool,
        },
        /// The interview goes on with another objective or version. What is created follows.
        Migrated = "migrated" {
            objective_id: ObjectiveId,
            objective_version: String,
            definition: Arc<ObjectiveDefinition>,
            /// Obligations that are known under another key now.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            renamed: Vec<Renamed>,
        },
        Summarised = "summarised" {
            summary: Summary,
        },
        Completed = "completed",
        /// A completed interview goes on.
        Resumed = "resumed" {
            reason: String,
        },
    }
}

/// What the agent's last message waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Asking {
    /// A value that is not known.
    Question,
    /// Whether a value is right.
    ReadBack,
    /// Which of two values holds.
    Negotiation,
}

/// The four phases of a session (seed 000, Session Phases).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    #[default]
    Opening,
    Exploration,
    Validation,
    Closing,
}

impl Phase {
    pub const ALL: [Self; 4] = [Self::Opening, Self::Exploration, Self::Validation, Self::Closing];

    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Opening => "opening",
            Self::Exploration => "exploration",
            Self::Validation => "validation",
            Self::Closing => "closing",
        }
    }
}

/// Two values that cannot both hold.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conflict {
    pub keys: Vec<String>,
    pub explanation: String,
}

/// What a range of turns came to (the seed's `discovery_session_summaries`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    pub text: String,
    pub turn_start: u32,
    pub turn_end: u32,
}
