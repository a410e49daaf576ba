//! The objects of the chat's stream, one for each `data:` line.

use super::{
    interview::SessionPhase,
    messages::ModelTask,
    obligations::{Evidence, NegotiationStatus, ObligationStatus},
    research::{ResearchStatus, ResearchTaskType},
};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

/// One object of the chat's stream. `session` comes first, `done` last.
#[derive(Serialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum ChatEvent {
    /// Which interview it is.
    #[serde(rename_all = "camelCase")]
    Session {
        session_id: Uuid,
    },
    /// A piece of the reply; put together they are the whole of it.
    Message {
        content: String,
    },
    /// The built-in engine took the language model's part in this turn.
    FellBack {
        task: ModelTask,
        /// One word, e.g. `timed_out`, as in the message itself.
        reason: String,
    },
    /// What the turn did to an obligation.
    #[serde(rename_all = "camelCase")]
    Obligation {
        key: String,
        status: ObligationStatus,
        #[schema(minimum = 0.0, maximum = 1.0)]
        confidence: f64,
        value: Value,
        /// Where the turn replaced a value.
        #[schema(required = false)]
        previous_value: Value,
        evidence: Option<Evidence>,
    },
    /// A value that is argued about.
    #[serde(rename_all = "camelCase")]
    Negotiation {
        key: String,
        state: NegotiationStatus,
        /// What the person put against the held value.
        proposed: Value,
        final_value: Value,
    },
    /// Research on its way.
    #[serde(rename_all = "camelCase")]
    Research {
        id: Uuid,
        status: ResearchStatus,
        task_type: ResearchTaskType,
        obligation_key: Option<String>,
    },
    Completeness {
        #[schema(minimum = 0.0, maximum = 1.0)]
        score: f64,
    },
    Phase {
        phase: SessionPhase,
    },
    /// The turn was taken, and its reply could not be told.
    Error {
        detail: String,
    },
    #[serde(rename_all = "camelCase")]
    Done {
        session_id: Uuid,
        turn: u32,
    },
}

/// An answer given with a widget.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({"key": "stage", "value": "seed"}))]
pub(crate) struct Widget {
    /// The obligation it answers.
    key: String,
    value: Value,
}
