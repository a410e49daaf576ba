//! The form in which the model answers.

use crate::interview::model::form::object;
use domain::models::ReplySchema;
use serde::Deserialize;
use serde_json::json;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModelPack {
    pub(super) areas: Vec<ModelArea>,
    pub(super) profile: Vec<ModelField>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModelArea {
    pub(super) name: String,
    pub(super) description: String,
    pub(super) keywords: Vec<String>,
    pub(super) tables: Vec<String>,
    pub(super) questions: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ModelField {
    pub(super) name: String,
    pub(super) r#type: FieldType,
    pub(super) description: String,
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum FieldType {
    String,
    Number,
    Integer,
}

impl FieldType {
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::String => "string",
            Self::Number => "number",
            Self::Integer => "integer",
        }
    }
}

pub(super) fn schema() -> ReplySchema {
    let text = json!({"type": "string"});
    let texts = json!({"type": "array", "items": text});
    let area = object(&json!({
        "name": text, "description": text, "keywords": texts, "tables": texts, "questions": texts,
    }));
    let kind = json!({"type": "string", "enum": ["string", "number", "integer"]});
    let field = object(&json!({"name": text, "type": kind, "description": text}));
    let list = |items| json!({"type": "array", "items": items});
    ReplySchema { name: "pack", schema: object(&json!({"areas": list(area), "profile": list(field)})) }
}
