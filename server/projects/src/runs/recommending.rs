//! Recommendations from what was checked (seed 002, Phase 7): by the model where one takes part, else by the built-in engine.

use super::{
    BUILT_IN, Piece,
    memory::{Memory, keep},
    next,
    prompting::{self, judge_fault},
    report::{report_insight, summary},
};
use crate::project_catalog;
use domain::{
    Failure,
    account::AuditLog as _,
    runs::{ClaimKind, Insight, Progress, Recommendation, Status},
};
use protocol::run::RecommendationHead;
use serde_json::{Value, json};
use std::time::Instant;

impl Piece {
    pub(super) async fn recommend(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        let mut progress = Progress { then: next(), ..Progress::default() };
        let sound: Vec<Insight> = memory.insights.iter().filter(|one| one.status().is_sound()).cloned().collect();
        let mut by_model = None;
        if memory.model.usable().is_some() && !sound.is_empty() {
            let catalog = project_catalog(&self.projects, self.run.tenant, self.run.view.project).await?;
            let data: Vec<Value> = sound.iter().map(|one| self.describe_insight(one)).collect();
            let date = self.projects.now().to_rfc3339();
            let date = date.get(..10).unwrap_or_default();
            let prompt = prompting::recommendations(memory, &catalog, date, &summary(&sound), &data);
            let begun = Instant::now();
            let judged = self.projects.analyst().recommend(self.client(), &prompt).await;
            progress.spent = self.tally.report(0, judged.spending);
            let engine = memory.model.name.clone().unwrap_or_default();
            let error = judged.result.as_ref().err().map(|fault| judge_fault(memory, fault));
            memory.recommendation_log = json!({
                "prompt": format!("{}\n\n{}", prompt.system, prompt.text), "response": judged.reply, "engine": engine, "error": error,
                "tokens": {"in": judged.spending.input_tokens, "out": judged.spending.output_tokens},
                "elapsed_ms": u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX),
            });
            if memory.model.spent {
                progress.kept.push(keep("stopped_by", &memory.stopped_by)?);
            }
            progress.kept.push(keep("model", &memory.model)?);
            if let Some(error) = error {
                progress.warnings.push(format!("the model recommended nothing ({error}): the built-in engine does"));
            }
            by_model = judged.result.ok();
        } else {
            memory.recommendation_log = json!({"engine": BUILT_IN, "error": null, "tokens": {"in": 0, "out": 0}});
        }
        let engine = if by_model.is_some() { memory.model.name.clone().unwrap_or_default() } else { BUILT_IN.to_owned() };
        let wanted = by_model.unwrap_or_else(|| self.projects.explorer().recommend(&memory.goal, &memory.insights));
        let (kept, dropped) = resolve(wanted, &memory.insights);
        memory.recommendations = kept;
        memory.recommendation_log["dropped"] = json!(dropped);
        memory.recommendation_log["engine"] = json!(engine);
        progress.recommendations = memory.recommendations.iter().map(head).collect();
        progress.kept.push(keep("recommendations", &memory.recommendations)?);
        progress.kept.push(keep("recommendation_log", &memory.recommendation_log)?);
        Ok(progress)
    }

    /// As a recommendation rests on it: with the number that was verified where that differs.
    fn describe_insight(&self, one: &Insight) -> Value {
        let report = report_insight(self.run.view.id.0, one, &[], None);
        let is_count = one.claims.first().is_some_and(|claim| claim.kind == ClaimKind::Count);
        let verified = (is_count && one.status() == Status::Adjusted).then_some(report.validation.verified_count).flatten();
        json!({
            "id": report.id, "area": report.analysis_area, "name": report.name, "description": report.description,
            "severity": report.severity, "affected_count": verified.map_or(json!(report.affected_count), |count| json!(count)),
            "confidence": report.confidence, "indicators": report.indicators, "target_segment": report.target_segment,
            "validation": {"status": report.validation.status, "verified_count": report.validation.verified_count},
            "objections": one.objections().collect::<Vec<_>>(),
        })
    }
}

fn head(one: &Recommendation) -> RecommendationHead {
    RecommendationHead {
        id: one.id.clone(),
        title: one.title.clone(),
        priority: one.priority,
        related_insight_ids: one.related_insight_ids.clone(),
    }
}

/// With ids, and only with insights that there are and that hold; what is left with none is dropped, and counted.
fn resolve(wanted: Vec<Recommendation>, insights: &[Insight]) -> (Vec<Recommendation>, usize) {
    let all = wanted.len();
    let is_sound = |id: &String| insights.iter().any(|one| one.id == *id && one.status().is_sound());
    let kept: Vec<Recommendation> = wanted
        .into_iter()
        .map(|mut one| {
            one.related_insight_ids.retain(is_sound);
            let mut seen = std::collections::HashSet::new();
            one.related_insight_ids.retain(|id| seen.insert(id.clone()));
            one
        })
        .filter(|one| !one.related_insight_ids.is_empty())
        .enumerate()
        .map(|(at, one)| Recommendation { id: format!("rec-{}", at + 1), ..one })
        .collect();
    let dropped = all - kept.len();
    (kept, dropped)
}
