//! After something was settled beside the conversation that the agent waits for, the agent goes on by itself: it says what it
//! took note of and asks the next thing, once.

use super::{
    Effect, Streamed,
    reply::{self, ReplyParts},
    understood::{earlier, history_before},
};
use crate::interview::{Draft, Interview, Remark, Took, next::next};
use protocol::{
    Band, MessageId,
    interview::{
        Asking, Author, InterviewEvent, InterviewView, Message, Negotiation, NegotiationStatus, Obligation, PendingQuestion,
        SessionStatus, Status,
    },
};
use std::mem::discriminant;

/// Goes on from a command about `key`, if there is a reason to.
pub(super) fn go_on(
    draft: &mut Draft<'_>,
    interview: &Interview,
    key: &str,
    streamed: Option<&Streamed>,
    effects: &mut Vec<Effect>,
) {
    let before = &interview.view;
    if draft.is_empty() || draft.view.status != SessionStatus::Active {
        return;
    }
    if before.replying.is_some() && !is_decided(before) {
        // What the message under way leads to is decided with this in view.
        return;
    }
    // A reply that speaks of this very change is not what holds any more, whatever it asks.
    let restated = before.replying.is_some() && before.going_on.iter().any(|one| one == key);
    let (reason, same_question) = match waited_for(before) {
        Some(asked) if asked.key == key => (is_settled(before, &draft.view, asked), false),
        Some(_) => (restated, true),
        // An interview that was finished goes on, and so does one that is not where its last words left it.
        None => (restated || before.status != SessionStatus::Active || takes_a_turn(before, &draft.view), false),
    };
    if !reason {
        return;
    }
    let mut after = Vec::new();
    if let Some(reply) = before.replying
        && !reply::stop(draft, reply, streamed, effects)
    {
        // Nothing of it was shown: what it would have said is said now.
        after.clone_from(&before.going_on);
    }
    after.retain(|one| one != key);
    after.push(key.to_owned());
    let reply = MessageId(draft.id());
    draft.push(InterviewEvent::ReplyStarted { message_id: reply, after, rewords: None });
    let said = ReplyParts { resumed: same_question, ..describe_changes(&draft.view, &before.messages) };
    let plan = reply::plan(draft, said);
    effects.push(Effect::Reply { reply, plan: Box::new(plan) });
}

/// What a reply says that goes on from changes beside the conversation; the same whenever it is asked.
pub(super) fn describe_changes(view: &InterviewView, messages: &[Message]) -> ReplyParts {
    let mut said = ReplyParts {
        opening: !messages.iter().any(|message| message.role == Author::Agent),
        earlier: earlier(messages),
        history: history_before(messages, messages.len()),
        ..ReplyParts::default()
    };
    for one in view.going_on.iter().filter_map(|key| view.obligation(key)) {
        acknowledge(one, &mut said);
    }
    said
}

fn acknowledge(one: &Obligation, said: &mut ReplyParts) {
    let key = one.key.clone();
    let sure = one.confidence.band() >= Band::High;
    let negotiation = one.negotiation.as_ref();
    match (one.status, negotiation.map(|negotiation| negotiation.status)) {
        (_, Some(NegotiationStatus::Active)) => {
            if negotiation.and_then(Negotiation::proposed).is_none() {
                said.remarks.push(Remark::WhatInstead { key });
            }
            return;
        }
        (Status::Deferred, _) => said.remarks.push(Remark::Deferred { key }),
        (Status::Skipped, _) => said.remarks.push(Remark::Skipped { key }),
        (_, Some(NegotiationStatus::Deferred)) => said.remarks.push(Remark::NegotiationDeferred { key }),
        _ => {
            let Some(value) = one.value.clone().filter(|_| sure) else { return };
            if negotiation.and_then(|negotiation| negotiation.final_value.as_ref()) == Some(&value) {
                said.remarks.push(Remark::Settled { key, value });
            } else {
                said.took.push(Took { key, value, previous: None, confidence: one.confidence, quote: None });
            }
        }
    }
    said.avoid.push(one.key.clone());
}

/// Whether only the words of the reply under way are missing.
pub(super) fn is_decided(view: &InterviewView) -> bool {
    view.planned || !view.going_on.is_empty() || view.rewording.is_some()
}

/// What the agent waits for, or is about to ask: a question until it is answered, a read-back or a choice between two values
/// until something else is said.
fn waited_for(view: &InterviewView) -> Option<&PendingQuestion> {
    let asked = view.asked.as_ref()?;
    let one = view.obligation(&asked.key)?;
    let open = match asked.kind {
        Asking::Question => matches!(one.status, Status::Pending | Status::InProgress | Status::Partial),
        Asking::ReadBack => asked.turn == view.turn_count && one.status == Status::Partial,
        Asking::Negotiation => asked.turn == view.turn_count && is_argued(one),
    };
    open.then_some(asked)
}

fn is_settled(before: &InterviewView, after: &InterviewView, asked: &PendingQuestion) -> bool {
    let (Some(was), Some(is)) = (before.obligation(&asked.key), after.obligation(&asked.key)) else { return false };
    let changed = was.value != is.value || is_argued(is);
    match asked.kind {
        Asking::Question => changed || !matches!(is.status, Status::Pending | Status::InProgress | Status::Partial),
        Asking::ReadBack => changed || is.status != Status::Partial,
        Asking::Negotiation => !is_argued(is),
    }
}

/// Whether something else than before is to be said: a question in place of the offer to finish, the offer in place of silence.
fn takes_a_turn(before: &InterviewView, after: &InterviewView) -> bool {
    discriminant(&next(before, &[])) != discriminant(&next(after, &[]))
}

fn is_argued(one: &Obligation) -> bool {
    one.negotiation.as_ref().is_some_and(Negotiation::is_active)
}
