//! Small tables that a query brings along: they stand before it as common table expressions, on every database.

use super::{STACK, bounds, describe_parse_error, dialects};
use domain::{
    runs::sql::{quoted, text},
    tools::warehouse::{Dialect, WarehouseFault},
};
use serde_json::Value;
use sqlparser::{
    ast::{Query, Statement, With},
    parser::{Parser, ParserOptions},
};

/// A table by its name, with its columns and rows.
pub struct GivenTable<'table> {
    pub name: &'table str,
    pub columns: &'table [String],
    pub rows: &'table [Vec<Value>],
}

/// The most rows of all of them: they become part of the query, one SELECT each, and the guard lets no longer chain through.
const MOST_ROWS: usize = 200;

/// The query with these tables before it. It is judged like any other afterwards.
///
/// # Errors
/// [`WarehouseFault::Invalid`] where it cannot be read; [`WarehouseFault::Limit`] where a table is too large to be brought along.
pub fn with_tables(sql: &str, dialect: Dialect, tables: &[GivenTable<'_>]) -> Result<String, WarehouseFault> {
    bounds::size(sql)?;
    stacker::grow(STACK, || {
        let mut query = query_of(sql, dialect)?;
        let mut given = Vec::new();
        let rows: usize = tables.iter().map(|table| table.rows.len()).sum();
        if rows > MOST_ROWS {
            let names: Vec<&str> = tables.iter().map(|table| table.name).collect();
            let why = format!(
                "{} has {rows} rows: beside the tables of this database a query reads at most {MOST_ROWS} rows of steps, so aggregate \
                 first, or read the other tables in a step of their own and join the two steps in a third",
                names.join(" with ")
            );
            return Err(WarehouseFault::Limit(why));
        }
        for table in tables {
            let written = format!("WITH {} SELECT 1", write(table, dialect));
            given.extend(query_of(&written, dialect)?.with.into_iter().flat_map(|with| with.cte_tables));
        }
        match &mut query.with {
            Some(with) => with.cte_tables.splice(0..0, given).for_each(drop),
            None => {
                let empty = query_of("WITH x AS (SELECT 1) SELECT 1", dialect)?.with;
                query.with = empty.map(|with| With { cte_tables: given, ..with });
            }
        }
        Ok(query.to_string())
    })
}

fn query_of(sql: &str, dialect: Dialect) -> Result<Query, WarehouseFault> {
    let grammar = dialects::grammar(dialect);
    let options = ParserOptions::new().with_unescape(false).with_trailing_commas(false);
    let parser = Parser::new(&*grammar).with_options(options).with_recursion_limit(bounds::NESTING);
    let read = parser.try_with_sql(sql).and_then(|mut parser| parser.parse_statements());
    let mut statements = read.map_err(|fault| WarehouseFault::Invalid(describe_parse_error(&fault.to_string())))?;
    match (statements.pop(), statements.is_empty()) {
        (Some(Statement::Query(query)), true) => Ok(*query),
        _ => Err(WarehouseFault::Invalid("a step's query is one SELECT statement".to_owned())),
    }
}

/// `step_1 AS (SELECT 1 AS "a", 'x' AS "b" UNION ALL SELECT …)`: the form that every database reads.
fn write(table: &GivenTable<'_>, dialect: Dialect) -> String {
    let row = |at: usize, row: &[Value]| {
        let cells = table.columns.iter().enumerate().map(|(place, column)| {
            let value = literal(row.get(place).unwrap_or(&Value::Null), dialect);
            if at == 0 { format!("{value} AS {}", quoted(dialect, column)) } else { value }
        });
        format!("SELECT {}", cells.collect::<Vec<_>>().join(", "))
    };
    let mut rows: Vec<String> = table.rows.iter().enumerate().map(|(at, one)| row(at, one)).collect();
    if rows.is_empty() {
        rows.push(format!("{} WHERE 1 = 0", row(0, &[])));
    }
    format!("{} AS ({})", table.name, rows.join(" UNION ALL "))
}

fn literal(value: &Value, dialect: Dialect) -> String {
    match value {
        Value::Null => "NULL".to_owned(),
        Value::Bool(truth) => if *truth { "TRUE" } else { "FALSE" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(string) => text(dialect, string),
        other => text(dialect, &other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn written(sql: &str, rows: &[Vec<Value>]) -> Result<String, WarehouseFault> {
        let columns = ["city".to_owned(), "n".to_owned()];
        with_tables(sql, Dialect::Sqlite, &[GivenTable { name: "step_1", columns: &columns, rows }])
    }

    #[test]
    fn rows_stand_before_the_query_and_stay_what_they_are() {
        let rows = [vec![json!("O'Hare\\'; DROP TABLE x --"), json!(3)], vec![Value::Null, json!(true)]];
        let sql = written("SELECT city FROM step_1", &rows).expect("a query");
        assert_eq!(
            sql,
            "WITH step_1 AS (SELECT 'O''Hare\\''; DROP TABLE x --' AS \"city\", 3 AS \"n\" UNION ALL SELECT NULL, true) \
             SELECT city FROM step_1"
        );
        assert!(crate::guard::pure(&sql, Dialect::Sqlite, None).is_ok(), "{sql}");
        let sql = written("WITH big AS (SELECT * FROM step_1) SELECT * FROM big", &rows[..1]).expect("a query");
        assert!(sql.starts_with("WITH step_1 AS (SELECT 'O''Hare") && sql.contains("), big AS ("), "{sql}");
        let empty = written("SELECT * FROM step_1", &[]).expect("a query");
        assert!(empty.contains("SELECT NULL AS \"city\", NULL AS \"n\" WHERE 1 = 0"), "{empty}");
        assert!(written("DELETE FROM step_1", &rows).is_err());
        assert!(written("SELECT 1; SELECT 2", &rows).is_err());
        let most = written("SELECT * FROM step_1", &vec![vec![json!("a"), json!(1)]; MOST_ROWS]).expect("a query");
        assert!(crate::guard::pure(&most, Dialect::Sqlite, None).is_ok(), "as many as are let through");
        let many = vec![vec![json!("a"), json!(1)]; MOST_ROWS + 1];
        assert!(matches!(written("SELECT 1", &many), Err(WarehouseFault::Limit(_))));
    }
}
