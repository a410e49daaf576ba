//! What a model is shown of an interview: the last turns verbatim as far as they fit, what is held, what is kept in mind.

use super::fence::fence;
use domain::interview::{HeardTurn, Held, value::format_value};
use protocol::{
    Band,
    interview::{ObjectiveDefinition, ObligationTemplate, Speaker, Status, WidgetType},
};
use serde_json::Value;

/// The earlier turns in all, and one of them, in characters.
const TURNS: usize = 6_000;
const TURN: usize = 2_000;
/// One text of an objective, one value, and all options of one obligation.
const TEXT: usize = 300;
const OPTIONS: usize = 1_500;
/// The whole list of obligations.
const LIST: usize = 40_000;

/// The last turns, oldest first.
pub(super) fn conversation(prompt: &mut String, history: &[HeardTurn]) {
    let mut room = TURNS;
    let mut kept = Vec::new();
    for turn in history.iter().rev() {
        let text = cut(&turn.text, TURN);
        let length = text.chars().count();
        if length > room {
            break;
        }
        room -= length;
        let speaker = if turn.speaker == Speaker::User { "Person" } else { "Agent" };
        kept.push(format!("{speaker}: {text}"));
    }
    kept.reverse();
    if !kept.is_empty() {
        fence(prompt, "earlier turns", &kept.join("\n"));
    }
}

/// Every obligation with what is held of it, one line each.
pub(crate) fn obligations(prompt: &mut String, definition: &ObjectiveDefinition, held: &[Held]) {
    let mut list = String::new();
    for template in &definition.obligations {
        let line = obligation(template, held.iter().find(|one| one.key == template.key));
        if list.chars().count() + line.chars().count() > LIST {
            break;
        }
        list.push_str(&line);
        list.push('\n');
    }
    fence(prompt, "what is to be known", list.trim_end());
}

fn obligation(template: &ObligationTemplate, held: Option<&Held>) -> String {
    let mut parts = vec![
        format!("key {}", Value::from(template.key.as_str())),
        format!("name {}", quoted(&template.name())),
        format!("kind {}", serde_json::to_value(template.widget_type).unwrap_or_default()),
        format!("question {}", quoted(&template.prompt)),
    ];
    if let Some(description) = &template.description {
        parts.push(format!("means {}", quoted(description)));
    }
    if let Some(why) = &template.why {
        parts.push(format!("asked because {}", quoted(why)));
    }
    if !template.options.is_empty() {
        parts.push(format!("options {}", options(template)));
    }
    match (template.describe_bounds(), &template.unit) {
        (Some(bounds), _) => parts.push(format!("takes a number {}", quoted(&bounds))),
        (None, Some(unit)) if template.widget_type == WidgetType::Number => parts.push(format!("counted in {}", quoted(unit))),
        _ => {}
    }
    if let Some(held) = held {
        if held.status != Status::Pending {
            parts.push(format!("status {}", held.status.name()));
        }
        if let Some(value) = &held.value {
            parts.push(format!("held {} at {}", quoted(&format_value(template, value)), held.confidence));
        }
        if let Some(proposed) = &held.proposed {
            parts.push(format!("contradicted by {}", quoted(&format_value(template, proposed))));
        }
    }
    parts.join("; ")
}

fn options(template: &ObligationTemplate) -> String {
    let one = |option: &protocol::interview::Choice| {
        let mut names: Vec<&str> = vec![&option.label];
        names.extend(option.synonyms.iter().map(String::as_str).take(4));
        format!("{} ({})", Value::from(option.value.as_str()), names.join(", "))
    };
    cut(&template.options.iter().map(one).collect::<Vec<_>>().join(", "), OPTIONS)
}

/// What is held without being sure, or against another value: it is not settled yet.
pub(super) fn fence_doubted(prompt: &mut String, definition: &ObjectiveDefinition, held: &[Held]) {
    let line = |one: &Held| {
        let template = definition.obligations.iter().find(|template| template.key == one.key)?;
        let value = quoted(&format_value(template, one.value.as_ref()?));
        let doubtful = one.proposed.is_some() || one.confidence.band() < Band::High;
        (doubtful && one.status != Status::Skipped).then(|| format!("key {}: {value}", quoted(&one.key)))
    };
    let lines: Vec<String> = held.iter().filter_map(line).take(60).collect();
    if !lines.is_empty() {
        fence(prompt, "held with doubt", &lines.join("\n"));
    }
}

/// What is known, for whoever words a reply.
pub(super) fn known(prompt: &mut String, definition: &ObjectiveDefinition, held: &[Held]) {
    let line = |one: &Held| {
        let template = definition.obligations.iter().find(|template| template.key == one.key)?;
        Some(format!("{}: {}", template.name(), cut(&format_value(template, one.value.as_ref()?), TEXT)))
    };
    let lines: Vec<String> = held.iter().filter_map(line).take(60).collect();
    if !lines.is_empty() {
        fence(prompt, "known so far", &lines.join("\n"));
    }
}

/// A text on one line, in quotation marks that it cannot leave.
pub(crate) fn quoted(text: &str) -> String {
    Value::from(cut(text, TEXT)).to_string()
}

pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
