//! Interviews that are renamed, put away, deleted and brought back.

use protocol::interview::Place;

pub(crate) const MENU: &str = "More";
pub(crate) const ARCHIVE: &str = "Archive";
pub(crate) const DELETE: &str = "Delete";
pub(crate) const RESTORE: &str = "Restore";
pub(crate) const UNDO: &str = "Undo";
pub(crate) fn menu(title: &str) -> String {
    format!("More actions for {title}")
}
pub(crate) const fn became(place: Place) -> &'static str {
    match place {
        Place::Listed => "The interview is back in your list.",
        Place::Archived => "Interview archived.",
        Place::Deleted => "Interview deleted. You can restore it for 30 days.",
    }
}
