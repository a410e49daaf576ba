//! Calls that are wrong in each way in which one can be wrong, at every route of the description: each answer says what is wrong,
//! and nothing is changed.

use crate::{
    ground::{Answer, Api, everywhere, id_of},
    openapi::resolved,
    tenancy::House,
};
use reqwest::Method;
use serde_json::{Value, json};

/// An operation that changes something, or asks with a body.
struct Operation {
    method: Method,
    template: String,
    /// What its body is made of, where it has one.
    schema: Value,
    /// It takes no body at all.
    silent: bool,
}

fn operations(house: &House) -> Vec<Operation> {
    let mut all = Vec::new();
    for (template, methods) in house.description["paths"].as_object().expect("paths") {
        for (method, operation) in methods.as_object().expect("operations") {
            if method == "get" {
                continue;
            }
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            all.push(Operation {
                method: method.to_uppercase().parse().expect("a method"),
                template: template.clone(),
                schema: if schema.is_null() { Value::Null } else { resolved(&house.description, schema).clone() },
                silent: operation["requestBody"].is_null(),
            });
        }
    }
    assert!(all.len() >= 50, "only {} operations", all.len());
    all
}

impl Operation {
    fn name(&self) -> String {
        format!("{} {}", self.method, self.template)
    }

    async fn send(&self, house: &House, kind: &str, body: Vec<u8>) -> Answer {
        let call = house.owner.call(self.method.clone(), &house.path_of(&self.template));
        let answer = Answer::fetch(call.header("content-type", kind).body(body)).await;
        if answer.status >= 400 {
            answer.problem(answer.status);
        }
        answer
    }

    async fn json(&self, house: &House, body: &Value) -> Answer {
        self.send(house, "application/json", body.to_string().into_bytes()).await
    }
}

const JSON: &str = "application/json";

/// All in one house: to furnish it takes longer than to look at most of what is wrong.
#[tokio::test]
async fn what_is_wrong_is_refused_everywhere_and_changes_nothing() {
    everywhere(async |place| {
        let house = House::furnish(place.tenant().0).await;
        let before = house.everything().await;
        // No database is asked before a body is read.
        if place.is_on_sqlite() {
            bodies_that_cannot_be_read_are_refused_everywhere(&house).await;
            unchanged(&house, &before).await;
            a_field_of_another_kind_is_named(&house).await;
            unchanged(&house, &before).await;
        }
        what_is_not_there_is_not_found_everywhere(&house).await;
        who_may_only_look_is_told_that_first(&house, &place.viewer()).await;
        unchanged(&house, &before).await;
    })
    .await;
}

async fn bodies_that_cannot_be_read_are_refused_everywhere(house: &House) {
    let mut bodies = 0;
    for operation in operations(house) {
        let name = operation.name();
        if operation.schema.is_null() && !operation.silent {
            // Only files: their own stories tell what is wrong with them.
            continue;
        }
        bodies += 1;
        for (kind, body, status) in [
            (JSON, "{", 400),
            (JSON, "{\"a\":}", 400),
            (JSON, "no JSON", 400),
            ("text/plain", "{}", 415),
            ("application/x-www-form-urlencoded", "a=b", 415),
            (JSON, "[]", 422),
            (JSON, "[{}]", 422),
            (JSON, "7", 422),
            (JSON, "null", 422),
            (JSON, "\"text\"", 422),
        ] {
            let answer = operation.send(house, kind, body.into()).await;
            assert_eq!(answer.status, status, "{name} with {kind} {body}: {}", answer.text);
        }
        let answer = operation.send(house, JSON, b"{\"a\":\"\xff\xfe\"}".to_vec()).await;
        assert_eq!(answer.status, 400, "{name}, not UTF-8: {}", answer.text);
        let large = format!("{{\"a\":\"{}\"}}", "a".repeat(4 * 1024 * 1024));
        assert_eq!(operation.send(house, JSON, large.into()).await.status, 413, "{name}");
    }
    assert!(bodies >= 55, "only {bodies} bodies");
}

/// A value that the field cannot have; none where it may have any.
fn misfit(description: &Value, schema: &Value) -> Option<Value> {
    let schema = resolved(description, schema);
    if let Some(choices) = schema["oneOf"].as_array() {
        let mut some = choices.iter().filter(|choice| choice["type"] != "null");
        return match (some.next(), some.next()) {
            (Some(only), None) => misfit(description, only),
            _ => None,
        };
    }
    let kind = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().find(|kind| **kind != "null")?.as_str()?,
        one => one.as_str()?,
    };
    Some(match kind {
        "string" => json!({"not": "a text"}),
        "object" => json!("not an object"),
        _ => json!({"not": "this"}),
    })
}

async fn a_field_of_another_kind_is_named(house: &House) {
    let mut fields = 0;
    for operation in operations(house).into_iter().filter(|one| !one.schema.is_null()) {
        let example = &operation.schema["example"];
        for (field, schema) in operation.schema["properties"].as_object().into_iter().flatten() {
            let Some(wrong) = misfit(&house.description, schema) else { continue };
            fields += 1;
            let mut body = example.clone();
            body[field] = wrong;
            let answer = operation.json(house, &body).await;
            let name = format!("{} with {body}", operation.name());
            assert_eq!(answer.status, 422, "{name}: {}", answer.text);
            let errors = answer.problem(422)["errors"].clone();
            let named = errors.as_array().into_iter().flatten().any(|error| {
                error["field"].as_str().is_some_and(|named| named == field || named.starts_with(&format!("{field}.")))
            });
            assert!(named, "{name}: {}", answer.text);
        }
        for missing in operation.schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            let mut body = example.clone();
            body.as_object_mut().expect("an object").remove(missing);
            let answer = operation.json(house, &body).await;
            let name = format!("{} without {missing}", operation.name());
            assert_eq!(answer.status, 422, "{name}: {}", answer.text);
            let errors = answer.problem(422)["errors"].clone();
            let named = errors.as_array().into_iter().flatten().any(|error| error["field"] == missing);
            assert!(named, "{name}: {}", answer.text);
        }
    }
    assert!(fields >= 60, "only {fields} fields");
}

async fn what_is_not_there_is_not_found_everywhere(house: &House) {
    let mut tried = 0;
    for route in house.routes() {
        for missing in [id_of("nothing").to_string(), "no-id".into(), "%00".into(), "a".repeat(3_000)] {
            let path = [
                "sessions", "projects", "objectives", "question-pools", "documents", "users", "tokens", "reviews", "runs",
                "domain-packs", "company-searches", "company-places", "company-schedules", "companies", "ask-schedules", "asks",
                "pipelines", "opportunities",
            ]
            .iter()
            .fold(route.path.clone(), |path, list| {
                path.replace(&format!("/{list}/{}", house.known[list]), &format!("/{list}/{missing}"))
            });
            let mut body = route.body.clone();
            if path == "/api/discovery-chat" {
                body.as_mut().expect("a body")["sessionId"] = json!(missing);
            } else {
                assert_ne!(path, route.path);
            }
            tried += 1;
            let mut call = house.owner.call(route.method.clone(), &path);
            if let Some(body) = &body {
                call = call.json(body);
            }
            let answer = Answer::fetch(call).await;
            assert_eq!(answer.status, 404, "{} {path}: {}", route.method, answer.text);
            answer.problem(404);
        }
    }
    assert!(tried >= 240, "only {tried} calls");
}

/// A user who may only read is refused before anything else is checked.
async fn who_may_only_look_is_told_that_first(house: &House, viewer: &Api) {
    for operation in
        operations(house).iter().filter(|one| one.template.starts_with("/api/v1/sessions") || one.template.ends_with("-chat"))
    {
        for body in ["{", "[]", "{\"unknown\": 7}"] {
            let call = viewer.call(operation.method.clone(), &house.path_of(&operation.template));
            let answer = Answer::fetch(call.header("content-type", JSON).body(body)).await;
            assert!([403, 404].contains(&answer.status), "{} {body}: {} {}", operation.name(), answer.status, answer.text);
            assert!(operation.schema.is_null() || answer.status == 403, "{} {body}: {}", operation.name(), answer.text);
        }
    }
}

async fn unchanged(house: &House, before: &std::collections::BTreeMap<String, String>) {
    let after = house.everything().await;
    for (path, text) in before {
        assert_eq!(after.get(path), Some(text), "{path}");
    }
}
