//! Saving: everything that was found, as one document (seed 002, Phase 8).

use super::{
    BUILT_IN, Piece,
    analysing::head,
    memory::Memory,
    report::{report_insight, report_recommendation, summary},
};
use domain::{
    Failure,
    account::{AuditLog as _, PageQuery},
    runs::{DiscoveryRow, Insight, Progress, Saved, Status, Then, digest, gone, history},
};
use protocol::{
    DiscoveryId,
    discovery::{Discovery, Summary},
    run::{RunStep, RunType},
    work::WorkStatus,
};
use serde_json::{Value, json};

/// Steps that are read at once.
const STEPS: u32 = 5_000;
/// Earlier discoveries that findings are compared with.
const EARLIER: usize = 5;
/// Discoveries among which these are found: many may be of runs that somebody cancelled.
const LOOKED_AT: u32 = 50;

impl Piece {
    pub(super) async fn save(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        let view = &self.run.view;
        let mut late = Vec::new();
        if view.cancelling && memory.insights.is_empty() && !memory.answers.0.is_empty() {
            // What was answered is reported, unchecked as it is.
            memory.insights = self.projects.explorer().find_insights(&memory.goal, &memory.survey, &memory.answers);
            late = memory.insights.iter().map(head).collect();
        }
        let steps = self.projects.run_store().run_steps(self.run.tenant, view.id, 0, STEPS).await?;
        let earlier = self.earlier(EARLIER).await?;
        let (status, run_type, error) = self.outcome(memory);
        let now = self.projects.now();
        let (id, created_at) = (DiscoveryId(self.projects.id()), now.to_rfc3339());
        let insights = &memory.insights;
        let written_by = memory.recommendation_log["engine"].as_str().unwrap_or(BUILT_IN);
        // What an interrupted run did not find may well be there.
        let newest_full = earlier.iter().find(|one| one.run_type == RunType::Full);
        let newest = newest_full.filter(|_| run_type == RunType::Full && memory.goal.only.is_empty());
        let result = Discovery {
            id,
            run_id: view.id,
            project_id: view.project,
            domain: memory.domain.domain.clone(),
            category: memory.domain.category.clone(),
            run_type,
            goal: view.request.goal.clone(),
            areas_requested: view.request.areas.clone(),
            total_steps: view.step_count,
            duration_ms: view.started_at.map_or(0, |at| (now.0 - at.0) / 1_000),
            insights: insights
                .iter()
                .map(|one| report_insight(view.id.0, one, &memory.recommendations, Some(history(one, &earlier, &created_at))))
                .collect(),
            recommendations: memory.recommendations.iter().map(|one| report_recommendation(view.id.0, one, written_by)).collect(),
            summary: Summary {
                text: summary(insights),
                total_insights: count(insights.len()),
                total_recommendations: count(memory.recommendations.len()),
                queries_executed: view.cost.queries.max(view.queries),
                errors: steps.iter().filter_map(|step| step.error.clone()).collect(),
                stopped_by: match &memory.stopped_by {
                    _ if view.cancelling => "cancelled".to_owned(),
                    Some(limit) => limit.clone(),
                    None => "done".to_owned(),
                },
                changed_by_feedback: memory.effects.clone(),
                gone: gone(insights, newest),
            },
            created_at,
        };
        let logs = json!({
            "exploration_log": steps.iter().filter(|step| is_explored(step)).map(|step| explored(step, memory)).collect::<Vec<_>>(),
            "analysis_log": memory.analyses,
            "validation_log": insights.iter().flat_map(checks).collect::<Vec<_>>(),
            "recommendation_log": memory.recommendation_log,
            "context": memory.context,
        });
        let result = serde_json::to_value(&result).map_err(|error| domain::StoreFault::Refused(error.to_string()))?;
        let discovery =
            DiscoveryRow { id, run: view.id, tenant: self.run.tenant, project: view.project, created_at: now, result, logs };
        // What was held for it is free again.
        (memory.stay, memory.turn) = (None, None);
        let saved = Saved { status, run_type, error, discovery };
        Ok(Progress { insights: late, then: Then::Save(Box::new(saved)), ..Progress::default() })
    }

    /// How the run ends (seed 002, Error Handling): the model's key or all its areas lost is a failure, also where the built-in engine
    /// found something in their place.
    fn outcome(&self, memory: &Memory) -> (WorkStatus, RunType, Option<String>) {
        let lost = memory.model.lost.len();
        if self.run.view.cancelling {
            return (WorkStatus::Cancelled, RunType::Partial, None);
        }
        if let Some(why) = &memory.model.unusable {
            return (WorkStatus::Failed, RunType::Failed, Some(format!("the language model cannot be used: {why}")));
        }
        if lost > 0 && lost == memory.wanted_areas().count() {
            let why = memory.model.lost.values().next().cloned().unwrap_or_default();
            let error =
                format!("the language model analysed none of the areas: {why}; try again, or run with the built-in explorer");
            return (WorkStatus::Failed, RunType::Failed, Some(error));
        }
        let is_partial = memory.partial || memory.stopped_by.is_some() || lost > 0;
        (WorkStatus::Completed, if is_partial { RunType::Partial } else { RunType::Full }, None)
    }

    /// What earlier runs of the project found, the newest first. What another release wrote and nobody can read is left out.
    pub(super) async fn earlier(&self, most: usize) -> Result<Vec<Discovery>, Failure> {
        let page = PageQuery { limit: LOOKED_AT, after: None };
        let rows = self.projects.run_store().discoveries(self.run.tenant, self.run.view.project, page).await?;
        let known = rows.into_iter().filter_map(|row| serde_json::from_value::<Discovery>(row.result).ok());
        Ok(known.filter(is_comparable).take(most).collect())
    }
}

/// A run that did not come to its end and found nothing says nothing about what there is.
fn is_comparable(one: &Discovery) -> bool {
    one.run_type == RunType::Full || !one.insights.is_empty()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn is_explored(step: &RunStep) -> bool {
    matches!(step.kind.as_str(), "query" | "lookup_schema" | "search_tables" | "complete_rejected" | "error")
}

/// Fields of a step that are null where there is nothing to say.
const OPTIONAL: [&str; 10] =
    ["area", "thinking", "purpose", "sql", "row_count", "message", "error", "insight_id", "severity", "validation_status"];

fn explored(step: &RunStep, memory: &Memory) -> Value {
    let mut whole = serde_json::to_value(step).unwrap_or_default();
    let answer = memory.answers.0.values().find(|answer| answer.step == step.number);
    if let Value::Object(fields) = &mut whole {
        for name in ["kind", "input_tokens", "output_tokens"] {
            fields.remove(name);
        }
        for name in OPTIONAL {
            fields.entry(name).or_insert(Value::Null);
        }
    }
    whole["type"] = json!(step.kind);
    whole["at"] = json!(step.at.to_rfc3339());
    whole["fix_history"] = json!(step.fix_history);
    whole["tokens"] = json!({"in": step.input_tokens, "out": step.output_tokens});
    whole["rows"] = match answer.and_then(|answer| Some((answer, answer.rows.as_ref()?))) {
        Some((answer, rows)) => digest(&answer.columns, rows),
        None => Value::Null,
    };
    whole
}

fn checks(one: &Insight) -> Vec<Value> {
    one.claims
        .iter()
        .map(|claim| {
            let check = claim.check.as_ref();
            json!({
                "insight_id": one.id, "claim": claim.text, "status": check.map_or(Status::NotChecked, |check| check.status),
                "query": claim.sql, "claimed": claim.value, "verified": check.and_then(|check| check.verified),
                "elapsed_ms": check.map(|check| check.elapsed_ms),
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn a_run_that_ended_early_with_nothing_is_looked_past() {
        for (run_type, insights, expected) in
            [("full", 0, true), ("full", 1, true), ("partial", 1, true), ("partial", 0, false), ("failed", 0, false)]
        {
            let found = vec![report_insight(Uuid::nil(), &Insight::default(), &[], None); insights];
            let discovery = json!({
                "id": Uuid::nil(), "run_id": Uuid::nil(), "project_id": Uuid::nil(), "run_type": run_type, "goal": "",
                "areas_requested": [], "total_steps": 1, "duration_ms": 1, "created_at": "", "insights": found,
                "recommendations": [], "summary": {"text": "", "total_insights": insights, "total_recommendations": 0,
                "queries_executed": 0, "errors": [], "stopped_by": "done", "changed_by_feedback": []},
            });
            let discovery: Discovery = serde_json::from_value(discovery).expect("a discovery");
            assert_eq!(is_comparable(&discovery), expected, "{run_type} {insights}");
        }
    }
}
