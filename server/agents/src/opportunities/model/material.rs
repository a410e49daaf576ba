//! What a model is shown, and what its words are held against. Ids and times are in neither's sentences: a digit of an id would prove
//! a number.

use super::batch::line;
use domain::opportunities::{Context, Ground};
use protocol::opportunities::{Brief, Finding, Opportunity, Solution, Spec};
use serde_json::{Value, json};

/// Of a description of a finding, and of other texts, in characters.
const DESCRIPTION: usize = 400;
const TEXT: usize = 600;
const FACTS: usize = 60;
const PAST: usize = 20;
/// Pieces of evidence and findings that are shown of one brief.
const EVIDENCE: usize = 5;
const FINDINGS: usize = 12;

/// What is known of the project.
pub(super) fn show_context(context: &Context) -> Value {
    let facts: Vec<Value> = context
        .facts
        .iter()
        .take(FACTS)
        .map(|(name, value)| json!({"name": line(name, 120), "value": line(value, TEXT)}))
        .collect();
    json!({"project": line(&context.project, TEXT), "facts": facts})
}

/// That, and what reviewers and experiments had to say.
pub(super) fn show_history(context: &Context) -> Value {
    let past = context.past.iter().take(PAST).map(|one| {
        json!({"affected_area": line(&one.affected_area, 160), "decision": one.decision, "reasoning": line(&one.reasoning, TEXT)})
    });
    let mut shown = show_context(context);
    shown["past_decisions"] = past.collect();
    if let Some(note) = &context.experiment {
        let recommendation = note.recommendation.as_deref().map(|text| line(text, TEXT));
        shown["experiment"] =
            json!({"outcome": note.outcome.name(), "results": line(&note.results, 2_000), "recommendation": recommendation});
    }
    shown
}

pub(super) fn show_finding(finding: &Finding) -> Value {
    json!({
        "id": finding.id,
        "title": line(&finding.title, 200),
        "description": line(&finding.description, DESCRIPTION),
        "surface": finding.surface,
    })
}

pub(super) fn show_brief(brief: &Brief, context: &Context) -> Value {
    let findings: Vec<Value> = context.findings_of(brief).take(FINDINGS).map(show_finding).collect();
    let evidence = brief.evidence.iter().take(EVIDENCE).map(|one| {
        let quote = one.quote.as_deref().map(|quote| line(quote, DESCRIPTION));
        json!({"source_type": one.source_type, "confidence": one.confidence, "quote": quote})
    });
    json!({
        "affected_area": brief.affected_area,
        "problem_statement": brief.problem_statement,
        "counterfactual": brief.counterfactual,
        "stage_hints": brief.stage_hints,
        "evidence": evidence.collect::<Vec<_>>(),
        "findings": findings,
    })
}

pub(super) fn show_solution(solution: &Solution) -> Value {
    json!({
        "proposed_solution": solution.proposed_solution,
        "experiment_plan": solution.experiment_plan,
        "success_metrics": solution.success_metrics,
        "build_experiment_decision": solution.build_experiment_decision,
    })
}

pub(super) fn show_spec(spec: &Spec) -> Value {
    json!({
        "approach": spec.approach,
        "effort_low_days": spec.effort_estimate.low_days,
        "effort_high_days": spec.effort_estimate.high_days,
        "dependencies": spec.dependencies,
        "constraints": spec.constraints,
        "risks": spec.risks,
        "acceptance_criteria": spec.acceptance_criteria,
    })
}

pub(super) fn to_ground(material: &[String]) -> Ground {
    Ground::new(&material.iter().map(String::as_str).collect::<Vec<_>>())
}

/// What is known whatever an item is about.
pub(super) fn common_material(context: &Context) -> Vec<String> {
    let mut material = vec![context.project.clone()];
    material.extend(context.facts.iter().flat_map(|(name, value)| [name.clone(), value.clone()]));
    material.extend(context.past.iter().flat_map(|one| [one.affected_area.clone(), one.reasoning.clone()]));
    if let Some(note) = &context.experiment {
        material.push(note.results.clone());
        material.extend(note.recommendation.clone());
    }
    material
}

pub(super) fn finding_material(finding: &Finding) -> Vec<String> {
    let mut material = vec![finding.title.clone(), finding.description.clone()];
    material.extend(finding.surface.clone());
    material.extend(finding.evidence.iter().filter_map(|one| one.quote.clone()));
    material
}

/// Its findings, what the stages before made of them, and what people wrote about it.
pub(super) fn item_material(item: &Opportunity, context: &Context) -> Vec<String> {
    let brief = &item.brief;
    let mut material = common_material(context);
    material.extend(context.findings_of(brief).flat_map(finding_material));
    material.extend([brief.affected_area.clone(), brief.problem_statement.clone(), brief.counterfactual.clone()]);
    material.extend(brief.stage_hints.iter().cloned());
    material.extend(brief.evidence.iter().filter_map(|one| one.quote.clone()));
    material.extend(item.solution.iter().flat_map(solution_texts));
    material.extend(item.feasibility.iter().flat_map(|one| one.constraints.iter().chain([&one.reasoning]).cloned()));
    material.extend(item.spec.iter().flat_map(spec_texts));
    material.extend(item.guidance.clone());
    material.extend(item.experiments.iter().flat_map(|one| [Some(one.results.clone()), one.recommendation.clone()]).flatten());
    material
}

fn solution_texts(solution: &Solution) -> Vec<String> {
    let mut texts = vec![solution.proposed_solution.clone(), solution.experiment_plan.clone()];
    let metrics = solution.success_metrics.iter();
    texts.extend(metrics.flat_map(|one| [Some(one.metric.clone()), one.baseline.clone(), one.target.clone()]).flatten());
    texts
}

fn spec_texts(spec: &Spec) -> Vec<String> {
    let mut texts = vec![spec.approach.clone()];
    texts.push(format!("{} {}", spec.effort_estimate.low_days, spec.effort_estimate.high_days));
    let lists = [&spec.dependencies, &spec.constraints, &spec.acceptance_criteria];
    texts.extend(lists.into_iter().flatten().cloned());
    texts.extend(spec.risks.iter().flat_map(|risk| [risk.description.clone(), risk.mitigation.clone()]));
    texts
}
