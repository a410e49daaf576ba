//! What a reply must say, and the reply itself.

use crate::{
    Refusal,
    interview::{Draft, Next, Remark, ReplyPlan, Took, next::next},
};
use protocol::{
    MessageId,
    interview::{Asking, Author, Engine, InterviewEvent, Message},
};

/// What of this turn goes into the reply.
#[derive(Clone, Debug, Default)]
pub(super) struct Said {
    pub opening: bool,
    pub text: String,
    pub took: Vec<Took>,
    pub remarks: Vec<Remark>,
    /// Keys that are not asked again at once.
    pub avoid: Vec<String>,
    /// The agent's last messages, newest last.
    pub recent: Vec<String>,
    /// The person wants to end, and may.
    pub finished: bool,
    /// What to ask was decided before the interview was interrupted.
    pub resumed: bool,
}

/// Decides what the reply ends with, records what it asks, and says what it must say.
pub(super) fn plan(draft: &mut Draft<'_>, said: Said) -> ReplyPlan {
    if said.resumed
        && let Some(next) = asked_already(draft)
    {
        return words(draft, said, next);
    }
    let next = if said.finished { Next::Nothing } else { next(&draft.view, &said.avoid) };
    let asked = match &next {
        Next::Ask { key, .. } => Some((key, Asking::Question)),
        Next::ReadBack { key, .. } => Some((key, Asking::ReadBack)),
        Next::Settle { key, .. } => Some((key, Asking::Negotiation)),
        Next::Close { .. } | Next::Nothing => None,
    };
    if let Some((key, kind)) = asked {
        let pending = draft.view.obligation(key).is_some_and(|one| {
            matches!(one.status, protocol::interview::Status::Pending | protocol::interview::Status::Deferred)
        });
        if kind == Asking::Question && pending {
            draft.set_status(key, protocol::interview::Status::InProgress, Some("asked"));
        }
        draft.push(InterviewEvent::Asked { key: key.clone(), kind });
    }
    words(draft, said, next)
}

/// What this turn asks already, so that it is asked once.
fn asked_already(draft: &Draft<'_>) -> Option<Next> {
    let asked = draft.view.asked.as_ref().filter(|asked| asked.turn == draft.turn)?;
    let one = draft.view.obligation(&asked.key)?;
    let key = asked.key.clone();
    Some(match asked.kind {
        Asking::Question => Next::Ask { key, attempt: one.attempts.max(1), following_up: None },
        Asking::ReadBack => Next::ReadBack { key, value: one.value.clone()? },
        Asking::Negotiation => {
            Next::Settle { key, was: one.value.clone()?, proposed: one.negotiation.as_ref()?.proposed().cloned() }
        }
    })
}

fn words(draft: &Draft<'_>, said: Said, next: Next) -> ReplyPlan {
    let view = &draft.view;
    ReplyPlan {
        definition: view.definition.clone(),
        turn: draft.turn,
        phase: view.phase,
        entered: draft.entered,
        style: view.memory.conversation_style,
        opening: said.opening,
        said: said.text,
        took: said.took,
        remarks: said.remarks,
        next,
        recent: said.recent,
        required: (view.completeness.required.satisfied, view.completeness.required.total),
        score: view.completeness.score,
    }
}

pub(super) fn replied(draft: &mut Draft<'_>, reply: MessageId, text: String, engine: Engine) -> Result<(), Refusal> {
    if draft.view.replying != Some(reply) {
        return Err(Refusal::conflict("this reply is not being written any more"));
    }
    let message = Message {
        id: reply,
        role: Author::Agent,
        content: text,
        turn: draft.turn,
        created_at: draft.stamp.now,
        client_message_id: None,
        widget_key: None,
        engine: Some(engine),
        stopped: false,
        imported: false,
    };
    draft.push(InterviewEvent::MessageAdded { message });
    Ok(())
}
