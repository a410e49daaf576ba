//! What happened in an interview. Events are stored, then shown; applying them in order gives the view.

use super::{
    Completeness, ContextType, Engine, Evidence, Feedback, FellBack, Message, Negotiation, ObjectiveDefinition,
    ObligationTemplate, Renamed, Source, Standing, Status, WorkingMemory,
};
use crate::{
    Confidence, FindingId, MessageId, ObjectiveId, ResearchId, SessionId,
    research::{PageRead, Report, ResearchEffect, ResearchRequest, SearchOutcome},
    tagged::tagged,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::sync::Arc;
use uuid::Uuid;

/// An event of an interview with its place in the stream.
pub type Recorded = crate::live::Recorded<InterviewEvent>;

tagged! {
    pub enum InterviewEvent {
        Opened = "opened" {
            id: SessionId,
            context_type: ContextType,
            objective_id: ObjectiveId,
            objective_version: String,
            definition: Arc<ObjectiveDefinition>,
            /// Who was invited to it by a link, as they called themselves.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            guest: Option<String>,
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
            /// It reads everything back.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            lists: bool,
            /// It stays with what was asked before.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            again: bool,
            /// It asks for nothing any more, yet an answer for this obligation is still waited for.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            waits_for: Option<String>,
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
            /// What research found it with.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            findings: Vec<FindingId>,
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
            /// The cited findings that it follows from.
            #[serde(default, skip_serializing_if = "Vec::is_empty")]
            findings: Vec<FindingId>,
        },
        StatusChanged = "status_changed" {
            key: String,
            from: Status,
            to: Status,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            reason: Option<String>,
            /// A person's own hand did it, beside the conversation.
            #[serde(default, skip_serializing_if = "std::ops::Not::not")]
            by_hand: bool,
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
            completeness: Arc<Completeness>,
        },
        MemoryUpdated = "memory_updated" {
            memory: Arc<WorkingMemory>,
        },
        Retitled = "retitled" {
            title: String,
        },
        /// The language model was to do a part of the reply under way and could not: the built-in engine did it.
        FellBack = "fell_back" {
            message_id: MessageId,
            fell_back: FellBack,
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
        /// A language model looked over the answers once more, or the rules did without it.
        Reevaluated = "reevaluated" {
            reevaluation: Reevaluation,
        },
        Completed = "completed",
        /// A completed interview goes on.
        Resumed = "resumed" {
            reason: String,
        },
        /// Something is to be looked up.
        ResearchRequested = "research_requested" {
            task: ResearchRequest,
        },
        /// A node took the task up: it is its own until the lease runs out.
        ResearchStarted = "research_started" {
            id: ResearchId,
            node: Uuid,
            /// How long the lease is, in microseconds; `research::LEASE` where nothing is said of it.
            #[serde(default, skip_serializing_if = "Option::is_none")]
            lease: Option<i64>,
        },
        /// The search was answered. The hits are those that are read, in this order.
        ResearchSearched = "research_searched" {
            id: ResearchId,
            outcome: SearchOutcome,
            /// How many were found in all.
            found: u32,
        },
        /// A page was read, or could not be.
        ResearchRead = "research_read" {
            id: ResearchId,
            page: PageRead,
        },
        /// What was read was judged, and every quote verified.
        ResearchSummarised = "research_summarised" {
            id: ResearchId,
            report: Report,
        },
        /// The result is kept with the task.
        ResearchStored = "research_stored" {
            id: ResearchId,
        },
        /// The obligation was updated with what was found, and the task is over.
        ResearchCompleted = "research_completed" {
            id: ResearchId,
            #[serde(default, skip_serializing_if = "Option::is_none")]
            effect: Option<ResearchEffect>,
        },
        ResearchFailed = "research_failed" {
            id: ResearchId,
            error: String,
        },
        /// The node that had the task goes down: whoever is there goes on with it.
        ResearchReleased = "research_released" {
            id: ResearchId,
        },
        /// A failed task is to be tried again; what it has already is kept.
        ResearchRetried = "research_retried" {
            id: ResearchId,
        },
        /// What the task had changed was taken back.
        ResearchUndone = "research_undone" {
            id: ResearchId,
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

/// Two values that cannot both hold, or a value and what research found against it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Conflict {
    pub keys: Vec<String>,
    pub explanation: String,
    /// Set where research found otherwise: then there is one key, and the task has the quotes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub research: Option<ResearchId>,
}

/// What a range of turns came to (the seed's `discovery_session_summaries`).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    pub text: String,
    pub turn_start: u32,
    pub turn_end: u32,
    /// Who wrote it, once a language model was asked; it takes the place of the first one for the same turns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<Engine>,
    /// Why the built-in words stand in place of the language model's, by the words of [`FellBack`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fell_back: Option<String>,
    /// Sentences of the language model that were left out, since the person's words do not carry them.
    #[serde(default, skip_serializing_if = "super::is_zero_u32")]
    pub dropped: u32,
}

impl Summary {
    /// In the words of the rules.
    #[must_use]
    pub const fn built_in(text: String, turn_start: u32, turn_end: u32) -> Self {
        Self { text, turn_start, turn_end, engine: None, fell_back: None, dropped: 0 }
    }
}

/// What came of looking over the answers once more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reevaluation {
    pub engine: Engine,
    /// Why the rules alone looked, by the words of [`FellBack`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fell_back: Option<String>,
    /// Answers that are asked about again.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub doubted: Vec<String>,
    /// Doubts that the person's words do not carry.
    #[serde(default, skip_serializing_if = "super::is_zero_u32")]
    pub dropped: u32,
}
