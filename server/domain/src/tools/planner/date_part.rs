//! Parts of a date that rows are put together by: the month that a day is in, the day of the week that it is.

use crate::{
    runs::sql::{WEEKDAYS, moment},
    tools::warehouse::Dialect,
};
use serde::Deserialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(in crate::tools) enum DatePart {
    Year,
    Quarter,
    Month,
    /// By its Monday.
    Week,
    Day,
    Weekday,
}

impl DatePart {
    /// What its column is called.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Year => "year",
            Self::Quarter => "quarter",
            Self::Month => "month",
            Self::Week => "week",
            Self::Day => "day",
            Self::Weekday => "weekday",
        }
    }

    /// Of a column of days or moments, as a text: `2024-05`, `2024-Q2`, `Monday`. None where the database has a way of its own.
    pub(super) fn write(self, dialect: Dialect, column: &str, is_text: bool) -> Option<String> {
        if self == Self::Weekday {
            let number = weekday(dialect, column, is_text)?;
            let one =
                |(at, day): (usize, &&str)| format!(" WHEN {} THEN '{}'", day_number(dialect, at), day.trim_end_matches('s'));
            let days = WEEKDAYS.iter().enumerate().map(one);
            return Some(format!("CASE {number}{} END", days.collect::<String>()));
        }
        let moment = moment(dialect, column, is_text);
        Some(match dialect {
            Dialect::Sqlite => match self {
                Self::Week => format!("date({column}, '-6 days', 'weekday 1')"),
                Self::Quarter => {
                    format!("strftime('%Y', {column}) || '-Q' || ((CAST(strftime('%m', {column}) AS INTEGER) + 2) / 3)")
                }
                _ => format!("strftime('{}', {column})", self.percent_form()),
            },
            Dialect::Files => match self {
                Self::Week => format!("to_char(date_trunc('week', {moment}), '%Y-%m-%d')"),
                Self::Quarter => format!("CONCAT(to_char({moment}, '%Y'), '-Q', CAST(date_part('quarter', {moment}) AS INT))"),
                _ => format!("to_char({moment}, '{}')", self.percent_form()),
            },
            Dialect::Postgres | Dialect::Redshift => match self {
                Self::Week => format!("TO_CHAR(DATE_TRUNC('week', {moment}), 'YYYY-MM-DD')"),
                Self::Quarter => format!("CONCAT(TO_CHAR({moment}, 'YYYY'), CONCAT('-Q', TO_CHAR({moment}, 'Q')))"),
                Self::Year => format!("TO_CHAR({moment}, 'YYYY')"),
                Self::Month => format!("TO_CHAR({moment}, 'YYYY-MM')"),
                Self::Day | Self::Weekday => format!("TO_CHAR({moment}, 'YYYY-MM-DD')"),
            },
            Dialect::Mysql => match self {
                Self::Week => format!("DATE_FORMAT(DATE_SUB({column}, INTERVAL WEEKDAY({column}) DAY), '%Y-%m-%d')"),
                Self::Quarter => format!("CONCAT(YEAR({column}), '-Q', QUARTER({column}))"),
                _ => format!("DATE_FORMAT({column}, '{}')", self.percent_form()),
            },
            // The day that it begins with; which day a week begins with is their own.
            _ if self == Self::Week => return None,
            _ => dialect.start(&moment, self.name()),
        })
    }

    /// What its values are sorted by.
    pub(super) fn write_order(self, dialect: Dialect, column: &str, is_text: bool) -> Option<String> {
        match self {
            Self::Weekday => weekday(dialect, column, is_text),
            _ => self.write(dialect, column, is_text),
        }
    }

    /// That there is one: what is kept as text may be no date.
    pub(super) fn write_known(self, dialect: Dialect, column: &str, is_text: bool) -> Option<String> {
        let is_typed = !is_text && dialect != Dialect::Sqlite;
        let known = match self {
            _ if is_typed => column.to_owned(),
            Self::Weekday => weekday(dialect, column, is_text)?,
            _ => self.write(dialect, column, is_text)?,
        };
        Some(format!("{known} IS NOT NULL"))
    }

    /// As C writes dates.
    const fn percent_form(self) -> &'static str {
        match self {
            Self::Year => "%Y",
            Self::Month => "%Y-%m",
            _ => "%Y-%m-%d",
        }
    }
}

/// That it is a day of the week, by its number.
pub(super) fn write_weekday(dialect: Dialect, column: &str, is_text: bool, day: usize) -> Option<String> {
    Some(format!("{} = {}", weekday(dialect, column, is_text)?, day_number(dialect, day)))
}

fn day_number(dialect: Dialect, day: usize) -> String {
    if dialect == Dialect::Sqlite { format!("'{day}'") } else { day.to_string() }
}

/// The number of a day in its week, from Sunday; in SQLite as a text.
fn weekday(dialect: Dialect, column: &str, is_text: bool) -> Option<String> {
    Some(match dialect {
        Dialect::Sqlite => format!("strftime('%w', {column})"),
        Dialect::Mysql => format!("(DAYOFWEEK({column}) - 1)"),
        Dialect::Files | Dialect::Postgres | Dialect::Redshift => {
            format!("date_part('dow', {})", moment(dialect, column, is_text))
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_database_writes_a_part_its_own_way() {
        for (dialect, part, is_text, wanted) in [
            (Dialect::Sqlite, DatePart::Month, true, Some("strftime('%Y-%m', x)")),
            (Dialect::Sqlite, DatePart::Week, true, Some("date(x, '-6 days', 'weekday 1')")),
            (Dialect::Files, DatePart::Month, false, Some("to_char(x, '%Y-%m')")),
            (Dialect::Files, DatePart::Week, false, Some("to_char(date_trunc('week', x), '%Y-%m-%d')")),
            (Dialect::Postgres, DatePart::Year, false, Some("TO_CHAR(x, 'YYYY')")),
            (Dialect::Postgres, DatePart::Day, true, Some("TO_CHAR(CAST(x AS TIMESTAMP), 'YYYY-MM-DD')")),
            (Dialect::Mysql, DatePart::Quarter, false, Some("CONCAT(YEAR(x), '-Q', QUARTER(x))")),
            (Dialect::Bigquery, DatePart::Month, false, Some("DATE_TRUNC(x, MONTH)")),
            (Dialect::Trino, DatePart::Year, false, Some("DATE_TRUNC('year', x)")),
            (Dialect::Trino, DatePart::Weekday, false, None),
            (Dialect::Snowflake, DatePart::Week, false, None),
        ] {
            assert_eq!(part.write(dialect, "x", is_text).as_deref(), wanted, "{dialect:?} {part:?}");
        }
    }

    #[test]
    fn days_of_the_week_are_named_and_sorted_by_their_number() {
        let written = DatePart::Weekday.write(Dialect::Files, "x", false);
        assert!(written.is_some_and(|sql| sql.starts_with("CASE date_part('dow', x) WHEN 0 THEN 'Sunday' WHEN 1 THEN 'Monday'")));
        let order = DatePart::Weekday.write_order(Dialect::Sqlite, "x", true);
        assert_eq!(order.as_deref(), Some("strftime('%w', x)"));
        let known = DatePart::Weekday.write_known(Dialect::Sqlite, "x", true);
        assert_eq!(known.as_deref(), Some("strftime('%w', x) IS NOT NULL"));
        assert_eq!(DatePart::Month.write_known(Dialect::Files, "x", false).as_deref(), Some("x IS NOT NULL"));
        for (dialect, wanted) in [
            (Dialect::Sqlite, Some("strftime('%w', x) = '6'")),
            (Dialect::Mysql, Some("(DAYOFWEEK(x) - 1) = 6")),
            (Dialect::Postgres, Some("date_part('dow', x) = 6")),
            (Dialect::Trino, None),
        ] {
            assert_eq!(write_weekday(dialect, "x", false, 6).as_deref(), wanted, "{dialect:?}");
        }
    }
}
