//! A formula over earlier steps: `step_1` is the list of its first column.

use super::fail;
use domain::ask::{StepOutcome, formula::parse};
use serde_json::Value;

pub(super) fn evaluate(number: u32, expression: &str, earlier: &[StepOutcome]) -> StepOutcome {
    let value = |id: &str| {
        let number: u32 = id.strip_prefix("step_")?.parse().ok()?;
        let table = &earlier.iter().find(|one| one.number == number && one.is_ok())?.table;
        let first: Vec<Value> = table.rows.iter().filter_map(|row| row.first().cloned()).collect();
        Some(Value::Array(first))
    };
    match parse(expression).and_then(|formula| formula.evaluate(&value)) {
        Ok(value) => StepOutcome::of_value(number, value),
        Err(fault) => fail(number, fault),
    }
}
