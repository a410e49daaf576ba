//! What a thoughtful person would note, message by message, while the interview is going on: every finding and no other.

mod aloud;
mod beside;
mod business;
mod later;
mod listed;
mod moving;
pub(super) mod objectives;
mod openly;
mod plans;
mod refused;
mod spoken;
mod statements;
mod trial;
mod unanswered;
mod unseen;
mod worded;

use super::stage::Stage;
use domain::interview::Understanding;
use protocol::{Confidence, interview::ObjectiveDefinition};
use serde_json::{Value, json};
use std::sync::Arc;

pub(super) fn idea() -> Arc<ObjectiveDefinition> {
    objectives::built_in(protocol::interview::ContextType::IdeaDiscovery)
}

pub(super) fn business() -> Arc<ObjectiveDefinition> {
    objectives::built_in(protocol::interview::ContextType::BusinessProfile)
}

/// What is asked, what is held, what is said and what is to be found. A wanted value that begins with `~` must be unsure (at most
/// 0.70), one with `!` sure; `*` stands for any, and ` | ` between values for either. A key that begins with `?` may be missing.
struct Row {
    asked: &'static str,
    held: &'static [(&'static str, &'static str)],
    said: &'static str,
    wanted: &'static [(&'static str, &'static str)],
}

const fn row(asked: &'static str, said: &'static str, wanted: &'static [(&'static str, &'static str)]) -> Row {
    Row { asked, held: &[], said, wanted }
}

const fn after(
    held: &'static [(&'static str, &'static str)],
    asked: &'static str,
    said: &'static str,
    wanted: &'static [(&'static str, &'static str)],
) -> Row {
    Row { asked, held, said, wanted }
}

fn check(definition: &Arc<ObjectiveDefinition>, rows: &[Row]) {
    let faults: Vec<String> = rows.iter().filter_map(|row| fault(definition, row)).collect();
    assert!(faults.is_empty(), "{} of {} rows:\n{}", faults.len(), rows.len(), faults.join("\n"));
}

fn fault(definition: &Arc<ObjectiveDefinition>, row: &Row) -> Option<String> {
    let mut stage = Stage::new(definition);
    for (key, value) in row.held {
        stage = stage.held(key, value.parse::<i64>().map_or_else(|_| json!(value), |number| json!(number)));
    }
    let understood = stage.asked(row.asked).says(row.said);
    let wrong = differences(&understood, row.wanted);
    (!wrong.is_empty()).then(|| format!("[{}] {:?}: {}  {:?}", row.asked, row.said, wrong.join("; "), understood.moves))
}

/// Where a message was understood otherwise than wanted.
pub(super) fn differences(understood: &Understanding, wanted: &[(&str, &str)]) -> Vec<String> {
    let found: Vec<(&str, String, Confidence)> =
        understood.findings.iter().map(|one| (one.key.as_str(), words(&one.value), one.confidence)).collect();
    let mut wrong: Vec<String> = Vec::new();
    for (key, wanted) in wanted {
        let (name, optional) = key.strip_prefix('?').map_or((*key, false), |name| (name, true));
        let Some((_, value, sure)) = found.iter().find(|(key, ..)| *key == name) else {
            if !optional {
                wrong.push(format!("{name} = {wanted:?} is missing"));
            }
            continue;
        };
        let unsure = *sure <= Confidence::hundredths(70);
        let fits = |wanted: &str| match wanted.strip_prefix(['~', '!']) {
            Some(plain) => (plain == "*" || value == plain) && unsure == wanted.starts_with('~'),
            None => wanted == "*" || value == wanted,
        };
        if !wanted.split(" | ").any(fits) {
            wrong.push(format!("{name} = {value:?} ({sure}), not {wanted:?}"));
        }
    }
    for (key, value, sure) in &found {
        if !wanted.iter().any(|(wanted, _)| wanted.trim_start_matches('?') == *key) {
            wrong.push(format!("{key} = {value:?} ({sure}) was not said"));
        }
    }
    wrong
}

/// A value as the tables write it: a day, a number or a range, options joined by `+`, or the words.
pub(super) fn words(value: &Value) -> String {
    match value {
        Value::String(words) => words.clone(),
        Value::Array(items) => items.iter().map(words).collect::<Vec<_>>().join("+"),
        Value::Object(parts) => match (parts.get("date"), parts.get("value"), parts.get("min"), parts.get("max")) {
            (Some(date), ..) => words(date),
            (_, Some(value), ..) => words(value),
            (_, _, Some(min), Some(max)) => format!("{min}..{max}"),
            (_, _, Some(min), None) => format!("{min}.."),
            (_, _, None, Some(max)) => format!("..{max}"),
            _ => parts.get("text").map(words).unwrap_or_default(),
        },
        other => other.to_string(),
    }
}
