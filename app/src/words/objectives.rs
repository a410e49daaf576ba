//! The pages of objectives and of pools of questions.

pub(crate) const TITLE: &str = "Objectives";
pub(crate) const WHAT: &str =
    "What interviews find out. Interviews in progress keep the version they started with until you move them.";
pub(crate) const ACTIVE: &str = "active";
pub(crate) const ACTIVATE: &str = "Activate";
pub(crate) fn activate(name: &str) -> String {
    format!("Activate {name}")
}
pub(crate) fn activate_why(name: &str, active: Option<&str>) -> String {
    match active {
        Some(active) => {
            format!("New interviews of this kind will use {name} instead of {active}. Interviews in progress keep theirs.")
        }
        None => format!("New interviews of this kind will use {name}. Interviews in progress keep theirs."),
    }
}
pub(crate) fn saved(version: &str) -> String {
    format!("Saved as version {version}. Activate it to use it for new interviews.")
}
pub(crate) const DEFINITION: &str = "Definition";
pub(crate) const AS_VERSION: &str = "Save as version";
pub(crate) const SAVE: &str = "Save";
pub(crate) const SAVE_WHY: &str = "Versions never change: saving creates a new one, which you can then activate.";
pub(crate) const DISCARD: &str = "Discard changes";
pub(crate) const CHECKING: &str = "Checking …";
pub(crate) const SIDE: &str = "Checks and preview";
pub(crate) const HOW: &str = "Editor";
pub(crate) const AS_FORM: &str = "Form";
pub(crate) const AS_JSON: &str = "JSON";
pub(crate) const UNREADABLE: &str = "The JSON cannot be read, so the form shows its last valid state. Fix it under “JSON”.";
pub(crate) const ADD_QUESTION: &str = "Add a question";
pub(crate) const REMOVE_QUESTION: &str = "Remove this question";
pub(crate) const REST_STAYS: &str = "Anything without a field here stays as it is. “JSON” shows everything.";
pub(crate) const WHOLE_NAME: &str = "Name";
pub(crate) const WHOLE_DESCRIPTION: &str = "Description";
pub(crate) const WHOLE_ENOUGH: &str = "Answers needed";
pub(crate) const WHOLE_SURE: &str = "Average confidence needed, 0 to 1";
pub(crate) const PROMPT: &str = "Question";
pub(crate) const LABEL: &str = "Short name";
pub(crate) const LABEL_HINT: &str = "Shown in lists. If empty, it is derived from the key.";
pub(crate) const WIDGET: &str = "Answered with";
pub(crate) const WIDGETS: [(&str, &str); 5] =
    [("text", "Text"), ("choice", "One of several"), ("multiselect", "Some of several"), ("number", "Number"), ("date", "Date")];
pub(crate) const OPTIONS: &str = "Options";
pub(crate) const OPTIONS_HINT: &str = "One per line, for choices. Use “value | label” to show a different word.";
pub(crate) const UNIT: &str = "Unit";
pub(crate) const UNIT_HINT: &str = "What a number counts, such as people, € or %.";
pub(crate) const MIN: &str = "Smallest number";
pub(crate) const MAX: &str = "Largest number";
pub(crate) const BOUND_HINT: &str = "For numbers. If empty, there is no limit.";
pub(crate) const PRIORITY: &str = "Priority";
pub(crate) const PRIORITY_HINT: &str = "1 to 10; the highest is asked first.";
pub(crate) const REQUIRED: &str = "Required";
pub(crate) const DEPENDENCIES: &str = "Asked after";
pub(crate) const DEPENDENCIES_HINT: &str = "Keys of other questions, one per line.";
pub(crate) const COLLECTION: &str = "How it is answered";
pub(crate) const COLLECTIONS: [(&str, &str); 3] =
    [("direct_question", "Asked"), ("inferred", "From the conversation"), ("research", "By research")];
pub(crate) const CATEGORY: &str = "Category";
pub(crate) const SATISFIED: &str = "Satisfied when";
pub(crate) const SATISFIED_HINT: &str = "For example confidence >= 0.8";
pub(crate) const ATTEMPTS: &str = "Maximum attempts";
pub(crate) const UNSAVED: &str = "Unsaved changes";
pub(crate) const KEY: &str = "Key";
pub(crate) const KEY_HINT: &str = "Letters, digits, _, - and dots. If you change it, references to it change too.";
pub(crate) const FIELD_PATH: &str = "Place in exports";
pub(crate) const FIELD_PATH_HINT: &str = "Names separated by dots, such as offer.price";
pub(crate) const PREVIEW: &str = "Preview";
pub(crate) const PREVIEW_NONE: &str = "No questions yet.";
pub(crate) const LAST_RESORT: &str = "asked only when nothing else is left";

pub(crate) fn state(faults: usize, drafted: bool) -> String {
    let kept = if drafted { " Your draft is saved in this browser." } else { "" };
    match faults {
        0 => format!("No problems found.{kept}"),
        1 => format!("1 problem found.{kept}"),
        many => format!("{many} problems found.{kept}"),
    }
}

pub(crate) fn line(line: usize) -> String {
    format!("Line {line}")
}

pub(crate) fn faulty(faults: usize) -> String {
    if faults == 1 { "1 problem".to_owned() } else { format!("{faults} problems") }
}

pub(crate) fn up(name: &str) -> String {
    format!("Move {name} up")
}

pub(crate) fn down(name: &str) -> String {
    format!("Move {name} down")
}

pub(crate) mod pools {
    pub(crate) const TITLE: &str = "Question pools";
    pub(crate) const WHAT: &str = "Questions of your own that are added to every interview of a kind, or only when an API call asks for them. A pool never repeats a question that the objective already asks.";
    pub(crate) const NONE: &str = "No pools yet.";
    pub(crate) const NEW: &str = "New pool";
    pub(crate) const NAME: &str = "Pool id";
    pub(crate) const NAME_HINT: &str = "The pool_id of its questions.";
    pub(crate) const DISPLAY: &str = "Name";
    pub(crate) const KIND: &str = "Used in";
    pub(crate) const ALL_KINDS: &str = "Interviews of every kind";
    pub(crate) const PROJECT: &str = "Belongs to";
    pub(crate) const NO_PROJECT: &str = "No project: interviews about any topic";
    pub(crate) const ACTIVE: &str = "Added to every new interview";
    pub(crate) const ON_DEMAND: &str = "only on request";
    pub(crate) const UNUSED: &str = "not used in an interview yet";
    pub(crate) const SAVE_WHY: &str =
        "New interviews use the saved questions. Interviews in progress keep the ones they started with.";
    pub(crate) const REMOVE: &str = "Remove this pool";
    pub(crate) const REMOVE_WHY: &str = "New interviews will no longer ask its questions. Interviews in progress keep them.";
    pub(crate) const REMOVE_YES: &str = "Remove it";

    pub(crate) fn of_project(name: &str) -> String {
        format!("only for {name}")
    }

    pub(crate) fn used(interviews: u64) -> String {
        match interviews {
            0 => UNUSED.to_owned(),
            1 => "in 1 interview".to_owned(),
            many => format!("in {many} interviews"),
        }
    }
}
