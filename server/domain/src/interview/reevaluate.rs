//! Reassessing what is known in the light of what came later (seed 000, Re-evaluation Engine).

use super::{Draft, dependencies::closure, value::shown};
use protocol::{
    Confidence,
    interview::{Conflict, InterviewEvent, InterviewView, Obligation, ObligationTemplate, Source, Status},
};
use serde_json::Value;

/// A value whose ground has changed is only half sure until it is confirmed.
const DOUBTFUL: Confidence = Confidence::hundredths(70);

/// Reassesses every obligation and finds values that cannot both hold.
pub(super) fn session(draft: &mut Draft<'_>) {
    let keys: Vec<String> = draft.view.obligations.iter().map(|one| one.key.clone()).collect();
    for key in &keys {
        obligation(draft, key);
    }
    for conflict in conflicts(&draft.view) {
        if !draft.view.conflicts.contains(&conflict) {
            for key in &conflict.keys {
                lower(draft, key, &conflict.explanation);
            }
            draft.push(InterviewEvent::ConflictDetected { conflict });
        }
    }
}

/// An answer that was given before something it depends on changed may no longer hold.
pub(super) fn obligation(draft: &mut Draft<'_>, key: &str) {
    let Some(one) = draft.view.obligation(key) else { return };
    if one.status != Status::Satisfied {
        return;
    }
    let sure_since = one.sure_seq;
    let definition = draft.view.definition.clone();
    let grounds = closure(&definition, key);
    let changed_later =
        definition.obligations.iter().filter(|template| grounds.contains(&template.key.as_str())).find(|template| {
            draft
                .view
                .obligation(&template.key)
                .is_some_and(|ground| !ground.past.is_empty() && ground.value.is_some() && ground.value_seq > sure_since)
        });
    if let Some(ground) = changed_later {
        let reason = format!("{} has changed since", ground.name());
        lower(draft, key, &reason);
    }
}

fn lower(draft: &mut Draft<'_>, key: &str, reason: &str) {
    let known = draft.view.obligation(key).is_some_and(|one| one.value.is_some() && one.confidence > DOUBTFUL);
    if known {
        draft.reopened = true;
        draft.set_confidence(key, DOUBTFUL, Source::Reevaluation, Some(reason));
    }
}

/// Values that cannot both hold: two for one field, an end before its beginning, a least above its most.
#[must_use]
pub fn conflicts(view: &InterviewView) -> Vec<Conflict> {
    let known: Vec<(&ObligationTemplate, &Obligation, &Value)> =
        view.obligations.iter().filter_map(|one| Some((view.template(&one.key)?, one, one.value.as_ref()?))).collect();
    let mut found = Vec::new();
    for (index, (template, one, value)) in known.iter().enumerate() {
        for (other_template, other, other_value) in &known[index + 1..] {
            let words = || {
                format!(
                    "{}: {} – {}: {}",
                    template.name(),
                    shown(template, value),
                    other_template.name(),
                    shown(other_template, other_value)
                )
            };
            let explanation = if template.field_path == other_template.field_path && !super::value::same(value, other_value) {
                Some(format!("two values for one field ({})", words()))
            } else {
                out_of_order(template, value, other_template, other_value).map(|why| format!("{why} ({})", words()))
            };
            if let Some(explanation) = explanation {
                found.push(Conflict { keys: vec![one.key.clone(), other.key.clone()], explanation });
            }
        }
    }
    found
}

const PAIRS: [(&str, &str, &str); 6] = [
    ("start", "end", "it ends before it starts"),
    ("begin", "end", "it ends before it begins"),
    ("from", "to", "it ends before it starts"),
    ("start", "deadline", "the deadline lies before the start"),
    ("min", "max", "the least is more than the most"),
    ("minimum", "maximum", "the least is more than the most"),
];

/// Pairs are recognised by their keys: the same words but for one of the pairs above.
fn out_of_order(
    one: &ObligationTemplate,
    value: &Value,
    other: &ObligationTemplate,
    other_value: &Value,
) -> Option<&'static str> {
    PAIRS.iter().find_map(|(low, high, why)| {
        let ordered = if is_pair(&one.key, &other.key, low, high) {
            (value, other_value)
        } else if is_pair(&other.key, &one.key, low, high) {
            (other_value, value)
        } else {
            return None;
        };
        more(ordered.0, ordered.1).then_some(*why)
    })
}

fn is_pair(one: &str, other: &str, low: &str, high: &str) -> bool {
    let words = |key: &str| key.split(['_', '-', '.']).map(str::to_lowercase).collect::<Vec<_>>();
    let (one, other) = (words(one), words(other));
    one.len() == other.len()
        && one.iter().zip(&other).any(|(a, b)| a == low && b == high)
        && one.iter().zip(&other).all(|(a, b)| a == b || (a == low && b == high))
}

fn more(low: &Value, high: &Value) -> bool {
    let day =
        |value: &Value| value.get("date").unwrap_or(value).as_str().filter(|day| super::value::is_day(day)).map(str::to_owned);
    if let (Some(low), Some(high)) = (day(low), day(high)) {
        return low > high;
    }
    let number = |value: &Value| value.get("value").unwrap_or(value).as_f64();
    matches!((number(low), number(high)), (Some(low), Some(high)) if low > high)
}
