//! What is read about searches that are made again by themselves. What is the same as for runs is with `schedules`.

pub(crate) const TITLE: &str = "Scheduled searches";
pub(crate) const LINK: &str = "Scheduled searches";
pub(crate) const LIST: &str = "Your scheduled searches";
pub(crate) const EMPTY_TITLE: &str = "No scheduled searches yet";
pub(crate) const EMPTY: &str =
    "After a search, “Tell me what is new” runs it again, for example every week, and shows only companies you have not seen.";

pub(crate) const TELL_NEW: &str = "Tell me what is new";
pub(crate) const TELL_NEW_WHY: &str =
    "This search runs again at fixed times, on your behalf. It leaves out every company you have already seen.";
pub(crate) const TELL_NEW_WHEN: &str = "Choose when";
pub(crate) const NAME: &str = "Name";
pub(crate) const NAME_USUAL: &str = "The search text";
pub(crate) const URL_HINT: &str = "It receives new companies as JSON, or a note that the search failed. Up to three attempts are made until it responds with a status from 200 to 299.";
pub(crate) const MAKE: &str = "Create schedule";
pub(crate) const MADE: &str = "Schedule created.";

pub(crate) const NEXT: &str = "Next search";
pub(crate) const LAST: &str = "Last search";
pub(crate) const NO_SEARCH_YET: &str = "No search yet";
pub(crate) const SKIPPED: &str = "Skipped";
pub(crate) const ALL_OF_THEM: &str = "all of them";
pub(crate) const DELETE_WHY: &str = "Past searches are kept.";

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
        "delivered" => "last search delivered",
        "failed" => "last search could not be delivered",
        "nothing_new" => "not sent, because nothing was new",
        _ => "will be sent when the search is done",
    }
}
