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
/// How complete a run is, as addresses name it.
pub(crate) const RUN_TYPES: [(&str, &str); 4] =
    [("", "Any"), ("full", "Complete"), ("partial", "Incomplete"), ("failed", "Failed")];
pub(crate) const FILTER: &str = "Filter runs";
pub(crate) const PROJECT: &str = "Project";
pub(crate) const ANY_PROJECT: &str = "All projects";
pub(crate) const RESULT: &str = "Result";
pub(crate) const DISLIKED: &str = "With disliked findings";
pub(crate) const APPLY: &str = "Show";
pub(crate) const NO_RUN: &str = "No run matches.";
pub(crate) const NO_RUN_YET: &str = "No runs yet. Start one in a project that has data.";
pub(crate) const TO_PROJECTS: &str = "Projects";
pub(crate) const ALL_RUNS: &str = "Show all runs";
pub(crate) const COLUMNS: [&str; 8] = ["When", "Project", "Who", "Status", "Findings", "Feedback", "Queries", "Cost"];
pub(crate) const NO_RATING: &str = "none";
pub(crate) const NO_GOAL: &str = "Everything that stands out";
pub(crate) const NOBODY: &str = "Unknown";
pub(crate) const UNKNOWN_COST: &str = "unknown";
pub(crate) const PARTIAL: &str = "partial";

pub(crate) const KINDS: &str = "Kind of feedback";
pub(crate) const MESSAGES: &str = "Interview messages";
pub(crate) const FINDINGS: &str = "Run findings";
pub(crate) const NO_FEEDBACK: &str = "No feedback on findings yet.";
pub(crate) const TO_PROJECT: &str = "Its runs";

pub(crate) fn useful(count: u32) -> String {
    format!("{count} useful")
}

pub(crate) fn not_useful(count: u32) -> String {
    format!("{count} not useful")
}
