//! The forms in which a model answers.

use crate::interview::model::form::object;
use protocol::opportunities::{Check, Metric, Risk, Severity};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize)]
pub(super) struct BriefAnswer {
    pub(super) affected_area: String,
    pub(super) problem_statement: String,
    pub(super) counterfactual: String,
    #[serde(default)]
    pub(super) stage_hints: Vec<String>,
    #[serde(default)]
    pub(super) findings: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct SolutionAnswer {
    pub(super) proposed_solution: String,
    pub(super) experiment_plan: String,
    pub(super) success_metrics: Vec<Metric>,
    pub(super) build_experiment_decision: String,
}

#[derive(Deserialize)]
pub(super) struct SpecAnswer {
    pub(super) approach: String,
    pub(super) effort_low_days: f64,
    pub(super) effort_high_days: f64,
    #[serde(default)]
    pub(super) dependencies: Vec<String>,
    pub(super) constraints: Vec<String>,
    pub(super) risks: Vec<Risk>,
    pub(super) acceptance_criteria: Vec<String>,
}

/// Beside the fields of a [`SpecAnswer`], where it is feasible.
#[derive(Deserialize)]
pub(super) struct AssessmentAnswer {
    pub(super) feasible: bool,
    pub(super) reasoning: String,
    #[serde(default)]
    pub(super) constraints: Vec<String>,
}

#[derive(Deserialize)]
pub(super) struct RankAnswer {
    pub(super) rationale: String,
    #[serde(default)]
    pub(super) dependencies: Vec<String>,
    #[serde(default)]
    pub(super) flags: Vec<String>,
}

pub(super) fn briefs_form() -> Value {
    list(
        "briefs",
        object(&json!({
            "affected_area": text(), "problem_statement": text(), "counterfactual": text(), "stage_hints": texts(), "findings": texts(),
        })),
    )
}

pub(super) fn solution_form() -> Value {
    object(&solution())
}

pub(super) fn solutions_form() -> Value {
    list("solutions", with_id(solution()))
}

pub(super) fn spec_form() -> Value {
    object(&spec())
}

pub(super) fn assessments_form() -> Value {
    let mut properties = spec();
    properties["feasible"] = json!({"type": "boolean"});
    properties["reasoning"] = text();
    list("assessments", with_id(properties))
}

pub(super) fn ranking_form() -> Value {
    list("ranking", with_id(json!({"rationale": text(), "dependencies": texts(), "flags": texts()})))
}

pub(super) fn verdict_form() -> Value {
    let checks: Vec<&str> = Check::ALL.iter().map(|check| check.name()).collect();
    let checks = json!({"type": "array", "items": {"type": "string", "enum": checks}});
    let rejection = with_id(json!({"reason": text(), "suggestion": text(), "checks": checks}));
    object(&json!({"accepted": texts(), "rejected": {"type": "array", "items": rejection}}))
}

fn solution() -> Value {
    let maybe = json!({"type": ["string", "null"]});
    let metric = object(&json!({"metric": text(), "baseline": maybe, "target": maybe}));
    json!({
        "proposed_solution": text(),
        "experiment_plan": text(),
        "success_metrics": {"type": "array", "items": metric},
        "build_experiment_decision": {"type": "string", "enum": ["experiment_first", "build_with_metrics", "build_direct"]},
    })
}

fn spec() -> Value {
    let severities = [Severity::Low, Severity::Medium, Severity::High].map(Severity::name);
    let severity = json!({"type": "string", "enum": severities});
    let risk = object(&json!({"description": text(), "severity": severity, "mitigation": text()}));
    json!({
        "approach": text(),
        "effort_low_days": {"type": "number"},
        "effort_high_days": {"type": "number"},
        "dependencies": texts(),
        "constraints": texts(),
        "risks": {"type": "array", "items": risk},
        "acceptance_criteria": texts(),
    })
}

fn with_id(mut properties: Value) -> Value {
    properties["item_id"] = text();
    object(&properties)
}

fn list(name: &str, entry: Value) -> Value {
    let entries = json!({"type": "array", "items": entry});
    object(&json!({name: entries}))
}

fn text() -> Value {
    json!({"type": "string"})
}

fn texts() -> Value {
    json!({"type": "array", "items": {"type": "string"}})
}
