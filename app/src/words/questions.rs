//! The page of what one interview asks.

pub(crate) const TITLE: &str = "Questions of this interview";
pub(crate) const ASKED: &str = "What is asked";
pub(crate) const ASIDE: &str = "Not asked any more";
pub(crate) const CLOSED: &str = "Questions can be changed while the interview is open and no reply is being written.";
pub(crate) const BUILT_IN: &str = "comes with the product";
pub(crate) const TENANT: &str = "from your organisation";
pub(crate) const PROJECT: &str = "from the project";
pub(crate) const SESSION: &str = "added here";
pub(crate) const INTO: &str = "Make one question of the marked ones and this";
pub(crate) const MERGE: &str = "Merge";
pub(crate) const MERGE_WHY: &str =
    "It keeps its wording. Where both hold an answer and the two differ, you are asked which one holds.";
pub(crate) const SPLIT_TITLE: &str = "Split a question";
pub(crate) const SPLIT: &str = "Split";
pub(crate) const QUESTION: &str = "Question";
pub(crate) const PARTS: &str = "The questions in its place, one in each line";
pub(crate) const SPLIT_WHY: &str = "An answer that is known goes to the first one that it fits, and is asked about.";
pub(crate) const ADD_TITLE: &str = "Add a question";
pub(crate) const ADD: &str = "Add";
pub(crate) const WIDGET: &str = "Answered with";
pub(crate) const WIDGETS: [(&str, &str); 5] = [
    ("text", "words"),
    ("choice", "one of several"),
    ("multiselect", "several of many"),
    ("number", "a number"),
    ("date", "a date"),
];
pub(crate) const OPTIONS: &str = "To choose from, one in each line";
pub(crate) const OPTIONS_WHY: &str = "Only for one or several of many.";
pub(crate) const REQUIRED: &str = "Needed before the interview can be finished";
pub(crate) const NEWER_WHY: &str = "This interview began with another version. You can move it; nothing that was said is lost.";
pub(crate) const PREVIEW: &str = "What would become of it";
pub(crate) const MIGRATE: &str = "Move this interview";
pub(crate) const KEPT: &str = "Stays as it is";
pub(crate) const CHANGED: &str = "Changes";
pub(crate) const NEW: &str = "Asked newly";
pub(crate) const SET_ASIDE: &str = "Kept aside, readable below";
pub(crate) const NO_FIT: &str = "the answer does not fit the new question and is asked again";

pub(crate) fn version(version: &str) -> String {
    format!("version {version}")
}

pub(crate) fn pool(name: &str) -> String {
    format!("pool “{name}”")
}

pub(crate) fn became(names: &str) -> String {
    format!("became {names}")
}

pub(crate) fn newer(objective: &str, version: &str) -> String {
    format!("“{objective}” has version {version}")
}

pub(crate) fn kept(count: usize) -> String {
    format!("{count} stay")
}

pub(crate) fn changed(count: usize) -> String {
    format!("{count} change")
}

pub(crate) fn new(count: usize) -> String {
    format!("{count} new")
}

pub(crate) fn aside(count: usize) -> String {
    format!("{count} kept aside")
}
