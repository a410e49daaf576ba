//! What is read about a tenant's own places.

pub(crate) const TITLE: &str = "Places";
pub(crate) const WHAT: &str = "Places that company searches know in addition to the built-in ones: a zone, a district or a town with all its names. Your own places take precedence over built-in ones with the same name.";
pub(crate) const NONE: &str = "No places of your own yet.";
pub(crate) const ADD: &str = "Add a place";
pub(crate) const NAME: &str = "Name";
pub(crate) const NAME_HINT: &str = "The name shown in results.";
pub(crate) const ALIASES: &str = "Other names";
pub(crate) const ALIASES_HINT: &str = "One per line, at most 20, in any language.";
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
pub(crate) const COUNTRY_HINT: &str = "Optional if the city makes it clear.";
pub(crate) const SAVE: &str = "Save";
pub(crate) const SAVED: &str = "Saved.";
pub(crate) const SAVE_WHY: &str = "New searches use it. Searches that have already started are not affected.";
pub(crate) const CANCEL: &str = "Cancel";
pub(crate) const EDIT: &str = "Edit";
pub(crate) const REMOVE: &str = "Remove";
pub(crate) const REMOVE_WHY: &str = "New searches no longer use it. Searches that have already started are not affected.";

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
