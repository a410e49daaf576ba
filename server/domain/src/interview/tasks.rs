//! What is left to do after an interview: each open obligation as a task (seed 000, `task-projector`).

use super::{completeness::category, value::format_for_reading};
use protocol::{
    Band,
    interview::{InterviewView, NegotiationStatus, Obligation, Status},
};
use serde::Serialize;

/// A task without an owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Task {
    pub obligation_key: String,
    pub title: String,
    pub category: String,
    /// 1 to 10, higher first; required ones count two more.
    pub priority: u8,
    pub required: bool,
    pub status: Status,
    /// Why it is still open.
    pub reason: String,
}

/// Most important first.
#[must_use]
pub fn tasks(view: &InterviewView) -> Vec<Task> {
    let mut tasks: Vec<Task> = view
        .obligations
        .iter()
        .filter(|one| match one.status {
            _ if unsettled(one) => true,
            Status::Satisfied => false,
            Status::Skipped => view.is_required(&one.key),
            _ => true,
        })
        .filter_map(|one| {
            let template = view.template(&one.key)?;
            let required = view.is_required(&one.key);
            let name = template.name();
            let (title, reason) = match (one.status, &one.value) {
                _ if unsettled(one) => (format!("Settle which value holds: {name}"), "two values were given".to_owned()),
                (Status::Partial, Some(value)) => {
                    // A condition of its own may ask for more than a high confidence.
                    let sure = match one.confidence.band() {
                        Band::High | Band::VeryHigh => "known, but not as well as its own condition asks".to_owned(),
                        band => format!("known only at {} confidence", band.word()),
                    };
                    (format!("Confirm: {name} – {}", format_for_reading(template, value)), sure)
                }
                (Status::Partial, None) => (format!("Confirm: {name}"), "known only in part".to_owned()),
                (Status::Skipped, _) => (format!("Find out: {name}"), "skipped, though it is required".to_owned()),
                (Status::Deferred, _) => (format!("Find out: {name}"), "put off".to_owned()),
                (Status::InProgress, _) => (format!("Find out: {name}"), "asked and not answered".to_owned()),
                _ if !one.dependencies_resolved => (format!("Find out: {name}"), "waits for another answer".to_owned()),
                _ => (format!("Find out: {name}"), "not known yet".to_owned()),
            };
            Some(Task {
                obligation_key: one.key.clone(),
                title,
                category: category(template).to_owned(),
                priority: template.priority.saturating_add(if required { 2 } else { 0 }).min(10),
                required,
                status: one.status,
                reason: one.reason.clone().filter(|_| one.status != Status::InProgress).unwrap_or(reason),
            })
        })
        .collect();
    tasks.sort_by(|left, right| right.priority.cmp(&left.priority).then(right.required.cmp(&left.required)));
    tasks
}

/// Two values were given and nobody said which one holds.
fn unsettled(one: &Obligation) -> bool {
    one.negotiation.as_ref().is_some_and(|open| open.status != NegotiationStatus::Resolved)
}
