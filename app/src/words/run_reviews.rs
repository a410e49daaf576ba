//! Runs of all projects, and what people think of their findings.

pub(crate) const TITLE: &str = "Runs";
pub(crate) const WHICH: &str = "Which runs";
/// Statuses as addresses name them, with what people call them.
pub(crate) const STATUSES: [(&str, &str); 6] = [
    ("", "All"),
    ("running", "Running"),
    ("pending", "Waiting"),
    ("completed", "Completed"),
    ("failed", "Failed"),
    ("cancelled", "Cancelled"),
];
pub(crate) const NO_RUN: &str = "There is no such run.";
pub(crate) const COLUMNS: [&str; 7] = ["When", "Project", "Who", "Status", "Findings", "Queries", "Cost"];
pub(crate) const NO_GOAL: &str = "Whatever the data shows";
pub(crate) const NOBODY: &str = "nobody known";
pub(crate) const UNKNOWN_COST: &str = "not known";
pub(crate) const PARTIAL: &str = "partial";

pub(crate) const KINDS: &str = "Feedback on what";
pub(crate) const MESSAGES: &str = "Messages of interviews";
pub(crate) const FINDINGS: &str = "Findings of runs";
pub(crate) const NO_FEEDBACK: &str = "Nobody has judged a finding yet.";
pub(crate) const TO_PROJECT: &str = "Its runs";
