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
pub(crate) const EVERY: &str = "How often";
/// Names as forms send them.
pub(crate) const RHYTHMS: [(&str, &str); 4] = [
    ("week", "Every week, on the weekday"),
    ("workday", "From Monday to Friday"),
    ("day", "Every day"),
    ("hour", "Every hour, on the hour"),
];
pub(crate) const WEEKDAY: &str = "Weekday";
pub(crate) const WEEKDAYS: [(&str, &str); 7] = [
    ("1", "Monday"),
    ("2", "Tuesday"),
    ("3", "Wednesday"),
    ("4", "Thursday"),
    ("5", "Friday"),
    ("6", "Saturday"),
    ("7", "Sunday"),
];
pub(crate) const HOUR: &str = "Hour";
pub(crate) const URL_HINT: &str = "It is sent the new companies as JSON when there are some, or that the search failed, up to three times until it answers with a status from 200 to 299.";
pub(crate) const MAKE: &str = "Tell me from now on";
pub(crate) const MADE: &str = "You will be told.";

pub(crate) const NEXT: &str = "Next search";
pub(crate) const LAST: &str = "Last search";
pub(crate) const NO_SEARCH_YET: &str = "No search yet";
pub(crate) const SKIPPED: &str = "Made no search";
pub(crate) const ALL_OF_THEM: &str = "all of them";
pub(crate) const DELETE_WHY: &str = "Searches that it made stay.";
pub(crate) const DELETE_NOW: &str = "Delete this schedule";

pub(crate) fn new_companies(count: u32) -> String {
    match count {
        0 => "nothing new".to_owned(),
        1 => "1 new company".to_owned(),
        many => format!("{many} new companies"),
    }
}

/// A cron in words where it is one that the form makes: `Every Monday at 8:00 (Asia/Dubai)`.
pub(crate) fn when(cron: &str, timezone: &str) -> String {
    let words = match cron.split(' ').collect::<Vec<_>>().as_slice() {
        ["0", "*", "*", "*", "*"] => Some("Every hour".to_owned()),
        ["0", hour, "*", "*", days] if hour.parse::<u8>().is_ok_and(|hour| hour < 24) => match *days {
            "*" => Some(format!("Every day at {hour}:00")),
            "1-5" => Some(format!("From Monday to Friday at {hour}:00")),
            day => {
                let known = WEEKDAYS.iter().find(|(number, _)| *number == day);
                known.map(|(_, name)| format!("Every {name} at {hour}:00"))
            }
        },
        _ => None,
    };
    format!("{} ({timezone})", words.unwrap_or_else(|| format!("Cron {cron}")))
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

#[cfg(test)]
mod tests {
    use super::when;

    #[test]
    fn what_the_form_makes_is_read_as_words() {
        for (cron, words) in [
            ("0 8 * * 1", "Every Monday at 8:00 (UTC)"),
            ("0 18 * * 7", "Every Sunday at 18:00 (UTC)"),
            ("0 8 * * *", "Every day at 8:00 (UTC)"),
            ("0 8 * * 1-5", "From Monday to Friday at 8:00 (UTC)"),
            ("0 * * * *", "Every hour (UTC)"),
            ("30 8 * * 1", "Cron 30 8 * * 1 (UTC)"),
            ("0 8 1 * *", "Cron 0 8 1 * * (UTC)"),
        ] {
            assert_eq!(when(cron, "UTC"), words);
        }
    }
}
