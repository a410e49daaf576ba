//! The form in which a model answers: a schema as all providers take it, and its strict reading.

use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Every field required, and no other.
pub(crate) fn object(properties: &Value) -> Value {
    let names: Vec<&String> = properties.as_object().into_iter().flat_map(serde_json::Map::keys).collect();
    json!({"type": "object", "properties": properties, "required": names, "additionalProperties": false})
}

/// One JSON object and nothing else; a fence of Markdown around it is forgiven.
pub(crate) fn parse<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let bare = text.trim();
    let inner = bare.strip_prefix("```json").or_else(|| bare.strip_prefix("```")).and_then(|rest| rest.strip_suffix("```"));
    serde_json::from_str(inner.unwrap_or(bare).trim()).map_err(|fault| format!("it is not the JSON that was asked for: {fault}"))
}
