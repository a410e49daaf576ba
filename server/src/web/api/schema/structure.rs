//! What an interview asks for, changed while it runs, and the pools that its questions come from.

use super::{ContextType, Session};
use serde::Serialize;
use serde_json::Value;
use std::collections::HashMap;
use utoipa::ToSchema;
use uuid::Uuid;

/// What becomes of an interview with another objective or version.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({
    "from": {"objective_id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e", "objective_version": "1.0.0"},
    "to": {"objective_id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4f", "objective_version": "2.0.0"},
    "mapped": [{"from": "goods", "to": "wares", "value": "Honey", "value_fits": true}], "new": ["name"],
    "kept_aside": [{"key": "worry", "value": "Bears"}], "done": false
}))]
pub(crate) struct Migration {
    from: ObjectiveVersion,
    to: ObjectiveVersion,
    /// Obligations that go on, under their old key or a new one.
    mapped: Vec<MappedObligation>,
    /// Keys that the interview does not have yet.
    new: Vec<String>,
    /// What is not asked any more; it stays readable.
    kept_aside: Vec<KeptAside>,
    /// `false`: only told, nothing changed.
    done: bool,
    /// The whole state, where it is done.
    session: Option<Session>,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct ObjectiveVersion {
    objective_id: Uuid,
    objective_version: String,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct MappedObligation {
    from: String,
    to: String,
    /// What is held; `null` where nothing.
    value: Value,
    /// What is held fits the new question; `true` where nothing is held.
    value_fits: bool,
}

#[derive(Serialize, ToSchema)]
pub(crate) struct KeptAside {
    key: String,
    value: Value,
}

/// Questions of a tenant's own, laid over interviews beside their objectives.
#[derive(Serialize, ToSchema)]
#[schema(example = json!({
    "id": "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e", "pool_id": "security", "display_name": "Security questions", "context_type": null,
    "obligations": [{
        "key": "data_kept", "fieldPath": "security.data", "prompt": "Which personal data will be kept?",
        "collectionType": "direct_question", "widgetType": "text", "priority": 7
    }],
    "active": true, "created_at": "2026-03-02T09:00:00.000Z", "updated_at": "2026-03-02T09:00:00.000Z"
}))]
pub(crate) struct QuestionPool {
    id: Uuid,
    /// What its obligations carry as `pool_id`.
    pool_id: String,
    display_name: String,
    /// Only for this kind of interview; `null` for all.
    context_type: Option<ContextType>,
    /// As they were given.
    obligations: Vec<HashMap<String, Value>>,
    /// Laid over every interview that is opened; else only where `pool_ids` names it.
    active: bool,
    /// The project whose interviews it is laid over; `null` where it is not a project's.
    project_id: Option<Uuid>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    updated_at: String,
}
