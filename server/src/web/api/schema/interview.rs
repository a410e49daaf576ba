//! Interviews and what belongs to them.

use super::{
    messages::{Branch, SessionMessage},
    obligations::{ContextType, SessionNegotiation, SessionObligation, SessionStatus},
    research::ResearchTask,
};
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use utoipa::ToSchema;
use uuid::Uuid;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum SessionPhase {
    Opening,
    Exploration,
    Validation,
    Closing,
}

/// The whole state of an interview.
#[derive(Serialize, ToSchema)]
pub(crate) struct Session {
    id: Uuid,
    context_type: ContextType,
    objective_id: Uuid,
    /// The version it began with, and keeps.
    objective_version: String,
    title: String,
    status: SessionStatus,
    phase: SessionPhase,
    turn_count: u32,
    /// The same as `completeness.score`.
    #[schema(minimum = 0.0, maximum = 1.0)]
    completeness_score: f64,
    completeness: Completeness,
    working_memory: WorkingMemory,
    /// In the order of the objective.
    obligations: Vec<SessionObligation>,
    negotiations: Vec<SessionNegotiation>,
    /// Values that cannot hold together.
    conflicts: Vec<ValueConflict>,
    /// Oldest first.
    research_tasks: Vec<ResearchTask>,
    messages: Vec<SessionMessage>,
    /// What was left behind when a message was edited.
    branches: Vec<Branch>,
    /// What is not asked any more, under its old key.
    retired_obligations: Vec<SessionObligation>,
    /// The reply that is being written.
    replying: Option<Uuid>,
    /// What the agent's last message waits for.
    asked: Option<PendingQuestion>,
    /// The last event of the interview, for `/events?after=`.
    seq: u64,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    updated_at: String,
}

/// An interview in a list.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({
    "id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e", "user_id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d40",
    "context_type": "business_profile", "objective_id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d41", "title": "Business profile",
    "status": "active", "phase": "exploration", "turn_count": 4, "completeness_score": 0.41,
    "required": {"satisfied": 2, "total": 5}, "created_at": "2026-03-02T09:00:00.000Z", "updated_at": "2026-03-02T09:12:00.000Z"
}))]
pub(crate) struct SessionLine {
    id: Uuid,
    user_id: Uuid,
    context_type: ContextType,
    objective_id: Uuid,
    title: String,
    status: SessionStatus,
    phase: SessionPhase,
    turn_count: u32,
    #[schema(minimum = 0.0, maximum = 1.0)]
    completeness_score: f64,
    required: RequiredCount,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    updated_at: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct RequiredCount {
    satisfied: u32,
    total: u32,
}

/// How far an interview is, why, and what would take it further.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({
    "score": 0.41, "required": {"satisfied": 1, "total": 2, "missing": ["stage"]},
    "by_category": [{"category": "business", "satisfied": 1, "total": 2, "score": 0.45}],
    "blockers": ["Stage is required and not known"], "next_best": [{"key": "stage", "label": "Stage", "gain": 0.16}]
}))]
pub(crate) struct Completeness {
    #[schema(minimum = 0.0, maximum = 1.0)]
    score: f64,
    required: RequiredState,
    by_category: Vec<CategoryScore>,
    /// What keeps the interview from closing, in words.
    blockers: Vec<String>,
    /// What would raise the score most, best first.
    next_best: Vec<NextBest>,
    /// Why the score is not the plain formula.
    notes: Option<Vec<String>>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct RequiredState {
    satisfied: u32,
    total: u32,
    /// Keys of required obligations that are not satisfied.
    missing: Vec<String>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct CategoryScore {
    category: String,
    satisfied: u32,
    total: u32,
    #[schema(minimum = 0.0, maximum = 1.0)]
    score: f64,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct NextBest {
    key: String,
    label: String,
    /// What satisfying it would add to the score.
    #[schema(minimum = 0.0, maximum = 1.0)]
    gain: f64,
}

/// What the agent keeps in mind between turns, in the camelCase of its seed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct WorkingMemory {
    /// The last five, oldest first.
    recent_topics: Vec<String>,
    pending_follow_ups: Vec<FollowUp>,
    inferred_relationships: Vec<Relationship>,
    user_preferences: HashMap<String, Value>,
    conversation_style: ConversationStyle,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct FollowUp {
    obligation_key: String,
    reason: String,
    priority: u8,
    /// Not before this turn.
    scheduled_turn: Option<u32>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Relationship {
    from: String,
    to: String,
    /// `said_with`, `corrected_with`, `conflicts_with` or a declared one.
    r#type: String,
    #[schema(minimum = 0.0, maximum = 1.0)]
    confidence: f64,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ConversationStyle {
    Formal,
    Casual,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ValueConflict {
    keys: Vec<String>,
    explanation: String,
    /// The research that found otherwise; then there is one key.
    research: Option<Uuid>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct PendingQuestion {
    key: String,
    kind: Asking,
    turn: u32,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Asking {
    /// A value that is not known.
    Question,
    /// Whether a value is right.
    ReadBack,
    /// Which of two values holds.
    Negotiation,
}
