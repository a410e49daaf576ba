//! How long the texts of a call may be. The description of the API says it of each (`maxLength`): what has a limit of its own names it
//! where it is declared, and every other text is given the usual one before the description is published and calls are held to it.
//! Contents are bounded in bytes (`x-max-bytes`), which JSON Schema has no word for: their `maxLength` is what fits at most.
//! Calls of pages have no description: what may be long in them is named here.

use super::problem::Problem;
use domain::Fault;
use http::StatusCode;
use serde_json::{Map, Value, json};
use std::collections::HashSet;

/// The most characters of a text that names no other limit.
pub(crate) const USUAL: usize = 4_000;

/// What a schema says of the bytes of a text, in UTF-8.
pub(crate) const MOST_BYTES: &str = "x-max-bytes";

/// Fields of a page's call that may be longer. Their readers have their own limits.
const LONG: [&str; 17] = [
    "text", "content", "value", "final_value", "sql", "spec", "comment", "description", "parts", "options", "patterns", "token",
    "password", "api_key", "authorization", "credentials", "private_key",
];

/// Gives the usual limit to every text of the API's description that may be sent and has none.
pub(super) fn bound(description: &mut Value) {
    let mut named = Vec::new();
    let operations = description.get_mut("paths").and_then(Value::as_object_mut).into_iter().flatten();
    for operation in operations.flat_map(|(_, item)| item.as_object_mut().into_iter().flatten()).map(|(_, operation)| operation) {
        for parameter in operation.get_mut("parameters").and_then(Value::as_array_mut).into_iter().flatten() {
            parameter.get_mut("schema").into_iter().for_each(|schema| bound_schema(schema, &mut named));
        }
        let bodies = operation.pointer_mut("/requestBody/content").and_then(Value::as_object_mut);
        for (_, body) in bodies.into_iter().flatten() {
            body.get_mut("schema").into_iter().for_each(|schema| bound_schema(schema, &mut named));
        }
    }
    let mut met = HashSet::new();
    while let Some(place) = named.pop() {
        if met.insert(place.clone())
            && let Some(schema) = description.pointer_mut(&place)
        {
            bound_schema(schema, &mut named);
        }
    }
}

/// `named` gets the places of the schemas that this one refers to.
fn bound_schema(schema: &mut Value, named: &mut Vec<String>) {
    let Some(fields) = schema.as_object_mut() else { return };
    if let Some(reference) = fields.get("$ref").and_then(Value::as_str) {
        named.push(reference.trim_start_matches('#').to_owned());
        return;
    }
    if is_text(fields) && !fields.contains_key("maxLength") {
        let most = fields.get(MOST_BYTES).cloned().unwrap_or_else(|| json!(USUAL));
        fields.insert("maxLength".to_owned(), most);
    }
    for (name, part) in fields.iter_mut() {
        match (name.as_str(), part) {
            ("properties", Value::Object(parts)) => parts.values_mut().for_each(|part| bound_schema(part, named)),
            ("oneOf" | "anyOf" | "allOf", Value::Array(parts)) => parts.iter_mut().for_each(|part| bound_schema(part, named)),
            ("items" | "additionalProperties", part) => bound_schema(part, named),
            _ => {}
        }
    }
}

/// A text of which neither the words nor the form is given.
fn is_text(schema: &Map<String, Value>) -> bool {
    let text = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "string"),
        kind => kind.is_some_and(|kind| kind == "string"),
    };
    let formed = schema.get("format").is_some_and(|format| format == "uuid" || format == "binary");
    text && !formed && !schema.contains_key("enum")
}

/// The texts of a call that are too long.
#[derive(Default)]
pub(super) struct TooLong {
    faults: Vec<Fault>,
    /// One of them may be long: it is a content, not a name.
    content: bool,
}

impl TooLong {
    /// Checks a text against its schema.
    pub(super) fn look(&mut self, schema: &Value, text: &str, field: &str) {
        let limit = |name: &str| schema[name].as_u64().and_then(|most| usize::try_from(most).ok());
        let fits = limit("maxLength").is_none_or(|most| self.hold(most, text, field));
        if let Some(most) = limit(MOST_BYTES).filter(|most| fits && text.len() > *most) {
            let message = format!("{field} has at most {most} bytes of UTF-8, and this one has {}", text.len());
            self.faults.push(Fault::new(field, message));
            self.content = true;
        }
    }

    /// Whether it fits.
    fn hold(&mut self, most: usize, text: &str, field: &str) -> bool {
        // Only the long ones are counted.
        let long = text.len() > most && text.chars().nth(most).is_some();
        if long {
            self.faults.push(Fault::new(field, format!("{field} has at most {most} characters")));
            self.content |= most > USUAL;
        }
        !long
    }

    /// # Errors
    /// 422 naming every text that is too long; 413 where one is a content.
    pub(super) fn into_result(self) -> Result<(), Problem> {
        let Some(first) = self.faults.first() else { return Ok(()) };
        let status = if self.content { StatusCode::PAYLOAD_TOO_LARGE } else { StatusCode::UNPROCESSABLE_ENTITY };
        let detail = first.message.clone();
        Err(Problem { faults: self.faults, ..Problem::new(status, detail) })
    }
}

/// Holds the texts that a page sent as JSON to the usual limit. False where it is no JSON.
///
/// # Errors
/// As [`TooLong::into_result`].
pub(super) fn check_json(body: &[u8]) -> Result<bool, Problem> {
    let Ok(value) = serde_json::from_slice::<Value>(body) else { return Ok(false) };
    let mut long = TooLong::default();
    look_through(&value, "", &mut long);
    long.into_result().map(|()| true)
}

/// Holds the texts of a form to the usual limit.
///
/// # Errors
/// As [`TooLong::into_result`].
pub(super) fn check_form(fields: &[(String, String)]) -> Result<(), Problem> {
    let mut long = TooLong::default();
    for (name, text) in fields {
        // `keys[0]`, `act[entered][name]`
        let mut parts = name.split(['[', ']']).filter(|part| !part.is_empty() && part.parse::<u32>().is_err());
        look_at(text, parts.next_back().unwrap_or_default(), &mut long);
        long.hold(USUAL, name, NAME);
    }
    long.into_result()
}

/// Replaces the name of a field that is itself too long to be shown.
const NAME: &str = "the name of a field";

fn look_through(value: &Value, field: &str, long: &mut TooLong) {
    match value {
        Value::String(text) => look_at(text, field, long),
        Value::Array(items) => items.iter().for_each(|item| look_through(item, field, long)),
        Value::Object(fields) => {
            for (name, value) in fields {
                long.hold(USUAL, name, NAME);
                look_through(value, name, long);
            }
        }
        _ => {}
    }
}

fn look_at(text: &str, field: &str, long: &mut TooLong) {
    if !LONG.contains(&field) {
        long.hold(USUAL, text, field);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_that_may_be_sent_has_a_limit() {
        let text = json!({"type": "string"});
        let mut description = json!({
            "paths": {"/x": {"post": {
                "parameters": [{"name": "q", "in": "query", "schema": text}],
                "requestBody": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Given"}}}},
                "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Told"}}}}},
            }}},
            "components": {"schemas": {
                "Given": {"type": "object", "properties": {
                    "name": {"type": ["string", "null"], "maxLength": 20},
                    "message": {"type": "string", "x-max-bytes": 9_000},
                    "id": {"type": "string", "format": "uuid"},
                    "kind": {"type": "string", "enum": ["a"]},
                    "parts": {"type": "array", "items": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Part"}]}},
                }},
                "Part": {"type": "object", "properties": {"words": text, "part": {"$ref": "#/components/schemas/Part"}}},
                "Told": {"type": "object", "properties": {"words": text}},
            }},
        });
        bound(&mut description);
        let limit = |place: &str| description.pointer(place).expect("a schema")["maxLength"].as_u64();
        for (place, most) in [
            ("/paths/~1x/post/parameters/0/schema", Some(4_000)),
            ("/components/schemas/Given/properties/name", Some(20)),
            ("/components/schemas/Given/properties/message", Some(9_000)),
            ("/components/schemas/Given/properties/id", None),
            ("/components/schemas/Given/properties/kind", None),
            ("/components/schemas/Part/properties/words", Some(4_000)),
            ("/components/schemas/Told/properties/words", None),
        ] {
            assert_eq!(limit(place), most, "{place}");
        }
    }

    #[test]
    fn which_limit_was_passed_is_said() {
        let schema = json!({"type": "string", "maxLength": 8, "x-max-bytes": 8});
        for (text, words) in [
            ("12345678", None),
            ("éééé", None),
            ("123456789", Some("at most 8 characters")),
            ("ééééé", Some("at most 8 bytes of UTF-8, and this one has 10")),
        ] {
            let mut long = TooLong::default();
            long.look(&schema, text, "message");
            let message = long.into_result().err().map(|problem| problem.faults[0].message.clone());
            assert_eq!(
                message.as_deref().map(|message| words.is_some_and(|words| message.ends_with(words))),
                words.map(|_| true),
                "{text}"
            );
        }
    }

    #[test]
    fn what_a_page_sends_is_bounded() {
        let (fits, long) = ("é".repeat(USUAL), "é".repeat(USUAL + 1));
        let json = |value: Value| check_json(value.to_string().as_bytes()).map(|read| assert!(read, "it is JSON"));
        let field = |outcome: Result<(), Problem>| outcome.err().map(|problem| problem.faults[0].field.clone());
        for (body, wrong) in [
            (json!({"filter": {"title": long}}), Some("title")),
            (json!({"filter": {"title": fits}}), None),
            (json!({"keys": ["a", long]}), Some("keys")),
            (json!({"command": {"type": "say", "text": long}}), None),
            (json!({"command": {"type": "resolve_negotiation", "final_value": long}}), None),
            (json!({"settings": {"token": long}}), None),
            (json!({"entered": {long.clone(): ""}}), Some("the name of a field")),
        ] {
            assert_eq!(field(json(body)).as_deref(), wrong);
        }
        let form = |name: &str| check_form(&[("id".to_owned(), "7".to_owned()), (name.to_owned(), long.clone())]);
        for (name, wrong) in [("title", Some("title")), ("keys[0]", Some("keys")), ("act[entered][sql]", None), ("text", None)] {
            assert_eq!(field(form(name)).as_deref(), wrong, "{name}");
        }
    }
}
