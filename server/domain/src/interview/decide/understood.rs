//! An engine understood a message: what is taken of it, and what the reply must say.

use super::{Effect, findings, moves, reply};
use crate::{
    Refusal,
    interview::{
        Draft, Heard, HeardTurn, Held, Interview, Remark, Understanding,
        memory::{Signals, updated},
    },
};
use protocol::{
    MessageId, Timestamp,
    interview::{Asking, Author, InterviewEvent, InterviewView, Message, Speaker, Status},
};

/// What an engine is given to understand the newest message of the person.
#[must_use]
pub fn heard(view: &InterviewView, now: Timestamp) -> Option<Heard> {
    let at = view.messages.iter().rposition(|message| message.role == Author::User)?;
    let message = &view.messages[at];
    let history =
        view.messages[..at].iter().rev().filter_map(turn).take(Heard::HISTORY).collect::<Vec<_>>().into_iter().rev().collect();
    Some(Heard {
        definition: view.definition.clone(),
        held: held(view),
        asked: view.asked.as_ref().map(|asked| (asked.key.clone(), asked.kind)),
        history,
        text: message.content.clone(),
        today: now.date(),
        imported: false,
    })
}

fn turn(message: &Message) -> Option<HeardTurn> {
    let speaker = match message.role {
        Author::User => Speaker::User,
        Author::Agent => Speaker::Agent,
        Author::System => return None,
    };
    Some(HeardTurn { id: message.id, speaker, text: message.content.clone() })
}

pub(super) fn held(view: &InterviewView) -> Vec<Held> {
    view.obligations
        .iter()
        .map(|one| Held {
            key: one.key.clone(),
            status: one.status,
            value: one.value.clone(),
            confidence: one.confidence,
            turn: one.evidence.as_ref().map(|evidence| evidence.turn),
            proposed: one.negotiation.as_ref().filter(|one| one.is_active()).and_then(|one| one.proposed().cloned()),
        })
        .collect()
}

pub(super) fn understood(
    draft: &mut Draft<'_>,
    interview: &Interview,
    reply: MessageId,
    understanding: Understanding,
    effects: &mut Vec<Effect>,
) -> Result<(), Refusal> {
    if draft.view.replying != Some(reply) {
        return Err(Refusal::conflict("this reply is not being written any more"));
    }
    let messages = &interview.view.messages;
    let Some(at) = messages.iter().rposition(|message| message.role == Author::User) else {
        return Err(Refusal::conflict("there is no message to understand"));
    };
    let message = &messages[at];
    draft.turn = message.turn;
    let asked = draft.view.asked.clone();
    let mut said = reply::Said { text: message.content.clone(), recent: recent(messages), ..reply::Said::default() };
    let mut signals = Signals { style: understanding.style, preferences: understanding.preferences, ..Signals::default() };

    let history: Vec<&Message> = messages[..at].iter().filter(|one| one.role != Author::System).collect();
    let shown: Vec<&Message> = history[history.len().saturating_sub(Heard::HISTORY)..].to_vec();
    let sound = findings::sound(draft, understanding.findings, message, &shown);
    let rejected = moves::rejects(&understanding.moves);
    findings::take(draft, sound, &understanding.moves, rejected, &mut said, &mut signals);
    moves::follow(draft, &understanding.moves, asked.as_ref(), &mut said, &mut signals);
    attempts(draft, asked.as_ref().map(|asked| (asked.key.as_str(), asked.kind)), &mut said);
    if said.took.is_empty() && said.remarks.is_empty() && draft.is_empty() {
        said.remarks.push(Remark::NotUnderstood);
    }

    let memory = updated(&draft.view, signals);
    if memory != draft.view.memory {
        draft.push(InterviewEvent::MemoryUpdated { memory });
    }
    draft.weigh();
    if said.finished {
        moves::finish(draft, &mut said);
    }
    let plan = reply::plan(draft, said);
    effects.push(Effect::Reply { reply, plan: Box::new(plan) });
    Ok(())
}

/// Asked as often as it may be and still without an answer: it is put off with a reason and never asked again by itself.
fn attempts(draft: &mut Draft<'_>, asked: Option<(&str, Asking)>, said: &mut reply::Said) {
    let Some((key, Asking::Question)) = asked else { return };
    let (Some(one), Some(template)) = (draft.view.obligation(key), draft.view.template(key)) else { return };
    let open = matches!(one.status, Status::InProgress | Status::Pending) && one.value.is_none();
    let explaining =
        said.remarks.iter().any(|remark| matches!(remark, Remark::Why { .. } | Remark::Meaning { .. } | Remark::Examples { .. }));
    if !open || explaining || one.attempts < template.attempts_allowed() {
        return;
    }
    let times = one.attempts;
    let key = key.to_owned();
    draft.set_status(&key, Status::Deferred, Some(&format!("asked {times} times without an answer")));
    let known = said.remarks.iter_mut().find(|remark| matches!(remark, Remark::NotKnown { key: of, .. } if *of == key));
    match known {
        Some(Remark::NotKnown { given_up, .. }) => *given_up = true,
        _ => said.remarks.push(Remark::GivenUp { key: key.clone() }),
    }
    said.avoid.push(key);
}

/// The agent's last messages, newest last, so that no pattern and no question comes again.
fn recent(messages: &[Message]) -> Vec<String> {
    let mut recent: Vec<String> =
        messages.iter().rev().filter(|one| one.role == Author::Agent).take(6).map(|one| one.content.clone()).collect();
    recent.reverse();
    recent
}
