//! Texts that are too long, wherever a call may hold one: each answer names the limit, the answer stays small, and nothing is
//! changed. Routes and fields that come later are among them by themselves.

use crate::{
    ground::{Answer, everywhere, id_of},
    openapi::resolved,
    projects::upload,
    tenancy::House,
};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// More than a name, more than a message.
pub(crate) const LONG: [usize; 2] = [20_480, 200_000];
/// Whatever was sent, the answer says no more than this, in bytes.
pub(crate) const SMALL: usize = 16_000;

/// What may be long without a limit on the single text: it is bounded as a whole.
const WHOLE: [&str; 2] = ["profile.", "config.content"];

#[derive(Clone, Debug)]
enum Step {
    Field(String),
    First,
}

/// The places of texts in a body.
struct Place {
    steps: Vec<Step>,
    /// What the description says of its length.
    most: Option<usize>,
    /// No text belongs there at all, or only certain ones.
    other: bool,
}

impl Place {
    fn name(&self) -> String {
        self.steps.iter().fold(String::new(), |name, step| match step {
            Step::Field(field) if name.is_empty() => field.clone(),
            Step::Field(field) => format!("{name}.{field}"),
            Step::First => format!("{name}[0]"),
        })
    }

    /// The body with the text in its place.
    fn filled(&self, mut body: Value, text: &str) -> Value {
        let mut at = &mut body;
        for step in &self.steps {
            at = match step {
                Step::Field(field) => {
                    if !at.is_object() {
                        *at = json!({});
                    }
                    &mut at[field.as_str()]
                }
                Step::First => {
                    if at.as_array().is_none_or(Vec::is_empty) {
                        *at = json!([null]);
                    }
                    &mut at[0]
                }
            };
        }
        *at = text.into();
        body
    }
}

/// Every place of a schema; where anything is allowed, the texts of the example are places too.
fn places(description: &Value, schema: &Value, example: &Value, at: &[Step], found: &mut Vec<Place>) {
    let schema = resolved(description, schema);
    if at.len() > 8 {
        return;
    }
    let beneath = |step: Step| [at, &[step]].concat();
    if let Some(choices) = schema["oneOf"].as_array() {
        for choice in choices.iter().filter(|choice| choice["type"] != "null") {
            places(description, choice, example, at, found);
        }
        return;
    }
    let is =
        |kind: &str| schema["type"] == kind || schema["type"].as_array().is_some_and(|kinds| kinds.iter().any(|one| one == kind));
    if let Some(fields) = schema["properties"].as_object() {
        for (name, schema) in fields {
            places(description, schema, &example[name], &beneath(Step::Field(name.clone())), found);
        }
    } else if is("array") {
        places(description, &schema["items"], &example[0], &beneath(Step::First), found);
    } else {
        let most = schema["maxLength"].as_u64().map(|most| usize::try_from(most).expect("a length"));
        let text = is("string") && schema["enum"].is_null();
        assert!(!text || most.is_some() || schema["format"] == "uuid", "{at:?} has no limit");
        found.push(Place { steps: at.to_vec(), most, other: !text });
        for (name, within) in example.as_object().into_iter().flatten() {
            places(description, &json!({"type": "anything"}), within, &beneath(Step::Field(name.clone())), found);
        }
        if example.is_array() {
            places(description, &json!({"type": "anything"}), &example[0], &beneath(Step::First), found);
        }
    }
}

/// Every operation with what it takes.
fn operations(house: &House) -> Vec<(Method, String, Value)> {
    let paths = house.description["paths"].as_object().expect("paths").iter();
    let each = paths.flat_map(|(template, methods)| {
        let methods = methods.as_object().expect("operations").iter();
        methods.map(|(method, operation)| (method.to_uppercase().parse().expect("a method"), template.clone(), operation.clone()))
    });
    each.collect()
}

fn body_of<'a>(house: &'a House, operation: &'a Value) -> Option<&'a Value> {
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    (!schema.is_null()).then(|| resolved(&house.description, schema))
}

#[track_caller]
fn refused(what: &str, answer: &Answer) {
    assert!((400..500).contains(&answer.status), "{what}: {} {}", answer.status, cut(&answer.text));
    assert!(answer.text.len() < SMALL, "{what}: an answer of {} bytes", answer.text.len());
}

fn cut(text: &str) -> String {
    text.chars().take(400).collect()
}

async fn everything(house: &House) -> BTreeMap<String, String> {
    let mut all = house.everything().await;
    all.extend(crate::repeated::everything(house, &house.path_of("/api/v1/projects/{id}")).await);
    all.retain(|path, _| !path.starts_with("/api/v1/admin/audit/queries") && !path.starts_with("/api/v1/admin/usage"));
    all
}

async fn unchanged(house: &House, before: &BTreeMap<String, String>) {
    let after = everything(house).await;
    for (path, text) in before {
        assert!(after.get(path) == Some(text), "{path} was changed: {}", cut(&after[path]));
    }
}

/// All in one house: to furnish it takes longer than to fill most of its places.
#[tokio::test]
async fn texts_have_the_limit_that_is_described_and_those_beyond_change_nothing() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        let mut house = House::furnish(owner).await;
        let before = everything(&house).await;
        texts_of_bodies_have_the_limit_that_is_described(&house).await;
        unchanged(&house, &before).await;
        contents_are_bounded_in_bytes(&house).await;
        texts_of_addresses_are_bounded(&house).await;
        unchanged(&house, &before).await;
        settings_secrets_and_fields_of_uploads_are_bounded(&house).await;
        arguments_of_tools_are_bounded(&house).await;
        unchanged(&house, &before).await;
        // The changed user is not the caller.
        house.known.insert("users", id_of(&guest.token.expect("a token")).to_string());
        texts_of_just_that_length_are_not_too_long(&house).await;
    })
    .await;
}

async fn texts_of_bodies_have_the_limit_that_is_described(house: &House) {
    let (mut limited, mut faults) = (0, Vec::new());
    for (method, template, operation) in operations(house) {
        let Some(schema) = body_of(house, &operation) else { continue };
        let mut found = Vec::new();
        places(&house.description, schema, &schema["example"], &[], &mut found);
        for one in found.iter().filter(|one| !one.steps.is_empty()) {
            let field = one.name();
            let beyond = one.most.map(|most| most + 1);
            for length in beyond.into_iter().chain(LONG.into_iter().filter(|length| Some(*length) > beyond)) {
                if one.other && WHOLE.iter().any(|whole| field.starts_with(whole)) {
                    continue;
                }
                let body = one.filled(schema["example"].clone(), &"a".repeat(length));
                let call = house.owner.call(method.clone(), &house.path_of(&template));
                let answer = Answer::fetch(call.json(&body)).await;
                let what = format!("{method} {template} with {length} signs in {field}");
                let small = (400..500).contains(&answer.status) && answer.text.len() < SMALL;
                let names_limit = one.most.is_none_or(|most| {
                    let problem: Value = serde_json::from_str(&answer.text).unwrap_or_default();
                    let errors = problem["errors"].as_array().into_iter().flatten();
                    errors.into_iter().any(|one| {
                        one["field"] == field.as_str()
                            && one["message"].as_str().is_some_and(|words| words.contains(&format!("at most {most} characters")))
                    })
                });
                if small {
                    answer.problem(answer.status);
                }
                if !small || !names_limit {
                    faults.push(format!("{what}: {} {}", answer.status, cut(&answer.text)));
                }
                limited += usize::from(one.most.is_some());
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(limited >= 150, "only {limited} texts");
}

/// A text that is just as long as its description allows is not too long for anybody.
async fn texts_of_just_that_length_are_not_too_long(house: &House) {
    let (mut tried, mut faults) = (0, Vec::new());
    for (method, template, operation) in operations(house) {
        let Some(schema) = body_of(house, &operation) else { continue };
        let mut found = Vec::new();
        places(&house.description, schema, &schema["example"], &[], &mut found);
        for one in found.iter().filter(|one| !one.other && !one.steps.is_empty()) {
            let Some(most) = one.most else { continue };
            let body = one.filled(schema["example"].clone(), &"a".repeat(most));
            let answer = Answer::fetch(house.owner.call(method.clone(), &house.path_of(&template)).json(&body)).await;
            let problem: Value = serde_json::from_str(&answer.text).unwrap_or_default();
            let errors = problem["errors"].as_array().into_iter().flatten();
            let mut messages = errors.filter_map(|one| one["message"].as_str()).chain(problem["detail"].as_str());
            let names_limit =
                |words: &str| ["at most", "characters", "bytes", "longer than"].iter().any(|one| words.contains(one));
            if answer.status == 413 || (answer.status >= 400 && messages.any(names_limit)) {
                faults.push(format!(
                    "{method} {template}, {most} signs in {}: {} {}",
                    one.name(),
                    answer.status,
                    cut(&answer.text)
                ));
            }
            tried += 1;
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
    assert!(tried >= 75, "only {tried} texts");
}

/// Contents are bounded in bytes, and a fault names that limit.
async fn contents_are_bounded_in_bytes(house: &House) {
    let mut tried = 0;
    for (method, template, operation) in operations(house) {
        let Some(schema) = body_of(house, &operation) else { continue };
        for (field, described) in schema["properties"].as_object().into_iter().flatten() {
            let Some(most) = described["x-max-bytes"].as_u64() else { continue };
            assert_eq!(described["maxLength"].as_u64(), Some(most), "{template} {field}");
            let mut body = schema["example"].clone();
            let length = usize::try_from(most).expect("a length") / 2 + 1;
            body[field] = "é".repeat(length).into();
            let answer = Answer::fetch(house.owner.call(method.clone(), &house.path_of(&template)).json(&body)).await;
            let problem = answer.problem(413);
            let words = format!("{field} has at most {most} bytes of UTF-8, and this one has {}", 2 * length);
            assert_eq!((&problem["errors"][0]["field"], &problem["detail"]), (&json!(field), &json!(words)), "{template}");
            tried += 1;
        }
    }
    assert!(tried >= 4, "only {tried} contents");
}

async fn texts_of_addresses_are_bounded(house: &House) {
    let (mut named, mut limited) = (0, 0);
    for (method, template, operation) in operations(house) {
        let example = body_of(house, &operation).map(|schema| schema["example"].clone());
        let send = async |path: String| {
            let call = house.owner.call(method.clone(), &path);
            Answer::fetch(if let Some(body) = &example { call.json(body) } else { call }).await
        };
        for parameter in operation["parameters"].as_array().into_iter().flatten() {
            let name = parameter["name"].as_str().expect("a name");
            let most = parameter["schema"]["maxLength"].as_u64();
            // The library of HTTP takes no address of more than 64 kB.
            for length in [LONG[0], 60_000] {
                let text = "a".repeat(length);
                let path = match parameter["in"].as_str() {
                    Some("query") => format!("{}?{name}={text}", house.path_of(&template)),
                    Some("path") => house.path_of(&template.replace(&format!("{{{name}}}"), &text)),
                    _ => continue,
                };
                let what = format!("{method} {template} with {length} signs in {name}");
                let answer = send(path).await;
                refused(&what, &answer);
                answer.problem(answer.status);
                named += 1;
                if let Some(most) = most.filter(|most| *most < 20_000 && parameter["in"] == "query") {
                    let problem = answer.problem(422);
                    assert_eq!(problem["errors"][0]["field"], name, "{what}");
                    assert!(
                        problem["detail"].as_str().is_some_and(|words| words.contains(&most.to_string())),
                        "{what}: {problem}"
                    );
                    limited += 1;
                }
            }
        }
    }
    assert!(named >= 250 && limited >= 25, "only {named} parameters, {limited} with a limit");
}

async fn settings_secrets_and_fields_of_uploads_are_bounded(house: &House) {
    for length in LONG {
        let long = "a".repeat(length);
        let long = long.as_str();
        for wrong in [
            json!({"config": {"host": long, "database": "x"}}),
            json!({"config": {"url": format!("postgres://a:b@{long}/x")}}),
            json!({"config": {long: "x"}}),
            json!({"config": {"host": "127.0.0.1", "options": [long]}}),
            json!({"secrets": {"password": long}}),
            json!({"secrets": {long: "x"}}),
        ] {
            let mut body = json!({"kind": "database", "type": "postgres", "name": "x"});
            body.as_object_mut().expect("an object").extend(wrong.as_object().expect("an object").clone());
            for part in ["sources", "source-test"] {
                let answer = house.owner.post(&format!("/api/v1/projects/{}/{part}", house.project), &body).await;
                refused(&format!("{part} {}", cut(&wrong.to_string())), &answer);
            }
        }
        for field in ["kind", "type", "name", "description", "table", "config", long] {
            let answer = upload(&house.owner, &house.project, &[(field, long)], &[("orders.csv", b"id\n1\n")]).await;
            refused(&cut(field), &answer);
        }
        let filter = json!({"filter": {"column": "country", "value": long}});
        refused("filter", &house.owner.put(&house.path_of("/api/v1/projects/{id}"), &filter).await);
    }
    let definition = json!({"displayName": "A shop", "unheard": "a".repeat(600_000)});
    for (path, body) in [
        ("/api/v1/objectives", json!({"context_type": "idea_discovery", "config": definition})),
        ("/api/v1/question-pools", json!({"pool_id": "large", "obligations": [definition]})),
    ] {
        house.owner.post(path, &body).await.problem(413);
    }
}

async fn arguments_of_tools_are_bounded(house: &House) {
    let list = house.path_of("/api/v1/projects/{id}/tools");
    let tools = house.owner.get(&list).await.json(200);
    let mut tried = 0;
    for tool in tools.as_array().expect("tools") {
        let name = tool["name"].as_str().expect("a name");
        let takes = tool["input_schema"]["properties"].as_object().cloned().unwrap_or_default();
        let usual = |schema: &Value| match schema["type"].as_str() {
            Some("number" | "integer") => json!(1),
            Some("boolean") => json!(false),
            Some("array") => json!(["orders"]),
            _ => json!("x"),
        };
        let usual_values: BTreeMap<&String, Value> = takes.iter().map(|(name, schema)| (name, usual(schema))).collect();
        for (argument, schema) in &takes {
            let long = "a".repeat(LONG[1]);
            let long = if schema["type"] == "array" { json!([long]) } else { json!(long) };
            let mut body = json!(usual_values);
            body[argument] = long;
            refused(&format!("{name} {argument}"), &house.owner.post(&format!("{list}/{name}"), &body).await);
            tried += 1;
        }
    }
    assert!(tried >= 25, "only {tried} arguments");
}
