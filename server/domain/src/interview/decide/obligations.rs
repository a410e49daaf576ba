//! Changing an obligation by hand, beside the conversation.

use super::{must_be_active, must_exist, negotiation};
use crate::{
    Refusal,
    interview::{Draft, value::fitting},
};
use protocol::{
    Confidence,
    interview::{FollowUp, InterviewEvent, NegotiationStatus, Resolution, SessionStatus, Source, Status},
};
use serde_json::Value;

/// Set by a person's own hand.
const BY_HAND: Confidence = Confidence::hundredths(98);
const REASON_LIMIT: usize = 500;

pub(super) fn set(draft: &mut Draft<'_>, key: &str, value: &Value) -> Result<(), Refusal> {
    must_be_active(draft)?;
    must_exist(draft, key)?;
    let Some(template) = draft.view.template(key) else { return Ok(()) };
    let value = fitting(template, value)?;
    draft.take(key, value.clone(), BY_HAND, Source::Manual, None);
    if let Some(mut negotiation) =
        draft.view.obligation(key).and_then(|one| one.negotiation.clone()).filter(|one| one.status != NegotiationStatus::Resolved)
    {
        negotiation.status = NegotiationStatus::Resolved;
        negotiation.final_value = Some(value);
        negotiation.resolution = Some(Resolution::UserAccepted);
        draft.push(InterviewEvent::Negotiated { key: key.to_owned(), negotiation });
    }
    after(draft);
    Ok(())
}

pub(super) fn defer(draft: &mut Draft<'_>, key: &str, reason: Option<&str>) -> Result<(), Refusal> {
    must_be_active(draft)?;
    let reason = checked(reason, "put off by hand")?;
    match status(draft, key)? {
        Status::Deferred => return Ok(()),
        Status::Satisfied => return Err(Refusal::conflict("this is answered already: reopen it first")),
        _ => draft.set_status(key, Status::Deferred, Some(&reason)),
    }
    negotiation::lay_aside(draft, key);
    let mut memory = (*draft.view.memory).clone();
    memory.pending_follow_ups.retain(|one| one.obligation_key != key);
    memory.pending_follow_ups.push(FollowUp {
        obligation_key: key.to_owned(),
        reason: "you wanted to come back to it".into(),
        priority: draft.view.template(key).map_or(5, |template| template.priority),
        scheduled_turn: None,
    });
    draft.keep_in_mind(memory);
    after(draft);
    Ok(())
}

pub(super) fn skip(draft: &mut Draft<'_>, key: &str, reason: Option<&str>) -> Result<(), Refusal> {
    must_be_active(draft)?;
    let reason = checked(reason, "skipped by hand")?;
    match status(draft, key)? {
        Status::Skipped => return Ok(()),
        Status::Satisfied => return Err(Refusal::conflict("this is answered already: reopen it first")),
        _ => draft.set_status(key, Status::Skipped, Some(&reason)),
    }
    negotiation::lay_aside(draft, key);
    after(draft);
    Ok(())
}

/// Open again: what was put off or skipped may be asked, what was answered is only half sure. A finished interview goes on.
pub(super) fn reopen(draft: &mut Draft<'_>, key: &str, reason: Option<&str>) -> Result<(), Refusal> {
    let reason = checked(reason, "reopened by hand")?;
    let status = status(draft, key)?;
    if draft.view.status == SessionStatus::Completed {
        draft.push(InterviewEvent::Resumed { reason: format!("{key} was reopened") });
        ask_first(draft, key);
    }
    if matches!(status, Status::Pending | Status::InProgress) {
        return Ok(());
    }
    let held = draft.view.obligation(key).is_some_and(|one| one.value.is_some());
    open_again(draft, key, held, &reason);
    after(draft);
    Ok(())
}

/// Whoever goes on with a finished interview to answer one thing is asked that, whatever else is open.
fn ask_first(draft: &mut Draft<'_>, key: &str) {
    if draft.view.obligation(key).is_none_or(|one| one.status == Status::Satisfied) {
        return;
    }
    let mut memory = (*draft.view.memory).clone();
    memory.pending_follow_ups.retain(|one| one.obligation_key != key);
    memory.pending_follow_ups.push(FollowUp {
        obligation_key: key.to_owned(),
        reason: "you wanted to answer it now".into(),
        priority: 10,
        scheduled_turn: Some(draft.view.turn_count),
    });
    draft.keep_in_mind(memory);
}

/// What is `held` is half sure from now on.
pub(super) fn open_again(draft: &mut Draft<'_>, key: &str, held: bool, reason: &str) {
    if held {
        let from = draft.view.obligation(key).map_or(Confidence::NONE, |one| one.confidence);
        let to = from.min(Confidence::hundredths(70));
        if from != to {
            let (source, findings) = (Source::Manual, Vec::new());
            draft.push(InterviewEvent::ConfidenceUpdated { key: key.to_owned(), from, to, source, findings });
        }
    }
    if held && draft.view.obligation(key).is_some_and(|one| one.status == Status::Skipped) {
        // It is asked for again, and counts like any other.
        draft.set_status(key, Status::Pending, Some(reason));
    }
    draft.set_status(key, if held { Status::Partial } else { Status::Pending }, Some(reason));
    draft.reopened = true;
}

pub(super) fn undo(draft: &mut Draft<'_>, key: &str) -> Result<(), Refusal> {
    must_be_active(draft)?;
    must_exist(draft, key)?;
    if draft.view.obligation(key).is_some_and(|one| one.past.is_empty()) {
        return Err(Refusal::conflict("there is no earlier value to go back to"));
    }
    if !negotiation::lay_aside(draft, key) {
        negotiation::unsettle(draft, key);
    }
    draft.push(InterviewEvent::ValueRestored { key: key.to_owned() });
    draft.reopened = true;
    draft.settle(key, Some("an earlier value was restored"));
    after(draft);
    Ok(())
}

/// Of two values that contradict each other one is meant: the other is taken back, and stays for undo.
pub(super) fn keep_over(draft: &mut Draft<'_>, key: &str, over: &str) -> Result<(), Refusal> {
    must_be_active(draft)?;
    must_exist(draft, key)?;
    must_exist(draft, over)?;
    let between = |keys: &[String]| keys.len() == 2 && key != over && keys.iter().all(|one| one == key || one == over);
    let contradict = draft.view.conflicts.iter().any(|one| one.research.is_none() && between(&one.keys));
    let value = draft.view.obligation(key).and_then(|one| one.value.clone()).filter(|_| contradict);
    let Some(value) = value else {
        return Err(Refusal::conflict("these two do not contradict each other"));
    };
    negotiation::lay_aside(draft, over);
    draft.push(InterviewEvent::ValueCleared { key: over.to_owned() });
    draft.set_status(over, Status::Pending, Some("the value that it contradicted was kept"));
    draft.take(key, value, BY_HAND, Source::Manual, None);
    draft.reopened = true;
    after(draft);
    Ok(())
}

/// What was waited for may have been answered by hand; whatever follows is weighed.
fn after(draft: &mut Draft<'_>) {
    let memory = crate::interview::memory::updated(&draft.view, crate::interview::memory::Signals::default());
    if memory != *draft.view.memory {
        draft.keep_in_mind(memory);
    }
    draft.recompute();
}

fn status(draft: &Draft<'_>, key: &str) -> Result<Status, Refusal> {
    must_exist(draft, key)?;
    Ok(draft.view.obligation(key).map_or(Status::Pending, |one| one.status))
}

fn checked(reason: Option<&str>, otherwise: &str) -> Result<String, Refusal> {
    match reason.map(str::trim).filter(|reason| !reason.is_empty()) {
        None => Ok(otherwise.to_owned()),
        Some(reason) if reason.chars().count() <= REASON_LIMIT => Ok(reason.to_owned()),
        Some(_) => Err(Refusal::invalid("reason", format!("a reason has at most {REASON_LIMIT} characters"))),
    }
}
