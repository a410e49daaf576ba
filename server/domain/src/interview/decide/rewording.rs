//! The agent's last message in other words. What it says stays; earlier wordings are kept with it.

use super::{
    Effect, must_be_active,
    reply::{self, ReplyParts},
    understood,
};
use crate::{
    Refusal,
    interview::{Draft, Interview, Next, ReplyPlan, Took, listing},
};
use protocol::{
    MessageId,
    interview::{Author, InterviewEvent, InterviewView, Message},
};

/// More wordings of one message than anybody compares.
const WORDINGS: usize = 20;

pub(super) fn regenerate(
    draft: &mut Draft<'_>,
    interview: &Interview,
    message: MessageId,
    effects: &mut Vec<Effect>,
) -> Result<(), Refusal> {
    must_be_active(draft)?;
    let view = &interview.view;
    let Some(shown) = view.messages.iter().find(|one| one.id == message) else {
        return Err(Refusal::unknown("there is no such message"));
    };
    if shown.role != Author::Agent || shown.imported {
        return Err(Refusal::conflict("only what the interviewer said here can be worded anew"));
    }
    if view.replying.is_some() {
        return Err(Refusal::conflict("a reply is being written: wait for it or stop it, then ask for other words"));
    }
    if view.messages.last().map(|last| last.id) != Some(message) {
        return Err(Refusal::conflict("the conversation went on from this message: only the last one can be worded anew"));
    }
    if shown.wordings.len() >= WORDINGS {
        return Err(Refusal::conflict(format!("there are {WORDINGS} other wordings already")));
    }
    let plan = Box::new(plan(draft, view));
    let reply = MessageId(draft.id());
    draft.push(InterviewEvent::ReplyStarted { message_id: reply, after: Vec::new(), rewords: Some(message) });
    effects.push(Effect::Reword { reply, of: message, plan });
    Ok(())
}

/// What the last message said, as far as it can be read off the interview.
pub(super) fn plan(draft: &Draft<'_>, view: &InterviewView) -> ReplyPlan {
    let heard = view.messages.iter().rfind(|one| one.role == Author::User);
    let said = ReplyParts {
        opening: heard.is_none(),
        text: heard.map(|one| one.content.clone()).unwrap_or_default(),
        took: took(view),
        earlier: understood::earlier(&view.messages),
        ..ReplyParts::default()
    };
    let next = match reply::asked_already(draft) {
        Some(next) => next,
        None if view.offered => {
            let recap = view.recapped == Some(view.turn_count) || listing::is_outdated(view);
            Next::Close { left: listing::list_open(view), recap }
        }
        None => Next::Nothing,
    };
    reply::words(draft, said, next)
}

/// The values that came with the person's newest message.
fn took(view: &InterviewView) -> Vec<Took> {
    let new = view.obligations.iter().filter(|one| view.heard_seq > 0 && one.value_seq > view.heard_seq);
    new.filter_map(|one| {
        Some(Took {
            key: one.key.clone(),
            value: one.value.clone()?,
            previous: one.past.last().map(|past| past.value.clone()),
            confidence: one.confidence,
            quote: one.evidence.as_ref().map(|evidence| evidence.quote.clone()),
        })
    })
    .collect()
}

/// Shows an earlier wording again; whether there is such a one.
pub(super) fn restore(draft: &mut Draft<'_>, view: &InterviewView, wording: MessageId) -> Result<bool, Refusal> {
    let has = |message: &&Message| message.wordings.iter().any(|one| one.id == wording);
    let Some(message) = view.messages.iter().find(has).map(|one| one.id) else { return Ok(false) };
    if view.rewording == Some(message) {
        return Err(Refusal::conflict("other words are being written: wait for them or stop the reply"));
    }
    draft.push(InterviewEvent::WordingRestored { message_id: message, wording });
    Ok(true)
}
