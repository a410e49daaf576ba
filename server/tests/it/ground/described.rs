//! Answers compared with the server's own description of its API: whatever a story asks for, what comes is what was announced.

use super::api::client;
use reqwest::{Method, header::HeaderMap};
use serde_json::Value;
use tokio::sync::OnceCell;

/// What is wrong with an answer; empty for answers of routes that are no part of the API.
pub(super) async fn faults(base: &str, method: &Method, path: &str, status: u16, headers: &HeaderMap, text: &str) -> Vec<String> {
    if !path.starts_with("/api/") || path.starts_with("/api/openapi") || path.starts_with("/api/docs") {
        return Vec::new();
    }
    // A server that is on its way down cannot be asked what it meant.
    let Some(description) = fetch(base).await else { return Vec::new() };
    let Some(operation) = operation(description, method, path) else { return Vec::new() };
    let response = &operation["responses"][status.to_string()];
    let response = if response.is_null() && status >= 400 { &operation["responses"]["default"] } else { response };
    if response.is_null() {
        return vec![format!("the status {status} is not described")];
    }
    let kind = headers.get("content-type").and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default();
    if kind.is_empty() {
        return Vec::new();
    }
    let Some(schema) = response["content"].get(kind).map(|content| &content["schema"]) else {
        return vec![format!("{kind} is not described for {status}")];
    };
    let parts: Vec<Value> = if kind == "text/event-stream" {
        text.lines().filter_map(|line| serde_json::from_str(line.strip_prefix("data:")?.trim()).ok()).collect()
    } else if kind.ends_with("json") {
        serde_json::from_str(text).into_iter().collect()
    } else {
        Vec::new()
    };
    let mut faults = Vec::new();
    parts.iter().for_each(|part| check(description, schema, part, "", &mut faults));
    faults
}

/// The description is the same on every server.
async fn fetch(base: &str) -> Option<&'static Value> {
    static DESCRIPTION: OnceCell<Value> = OnceCell::const_new();
    let read = async || client().build()?.get(format!("{base}/api/openapi.json")).send().await?.error_for_status()?.json().await;
    DESCRIPTION.get_or_try_init(read).await.ok()
}

/// The operation of a path; one whose segments are spelled out comes before one with names in braces.
fn operation<'a>(description: &'a Value, method: &Method, path: &str) -> Option<&'a Value> {
    let given: Vec<&str> = path.split('/').collect();
    let named = |template: &str| template.split('/').filter(|part| part.starts_with('{')).count();
    // Asked of every template for every answer: most end at their first words.
    let fits = |template: &str| {
        let mut parts = template.split('/');
        given.iter().all(|given| parts.next().is_some_and(|part| part.starts_with('{') || part == *given))
            && parts.next().is_none()
    };
    let paths = description["paths"].as_object()?;
    let (_, item) = paths.iter().filter(|(template, _)| fits(template)).min_by_key(|(template, _)| named(template))?;
    item.get(method.as_str().to_lowercase())
}

/// What the JSON Schemas of the description say, and one thing more: no field is left undescribed.
pub(crate) fn check(description: &Value, schema: &Value, value: &Value, at: &str, faults: &mut Vec<String>) {
    if let Some(reference) = schema["$ref"].as_str() {
        let schema = description.pointer(reference.trim_start_matches('#')).expect("what is referred to");
        return check(description, schema, value, at, faults);
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let tried: Vec<Vec<String>> = choices
            .iter()
            .map(|choice| {
                let mut faults = Vec::new();
                check(description, choice, value, at, &mut faults);
                faults
            })
            .collect();
        if tried.iter().filter(|faults| faults.is_empty()).count() != 1 {
            let nearest = tried.iter().filter(|faults| !faults.is_empty()).min_by_key(|faults| faults.len());
            faults.push(format!("{at}: not exactly one of its forms: {value} {nearest:?}"));
        }
        return;
    }
    assert!(schema["anyOf"].is_null() && schema["allOf"].is_null(), "this check does not know {schema}");
    let types: Vec<&str> = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        one => one.as_str().into_iter().collect(),
    };
    if !types.is_empty() && !types.iter().any(|kind| is(kind, value)) {
        faults.push(format!("{at}: {value} is no {types:?}"));
        return;
    }
    if let Some(names) = schema["enum"].as_array()
        && !names.contains(value)
        && !value.is_null()
    {
        faults.push(format!("{at}: {value} is none of {names:?}"));
    }
    match value {
        Value::Object(fields) => {
            let described = schema["properties"].as_object();
            for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
                if !fields.contains_key(name) {
                    faults.push(format!("{at}: {name} is missing"));
                }
            }
            for (name, field) in fields {
                let at = format!("{at}.{name}");
                match (described.and_then(|described| described.get(name)), &schema["additionalProperties"]) {
                    (Some(schema), _) => check(description, schema, field, &at, faults),
                    (None, Value::Null) if described.is_some() => faults.push(format!("{at} is not described")),
                    (None, more) => check(description, more, field, &at, faults),
                }
            }
        }
        Value::Array(items) => {
            for (place, item) in items.iter().enumerate() {
                check(description, &schema["items"], item, &format!("{at}[{place}]"), faults);
            }
        }
        Value::Number(number) => {
            let number = number.as_f64().unwrap_or(f64::NAN);
            let bound = |name: &str| schema[name].as_f64();
            if bound("minimum").is_some_and(|least| number < least) || bound("maximum").is_some_and(|most| number > most) {
                faults.push(format!("{at}: {number} is out of bounds"));
            }
        }
        Value::String(text) => {
            let sound = match schema["format"].as_str() {
                Some("uuid") => uuid::Uuid::parse_str(text).is_ok(),
                Some("date-time") => text.len() == 24 && text.ends_with('Z') && text.as_bytes()[10] == b'T',
                _ => true,
            };
            if !sound {
                faults.push(format!("{at}: {text} is no {}", schema["format"]));
            }
        }
        _ => {}
    }
}

fn is(kind: &str, value: &Value) -> bool {
    match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("{other} is no type of JSON"),
    }
}
