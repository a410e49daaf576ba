//! An earlier message of the person said otherwise: what rested on it is taken back, and what came after it is left behind as a
//! branch that can be returned to.

use super::{Effect, Streamed, must_be_active, obligations, reply, say};
use crate::{
    Refusal,
    interview::{Draft, Interview},
};
use protocol::{
    MessageId,
    interview::{
        Author, Evidence, InterviewCommand, InterviewEvent, InterviewView, Negotiation, NegotiationStatus, Obligation, Recorded,
        Source, Status,
    },
};

/// More branches than anybody finds their way in.
const BRANCHES: usize = 50;

/// The interview as a command needs it that goes back: before the message that is edited, or at the end of the branch that is
/// returned to. `None` where the command goes nowhere back, or to nothing that is there.
#[must_use]
pub fn past(interview: &Interview, events: &[Recorded], command: &InterviewCommand) -> Option<InterviewView> {
    let end = match command {
        InterviewCommand::EditMessage { message_id, .. } => events.iter().position(
            |recorded| matches!(&recorded.event, InterviewEvent::MessageAdded { message } if message.id == *message_id),
        )?,
        InterviewCommand::RestoreMessage { message_id } => {
            let last = interview.view.branch(*message_id)?.end_seq;
            events.iter().position(|recorded| recorded.seq > last)?
        }
        _ => return None,
    };
    Interview::from_events(interview.tenant, interview.owner, &events[..end]).map(|interview| interview.view)
}

/// Whether a command can only be decided with [`past`].
#[must_use]
pub fn goes_back(view: &InterviewView, command: &InterviewCommand) -> bool {
    match command {
        InterviewCommand::EditMessage { .. } => true,
        InterviewCommand::RestoreMessage { message_id } => view.branch(*message_id).is_some(),
        _ => false,
    }
}

pub(super) fn edit(
    draft: &mut Draft<'_>,
    interview: &Interview,
    (message, content): (MessageId, String),
    past: Option<&InterviewView>,
    streamed: Option<&Streamed>,
    effects: &mut Vec<Effect>,
) -> Result<(), Refusal> {
    must_be_active(draft)?;
    let view = &interview.view;
    let (Some(said), Some(past)) = (view.messages.iter().find(|one| one.id == message), past) else {
        return Err(Refusal::unknown("there is no such message"));
    };
    if said.role != Author::User || said.imported {
        return Err(Refusal::conflict("only what you said here yourself can be edited"));
    }
    if said.content == content {
        return Ok(());
    }
    if view.branches.len() >= BRANCHES {
        return Err(Refusal::conflict(format!(
            "there are {BRANCHES} branches already: return to one of them, or go on from here"
        )));
    }
    go(draft, interview, message, (past, None), streamed, effects)?;
    by_hand(draft, view, past);
    say::say(draft, interview, content, None, None, None, effects)
}

/// Goes back to a branch; whether there is such a one.
pub(super) fn take_up(
    draft: &mut Draft<'_>,
    interview: &Interview,
    first: MessageId,
    past: Option<&InterviewView>,
    streamed: Option<&Streamed>,
    effects: &mut Vec<Effect>,
) -> Result<bool, Refusal> {
    let view = &interview.view;
    let (Some(branch), Some(past)) = (view.branch(first), past) else { return Ok(false) };
    must_be_active(draft)?;
    let Some(from) = view.beside_branch(branch) else {
        return Err(Refusal::conflict("this belongs to another branch: return to that one first"));
    };
    go(draft, interview, from, (past, Some(first)), streamed, effects)?;
    by_hand(draft, view, past);
    Ok(true)
}

fn go(
    draft: &mut Draft<'_>,
    interview: &Interview,
    from: MessageId,
    (past, taking): (&InterviewView, Option<MessageId>),
    streamed: Option<&Streamed>,
    effects: &mut Vec<Effect>,
) -> Result<(), Refusal> {
    if past.definition != interview.view.definition {
        return Err(Refusal::conflict("the questions of this interview have changed since: correct the answer instead"));
    }
    if let Some(reply) = interview.view.replying {
        reply::stop(draft, reply, streamed, effects);
    }
    draft.push(InterviewEvent::Branched { from, standing: Box::new(past.standing()), taking });
    Ok(())
}

/// What was settled by hand since then does not rest on anything that was said.
fn by_hand(draft: &mut Draft<'_>, view: &InterviewView, past: &InterviewView) {
    let there = |said: &Evidence| past.messages.iter().any(|one| one.id == said.message_id);
    draft.by_hand = true;
    for one in &view.obligations {
        let evidence = one.evidence.clone().filter(there);
        let Some(value) = one.value.clone().filter(|_| is_set(one, past) || is_settled(one, past, there)) else {
            state(draft, one, past);
            continue;
        };
        if let Some(mut negotiation) = one.negotiation.clone().filter(|negotiation| negotiation.by_hand) {
            for round in &mut negotiation.rounds {
                round.evidence = round.evidence.take().filter(there);
            }
            draft.push(InterviewEvent::Negotiated { key: one.key.clone(), negotiation });
        }
        draft.take(&one.key, value, one.confidence, one.source.unwrap_or(Source::Manual), evidence);
    }
    draft.by_hand = false;
    draft.recompute();
}

fn is_set(one: &Obligation, past: &InterviewView) -> bool {
    one.source == Some(Source::Manual) && one.value_seq > past.seq
}

/// A disagreement over it was settled by hand, for a value that was not said in what is left behind.
fn is_settled(one: &Obligation, past: &InterviewView, there: impl Fn(&Evidence) -> bool) -> bool {
    let settled = |negotiation: &Negotiation| {
        negotiation.by_hand && negotiation.status == NegotiationStatus::Resolved && negotiation.final_value == one.value
    };
    one.sure_seq > past.seq && one.negotiation.as_ref().is_some_and(settled) && one.evidence.as_ref().is_none_or(there)
}

/// Put off, skipped or reopened by hand.
fn state(draft: &mut Draft<'_>, one: &Obligation, past: &InterviewView) {
    let Some(now) = draft.view.obligation(&one.key).filter(|_| one.hand_seq > past.seq) else { return };
    let (status, held) = (now.status, now.value.is_some());
    match one.status {
        Status::Deferred | Status::Skipped if status != Status::Satisfied => {
            draft.set_status(&one.key, one.status, one.reason.as_deref());
        }
        Status::Pending | Status::InProgress | Status::Partial
            if matches!(status, Status::Satisfied | Status::Deferred | Status::Skipped) =>
        {
            obligations::open_again(draft, &one.key, held, one.reason.as_deref().unwrap_or("reopened by hand"));
        }
        _ => {}
    }
}
