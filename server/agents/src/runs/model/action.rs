//! The strict reading of actions (seed 002, Strict action parsing): exactly one of the recognised keys, or the legacy `action`.

use crate::interview::model::form;
use domain::runs::{Action, Deed};
use serde::Deserialize;
use serde_json::{Value, json};

const LONGEST_THINKING: usize = 2_000;
const KEYS: &str = "exactly one of query, lookup_schema, search_tables and done";

#[derive(Deserialize)]
struct Answer {
    #[serde(default)]
    thinking: Option<String>,
    #[serde(default)]
    query: Option<Value>,
    #[serde(default)]
    lookup_schema: Option<Value>,
    #[serde(default)]
    search_tables: Option<Value>,
    #[serde(default)]
    done: Option<Value>,
    /// Of older prompts.
    #[serde(default)]
    action: Option<String>,
    #[serde(default)]
    sql: Option<Value>,
    #[serde(default)]
    tables: Option<Value>,
    #[serde(default)]
    words: Option<Value>,
}

/// Every key is there for providers that enforce schemas; what is not meant is null.
pub(super) fn schema() -> Value {
    form::object(&json!({
        "thinking": {"type": "string"},
        "query": {"type": ["string", "null"]},
        "lookup_schema": {"type": ["array", "null"], "items": {"type": "string"}},
        "search_tables": {"type": ["string", "null"]},
        "done": {"type": ["boolean", "null"]},
    }))
}

/// # Errors
/// In words for the model: prose, malformed JSON, no recognised key, or several.
pub(super) fn parse(text: &str) -> Result<Action, String> {
    let answer: Answer = form::parse(text)?;
    let thinking = super::line(answer.thinking.as_deref().unwrap_or_default(), LONGEST_THINKING);
    let deed = match answer.action.as_deref() {
        Some(action) => legacy(action, &answer)?,
        None => modern(&answer)?,
    };
    Ok(Action { thinking, deed })
}

fn modern(answer: &Answer) -> Result<Deed, String> {
    let mut deeds = Vec::new();
    if let Some(query) = answer.query.as_ref().filter(|query| is_meant(query)) {
        deeds.push(Deed::Query(string(query, "query")?));
    }
    if let Some(tables) = answer.lookup_schema.as_ref().filter(|tables| is_meant(tables)) {
        deeds.push(Deed::LookupSchema(strings(tables)?));
    }
    if let Some(words) = answer.search_tables.as_ref().filter(|words| is_meant(words)) {
        deeds.push(Deed::SearchTables(string(words, "search_tables")?));
    }
    if answer.done == Some(Value::Bool(true)) {
        deeds.push(Deed::Done);
    }
    match (deeds.pop(), deeds.pop()) {
        (Some(deed), None) => Ok(deed),
        (None, _) => Err(format!("it has none of the recognised keys: give {KEYS}")),
        (Some(_), Some(_)) => Err(format!("it has several of the recognised keys: give {KEYS}")),
    }
}

/// `{"action": "query", "query": "…"}` and the like.
fn legacy(action: &str, answer: &Answer) -> Result<Deed, String> {
    let first = |values: [&Option<Value>; 2]| values.into_iter().flatten().find(|value| is_meant(value)).cloned();
    match action.trim().to_lowercase().as_str() {
        "query" | "query_data" | "run_query" | "execute_query" => {
            let sql = first([&answer.query, &answer.sql]).ok_or("the action query needs a query")?;
            Ok(Deed::Query(string(&sql, "query")?))
        }
        "lookup_schema" => {
            let tables = first([&answer.lookup_schema, &answer.tables]).ok_or("the action lookup_schema needs tables")?;
            Ok(Deed::LookupSchema(strings(&tables)?))
        }
        "search_tables" => {
            let words = first([&answer.search_tables, &answer.words]).ok_or("the action search_tables needs words")?;
            Ok(Deed::SearchTables(string(&words, "search_tables")?))
        }
        "done" | "complete" | "finish" => Ok(Deed::Done),
        other => Err(format!("there is no action {}: give {KEYS}", super::line(other, 40))),
    }
}

/// Not null, not empty, not `false`.
fn is_meant(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::String(text) => !text.trim().is_empty(),
        Value::Array(items) => !items.is_empty(),
        _ => true,
    }
}

fn string(value: &Value, key: &str) -> Result<String, String> {
    value.as_str().map(|text| text.trim().to_owned()).ok_or_else(|| format!("{key} is a text"))
}

/// A single name is a list of one.
fn strings(value: &Value) -> Result<Vec<String>, String> {
    match value {
        Value::String(one) => Ok(vec![one.trim().to_owned()]),
        Value::Array(all) => all.iter().map(|one| string(one, "each table of lookup_schema")).collect(),
        _ => Err("lookup_schema is a list of names of tables".into()),
    }
}
