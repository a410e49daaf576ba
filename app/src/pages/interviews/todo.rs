//! What is left to do after an interview, in the order in which it matters.

use super::value::say;
use crate::words::ending;
use protocol::interview::{InterviewView, Status};

/// One thing to do: what, why, and about which obligation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Task {
    pub(crate) text: String,
    pub(crate) reason: Option<String>,
    pub(crate) key: String,
}

pub(crate) fn tasks(view: &InterviewView) -> Vec<Task> {
    let mut ranked = Vec::new();
    for (template, one) in view.definition.obligations.iter().zip(&view.obligations) {
        let name = template.name();
        let negotiating =
            one.negotiation.as_ref().is_some_and(|open| open.status != protocol::interview::NegotiationStatus::Resolved);
        let text = match (one.status, &one.value) {
            _ if negotiating => ending::settle(&name),
            (Status::Partial, Some(value)) => ending::confirm(&name, &say(value, Some(template))),
            (Status::Deferred, _) => ending::return_to(&name),
            (Status::Pending | Status::InProgress | Status::Partial, _) => ending::find_out(&name),
            (Status::Satisfied | Status::Skipped, _) => continue,
        };
        let rank = (!view.is_required(&one.key), std::cmp::Reverse(template.priority));
        ranked.push((rank, Task { text, reason: one.reason.clone(), key: one.key.clone() }));
    }
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, task)| task).collect()
}
