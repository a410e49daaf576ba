//! Whether a picture says it better: a label and a figure, for 2 to 40 rows.

use protocol::ask::{AskTable, Chart, ChartKind};
use serde_json::Value;

const FEWEST: usize = 2;
const MOST: usize = 40;

pub(super) fn suggest(table: &AskTable) -> Option<Chart> {
    if !(FEWEST..=MOST).contains(&table.rows.len()) || table.truncated || table.columns.len() < 2 {
        return None;
    }
    let all = |column: usize, holds: fn(&Value) -> bool| table.rows.iter().all(|row| row.get(column).is_some_and(holds));
    let figure = (0..table.columns.len()).rev().find(|column| all(*column, Value::is_number))?;
    let label = (0..table.columns.len())
        .find(|column| *column != figure && (all(*column, Value::is_string) || is_year(table, *column)))?;
    let is_distinct =
        table.rows.iter().enumerate().all(|(at, row)| table.rows[..at].iter().all(|other| other[label] != row[label]));
    let kind = if is_year(table, label) || all(label, is_day) { ChartKind::Line } else { ChartKind::Bars };
    is_distinct.then_some(Chart { kind, label, figure })
}

fn is_year(table: &AskTable, column: usize) -> bool {
    let year = |value: &Value| value.as_i64().is_some_and(|year| (1_800..=2_200).contains(&year));
    table.rows.iter().all(|row| row.get(column).is_some_and(year))
}

/// `2024-05`, `2024-05-01` and what may follow.
fn is_day(value: &Value) -> bool {
    let Some(text) = value.as_str() else { return false };
    let bytes = text.as_bytes();
    bytes.len() >= 7
        && bytes[..4].iter().all(u8::is_ascii_digit)
        && bytes[4] == b'-'
        && bytes[5..7].iter().all(u8::is_ascii_digit)
}
