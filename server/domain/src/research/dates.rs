//! When something was published, by what its page or a search provider says. What cannot be read is no date: none is ever made up.

use jiff::{civil, fmt::rfc2822, fmt::strtime};
use protocol::Timestamp;

/// How dates of a day are written; numbers alone only with the year first, for `3/4/2024` is read in two ways.
const DAYS: &[&str] = &[
    "%Y-%m-%d", "%Y/%m/%d", "%Y.%m.%d", "%Y%m%d", "%d.%m.%Y", "%B %d, %Y", "%B %d %Y", "%b %d, %Y", "%b. %d, %Y", "%b %d %Y",
    "%d %B %Y", "%d %b %Y", "%d. %B %Y", "%A, %B %d, %Y", "%a, %b %d, %Y", "%A, %d %B %Y", "%a, %d %b %Y",
];

/// Days with a time and no zone: read as UTC.
const TIMES: &[&str] =
    &["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%d %H:%M:%S%.f", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%B %d, %Y %H:%M:%S", "%Y%m%dT%H%M%S"];

/// Times with an offset that RFC 3339 does not allow.
const ZONED: &[&str] = &["%Y-%m-%dT%H:%M:%S%.f%z", "%Y-%m-%d %H:%M:%S%.f %z", "%Y-%m-%d %H:%M:%S%.f%z", "%Y-%m-%dT%H:%M%:z"];

/// Before the first and after the last, a date is a machine's default value and not a date.
const FIRST_YEAR: i16 = 1971;
const LAST_YEAR: i16 = 2100;
/// Years that somebody may mean who says since when or until when; machines count from the first.
pub const YEARS: std::ops::RangeInclusive<i64> = 1970..=2100;

/// Reads a date, with or without a time.
#[must_use]
pub fn published(text: &str) -> Option<Timestamp> {
    let text = text.trim();
    if text.len() > 60 {
        return None;
    }
    moment(text).map(|moment| moment.as_microsecond()).map(Timestamp).filter(|at| is_plausible(*at))
}

/// Reads what search providers write beside a result: a date, or hours and days "ago", counted from `now`. Weeks, months and years
/// ago are no day, and so no date.
#[must_use]
pub fn relative(text: &str, now: Timestamp) -> Option<Timestamp> {
    let lower = text.trim().to_lowercase();
    if lower == "yesterday" {
        return Some(day_before(now, 1));
    }
    let Some(span) = lower.strip_suffix(" ago") else { return published(text) };
    let (count, unit) = span.split_once(' ')?;
    let count: i64 = match count {
        "a" | "an" => 1,
        count => count.parse().ok().filter(|count| (0..=1_000).contains(count))?,
    };
    match unit.trim_end_matches('s') {
        "minute" | "min" => Some(Timestamp(now.0 - count * 60_000_000)),
        "hour" | "hr" => Some(Timestamp(now.0 - count * 3_600_000_000)),
        "day" => Some(day_before(now, count)),
        _ => None,
    }
}

/// The beginning of the day so many days before.
fn day_before(now: Timestamp, days: i64) -> Timestamp {
    const DAY: i64 = 86_400_000_000;
    Timestamp((now.0.div_euclid(DAY) - days) * DAY)
}

fn moment(text: &str) -> Option<jiff::Timestamp> {
    let utc = |at: civil::DateTime| at.to_zoned(jiff::tz::TimeZone::UTC).ok().map(|zoned| zoned.timestamp());
    if let Ok(moment) = text.parse::<jiff::Timestamp>() {
        return Some(moment);
    }
    if let Ok(moment) = rfc2822::DateTimeParser::new().relaxed_weekday(true).parse_timestamp(text) {
        return Some(moment);
    }
    let parsed = |format: &&str| strtime::parse(*format, text).ok();
    let zoned = ZONED.iter().find_map(|format| parsed(format)?.to_timestamp().ok());
    let timed = || TIMES.iter().find_map(|format| parsed(format)?.to_datetime().ok()).and_then(utc);
    let day = || DAYS.iter().find_map(|format| parsed(format)?.to_date().ok()).and_then(|day| utc(day.at(0, 0, 0, 0)));
    zoned.or_else(timed).or_else(day)
}

/// Whether something may have been published, found or read then.
#[must_use]
pub fn is_plausible(at: Timestamp) -> bool {
    (i64::from(FIRST_YEAR)..=i64::from(LAST_YEAR)).contains(&at.date().0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<String> {
        published(text).map(Timestamp::to_rfc3339)
    }

    #[test]
    fn dates_are_read_as_pages_and_providers_write_them() {
        for text in [
            "2024-03-05", "2024/03/05", "20240305", "5.3.2024", "March 5, 2024", "Mar 5, 2024", "5 March 2024", "05 Mar 2024",
            "Tuesday, March 5, 2024", "2024-03-05T00:00:00Z", "2024-03-05T00:00:00", "2024-03-05 00:00",
            "2024-03-05T02:00:00+02:00", "2024-03-05T02:00:00+0200", "Tue, 05 Mar 2024 00:00:00 GMT", " 2024-03-05 ",
            "Tue, 05 Mar 2024 02:00:00 +0200", "2024-03-05T00:00:00.000Z",
        ] {
            assert_eq!(read(text).as_deref(), Some("2024-03-05T00:00:00.000Z"), "{text}");
        }
        assert_eq!(read("2024-03-05T12:34:56.5").as_deref(), Some("2024-03-05T12:34:56.500Z"));
    }

    #[test]
    fn what_cannot_be_read_is_no_date() {
        for text in [
            "", "recently", "3/4/2024", "2024", "March 2024", "2024-02-30", "2024-13-01", "1970-01-01T00:00:00Z",
            "0001-01-01T00:00:00", "9999-12-31", "last updated: today", "12345678901", "Mar 5", "３月５日",
            "2024-03-05; DROP TABLE",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert_eq!(published(&"9".repeat(10_000)), None);
        assert_eq!(published(&"ä".repeat(40)), None);
    }

    #[test]
    fn ago_is_counted_from_now_and_only_as_far_as_it_is_a_day() {
        let now = published("2026-06-15T10:30:00Z").expect("a date");
        for (text, wanted) in [
            ("3 days ago", Some("2026-06-12T00:00:00.000Z")),
            ("1 day ago", Some("2026-06-14T00:00:00.000Z")),
            ("Yesterday", Some("2026-06-14T00:00:00.000Z")),
            ("5 hours ago", Some("2026-06-15T05:30:00.000Z")),
            ("an hour ago", Some("2026-06-15T09:30:00.000Z")),
            ("20 mins ago", Some("2026-06-15T10:10:00.000Z")),
            ("Apr 2, 2026", Some("2026-04-02T00:00:00.000Z")),
            ("2 weeks ago", None),
            ("3 months ago", None),
            ("1 year ago", None),
            ("-3 days ago", None),
            ("99999999999999999999 days ago", None),
            ("long ago", None),
        ] {
            assert_eq!(relative(text, now).map(Timestamp::to_rfc3339).as_deref(), wanted, "{text}");
        }
    }
}
