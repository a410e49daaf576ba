//! The end, the middle and the beginning of a month, a quarter, a year and the like.

use super::{
    Day, coming, day, days_on, month,
    quarters::{in_quarter, quarter, quarter_end},
    year,
};
use crate::interview::rules::understand::{
    lexicon,
    text::{Shape, Text},
};
use jiff::ToSpan as _;

/// "Mid-", "end of", "halfway through": which day of a month that is, where 31 is its last, and where what it is a part of begins.
pub(super) fn part(text: &Text<'_>, at: usize) -> Option<(i64, usize)> {
    let half_way = text.reads(at, &["half", "way"]);
    let of_month = match text.word(at) {
        "beginning" | "start" => 1,
        "early" => 5,
        "middle" | "mid" | "halfway" => 15,
        "half" if half_way => 15,
        "late" => 25,
        "end" => 31,
        _ => return None,
    };
    let next = at + 1 + usize::from(half_way);
    let joins = match of_month {
        // "We end in May"
        1 | 31 => matches!(text.word(next), "of" | "-"),
        _ => matches!(text.word(next), "of" | "in" | "through" | "-"),
    };
    Some((of_month, next + usize::from(joins)))
}

/// "End of June", "the beginning of next year", "mid next month", "end April"; the end of the words and the day.
pub(super) fn edge(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, Option<Day>)> {
    if let Some(found) = year_end(text, at, today) {
        return Some(found);
    }
    let (of_month, from) = part(text, at)?;
    let joined = matches!(text.before(from), "of" | "in" | "through" | "-");
    let is_day = text.words.get(from + 1).is_some_and(|next| matches!(next.shape, Shape::Digits | Shape::Mixed))
        && year(text, from + 1, today).is_none();
    // "We start April 1", "we end April 5"
    if !joined && (of_month == 1 || of_month == 31 && is_day) {
        return None;
    }
    let name = from + usize::from(matches!(text.word(from), "the" | "this" | "next"));
    let next = text.word(from) == "next";
    if let Some((end, last)) = quarter(text, from, today) {
        return Some((end, last.and_then(|last| in_quarter(last, of_month))));
    }
    if let Some(found) = month(text, name) {
        let place = |year: i64| Some(within(day(year, found, 1)?, of_month));
        let this = i64::from(today.year());
        return Some(match year(text, name + 1, today) {
            Some((end, year)) => (end, place(year)),
            // The end of the month that it is now is still to come.
            None => (name + 1, place(this).filter(|date| *date >= today).or_else(|| place(this + 1))),
        });
    }
    let whole = joined && matches!(of_month, 1 | 15 | 31);
    match text.word(name) {
        "month" => {
            let base = if next { today.checked_add(1.month()).ok()? } else { today };
            let found = within(base, of_month);
            let found = if found < today { within(today.checked_add(1.month()).ok()?, of_month) } else { found };
            Some((name + 1, Some(found)))
        }
        "quarter" => {
            let last = quarter_end(today.year().into(), (i64::from(today.month()) + 2) / 3 + i64::from(next));
            Some((name + 1, last.and_then(|last| in_quarter(last, of_month))))
        }
        "year" if whole => Some((name + 1, of_year(i64::from(today.year()) + i64::from(next), of_month))),
        "week" if whole => {
            let wanted = (of_month / 7 + 1).min(5);
            let days = wanted - i64::from(today.weekday().to_monday_one_offset());
            Some((name + 1, days_on(today, days + if next { 7 } else { 0 })))
        }
        _ if whole => year(text, name, today).map(|(end, year)| (end, of_year(year, of_month))),
        _ => None,
    }
}

/// A day of this month, or its last.
pub(super) fn within(base: Day, of_month: i64) -> Day {
    let first = base.first_of_month();
    days_on(first, of_month - 1).filter(|date| date.month() == first.month()).unwrap_or(base.last_of_month())
}

fn of_year(year: i64, of_month: i64) -> Option<Day> {
    match of_month {
        1 => day(year, 1, 1),
        31 => day(year, 12, 31),
        _ => day(year, 6, 30),
    }
}

/// "Year end", "month-end", "EOY".
fn year_end(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, Option<Day>)> {
    let dash = usize::from(text.word(at + 1) == "-");
    let (end, span) = match text.word(at) {
        "eoy" => (at + 1, "year"),
        "eom" => (at + 1, "month"),
        span @ ("year" | "month") if text.word(at + 1 + dash) == "end" => (at + 2 + dash, span),
        _ => return None,
    };
    // "Year end closing" is no day.
    let apart = text.is_mark(end) || lexicon::COMMON.contains(text.word(end));
    apart.then_some((end, if span == "year" { coming(today, 12, 31) } else { Some(today.last_of_month()) }))
}
