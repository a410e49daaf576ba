//! Words of a document: they stand there to the letter, or the step fails.

use super::fail;
use crate::Asks;
use domain::ask::StepOutcome;
use projects::{Caller, dispatch};
use serde_json::json;

pub(super) async fn find(
    asks: &Asks,
    caller: &Caller,
    number: u32,
    (document, section): (&str, &str),
    quote: &str,
) -> StepOutcome {
    let found = match dispatch(asks.projects(), caller, "get_document", &json!({"name": document})).await {
        Ok(found) => found,
        Err(failure) => return fail(number, failure.detail),
    };
    if quote.trim().is_empty() || !found["content"].as_str().is_some_and(|text| text.contains(quote)) {
        let place = if section.is_empty() { String::new() } else { format!(" ({section})") };
        return fail(number, format!("these words do not stand in {document}{place} any more"));
    }
    StepOutcome { database: document.to_owned(), quote: Some(quote.to_owned()), ..StepOutcome::of_value(number, quote.into()) }
}
