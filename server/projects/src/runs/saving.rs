//! Saving: everything that was found, as one document (seed 002, Phase 8).

use super::{Piece, memory::Memory};
use domain::{
    Failure,
    account::AuditLog as _,
    runs::{DiscoveryRow, Insight, Progress, Recommendation, Saved, Status, Then},
};
use protocol::{
    DiscoveryId,
    run::{RunStep, RunType},
    work::WorkStatus,
};
use serde_json::{Value, json};
use uuid::Uuid;

/// Steps that are read at once.
const STEPS: u32 = 5_000;

impl Piece {
    pub(super) async fn save(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        let view = &self.run.view;
        if view.cancelling && memory.insights.is_empty() && !memory.answers.0.is_empty() {
            // What was answered is told, unchecked as it is.
            memory.insights = self.projects.explorer().find_insights(&memory.goal, &memory.survey, &memory.answers);
        }
        let steps = self.projects.run_store().run_steps(self.run.tenant, view.id, 0, STEPS).await?;
        let stopped_by = if view.cancelling { "cancelled" } else { memory.stopped_by.as_deref().unwrap_or("done") };
        let is_partial = view.cancelling || memory.partial || memory.stopped_by.is_some();
        let run_type = if is_partial { RunType::Partial } else { RunType::Full };
        let now = self.projects.now();
        let id = DiscoveryId(self.projects.id());
        let duration_ms = view.started_at.map_or(0, |at| (now.0 - at.0) / 1_000);
        let errors: Vec<&str> = steps.iter().filter_map(|step| step.error.as_deref()).collect();
        let (insights, recommendations) = (&memory.insights, &memory.recommendations);
        let result = json!({
            "id": id, "run_id": view.id, "project_id": view.project, "run_type": run_type,
            "goal": view.request.goal, "areas_requested": view.request.areas, "total_steps": steps.len(),
            "duration_ms": duration_ms, "created_at": now.to_rfc3339(),
            "insights": insights.iter().map(|one| insight(view.id.0, one, recommendations)).collect::<Vec<_>>(),
            "recommendations": recommendations.iter().map(|one| recommendation(view.id.0, one)).collect::<Vec<_>>(),
            "summary": {
                "text": summary(insights), "total_insights": insights.len(), "total_recommendations": recommendations.len(),
                "queries_executed": steps.iter().filter(|step| step.sql.is_some()).count(),
                "errors": errors, "stopped_by": stopped_by, "changed_by_feedback": [],
            },
        });
        let logs = json!({
            "exploration_log": steps.iter().filter(|step| step.kind == "query").map(|step| explored(step, memory)).collect::<Vec<_>>(),
            "analysis_log": memory.goal.areas.iter().map(|area| json!({
                "area": area.id, "insight_count": insights.iter().filter(|one| one.analysis_area == area.id).count(), "engine": "built_in",
            })).collect::<Vec<_>>(),
            "validation_log": insights.iter().flat_map(checks).collect::<Vec<_>>(),
            "recommendation_log": {"engine": "built_in", "dropped": 0},
        });
        let discovery =
            DiscoveryRow { id, run: view.id, tenant: self.run.tenant, project: view.project, created_at: now, result, logs };
        // What was held for it is free again.
        (memory.stay, memory.turn) = (None, None);
        let status = if view.cancelling { WorkStatus::Cancelled } else { WorkStatus::Completed };
        let saved = Saved { status, run_type, error: None, discovery };
        Ok(Progress { then: Then::Save(Box::new(saved)), ..Progress::default() })
    }
}

/// `Total: 7 insights (churn: 3, engagement: 2, monetization: 2)`.
fn summary(insights: &[Insight]) -> String {
    let mut areas: Vec<(&str, usize)> = Vec::new();
    for one in insights {
        match areas.iter_mut().find(|(area, _)| *area == one.analysis_area) {
            Some((_, count)) => *count += 1,
            None => areas.push((&one.analysis_area, 1)),
        }
    }
    let each: Vec<String> = areas.iter().map(|(area, count)| format!("{area}: {count}")).collect();
    if each.is_empty() {
        "Total: 0 insights".to_owned()
    } else {
        format!("Total: {} insights ({})", insights.len(), each.join(", "))
    }
}

/// The same within a run whenever it is asked for.
fn uuid(run: Uuid, id: &str) -> Uuid {
    // Made of the run's own id, so that no other run has it.
    let mut bytes = *run.as_bytes();
    for (at, byte) in id.bytes().enumerate() {
        let place = 8 + at % 8;
        bytes[place] = bytes[place].rotate_left(3) ^ byte;
    }
    uuid::Builder::from_custom_bytes(bytes).into_uuid()
}

fn insight(run: Uuid, one: &Insight, recommendations: &[Recommendation]) -> Value {
    let related: Vec<&str> =
        recommendations.iter().filter(|rec| rec.related_insight_ids.contains(&one.id)).map(|rec| rec.id.as_str()).collect();
    json!({
        "id": one.id, "uuid": uuid(run, &one.id), "analysis_area": one.analysis_area, "name": one.name, "description": one.description,
        "severity": one.severity, "affected_count": one.affected_count, "risk_score": one.risk_score, "confidence": one.confidence,
        "metrics": one.metrics, "indicators": one.indicators, "target_segment": one.target_segment, "source_steps": one.source_steps,
        "validation": validation(one), "chart": one.chart, "related_recommendation_ids": related, "engine": "built_in",
    })
}

fn validation(one: &Insight) -> Value {
    let status = one.status();
    let headline = one.claims.first();
    let claims: Vec<Value> = one.claims.iter().map(|claim| json!({
        "text": claim.text, "kind": claim.kind, "claimed": claim.value, "verified": claim.check.as_ref().and_then(|check| check.verified),
        "status": claim.check.as_ref().map_or(Status::NotChecked, |check| check.status), "query": claim.sql,
    })).collect();
    let objections: Vec<Value> = one.challenges.iter().map(|challenge| json!({
        "question": challenge.question, "query": challenge.sql, "found": challenge.outcome.as_ref().and_then(|outcome| outcome.found),
        "holds": challenge.outcome.as_ref().and_then(|outcome| outcome.holds), "objection": challenge.objection,
    })).collect();
    let confirmed =
        one.claims.iter().filter(|claim| claim.check.as_ref().is_some_and(|check| check.status == Status::Confirmed)).count();
    let doubts: Vec<&str> = one.objections().collect();
    let mut reasoning = format!("{confirmed} of {} numbers were found again by their own queries.", one.claims.len());
    if !doubts.is_empty() {
        reasoning = format!("{reasoning} Doubt: {}.", doubts.join("; "));
    }
    json!({
        "status": status, "verified_count": headline.and_then(|claim| claim.check.as_ref()?.verified),
        "original_count": headline.map(|claim| claim.value), "query": headline.map(|claim| claim.sql.as_str()), "reasoning": reasoning,
        "claims": claims, "challenges": objections,
    })
}

fn recommendation(run: Uuid, one: &Recommendation) -> Value {
    let mut whole = serde_json::to_value(one).unwrap_or_default();
    whole["uuid"] = json!(uuid(run, &one.id));
    whole["engine"] = json!("built_in");
    whole
}

fn explored(step: &RunStep, memory: &Memory) -> Value {
    const HEAD: usize = 20;
    let mut whole = serde_json::to_value(step).unwrap_or_default();
    let answer = memory.answers.0.values().find(|answer| answer.step == step.number);
    if let Value::Object(fields) = &mut whole {
        fields.remove("kind");
    }
    whole["type"] = json!(step.kind);
    whole["at"] = json!(step.at.to_rfc3339());
    (whole["fix_history"], whole["tokens"]) = (json!([]), json!({"in": 0, "out": 0}));
    whole["rows"] = json!(answer.and_then(|answer| answer.rows.as_ref()).map(|rows| rows.iter().take(HEAD).collect::<Vec<_>>()));
    whole
}

fn checks(one: &Insight) -> Vec<Value> {
    one.claims.iter().map(|claim| json!({
        "insight_id": one.id, "claim": claim.text, "status": claim.check.as_ref().map_or(Status::NotChecked, |check| check.status),
        "query": claim.sql, "claimed": claim.value, "verified": claim.check.as_ref().and_then(|check| check.verified),
        "elapsed_ms": claim.check.as_ref().map(|check| check.elapsed_ms),
    })).collect()
}
