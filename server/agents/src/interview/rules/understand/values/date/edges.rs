//! The end, the middle and the beginning of a month, a year and the like.

use super::{Day, day, days_on, month, quarter, quarter_end, year};
use crate::interview::rules::understand::text::Text;
use jiff::ToSpan as _;

/// "End of June", "the beginning of next year"; the end of the words and the day.
pub(super) fn edge(text: &Text<'_>, at: usize, today: Day) -> Option<(usize, Option<Day>)> {
    if !matches!(text.word(at), "end" | "beginning" | "start" | "middle") || text.word(at + 1) != "of" {
        return None;
    }
    let skip = usize::from(matches!(text.word(at + 2), "the" | "this" | "next"));
    let next = text.word(at + 2) == "next";
    let late = text.word(at) == "end";
    if let Some((end, last)) = quarter(text, at + 2, today) {
        return Some((end, last));
    }
    if let Some(found) = month(text, at + 2 + skip) {
        let place = |year: i64| {
            let first = day(year, found, 1)?;
            Some(match text.word(at) {
                "end" => first.last_of_month(),
                "middle" => day(year, found, 15)?,
                _ => first,
            })
        };
        let this = i64::from(today.year());
        return Some(match year(text, at + 3 + skip, today) {
            Some((end, year)) => (end, place(year)),
            // The end of the month that it is now is still to come.
            None => (at + 3 + skip, place(this).filter(|date| *date >= today).or_else(|| place(this + 1))),
        });
    }
    match text.word(at + 2 + skip) {
        "month" => {
            let base = if next { today.checked_add(1.month()).ok()? } else { today };
            Some((at + 3 + skip, Some(if late { base.last_of_month() } else { base.first_of_month() })))
        }
        "year" => {
            let year = i64::from(today.year()) + i64::from(next);
            Some((at + 3 + skip, if late { day(year, 12, 31) } else { day(year, 1, 1) }))
        }
        "week" => {
            let to_friday = 5 - i64::from(today.weekday().to_monday_one_offset());
            Some((at + 3 + skip, days_on(today, to_friday + if next { 7 } else { 0 })))
        }
        "quarter" => {
            Some((at + 3 + skip, quarter_end(today.year().into(), (i64::from(today.month()) + 2) / 3 + i64::from(next))))
        }
        _ => year(text, at + 2 + skip, today).map(|(end, year)| (end, if late { day(year, 12, 31) } else { day(year, 1, 1) })),
    }
}
