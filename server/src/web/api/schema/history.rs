//! What an interview came to: its events, summaries, tasks, its form on paper, and conversations brought into it.

use super::{
    interview::{Completeness, SessionPhase},
    messages::{MessageEngine, MessageRole},
    obligations::{ContextType, Evidence, NegotiationState, ObligationStatus, SessionStatus, ValueSource},
    research::{ExportedResearch, SummarisedResearch},
};
use protocol::interview::MESSAGE_LIMIT;
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use utoipa::ToSchema;
use uuid::Uuid;

/// One event of an interview. Those about an obligation have one of the seed's eight types (`created`, `status_changed`,
/// `confidence_updated`, `value_extracted`, `negotiation`, `dependency_resolved`, `merged`, `split`) and its state before and after.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({
    "id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e", "session_id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d40", "seq": 12,
    "event_type": "status_changed", "obligation_key": "offer", "old_status": "in_progress", "new_status": "satisfied",
    "old_confidence": 0.9, "new_confidence": 0.9, "source": "message", "metadata": {"reason": null}, "turn_number": 1,
    "created_at": "2026-03-02T09:00:00.000Z"
}))]
pub(crate) struct AuditEvent {
    id: Uuid,
    session_id: Uuid,
    /// 1, 2, 3 … without a gap.
    seq: u64,
    event_type: String,
    obligation_key: Option<String>,
    old_status: Option<ObligationStatus>,
    new_status: Option<ObligationStatus>,
    #[schema(minimum = 0.0, maximum = 1.0)]
    old_confidence: Option<f64>,
    #[schema(minimum = 0.0, maximum = 1.0)]
    new_confidence: Option<f64>,
    source: Option<String>,
    /// What else there is to say of an event of this type.
    metadata: HashMap<String, Value>,
    turn_number: u32,
    #[schema(format = DateTime)]
    created_at: String,
}

/// What a range of turns came to.
#[derive(Serialize, ToSchema)]
pub(crate) struct SavedSummary {
    id: Uuid,
    session_id: Uuid,
    summary_text: String,
    /// By the obligation's key.
    obligation_snapshot: HashMap<String, ObligationSnapshot>,
    research_summary: Vec<SummarisedResearch>,
    turn_range_start: u32,
    turn_range_end: u32,
    #[schema(format = DateTime)]
    created_at: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ObligationSnapshot {
    status: ObligationStatus,
    value: Value,
    #[schema(minimum = 0.0, maximum = 1.0)]
    confidence: f64,
}

/// An open obligation as something to do.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({
    "obligation_key": "stage", "title": "Find out: Stage", "category": "business", "priority": 10, "required": true,
    "status": "pending", "reason": "not known yet"
}))]
pub(crate) struct TaskLine {
    obligation_key: String,
    title: String,
    category: String,
    #[schema(minimum = 1, maximum = 10)]
    priority: u8,
    required: bool,
    status: ObligationStatus,
    reason: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct Stopped {
    /// The interview.
    id: Uuid,
    message_id: Uuid,
    /// The reply that is still being written; another one, if any.
    replying: Option<Uuid>,
    /// Whether it was being written until now.
    stopped: bool,
}

/// One turn of a conversation held elsewhere.
#[derive(Serialize, ToSchema)]
pub(crate) struct TranscriptTurn {
    speaker: Speaker,
    /// At most 16,384 bytes of UTF-8.
    #[schema(extensions(("x-max-bytes" = json!(MESSAGE_LIMIT))))]
    text: String,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Speaker {
    Agent,
    User,
}

#[derive(Serialize, ToSchema)]
#[schema(example = json!({"turns": [{"index": 1, "values": {"offer": "Honey"}, "changed": ["offer"]}]}))]
pub(crate) struct ImportedTranscript {
    /// One for each turn of the person.
    turns: Vec<ImportedTurn>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ImportedTurn {
    /// Its place among all turns that were sent, from 0.
    index: u32,
    /// All values held after it, by key.
    values: HashMap<String, Value>,
    /// The keys it changed.
    changed: Vec<String>,
}

/// What an interview collects. `config` is a `DiscoveryObjectiveDefinition` as it was given.
#[derive(Serialize, ToSchema)]
pub(crate) struct Objective {
    id: Uuid,
    context_type: ContextType,
    version: String,
    display_name: String,
    config: HashMap<String, Value>,
    /// Whether new interviews of the kind are about it.
    active: bool,
    /// It came with the product.
    built_in: bool,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    updated_at: String,
}

/// An interview on paper.
#[derive(Serialize, ToSchema)]
pub(crate) struct SessionExport {
    id: Uuid,
    title: String,
    context_type: ContextType,
    status: SessionStatus,
    phase: SessionPhase,
    turn_count: u32,
    completeness: Completeness,
    /// The values under their `field_path`s, as one nested object.
    profile: HashMap<String, Value>,
    obligations: Vec<ExportedObligation>,
    research: Vec<ExportedResearch>,
    messages: Vec<ExportedMessage>,
    summaries: Vec<TurnSummary>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    updated_at: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ExportedObligation {
    key: String,
    label: String,
    field_path: String,
    category: String,
    status: ObligationStatus,
    #[schema(minimum = 0.0, maximum = 1.0)]
    confidence: f64,
    value: Value,
    evidence: Option<Evidence>,
    source: Option<ValueSource>,
    negotiation: Option<NegotiationState>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ExportedMessage {
    id: Uuid,
    role: MessageRole,
    content: String,
    turn: u32,
    #[schema(format = DateTime)]
    created_at: String,
    stopped: bool,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct TurnSummary {
    text: String,
    turn_start: u32,
    turn_end: u32,
    /// Who wrote it, once a language model was asked.
    #[schema(required = false)]
    engine: MessageEngine,
    /// Why the built-in words stand in place of the language model's.
    #[schema(required = false)]
    fell_back: String,
    /// Sentences of the language model that were left out, since the person's words do not carry them.
    #[schema(required = false)]
    dropped: u32,
}
