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
    account::{AuditLog as _, PageQuery},
    runs::{
        ClaimKind, Goal, Insight, Progress, Recommendation, Status, check_recommendation, describe_effects_on_recommendations,
        goal_numbers, insight_numbers, names_alike,
    },
};
use protocol::run::RecommendationHead;
use serde_json::{Value, json};
use std::time::Instant;

/// Pieces of feedback that are heeded.
const FEEDBACK: u32 = 200;

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
            let known = [&insight_numbers(&sound), &goal_numbers(&memory.goal, &catalog.project.profile)];
            by_model.iter_mut().flatten().for_each(|one| check_recommendation(one, &known));
        } else {
            memory.recommendation_log = json!({
                "prompt": null, "response": null, "engine": BUILT_IN, "error": null, "tokens": {"in": 0, "out": 0}, "elapsed_ms": 0,
            });
        }
        let engine = if by_model.is_some() { memory.model.name.clone().unwrap_or_default() } else { BUILT_IN.to_owned() };
        let wanted = self.heed(memory, by_model, &mut progress).await?;
        let (kept, dropped) = resolve(wanted, &memory.insights);
        memory.recommendations = kept;
        memory.recommendation_log["dropped"] = json!(dropped);
        memory.recommendation_log["engine"] = json!(engine);
        progress.recommendations = memory.recommendations.iter().map(head).collect();
        progress.kept.push(keep("recommendations", &memory.recommendations)?);
        progress.kept.push(keep("recommendation_log", &memory.recommendation_log)?);
        Ok(progress)
    }

    /// What is recommended after what people think of earlier recommendations, and what that changed.
    async fn heed(
        &self,
        memory: &mut Memory,
        by_model: Option<Vec<Recommendation>>,
        progress: &mut Progress,
    ) -> Result<Vec<Recommendation>, Failure> {
        let explorer = self.projects.explorer();
        let built_in = by_model.is_none();
        let Goal { avoid_recommendations: avoid, monitor_recommendations: monitor, .. } = &memory.goal;
        if avoid.is_empty() && monitor.is_empty() {
            return Ok(by_model.unwrap_or_else(|| explorer.recommend(&memory.goal, &memory.insights)));
        }
        let silent = Goal { avoid_recommendations: Vec::new(), monitor_recommendations: Vec::new(), ..memory.goal.clone() };
        let without = by_model.unwrap_or_else(|| explorer.recommend(&silent, &memory.insights));
        let wanted = if built_in {
            explorer.recommend(&memory.goal, &memory.insights)
        } else {
            let is_avoided = |one: &Recommendation| avoid.iter().any(|title| names_alike(title, &one.title));
            without.iter().filter(|one| !is_avoided(one)).cloned().collect()
        };
        let page = PageQuery { limit: FEEDBACK, after: None };
        let rows = self.projects.run_store().project_feedback(self.run.tenant, self.run.view.project, page).await?;
        // A model words the same thing anew each time, the built-in engine does not.
        let alike: fn(&str, &str) -> bool = if built_in { str::eq_ignore_ascii_case } else { names_alike };
        for effect in describe_effects_on_recommendations(&rows, &without, &wanted, alike) {
            if !memory.effects.contains(&effect) {
                memory.effects.push(effect);
            }
        }
        progress.kept.push(keep("effects", &memory.effects)?);
        Ok(wanted)
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
