//! A tool of the project; a list of objects becomes rows.

use super::fail;
use crate::Asks;
use domain::ask::{MOST_ROWS, StepOutcome};
use projects::{Caller, dispatch};
use protocol::ask::AskTable;
use serde_json::Value;

/// More columns than a table of rows has are left out.
const MOST_COLUMNS: usize = 200;
/// Tools that change something are not steps of an answer.
const CHANGING: [&str; 2] = ["add_fact", "extract_facts_from_text"];

pub(super) async fn call(asks: &Asks, caller: &Caller, number: u32, name: &str, arguments: &Value) -> StepOutcome {
    if CHANGING.contains(&name) {
        return fail(number, format!("{name} changes something: an answer only reads"));
    }
    match dispatch(asks.projects(), caller, name, arguments).await {
        Ok(answer) => StepOutcome { number, table: to_table(&answer), database: name.to_owned(), ..StepOutcome::default() },
        Err(failure) => fail(number, failure.detail),
    }
}

/// `{columns, rows}` as it is; a list of objects by their fields; anything else as one value.
pub(super) fn to_table(answer: &Value) -> AskTable {
    if let (Some(columns), Some(rows)) = (answer["columns"].as_array(), answer["rows"].as_array())
        && rows.iter().all(Value::is_array)
    {
        let columns = columns.iter().map(|name| name.as_str().unwrap_or_default().to_owned()).collect();
        let rows = rows.iter().filter_map(|row| row.as_array().cloned()).collect();
        let mut table = table(columns, rows);
        table.truncated |= answer["truncated"].as_bool().unwrap_or_default();
        return table;
    }
    let list: Vec<&Value> = answer.as_array().map_or_else(|| vec![answer], |list| list.iter().collect());
    if list.iter().all(|one| one.is_object()) {
        let mut columns: Vec<String> = Vec::new();
        for name in list.iter().filter_map(|one| one.as_object()).flat_map(|fields| fields.keys()) {
            if columns.len() < MOST_COLUMNS && !columns.contains(name) {
                columns.push(name.clone());
            }
        }
        let rows = list.iter().map(|one| columns.iter().map(|name| one[name.as_str()].clone()).collect()).collect();
        return table(columns, rows);
    }
    table(vec!["value".to_owned()], list.into_iter().map(|one| vec![one.clone()]).collect())
}

fn table(columns: Vec<String>, mut rows: Vec<Vec<Value>>) -> AskTable {
    let row_count = rows.len() as u64;
    let truncated = rows.len() > MOST_ROWS;
    rows.truncate(MOST_ROWS);
    AskTable { name: String::new(), columns, rows, row_count, truncated }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn whatever_a_tool_answers_becomes_rows() {
        for (answer, columns, rows) in [
            (json!([{"a": 1}, {"a": 2, "b": "x"}]), vec!["a", "b"], json!([[1, null], [2, "x"]])),
            (json!({"a": 1}), vec!["a"], json!([[1]])),
            (json!({"columns": ["n"], "rows": [[3]]}), vec!["n"], json!([[3]])),
            (json!("text"), vec!["value"], json!([["text"]])),
            (json!([1, 2]), vec!["value"], json!([[1], [2]])),
            (json!({"columns": ["n"], "rows": [[4]], "truncated": true}), vec!["n"], json!([[4]])),
        ] {
            let table = to_table(&answer);
            assert_eq!(table.truncated, answer["truncated"] == true, "{answer}");
            assert_eq!((table.columns.iter().map(String::as_str).collect::<Vec<_>>(), json!(table.rows)), (columns, rows));
        }
    }
}
