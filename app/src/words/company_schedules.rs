//! What is read about searches that are made again by themselves. What is the same as for runs is with `schedules`.

pub(crate) const TITLE: &str = "Told what is new";
pub(crate) const LINK: &str = "Searches that tell you what is new";
pub(crate) const LIST: &str = "Your searches that are made again";
pub(crate) const EMPTY_TITLE: &str = "No search is made again yet";
pub(crate) const EMPTY: &str = "After a search, “Tell me what is new” has it made again, every week for example, and shows only companies that you have not seen.";

pub(crate) const TELL_NEW: &str = "Tell me what is new";
pub(crate) const TELL_NEW_WHY: &str =
    "This search is made again at fixed times, in your name. It leaves out every company that you have been shown.";
pub(crate) const TELL_NEW_WHEN: &str = "Choose when";
pub(crate) const NAME: &str = "Name";
pub(crate) const NAME_USUAL: &str = "what is searched for";
pub(crate) const URL_HINT: &str = "It is sent the new companies as JSON when there are some, or that the search failed, up to three times until it answers with a status from 200 to 299.";
pub(crate) const MAKE: &str = "Tell me from now on";
pub(crate) const MADE: &str = "You will be told.";

pub(crate) const NEXT: &str = "Next search";
pub(crate) const LAST: &str = "Last search";
pub(crate) const NO_SEARCH_YET: &str = "No search yet";
pub(crate) const SKIPPED: &str = "Made no search";
pub(crate) const ALL_OF_THEM: &str = "all of them";
pub(crate) const DELETE_WHY: &str = "Searches that it made stay.";

pub(crate) fn new_companies(count: u32) -> String {
    match count {
        0 => "nothing new".to_owned(),
        1 => "1 new company".to_owned(),
        many => format!("{many} new companies"),
    }
}

/// How telling the webhook of the last search went.
pub(crate) fn delivery(state: &str) -> &'static str {
    match state {
        "delivered" => "told of the last search",
        "failed" => "could not be told of the last search",
        "nothing_new" => "not told, as nothing was new",
        _ => "is to be told when the search is over",
    }
}
