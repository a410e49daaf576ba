//! The form in which the model answers.

use crate::interview::model::form::object;
use domain::models::ReplySchema;
use protocol::research::Stance;
use serde::Deserialize;
use serde_json::json;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModelFindings {
    pub(super) summary: String,
    pub(super) findings: Vec<ModelFinding>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModelFinding {
    /// Counted from 1.
    pub(super) source: usize,
    pub(super) claim: String,
    pub(super) quote: String,
    pub(super) stance: Stance,
    pub(super) value: Option<String>,
}

pub(super) fn schema() -> ReplySchema {
    let text = json!({"type": "string"});
    let finding = object(&json!({
        "source": {"type": "integer"}, "claim": text, "quote": text,
        "stance": {"type": "string", "enum": ["supports", "contradicts", "informs"]},
        "value": {"type": ["string", "null"]},
    }));
    ReplySchema { name: "research", schema: object(&json!({"summary": text, "findings": {"type": "array", "items": finding}})) }
}
