//! The few parts of a query that databases write differently. Everything else that an explorer asks is written alike for all.

use crate::tools::warehouse::Dialect;

/// A column or a table as a query names it.
#[must_use]
pub fn quoted(dialect: Dialect, name: &str) -> String {
    let mark = match dialect {
        Dialect::Mysql | Dialect::Bigquery | Dialect::Clickhouse | Dialect::Databricks => "`",
        _ => "\"",
    };
    format!("{mark}{}{mark}", name.replace(mark, &mark.repeat(2)))
}

/// A table with the name of its source before it, so that it is found among all of a project.
#[must_use]
pub fn table_reference(dialect: Dialect, database: &str, table: &str) -> String {
    let parts: Vec<&str> = match dialect {
        Dialect::Files | Dialect::Sqlite => vec![table],
        _ => table.split('.').collect(),
    };
    std::iter::once(database).chain(parts).map(|part| quoted(dialect, part)).collect::<Vec<_>>().join(".")
}

/// A text as a literal.
#[must_use]
pub fn text(dialect: Dialect, value: &str) -> String {
    let doubled = value.replace('\'', "''");
    match dialect {
        // They read a backslash as the beginning of a sign.
        Dialect::Mysql | Dialect::Bigquery | Dialect::Clickhouse | Dialect::Databricks | Dialect::Snowflake => {
            format!("'{}'", doubled.replace('\\', "\\\\"))
        }
        _ => format!("'{doubled}'"),
    }
}

/// The days of a week as databases number them, as one speaks of all of them; without its last letter it is one of them.
pub const WEEKDAYS: [&str; 7] = ["Sundays", "Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays"];

/// The spans that a time line is cut into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unit {
    Day,
    Week,
    Month,
    Quarter,
    Year,
}

impl Unit {
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Day => "day",
            Self::Week => "week",
            Self::Month => "month",
            Self::Quarter => "quarter",
            Self::Year => "year",
        }
    }
}

/// The first day of the span that a moment is in. `is_text`: the column holds ISO dates as text.
#[must_use]
pub fn bucket(dialect: Dialect, column: &str, unit: Unit, is_text: bool) -> String {
    let name = unit.name();
    let moment = moment(dialect, column, is_text);
    match dialect {
        Dialect::Sqlite => match unit {
            Unit::Day => format!("strftime('%Y-%m-%d', {column})"),
            Unit::Week => format!("strftime('%Y-%m-%d', {column}, '-6 days', 'weekday 1')"),
            Unit::Month => format!("strftime('%Y-%m-01', {column})"),
            Unit::Quarter => {
                let month = format!("(CAST(strftime('%m', {column}) AS INTEGER) - 1) / 3 * 3 + 1");
                format!("strftime('%Y-', {column}) || printf('%02d', {month}) || '-01'")
            }
            Unit::Year => format!("strftime('%Y-01-01', {column})"),
        },
        Dialect::Mysql => match unit {
            Unit::Day => format!("DATE_FORMAT({column}, '%Y-%m-%d')"),
            Unit::Week => format!("DATE_FORMAT(DATE_SUB({column}, INTERVAL WEEKDAY({column}) DAY), '%Y-%m-%d')"),
            Unit::Month => format!("DATE_FORMAT({column}, '%Y-%m-01')"),
            Unit::Quarter => format!("CONCAT(YEAR({column}), '-', LPAD(QUARTER({column}) * 3 - 2, 2, '0'), '-01')"),
            Unit::Year => format!("DATE_FORMAT({column}, '%Y-01-01')"),
        },
        Dialect::Bigquery => {
            let unit = if unit == Unit::Week { "WEEK(MONDAY)".to_owned() } else { name.to_uppercase() };
            format!("DATE_TRUNC(DATE({column}), {unit})")
        }
        _ => format!("date_trunc('{name}', {moment})"),
    }
}

/// Seconds from one moment to another.
#[must_use]
pub fn seconds_between(dialect: Dialect, from: (&str, bool), to: (&str, bool)) -> String {
    let (start, end) = (moment(dialect, from.0, from.1), moment(dialect, to.0, to.1));
    match dialect {
        Dialect::Sqlite => format!("((julianday({}) - julianday({})) * 86400.0)", to.0, from.0),
        Dialect::Mysql => format!("TIMESTAMPDIFF(SECOND, {}, {})", from.0, to.0),
        Dialect::Bigquery => format!("TIMESTAMP_DIFF(TIMESTAMP({}), TIMESTAMP({}), SECOND)", to.0, from.0),
        Dialect::Snowflake | Dialect::Redshift => format!("DATEDIFF('second', {start}, {end})"),
        Dialect::Clickhouse => format!("dateDiff('second', {start}, {end})"),
        Dialect::Trino => format!("date_diff('second', {start}, {end})"),
        Dialect::Databricks => format!("(unix_timestamp({end}) - unix_timestamp({start}))"),
        Dialect::Files => format!("(date_part('epoch', {end}) - date_part('epoch', {start}))"),
        Dialect::Postgres => format!("(EXTRACT(EPOCH FROM {end}) - EXTRACT(EPOCH FROM {start}))"),
    }
}

/// A column whose moments may be kept as text. In files a time may lack its seconds, and what is no moment is none.
#[must_use]
pub fn moment(dialect: Dialect, column: &str, is_text: bool) -> String {
    match dialect {
        _ if !is_text => column.to_owned(),
        Dialect::Sqlite | Dialect::Mysql | Dialect::Bigquery => column.to_owned(),
        Dialect::Clickhouse => format!("toDateTime({column})"),
        Dialect::Files => {
            format!("TRY_CAST(CASE WHEN LENGTH({column}) = 16 THEN CONCAT({column}, ':00') ELSE {column} END AS TIMESTAMP)")
        }
        _ => format!("CAST({column} AS TIMESTAMP)"),
    }
}

/// A number that is divided, multiplied or squared without losing its fraction.
#[must_use]
pub fn real(dialect: Dialect, expression: &str) -> String {
    let kind = match dialect {
        Dialect::Sqlite => "REAL",
        Dialect::Bigquery => "FLOAT64",
        Dialect::Clickhouse => "Nullable(Float64)",
        Dialect::Postgres | Dialect::Redshift => "DOUBLE PRECISION",
        Dialect::Mysql => return format!("({expression} + 0e0)"),
        _ => "DOUBLE",
    };
    format!("CAST({expression} AS {kind})")
}

/// How many rows a condition holds for.
#[must_use]
pub fn count_if(condition: &str) -> String {
    format!("SUM(CASE WHEN {condition} THEN 1 ELSE 0 END)")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_texts_are_quoted_as_their_database_wants_it() {
        for (dialect, database, table, written) in [
            (Dialect::Files, "sales", "a.b", r#""sales"."a.b""#),
            (Dialect::Sqlite, "s", "Order \"Lines\"", r#""s"."Order ""Lines""""#),
            (Dialect::Postgres, "s", "crm.orders", r#""s"."crm"."orders""#),
            (Dialect::Mysql, "s", "x`y", "`s`.`x``y`"),
        ] {
            assert_eq!(table_reference(dialect, database, table), written);
        }
        assert_eq!(text(Dialect::Postgres, "O'Brien \\ x"), "'O''Brien \\ x'");
        assert_eq!(text(Dialect::Mysql, "O'Brien \\ x"), "'O''Brien \\\\ x'");
    }

    #[test]
    fn every_dialect_cuts_time_in_its_own_way() {
        for (dialect, unit, is_text, written) in [
            (Dialect::Files, Unit::Month, false, "date_trunc('month', d)"),
            (
                Dialect::Files,
                Unit::Month,
                true,
                "date_trunc('month', TRY_CAST(CASE WHEN LENGTH(d) = 16 THEN CONCAT(d, ':00') ELSE d END AS TIMESTAMP))",
            ),
            (Dialect::Postgres, Unit::Month, true, "date_trunc('month', CAST(d AS TIMESTAMP))"),
            (Dialect::Postgres, Unit::Week, false, "date_trunc('week', d)"),
            (Dialect::Sqlite, Unit::Month, true, "strftime('%Y-%m-01', d)"),
            (Dialect::Mysql, Unit::Year, false, "DATE_FORMAT(d, '%Y-01-01')"),
            (Dialect::Bigquery, Unit::Quarter, false, "DATE_TRUNC(DATE(d), QUARTER)"),
        ] {
            assert_eq!(bucket(dialect, "d", unit, is_text), written);
        }
        assert_eq!(
            seconds_between(Dialect::Postgres, ("a", false), ("b", true)),
            "(EXTRACT(EPOCH FROM CAST(b AS TIMESTAMP)) - EXTRACT(EPOCH FROM a))"
        );
    }
}
