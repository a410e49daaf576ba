//! How many rows a table has over time, for a small picture beside it: asked once of what answers at once and costs nothing, then kept
//! until the source is read again.

use super::{ProjectCatalog, queries, query_log::Requester, routing::dialect};
use crate::Projects;
use domain::{
    runs::sql::{Unit, bucket, quoted, table_reference},
    tools::{
        answers::Held,
        catalog::{Class, Column, Table},
        warehouse::Dialect,
    },
};
use moka::future::Cache;
use protocol::{ProjectSourceId, Timestamp, UserId};
use serde_json::Value;
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use time::{Date, Month};

/// Tables of a project that are looked at.
const TABLES: usize = 12;
/// Spans of a picture, newest last.
const SPANS: usize = 36;
/// Of fewer months the days say more.
const FEW: usize = 3;
/// A server counts so many rows at once; files count any number.
const MOST_ROWS: u64 = 5_000_000;
/// For one table, and for all of a project.
const TIME_OF_ONE: Duration = Duration::from_secs(5);
const TIME: Duration = Duration::from_secs(15);
/// A database changes while its catalog stays.
const KEPT: Duration = Duration::from_secs(3_600);
const MOST_KEPT: u64 = 5_000;

/// The rows of a table by month or day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spark {
    /// The column that dates the rows.
    pub column: String,
    /// `month` or `day`.
    pub unit: &'static str,
    /// The first days of the first and the last span.
    pub from: String,
    pub until: String,
    /// For each span, those without a row too.
    pub counts: Vec<u64>,
}

/// What is known of tables; of those without a picture that they have none.
pub(super) struct Sparks(Cache<Key, Option<Arc<Spark>>>);

#[derive(Clone, PartialEq, Eq, Hash)]
struct Key {
    source: ProjectSourceId,
    read_at: Timestamp,
    /// The project's filter belongs to it.
    changed_at: Timestamp,
    table: String,
}

impl Sparks {
    pub(super) fn new() -> Self {
        Self(Cache::builder().max_capacity(MOST_KEPT).time_to_live(KEPT).build())
    }
}

/// The tables of a project that are shown first: those with the most rows.
pub fn main_tables(catalog: &ProjectCatalog) -> Vec<(&Held, &Table)> {
    let mut all: Vec<(&Held, &Table)> =
        Held::databases(&catalog.held).flat_map(|one| one.found.tables.iter().map(move |table| (one, table))).collect();
    all.sort_by_key(|(_, table)| std::cmp::Reverse(table.row_count));
    all.truncate(TABLES);
    all
}

/// The picture of a table, or that it has none; nothing where that is not known yet.
pub async fn known_spark(projects: &Projects, catalog: &ProjectCatalog, one: &Held, table: &Table) -> Option<Option<Arc<Spark>>> {
    if find_dates(one, table).is_none() {
        return Some(None);
    }
    projects.0.sparks.0.get(&key(catalog, one, table)).await
}

/// Asks for the pictures that are not known. What takes too long has none for a while.
pub async fn draw_sparks(projects: &Projects, by: UserId, catalog: &ProjectCatalog) {
    let begun = Instant::now();
    for (one, table) in main_tables(catalog) {
        let Some(column) = find_dates(one, table) else { continue };
        if begun.elapsed() >= TIME {
            return;
        }
        let asking = async {
            let drawn = tokio::time::timeout(TIME_OF_ONE, draw(projects, by, catalog, (one, table, column))).await;
            drawn.ok().flatten().map(Arc::new)
        };
        // Of all who look at the page one asks.
        projects.0.sparks.0.get_with(key(catalog, one, table), asking).await;
    }
}

fn key(catalog: &ProjectCatalog, one: &Held, table: &Table) -> Key {
    Key {
        source: one.source.id,
        read_at: one.source.updated_at,
        changed_at: catalog.project.updated_at,
        table: table.name.clone(),
    }
}

/// The column that dates the rows of a table that can be asked without a bill and without a wait.
fn find_dates<'a>(one: &Held, table: &'a Table) -> Option<&'a Column> {
    let is_quick = match dialect(one) {
        Dialect::Files => true,
        Dialect::Sqlite | Dialect::Postgres | Dialect::Mysql => table.row_count.is_some_and(|rows| rows <= MOST_ROWS),
        _ => false,
    };
    let has_rows = table.row_count.is_none_or(|rows| rows > 1);
    table.columns.iter().find(|column| is_quick && has_rows && column.class() == Class::Time)
}

async fn draw(
    projects: &Projects,
    by: UserId,
    catalog: &ProjectCatalog,
    (one, table, column): (&Held, &Table, &Column),
) -> Option<Spark> {
    let dialect = dialect(one);
    let (name, moment) = (table_reference(dialect, &one.source.name, &table.name), quoted(dialect, &column.name));
    let by = Requester::for_source(by, one.source.id);
    let mut found = None;
    for unit in [Unit::Month, Unit::Day] {
        let span = bucket(dialect, &moment, unit, column.is_text());
        let sql = format!(
            "SELECT {span} AS w, COUNT(*) AS n FROM {name} WHERE {moment} IS NOT NULL GROUP BY {span} ORDER BY w DESC LIMIT {SPANS}"
        );
        let rows = queries::rows(projects, catalog, by, &sql, SPANS).await.ok()?;
        found = read_spark(&column.name, unit, &rows.rows).or(found);
        if rows.rows.len() >= FEW {
            break;
        }
    }
    found
}

/// The spans up to the newest one with those between that have no rows. A single one is no picture.
fn read_spark(column: &str, unit: Unit, rows: &[Vec<Value>]) -> Option<Spark> {
    let mut spans: Vec<(i32, &str, u64)> = rows.iter().filter_map(|row| span(unit, row)).collect();
    spans.sort_unstable();
    let (last, until, _) = *spans.last()?;
    let shown = i32::try_from(SPANS).unwrap_or(i32::MAX);
    spans.retain(|(place, ..)| *place > last - shown);
    let (first, from, _) = *spans.first()?;
    let mut counts = vec![0; usize::try_from(last - first).ok()? + 1];
    for (place, _, count) in &spans {
        counts[usize::try_from(place - first).ok()?] = *count;
    }
    let unit = unit.name();
    (counts.len() > 1).then(|| Spark { column: column.to_owned(), unit, from: from.to_owned(), until: until.to_owned(), counts })
}

/// Its place on the line of time, its first day, and how many rows it has.
fn span(unit: Unit, row: &[Value]) -> Option<(i32, &str, u64)> {
    let [begins, count, ..] = row else { return None };
    let day = begins.as_str()?.get(..10)?;
    let mut parts = day.split('-');
    let year: i32 = parts.next()?.parse().ok()?;
    let (month, date): (u8, u8) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let begins = Date::from_calendar_date(year, Month::try_from(month).ok()?, date).ok()?;
    let place = if unit == Unit::Month { year * 12 + i32::from(month) } else { begins.to_julian_day() };
    // Some databases write counts as text.
    let count = count.as_u64().or_else(|| count.as_str()?.parse().ok())?;
    Some((place, day, count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn spans_without_rows_are_drawn_too() {
        let rows = |days: &[(&str, u64)]| days.iter().map(|(day, count)| vec![json!(day), json!(count)]).collect::<Vec<_>>();
        let months = rows(&[("2026-02-01T00:00:00", 5), ("2025-12-01", 3), ("2025-11-01", 4)]);
        let drawn = read_spark("ordered_at", Unit::Month, &months).expect("a picture");
        assert_eq!((drawn.counts, drawn.from.as_str(), drawn.until.as_str()), (vec![4, 3, 0, 5], "2025-11-01", "2026-02-01"));
        let days = rows(&[("2026-03-01", 2), ("2026-02-27", 1)]);
        assert_eq!(read_spark("at", Unit::Day, &days).expect("a picture").counts, [1, 0, 2]);
        // What is long ago is left out, and a single span is no picture.
        assert_eq!(read_spark("at", Unit::Month, &rows(&[("2026-02-01", 5), ("1970-01-01", 1)])), None);
        assert_eq!(read_spark("at", Unit::Month, &rows(&[("2026-02-01", 5), ("0000-00-00", 1)])), None);
        assert_eq!(read_spark("at", Unit::Month, &[]), None);
    }
}
