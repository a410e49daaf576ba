//! Refuses unknown names in a call, which would be ignored silently although a misspelled one changes the meaning of the call,
//! and texts that are too long. The known names come from the description of the API, so new routes are covered automatically.

use super::{body::Body, identity::Identity, lengths::TooLong, problem::Problem};
use axum::{
    body::Body as Raw,
    extract::{FromRequest, MatchedPath, Query, Request, State},
    middleware::Next,
    response::Response,
};
use domain::Fault;
use http::{Method, StatusCode};
use protocol::account::Role;
use serde_json::{Map, Value};
use std::{borrow::Cow, collections::HashMap, sync::Arc};

/// The parameters and bodies of the operations of the API, by path template and method.
#[derive(Clone)]
pub(crate) struct Known {
    operations: Arc<HashMap<String, HashMap<String, Operation>>>,
    description: Arc<Value>,
}

struct Operation {
    /// Each with its schema.
    query: Vec<(String, Value)>,
    body: Option<Value>,
    /// It changes something and needs nothing said.
    silent: bool,
}

/// The schema of the body of the call at hand.
#[derive(Clone)]
pub(super) struct Expected {
    schema: Value,
    description: Arc<Value>,
}

impl Known {
    /// `description` is a document of OpenAPI.
    pub(crate) fn from_description(description: Value) -> Self {
        let mut operations: HashMap<String, HashMap<String, Operation>> = HashMap::new();
        for (path, methods) in description["paths"].as_object().into_iter().flatten() {
            for (method, operation) in methods.as_object().into_iter().flatten() {
                let parameters = operation["parameters"].as_array().into_iter().flatten();
                let query = parameters.filter(|one| one["in"] == "query");
                let query = query.filter_map(|one| Some((one["name"].as_str()?.to_owned(), one["schema"].clone())));
                let body = &operation["requestBody"]["content"]["application/json"]["schema"];
                let body = (!body.is_null()).then(|| body.clone());
                let silent = method != "get" && operation["requestBody"].is_null();
                let operation = Operation { query: query.collect(), body, silent };
                operations.entry(path.clone()).or_default().insert(method.to_uppercase(), operation);
            }
        }
        Self { operations: Arc::new(operations), description: Arc::new(description) }
    }

    fn operation(&self, method: &Method, path: &str) -> Option<&Operation> {
        self.operations.get(path)?.get(method.as_str())
    }
}

/// Refuses unknown or too long query parameters, and passes the schema of the body on to its reader. A body is also checked where
/// none is needed, unless the user may only read: that is refused first.
pub(crate) async fn check(State(known): State<Known>, mut request: Request, next: Next) -> Result<Response, Problem> {
    let path = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str).unwrap_or_default();
    let operation = known.operation(request.method(), path);
    // A call without an identity is refused elsewhere, without details.
    let role = request.extensions().get::<Identity>().map(|identity| identity.account.role);
    if let (Some(role), Some(operation)) = (role, operation) {
        if let Ok(Query(given)) = Query::<Vec<(String, String)>>::try_from_uri(request.uri()) {
            let faults: Vec<Fault> = given.iter().filter_map(|(name, _)| unknown(name, &operation.query)).collect();
            if !faults.is_empty() {
                return Err(refused(faults));
            }
            let mut long = TooLong::default();
            for (name, text) in &given {
                let known = operation.query.iter().find(|(known, _)| known == name);
                known.into_iter().for_each(|(_, schema)| long.look(schema, text, name));
            }
            long.into_result()?;
        }
        if let Some(schema) = operation.body.clone() {
            request.extensions_mut().insert(Expected { schema, description: known.description.clone() });
        }
        if operation.silent && role >= Role::Member {
            let (parts, said) = request.into_parts();
            let whole = Request::from_parts(parts.clone(), said);
            let Body(_) = Body::<Map<String, Value>>::from_request(whole, &()).await?;
            request = Request::from_parts(parts, Raw::empty());
        }
    }
    Ok(next.run(request).await)
}

fn unknown(name: &str, known: &[(String, Value)]) -> Option<Fault> {
    let known: Vec<&str> = known.iter().map(|(known, _)| known.as_str()).collect();
    if known.contains(&name) {
        return None;
    }
    let message = match known.iter().find(|one| alike(one, name)) {
        Some(meant) => format!("there is no parameter {name}: did you mean {meant}?"),
        None if known.is_empty() => format!("there is no parameter {name}: this call takes none"),
        None => format!("there is no parameter {name}: this call takes {}", known.join(", ")),
    };
    Some(Fault { field: name.to_owned(), message })
}

fn refused(faults: Vec<Fault>) -> Problem {
    let detail = faults.first().map(|fault| fault.message.clone()).unwrap_or_default();
    Problem { faults, ..Problem::new(StatusCode::UNPROCESSABLE_ENTITY, detail) }
}

impl Expected {
    /// Refuses texts that are too long, and fields that look like a known one which is not given.
    pub(super) fn check(&self, body: &Value) -> Result<(), Problem> {
        let (mut long, mut faults) = (TooLong::default(), Vec::new());
        self.walk(&self.schema, body, "", &mut |schema, value, at| match value {
            Value::Object(fields) => misspelled(schema, fields, at, &mut faults),
            Value::String(text) => long.look(schema, text, at),
            _ => {}
        });
        long.into_result()?;
        if faults.is_empty() { Ok(()) } else { Err(refused(faults)) }
    }

    /// The texts that are too long, for a call that ignores what it does not know.
    pub(super) fn long_texts(&self, body: &Value) -> Vec<Fault> {
        let mut long = TooLong::default();
        self.walk(&self.schema, body, "", &mut |schema, value, at| {
            if let Value::String(text) = value {
                long.look(schema, text, at);
            }
        });
        long.into_result().err().map(|problem| problem.faults).unwrap_or_default()
    }

    /// What a schema says, put together from what it refers to and what it is made of.
    fn whole<'a>(&'a self, schema: &'a Value) -> Cow<'a, Value> {
        if let Some(reference) = schema["$ref"].as_str() {
            return self
                .description
                .pointer(reference.trim_start_matches('#'))
                .map_or(Cow::Owned(Value::Null), |at| self.whole(at));
        }
        let Some(parts) = schema["allOf"].as_array() else { return Cow::Borrowed(schema) };
        let mut whole = schema.clone();
        let Some(fields) = whole.as_object_mut() else { return Cow::Borrowed(schema) };
        fields.remove("allOf");
        for part in parts {
            let part = self.whole(part);
            for (name, said) in part.as_object().into_iter().flatten() {
                match (fields.get_mut(name), said) {
                    (Some(Value::Object(known)), Value::Object(more)) => known.extend(more.clone()),
                    (Some(Value::Array(known)), Value::Array(more)) if name == "required" => known.extend(more.clone()),
                    (Some(_), _) => {}
                    (None, said) => drop(fields.insert(name.clone(), said.clone())),
                }
            }
        }
        Cow::Owned(whole)
    }

    /// Shows every value that is described with its schema and its place.
    fn walk(&self, schema: &Value, value: &Value, at: &str, shown: &mut dyn FnMut(&Value, &Value, &str)) {
        let schema = &*self.whole(schema);
        for choices in ["oneOf", "anyOf"].iter().filter_map(|name| schema[*name].as_array()) {
            let mut meant: Vec<_> =
                choices.iter().map(|choice| self.whole(choice)).filter(|choice| choice["type"] != "null").collect();
            if meant.len() > 1 {
                meant.retain(|choice| suits(choice, value));
            }
            // Where several might be meant, what is wrong with one is not wrong.
            if let [only] = &meant[..] {
                self.walk(only, value, at, shown);
            }
        }
        shown(schema, value, at);
        match value {
            Value::Object(fields) => {
                let known = schema["properties"].as_object();
                for (name, value) in fields {
                    let described = known.and_then(|known| known.get(name));
                    if let Some(schema) =
                        described.or_else(|| Some(&schema["additionalProperties"]).filter(|any| any.is_object()))
                    {
                        self.walk(schema, value, &beneath(at, name), shown);
                    }
                }
            }
            Value::Array(items) => {
                for (place, item) in items.iter().enumerate() {
                    self.walk(&schema["items"], item, &format!("{at}[{place}]"), shown);
                }
            }
            _ => {}
        }
    }
}

/// Whether a value may be what the schema describes, as far as its kind and the words it may hold tell.
fn suits(schema: &Value, value: &Value) -> bool {
    let kind = match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    };
    let is = |name: &Value| name == kind || (kind == "number" && name == "integer");
    let of_kind = match &schema["type"] {
        Value::Null => true,
        Value::Array(kinds) => kinds.iter().any(is),
        one => is(one),
    };
    let word = schema["enum"].as_array().is_none_or(|words| words.contains(value));
    let required = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let whole = !value.is_object() || required.into_iter().all(|name| !value[name].is_null());
    let parts = schema["properties"].as_object().into_iter().flatten();
    let mut parts = parts.filter_map(|(name, part)| Some((part["enum"].as_array()?, value.get(name)?)));
    of_kind && word && whole && parts.all(|(words, value)| words.contains(value))
}

fn beneath(at: &str, name: &str) -> String {
    if at.is_empty() { name.to_owned() } else { format!("{at}.{name}") }
}

fn misspelled(schema: &Value, fields: &Map<String, Value>, at: &str, faults: &mut Vec<Fault>) {
    let Some(known) = schema["properties"].as_object() else { return };
    if schema["additionalProperties"].is_object() {
        // Any name is allowed there.
        return;
    }
    for name in fields.keys().filter(|name| !known.contains_key(*name)) {
        if let Some(meant) = known.keys().find(|one| !fields.contains_key(*one) && alike(one, name)) {
            faults.push(Fault::new(beneath(at, name), format!("there is no field {name}: did you mean {meant}?")));
        }
    }
}

/// Whether one name is the other with other capitals and dashes, or with one letter more, less, exchanged or swapped.
fn alike(one: &str, other: &str) -> bool {
    let plain = |name: &str| -> Vec<char> { name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect() };
    let (one, other) = (plain(one), plain(other));
    if one == other {
        return true;
    }
    let (short, long) = if one.len() <= other.len() { (&one, &other) } else { (&other, &one) };
    if short.len() < 4 || long.len() > short.len() + 1 {
        return false;
    }
    let begin = short.iter().zip(long).take_while(|(left, right)| left == right).count();
    let (short, long) = (&short[begin..], &long[begin..]);
    if short.len() < long.len() {
        return short == &long[1..];
    }
    let exchanged = short[1..] == long[1..];
    let swapped = short.len() > 1 && short[0] == long[1] && short[1] == long[0] && short[2..] == long[2..];
    exchanged || swapped
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn names_are_alike_or_not() {
        for (one, other, expected) in [
            ("context_type", "contextType", true),
            ("context_type", "Context-Type", true),
            ("limit", "limits", true),
            ("limit", "limt", true),
            ("limit", "lmiit", true),
            ("limit", "limat", true),
            ("limit", "list", false),
            ("role", "rule", true),
            ("key", "kay", false),
            ("value", "values_of", false),
            ("user_id", "userId", true),
            ("name", "n", false),
        ] {
            assert_eq!((alike(one, other), alike(other, one)), (expected, expected), "{one} {other}");
        }
    }

    #[test]
    fn what_is_wrong_is_found_however_a_schema_is_put_together() {
        let description = Arc::new(json!({"components": {"schemas": {
            "Named": {"type": "object", "properties": {"title": {"type": "string", "maxLength": 1}}},
            "Both": {"allOf": [{"$ref": "#/components/schemas/Named"}, {"type": "object", "properties": {"titles": {"type": "integer"}}}]},
            "Text": {"type": "object", "required": ["kind"], "properties": {
                "kind": {"type": "string", "enum": ["text"]}, "content": {"type": "string", "maxLength": 2}}},
            "Link": {"type": "object", "required": ["kind"], "properties": {
                "kind": {"type": "string", "enum": ["link"]}, "content": {"type": "string", "maxLength": 1}}},
        }}}));
        let schema = json!({"type": "object", "properties": {
            "both": {"$ref": "#/components/schemas/Both"},
            "maybe": {"anyOf": [{"type": "null"}, {"$ref": "#/components/schemas/Both"}]},
            "either": {"oneOf": [{"$ref": "#/components/schemas/Text"}, {"$ref": "#/components/schemas/Link"}]},
            "mixed": {"anyOf": [{"type": "string", "maxLength": 2}, {"type": "number"}]},
            "unclear": {"oneOf": [{"type": "string", "maxLength": 1}, {"type": "string", "maxLength": 9}]},
            "labels": {"type": "object", "additionalProperties": {"type": "string", "maxLength": 1}},
        }});
        let expected = Expected { schema, description };
        for (body, field) in [
            (json!({"both": {"title": "ab"}}), Some("both.title")),
            (json!({"both": {"title": "a", "titles": 7}}), None),
            (json!({"both": {"tilte": "a", "titles": 7}}), Some("both.tilte")),
            (json!({"maybe": {"title": "ab"}}), Some("maybe.title")),
            (json!({"maybe": null}), None),
            (json!({"either": {"kind": "text", "content": "ab"}}), None),
            (json!({"either": {"kind": "text", "content": "abc"}}), Some("either.content")),
            (json!({"either": {"kind": "link", "content": "ab"}}), Some("either.content")),
            (json!({"mixed": "ab"}), None),
            (json!({"mixed": "abc"}), Some("mixed")),
            (json!({"mixed": 123}), None),
            (json!({"unclear": "ab"}), None),
            (json!({"labels": {"a": "b", "label": "c"}}), None),
            (json!({"labels": {"a": "bc"}}), Some("labels.a")),
        ] {
            let refused = expected.check(&body).err().map(|problem| problem.faults[0].field.clone());
            assert_eq!(refused.as_deref(), field, "{body}");
        }
    }

    #[test]
    fn what_is_wrong_is_found_wherever_it_stands() {
        let description = Arc::new(json!({"components": {"schemas": {
            "Turn": {"type": "object", "properties": {"speaker": {"type": "string"}, "text": {"type": "string", "maxLength": 1}}},
        }}}));
        let schema = json!({"type": "object", "properties": {
            "context_type": {"type": "string"},
            "turns": {"type": "array", "items": {"$ref": "#/components/schemas/Turn"}},
            "turn": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Turn"}]},
            "config": {"type": "object"},
        }});
        let expected = Expected { schema, description };
        for (body, field) in [
            (json!({"turns": [{"text": "b"}, {"text": "ab"}]}), Some("turns[1].text")),
            (json!({"turn": {"text": "éé"}, "contextType": "x"}), Some("turn.text")),
            (json!({"turn": {"text": "é"}}), None),
            (json!({"contextType": "x"}), Some("contextType")),
            (json!({"context_type": "x", "contextType": "x"}), None),
            (json!({"turns": [{"speaker": "a", "text": "b"}, {"speeker": "a"}]}), Some("turns[1].speeker")),
            (json!({"turn": {"Text": "b"}}), Some("turn.Text")),
            (json!({"config": {"contextType": 1}, "note": "mine"}), None),
            (json!({"turn": null, "turns": 7}), None),
        ] {
            let refused = expected.check(&body).err().map(|problem| problem.faults[0].field.clone());
            assert_eq!(refused.as_deref(), field, "{body}");
        }
    }
}
