//! The page of what one interview asks.

pub(crate) const TITLE: &str = "Questions of this interview";
pub(crate) const ASKED: &str = "What is asked";
pub(crate) const ASIDE: &str = "No longer asked";
pub(crate) const CLOSED: &str = "Questions can be changed while the interview is open and no reply is being written.";
pub(crate) const BUILT_IN: &str = "built in";
pub(crate) const TENANT: &str = "from your organisation";
pub(crate) const PROJECT: &str = "from the project";
pub(crate) const SESSION: &str = "added here";
pub(crate) const INTO: &str = "Merge the selected questions into";
pub(crate) const MERGE: &str = "Merge";
pub(crate) const MERGE_WHY: &str =
    "It keeps its wording. If both have an answer and the two differ, you are asked which one is right.";
pub(crate) const SPLIT_TITLE: &str = "Split a question";
pub(crate) const SPLIT: &str = "Split";
pub(crate) const QUESTION: &str = "Question";
pub(crate) const PARTS: &str = "The new questions, one per line";
pub(crate) const SPLIT_WHY: &str = "An existing answer moves to the first question it fits, and you are asked to confirm it.";
pub(crate) const ADD_TITLE: &str = "Add a question";
pub(crate) const ADD: &str = "Add";
pub(crate) const WIDGET: &str = "Answered with";
pub(crate) const WIDGETS: [(&str, &str); 5] =
    [("text", "text"), ("choice", "one option"), ("multiselect", "several options"), ("number", "a number"), ("date", "a date")];
pub(crate) const OPTIONS: &str = "Options, one per line";
pub(crate) const OPTIONS_WHY: &str = "Only for questions with options.";
pub(crate) const REQUIRED: &str = "Required to finish the interview";
pub(crate) const NEWER_WHY: &str =
    "This interview started with another version. You can move it to this one; no answers are lost.";
pub(crate) const PREVIEW: &str = "What would change";
pub(crate) const MIGRATE: &str = "Move this interview";
pub(crate) const KEPT: &str = "Stays as it is";
pub(crate) const CHANGED: &str = "Changes";
pub(crate) const NEW: &str = "New questions";
pub(crate) const SET_ASIDE: &str = "Set aside, listed below";
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
    format!("{count} unchanged")
}

pub(crate) fn changed(count: usize) -> String {
    format!("{count} changed")
}

pub(crate) fn new(count: usize) -> String {
    format!("{count} new")
}

pub(crate) fn aside(count: usize) -> String {
    format!("{count} set aside")
}
