//! Quarters and halves of a year, and years of two digits.

use super::{Day, day, ordinal, year};
use crate::interview::rules::understand::{
    lexicon,
    text::{Shape, Text},
};
use jiff::ToSpan as _;

/// No year of two digits is further ahead.
const AHEAD: i64 = 20;

/// "Q2", "Q3 2027", "Q1 27", "second quarter": its last day.
pub(super) fn quarter(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, Option<Day>)> {
    let (end, which) = match text.word(at) {
        "q1" => (at + 1, 1),
        "q2" => (at + 1, 2),
        "q3" => (at + 1, 3),
        "q4" => (at + 1, 4),
        "h1" => (at + 1, 2),
        "h2" => (at + 1, 4),
        _ => {
            let skip = usize::from(text.word(at) == "the");
            let (end, which) = ordinal(text, at + skip, false)?;
            if text.word(end) != "quarter" || which > 4 {
                return None;
            }
            (end + 1, which)
        }
    };
    if let Some((after, year)) = year(text, end, today).or_else(|| short_year(text, end, today)) {
        return Some((after, quarter_end(year, which)));
    }
    let this = i64::from(today.year());
    let is_over = quarter_end(this, which).is_some_and(|last| last < today);
    Some((end, quarter_end(this + i64::from(is_over), which)))
}

pub(super) fn quarter_end(year: i64, which: i64) -> Option<Day> {
    let (year, which) = if which > 4 { (year + 1, which - 4) } else { (year, which) };
    day(year, which * 3, 1).map(Day::last_of_month)
}

/// A part of the quarter that ends on this day.
pub(super) fn in_quarter(last: Day, of_month: i64) -> Option<Day> {
    let back = match of_month {
        ..=5 => 2,
        15 => 1,
        _ => 0,
    };
    Some(super::edges::within(last.first_of_month().checked_sub(back.months()).ok()?, of_month))
}

/// "27", "'27": a year near ahead, with nothing behind it that it could count.
pub(super) fn short_year(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, i64)> {
    let at = at + usize::from(text.word(at) == "'");
    let two = text.words.get(at)?.shape == Shape::Digits && text.word(at).len() == 2;
    let year = text.word(at).parse::<i64>().ok().filter(|_| two)? + 2000;
    let near = (0..=AHEAD).contains(&(year - i64::from(today.year())));
    let alone = text.is_mark(at + 1) && text.word(at + 1) != "-" || lexicon::COMMON.contains(text.word(at + 1));
    (near && alone).then_some((at + 1, year))
}
