//! Queries that a database refused, mended by a language model.

use crate::interview::model::{form, nudge};
use domain::{
    models::{Caller, LanguageModel, ModelRequest, ModelTurn, Strength},
    runs::{Broken, Judged},
};
use serde::Deserialize;
use serde_json::json;

const TOKENS: u32 = 2_000;

#[derive(Deserialize)]
struct Mended {
    query: String,
}

/// A query that does the same and that the database understands.
pub(crate) async fn mend(model: &dyn LanguageModel, caller: Caller, strength: Strength, broken: &Broken<'_>) -> Judged<String> {
    let system = format!(
        "You correct SQL queries of {dialect}. Change as little as possible, keep what the query asks for, use only tables and \
         columns that are listed, and read only. Reply with one JSON object: {{\"query\": \"SELECT …\"}}.",
        dialect = broken.dialect
    );
    let text = json!({"query": broken.sql, "error": broken.error, "tables": broken.schema}).to_string();
    let request = ModelRequest {
        caller,
        strength,
        system,
        turns: vec![ModelTurn::user(text)],
        tools: Vec::new(),
        schema: None,
        max_tokens: TOKENS,
    };
    let read = |text: &str| {
        let mended: Mended = form::parse(text)?;
        Some(mended.query).filter(|query| !query.trim().is_empty()).ok_or_else(|| "its query is empty".to_owned())
    };
    nudge::judge(model, request, read).await
}
