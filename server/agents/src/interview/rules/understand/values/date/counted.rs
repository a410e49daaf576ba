//! Days told by their number among others: "the first Monday in May", "the week after next".

use super::{Day, day, days_on, edges::within, month, ordinal, quarters::quarter_end, year};
use crate::interview::rules::understand::{lexicon, text::Text};
use jiff::{ToSpan as _, civil::Weekday};

pub(super) fn counted(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, Option<Day>)> {
    let at = at + usize::from(text.word(at) == "the");
    after_next(text, at, today).or_else(|| of_a_month(text, at, today))
}

fn weekday_named(word: &str) -> Option<i64> {
    lexicon::WEEKDAYS.iter().find(|(name, _)| *name == word).map(|(_, day)| *day)
}

/// "The week after next", "Monday after next".
fn after_next(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, Option<Day>)> {
    if !text.reads(at + 1, &["after", "next"]) {
        return None;
    }
    let from = i64::from(today.weekday().to_monday_one_offset());
    let date = match text.word(at) {
        "week" => days_on(today, 15 - from),
        "month" => today.checked_add(2.months()).ok().map(Day::first_of_month),
        "quarter" => quarter_end(today.year().into(), (i64::from(today.month()) + 2) / 3 + 2),
        "year" => day(i64::from(today.year()) + 2, 1, 1),
        name => days_on(today, (weekday_named(name)? - from - 1).rem_euclid(7) + 8),
    };
    Some((at + 3, date))
}

/// "First Monday in February", "last Friday of the month", "second week of May": of a week the end of its days.
fn of_a_month(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, Option<Day>)> {
    let (unit, which) =
        if text.word(at) == "last" { (at + 1, None) } else { ordinal(text, at, false).map(|(end, n)| (end, Some(n)))? };
    let weekday = weekday_named(text.word(unit));
    if weekday.is_none() && text.word(unit) != "week"
        || which.is_some_and(|which| which > 5)
        || !matches!(text.word(unit + 1), "of" | "in")
    {
        return None;
    }
    let nth = |first: Day| match (weekday, which) {
        (None, which) => Some(within(first, which.map_or(31, |which| which * 7))),
        (Some(weekday), which) => {
            let weekday = Weekday::from_monday_one_offset(i8::try_from(weekday).ok()?).ok()?;
            first.nth_weekday_of_month(which.map_or(Some(-1), |which| i8::try_from(which).ok())?, weekday).ok()
        }
    };
    let name = unit + 2 + usize::from(matches!(text.word(unit + 2), "the" | "this" | "next"));
    if text.word(name) == "month" {
        let base = if text.word(name - 1) == "next" { today.checked_add(1.month()).ok()? } else { today };
        return Some((name + 1, nth(base)));
    }
    let found = month(text, name)?;
    let of_year = |year: i64| day(year, found, 1).and_then(nth);
    if let Some((end, year)) = year(text, name + 1, today) {
        return Some((end, of_year(year)));
    }
    // The month itself may be the one that it is now.
    let this = i64::from(today.year());
    let date = of_year(this).filter(|date| *date >= today).or_else(|| of_year(this + 1));
    Some((name + 1, date))
}
