//! The rows that follow from a decision, by the seed's names.

use super::{Append, Drafted, ObligationRow, ResearchRow, SessionRow, SummaryRow};
use crate::IdSource;
use protocol::{
    ResearchId, SessionId, TenantId, Timestamp, UserId,
    interview::{
        InterviewEvent, InterviewView, ObjectiveDefinition, Obligation, ObligationTemplate, OriginLayer, Recorded, Retired,
        Source, Status,
    },
    research::{CitedFinding, Report, ResearchTask, TaskStatus},
};
use serde_json::{Value, json};
use std::collections::HashSet;

/// What to store for a decision.
#[must_use]
pub fn append(drafted: Drafted, ids: &dyn IdSource) -> Append {
    let Drafted { tenant, owner, base, events, audit, feedback, ended, changed, after } = drafted;
    let obligations = changed.iter().filter_map(|key| row_of(tenant, &after, key)).collect();
    let summaries = events
        .iter()
        .filter_map(|recorded| match &recorded.event {
            // What stays in the words of the rules is there already.
            InterviewEvent::Summarised { summary } if summary.fell_back.is_none() => Some(SummaryRow {
                id: ids.next(),
                session: after.id,
                tenant,
                summary_text: summary.text.clone(),
                obligation_snapshot: snapshot(&after),
                research_summary: research_summary(&after),
                turn_range_start: summary.turn_start,
                turn_range_end: summary.turn_end,
                created_at: recorded.at,
            }),
            _ => None,
        })
        .collect();
    let research = research_rows(tenant, &after, &events);
    Append {
        expected: base,
        session: session_row(tenant, owner, &after),
        obligations,
        audit,
        summaries,
        research,
        feedback,
        ended,
        events,
        sole: false,
        audit_entry: None,
        wake_at: wake_at(&after),
    }
}

/// While something is looked up: when the last of the leases is over. Then nobody works on it who lives.
fn wake_at(view: &InterviewView) -> Option<Timestamp> {
    let open = view.research.iter().filter(|task| !task.status.is_over());
    open.map(|task| task.lease.map_or(task.created_at, |lease| lease.until)).max()
}

/// The tasks that these events are about, each once.
fn research_rows(tenant: TenantId, after: &InterviewView, events: &[Recorded]) -> Vec<ResearchRow> {
    let touched: HashSet<ResearchId> = events.iter().filter_map(|recorded| recorded.event.research()).collect();
    let is_renamed = |event: &InterviewEvent| matches!(event, InterviewEvent::Merged { .. } | InterviewEvent::Migrated { .. });
    // What they are about may have another key now.
    let all = events.iter().any(|recorded| is_renamed(&recorded.event));
    let written = after.research.iter().filter(|task| all || touched.contains(&task.id));
    written.map(|task| research_row(tenant, after.id, task)).collect()
}

/// The row of `discovery_research_tasks`.
#[must_use]
pub fn research_row(tenant: TenantId, session: SessionId, task: &ResearchTask) -> ResearchRow {
    let asked = &task.asked;
    ResearchRow {
        id: task.id,
        session,
        tenant,
        obligation_key: asked.obligation_key.clone(),
        task_type: asked.task_type,
        query: asked.query.clone(),
        status: task.status,
        result: task.report.as_ref().map(|report| research_result(task, report)),
        error_message: task.error.clone(),
        priority: asked.priority,
        trigger: asked.trigger,
        lease_until: task.lease.map(|lease| lease.until),
        created_at: task.created_at,
        started_at: task.started_at,
        completed_at: task.completed_at,
    }
}

/// What is kept in the column `result`.
#[must_use]
pub fn research_result(task: &ResearchTask, report: &Report) -> Value {
    json!({
        "summary": report.summary,
        "findings": report.findings.iter().map(finding).collect::<Vec<_>>(),
        "dropped_quotes": report.dropped,
        "engine": report.engine,
        "fell_back": report.fell_back,
        "provider": task.search.as_ref().map(|search| search.provider),
        "found": task.found,
        "sources": task.sources().count(),
    })
}

fn finding(finding: &CitedFinding) -> Value {
    let source = &finding.source;
    json!({
        "id": finding.id, "claim": finding.claim, "quote": finding.quote, "stance": finding.stance, "value": finding.value,
        "source": {
            "id": source.id, "title": source.title, "url": source.url, "sha256": source.sha256,
            "accessed_at": source.accessed_at.to_rfc3339(),
            "published_at": source.published_at.map(Timestamp::to_rfc3339),
        },
    })
}

fn row_of(tenant: TenantId, after: &InterviewView, key: &str) -> Option<ObligationRow> {
    match (after.template(key), after.obligation(key)) {
        (Some(template), Some(one)) => Some(obligation_row(tenant, after.id, after, template, one)),
        _ => Some(retired_row(tenant, after, after.retired(key)?)),
    }
}

/// What is not asked any more reads as skipped, with what became of it.
#[must_use]
pub fn retired_row(tenant: TenantId, view: &InterviewView, retired: &Retired) -> ObligationRow {
    let reason = match &retired.became[..] {
        [] => "kept aside: the objective does not ask it any more".to_owned(),
        keys => format!("became {}", keys.join(", ")),
    };
    let one = Obligation { status: Status::Skipped, reason: Some(reason), ..retired.obligation.clone() };
    obligation_row(tenant, view.id, view, &retired.template, &one)
}

/// Gives each row the vector of its obligation; they come in the order of the definition.
pub fn embed(append: &mut Append, definition: &ObjectiveDefinition, vectors: &[Vec<f32>]) {
    for (template, vector) in definition.obligations.iter().zip(vectors) {
        for row in append.obligations.iter_mut().filter(|row| row.key == template.key) {
            row.embedding = Some(vector.iter().flat_map(|number| number.to_le_bytes()).collect());
        }
    }
}

/// The row of `elicitation_sessions`.
#[must_use]
pub fn session_row(tenant: TenantId, owner: UserId, view: &InterviewView) -> SessionRow {
    SessionRow {
        id: view.id,
        tenant,
        user: owner,
        context_type: view.context_type,
        objective: view.objective_id,
        title: view.shown_title(),
        status: view.status,
        phase: view.phase,
        working_memory: serde_json::to_value(&view.memory).unwrap_or(Value::Null),
        completeness: view.completeness.score,
        required: (view.completeness.required.satisfied, view.completeness.required.total),
        turn_count: view.turn_count,
        seq: view.seq,
        created_at: view.created_at,
        updated_at: view.updated_at,
    }
}

/// The row of `elicitation_obligations`, all 22 columns of the seed.
#[must_use]
pub fn obligation_row(
    tenant: TenantId,
    session: SessionId,
    view: &InterviewView,
    template: &ObligationTemplate,
    one: &Obligation,
) -> ObligationRow {
    ObligationRow {
        session,
        tenant,
        key: one.key.clone(),
        status: one.status,
        collection_type: template.collection_type,
        widget_type: template.widget_type,
        dependencies: template.dependencies.clone(),
        source: one.source.map(Source::name).map(str::to_owned),
        // What began before layers were told came with the objective, whoever made that.
        origin_layer: template.origin_layer.map_or("objective", OriginLayer::name).into(),
        origin_source_id: template.origin_source_id.or(Some(view.objective_id.0)),
        pool_id: template.pool_id.clone(),
        task_priority: template.priority,
        negotiation_state: one.negotiation.as_ref().and_then(|negotiation| serde_json::to_value(negotiation).ok()),
        confidence: one.confidence,
        extracted_value: one.value.clone(),
        attempts: one.attempts,
        max_attempts: template.attempts_allowed(),
        last_attempt_turn: one.last_attempt_turn,
        satisfied_at_turn: one.satisfied_at_turn,
        category: template.category.clone(),
        field_path: template.field_path.clone(),
        agent_notes: notes(view, one),
        follow_up_strategy: template.follow_up_strategy.clone(),
        satisfied_when: template.satisfied_when.clone(),
        expertise_required: template.expertise_required.clone(),
        embedding: None,
    }
}

/// What the agent noted for itself; administrators see it, the interviewed person does not.
fn notes(view: &InterviewView, one: &Obligation) -> Option<String> {
    let mut notes = Vec::new();
    if let Some(reason) = &one.reason {
        notes.push(reason.clone());
    }
    if let Some(follow_up) = view.memory.pending_follow_ups.iter().find(|follow_up| follow_up.obligation_key == one.key) {
        let when = follow_up.scheduled_turn.map_or_else(|| "at the end".to_owned(), |turn| format!("from turn {turn}"));
        notes.push(format!("follow up {when}: {}", follow_up.reason));
    }
    if !one.past.is_empty() {
        notes.push(format!("changed {} times", one.past.len()));
    }
    (!notes.is_empty()).then(|| notes.join("; "))
}

/// What was looked up and what it came to, one entry for each task that is over.
fn research_summary(view: &InterviewView) -> Value {
    let over = view.research.iter().filter(|task| task.status == TaskStatus::Completed);
    let told = |task: &ResearchTask| {
        json!({
            "id": task.id, "obligation_key": task.asked.obligation_key, "task_type": task.asked.task_type, "query": task.asked.query,
            "summary": task.report.as_ref().map(|report| &report.summary), "findings": task.findings().len(),
        })
    };
    over.map(told).collect()
}

fn snapshot(view: &InterviewView) -> Value {
    view.obligations
        .iter()
        .map(|one| (one.key.clone(), json!({"status": one.status, "value": one.value, "confidence": one.confidence})))
        .collect::<serde_json::Map<_, _>>()
        .into()
}
