//! Something that is known: as the project knows it now.

use super::fail;
use crate::Asks;
use domain::{ask::StepOutcome, tools::fact_key};
use projects::{Caller, dispatch};
use serde_json::{Value, json};

/// What a person said in this ask, or the profile holds, stands as it was planned; a fact of the project is read anew.
pub(super) async fn find(
    asks: &Asks,
    caller: &Caller,
    number: u32,
    (name, source): (&str, &str),
    planned: &Value,
) -> StepOutcome {
    if matches!(source, "user" | "profile" | "interview" | "config") {
        return StepOutcome { database: source.to_owned(), ..StepOutcome::of_value(number, planned.clone()) };
    }
    let known = match dispatch(asks.projects(), caller, "list_known_facts", &json!({})).await {
        Ok(known) => known,
        Err(failure) => return fail(number, failure.detail),
    };
    let facts = known.as_array().into_iter().flatten();
    let same = |fact: &&Value| fact["name"].as_str().is_some_and(|known| fact_key(known) == fact_key(name));
    match facts.into_iter().find(same) {
        Some(fact) => StepOutcome {
            database: source.to_owned(),
            quote: fact["context"].as_str().map(str::to_owned),
            ..StepOutcome::of_value(number, fact["value"].clone())
        },
        None => fail(number, format!("{name} is not known any more")),
    }
}
