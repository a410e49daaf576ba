//! What a table holds, in a sentence: its rows where they are few and short, otherwise the first of them.

use super::wording::{count_rows, render_value};
use protocol::ask::AskTable;
use serde_json::Value;

/// Rows that are named when all are, and of a longer table.
const WHOLE: usize = 5;
const FIRST: usize = 3;
/// Columns of one row that a sentence can hold.
const COLUMNS: usize = 4;
/// Characters of one value, and of all rows together.
const LONGEST_CELL: usize = 60;
const LONGEST: usize = 300;

/// "app (412), web (300)"; "31 rows, the first: 2025-01 (120), …"; only how many there are where rows are long.
pub(super) fn list_rows(table: &AskTable) -> String {
    let count = count_rows(table);
    let counted = if count == "1" { "1 row".to_owned() } else { format!("{count} rows") };
    if let ([row], true, false) = (table.rows.as_slice(), table.columns.len() > COLUMNS, table.truncated) {
        return name_cells(&table.columns, row).unwrap_or(counted);
    }
    if table.columns.len() > COLUMNS || table.rows.is_empty() {
        return counted;
    }
    let is_whole = !table.truncated && table.rows.len() <= WHOLE && table.row_count == table.rows.len() as u64;
    let rows = &table.rows[..table.rows.len().min(if is_whole { WHOLE } else { FIRST })];
    let Some(named) = rows.iter().map(|row| name_row(row)).collect::<Option<Vec<_>>>() else { return counted };
    let between = if named.iter().any(|row| row.contains(", ")) { "; " } else { ", " };
    let named = named.join(between);
    if named.chars().count() > LONGEST {
        return counted;
    }
    if is_whole { named } else { format!("{counted}, the first: {named}") }
}

/// "id 7, city Kos": the columns of one long row with what they hold; `None` where a sentence cannot hold it.
fn name_cells(columns: &[String], row: &[Value]) -> Option<String> {
    let held = columns.iter().zip(row).filter(|(_, value)| !value.is_null());
    let named = held.map(|(column, value)| Some(format!("{column} {}", name_label(value)?))).collect::<Option<Vec<_>>>()?;
    Some(named.join(", ")).filter(|text| !text.is_empty() && text.chars().count() <= LONGEST)
}

/// Labels, and behind them in brackets the figure; `None` where a value is too long for a sentence.
fn name_row(row: &[Value]) -> Option<String> {
    let (last, before) = row.split_last()?;
    let labels = before.iter().map(name_label).collect::<Option<Vec<_>>>()?;
    if labels.is_empty() {
        return name_label(last);
    }
    let labels = labels.join(", ");
    if last.is_number() {
        Some(format!("{labels} ({})", render_value(last)))
    } else {
        Some(format!("{labels}, {}", name_label(last)?))
    }
}

/// A year or a number of something is no amount: it has no commas.
fn name_label(value: &Value) -> Option<String> {
    let label = match value {
        Value::Null => "nothing".to_owned(),
        Value::Number(number) if number.is_i64() || number.is_u64() => number.to_string(),
        Value::String(text) => text.split_whitespace().collect::<Vec<_>>().join(" "),
        Value::Array(_) | Value::Object(_) => return None,
        other => render_value(other),
    };
    Some(label).filter(|label| !label.is_empty() && label.chars().count() <= LONGEST_CELL)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn few_rows_are_named_and_of_many_the_first() {
        let long = "x".repeat(61);
        let months =
            json!([["2025-01", 120], ["2025-02", 1100], ["2025-03", 98], ["2025-04", 7], ["2025-05", 5], ["2025-06", 4]]);
        for (columns, rows, sentence) in [
            (vec!["channel", "count"], json!([["app", 1412], ["web", 300.25]]), "app (1,412), web (300.25)"),
            (vec!["year", "count"], json!([[2024, 2024]]), "2024 (2,024)"),
            (vec!["name"], json!([["Ana"], ["Jo\n Li"]]), "Ana, Jo Li"),
            (vec!["id", "name", "city"], json!([[7, "Ana", "Kos"], [8, "Jo", null]]), "7, Ana, Kos; 8, Jo, nothing"),
            (vec!["a", "b", "n"], json!([["x", "y", 3]]), "x, y (3)"),
            (vec!["month", "count"], months, "6 rows, the first: 2025-01 (120), 2025-02 (1,100), 2025-03 (98)"),
            (vec!["text", "n"], json!([[long, 1]]), "1 row"),
            (vec!["list"], json!([[["a"]]]), "1 row"),
            (vec!["a", "b", "c", "d", "e"], json!([[1, 2, 3, 4, 5], [1, 2, 3, 4, 5]]), "2 rows"),
            (
                vec!["id", "name", "city", "fee", "paid"],
                json!([[7, "Ana", null, 3.5, true]]),
                "id 7, name Ana, fee 3.5, paid yes",
            ),
            (vec!["id", "name", "city", "fee", "text"], json!([[7, "Ana", null, 3.5, long]]), "1 row"),
        ] {
            let rows: Vec<Vec<Value>> = serde_json::from_value(rows).unwrap();
            let columns = columns.into_iter().map(Into::into).collect();
            let row_count = rows.len() as u64;
            assert_eq!(list_rows(&AskTable { columns, rows, row_count, ..AskTable::default() }), sentence);
        }
    }

    #[test]
    fn rows_that_were_cut_off_are_more() {
        let rows = vec![vec![json!("Kos"), json!(3)], vec![json!("Paros"), json!(2)]];
        let columns = vec!["city".into(), "count".into()];
        let cut = AskTable { columns, rows, row_count: 2, truncated: true, ..AskTable::default() };
        assert_eq!(list_rows(&cut), "more than 2 rows, the first: Kos (3), Paros (2)");
    }
}
