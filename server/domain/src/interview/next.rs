//! What to ask next: an open negotiation, a due follow-up, then priority × what it unlocks × what it adds to the score.

use super::{
    Next,
    dependencies::{closure, settled},
};
use protocol::interview::{CollectionType, InterviewView, Obligation, ObligationTemplate, Source, Status};
use std::collections::HashMap;

/// The one thing to end a reply with. `avoid` was just put off or not known and is not asked again at once.
#[must_use]
pub(super) fn next(view: &InterviewView, avoid: &[String]) -> Next {
    if let Some(open) = view.open_negotiation()
        && let Some(negotiation) = &open.negotiation
        && !avoid.contains(&open.key)
    {
        let was = negotiation.rounds.last().map_or(serde_json::Value::Null, |round| round.agent_proposal.clone());
        return Next::Settle { key: open.key.clone(), was, proposed: negotiation.proposed().cloned() };
    }
    if let Some(one) = to_read_back(view, avoid)
        && let Some(value) = &one.value
    {
        return Next::ReadBack { key: one.key.clone(), value: value.clone() };
    }
    if let Some((key, reason)) = due(view, avoid) {
        return ask(view, &key, Some(reason));
    }
    if let Some(key) = best(view, avoid) {
        return ask(view, &key, None);
    }
    let left: Vec<String> = view
        .obligations
        .iter()
        .filter(|one| !matches!(one.status, Status::Satisfied | Status::Skipped))
        .map(|one| one.key.clone())
        .collect();
    if view.completeness.can_complete() { Next::Close { left } } else { last_resort(view, avoid) }
}

fn ask(view: &InterviewView, key: &str, following_up: Option<String>) -> Next {
    let attempt = view.obligation(key).map_or(1, |one| one.attempts + 1);
    Next::Ask { key: key.to_owned(), attempt, following_up }
}

/// A value that is only half sure and was never read back: asking "is that right?" costs a word instead of a sentence.
fn to_read_back<'a>(view: &'a InterviewView, avoid: &[String]) -> Option<&'a Obligation> {
    view.obligations.iter().find(|one| {
        one.status == Status::Partial
            && one.value.is_some()
            && !avoid.contains(&one.key)
            && matches!(one.source, Some(Source::Message | Source::Transcript))
            && one.evidence.as_ref().is_some_and(|evidence| evidence.turn == view.turn_count)
            && view.asked.as_ref().is_none_or(|asked| asked.key != one.key || asked.kind == protocol::interview::Asking::Question)
    })
}

/// The most important follow-up whose turn has come.
fn due(view: &InterviewView, avoid: &[String]) -> Option<(String, String)> {
    view.memory
        .pending_follow_ups
        .iter()
        .filter(|one| one.scheduled_turn.is_some_and(|turn| turn <= view.turn_count) && !avoid.contains(&one.obligation_key))
        .filter(|one| may_ask(view, &one.obligation_key, true))
        .max_by_key(|one| one.priority)
        .map(|one| (one.obligation_key.clone(), one.reason.clone()))
}

fn best(view: &InterviewView, avoid: &[String]) -> Option<String> {
    let waiting = waiting(view);
    let askable = |direct: bool| {
        view.definition
            .obligations
            .iter()
            .filter(move |template| (template.collection_type == CollectionType::DirectQuestion) == direct)
            .filter(|template| !avoid.contains(&template.key) && may_ask(view, &template.key, false))
            .map(|template| (worth(view, template, waiting.get(template.key.as_str()).copied().unwrap_or(0)), template))
            // The first of equals, so that the order of the objective decides.
            .fold(None::<(f64, &ObligationTemplate)>, |best, one| match best {
                Some(best) if best.0 >= one.0 => Some(best),
                _ => Some(one),
            })
    };
    // What is to be inferred or researched is asked only when nothing else is left.
    askable(true).or_else(|| askable(false)).map(|(_, template)| template.key.clone())
}

fn may_ask(view: &InterviewView, key: &str, deferred_too: bool) -> bool {
    let (Some(one), Some(template)) = (view.obligation(key), view.template(key)) else { return false };
    let open = matches!(one.status, Status::Pending | Status::InProgress | Status::Partial);
    (open || (deferred_too && one.status == Status::Deferred))
        // What was reopened or withdrawn begins anew and may be asked once more, however often it was asked before.
        && (one.status == Status::Pending || one.attempts < template.attempts_allowed())
        && (one.dependencies_resolved || settled(view, key))
}

/// How many open obligations wait for each key, directly or through others.
fn waiting(view: &InterviewView) -> HashMap<&str, u32> {
    let mut waiting = HashMap::new();
    for one in view.obligations.iter().filter(|one| matches!(one.status, Status::Pending | Status::InProgress)) {
        for key in closure(&view.definition, &one.key) {
            *waiting.entry(key).or_default() += 1;
        }
    }
    waiting
}

/// priority × dependency-unlocking × what raises the score, a little more for what is required and what is being talked about.
fn worth(view: &InterviewView, template: &ObligationTemplate, waiting: u32) -> f64 {
    let unlocking = 1.0 + 0.25 * f64::from(waiting);
    let held = view
        .obligation(&template.key)
        .map_or(0.0, |one| if one.status == Status::Partial { one.confidence.get() * 0.5 } else { 0.0 });
    let raising = 1.0 - held;
    let required = if view.is_required(&template.key) { 1.3 } else { 1.0 };
    let topic = view.memory.recent_topics.last().and_then(|key| view.template(key)).and_then(|last| last.category.as_deref());
    let staying = if topic.is_some() && topic == template.category.as_deref() { 1.15 } else { 1.0 };
    let tried = view.obligation(&template.key).map_or(1.0, |one| 1.0 / f64::from(1 + one.attempts));
    f64::from(template.priority) * unlocking * raising * required * staying * tried
}

/// Nothing else may be asked, yet something is missing: what was put off and may still be asked, required answers first.
fn last_resort(view: &InterviewView, avoid: &[String]) -> Next {
    let mut put_off: Vec<(&Obligation, bool, u8)> = view
        .obligations
        .iter()
        .filter(|one| one.status == Status::Deferred && !avoid.contains(&one.key) && may_ask(view, &one.key, true))
        .map(|one| (one, view.is_required(&one.key), view.template(&one.key).map_or(0, |template| template.priority)))
        .collect();
    put_off.sort_by_key(|(_, required, priority)| std::cmp::Reverse((*required, *priority)));
    put_off.first().map_or(Next::Nothing, |(one, ..)| ask(view, &one.key, one.reason.clone()))
}
