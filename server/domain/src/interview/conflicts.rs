//! Values that cannot both hold: found after every turn among those that changed, gone again when one of them changes
//! (seed 000, `detectConflicts`).

use super::{Draft, dependencies::at, memory::relationships, reevaluate::lower, value::format_value};
use protocol::interview::{Conflict, FollowUp, InterviewEvent, InterviewView, Obligation, ObligationTemplate, Source};
use serde_json::Value;
use std::collections::HashSet;

/// Brings the conflicts up to date after these keys got or lost a value. What contradicts an older value makes that one
/// doubtful, and itself too unless it was chosen by hand; the older one is come back to.
pub(super) fn keep(draft: &mut Draft<'_>, revalued: &[String]) {
    if revalued.is_empty() {
        return;
    }
    let touched = |conflict: &Conflict| conflict.keys.iter().any(|key| revalued.contains(key));
    let gone = draft.view.conflicts.iter().filter(|one| touched(one) && !still(&draft.view, one)).cloned().collect();
    let templates = &draft.view.definition.obligations;
    let changed: Vec<usize> = (0..templates.len()).filter(|&place| revalued.contains(&templates[place].key)).collect();
    let found = changed
        .iter()
        .flat_map(|&place| (0..templates.len()).map(move |other| (place, other)))
        .filter(|(place, other)| other > place || !changed.contains(other))
        .filter_map(|(place, other)| between(&draft.view, place.min(other), place.max(other)))
        .collect();
    update(draft, gone, found);
}

/// The same for all values.
pub(super) fn keep_all(draft: &mut Draft<'_>) {
    let found = conflicts(&draft.view);
    let over = |one: &&Conflict| if one.research.is_some() { !still(&draft.view, one) } else { !found.contains(one) };
    let gone = draft.view.conflicts.iter().filter(over).cloned().collect();
    update(draft, gone, found);
}

fn update(draft: &mut Draft<'_>, gone: Vec<Conflict>, found: Vec<Conflict>) {
    for conflict in gone {
        draft.push(InterviewEvent::ConflictResolved { conflict });
    }
    for conflict in found {
        if !draft.view.conflicts.contains(&conflict) {
            detected(draft, conflict);
        }
    }
}

fn detected(draft: &mut Draft<'_>, conflict: Conflict) {
    let mut keys = conflict.keys.clone();
    keys.sort_by_key(|key| draft.view.obligation(key).map_or(0, |one| one.value_seq));
    for (age, key) in keys.iter().enumerate() {
        let chosen = draft.view.obligation(key).is_some_and(|one| {
            matches!(one.source, Some(Source::Widget | Source::Manual | Source::Negotiation | Source::Research))
        });
        if age == 0 || !chosen {
            lower(draft, key, &conflict.explanation);
        }
    }
    draft.push(InterviewEvent::ConflictDetected { conflict: conflict.clone() });
    if let Some(older) = keys.first() {
        let mut memory = (*draft.view.memory).clone();
        memory.pending_follow_ups.retain(|one| one.obligation_key != *older);
        memory.pending_follow_ups.push(FollowUp {
            obligation_key: older.clone(),
            reason: conflict.explanation.clone(),
            priority: draft.view.template(older).map_or(5, |template| template.priority),
            scheduled_turn: Some(draft.turn),
        });
        memory.inferred_relationships = relationships(&draft.view);
        draft.keep_in_mind(memory);
    }
}

fn still(view: &InterviewView, conflict: &Conflict) -> bool {
    if let Some(task) = conflict.research.and_then(|id| view.research_task(id)) {
        // What research found is about the value that was held then.
        let held = conflict.keys.first().and_then(|key| view.obligation(key)).map(|one| one.value_seq);
        return !task.undone && task.effect.as_ref().map(|effect| effect.value_seq) == held;
    }
    let place = |key: &String| view.definition.obligations.iter().position(|template| template.key == *key);
    let [one, other] = &conflict.keys[..] else { return false };
    let (Some(one), Some(other)) = (place(one), place(other)) else { return false };
    between(view, one, other).as_ref() == Some(conflict)
}

/// All values that cannot both hold: two for one field, an end before its beginning, a least above its most.
#[must_use]
pub fn conflicts(view: &InterviewView) -> Vec<Conflict> {
    let templates = &view.definition.obligations;
    let mut fields = HashSet::new();
    let shared: HashSet<&str> =
        templates.iter().map(|template| template.field_path.as_str()).filter(|path| !fields.insert(*path)).collect();
    // Only these can contradict anything; all others are not compared at all.
    let able: Vec<usize> = (0..templates.len())
        .filter(|&place| shared.contains(templates[place].field_path.as_str()) || is_one_of_a_pair(&templates[place].key))
        .collect();
    able.iter()
        .enumerate()
        .flat_map(|(index, &one)| able[index + 1..].iter().filter_map(move |&other| between(view, one, other)))
        .collect()
}

fn between(view: &InterviewView, one: usize, other: usize) -> Option<Conflict> {
    let (template, other_template) = (&view.definition.obligations[one], &view.definition.obligations[other]);
    if one == other {
        return None;
    }
    let one_field = template.field_path == other_template.field_path;
    if !one_field && pair(template, other_template).is_none() {
        return None;
    }
    let known = |place| at(view, place).and_then(|one: &Obligation| Some((one, one.value.as_ref()?)));
    let ((one, value), (other, other_value)) = (known(one)?, known(other)?);
    let why = if one_field {
        (!super::value::same(value, other_value)).then_some("two values for one field")
    } else {
        pair(template, other_template).and_then(|(why, turned)| {
            let (low, high) = if turned { (other_value, value) } else { (value, other_value) };
            more(low, high).then_some(why)
        })
    }?;
    let said = |template: &ObligationTemplate, value| {
        let value: String = format_value(template, value).chars().take(80).collect();
        format!("{}: {value}", template.name())
    };
    let explanation = format!("{why} ({} – {})", said(template, value), said(other_template, other_value));
    Some(Conflict { keys: vec![one.key.clone(), other.key.clone()], explanation, research: None })
}

const PAIRS: [(&str, &str, &str); 6] = [
    ("start", "end", "it ends before it starts"),
    ("begin", "end", "it ends before it begins"),
    ("from", "to", "it ends before it starts"),
    ("start", "deadline", "the deadline lies before the start"),
    ("min", "max", "the least is more than the most"),
    ("minimum", "maximum", "the least is more than the most"),
];

fn words(key: &str) -> impl Iterator<Item = &str> {
    key.split(['_', '-', '.'])
}

fn is_one_of_a_pair(key: &str) -> bool {
    let named = |word: &str| PAIRS.iter().any(|(low, high, _)| word.eq_ignore_ascii_case(low) || word.eq_ignore_ascii_case(high));
    words(key).any(named)
}

/// Pairs are recognised by their keys: the same words but for one of the pairs above. Returns what is wrong when the
/// first is more than the second, and whether the two are in reverse order.
fn pair(one: &ObligationTemplate, other: &ObligationTemplate) -> Option<(&'static str, bool)> {
    PAIRS.iter().find_map(|(low, high, why)| {
        if is_pair(&one.key, &other.key, low, high) {
            Some((*why, false))
        } else if is_pair(&other.key, &one.key, low, high) {
            Some((*why, true))
        } else {
            None
        }
    })
}

fn is_pair(one: &str, other: &str, low: &str, high: &str) -> bool {
    let (mut one, mut other, mut told_apart) = (words(one), words(other), false);
    loop {
        match (one.next(), other.next()) {
            (None, None) => return told_apart,
            (Some(a), Some(b)) if a.eq_ignore_ascii_case(low) && b.eq_ignore_ascii_case(high) => told_apart = true,
            (Some(a), Some(b)) if a.eq_ignore_ascii_case(b) => {}
            _ => return false,
        }
    }
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
