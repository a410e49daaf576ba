//! Obligations, as whole objects and after a change.

use super::{Completeness, SessionPhase};
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ContextType {
    BusinessProfile,
    IdeaDiscovery,
    ProjectDiscovery,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SessionStatus {
    Active,
    Completed,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ObligationStatus {
    Pending,
    InProgress,
    Partial,
    Satisfied,
    Deferred,
    Skipped,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum CollectionType {
    DirectQuestion,
    Inferred,
    Research,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum WidgetType {
    Text,
    Choice,
    Multiselect,
    Date,
    Number,
}

/// How a value came to be known.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ValueSource {
    Message,
    Widget,
    Manual,
    Transcript,
    Negotiation,
    Research,
    Reevaluation,
}

/// Who brought an obligation into an interview.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum OriginLayer {
    /// It came with the product.
    BuiltIn,
    Tenant,
    Project,
    /// It was added in the interview itself.
    Session,
    /// In interviews that began before layers were told apart.
    Objective,
}

/// One obligation with the 22 columns of its row, the row's key and state, and what a program needs to ask for it.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({
    "obligation_key": "offer", "label": "Offer", "prompt": "What do you sell?", "options": [], "required": true,
    "status": "satisfied", "collection_type": "direct_question", "widget_type": "text", "dependencies": [],
    "dependencies_resolved": true, "source": "message", "origin_layer": "tenant",
    "origin_source_id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e", "pool_id": null, "task_priority": 10, "negotiation_state": null,
    "confidence": 0.9, "extracted_value": "Honey", "attempts": 1, "max_attempts": 3, "last_attempt_turn": 0,
    "satisfied_at_turn": 1, "category": "business", "field_path": "business.offer", "follow_up_strategy": null,
    "satisfied_when": null, "expertise_required": null, "embedding": 256, "reason": null,
    "evidence": {"message_id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4f", "turn": 1, "quote": "Honey", "start": 8, "end": 13}
}))]
pub(crate) struct SessionObligation {
    obligation_key: String,
    label: String,
    prompt: String,
    /// The values of a choice or multiselect.
    options: Vec<ObligationOption>,
    /// What a number counts, such as `people` or `€`; its value is kept as `{value, unit}`, a range as `{min, max, unit}`.
    unit: Option<String>,
    /// The smallest number that is an answer.
    min: Option<f64>,
    /// The largest number that is an answer.
    max: Option<f64>,
    required: bool,
    status: ObligationStatus,
    collection_type: CollectionType,
    widget_type: WidgetType,
    /// Keys that must be satisfied first.
    dependencies: Vec<String>,
    dependencies_resolved: bool,
    source: Option<ValueSource>,
    origin_layer: OriginLayer,
    origin_source_id: Option<Uuid>,
    pool_id: Option<String>,
    #[schema(minimum = 1, maximum = 10)]
    task_priority: u8,
    negotiation_state: Option<NegotiationState>,
    #[schema(minimum = 0.0, maximum = 1.0)]
    confidence: f64,
    /// A string, a number or a list of strings, by the widget; `null` while nothing is known.
    extracted_value: Value,
    attempts: u32,
    max_attempts: u32,
    last_attempt_turn: Option<u32>,
    satisfied_at_turn: Option<u32>,
    category: Option<String>,
    /// Where the value goes in the finished profile, e.g. `constraints.timeline`.
    field_path: String,
    follow_up_strategy: Option<String>,
    satisfied_when: Option<String>,
    expertise_required: Option<String>,
    /// The dimension of its vector; `null` where no embedding model is there.
    embedding: Option<u32>,
    evidence: Option<Evidence>,
    /// Why it is deferred or skipped.
    reason: Option<String>,
    /// In `retired_obligations` only: the keys that took its place; none where it was kept aside.
    became: Option<Vec<String>>,
    /// For administrators only.
    agent_notes: Option<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ObligationOption {
    value: String,
    label: String,
    synonyms: Option<Vec<String>>,
}

/// Where in the conversation a value was said.
#[derive(Serialize, ToSchema)]
pub(crate) struct Evidence {
    message_id: Uuid,
    turn: u32,
    /// Verbatim words of that message.
    quote: String,
    /// Byte offsets of the quote in the message's text.
    start: u32,
    end: u32,
    /// `true` where the words were spoken; else left out.
    spoken: Option<bool>,
}

/// A value that is argued about, in the camelCase of its seed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NegotiationState {
    status: NegotiationStatus,
    rounds: Vec<NegotiationRound>,
    #[schema(required = false)]
    final_value: Value,
    resolution: Option<Resolution>,
    /// It was settled beside the conversation.
    #[schema(required = false)]
    by_hand: bool,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum NegotiationStatus {
    Active,
    Resolved,
    Deferred,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Resolution {
    UserAccepted,
    AgentAccepted,
    Compromise,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NegotiationRound {
    turn_number: u32,
    /// The value that held.
    agent_proposal: Value,
    user_response: UserResponse,
    /// What the person put against it.
    #[schema(required = false)]
    user_value: Value,
    agent_reasoning: String,
    evidence: Option<Evidence>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum UserResponse {
    Accept,
    Reject,
    Modify,
}

/// A negotiation in the list of an interview's: the state with its obligation's key.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SessionNegotiation {
    key: String,
    /// The same as `status`.
    state: NegotiationStatus,
    status: NegotiationStatus,
    rounds: Vec<NegotiationRound>,
    #[schema(required = false)]
    final_value: Value,
    resolution: Option<Resolution>,
    /// It was settled beside the conversation.
    #[schema(required = false)]
    by_hand: bool,
}

/// An obligation after it was changed, and what that did to the interview.
#[derive(Serialize, ToSchema)]
pub(crate) struct ObligationState {
    obligation: SessionObligation,
    negotiation: Option<NegotiationState>,
    completeness: Completeness,
    phase: SessionPhase,
}
