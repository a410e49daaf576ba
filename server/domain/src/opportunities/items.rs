//! What a program sends to be validated, read leniently: artifacts with more or fewer fields than ours, or only a title and a
//! description.

use super::{Doubt, OpportunityRules};
use crate::{Fault, Refusal};
use protocol::{
    Timestamp,
    opportunities::{Agent, Artifact, Boundary, Brief, Effort, Evidence, Metric, Risk, Severity, Solution, Spec},
};
use serde_json::{Map, Value, json};

/// Items of one call.
pub const MOST_ITEMS: usize = 500;
/// Of a text within an item, in characters.
const LONGEST_TEXT: usize = 5_000;
const DAYS_OF_A_WEEK: f64 = 5.0;
const DAYS_OF_A_MONTH: f64 = 20.0;
const HOURS_OF_A_DAY: f64 = 8.0;

type Item = Map<String, Value>;

/// What a receiver says about them.
#[derive(Clone, Debug, PartialEq)]
pub struct ValidatedItems {
    /// As they came, in their order.
    pub accepted: Vec<Item>,
    pub rejected: Vec<RejectedItem>,
}

/// One that its receiver does not take.
#[derive(Clone, Debug, PartialEq)]
pub struct RejectedItem {
    /// Its `id` as it came, or the boundary's id field, or its place from 1.
    pub item_id: Value,
    pub affected_area: String,
    pub agent: Agent,
    pub doubt: Doubt,
}

/// # Errors
/// There are too many, or a text in one of them is too long.
pub fn check_items(items: &[Item]) -> Result<(), Refusal> {
    if items.len() > MOST_ITEMS {
        return Err(Refusal::invalid("items", format!("one call validates at most {MOST_ITEMS} items")));
    }
    for (place, item) in items.iter().enumerate() {
        item.iter().try_for_each(|(name, value)| check_text(&format!("items[{place}].{name}"), value))?;
    }
    Ok(())
}

/// # Errors
/// A text within it is too long.
pub fn check_text(field: &str, value: &Value) -> Result<(), Refusal> {
    match value {
        Value::String(text) if text.len() > LONGEST_TEXT && text.chars().nth(LONGEST_TEXT).is_some() => {
            let field: String = field.chars().take(200).collect();
            let message = format!("{field} has at most {LONGEST_TEXT} characters");
            Err(Refusal::faults(message.clone(), vec![Fault::new(field, message)]))
        }
        Value::Array(values) => values.iter().try_for_each(|value| check_text(field, value)),
        Value::Object(fields) => fields.iter().try_for_each(|(name, value)| check_text(&format!("{field}.{name}"), value)),
        _ => Ok(()),
    }
}

/// Has the boundary's receiver look at all of them.
#[must_use]
pub fn validate_items(rules: &dyn OpportunityRules, boundary: Boundary, items: Vec<Item>) -> ValidatedItems {
    let mut validated = ValidatedItems { accepted: Vec::new(), rejected: Vec::new() };
    for (place, item) in items.into_iter().enumerate() {
        match rules.validate(boundary, &read_item(boundary, &item)) {
            None => validated.accepted.push(item),
            Some(doubt) => validated.rejected.push(RejectedItem {
                item_id: item_id(boundary, &item, place + 1),
                affected_area: Fields(&item).text(&["affected_area", "title"]),
                agent: boundary.consumer(),
                doubt,
            }),
        }
    }
    validated
}

fn item_id(boundary: Boundary, item: &Item, number: usize) -> Value {
    match item.get("id") {
        Some(id @ (Value::String(_) | Value::Number(_))) => id.clone(),
        _ => {
            let named = Fields(item).text(&[boundary.id_field()]);
            if named.is_empty() { json!(number.to_string()) } else { json!(named) }
        }
    }
}

/// The artifact that an item is meant to be.
fn read_item(boundary: Boundary, item: &Item) -> Artifact {
    let kind = match boundary {
        Boundary::BriefToSolution => "brief",
        Boundary::SolutionToSpec => "solution",
        Boundary::SpecToRank => "spec",
    };
    let fields = Fields(["artifact", kind].iter().find_map(|name| item.get(*name)?.as_object()).unwrap_or(item));
    match boundary {
        Boundary::BriefToSolution => Artifact::Brief { brief: Box::new(read_brief(&fields)) },
        Boundary::SolutionToSpec => Artifact::Solution { solution: Box::new(read_solution(&fields)) },
        Boundary::SpecToRank => Artifact::Spec { spec: Box::new(read_spec(&fields)) },
    }
}

fn read_brief(fields: &Fields<'_>) -> Brief {
    Brief {
        affected_area: fields.text(&["affected_area", "title"]),
        problem_statement: fields.text(&["problem_statement", "description", "title"]),
        // What has no such field is not asked for evidence.
        evidence: fields.value("evidence").map_or_else(|| vec![evidence(&Value::Null)], |value| each(value, evidence)),
        counterfactual: fields.text(&["counterfactual"]),
        explorer_coverage: fields.text(&["explorer_coverage"]),
        stage_hints: fields.texts("stage_hints"),
        findings: fields.texts("findings"),
        validation_warnings: Vec::new(),
    }
}

fn read_solution(fields: &Fields<'_>) -> Solution {
    let metrics = fields.value("success_metrics").map(|value| each(value, metric)).unwrap_or_default();
    Solution {
        proposed_solution: fields.text(&["proposed_solution", "description", "title"]),
        experiment_plan: fields.text(&["experiment_plan"]),
        success_metrics: metrics,
        build_experiment_decision: fields.text(&["build_experiment_decision"]),
        validation_warnings: Vec::new(),
    }
}

fn read_spec(fields: &Fields<'_>) -> Spec {
    Spec {
        opportunity_id: fields.text(&["opportunity_id", "id"]),
        approach: fields.text(&["approach", "description", "title"]),
        effort_estimate: fields.value("effort_estimate").map_or_else(|| days(&[], 1.0), effort),
        dependencies: fields.texts("dependencies"),
        constraints: fields.texts("constraints"),
        risks: fields.value("risks").map(|value| each(value, risk)).unwrap_or_default(),
        acceptance_criteria: fields.texts("acceptance_criteria"),
        validation_warnings: Vec::new(),
    }
}

/// The fields of an object, whatever they are made of.
struct Fields<'a>(&'a Item);

impl Fields<'_> {
    fn value(&self, name: &str) -> Option<&Value> {
        self.0.get(name).filter(|value| !value.is_null())
    }

    /// The first of these that holds some words.
    fn text(&self, names: &[&str]) -> String {
        names.iter().filter_map(|name| self.value(name)).map(text).find(|text| !text.is_empty()).unwrap_or_default()
    }

    fn texts(&self, name: &str) -> Vec<String> {
        self.value(name).map(|value| each(value, text)).unwrap_or_default().into_iter().filter(|text| !text.is_empty()).collect()
    }
}

/// A list as it is, and anything else as a list of one.
fn each<Made>(value: &Value, read: impl Fn(&Value) -> Made) -> Vec<Made> {
    match value {
        Value::Array(values) => values.iter().map(read).collect(),
        Value::Null => Vec::new(),
        Value::String(text) if text.trim().is_empty() => Vec::new(),
        one => vec![read(one)],
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.trim().to_owned(),
        Value::Array(values) => values.iter().map(text).collect::<Vec<_>>().join("; "),
        Value::Object(fields) => {
            fields.iter().map(|(name, value)| format!("{name}: {}", text(value))).collect::<Vec<_>>().join("; ")
        }
        other => other.to_string(),
    }
}

fn evidence(value: &Value) -> Evidence {
    let none = Map::new();
    let fields = Fields(value.as_object().unwrap_or(&none));
    let quote = if value.is_object() { fields.text(&["quote", "text"]) } else { text(value) };
    Evidence {
        source_type: fields.text(&["source_type"]),
        source_id: fields.text(&["source_id"]),
        retrieved_at: Timestamp::default(),
        confidence: fields.value("confidence").and_then(Value::as_f64).unwrap_or_default(),
        quote: Some(quote).filter(|quote| !quote.is_empty()),
        link: None,
    }
}

fn metric(value: &Value) -> Metric {
    let Value::Object(fields) = value else {
        return Metric { metric: text(value), baseline: None, target: None };
    };
    let fields = Fields(fields);
    let figure = |name: &str| fields.value(name).map(text).filter(|text| !text.is_empty());
    Metric { metric: fields.text(&["metric", "name"]), baseline: figure("baseline"), target: figure("target") }
}

/// An object, or a sentence that may end with "Mitigation: …".
fn risk(value: &Value) -> Risk {
    let Value::Object(fields) = value else {
        let whole = text(value);
        // Capitals of ASCII only, so that places stay the same.
        let at = whole.to_ascii_lowercase().find("mitigation:");
        let (description, mitigation) = at.map_or((whole.as_str(), ""), |at| (&whole[..at], &whole[at + "mitigation:".len()..]));
        let description = description.trim().to_owned();
        return Risk { description, severity: Severity::default(), mitigation: mitigation.trim().to_owned() };
    };
    let fields = Fields(fields);
    let severity = match fields.text(&["severity"]).to_lowercase().as_str() {
        "low" | "minor" => Severity::Low,
        "high" | "critical" | "severe" => Severity::High,
        _ => Severity::Medium,
    };
    Risk { description: fields.text(&["description", "risk"]), severity, mitigation: fields.text(&["mitigation"]) }
}

/// A number is days; a text may name its unit; an object or a list has both ends.
fn effort(value: &Value) -> Effort {
    match value {
        Value::Object(fields) => {
            let fields = Fields(fields);
            let end = |names: &[&str]| figures(&fields.text(names)).first().copied();
            let low = end(&["low_days", "low", "min", "from"]);
            let high = end(&["high_days", "high", "max", "to"]);
            let ends: Vec<f64> = low.into_iter().chain(high).collect();
            days(&ends, unit(&text(value)))
        }
        other => {
            let written = text(other);
            days(&figures(&written), unit(&written))
        }
    }
}

fn days(figures: &[f64], factor: f64) -> Effort {
    let (low, high) = (figures.first().copied().unwrap_or_default(), figures.get(1).or(figures.first()).copied());
    Effort { low_days: low * factor, high_days: high.unwrap_or_default().max(low) * factor }
}

fn unit(written: &str) -> f64 {
    let written = written.to_lowercase();
    [("hour", 1.0 / HOURS_OF_A_DAY), ("month", DAYS_OF_A_MONTH), ("sprint", 2.0 * DAYS_OF_A_WEEK), ("week", DAYS_OF_A_WEEK)]
        .into_iter()
        .find_map(|(name, factor)| written.contains(name).then_some(factor))
        .unwrap_or(1.0)
}

/// The numbers of a text, none of them negative.
fn figures(written: &str) -> Vec<f64> {
    written
        .split(|letter: char| !letter.is_ascii_digit() && letter != '.')
        .filter_map(|number| number.trim_matches('.').parse().ok())
        .collect()
}

#[cfg(test)]
mod tests;
