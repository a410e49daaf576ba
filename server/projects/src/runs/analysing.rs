//! Analysis: what the answers say, area by area (seed 002, Phase 5). With a model each area is asked for by itself; what it could not
//! analyse the built-in engine does, marked as such.

use super::{
    BUILT_IN, Piece,
    memory::{Memory, keep, numbered},
    next,
    prompting::{analysis, judge_fault},
};
use crate::project_catalog;
use domain::{
    Failure,
    embedding::nearness,
    runs::{Answer, Answers, Area, Candidate, Goal, Insight, Progress, Then, describe_effects, digest, names_alike, pick},
};
use protocol::run::{InsightHead, RunStep};
use serde_json::{Value, json};
use std::{collections::BTreeSet, time::Instant};

/// More than this nobody reads.
pub(super) const MOST_INSIGHTS: usize = 15;
/// Tokens of the steps of one area.
const BUDGET: usize = 24_000;
/// Steps that are read at once.
const STEPS: u32 = 5_000;
const FEEDBACK: u32 = 200;

impl Piece {
    pub(super) async fn analyse(&self, memory: &mut Memory) -> Result<Progress, Failure> {
        let waiting = memory.wanted_areas().find(|area| !memory.model.analysed.contains(&area.id)).cloned();
        if memory.model.usable().is_some()
            && let Some(area) = waiting
        {
            let Some(why) = self.budget_reached(0) else { return self.analyse_area(memory, &area).await };
            // What is left is answered by the built-in engine, which costs nothing more.
            memory.model.spent = true;
            memory.stopped_by.get_or_insert_with(|| why.to_owned());
        }
        let left = left_areas(memory);
        let mut progress = Progress::default();
        // Where it was resumed, failed queries may be without answers again: see below.
        let is_asked_again = self.run.view.resumed && memory.stopped_by.is_none();
        if (memory.model.name.is_some() || is_asked_again) && !left.is_empty() {
            // The built-in engine has to ask before it can tell.
            let (asked, is_over) = self.ask_questions(memory).await?;
            if !is_over {
                return Ok(asked);
            }
            progress = asked;
        }
        // A model's queries may all be wrong; the built-in explorer's are not.
        if memory.model.name.is_none() && has_only_failed(&memory.answers) {
            return self.fail_unanswered(memory, progress);
        }
        if memory.stopped_by.is_some() {
            progress.kept.push(keep("stopped_by", &memory.stopped_by)?);
        }
        self.conclude(memory, &mut progress, &left).await?;
        progress.then = next();
        Ok(progress)
    }

    /// Ends the run. Whoever resumes it asks its queries again, as far as its limits allow.
    fn fail_unanswered(&self, memory: &mut Memory, mut progress: Progress) -> Result<Progress, Failure> {
        if self.limit_reached().is_none() {
            for id in memory.answers.0.keys() {
                progress.kept.push(keep(format!("answer:{id}"), &Value::Null)?);
            }
            Self::ask_all_again(memory, &mut progress)?;
        }
        let detail = "none of the run's queries could be answered: look at its steps for what the database says";
        progress.then = Then::Fail(detail.to_owned());
        Ok(progress)
    }

    async fn analyse_area(&self, memory: &mut Memory, area: &Area) -> Result<Progress, Failure> {
        let catalog = project_catalog(&self.projects, self.run.tenant, self.run.view.project).await?;
        let (picked, digests) = self.pick_steps(memory, area).await?;
        let prompt = analysis(memory, &self.run.view, &catalog, area, &digests);
        let begun = Instant::now();
        let judged = self.projects.analyst().analyse(self.client(), &prompt).await;
        let elapsed_ms = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
        let engine = memory.model.name.clone().unwrap_or_default();
        let step = RunStep {
            area: Some(area.id.clone()),
            elapsed_ms,
            engine: engine.clone(),
            input_tokens: judged.spending.input_tokens,
            output_tokens: judged.spending.output_tokens,
            ..self.step("analysis")
        };
        let mut progress = Progress { spent: self.tally.report(0, judged.spending), ..Progress::default() };
        let (mut count, mut error) = (0, None);
        match judged.result {
            Ok(found) => {
                let unheard = found.iter().filter(|one| is_avoided(memory, one)).map(|one| one.name.clone()).collect::<Vec<_>>();
                if !unheard.is_empty() {
                    self.note_left_out(memory, &unheard).await?;
                    progress.kept.push(keep("effects", &memory.effects)?);
                }
                let found = self.accept(memory, area, found, &engine);
                count = found.len();
                progress.steps.push(RunStep { message: Some(format!("{}: {count} insights", area.name)), ..step });
                progress.steps.extend(found.iter().map(|one| RunStep { engine: engine.clone(), ..self.insight_step(one) }));
                progress.insights.extend(found.iter().map(head));
                for one in found {
                    progress.kept.push(keep(numbered("insight", memory.insights.len()), &one)?);
                    memory.insights.push(one);
                }
            }
            Err(fault) => {
                let detail = judge_fault(memory, &fault);
                let lost = format!("{} was not analysed by the model: {detail}", area.name);
                if memory.model.spent {
                    progress.kept.push(keep("stopped_by", &memory.stopped_by)?);
                } else {
                    memory.model.lost.insert(area.id.clone(), detail.clone());
                }
                progress.warnings.push(lost);
                progress.steps.push(RunStep { status: "error".into(), error: Some(detail.clone()), ..step });
                error = Some(detail);
            }
        }
        let line = json!({
            "area": area.id, "prompt": format!("{}\n\n{}", prompt.system, prompt.text), "response": judged.reply,
            "steps_used": picked, "insight_count": count, "elapsed_ms": elapsed_ms, "engine": engine, "error": error,
            "tokens": {"in": judged.spending.input_tokens, "out": judged.spending.output_tokens},
        });
        progress.kept.push(keep(numbered("analysis", memory.analyses.len()), &line)?);
        memory.analyses.push(line);
        memory.model.analysed.insert(area.id.clone());
        progress.kept.push(keep("model", &memory.model)?);
        Ok(progress)
    }

    /// The steps of an area with the digests of what they came to.
    async fn pick_steps(&self, memory: &Memory, area: &Area) -> Result<(Vec<u32>, Vec<Value>), Failure> {
        let steps = self.projects.run_store().run_steps(self.run.tenant, self.run.view.id, 0, STEPS).await?;
        let answer = |number: u32| memory.answers.0.values().find(|answer| answer.step == number && answer.rows.is_some());
        let answered: Vec<(&RunStep, Value)> = steps
            .iter()
            .filter_map(|step| {
                let Answer { columns, rows, sql, .. } = answer(step.number)?;
                let result = digest(columns, rows.as_deref().unwrap_or_default());
                let purpose = step.purpose.as_ref().or(step.thinking.as_ref());
                Some((step, json!({"step": step.number, "purpose": purpose, "sql": sql, "result": result})))
            })
            .collect();
        let text = |step: &RunStep| {
            let purpose = step.purpose.as_deref().or(step.thinking.as_deref()).unwrap_or_default();
            format!("{purpose} {}", step.sql.as_deref().unwrap_or_default())
        };
        let near = self.nearness(area, answered.iter().map(|(step, _)| text(step)).collect()).await;
        let candidates: Vec<Candidate> = answered
            .iter()
            .enumerate()
            .map(|(at, (step, whole))| Candidate {
                number: step.number,
                text: text(step),
                tokens: whole.to_string().len() / 4,
                nearness: near.get(at).copied(),
            })
            .collect();
        let picked = pick(area, &candidates, BUDGET);
        let digests = answered.into_iter().filter(|(step, _)| picked.contains(&step.number)).map(|(_, whole)| whole).collect();
        Ok((picked, digests))
    }

    /// How near texts are to an area by meaning; nothing where that is not known.
    async fn nearness(&self, area: &Area, mut texts: Vec<String>) -> Vec<f32> {
        let Some(embedder) = self.projects.embedder() else { return Vec::new() };
        texts.push(format!("{} {} {}", area.name, area.description, area.keywords.join(" ")));
        let Ok(mut vectors) = embedder.embed(&texts).await else { return Vec::new() };
        let Some(own) = vectors.pop() else { return Vec::new() };
        vectors.iter().map(|one| nearness(one, &own)).collect()
    }

    /// A model's insights with their ids, resolved steps and what nobody wants to hear left out.
    fn accept(&self, memory: &Memory, area: &Area, found: Vec<Insight>, engine: &str) -> Vec<Insight> {
        let steps = self.run.view.step_count;
        let mut number = 0;
        let is_new = |one: &Insight| !memory.insights.iter().any(|known| names_alike(&known.name, &one.name));
        let room = MOST_INSIGHTS.saturating_sub(memory.insights.len());
        found
            .into_iter()
            .take(room.min(most_of_area(memory)))
            .filter(|one| is_new(one) && !is_avoided(memory, one))
            .map(|mut one| {
                number += 1;
                one.id = format!("{}-{number}", area.id);
                one.analysis_area.clone_from(&area.id);
                one.engine = engine.to_owned();
                one.source_steps.retain(|step| (1..=steps).contains(step));
                one
            })
            .collect()
    }

    /// What a model found and nobody wants to hear: that is what their feedback changed.
    async fn note_left_out(&self, memory: &mut Memory, names: &[String]) -> Result<(), Failure> {
        let page = domain::account::PageQuery { limit: FEEDBACK, after: None };
        let rows = self.projects.run_store().project_feedback(self.run.tenant, self.run.view.project, page).await?;
        let without: Vec<Insight> = names.iter().map(|name| Insight { name: name.clone(), ..Insight::default() }).collect();
        memory.effects.extend(describe_effects(&rows, &without, &[]));
        Ok(())
    }

    /// What the built-in engine says of the areas that are left to it.
    async fn conclude(&self, memory: &mut Memory, progress: &mut Progress, left: &[String]) -> Result<(), Failure> {
        let by_model = memory.insights.len();
        if !left.is_empty() {
            let explorer = self.projects.explorer();
            let goal = Goal { only: left.to_vec(), ..memory.goal.clone() };
            let found = explorer.find_insights(&goal, &memory.survey, &memory.answers);
            if memory.model.name.is_none() && !(memory.goal.avoid.is_empty() && memory.goal.monitor.is_empty()) {
                let silent = Goal { avoid: Vec::new(), monitor: Vec::new(), ..goal };
                let without = explorer.find_insights(&silent, &memory.survey, &memory.answers);
                let page = domain::account::PageQuery { limit: FEEDBACK, after: None };
                let rows = self.projects.run_store().project_feedback(self.run.tenant, self.run.view.project, page).await?;
                memory.effects = describe_effects(&rows, &without, &found);
                progress.kept.push(keep("effects", &memory.effects)?);
            }
            for area in memory.goal.areas.iter().filter(|area| left.contains(&area.id)) {
                let own: Vec<&Insight> = found.iter().filter(|one| one.analysis_area == area.id).collect();
                let message = Some(format!("{}: {} insights", area.name, own.len()));
                progress.steps.push(RunStep { area: Some(area.id.clone()), message, ..self.step("analysis") });
                progress.steps.extend(own.iter().map(|one| self.insight_step(one)));
                let steps: BTreeSet<u32> = own.iter().flat_map(|one| one.source_steps.iter().copied()).collect();
                let line = json!({
                    "area": area.id, "prompt": null, "response": null, "steps_used": steps, "insight_count": own.len(),
                    "tokens": {"in": 0, "out": 0}, "elapsed_ms": 0, "engine": BUILT_IN, "error": null,
                });
                progress.kept.push(keep(numbered("analysis", memory.analyses.len()), &line)?);
                memory.analyses.push(line);
            }
            memory.insights.extend(found);
        }
        if by_model > 0 {
            memory.insights.sort_by(|one, other| {
                other.severity.cmp(&one.severity).then_with(|| other.confidence.total_cmp(&one.confidence))
            });
        }
        memory.insights.truncate(MOST_INSIGHTS);
        memory.model.concluded = true;
        progress.kept.push(keep("model", &memory.model)?);
        for (number, one) in memory.insights.iter().enumerate() {
            progress.kept.push(keep(numbered("insight", number), one)?);
        }
        progress.insights.extend(memory.insights.iter().map(head));
        Ok(())
    }

    fn insight_step(&self, one: &Insight) -> RunStep {
        RunStep {
            area: Some(one.analysis_area.clone()),
            message: Some(one.name.clone()),
            insight_id: Some(one.id.clone()),
            severity: Some(one.severity.name().to_owned()),
            ..self.step("insight")
        }
    }
}

fn has_only_failed(answers: &Answers) -> bool {
    !answers.0.is_empty() && answers.0.values().all(|answer| answer.rows.is_none())
}

/// So that the last areas have room too.
fn most_of_area(memory: &Memory) -> usize {
    MOST_INSIGHTS.div_ceil(memory.wanted_areas().count().max(1)).max(3)
}

fn is_avoided(memory: &Memory, one: &Insight) -> bool {
    memory.goal.avoid.iter().any(|name| names_alike(name, &one.name))
}

/// Areas that no model analysed: all of them where none takes part.
fn left_areas(memory: &Memory) -> Vec<String> {
    let by_model = |area: &&Area| memory.analyses.iter().any(|line| line["area"] == json!(area.id) && line["error"].is_null());
    memory.wanted_areas().filter(|area| !by_model(area)).map(|area| area.id.clone()).collect()
}

pub(super) fn head(one: &Insight) -> InsightHead {
    InsightHead {
        id: one.id.clone(),
        area: one.analysis_area.clone(),
        name: one.name.clone(),
        severity: one.severity.name().to_owned(),
        status: one.status().name().to_owned(),
    }
}
