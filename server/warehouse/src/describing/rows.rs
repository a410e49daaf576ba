//! The rows that were looked at: all of them while keys are inferred, a few afterwards.

use super::shortened;
use domain::tools::{catalog::Table, warehouse::Rows};
use serde_json::Value;

/// Rows that a table is shown with.
const SHOWN: usize = 3;

/// Keeps the rows in the order of the table's columns.
pub(super) fn take(table: &mut Table, rows: &Rows) {
    let places: Vec<Option<usize>> =
        table.columns.iter().map(|column| rows.columns.iter().position(|name| *name == column.name)).collect();
    let value = |row: &Vec<Value>, place: &Option<usize>| place.and_then(|at| row.get(at)).map_or(Value::Null, Clone::clone);
    table.sample_rows = rows.rows.iter().map(|row| places.iter().map(|place| value(row, place)).collect()).collect();
}

/// Leaves what is shown: no value of a column that shows no samples, which is what a secret's does.
pub(super) fn show_few(table: &mut Table) {
    table.sample_rows.truncate(SHOWN);
    for row in &mut table.sample_rows {
        for (value, column) in row.iter_mut().zip(&table.columns) {
            *value = if column.samples.is_empty() { Value::Null } else { shortened(value) };
        }
    }
    table.sample_rows.retain(|row| row.iter().any(|value| !value.is_null()));
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::tools::catalog::Column;
    use serde_json::json;

    #[test]
    fn a_few_rows_are_shown_and_no_secret() {
        let column = |name: &str| Column { name: name.to_owned(), ..Column::default() };
        let mut table = Table { columns: ["id", "password", "note"].map(column).to_vec(), ..Table::default() };
        let row = |n: i32| vec![json!("x".repeat(100)), json!(n), json!("hunter2")];
        let rows = Rows {
            columns: vec!["note".into(), "id".into(), "password".into()],
            rows: (0..9).map(row).collect(),
            ..Rows::default()
        };
        super::super::fill(&mut table, &rows);
        assert_eq!(table.sample_rows.len(), 9);
        show_few(&mut table);
        let short = format!("{}…", "x".repeat(59));
        assert_eq!(table.sample_rows[..2], [[json!(0), json!(null), json!(short)], [json!(1), json!(null), json!(short)]]);
        assert_eq!(table.sample_rows.len(), SHOWN);
    }
}
