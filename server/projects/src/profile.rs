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
        catalog::{Class, Column, ColumnProfile, Frequent, Table, TableProfile},
        warehouse::{Dialect, QueryLimits, Rows, TenantFilter, Warehouse, WarehouseFault},
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
/// See [`ColumnProfile::quantiles`]: so many in so many.
const QUANTILES: [(u64, u64); 5] = [(1, 20), (1, 4), (1, 2), (3, 4), (19, 20)];

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
        let asked = profile_with_queries(&*database, project.filter.as_ref(), dialect(one), table).await;
        asked.map(|profile| TableProfile { conversions: table.conversions.clone(), ..profile })
    };
    note_profile(projects, project, &one.source, who.user_id, &table.name, begun, answer.as_ref().err()).await;
    answer.map_err(|fault| of_fault(&fault))
}

pub(crate) async fn profile_with_queries(
    database: &dyn Warehouse,
    filter: Option<&TenantFilter>,
    dialect: Dialect,
    table: &Table,
) -> Result<TableProfile, WarehouseFault> {
    let asking = Asking { database, filter, dialect, table: table_name(dialect, &table.name), begun: Instant::now() };
    let rows = number(&asking.ask(&format!("SELECT COUNT(*) FROM {}", asking.table)).await?, 0);
    let mut columns: Vec<ColumnProfile> = Vec::new();
    for column in table.columns.iter().take(MOST_COLUMNS) {
        if asking.begun.elapsed() >= TIME {
            break;
        }
        match asking.column(column, rows).await {
            // What is known of the others is worth having.
            Err(WarehouseFault::Limit(_)) if !columns.is_empty() => break,
            answer => columns.push(answer?),
        }
    }
    // Last, for each of them sorts the table.
    for (column, known) in table.columns.iter().zip(&mut columns) {
        if has_quantiles(column, known) && asking.begun.elapsed() < TIME {
            known.quantiles = asking.quantiles(column, known.count).await;
        }
    }
    let elapsed_ms = u64::try_from(asking.begun.elapsed().as_millis()).unwrap_or(u64::MAX);
    Ok(TableProfile { table: table.name.clone(), rows, columns, elapsed_ms, conversions: Vec::new() })
}

/// One table that is asked with queries.
struct Asking<'a> {
    database: &'a dyn Warehouse,
    filter: Option<&'a TenantFilter>,
    dialect: Dialect,
    /// As a query names it.
    table: String,
    begun: Instant,
}

impl Asking<'_> {
    async fn ask(&self, sql: &str) -> Result<Rows, WarehouseFault> {
        let left = TIME.saturating_sub(self.begun.elapsed()).min(TIME_OF_ONE);
        let limits = QueryLimits { rows: 100, time: left, filter: self.filter.cloned(), ..QueryLimits::default() };
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

    /// Nice to know too; where a database cannot say them all, none is said.
    async fn quantiles(&self, column: &Column, count: u64) -> Vec<Value> {
        let sql = quantiles_query(&self.table, &quoted(self.dialect, &column.name), count);
        let found = self.ask(&sql).await.ok();
        let row = found.and_then(|found| found.rows.into_iter().next()).unwrap_or_default();
        if row.len() == QUANTILES.len() && row.iter().all(|value| !value.is_null()) { row } else { Vec::new() }
    }
}

/// Whether its values have an order that says something; those of keys do not.
fn has_quantiles(column: &Column, known: &ColumnProfile) -> bool {
    let is_key = column.primary_key || column.foreign_key.is_some() || warehouse::is_secret(&column.name);
    !is_key && known.distinct > 1 && matches!(column.class(), Class::Number | Class::Time)
}

/// The values at these places of the sorted ones, written as every database understands it: none has the same function for it.
fn quantiles_query(table: &str, name: &str, count: u64) -> String {
    let places = QUANTILES.iter().enumerate().map(|(at, (part, whole))| {
        let place = (count * part).div_ceil(*whole).max(1);
        format!("MIN(CASE WHEN sorted_place >= {place} THEN sorted_value END) AS quantile_{at}")
    });
    format!(
        "SELECT {} FROM (SELECT {name} AS sorted_value, ROW_NUMBER() OVER (ORDER BY {name}) AS sorted_place FROM {table} \
         WHERE {name} IS NOT NULL) AS ordered_values",
        places.collect::<Vec<_>>().join(", ")
    )
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

/// A column as a query of its database names it.
pub fn column_name(dialect: Dialect, name: &str) -> String {
    quoted(dialect, name)
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
    use async_trait::async_trait;
    use serde_json::json;
    use std::sync::Mutex;

    /// A database of a hundred rows; it has no answer to queries that hold this.
    struct Canned(Mutex<Vec<String>>, Option<&'static str>);

    #[async_trait]
    impl Warehouse for Canned {
        fn dialect(&self) -> Dialect {
            Dialect::Postgres
        }

        async fn test(&self) -> Result<(), WarehouseFault> {
            Ok(())
        }

        async fn tables(&self) -> Result<Vec<Table>, WarehouseFault> {
            Ok(Vec::new())
        }

        async fn query(&self, sql: &str, _limits: &QueryLimits) -> Result<Rows, WarehouseFault> {
            self.0.lock().expect("the list").push(sql.to_owned());
            if self.1.is_some_and(|refused| sql.contains(refused)) {
                return Err(WarehouseFault::Limit("the time is up".into()));
            }
            let row = if sql.contains("sorted_place") { json!([1, 2, 3, 4, 5]) } else { json!([100, 60, 1, 9]) };
            let rows = vec![row.as_array().cloned().unwrap_or_default()];
            Ok(Rows { columns: Vec::new(), rows, elapsed_ms: 0, truncated: false, bytes: 0, billed_bytes: None })
        }
    }

    fn orders() -> Table {
        let column = |(name, data_type): (&str, &str)| Column {
            name: name.into(),
            data_type: data_type.into(),
            primary_key: name == "id",
            ..Column::default()
        };
        let columns = [("id", "bigint"), ("shop", "text"), ("amount", "numeric"), ("day", "date"), ("password", "int")];
        Table { name: "sales.orders".into(), columns: columns.map(column).into(), ..Table::default() }
    }

    #[tokio::test]
    async fn numbers_and_times_of_a_server_have_quantiles() {
        let database = Canned(Mutex::default(), None);
        let profile = profile_with_queries(&database, None, Dialect::Postgres, &orders()).await.expect("a profile");
        let with: Vec<&str> =
            profile.columns.iter().filter(|one| one.quantiles.len() == 5).map(|one| one.name.as_str()).collect();
        assert_eq!(with, ["amount", "day"]);
        let asked = database.0.lock().expect("the list").join("\n");
        assert!(asked.contains("WHEN sorted_place >= 5 THEN sorted_value END) AS quantile_0,"), "{asked}");
        assert!(asked.contains("WHEN sorted_place >= 95 THEN sorted_value END) AS quantile_4 FROM (SELECT amount AS"), "{asked}");
    }

    #[test]
    fn the_guard_of_every_database_lets_the_query_of_quantiles_through() {
        for dialect in [
            Dialect::Files,
            Dialect::Sqlite,
            Dialect::Postgres,
            Dialect::Redshift,
            Dialect::Mysql,
            Dialect::Bigquery,
            Dialect::Snowflake,
            Dialect::Clickhouse,
            Dialect::Trino,
            Dialect::Databricks,
        ] {
            let sql = quantiles_query(&table_name(dialect, "orders"), &quoted(dialect, "Total Amount"), 100);
            let judged = warehouse::guard::pure(&sql, dialect, None);
            assert!(judged.is_ok(), "{dialect:?}: {judged:?}");
        }
    }

    #[tokio::test]
    async fn what_a_server_does_not_say_in_time_costs_no_more_than_itself() {
        for (refused, known) in
            [("sorted_place", &["id", "shop", "amount", "day", "password"][..]), ("(amount)", &["id", "shop"])]
        {
            let database = Canned(Mutex::default(), Some(refused));
            let profile = profile_with_queries(&database, None, Dialect::Postgres, &orders()).await.expect("a profile");
            assert_eq!(profile.columns.iter().map(|one| one.name.as_str()).collect::<Vec<_>>(), known, "{refused}");
            assert!(profile.columns.iter().all(|one| one.quantiles.is_empty()));
        }
    }

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
