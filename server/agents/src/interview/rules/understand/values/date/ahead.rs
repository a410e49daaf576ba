//! Days told by their distance from today.

use super::{Day, days_on};
use crate::interview::rules::understand::{lexicon, text::Text, values::number};
use jiff::ToSpan as _;

/// "in three weeks", "two months from now", "within 10 days".
pub(super) fn ahead(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, Option<Day>)> {
    let told = matches!(text.word(at), "in" | "within");
    let count = if told { at + 1 } else { at };
    let (unit, many) = match (text.word(count), text.word(count + 1)) {
        ("a", "couple") => (count + 2 + usize::from(text.word(count + 2) == "of"), 2.0),
        // "Within half a year"
        ("half", "a" | "an") => (count + 2, 0.5),
        ("a" | "an", _) => (count + 1, 1.0),
        _ => number::plain(text, count)?,
    };
    let (name, days) = lexicon::SPANS_OF_TIME.iter().find(|(name, days)| *name == text.word(unit) && *days > 0)?;
    let half_more = text.reads(unit + 1, &["and", "a", "half"]);
    let (many, unit) = if half_more { (many + 0.5, unit + 3) } else { (many, unit) };
    let from_now = text.reads(unit + 1, &["from", "now"]) || text.reads(unit + 1, &["from", "today"]);
    if !told && !from_now || many > 5_000.0 {
        return None;
    }
    let end = if from_now { unit + 3 } else { unit + 1 };
    // "In a year or two": which of them nobody knows.
    if text.word(end) == "or" && lexicon::UNITS.iter().any(|(name, _)| *name == text.word(end + 1)) {
        return Some((end + 2, None));
    }
    #[expect(clippy::cast_possible_truncation, reason = "at most five thousand")]
    let many_whole = many.round() as i64;
    #[expect(clippy::cast_possible_truncation, reason = "at most five thousand years")]
    let months = (many * 12.0).round() as i64;
    let date = match *days {
        365 if many.fract() != 0.0 => today.checked_add(months.months()).ok(),
        30 => today.checked_add(many_whole.months()).ok(),
        91 => today.checked_add((many_whole * 3).months()).ok(),
        365 => today.checked_add(many_whole.years()).ok(),
        days => days_on(today, days * many_whole),
    };
    debug_assert!(!name.is_empty());
    Some((end, date))
}
