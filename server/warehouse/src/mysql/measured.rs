//! Rows are measured by the server before it sends them, so that none is larger on the wire than what may be kept of it.

use super::described;
use sqlx::mysql::MySqlConnection;

/// What no cell of which is large.
const SMALL: &[&str] = &[
    "BOOLEAN", "TINYINT", "SMALLINT", "MEDIUMINT", "INT", "BIGINT", "TINYINT UNSIGNED", "SMALLINT UNSIGNED",
    "MEDIUMINT UNSIGNED", "INT UNSIGNED", "BIGINT UNSIGNED", "FLOAT", "DOUBLE", "DECIMAL", "DATE", "TIME", "DATETIME",
    "TIMESTAMP", "YEAR", "BIT", "NULL",
];
const MOST_COLUMNS: usize = 1_000;

/// The query with one more column, which is 1 where a row was too large to be sent, and whether that is so. As it is where every
/// cell is small, and where the server is too old for it: there a row is as large as the server's packets may be.
pub(super) async fn first_of(
    connection: &mut MySqlConnection,
    sql: &str,
    kinds: &[String],
    rows: usize,
    bytes: usize,
) -> (String, bool) {
    match wrap_query(sql, kinds, rows, bytes) {
        Some(measured) if described(connection, &measured).await.is_ok() => (measured, true),
        _ => (sql.to_owned(), false),
    }
}

fn wrap_query(sql: &str, kinds: &[String], rows: usize, bytes: usize) -> Option<String> {
    let large: Vec<usize> = (0..kinds.len()).filter(|at| !SMALL.contains(&kinds[*at].as_str())).collect();
    if large.is_empty() || kinds.len() > MOST_COLUMNS {
        return None;
    }
    let names: Vec<String> = (0..kinds.len()).map(|at| format!("c{at}")).collect();
    let weights: Vec<String> = large.iter().map(|at| format!("coalesce(length(c{at}), 0)")).collect();
    let shown = names.iter().enumerate().map(|(at, name)| {
        if large.contains(&at) { format!("CASE WHEN weight <= {bytes} THEN {name} END") } else { name.clone() }
    });
    // The limit keeps the order: without it, the order within a subquery may be ignored.
    Some(format!(
        "WITH q ({}) AS (({sql}) LIMIT {rows}) SELECT {}, weight > {bytes} FROM (SELECT q.*, {} AS weight FROM q) AS w",
        names.join(", "),
        shown.collect::<Vec<_>>().join(", "),
        weights.join(" + "),
    ))
}
