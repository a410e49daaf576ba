//! A query that could show an insight to be wrong, made up by a model that wants to.

use super::line;
use crate::interview::model::form;
use domain::runs::{Challenge, Holds};
use serde::Deserialize;

/// What the refuter is told; the insight, its queries and the tables come as data.
pub(super) const SYSTEM: &str = include_str!("challenge.md");

#[derive(Deserialize)]
struct Answer {
    question: String,
    query: String,
    #[serde(default)]
    at_least: Option<f64>,
    #[serde(default)]
    at_most: Option<f64>,
    objection: String,
}

/// # Errors
/// In words for the model.
pub(super) fn parse(text: &str) -> Result<Challenge, String> {
    let answer: Answer = form::parse(text)?;
    let holds = match (answer.at_least, answer.at_most) {
        (Some(least), Some(most)) if least <= most => Holds::Between(least, most),
        (Some(_), Some(_)) => return Err("at_least is greater than at_most".into()),
        (Some(least), None) => Holds::AtLeast(least),
        (None, Some(most)) => Holds::AtMost(most),
        (None, None) => return Err("give at_least, at_most or both: what the number must be for the insight to hold".into()),
    };
    let (question, objection, sql) = (line(&answer.question, 300), line(&answer.objection, 300), answer.query.trim().to_owned());
    if question.is_empty() || objection.is_empty() || sql.is_empty() {
        return Err("question, query and objection must not be empty".into());
    }
    Ok(Challenge { question, sql, holds, objection, outcome: None, engine: String::new() })
}
