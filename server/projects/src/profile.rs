//! What the values of a table are like. Files are read in one pass; a server is asked for each column by itself, within limits.

use super::{
    connections::{connected, of_fault},
    query_log::note_profile,
    routing::dialect,
};
use crate::Projects;
use domain::{
    Failure,
    tools::{
        ProjectRow,
        answers::{Held, find_table},
        catalog::{Column, ColumnProfile, Frequent, Table, TableProfile},
        warehouse::{Dialect, QueryLimits, Rows, Warehouse, WarehouseFault},
    },
};
use protocol::account::Account;
use serde_json::Value;
use std::time::{Duration, Instant};

/// Columns that a server is asked for.
const MOST_COLUMNS: usize = 40;
/// The time that all queries together may take, and one of them.
const TIME: Duration = Duration::from_secs(60);
const TIME_OF_ONE: Duration = Duration::from_secs(20);
/// The most frequent values of a column.
const TOP: usize = 5;

/// # Errors
/// There is no such table, or in words why the database does not answer.
pub async fn profile(
    projects: &Projects,
    who: &Account,
    project: &ProjectRow,
    one: &Held,
    table: &str,
) -> Result<TableProfile, Failure> {
    let table = find_table(one, table)?;
    let database = connected(projects, project, &one.source).await?;
    let begun = Instant::now();
    // A table that tenants share is asked through the project's filter, as every query is.
    let answer = if database.dialect() == Dialect::Files && project.filter.is_none() {
        database.profile(&table.name).await
    } else {
        profile_with_queries(&*database, project, dialect(one), table).await
    };
    note_profile(projects, project, &one.source, who.user_id, &table.name, begun, answer.as_ref().err()).await;
    answer.map_err(|fault| of_fault(&fault))
}

pub(crate) async fn profile_with_queries(
    database: &dyn Warehouse,
    project: &ProjectRow,
    dialect: Dialect,
    table: &Table,
) -> Result<TableProfile, WarehouseFault> {
    let asking = Asking { database, project, dialect, table: table_name(dialect, &table.name), begun: Instant::now() };
    let rows = number(&asking.ask(&format!("SELECT COUNT(*) FROM {}", asking.table)).await?, 0);
    let mut columns = Vec::new();
    for column in table.columns.iter().take(MOST_COLUMNS) {
        if asking.begun.elapsed() >= TIME {
            break;
        }
        columns.push(asking.column(column, rows).await?);
    }
    let elapsed_ms = u64::try_from(asking.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(TableProfile { table: table.name.clone(), rows, columns, elapsed_ms })
}

/// One table that is asked with queries.
struct Asking<'a> {
    database: &'a dyn Warehouse,
    project: &'a ProjectRow,
    dialect: Dialect,
    /// As a query names it.
    table: String,
    begun: Instant,
}

impl Asking<'_> {
    async fn ask(&self, sql: &str) -> Result<Rows, WarehouseFault> {
        let left = TIME.saturating_sub(self.begun.elapsed()).min(TIME_OF_ONE);
        let limits = QueryLimits { rows: 100, time: left, filter: self.project.filter.clone(), ..QueryLimits::default() };
        self.database.query(sql, &limits).await
    }

    /// Not every type can be ordered or compared. Then less is queried.
    async fn column(&self, column: &Column, rows: u64) -> Result<ColumnProfile, WarehouseFault> {
        let (name, table) = (quoted(self.dialect, &column.name), &self.table);
        let secret = warehouse::is_secret(&column.name);
        let mut answer = Err(WarehouseFault::Invalid(String::new()));
        for wanted in [
            format!("COUNT({name}), COUNT(DISTINCT {name}), MIN({name}), MAX({name})"),
            format!("COUNT({name}), COUNT(DISTINCT {name})"),
            format!("COUNT({name})"),
        ] {
            let shows = wanted.contains("MIN(");
            if !(secret && shows) && matches!(answer, Err(WarehouseFault::Invalid(_))) {
                answer = self.ask(&format!("SELECT {wanted} FROM {table}")).await;
            }
        }
        let answer = answer?;
        let cell = |at: usize| answer.rows.first().and_then(|row| row.get(at)).filter(|value| !value.is_null()).cloned();
        let (count, distinct) = (number(&answer, 0), number(&answer, 1));
        let top = if !secret && distinct > 0 && distinct.saturating_mul(2) <= count.max(2) {
            self.top(&name).await
        } else {
            Vec::new()
        };
        Ok(ColumnProfile {
            name: column.name.clone(),
            data_type: column.data_type.clone(),
            count,
            nulls: rows.saturating_sub(count),
            distinct,
            min: cell(2),
            max: cell(3),
            top,
            ..ColumnProfile::default()
        })
    }

    /// What is most frequent is nice to know and no reason to fail.
    async fn top(&self, name: &str) -> Vec<Frequent> {
        let sql = format!(
            "SELECT {name}, COUNT(*) AS n FROM {} WHERE {name} IS NOT NULL GROUP BY {name} ORDER BY n DESC LIMIT {TOP}",
            self.table
        );
        let Ok(found) = self.ask(&sql).await else { return Vec::new() };
        let one = |row: &Vec<Value>| Some(Frequent { value: row.first()?.clone(), count: whole(row.get(1)?) });
        found.rows.iter().filter_map(one).collect()
    }
}

fn number(rows: &Rows, at: usize) -> u64 {
    rows.rows.first().and_then(|row| row.get(at)).map(whole).unwrap_or_default()
}

/// Some databases write counts as text.
fn whole(value: &Value) -> u64 {
    value.as_u64().or_else(|| value.as_str()?.parse().ok()).unwrap_or_default()
}

/// A table as a query of its database names it; one of another schema than the usual one has that before it.
pub fn table_name(dialect: Dialect, name: &str) -> String {
    match name.split_once('.') {
        Some((schema, rest)) if !matches!(dialect, Dialect::Files | Dialect::Sqlite) => {
            format!("{}.{}", quoted(dialect, schema), quoted(dialect, rest))
        }
        _ => quoted(dialect, name),
    }
}

/// A name that needs no quotes stays as it is.
pub(super) fn quoted(dialect: Dialect, name: &str) -> String {
    let plain = name.starts_with(|first: char| first.is_ascii_lowercase() || first == '_')
        && name.chars().all(|sign| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '_')
        && !WORDS.contains(&name);
    if plain {
        return name.to_owned();
    }
    let mark = match dialect {
        Dialect::Mysql | Dialect::Bigquery | Dialect::Clickhouse | Dialect::Databricks => "`",
        _ => "\"",
    };
    format!("{mark}{}{mark}", name.replace(mark, &mark.repeat(2)))
}

/// Words of SQL that are names of columns and tables again and again.
const WORDS: &[&str] = &[
    "all", "and", "as", "by", "case", "check", "column", "current", "date", "default", "desc", "distinct", "end", "from",
    "group", "having", "in", "index", "interval", "is", "key", "left", "limit", "not", "null", "of", "offset", "on", "or",
    "order", "primary", "range", "right", "row", "rows", "select", "set", "show", "table", "time", "timestamp", "to", "union",
    "user", "using", "values", "when", "where", "window", "with", "year",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_as_their_database_wants_it() {
        for (dialect, name, written) in [
            (Dialect::Sqlite, "orders", "orders"),
            (Dialect::Sqlite, "Order Lines", "\"Order Lines\""),
            (Dialect::Files, "a.b", "\"a.b\""),
            (Dialect::Postgres, "sales.Orders", "sales.\"Orders\""),
            (Dialect::Postgres, "order", "\"order\""),
            (Dialect::Mysql, "Größe`x", "`Größe``x`"),
        ] {
            assert_eq!(table_name(dialect, name), written);
        }
    }
}
