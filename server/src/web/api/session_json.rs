//! An interview as the API writes it: the seed's names.

use crate::{backend::Backend, web::problem::Problem};
use domain::interview::{
    ObligationRow, SessionRow,
    projection::{obligation_row, research_result, retired_row},
};
use protocol::{
    SessionId, TenantId, Timestamp,
    interview::{InterviewView, Message, Obligation, ObligationTemplate, Retired},
    research::{ResearchTask, Step},
};
use serde_json::{Value, json};
use std::collections::HashMap;

/// How many numbers the vector of each obligation has, by its key. The vectors are in the rows alone: what follows from events does
/// not depend on a model.
pub(super) struct Dimensions(HashMap<String, u64>);

impl Dimensions {
    pub(super) async fn load(backend: &Backend, tenant: TenantId, id: SessionId) -> Result<Self, Problem> {
        Self::read(backend, tenant, id, None).await
    }

    /// Of one obligation.
    pub(super) async fn load_one(backend: &Backend, tenant: TenantId, id: SessionId, key: &str) -> Result<Self, Problem> {
        Self::read(backend, tenant, id, Some(key)).await
    }

    async fn read(backend: &Backend, tenant: TenantId, id: SessionId, key: Option<&str>) -> Result<Self, Problem> {
        let sizes = backend.records().embedding_sizes(tenant, id, key).await?;
        Ok(Self(sizes.into_iter().map(|(key, bytes)| (key, bytes / 4)).collect()))
    }
}

/// The whole state. `agent_notes` are for administrators.
pub(super) fn whole(tenant: TenantId, view: &InterviewView, admin: bool, dimensions: &Dimensions) -> Value {
    json!({
        "id": view.id,
        "context_type": view.context_type,
        "objective_id": view.objective_id,
        "objective_version": view.objective_version,
        "title": view.shown_title(),
        "status": view.status,
        "phase": view.phase,
        "turn_count": view.turn_count,
        "completeness_score": view.completeness.score,
        "completeness": completeness(view),
        "working_memory": view.memory,
        "obligations": obligations(tenant, view, admin, dimensions),
        "negotiations": negotiations(view),
        "conflicts": view.conflicts,
        "research_tasks": view.research.iter().map(|task| research(view.id, task)).collect::<Vec<_>>(),
        "messages": messages(&view.messages),
        "branches": view.branches.iter().map(|branch| json!({
            "id": branch.id(), "after": branch.after, "left_at": branch.left_at.to_rfc3339(), "messages": messages(&branch.messages),
        })).collect::<Vec<_>>(),
        "retired_obligations": retired(tenant, view, dimensions),
        "replying": view.replying,
        "asked": view.asked,
        "seq": view.seq,
        "created_at": view.created_at.to_rfc3339(),
        "updated_at": view.updated_at.to_rfc3339(),
    })
}

/// A research task: the seed's columns by name, how far each step is, and what was read.
pub(super) fn research(session: SessionId, task: &ResearchTask) -> Value {
    let asked = &task.asked;
    let steps: Vec<_> = Step::ALL.into_iter().map(|step| json!({"step": step, "state": task.state(step)})).collect();
    let search = task
        .search
        .as_ref()
        .map(|search| json!({"provider": search.provider, "found": task.found, "notes": search.notes, "failed": search.failed}));
    let hit = |at: u32| task.search.as_ref().and_then(|search| search.hits.get(at as usize));
    let pages: Vec<_> = task
        .reads
        .iter()
        .map(|read| {
            let (source, hit) = (read.source.as_ref(), hit(read.hit));
            json!({
                "source_id": source.map(|source| source.id),
                "title": source.map(|source| &source.title).or_else(|| hit.map(|hit| &hit.title)),
                "url": source.map_or_else(|| hit.and_then(|hit| hit.url.as_ref()), |source| source.url.as_ref()),
                "error": read.fault,
            })
        })
        .collect();
    json!({
        "id": task.id, "session_id": session, "obligation_key": asked.obligation_key, "task_type": asked.task_type,
        "query": asked.query, "status": task.status, "priority": asked.priority, "trigger": asked.trigger,
        "result": task.report.as_ref().map(|report| research_result(task, report)), "error_message": task.error,
        "steps": steps, "search": search, "pages": pages, "effect": task.effect, "undone": task.undone, "turn": task.turn,
        "created_at": task.created_at.to_rfc3339(), "started_at": task.started_at.map(Timestamp::to_rfc3339),
        "completed_at": task.completed_at.map(Timestamp::to_rfc3339),
    })
}

/// One interview in a list.
pub(super) fn row(row: &SessionRow) -> Value {
    json!({
        "id": row.id, "user_id": row.user, "context_type": row.context_type, "objective_id": row.objective, "title": row.title,
        "status": row.status, "phase": row.phase, "turn_count": row.turn_count, "completeness_score": row.completeness,
        "required": {"satisfied": row.required.0, "total": row.required.1},
        "created_at": row.created_at.to_rfc3339(), "updated_at": row.updated_at.to_rfc3339(),
    })
}

pub(super) fn completeness(view: &InterviewView) -> Value {
    serde_json::to_value(&view.completeness).unwrap_or(Value::Null)
}

/// Each with the seed's 22 columns by name.
pub(super) fn obligations(tenant: TenantId, view: &InterviewView, admin: bool, dimensions: &Dimensions) -> Vec<Value> {
    view.obligations.iter().filter_map(|one| obligation(tenant, view, one, admin, dimensions)).collect()
}

pub(super) fn obligation(
    tenant: TenantId,
    view: &InterviewView,
    one: &Obligation,
    admin: bool,
    dimensions: &Dimensions,
) -> Option<Value> {
    let template = view.template(&one.key)?;
    let row = obligation_row(tenant, view.id, view, template, one);
    Some(obligation_to_json(view, template, one, row, admin, dimensions))
}

/// What is not asked any more, readable under its old key.
fn retired(tenant: TenantId, view: &InterviewView, dimensions: &Dimensions) -> Vec<Value> {
    let of = |retired: &Retired| {
        let row = retired_row(tenant, view, retired);
        let mut out = obligation_to_json(view, &retired.template, &retired.obligation, row, false, dimensions);
        out["became"] = json!(retired.became);
        out
    };
    view.retired.iter().map(of).collect()
}

fn obligation_to_json(
    view: &InterviewView,
    template: &ObligationTemplate,
    one: &Obligation,
    row: ObligationRow,
    admin: bool,
    dimensions: &Dimensions,
) -> Value {
    let mut out = json!({
        "obligation_key": row.key,
        "label": template.name(),
        "prompt": template.prompt,
        "options": template.options,
        "required": view.is_required(&one.key),
        "status": row.status,
        "collection_type": row.collection_type,
        "widget_type": row.widget_type,
        "dependencies": row.dependencies,
        "dependencies_resolved": one.dependencies_resolved,
        "source": row.source,
        "origin_layer": row.origin_layer,
        "origin_source_id": row.origin_source_id,
        "pool_id": row.pool_id,
        "task_priority": row.task_priority,
        "negotiation_state": row.negotiation_state,
        "confidence": row.confidence,
        "extracted_value": row.extracted_value,
        "attempts": row.attempts,
        "max_attempts": row.max_attempts,
        "last_attempt_turn": row.last_attempt_turn,
        "satisfied_at_turn": row.satisfied_at_turn,
        "category": row.category,
        "field_path": row.field_path,
        "follow_up_strategy": row.follow_up_strategy,
        "satisfied_when": row.satisfied_when,
        "expertise_required": row.expertise_required,
        // The vector itself is of no use to anybody outside: its dimension.
        "embedding": dimensions.0.get(&row.key),
        "evidence": one.evidence,
        "reason": one.reason,
    });
    (out["unit"], out["min"], out["max"]) = (json!(template.unit), json!(template.min), json!(template.max));
    if admin {
        out["agent_notes"] = json!(row.agent_notes);
    }
    out
}

fn negotiations(view: &InterviewView) -> Vec<Value> {
    view.obligations
        .iter()
        .filter_map(|one| {
            let negotiation = one.negotiation.as_ref()?;
            let mut out = serde_json::to_value(negotiation).ok()?;
            out["key"] = json!(one.key);
            out["state"] = out["status"].clone();
            Some(out)
        })
        .collect()
}

fn messages(messages: &[Message]) -> Vec<Value> {
    messages.iter().map(message).collect()
}

pub(super) fn message(message: &Message) -> Value {
    json!({
        "id": message.id, "role": message.role, "content": message.content, "turn": message.turn,
        "created_at": message.created_at.to_rfc3339(), "client_message_id": message.client_message_id,
        "widget_key": message.widget_key, "engine": message.engine, "fell_back": message.fell_back, "stopped": message.stopped,
        "imported": message.imported, "wordings": messages(&message.wordings), "feedback": message.feedback,
        "spoken": message.spoken,
    })
}
