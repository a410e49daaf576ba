//! An operation of an API that only reads; its answer becomes rows.

use super::{fail, tool::to_table};
use crate::Asks;
use domain::ask::StepOutcome;
use projects::{Caller, call_operation};
use serde_json::{Map, Value};

/// Objects around what was asked for: `{"data": {"berths": […]}}`.
const MOST_WRAPS: usize = 4;

pub(super) async fn call(
    asks: &Asks,
    caller: &Caller,
    number: u32,
    (api, operation): (&str, &str),
    arguments: &Value,
) -> StepOutcome {
    let none = Map::new();
    let arguments = arguments.as_object().unwrap_or(&none);
    match call_operation(asks.projects(), caller, (api, operation), arguments).await {
        Ok(answer) => {
            let table = to_table(unwrapped(&answer));
            StepOutcome { number, table, database: api.to_owned(), ..StepOutcome::default() }
        }
        Err(failure) => fail(number, failure.detail),
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
        match (only, lists.next(), lists.next()) {
            (Some(one), _, _) | (None, Some(one), None) => inner = one,
            _ => break,
        }
    }
    inner
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
            (json!({"id": 1, "name": "a"}), json!({"id": 1, "name": "a"})),
            (json!({"a": [{"x": 1}], "b": [{"y": 1}]}), json!({"a": [{"x": 1}], "b": [{"y": 1}]})),
            (json!([1, 2]), json!([1, 2])),
        ] {
            assert_eq!(unwrapped(&answer), &wanted);
        }
    }
}
