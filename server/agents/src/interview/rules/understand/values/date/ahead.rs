//! Days told by their distance from today, or from another day.

use super::{Day, days_on};
use crate::interview::rules::understand::{cues, lexicon, text::Text, values::number};
use jiff::ToSpan as _;

/// "in about three weeks", "two months from now", "within the next 10 days", "a week on Tuesday", "two months before Christmas".
pub(super) fn ahead(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, Option<Day>)> {
    let lead = at + usize::from(matches!(text.word(at), "in" | "within" | "over"));
    let next = lead + usize::from(lead > at && text.word(lead) == "the");
    let count = next + usize::from(matches!(text.word(next), "next" | "coming"));
    let is_led = text.word(at) != "over" && lead > at || count > next;
    let count = if is_led { cues::skip("near", text, &(count..text.words.len().min(count + 2))) } else { count };
    let (unit, many) = match (text.word(count), text.word(count + 1)) {
        ("a", "couple") => (count + 2 + usize::from(text.word(count + 2) == "of"), 2.0),
        // "Within half a year"
        ("half", "a" | "an") => (count + 2, 0.5),
        ("a" | "an", _) => (count + 1, 1.0),
        _ => number::plain(text, count)?,
    };
    // "In a month's time"
    let named = text.word(unit).trim_end_matches("'s");
    let (_, days) = lexicon::SPANS_OF_TIME.iter().find(|(name, days)| *name == named && *days > 0)?;
    let half_more = text.reads(unit + 1, &["and", "a", "half"]);
    let (many, unit) = if half_more { (many + 0.5, unit + 3) } else { (many, unit) };
    if many > 5_000.0 {
        return None;
    }
    let from_now = text.reads(unit + 1, &["from", "now"]) || text.reads(unit + 1, &["from", "today"]);
    if !from_now && let Some((end, base, many)) = from_another(text, unit + 1, *days, many, today) {
        return Some((end, on(base, *days, many)));
    }
    if !is_led && !from_now {
        return None;
    }
    let time = usize::from(named.len() < text.word(unit).len() && text.word(unit + 1) == "time");
    let end = if from_now { unit + 3 } else { unit + 1 + time };
    // "In a year or two": which of them nobody knows.
    if text.word(end) == "or" && lexicon::UNITS.iter().any(|(name, _)| *name == text.word(end + 1)) {
        return Some((end + 2, None));
    }
    Some((end, on(today, *days, many)))
}

/// So many spans of time, each of so many days, after a day.
pub(super) fn on(day: Day, span: i64, many: f64) -> Option<Day> {
    #[expect(clippy::cast_possible_truncation, reason = "at most five thousand")]
    let many_whole = many.round() as i64;
    #[expect(clippy::cast_possible_truncation, reason = "at most five thousand years")]
    let months = (many * 12.0).round() as i64;
    match span {
        365 if many.fract() != 0.0 => day.checked_add(months.months()).ok(),
        30 => day.checked_add(many_whole.months()).ok(),
        91 => day.checked_add((many_whole * 3).months()).ok(),
        365 => day.checked_add(many_whole.years()).ok(),
        days => days_on(day, days * many_whole),
    }
}

/// The other day that a distance is told from, where that ends, and how many spans it is away.
fn from_another(text: &Text<'_>, at: usize, span: i64, many: f64, today: Day) -> Option<(usize, Day, f64)> {
    let weeks = matches!(span, 7 | 14);
    let (from, many) = match text.word(at) {
        "from" | "after" => (at + 1, many),
        "before" => (at + 1, -many),
        "on" if weeks => (at + 1, many),
        "today" | "tomorrow" if weeks => (at, many),
        _ => return None,
    };
    let (end, day) = super::of_calendar(text, from, today)?;
    Some((end, day?, many))
}
