//! What is read about a tenant's own places.

pub(crate) const TITLE: &str = "Places";
pub(crate) const WHAT: &str = "Places that searches for companies know beside the built-in ones: a zone, a district or a town under all its names. One of your own goes before a built-in place of the same name.";
pub(crate) const NONE: &str = "There is no place of your own yet.";
pub(crate) const ADD: &str = "Add a place";
pub(crate) const NAME: &str = "Name";
pub(crate) const NAME_HINT: &str = "As answers name it.";
pub(crate) const ALIASES: &str = "Other names";
pub(crate) const ALIASES_HINT: &str = "One on each line, at most 20, in any language.";
pub(crate) const KIND: &str = "Kind";
/// As they are sent, and as they are read.
pub(crate) const KINDS: [(&str, &str); 5] = [
    ("free_zone", "free zone"),
    ("district", "district"),
    ("mainland", "mainland area"),
    ("city", "city"),
    ("emirate", "emirate or state"),
];
pub(crate) const CITY: &str = "In the city";
pub(crate) const REGION: &str = "Emirate or state";
pub(crate) const COUNTRY: &str = "Country";
pub(crate) const COUNTRY_HINT: &str = "May stay empty where the city says it.";
pub(crate) const SAVE: &str = "Save";
pub(crate) const SAVED: &str = "Saved.";
pub(crate) const SAVE_WHY: &str = "New searches know it; searches that were begun before keep what they knew.";
pub(crate) const CANCEL: &str = "Cancel";
pub(crate) const EDIT: &str = "Edit";
pub(crate) const REMOVE: &str = "Remove";
pub(crate) const REMOVE_WHY: &str = "New searches do not know it any more; searches that were begun before keep it.";

pub(crate) fn kind(name: &str) -> &str {
    KINDS.into_iter().find(|(known, _)| *known == name).map_or(name, |(_, word)| word)
}

pub(crate) fn edit(name: &str) -> String {
    format!("Edit {name}")
}

pub(crate) fn remove(name: &str) -> String {
    format!("Remove {name}")
}

pub(crate) fn aliases(names: &[String]) -> String {
    format!("also {}", names.join(", "))
}
