//! What is left to do after an interview: each open obligation as a task (seed 000, `task-projector`).

use super::completeness::category;
use protocol::interview::{InterviewView, Status};
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
        .filter(|one| !matches!(one.status, Status::Satisfied | Status::Skipped))
        .filter_map(|one| {
            let template = view.template(&one.key)?;
            let required = view.is_required(&one.key);
            let (verb, reason) = match one.status {
                Status::Partial => ("Confirm", format!("known only at {} confidence", one.confidence.band().word())),
                Status::Deferred => ("Find out", "put off".to_owned()),
                _ if !one.dependencies_resolved => ("Find out", "waits for another answer".to_owned()),
                _ => ("Find out", "not known yet".to_owned()),
            };
            Some(Task {
                obligation_key: one.key.clone(),
                title: format!("{verb}: {}", template.name()),
                category: category(template).to_owned(),
                priority: template.priority.saturating_add(if required { 2 } else { 0 }).min(10),
                required,
                status: one.status,
                reason: one.reason.clone().unwrap_or(reason),
            })
        })
        .collect();
    tasks.sort_by(|left, right| right.priority.cmp(&left.priority).then(right.required.cmp(&left.required)));
    tasks
}
