//! The forms in which the model answers.

use crate::interview::model::form::object;
use domain::models::ReplySchema;
use serde::Deserialize;
use serde_json::json;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Sentences {
    pub(super) sentences: Vec<ModelSentence>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModelSentence {
    pub(super) text: String,
    pub(super) quote: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Doubts {
    pub(super) doubts: Vec<ModelDoubt>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModelDoubt {
    pub(super) key: String,
    pub(super) quote: String,
}

pub(super) fn sentences() -> ReplySchema {
    let sentence = object(&json!({"text": {"type": "string"}, "quote": {"type": "string"}}));
    ReplySchema { name: "summary", schema: object(&json!({"sentences": {"type": "array", "items": sentence}})) }
}

pub(super) fn doubts() -> ReplySchema {
    let doubt = object(&json!({"key": {"type": "string"}, "quote": {"type": "string"}}));
    ReplySchema { name: "doubts", schema: object(&json!({"doubts": {"type": "array", "items": doubt}})) }
}
