//! An operation of an API that only reads; its answer becomes rows.

use super::{
    fail,
    rows::{count_rows, table_of},
};
use crate::Asks;
use domain::ask::StepOutcome;
use projects::{Caller, call_operation};
use serde_json::{Map, Value};

pub(super) async fn call(
    asks: &Asks,
    caller: &Caller,
    number: u32,
    (api, operation): (&str, &str),
    arguments: &Value,
) -> StepOutcome {
    let none = Map::new();
    let arguments = arguments.as_object().unwrap_or(&none);
    match call_operation(asks.projects(), caller, (api, operation), arguments, &count_rows).await {
        Ok(called) => {
            let mut table = table_of(&called.pages);
            table.truncated |= called.truncated;
            StepOutcome { number, table, database: api.to_owned(), warnings: called.warnings, ..StepOutcome::default() }
        }
        Err(failure) => fail(number, failure.detail),
    }
}
