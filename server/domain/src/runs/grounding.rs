//! Where a model claims a number without a query of its own: the query of a step that it follows from, narrowed to that number
//! (seed 002, Phase 6: verification is grounded on source steps).

use super::{
    Answer, ClaimKind, Status, compare,
    sql::{quoted, text},
};
use crate::tools::warehouse::Dialect;
use serde_json::Value;

/// A query with the number in one row and column; none where no source step holds anything like it: then nobody can check it.
#[must_use]
pub fn ground(kind: ClaimKind, value: f64, sources: &[&Answer], dialect: Dialect) -> Option<String> {
    let single = || sources.iter().find_map(|source| single_number(source, dialect)).filter(|_| sources.len() == 1);
    sources.iter().find_map(|source| within(kind, value, source, dialect)).or_else(single)
}

/// The one number of a step that the claim follows from alone, where it is another one: then the claim is adjusted, or rejected.
fn single_number(source: &Answer, dialect: Dialect) -> Option<String> {
    let [row] = source.rows.as_deref()? else { return None };
    let mut numbers = source.columns.iter().zip(row).filter(|(_, value)| value.is_number());
    let ((name, _), None) = (numbers.next()?, numbers.next()) else { return None };
    let sql = source.sql.trim().trim_end_matches(';');
    Some(format!("SELECT {} FROM ({sql}) AS source", quoted(dialect, name)))
}

fn within(kind: ClaimKind, value: f64, source: &Answer, dialect: Dialect) -> Option<String> {
    let rows = source.rows.as_ref().filter(|rows| !rows.is_empty())?;
    let sql = source.sql.trim().trim_end_matches(';');
    let fits = |found: f64| compare(kind, value, Some(found)) == Status::Confirmed;
    let numeric = |column: usize| rows.iter().filter_map(move |row| row.get(column).and_then(Value::as_f64));
    for (at, name) in source.columns.iter().enumerate() {
        let column = quoted(dialect, name);
        if let Some(row) = rows.iter().find(|row| row.get(at).and_then(Value::as_f64).is_some_and(fits)) {
            if rows.len() == 1 {
                return Some(format!("SELECT {column} FROM ({sql}) AS source"));
            }
            if let Some(condition) = name_row(source, rows, row, dialect) {
                return Some(format!("SELECT {column} FROM ({sql}) AS source WHERE {condition}"));
            }
        }
        let is_whole = numeric(at).count() == rows.len();
        if kind != ClaimKind::Mean && rows.len() > 1 && is_whole && fits(numeric(at).sum()) {
            return Some(format!("SELECT SUM({column}) FROM ({sql}) AS source"));
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "rows of an answer")]
    let count = rows.len() as f64;
    (kind == ClaimKind::Count && rows.len() > 1 && fits(count)).then(|| format!("SELECT COUNT(*) FROM ({sql}) AS source"))
}

/// A condition that only this row fulfils: a text that no other row has.
fn name_row(source: &Answer, rows: &[Vec<Value>], row: &[Value], dialect: Dialect) -> Option<String> {
    source.columns.iter().enumerate().find_map(|(at, name)| {
        let value = row.get(at)?.as_str()?;
        let is_own = rows.iter().filter(|other| other.get(at).and_then(Value::as_str) == Some(value)).count() == 1;
        is_own.then(|| format!("{} = {}", quoted(dialect, name), text(dialect, value)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_claimed_number_is_found_in_a_step_or_not_at_all() {
        let answer = |columns: &[&str], rows: Value| Answer {
            step: 1,
            sql: "SELECT x FROM t;".into(),
            columns: columns.iter().map(|name| (*name).to_owned()).collect(),
            rows: serde_json::from_value(rows).expect("rows"),
        };
        let towns = answer(&["town", "n"], json!([["Hull", 120], ["York's", 80], ["Leeds", 10]]));
        let one = answer(&["avg"], json!([[4.2]]));
        for (kind, value, source, expected) in [
            (ClaimKind::Mean, 4.0, &one, Some(r#"SELECT "avg" FROM (SELECT x FROM t) AS source"#)),
            (ClaimKind::Count, 120.0, &towns, Some(r#"SELECT "n" FROM (SELECT x FROM t) AS source WHERE "town" = 'Hull'"#)),
            (ClaimKind::Count, 82.0, &towns, Some(r#"SELECT "n" FROM (SELECT x FROM t) AS source WHERE "town" = 'York''s'"#)),
            (ClaimKind::Count, 210.0, &towns, Some(r#"SELECT SUM("n") FROM (SELECT x FROM t) AS source"#)),
            (ClaimKind::Count, 3.0, &towns, Some("SELECT COUNT(*) FROM (SELECT x FROM t) AS source")),
            (ClaimKind::Count, 8_298.0, &towns, None),
            (ClaimKind::Count, 8_298.0, &one, Some(r#"SELECT "avg" FROM (SELECT x FROM t) AS source"#)),
        ] {
            assert_eq!(ground(kind, value, &[source], Dialect::Files).as_deref(), expected, "{kind:?} {value}");
        }
    }
}
