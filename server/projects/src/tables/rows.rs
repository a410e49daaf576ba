//! The rows of one table, a page of them at a time, in the order that somebody wants.

use super::profiles::is_free;
use crate::{
    ProjectCatalog, Projects,
    connections::of_fault,
    profile::{quoted, table_name},
    query_log::{Requester, asking, ceiling},
    routing::dialect,
};
use domain::{
    Failure,
    tools::{
        answers::Held,
        catalog::{Class, Column, Table},
        warehouse::{Dialect, QueryLimits},
    },
};
use protocol::account::Account;
use serde_json::Value;
use std::time::Duration;

/// Columns that are shown at once.
const COLUMNS: usize = 40;
/// How far one can turn pages: a place further down is found with a query.
pub const FURTHEST_ROW: usize = 100_000;
/// Columns that decide the order of rows that are alike.
const DECIDING: usize = 8;
/// Files keep their own order while so few rows are read at once.
const ORDERLY: u64 = 20_000;
const TIME: Duration = Duration::from_secs(10);

/// Which rows of a table are wanted.
#[derive(Clone, Copy, Debug)]
pub struct RowsWanted<'a> {
    /// The column that orders them.
    pub sort: Option<&'a str>,
    pub descending: bool,
    pub from: usize,
    pub most: usize,
}

/// Some rows of a table.
#[derive(Clone, Debug, Default)]
pub struct TablePage {
    /// Those that are shown, by their places in the table.
    pub columns: Vec<usize>,
    /// Each as long as `columns`.
    pub rows: Vec<Vec<Value>>,
    /// There are more behind them.
    pub more: bool,
    /// They are some that were seen when the source was read: to ask for others costs money.
    pub sampled: bool,
}

/// Whether rows can be ordered by a column.
#[must_use]
pub fn is_orderable(column: &Column) -> bool {
    let is_list = column.data_type.contains(['[', '<']);
    column.class() != Class::Other && !is_list && !warehouse::is_secret(&column.name)
}

/// # Errors
/// In words why the database does not answer.
pub async fn table_rows(
    projects: &Projects,
    who: &Account,
    catalog: &ProjectCatalog,
    (one, table): (&Held, &Table),
    wanted: RowsWanted<'_>,
) -> Result<TablePage, Failure> {
    let shown = |(_, column): &(usize, &Column)| !warehouse::is_secret(&column.name);
    let columns: Vec<usize> = table.columns.iter().enumerate().take(COLUMNS).filter(shown).map(|(place, _)| place).collect();
    if columns.is_empty() {
        return Ok(TablePage::default());
    }
    if !is_free(one) && wanted.sort.is_none() && wanted.from == 0 {
        let row = |row: &Vec<Value>| -> Vec<Value> {
            columns.iter().map(|place| row.get(*place).cloned().unwrap_or_default()).collect()
        };
        return Ok(TablePage { rows: table.sample_rows.iter().map(row).collect(), sampled: true, more: false, columns });
    }
    let dialect = dialect(one);
    let sql = select(dialect, table, &columns, wanted);
    let by = Requester::for_source(who.user_id, one.source.id);
    let database = asking(projects, &catalog.project, &one.source, by).await?;
    let most = ceiling(projects);
    let limits =
        QueryLimits { rows: wanted.most + 1, time: most.time.min(TIME), filter: catalog.project.filter.clone(), ..most.clone() };
    let mut found = database.query(&sql, &limits).await.map_err(|fault| of_fault(&fault))?;
    let more = found.truncated || found.rows.len() > wanted.most;
    found.rows.truncate(wanted.most);
    let more = more && has_pages(dialect) && wanted.from.saturating_add(wanted.most) < FURTHEST_ROW;
    Ok(TablePage { columns, rows: found.rows, more, sampled: false })
}

/// Trino has its own order of words for it.
const fn has_pages(dialect: Dialect) -> bool {
    !matches!(dialect, Dialect::Trino)
}

fn select(dialect: Dialect, table: &Table, columns: &[usize], wanted: RowsWanted<'_>) -> String {
    let names: Vec<String> =
        columns.iter().filter_map(|place| table.columns.get(*place)).map(|column| quoted(dialect, &column.name)).collect();
    let mut sql = format!("SELECT {} FROM {}", names.join(", "), table_name(dialect, &table.name));
    let order = order(dialect, table, wanted);
    if !order.is_empty() {
        sql.push_str(&format!(" ORDER BY {}", order.join(", ")));
    }
    sql.push_str(&format!(" LIMIT {}", wanted.most + 1));
    if wanted.from > 0 && has_pages(dialect) {
        sql.push_str(&format!(" OFFSET {}", wanted.from.min(FURTHEST_ROW)));
    }
    sql
}

/// By the wanted column, empty ones last, and then so that the same rows always come in the same order.
fn order(dialect: Dialect, table: &Table, wanted: RowsWanted<'_>) -> Vec<String> {
    let sort = wanted.sort.and_then(|sort| table.columns.iter().find(|column| column.name == sort && is_orderable(column)));
    let mut order = Vec::new();
    match sort {
        Some(column) => {
            let name = quoted(dialect, &column.name);
            order.push(format!("CASE WHEN {name} IS NULL THEN 1 ELSE 0 END"));
            order.push(if wanted.descending { format!("{name} DESC") } else { name });
        }
        None if dialect != Dialect::Files || table.row_count.is_some_and(|rows| rows <= ORDERLY) => return order,
        None => {}
    }
    let has_key = table.columns.iter().any(|column| column.primary_key);
    let deciding = table.columns.iter().filter(|column| is_orderable(column) && (!has_key || column.primary_key));
    let others = deciding.filter(|column| sort.is_none_or(|sort| sort.name != column.name));
    order.extend(others.take(DECIDING).map(|column| quoted(dialect, &column.name)));
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn orders(rows: u64) -> Table {
        let column =
            |(name, data_type): (&str, &str)| Column { name: name.into(), data_type: data_type.into(), ..Column::default() };
        let columns = [("id", "BIGINT"), ("Total", "DOUBLE"), ("tags", "VARCHAR[]"), ("password", "VARCHAR")];
        Table { name: "orders".into(), columns: columns.map(column).into(), row_count: Some(rows), ..Table::default() }
    }

    fn query(rows: u64, sort: Option<&str>, descending: bool, from: usize) -> String {
        select(Dialect::Files, &orders(rows), &[0, 1], RowsWanted { sort, descending, from, most: 50 })
    }

    #[test]
    fn rows_come_in_an_order_that_stays() {
        assert_eq!(query(10, None, false, 0), "SELECT id, \"Total\" FROM orders LIMIT 51");
        assert_eq!(
            query(1_000_000, None, false, 50),
            "SELECT id, \"Total\" FROM orders ORDER BY id, \"Total\" LIMIT 51 OFFSET 50"
        );
        assert_eq!(
            query(10, Some("Total"), true, 0),
            "SELECT id, \"Total\" FROM orders ORDER BY CASE WHEN \"Total\" IS NULL THEN 1 ELSE 0 END, \"Total\" DESC, id LIMIT 51"
        );
        assert!(query(10, None, false, 9_000_000).ends_with("OFFSET 100000"));
    }

    #[test]
    fn nobody_orders_by_what_is_no_column_or_shows_a_secret() {
        for sort in ["password", "tags", "1; DROP TABLE orders", "total"] {
            assert_eq!(query(10, Some(sort), false, 0), query(10, None, false, 0), "{sort}");
        }
    }

    #[test]
    fn the_guard_of_every_database_lets_the_query_through() {
        for dialect in [Dialect::Files, Dialect::Sqlite, Dialect::Postgres, Dialect::Mysql, Dialect::Bigquery, Dialect::Trino] {
            let wanted = RowsWanted { sort: Some("Total"), descending: true, from: 50, most: 50 };
            let sql = select(dialect, &orders(10), &[0, 1], wanted);
            let judged = warehouse::guard::pure(&sql, dialect, None);
            assert!(judged.is_ok(), "{dialect:?}: {judged:?}");
        }
    }
}
