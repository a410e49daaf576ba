//! A query that was filled in as fields, written for the database it is for.

use app::pages::ask::calls::{ColumnChoice, TableChoice};
use domain::{
    Failure,
    research::published,
    runs::sql::{Unit, bucket, quoted, table_reference, text},
    tools::{
        answers::Held,
        catalog::{Class, Column, Table},
        warehouse::Dialect,
    },
};
use protocol::{Timestamp, ask::GuidedQuery, day_in_words};

/// Tables and columns that can be chosen.
const TABLES: usize = 60;
const COLUMNS: usize = 60;
/// In microseconds.
const DAY: i64 = 86_400_000_000;

/// A query with the question it stands for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Written {
    pub(super) question: String,
    pub(super) sql: String,
}

fn all(held: &[Held]) -> impl Iterator<Item = (String, &Held, &Table)> {
    Held::databases(held)
        .flat_map(|one| one.found.tables.iter().map(move |table| (format!("{}.{}", one.source.name, table.name), one, table)))
}

/// What the fields choose from; the table that was understood is among it.
pub(super) fn tables(held: &[Held], guided: &GuidedQuery) -> Vec<TableChoice> {
    let choice = |(name, _, table): (String, &Held, &Table)| TableChoice {
        name,
        columns: table
            .columns
            .iter()
            .take(COLUMNS)
            .map(|column| ColumnChoice {
                name: column.name.clone(),
                is_number: column.class() == Class::Number,
                is_time: column.class() == Class::Time,
            })
            .collect(),
    };
    let (mut first, rest): (Vec<_>, Vec<_>) = all(held).map(choice).partition(|one| one.name == guided.table);
    first.extend(rest);
    first.truncate(TABLES);
    first
}

/// # Errors
/// 422 that names the field and says what to choose.
pub(super) fn write(held: &[Held], wish: &GuidedQuery) -> Result<Written, Failure> {
    let found = all(held).find(|(name, ..)| *name == wish.table);
    let (_, one, table) = found.ok_or_else(|| Failure::invalid("table", "choose a table of this project"))?;
    written(projects::dialect(one), &one.source.name, table, wish)
}

fn column<'table>(table: &'table Table, field: &str, name: &str) -> Result<Option<&'table Column>, Failure> {
    if name.is_empty() {
        return Ok(None);
    }
    let found = table.columns.iter().find(|column| column.name == name);
    found.map(Some).ok_or_else(|| Failure::invalid(field, format!("{} has no such column: choose another one", table.name)))
}

fn written(dialect: Dialect, database: &str, table: &Table, wish: &GuidedQuery) -> Result<Written, Failure> {
    let quote = |column: &Column| quoted(dialect, &column.name);
    let measured = column(table, "of", &wish.of)?;
    let (figure, mut question) = measure(dialect, table, wish, measured)?;
    let mut conditions = Vec::new();
    if let Some(filtered) = column(table, "filter_column", &wish.filter_column)? {
        let value = wish.filter_value.trim();
        conditions.push(equals(dialect, filtered, value)?);
        question.push_str(&format!(" where {} is {value}", filtered.name));
    }
    if let Some(time) = column(table, "time_column", &wish.time_column)? {
        let (from, to) = (day("from", &wish.from)?, day("to", &wish.to)?);
        if from.zip(to).is_some_and(|(from, to)| from > to) {
            return Err(Failure::invalid("to", "the last day lies before the first one"));
        }
        for (field, day, sign, word) in [("from", from, ">=", "from"), ("to", to, "<", "to")] {
            let Some(day) = day else { continue };
            // The last day is within.
            let bound = if field == "to" { Timestamp(day.0.saturating_add(DAY)) } else { day };
            conditions.push(format!("{} {sign} {}", quote(time), moment(dialect, time, bound)));
            question.push_str(&format!(" {word} {}", date(day)));
        }
    }
    let by = column(table, "by", &wish.by)?;
    let mut sql = match by {
        None => format!("SELECT {figure}"),
        Some(by) if by.class() == Class::Time => {
            question = format!("{question} by month of {}", by.name);
            let month = bucket(dialect, &quote(by), Unit::Month, by.is_text());
            format!("SELECT {month} AS {}, {figure}", quoted(dialect, "month"))
        }
        Some(by) => {
            question = format!("{question} by {}", by.name);
            format!("SELECT {}, {figure}", quote(by))
        }
    };
    sql.push_str(&format!(" FROM {}", table_reference(dialect, database, &table.name)));
    if !conditions.is_empty() {
        sql.push_str(&format!(" WHERE {}", conditions.join(" AND ")));
    }
    if let Some(by) = by {
        let order = if by.class() == Class::Time { "1" } else { "2 DESC" };
        sql.push_str(&format!(" GROUP BY 1 ORDER BY {order}"));
    }
    Ok(Written { question, sql })
}

/// The figure of a query with its name, and how a question begins that asks for it.
fn measure(dialect: Dialect, table: &Table, wish: &GuidedQuery, of: Option<&Column>) -> Result<(String, String), Failure> {
    let rows = || (format!("COUNT(*) AS {}", quoted(dialect, "rows")), format!("Number of {}", table.name));
    let (function, word, needs_number) = match wish.measure.as_str() {
        "" | "count" => return Ok(rows()),
        "sum" => ("SUM", "total", true),
        "average" => ("AVG", "average", true),
        "highest" => ("MAX", "highest", false),
        "lowest" => ("MIN", "lowest", false),
        _ => return Err(Failure::invalid("measure", "the measure is count, sum, average, highest or lowest")),
    };
    let of = of.ok_or_else(|| Failure::invalid("of", "choose the column that is measured"))?;
    if needs_number && of.class() != Class::Number {
        return Err(Failure::invalid("of", format!("{} holds no numbers: choose another column, or count rows", of.name)));
    }
    let name = quoted(dialect, &format!("{word}_{}", of.name));
    let question = format!("{}{} {} of {}", word[..1].to_uppercase(), &word[1..], of.name, table.name);
    Ok((format!("{function}({}) AS {name}", quoted(dialect, &of.name)), question))
}

fn equals(dialect: Dialect, column: &Column, value: &str) -> Result<String, Failure> {
    let name = quoted(dialect, &column.name);
    if value.is_empty() {
        return Ok(format!("{name} IS NULL"));
    }
    match column.class() {
        Class::Number => {
            let number = value.parse::<f64>().ok().filter(|number| number.is_finite());
            let number =
                number.ok_or_else(|| Failure::invalid("filter_value", format!("{} holds numbers: enter one", column.name)))?;
            Ok(format!("{name} = {number}"))
        }
        Class::Truth => match value.to_lowercase().as_str() {
            "true" | "yes" | "1" => Ok(format!("{name} = TRUE")),
            "false" | "no" | "0" => Ok(format!("{name} = FALSE")),
            _ => Err(Failure::invalid("filter_value", format!("{} is yes or no", column.name))),
        },
        Class::Text => Ok(format!("LOWER({name}) = {}", text(dialect, &value.to_lowercase()))),
        Class::Time | Class::Other => Ok(format!("{name} = {}", text(dialect, value))),
    }
}

fn day(field: &str, entered: &str) -> Result<Option<Timestamp>, Failure> {
    let entered = entered.trim();
    if entered.is_empty() {
        return Ok(None);
    }
    let found = published(entered).filter(|_| day_in_words(entered).is_some());
    found.map(Some).ok_or_else(|| Failure::invalid(field, "a day is written 2026-01-31"))
}

/// `YYYY-MM-DD`
fn date(moment: Timestamp) -> String {
    moment.to_rfc3339().chars().take(10).collect()
}

/// A day as a bound of a column of time.
fn moment(dialect: Dialect, column: &Column, day: Timestamp) -> String {
    let literal = text(dialect, &date(day));
    let is_strict = matches!(dialect, Dialect::Trino) && !column.is_text();
    if is_strict { format!("DATE {literal}") } else { literal }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orders() -> Table {
        let column = |name: &str, data_type: &str| Column { name: name.into(), data_type: data_type.into(), ..Column::default() };
        let columns =
            vec![column("total", "DOUBLE"), column("country", "VARCHAR"), column("placed", "DATE"), column("paid", "BOOLEAN")];
        Table { name: "orders".into(), columns, ..Table::default() }
    }

    fn sql(change: fn(&mut GuidedQuery)) -> Result<String, Failure> {
        let mut wish = GuidedQuery { measure: "count".into(), ..GuidedQuery::default() };
        change(&mut wish);
        written(Dialect::Postgres, "shop", &orders(), &wish).map(|written| written.sql)
    }

    #[test]
    fn fields_become_one_query() {
        for (change, expected) in [
            ((|_| {}) as fn(&mut GuidedQuery), r#"SELECT COUNT(*) AS "rows" FROM "shop"."orders""#),
            (
                |wish| (wish.measure, wish.of, wish.by) = ("sum".into(), "total".into(), "country".into()),
                r#"SELECT "country", SUM("total") AS "total_total" FROM "shop"."orders" GROUP BY 1 ORDER BY 2 DESC"#,
            ),
            (
                |wish| (wish.filter_column, wish.filter_value) = ("country".into(), "O'Neill".into()),
                r#"SELECT COUNT(*) AS "rows" FROM "shop"."orders" WHERE LOWER("country") = 'o''neill'"#,
            ),
            (
                |wish| (wish.time_column, wish.from, wish.to) = ("placed".into(), "2026-01-01".into(), "2026-01-31".into()),
                r#"SELECT COUNT(*) AS "rows" FROM "shop"."orders" WHERE "placed" >= '2026-01-01' AND "placed" < '2026-02-01'"#,
            ),
            (
                |wish| (wish.filter_column, wish.filter_value) = ("paid".into(), "yes".into()),
                r#"SELECT COUNT(*) AS "rows" FROM "shop"."orders" WHERE "paid" = TRUE"#,
            ),
        ] {
            assert_eq!(sql(change).expect("a query"), expected);
        }
    }

    #[test]
    fn what_does_not_fit_is_named() {
        for wrong in [
            sql(|wish| wish.measure = "median".into()),
            sql(|wish| wish.measure = "sum".into()),
            sql(|wish| (wish.measure, wish.of) = ("sum".into(), "country".into())),
            sql(|wish| wish.by = "nothing".into()),
            sql(|wish| (wish.filter_column, wish.filter_value) = ("total".into(), "1; DROP".into())),
            sql(|wish| (wish.time_column, wish.from) = ("placed".into(), "yesterday".into())),
            sql(|wish| (wish.time_column, wish.from) = ("placed".into(), "2025-02-30".into())),
            sql(|wish| (wish.time_column, wish.to) = ("placed".into(), "0001-01-01".into())),
            sql(|wish| (wish.time_column, wish.from, wish.to) = ("placed".into(), "2026-02-01".into(), "2026-01-31".into())),
        ] {
            assert!(wrong.is_err(), "{wrong:?}");
        }
    }
}
