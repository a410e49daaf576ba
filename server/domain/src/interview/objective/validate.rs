//! What makes a definition impossible to work with.

use super::bounds;
use crate::{
    Fault,
    interview::{condition::Condition, dependencies::closure},
};
use protocol::interview::{ObjectiveDefinition, ObligationTemplate, WidgetType};
use serde_json::{Map, Value};
use std::collections::HashSet;

/// Every fault; `raw` has what was given, for obligations that could not be read.
pub(super) fn faults(definition: &ObjectiveDefinition, raw: &Map<String, Value>) -> Vec<Fault> {
    let known = raw_keys(raw);
    let mut found = Vec::new();
    let mut seen = HashSet::new();
    for template in &definition.obligations {
        let field = |part: &str| format!("config.obligations.{}.{part}", template.key);
        if !is_key(&template.key) {
            found.push(Fault::new(
                field("key"),
                format!("“{}” is not a key: letters, digits, _, - and . (1 to 100)", shorten(&template.key)),
            ));
        } else if !seen.insert(template.key.as_str()) {
            found.push(Fault::new(field("key"), format!("the key {} occurs twice", template.key)));
        }
        if template.prompt.trim().is_empty() {
            found.push(Fault::new(field("prompt"), format!("{} has no question to ask", template.key)));
        }
        if template.field_path.trim().is_empty() || template.field_path.len() > 500 {
            found.push(Fault::new(field("fieldPath"), format!("{} needs a fieldPath of 1 to 500 characters", template.key)));
        } else if template.field_path.split('.').any(|part| part.trim().is_empty()) {
            found.push(Fault::new(
                field("fieldPath"),
                format!("the fieldPath of {} has an empty part: names with single points between them", template.key),
            ));
        }
        if template.max_attempts == Some(0) {
            found.push(Fault::new(
                field("maxAttempts"),
                format!("{} may never be asked: maxAttempts is at least 1", template.key),
            ));
        }
        dependencies(definition, template, &known, &mut found);
        options(template, &mut found);
        numbers(template, &mut found);
        if let Some(condition) = &template.satisfied_when
            && let Err(why) = Condition::parse(condition)
        {
            found.push(Fault::new(field("satisfiedWhen"), format!("cannot read satisfiedWhen of {}: {why}", template.key)));
        }
    }
    completion(definition, &known, &mut found);
    bounds::faults(definition, &mut found);
    found
}

fn dependencies(definition: &ObjectiveDefinition, template: &ObligationTemplate, known: &HashSet<&str>, found: &mut Vec<Fault>) {
    let field = format!("config.obligations.{}.dependencies", template.key);
    for dependency in &template.dependencies {
        if !known.contains(dependency.as_str()) {
            found.push(Fault::new(
                field.as_str(),
                format!("{} depends on {}, which does not exist", template.key, shorten(dependency)),
            ));
        }
    }
    if closure(definition, &template.key).contains(&template.key.as_str()) {
        found.push(Fault::new(field, format!("{} depends on itself in a circle", template.key)));
    }
}

fn options(template: &ObligationTemplate, found: &mut Vec<Fault>) {
    let field = format!("config.obligations.{}.options", template.key);
    let wants = matches!(template.widget_type, WidgetType::Choice | WidgetType::Multiselect);
    if wants && template.options.is_empty() {
        found.push(Fault::new(field.as_str(), format!("{} is a choice without options", template.key)));
    }
    let mut values = HashSet::new();
    for option in &template.options {
        if option.value.trim().is_empty() || option.label.trim().is_empty() {
            found.push(Fault::new(field.as_str(), format!("{} has an option without a value", template.key)));
        } else if !values.insert(option.value.to_lowercase()) {
            found.push(Fault::new(field.as_str(), format!("{} has the option {} twice", template.key, shorten(&option.value))));
        }
    }
}

fn numbers(template: &ObligationTemplate, found: &mut Vec<Fault>) {
    let field = |part: &str| format!("config.obligations.{}.{part}", template.key);
    if let (Some(min), Some(max)) = (&template.min, &template.max)
        && min.as_f64() >= max.as_f64()
    {
        found.push(Fault::new(field("max"), format!("max of {} is not larger than its min: {min} to {max}", template.key)));
    }
    if template.unit.as_ref().is_some_and(|unit| unit.trim().is_empty()) {
        found.push(Fault::new(field("unit"), format!("unit of {} is empty: leave it out for plain numbers", template.key)));
    }
}

fn completion(definition: &ObjectiveDefinition, known: &HashSet<&str>, found: &mut Vec<Fault>) {
    let completion = &definition.completion;
    for key in &completion.required_obligations {
        if !known.contains(key.as_str()) {
            let message = format!("{} is required and does not exist", shorten(key));
            found.push(Fault::new("config.completion.requiredObligations", message));
        }
    }
    let mut once = HashSet::new();
    if let Some(twice) = completion.required_obligations.iter().find(|key| !once.insert(key.as_str())) {
        found.push(Fault::new("config.completion.requiredObligations", format!("{} is required twice", shorten(twice))));
    }
    if !(0.0..=1.0).contains(&completion.min_confidence_score) {
        found.push(Fault::new("config.completion.minConfidenceScore", "minConfidenceScore lies between 0 and 1"));
    }
    if completion.min_obligations_satisfied as usize > known.len() {
        let message = format!(
            "minObligationsSatisfied is {}, but there are {} obligations",
            completion.min_obligations_satisfied,
            known.len()
        );
        found.push(Fault::new("config.completion.minObligationsSatisfied", message));
    }
}

/// The keys as given, so that an obligation with another fault still counts as existing.
fn raw_keys(raw: &Map<String, Value>) -> HashSet<&str> {
    raw.get("obligations").and_then(Value::as_array).into_iter().flatten().filter_map(|item| item.get("key")?.as_str()).collect()
}

fn is_key(key: &str) -> bool {
    (1..=100).contains(&key.len()) && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'))
}

fn shorten(text: &str) -> String {
    text.chars().take(60).collect()
}
