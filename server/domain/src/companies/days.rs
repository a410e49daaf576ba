//! Days, as requests and sources write them. A day that cannot be read is none; none is made up.

use crate::research;
use jiff::civil::Date;
use protocol::Timestamp;

/// The day of a `YYYY-MM-DD`, or of an RFC 3339 time as it is written there, whatever its offset.
#[must_use]
pub(super) fn exact(text: &str) -> Option<Date> {
    let text = text.trim();
    let day = || text.get(..10).filter(|day| day.bytes().all(|one| one.is_ascii_digit() || one == b'-'))?.parse::<Date>().ok();
    match text.len() {
        10 => day(),
        11.. if !text.contains('[') && text.parse::<jiff::Timestamp>().is_ok() => day(),
        _ => None,
    }
}

/// The day that a source was published on.
#[must_use]
pub(super) fn published(text: Option<&str>) -> Option<Date> {
    let text = text?;
    let read = research::published(text)?;
    exact(text).or_else(|| Some(day_of(read)))
}

/// The day of a moment in UTC.
#[must_use]
pub(super) fn day_of(at: Timestamp) -> Date {
    let (year, month, day) = at.date();
    let number = |part: i64| i8::try_from(part).unwrap_or(1);
    Date::new(i16::try_from(year).unwrap_or(i16::MAX).clamp(-9_999, 9_999), number(month), number(day)).unwrap_or(Date::MIN)
}

/// Whole days from one to the other; 0 where the other comes first.
#[must_use]
pub(super) fn between(earlier: Date, later: Date) -> u32 {
    let since = later.duration_since(earlier).as_hours() / 24;
    u32::try_from(since).unwrap_or_default()
}
