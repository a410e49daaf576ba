//! Tables of answers and of steps.

use crate::{erased::Erase, words::ask as text};
use leptos::prelude::*;
use protocol::ask::AskTable;
use serde_json::Value;

/// Rows that a page shows.
const SHOWN: usize = 200;

/// A value in words, and whether it is a number.
pub(super) fn cell(column: &str, value: &Value) -> (String, bool) {
    match value {
        Value::Null => (text::NO_VALUE.to_owned(), false),
        Value::String(value) => (value.clone(), false),
        Value::Bool(value) => ((if *value { text::YES } else { text::NO }).to_owned(), false),
        Value::Number(number) if is_label(column) => (number.to_string(), true),
        Value::Number(number) => (text::number(number), true),
        Value::Array(items) => (items.iter().map(|item| cell("", item).0).collect::<Vec<_>>().join(", "), false),
        Value::Object(_) => (value.to_string(), false),
    }
}

/// A value without a column.
pub(super) fn render_value(value: &Value) -> String {
    cell("", value).0
}

/// Numbers of these columns are names: nobody adds them up.
fn is_label(column: &str) -> bool {
    let name = column.to_ascii_lowercase();
    let last = name.rsplit(['_', ' ']).next().unwrap_or_default();
    matches!(last, "id" | "year" | "code" | "zip" | "postcode" | "number" | "no" | "phone")
}

/// The rows under the names of their columns; wider than the page it scrolls inside itself.
pub(super) fn table(of: &AskTable, label: String, test: &'static str) -> AnyView {
    if of.rows.is_empty() {
        return view! { <p class="quiet" data-testid=test>{text::NO_ROWS}</p> }.erase();
    }
    let columns = of.columns.clone();
    let numeric: Vec<bool> =
        (0..columns.len()).map(|at| of.rows.iter().any(|row| row.get(at).is_some_and(Value::is_number))).collect();
    let head: Vec<AnyView> = columns
        .iter()
        .zip(&numeric)
        .map(|(name, is_number)| {
            let class = is_number.then_some("number");
            view! { <th scope="col" class=class dir="auto">{name.clone()}</th> }.erase()
        })
        .collect();
    let row = |row: &Vec<Value>| {
        let cells: Vec<AnyView> = row
            .iter()
            .zip(&columns)
            .map(|(value, column)| {
                let (words, is_number) = cell(column, value);
                let class = is_number.then_some("number");
                view! { <td class=class dir="auto">{words}</td> }.erase()
            })
            .collect();
        view! { <tr>{cells}</tr> }.erase()
    };
    let rows: Vec<AnyView> = of.rows.iter().take(SHOWN).map(row).collect();
    let more = rows_of(of).map(|more| view! { <p class="small quiet">{more}</p> }.erase());
    view! {
        <div class="scrolls framed answer" tabindex="0" role="group" aria-label=label>
            <table data-testid=test>
                <thead>
                    <tr>{head}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        {more}
    }
    .erase()
}

/// Where not all rows are shown, of how many they are the first.
fn rows_of(of: &AskTable) -> Option<String> {
    let shown = of.rows.len().min(SHOWN) as u64;
    (of.row_count > shown || of.truncated).then(|| text::first_rows(shown, of.row_count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn values_are_read_easily_and_names_stay_names() {
        let cases = [
            ("total", json!(1_234_567), ("1,234,567", true)),
            ("total", json!(1234.5), ("1,234.5", true)),
            ("total", json!(-0.25), ("−0.25", true)),
            ("year", json!(2024), ("2024", true)),
            ("customer_id", json!(123_456), ("123456", true)),
            ("paid", json!(true), ("yes", false)),
            ("name", json!(null), ("–", false)),
            ("name", json!("<b>"), ("<b>", false)),
            ("list", json!([1, "a"]), ("1, a", false)),
        ];
        for (column, value, (words, is_number)) in cases {
            assert_eq!(cell(column, &value), (words.to_owned(), is_number), "{column} {value}");
        }
    }

    #[test]
    fn what_is_left_out_is_counted() {
        let table = |rows: usize, row_count: u64| AskTable { rows: vec![vec![json!(1)]; rows], row_count, ..AskTable::default() };
        assert_eq!(rows_of(&table(3, 3)), None);
        assert_eq!(rows_of(&table(300, 12_345)).as_deref(), Some("The first 200 of 12,345 rows."));
    }
}
