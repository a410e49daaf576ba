//! SolutionDesigner: a response pattern filled with the brief's own words, and the figures by which it is judged.

use super::{
    frame::{WEAK, confidence, strongest_first},
    measure::measure,
    pattern::{self, Pattern, fitting, named, people},
    words::{placed, quoted},
};
use domain::opportunities::Context;
use protocol::opportunities::{Brief, ExperimentNote, ExperimentOutcome, Finding, Metric, Opportunity, Solution};
use std::{collections::HashMap, sync::LazyLock};

pub(super) const DATA: &str = include_str!("experiments.json");
/// What is said and done after each outcome of an experiment.
static EXPERIMENTS: LazyLock<HashMap<String, HashMap<String, String>>> =
    LazyLock::new(|| serde_json::from_str(DATA).unwrap_or_default());

/// Metrics of a solution.
const MOST: usize = 3;

/// What a brief calls for.
pub(super) struct Response {
    pub pattern: &'static Pattern,
    pub metrics: Vec<Metric>,
    area: String,
    people: String,
}

impl Response {
    pub(super) fn new(brief: &Brief, context: &Context) -> Self {
        let findings: Vec<&Finding> = context.findings_of(brief).collect();
        Self::to(&strongest_first(&findings), &brief.affected_area, &brief.problem_statement, context)
    }

    pub(super) fn to(strongest: &[&Finding], area: &str, statement: &str, context: &Context) -> Self {
        let mut pattern = strongest.first().map_or_else(|| fitting(area, statement), |one| fitting(&one.title, &one.description));
        if context.experiment.as_ref().is_some_and(|note| note.outcome == ExperimentOutcome::NotMet) {
            pattern = named(&pattern.alternative);
        }
        let texts = strongest.iter().flat_map(|finding| [finding.title.as_str(), &finding.description]);
        let people = people(&texts.chain([statement]).collect::<Vec<_>>().join(" "));
        let mut new = Self { pattern, metrics: Vec::new(), area: placed(area), people };
        for measure in strongest.iter().filter(|_| !pattern.is_fixed).filter_map(|finding| measure(finding)) {
            let metric = measure.name.unwrap_or_else(|| format!("figure for {}", new.area));
            if new.metrics.len() < MOST && !new.metrics.iter().any(|known| known.metric == metric) {
                let change = pattern.fall.as_ref().filter(|_| measure.is_change).unwrap_or(&pattern.change);
                let target = Some(format!("{change} the baseline of {}", measure.baseline));
                new.metrics.push(Metric { metric, baseline: Some(measure.baseline), target });
            }
        }
        if new.metrics.is_empty() {
            let target = Some(format!("{} the baseline measured at the start", pattern.change));
            new.metrics.push(Metric { metric: new.fill(&pattern.metric), baseline: None, target });
        }
        new
    }

    /// A text of the pattern.
    pub(super) fn fill(&self, text: &str) -> String {
        let measure = self.metrics.first().map(|metric| metric.metric.as_str()).unwrap_or_default();
        pattern::fill(text, &self.area, measure, &self.people)
    }
}

pub(super) fn design(item: &Opportunity, context: &Context) -> Solution {
    let response = Response::new(&item.brief, context);
    let mut solution = response.fill(&response.pattern.solution);
    let mut plan = response.fill(&response.pattern.plan);
    let outcome = context.experiment.as_ref().map(|note| note.outcome);
    if let Some(note) = &context.experiment {
        let earlier = item.solution.as_ref().filter(|_| outcome != Some(ExperimentOutcome::NotMet));
        let change = earlier.map_or(solution, |earlier| earlier.proposed_solution.clone());
        (solution, plan) = continue_from(note, &change, &plan, &response.area);
    }
    for Metric { metric, baseline, .. } in &response.metrics {
        match baseline {
            Some(baseline) => plan.push_str(&format!(" The baseline of the {metric} is {baseline}.")),
            None => plan = format!("Measure the {metric} at the start, because the findings give no baseline. {plan}"),
        }
    }
    if let Some(guidance) = guidance(item) {
        solution.push_str(&follow_in_words(guidance));
        plan.push_str(&follow(guidance));
    }
    let decision = match outcome {
        Some(ExperimentOutcome::Met) => "build_with_metrics",
        None if confidence(&item.brief.evidence) >= WEAK => &response.pattern.decision,
        _ => "experiment_first",
    };
    Solution {
        proposed_solution: solution,
        experiment_plan: plan,
        success_metrics: response.metrics,
        build_experiment_decision: decision.to_owned(),
        validation_warnings: Vec::new(),
    }
}

pub(super) fn guidance(item: &Opportunity) -> Option<&str> {
    item.guidance.as_deref().filter(|text| !text.trim().is_empty())
}

pub(super) fn follow_in_words(guidance: &str) -> String {
    format!(" The guidance of the review applies: {}.", quoted(guidance))
}

pub(super) fn follow(guidance: &str) -> String {
    format!(" Before the start, check the plan against the guidance {}.", quoted(guidance))
}

/// The solution and the plan after an experiment: what it showed, and what follows from that.
fn continue_from(note: &ExperimentNote, change: &str, plan: &str, area: &str) -> (String, String) {
    let known = |part: &str| EXPERIMENTS.get(note.outcome.name()).and_then(|texts| texts.get(part)).map_or("", String::as_str);
    let wish = note.recommendation.as_deref().filter(|text| !text.trim().is_empty());
    let wish = wish.map(|wish| format!(" Recommended after the experiment: {}.", quoted(wish))).unwrap_or_default();
    let (shown, consequence) = (known("shown"), known("consequence").replace("{area}", area));
    let solution = format!("The experiment {shown}: {}. {consequence} {change}", quoted(&note.results));
    (solution, known("next").replace("{plan}", plan) + &wish)
}
