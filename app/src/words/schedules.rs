//! What is read about schedules and webhooks, of runs first and then whatever they start.

pub(crate) const TITLE: &str = "Schedules";
pub(crate) const LINK: &str = "Scheduled runs";
pub(crate) const LIST: &str = "Schedules of this project";
pub(crate) const EMPTY_TITLE: &str = "No scheduled runs yet";
pub(crate) const EMPTY: &str =
    "A schedule starts runs at fixed times, on your behalf, and can notify another program of the results.";
pub(crate) const EMPTY_READER: &str = "Members of the project can create schedules.";

pub(crate) const NEW: &str = "New schedule";
pub(crate) const EVERY: &str = "How often";
/// Names as forms send them.
pub(crate) const RHYTHMS: [(&str, &str); 6] = [
    ("week", "Every week"),
    ("workday", "Monday to Friday"),
    ("day", "Every day"),
    ("hour", "Every hour"),
    ("month", "First of every month"),
    ("quarter", "First of every quarter"),
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
pub(crate) const CRON: &str = "Or a cron expression";
pub(crate) const CRON_HINT: &str =
    "Five fields: minute, hour, day of the month, month, day of the week. \"30 6 * * 1,4\" is Mondays and Thursdays at 6:30.";
pub(crate) const CRON_ALONE: &str = "When, as a cron expression";
pub(crate) const TIMEZONE: &str = "Time zone";
pub(crate) const TIMEZONE_HINT: &str = "A time zone like Europe/Berlin or America/New_York, or UTC.";
/// Time zones that are offered; every other one of the IANA database may be written.
pub(crate) const ZONES: [&str; 24] = [
    "UTC", "Europe/London", "Europe/Berlin", "Europe/Paris", "Europe/Madrid", "Europe/Vienna", "Europe/Zurich", "Europe/Warsaw",
    "Europe/Athens", "Europe/Istanbul", "Africa/Johannesburg", "Africa/Lagos", "Asia/Dubai", "Asia/Kolkata", "Asia/Singapore",
    "Asia/Shanghai", "Asia/Tokyo", "Australia/Sydney", "Pacific/Auckland", "America/New_York", "America/Chicago",
    "America/Denver", "America/Los_Angeles", "America/Sao_Paulo",
];
pub(crate) const GOAL: &str = "What do you want to know?";
pub(crate) const GOAL_HINT: &str = "Leave empty to look for anything that stands out.";
pub(crate) const MAX_STEPS: &str = "Maximum queries";
pub(crate) const WEBHOOK: &str = "Notify another program";
pub(crate) const URL: &str = "Address";
pub(crate) const URL_HINT: &str = "It receives the run as JSON when the run is done. Up to three attempts are made until it responds with a status from 200 to 299.";
pub(crate) const SECRET: &str = "Secret";
pub(crate) const SECRET_HINT: &str =
    "If set, the header X-Discovery-Signature contains sha256= and the HMAC of the body. It is not shown again.";
/// Beside the hints, where a schedule is changed.
pub(crate) const URL_AWAY: &str = " Leave empty to notify nobody.";
pub(crate) const SECRET_STAYS: &str = " Leave empty to keep it.";
pub(crate) const EDIT: &str = "Change";
pub(crate) const EDIT_TITLE: &str = "Change this schedule";
pub(crate) const ENABLED: &str = "Enabled";
pub(crate) const CHANGE: &str = "Save changes";
pub(crate) const CHANGE_NOT: &str = "Cancel";
pub(crate) const MAKE: &str = "Create schedule";
pub(crate) const MADE: &str = "Schedule created.";

pub(crate) const OFF: &str = "off";
pub(crate) const ENABLE: &str = "Switch on";
pub(crate) const DISABLE: &str = "Switch off";
pub(crate) const DELETE: &str = "Delete";
pub(crate) const DELETE_WHY: &str = "Past runs are kept.";
pub(crate) const DELETE_NOW: &str = "Delete this schedule";
pub(crate) const NEXT: &str = "Next run";
pub(crate) const LAST: &str = "Last run";
pub(crate) const NO_RUN_YET: &str = "No run yet";
pub(crate) const SKIPPED: &str = "Skipped";
pub(crate) const TELLS: &str = "Tells";
pub(crate) const SIGNED: &str = "signed";
pub(crate) const UNSIGNED: &str = "not signed";

/// A cron in words where it is one that the forms make: `Every Monday at 8:00 (Asia/Dubai)`.
pub(crate) fn when(cron: &str, timezone: &str) -> String {
    let words = match cron.split(' ').collect::<Vec<_>>().as_slice() {
        ["0", "*", "*", "*", "*"] => Some("Every hour".to_owned()),
        ["0", hour, day, month, weekday] if hour.parse::<u8>().is_ok_and(|hour| hour < 24) => {
            let days = match (*day, *month, *weekday) {
                ("*", "*", "*") => Some("Every day".to_owned()),
                ("*", "*", "1-5") => Some("From Monday to Friday".to_owned()),
                ("*", "*", weekday) => {
                    let known = WEEKDAYS.iter().find(|(number, _)| *number == weekday);
                    known.map(|(_, name)| format!("Every {name}"))
                }
                ("1", "*", "*") => Some("On the first day of every month".to_owned()),
                ("1", "1,4,7,10", "*") => Some("On the first day of every quarter".to_owned()),
                _ => None,
            };
            days.map(|days| format!("{days} at {hour}:00"))
        }
        _ => None,
    };
    format!("{} ({timezone})", words.unwrap_or_else(|| format!("Cron {cron}")))
}

/// How telling the webhook of the last run went.
pub(crate) fn delivery(state: &str) -> &'static str {
    match state {
        "delivered" => "last run delivered",
        "failed" => "last run could not be delivered",
        _ => "will be sent when the run is done",
    }
}

#[cfg(test)]
mod tests {
    use super::{RHYTHMS, when};

    /// As many letters as a choice has room for on the smallest phones.
    const ROOM: usize = 24;

    #[test]
    fn no_rhythm_is_cut_on_a_phone() {
        for (_, words) in RHYTHMS {
            assert!(words.len() <= ROOM, "{words}");
        }
    }

    #[test]
    fn what_the_forms_make_is_read_as_words() {
        for (cron, words) in [
            ("0 8 * * 1", "Every Monday at 8:00 (UTC)"),
            ("0 18 * * 7", "Every Sunday at 18:00 (UTC)"),
            ("0 8 * * *", "Every day at 8:00 (UTC)"),
            ("0 8 * * 1-5", "From Monday to Friday at 8:00 (UTC)"),
            ("0 * * * *", "Every hour (UTC)"),
            ("0 8 1 * *", "On the first day of every month at 8:00 (UTC)"),
            ("0 8 1 1,4,7,10 *", "On the first day of every quarter at 8:00 (UTC)"),
            ("30 8 * * 1", "Cron 30 8 * * 1 (UTC)"),
            ("0 24 * * *", "Cron 0 24 * * * (UTC)"),
        ] {
            assert_eq!(when(cron, "UTC"), words);
        }
    }
}
