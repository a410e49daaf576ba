//! An interview that was read back in the middle of a reply goes on with its first unfinished step.

use super::{Decision, Effect, reply};
use crate::{
    Stamp,
    interview::{Draft, Interview},
};
use protocol::interview::Author;

/// The work that is still to be done; `None` when no reply is being written.
#[must_use]
pub fn resume(interview: &Interview, stamp: &Stamp<'_>) -> Option<Decision> {
    let view = &interview.view;
    let reply = view.replying?;
    let mut draft = Draft::new(interview, stamp);
    let last = view.messages.iter().rev().find(|message| message.role == Author::User);
    // What was asked in this very turn follows from understanding it, so that step is done.
    let understood = last.is_none_or(|message| {
        message.widget_key.is_some() || view.asked.as_ref().is_some_and(|asked| asked.turn == message.turn)
    });
    let effect = if understood {
        let said = reply::Said {
            opening: last.is_none(),
            resumed: true,
            text: last.map(|message| message.content.clone()).unwrap_or_default(),
            ..reply::Said::default()
        };
        Effect::Reply { reply, plan: Box::new(reply::plan(&mut draft, said)) }
    } else {
        Effect::Understand { reply }
    };
    Some(Decision { drafted: draft.finish(), effects: vec![effect] })
}
