//! Which weeks and years of a table's time are whole.

use super::super::prelude::*;
use domain::{runs::sql, tools::warehouse::Dialect};
use jiff::{Span, civil::Date};

/// Turns from which a peak comes back.
const LEAST_WEEKS: i64 = 8;
const LEAST_YEARS: i64 = 2;
/// The last ones are looked at.
const MOST_YEARS: i64 = 20;
/// Days without a row at the edge of a month that is whole all the same.
const SLACK: i8 = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cycle {
    Week,
    Year,
}

impl Cycle {
    /// What differs.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Week => "weekday",
            Self::Year => "month",
        }
    }

    /// What comes back.
    pub(super) const fn turn(self) -> &'static str {
        match self {
            Self::Week => "week",
            Self::Year => "year",
        }
    }

    /// `on Mondays`, `in May`.
    pub(super) const fn at(self) -> &'static str {
        match self {
            Self::Week => "on",
            Self::Year => "in",
        }
    }

    /// `Mondays have`, `May has`.
    pub(super) const fn have(self) -> &'static str {
        match self {
            Self::Week => "have",
            Self::Year => "has",
        }
    }

    /// A weekday from Sunday, or a month from January.
    pub(super) fn place(self, at: usize) -> Option<&'static str> {
        match self {
            Self::Week => sql::WEEKDAYS.get(at).copied(),
            Self::Year => listed("months").nth(at),
        }
    }

    /// The number of a moment's weekday, from Sunday as nought, or of its month; none where the database has a way of its own.
    pub(super) fn number(self, dialect: Dialect, column: &ColumnSurvey) -> Option<String> {
        let (name, is_week) = (&column.reference, self == Self::Week);
        let part = if is_week { "DOW" } else { "MONTH" };
        Some(match dialect {
            Dialect::Sqlite => format!("CAST(strftime('{}', {name}) AS INTEGER)", if is_week { "%w" } else { "%m" }),
            Dialect::Mysql if is_week => format!("(DAYOFWEEK({name}) - 1)"),
            Dialect::Mysql => format!("MONTH({name})"),
            Dialect::Files | Dialect::Postgres | Dialect::Redshift => {
                format!("EXTRACT({part} FROM {})", sql::moment(dialect, name, column.is_text))
            }
            _ => return None,
        })
    }
}

/// Whole turns: their first day, the first day after them, and how many they are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    pub begin: Date,
    pub end: Date,
    pub count: i64,
}

/// The last whole weeks.
pub(super) fn whole_weeks(first: Date, last: Date) -> Option<Window> {
    let count = (i64::from(first.until(last).ok()?.get_days()) + 1) / 7;
    let end = last.tomorrow().ok()?;
    let begin = end.checked_sub(Span::new().days(count * 7)).ok()?;
    (count >= LEAST_WEEKS).then_some(Window { begin, end, count })
}

/// The last whole years, of whole months. `is_monthly`: there is one moment in each month, see [`is_monthly`].
pub(super) fn whole_years(first: Date, last: Date, is_monthly: bool) -> Option<Window> {
    let is_cut = !is_monthly && first.day() > 1 + SLACK;
    let is_over = is_monthly || last.days_in_month() - last.day() <= SLACK;
    let months = month_number(last) + i64::from(is_over) - month_number(first) - i64::from(is_cut);
    let count = (months / 12).min(MOST_YEARS);
    if count < LEAST_YEARS {
        return None;
    }
    let end = last.first_of_month().checked_add(Span::new().months(i64::from(is_over))).ok()?;
    Some(Window { begin: end.checked_sub(Span::new().years(count)).ok()?, end, count })
}

/// Whether moments only say a month: there are no more of them than months, and the first and the last are of the same day.
pub(super) fn is_monthly(first: Date, last: Date, distinct: u64) -> bool {
    let months = month_number(last) - month_number(first) + 1;
    let is_end = |day: Date| day.day() >= 28;
    let is_same = first.day() == last.day() || (is_end(first) && is_end(last));
    is_same && i64::try_from(distinct).is_ok_and(|distinct| distinct <= months)
}

fn month_number(day: Date) -> i64 {
    i64::from(day.year()) * 12 + i64::from(day.month())
}
