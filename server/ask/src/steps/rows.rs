//! Rows within the answer of a service: what is around them is taken off, and objects within them become columns.

use super::tool::to_table;
use protocol::ask::AskTable;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

/// Objects around what was wanted: `{"data": {"berths": […]}}`.
const MOST_WRAPS: usize = 4;
/// Objects within a row that become columns: `owner_address_city`.
const DEEPEST: usize = 4;
const MOST_COLUMNS: usize = 200;
/// Of a list that stays in one cell.
const LONGEST_CELL: usize = 2_000;

/// How many rows a page has.
pub(super) fn count_rows(page: &Value) -> usize {
    unwrapped(page).as_array().map_or(1, Vec::len)
}

/// The rows of all pages as one table.
pub(super) fn table_of(pages: &[Value]) -> AskTable {
    let rows: Vec<Value> = match pages.iter().map(unwrapped).collect::<Vec<_>>().as_slice() {
        [one] if !one.is_array() => vec![(*one).clone()],
        several => several.iter().filter_map(|rows| rows.as_array()).flatten().cloned().collect(),
    };
    if rows.is_empty() {
        return AskTable::default();
    }
    let rows = without_node(rows);
    if rows.iter().all(Value::is_object) {
        to_table(&Value::Array(without_holders(rows.iter().map(flat).collect())))
    } else {
        to_table(&Value::Array(rows.into_iter().map(cell).collect()))
    }
}

/// The rows within an answer: its only field, or its only list of objects.
fn unwrapped(answer: &Value) -> &Value {
    let mut inner = answer;
    for _ in 0..MOST_WRAPS {
        let Some(fields) = inner.as_object() else { break };
        let is_rows = |value: &&Value| value.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(Value::is_object));
        let mut lists = fields.values().filter(is_rows);
        let only = fields.values().next().filter(|value| fields.len() == 1 && (value.is_object() || value.is_array()));
        match (only, lists.next(), lists.next(), empty_list(fields)) {
            (Some(one), ..) | (None, Some(one), None, _) | (None, None, _, Some(one)) => inner = one,
            _ => break,
        }
    }
    inner
}

/// `{"items": [], "total": 0}` has no rows, and is none itself: there is nothing of its own in it beside the list.
fn empty_list(fields: &Map<String, Value>) -> Option<&Value> {
    let is_around = |(name, value): (&String, &Value)| {
        value.is_array() || value.is_object() || (!value.is_string() && name != "id" && !name.ends_with("_id"))
    };
    let mut lists = fields.values().filter(|value| value.is_array());
    let only = lists.next().filter(|list| list.as_array().is_some_and(Vec::is_empty) && lists.next().is_none());
    only.filter(|_| fields.iter().all(is_around))
}

/// `[{"node": {…}}]`, as connections of GraphQL have their rows.
fn without_node(rows: Vec<Value>) -> Vec<Value> {
    let only = |row: &Value| {
        let fields = row.as_object()?;
        let (name, value) = fields.iter().find(|(name, _)| *name != "cursor")?;
        let is_alone = fields.keys().all(|other| other == name || other == "cursor") && value.is_object();
        is_alone.then(|| name.clone())
    };
    let Some(name) = rows.first().and_then(only) else { return rows };
    if rows.iter().any(|row| only(row).as_deref() != Some(&name)) {
        return rows;
    }
    rows.into_iter().map(|mut row| row[name.as_str()].take()).collect()
}

fn flat(row: &Value) -> Map<String, Value> {
    let mut columns = Map::new();
    spread(row, "", 0, &mut columns);
    columns
}

/// An object that a row lacks is none of its columns: they are those within it.
fn without_holders(mut rows: Vec<Map<String, Value>>) -> Vec<Value> {
    let names: BTreeSet<String> = rows.iter().flat_map(|row| row.keys().cloned()).collect();
    let holds = |name: &str| names.iter().any(|other| other.strip_prefix(name).is_some_and(|rest| rest.starts_with('_')));
    for row in &mut rows {
        row.retain(|name, value| !value.is_null() || !holds(name));
    }
    rows.into_iter().map(Value::Object).collect()
}

fn spread(row: &Value, prefix: &str, depth: usize, columns: &mut Map<String, Value>) {
    for (name, value) in row.as_object().into_iter().flatten() {
        let name = if prefix.is_empty() { name.clone() } else { format!("{prefix}_{name}") };
        if columns.len() >= MOST_COLUMNS {
            return;
        }
        match value {
            Value::Object(fields) if depth < DEEPEST && !fields.is_empty() => spread(value, &name, depth + 1, columns),
            value => {
                columns.entry(name).or_insert_with(|| cell(value.clone()));
            }
        }
    }
}

/// Values of a list side by side; whatever else is within a cell as JSON.
fn cell(value: Value) -> Value {
    let text = match &value {
        Value::Array(list) if list.iter().all(|one| !one.is_object() && !one.is_array()) => {
            let words = list.iter().map(|one| one.as_str().map_or_else(|| one.to_string(), str::to_owned));
            words.collect::<Vec<_>>().join(", ")
        }
        Value::Array(_) | Value::Object(_) => value.to_string(),
        _ => return value,
    };
    Value::String(text.chars().take(LONGEST_CELL).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn rows_are_found_within_what_is_around_them() {
        for (answer, wanted) in [
            (json!({"data": {"berths": [{"id": 1}]}}), json!([{"id": 1}])),
            (json!({"items": [{"id": 1}], "total": 1}), json!([{"id": 1}])),
            (json!({"items": [], "total": 0}), json!([])),
            (json!({"id": 1, "name": "a"}), json!({"id": 1, "name": "a"})),
            (json!({"id": 1, "tags": []}), json!({"id": 1, "tags": []})),
            (json!({"a": [{"x": 1}], "b": [{"y": 1}]}), json!({"a": [{"x": 1}], "b": [{"y": 1}]})),
            (json!([1, 2]), json!([1, 2])),
        ] {
            assert_eq!(unwrapped(&answer), &wanted);
        }
    }

    #[test]
    fn what_is_within_a_row_becomes_columns() {
        let pages = [
            json!({"items": [{"id": 1, "owner": {"name": "Ada", "home": {"city": "Kos"}}, "tags": ["a", "b"]}], "next": "/2"}),
            json!({"items": [{"id": 2, "owner": null, "tags": [], "calls": [{"at": 1}]}], "next": null}),
        ];
        let table = table_of(&pages);
        let cells = |row: usize| -> Value {
            let cells = table.columns.iter().cloned().zip(table.rows[row].iter().cloned());
            Value::Object(cells.collect())
        };
        let first = json!({"id": 1, "owner_home_city": "Kos", "owner_name": "Ada", "tags": "a, b", "calls": null});
        assert_eq!(cells(0), first);
        let second = json!({"id": 2, "owner_home_city": null, "owner_name": null, "tags": "", "calls": "[{\"at\":1}]"});
        assert_eq!(cells(1), second);
        let connection =
            json!({"data": {"books": {"edges": [{"node": {"title": "A"}, "cursor": "x"}], "pageInfo": {"endCursor": "x"}}}});
        let table = table_of(&[connection]);
        assert_eq!((table.columns, table.rows), (vec!["title".to_owned()], vec![vec![json!("A")]]));
        let one = table_of(&[json!({"id": 7, "owner": {"name": "Ben"}})]);
        assert_eq!((one.columns.len(), one.rows.len()), (2, 1));
        assert!(table_of(&[json!({"items": []})]).rows.is_empty());
    }
}
