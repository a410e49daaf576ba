//! What one turn did, as the seed's server-sent objects.

use protocol::{
    ResearchId,
    interview::{Author, InterviewEvent, InterviewView, Recorded},
    research::ResearchTask,
};
use serde_json::{Value, json};
use std::collections::HashMap;

/// Words per delta: a reply arrives in a few pieces, not in a hundred frames.
const WORDS: usize = 12;

/// The objects of some events, in the seed's order: the reply (and why the built-in engine gave it, where a model should have),
/// obligations, negotiations, research, completeness, phase.
/// `held` is what was known before them, `after` the interview after them.
pub(super) fn objects(events: &[Recorded], held: &HashMap<String, Value>, after: &InterviewView) -> Vec<Value> {
    let mut out = Vec::new();
    for recorded in events {
        if let InterviewEvent::MessageAdded { message } = &recorded.event
            && message.role == Author::Agent
        {
            out.extend(deltas(&message.content).map(|content| json!({"type": "message", "content": content})));
            let fell_back = message.fell_back.as_ref();
            out.extend(fell_back.map(|one| json!({"type": "fell_back", "task": one.task, "reason": one.reason})));
        }
    }
    let mut listed: Vec<&str> = Vec::new();
    for key in events.iter().filter_map(|recorded| obligation_of(&recorded.event)) {
        if !listed.contains(&key) {
            listed.push(key);
            let changed = events.iter().any(|recorded| revalued(&recorded.event) == Some(key));
            out.extend(obligation(after, key, held.get(key).filter(|_| changed)));
        }
    }
    for recorded in events {
        if let InterviewEvent::Negotiated { key, negotiation } = &recorded.event {
            out.push(json!({"type": "negotiation", "key": key, "state": negotiation.status, "proposed": negotiation.proposed(), "finalValue": negotiation.final_value}));
        }
    }
    let mut looked_up: Vec<ResearchId> = Vec::new();
    for id in events.iter().filter_map(|recorded| recorded.event.research()) {
        if !looked_up.contains(&id) {
            looked_up.push(id);
            out.extend(after.research_task(id).map(research));
        }
    }
    if events.iter().any(|recorded| matches!(recorded.event, InterviewEvent::CompletenessUpdated { .. })) {
        out.push(json!({"type": "completeness", "score": after.completeness.score}));
    }
    if events.iter().any(|recorded| matches!(recorded.event, InterviewEvent::PhaseChanged { .. })) {
        out.push(json!({"type": "phase", "phase": after.phase}));
    }
    out
}

/// The values of an interview by their keys.
pub(super) fn held(view: &InterviewView) -> HashMap<String, Value> {
    view.obligations.iter().filter_map(|one| Some((one.key.clone(), one.value.clone()?))).collect()
}

/// The obligation that an event gives another value, or none.
fn revalued(event: &InterviewEvent) -> Option<&str> {
    match event {
        InterviewEvent::ValueExtracted { key, .. }
        | InterviewEvent::ValueRestored { key }
        | InterviewEvent::ValueCleared { key } => Some(key),
        _ => None,
    }
}

/// Events after which the page would show an obligation differently.
fn obligation_of(event: &InterviewEvent) -> Option<&str> {
    match event {
        InterviewEvent::ConfidenceUpdated { key, .. } | InterviewEvent::StatusChanged { key, .. } => Some(key),
        _ => revalued(event),
    }
}

/// With the value before the turn where the turn changed it.
fn obligation(after: &InterviewView, key: &str, before: Option<&Value>) -> Option<Value> {
    let one = after.obligation(key)?;
    let mut out = json!({
        "type": "obligation", "key": key, "status": one.status, "confidence": one.confidence, "value": one.value, "evidence": one.evidence,
    });
    if let Some(before) = before.filter(|before| one.value.as_ref() != Some(before)) {
        out["previousValue"] = before.clone();
    }
    Some(out)
}

/// A task as it is after the turn. Later changes are in the interview's own stream.
fn research(task: &ResearchTask) -> Value {
    json!({
        "type": "research", "id": task.id, "status": task.status, "taskType": task.asked.task_type,
        "obligationKey": task.asked.obligation_key,
    })
}

/// Pieces that are the whole text when put together.
fn deltas(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let end = rest.match_indices(' ').nth(WORDS - 1).map_or(rest.len(), |(at, _)| at + 1);
        let (piece, left) = rest.split_at(end);
        rest = left;
        Some(piece)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deltas_make_the_whole_text() {
        let long = "one two three four five six seven eight nine ten eleven twelve thirteen – vierzehn  fünfzehn ";
        for text in ["", " ", "one", "one two", long, "مرحبا بك"] {
            assert_eq!(deltas(text).collect::<String>(), text);
        }
        assert_eq!(deltas(long).count(), 2);
    }
}
