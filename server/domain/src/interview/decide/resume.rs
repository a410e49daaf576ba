//! An interview that was read back in the middle of a reply goes on with its first unfinished step.

use super::{Decision, Effect, going_on, reply, rewording, understood::history_before};
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
    if let Some(of) = view.rewording {
        let effect = Effect::Reword { reply, of, plan: Box::new(rewording::plan(&draft, view)) };
        return Some(Decision { drafted: draft.finish(), effects: vec![effect] });
    }
    let last = view.messages.iter().rev().find(|message| message.role == Author::User);
    let going_on = !view.going_on.is_empty();
    let effect = if last.is_some() && !going_on::is_decided(view) {
        Effect::Understand { reply }
    } else {
        let mut said = going_on::describe_changes(view, &view.messages);
        if !going_on {
            said.opening = last.is_none();
            said.history = history_before(&view.messages, view.messages.len().saturating_sub(usize::from(last.is_some())));
            said.text = last.map(|message| message.content.clone()).unwrap_or_default();
        }
        said.resumed = true;
        Effect::Reply { reply, plan: Box::new(reply::plan(&mut draft, said)) }
    };
    Some(Decision { drafted: draft.finish(), effects: vec![effect] })
}
