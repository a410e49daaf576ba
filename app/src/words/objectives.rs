//! The pages of objectives.

pub(crate) const TITLE: &str = "Objectives";
pub(crate) const WHAT: &str =
    "What interviews collect. Interviews under way keep the version they began with until they are moved.";
pub(crate) const ACTIVE: &str = "active";
pub(crate) const ACTIVATE: &str = "Activate";
pub(crate) const DEFINITION: &str = "Definition";
pub(crate) const AS_VERSION: &str = "Save as version";
pub(crate) const SAVE: &str = "Save";
pub(crate) const SAVE_WHY: &str = "A version is never changed: saving makes a new one, which can then be activated.";
pub(crate) const DISCARD: &str = "Discard the draft";
pub(crate) const CHECKING: &str = "Looking …";
pub(crate) const SIDE: &str = "What the definition comes to";
pub(crate) const PREVIEW: &str = "How the interview would ask";
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
