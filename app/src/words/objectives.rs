//! The pages of objectives and of pools of questions.

pub(crate) const TITLE: &str = "Objectives";
pub(crate) const WHAT: &str =
    "What interviews collect. Interviews under way keep the version they began with until they are moved.";
pub(crate) const ACTIVE: &str = "active";
pub(crate) const ACTIVATE: &str = "Activate";
pub(crate) fn activate(name: &str) -> String {
    format!("Activate {name}")
}
pub(crate) fn activate_why(name: &str, active: Option<&str>) -> String {
    match active {
        Some(active) => {
            format!("New interviews of this kind will begin with {name} instead of {active}. Those under way keep theirs.")
        }
        None => format!("New interviews of this kind will begin with {name}. Those under way keep theirs."),
    }
}
pub(crate) fn saved(version: &str) -> String {
    format!("Saved as version {version}. Interviews do not begin with it before it is activated.")
}
pub(crate) const DEFINITION: &str = "Definition";
pub(crate) const AS_VERSION: &str = "Save as version";
pub(crate) const SAVE: &str = "Save";
pub(crate) const SAVE_WHY: &str = "A version is never changed: saving makes a new one, which can then be activated.";
pub(crate) const DISCARD: &str = "Discard the draft";
pub(crate) const CHECKING: &str = "Looking …";
pub(crate) const SIDE: &str = "What the definition comes to";
pub(crate) const HOW: &str = "How to edit";
pub(crate) const AS_FORM: &str = "Form";
pub(crate) const AS_JSON: &str = "JSON";
pub(crate) const UNREADABLE: &str = "The JSON cannot be read, so the form shows what it said before. Repair it under “JSON”.";
pub(crate) const ADD_QUESTION: &str = "Add a question";
pub(crate) const REMOVE_QUESTION: &str = "Remove this question";
pub(crate) const REST_STAYS: &str = "What has no field here stays as it is; “JSON” shows everything.";
pub(crate) const WHOLE_NAME: &str = "Name";
pub(crate) const WHOLE_DESCRIPTION: &str = "Description";
pub(crate) const WHOLE_ENOUGH: &str = "Enough with so many answers";
pub(crate) const WHOLE_SURE: &str = "How sure they must be on average, 0 to 1";
pub(crate) const PROMPT: &str = "Question";
pub(crate) const LABEL: &str = "Short name";
pub(crate) const LABEL_HINT: &str = "As people see it in lists; made from the key when empty.";
pub(crate) const WIDGET: &str = "Answered with";
pub(crate) const WIDGETS: [(&str, &str); 5] =
    [("text", "Text"), ("choice", "One of several"), ("multiselect", "Some of several"), ("number", "Number"), ("date", "Date")];
pub(crate) const OPTIONS: &str = "Options";
pub(crate) const OPTIONS_HINT: &str = "One on each line, for choices. “value | label” where people see another word.";
pub(crate) const PRIORITY: &str = "Priority";
pub(crate) const PRIORITY_HINT: &str = "1 to 10; the highest is asked first.";
pub(crate) const REQUIRED: &str = "Must be known";
pub(crate) const DEPENDENCIES: &str = "Asked after";
pub(crate) const DEPENDENCIES_HINT: &str = "Keys of other questions, one on each line.";
pub(crate) const COLLECTION: &str = "How it is found out";
pub(crate) const COLLECTIONS: [(&str, &str); 3] =
    [("direct_question", "Asked"), ("inferred", "From what is said"), ("research", "By research")];
pub(crate) const CATEGORY: &str = "Category";
pub(crate) const SATISFIED: &str = "Enough when";
pub(crate) const SATISFIED_HINT: &str = "For example confidence >= 0.8";
pub(crate) const ATTEMPTS: &str = "Asked at most so many times";
pub(crate) const KEY: &str = "Key";
pub(crate) const KEY_HINT: &str = "Letters, digits, _, - and points. What names it follows when it changes.";
pub(crate) const FIELD_PATH: &str = "Place in exports";
pub(crate) const FIELD_PATH_HINT: &str = "Names with points between them, such as offer.price";
pub(crate) const PREVIEW: &str = "How the interview would ask";
pub(crate) const PREVIEW_NONE: &str = "There is no question yet.";
pub(crate) const LAST_RESORT: &str = "asked only when nothing else is left";

pub(crate) fn state(faults: usize, drafted: bool) -> String {
    let kept = if drafted { " The draft is kept in this browser." } else { "" };
    match faults {
        0 => format!("Nothing is wrong with it.{kept}"),
        1 => format!("One thing is wrong.{kept}"),
        many => format!("{many} things are wrong.{kept}"),
    }
}

pub(crate) fn line(line: usize) -> String {
    format!("Line {line}")
}

pub(crate) fn faulty(faults: usize) -> String {
    if faults == 1 { "1 fault".to_owned() } else { format!("{faults} faults") }
}

pub(crate) fn up(name: &str) -> String {
    format!("Move {name} up")
}

pub(crate) fn down(name: &str) -> String {
    format!("Move {name} down")
}

pub(crate) mod pools {
    pub(crate) const TITLE: &str = "Question pools";
    pub(crate) const WHAT: &str = "Questions of your own that are laid over every interview of a kind, or only where a call asks for them. What an objective asks itself, a pool does not ask again.";
    pub(crate) const NONE: &str = "There is no pool yet.";
    pub(crate) const NEW: &str = "New pool";
    pub(crate) const NAME: &str = "Pool id";
    pub(crate) const NAME_HINT: &str = "What stands in pool_id of its questions.";
    pub(crate) const DISPLAY: &str = "Name";
    pub(crate) const KIND: &str = "Laid over";
    pub(crate) const ALL_KINDS: &str = "Interviews of every kind";
    pub(crate) const PROJECT: &str = "Belongs to";
    pub(crate) const NO_PROJECT: &str = "No project: interviews about anything";
    pub(crate) const ACTIVE: &str = "Laid over every new interview";
    pub(crate) const ON_DEMAND: &str = "only where asked for";
    pub(crate) const UNUSED: &str = "in no interview yet";
    pub(crate) const SAVE_WHY: &str =
        "New interviews get what is saved; interviews under way keep the questions they began with.";
    pub(crate) const REMOVE: &str = "Remove this pool";
    pub(crate) const REMOVE_WHY: &str = "New interviews will not ask its questions any more; interviews under way keep them.";
    pub(crate) const REMOVE_YES: &str = "Remove it";

    pub(crate) fn of_project(name: &str) -> String {
        format!("only about {name}")
    }

    pub(crate) fn used(interviews: u64) -> String {
        match interviews {
            0 => UNUSED.to_owned(),
            1 => "in 1 interview".to_owned(),
            many => format!("in {many} interviews"),
        }
    }
}
