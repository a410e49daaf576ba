//! The API describes itself.

use crate::ground::{check, everywhere, on_sqlite};
use serde_json::{Value, json};

/// The contract's routes for interviews and administration.
const ROUTES: &[(&str, &str)] = &[
    ("post", "/api/discovery-chat"),
    ("get", "/api/v1/objectives"),
    ("post", "/api/v1/objectives"),
    ("get", "/api/v1/objectives/{id}"),
    ("put", "/api/v1/objectives/{id}"),
    ("post", "/api/v1/objectives/{id}/activate"),
    ("get", "/api/v1/sessions"),
    ("post", "/api/v1/sessions"),
    ("get", "/api/v1/sessions/{id}"),
    ("get", "/api/v1/sessions/{id}/events"),
    ("get", "/api/v1/sessions/{id}/stream"),
    ("get", "/api/v1/sessions/{id}/obligations"),
    ("get", "/api/v1/sessions/{id}/completeness"),
    ("get", "/api/v1/sessions/{id}/summaries"),
    ("get", "/api/v1/sessions/{id}/research"),
    ("post", "/api/v1/sessions/{id}/research"),
    ("get", "/api/v1/sessions/{id}/research/{task}"),
    ("post", "/api/v1/sessions/{id}/research/{task}/cancel"),
    ("post", "/api/v1/sessions/{id}/research/{task}/retry"),
    ("post", "/api/v1/sessions/{id}/research/{task}/undo"),
    ("get", "/api/v1/sessions/{id}/tasks"),
    ("get", "/api/v1/sessions/{id}/export"),
    ("post", "/api/v1/sessions/{id}/transcript"),
    ("patch", "/api/v1/sessions/{id}/obligations/{key}"),
    ("post", "/api/v1/sessions/{id}/negotiations/{key}"),
    ("post", "/api/v1/sessions/{id}/negotiations/{key}/value"),
    ("post", "/api/v1/sessions/{id}/negotiations/{key}/resolve"),
    ("post", "/api/v1/sessions/{id}/reevaluate"),
    ("post", "/api/v1/sessions/{id}/messages/{message_id}/stop"),
    ("post", "/api/v1/sessions/{id}/messages/{message_id}/regenerate"),
    ("post", "/api/v1/sessions/{id}/messages/{message_id}/edit"),
    ("post", "/api/v1/sessions/{id}/messages/{message_id}/restore"),
    ("post", "/api/v1/sessions/{id}/messages/{message_id}/feedback"),
    ("post", "/api/v1/sessions/{id}/obligations"),
    ("post", "/api/v1/sessions/{id}/obligations/merge"),
    ("post", "/api/v1/sessions/{id}/obligations/{key}/split"),
    ("post", "/api/v1/sessions/{id}/migrate"),
    ("get", "/api/v1/question-pools"),
    ("post", "/api/v1/question-pools"),
    ("get", "/api/v1/question-pools/{id}"),
    ("put", "/api/v1/question-pools/{id}"),
    ("delete", "/api/v1/question-pools/{id}"),
    ("get", "/api/v1/admin/feedback"),
    ("get", "/api/v1/admin/reviews"),
    ("post", "/api/v1/admin/reviews/next"),
    ("get", "/api/v1/admin/reviews/{id}"),
    ("put", "/api/v1/admin/reviews/{id}"),
    ("post", "/api/v1/admin/reviews/{id}/reserve"),
    ("post", "/api/v1/admin/reviews/{id}/release"),
    ("post", "/api/v1/sessions/{id}/phase"),
    ("post", "/api/v1/sessions/{id}/complete"),
    ("get", "/api/v1/documents"),
    ("post", "/api/v1/documents"),
    ("get", "/api/v1/documents/{id}"),
    ("delete", "/api/v1/documents/{id}"),
    ("get", "/api/v1/projects"),
    ("post", "/api/v1/projects"),
    ("get", "/api/v1/projects/{id}"),
    ("put", "/api/v1/projects/{id}"),
    ("delete", "/api/v1/projects/{id}"),
    ("post", "/api/v1/projects/{id}/pack-generate"),
    ("post", "/api/v1/projects/{id}/refresh"),
    ("get", "/api/v1/projects/{id}/prompts"),
    ("get", "/api/v1/projects/{id}/prompts/{name}"),
    ("put", "/api/v1/projects/{id}/prompts/{name}"),
    ("delete", "/api/v1/projects/{id}/prompts/{name}"),
    ("get", "/api/v1/projects/{id}/secrets"),
    ("put", "/api/v1/projects/{id}/secrets/{name}"),
    ("delete", "/api/v1/projects/{id}/secrets/{name}"),
    ("get", "/api/v1/domain-packs"),
    ("post", "/api/v1/domain-packs"),
    ("get", "/api/v1/domain-packs/{slug}"),
    ("delete", "/api/v1/domain-packs/{slug}"),
    ("get", "/api/v1/domain-packs/{slug}/export"),
    ("get", "/api/v1/projects/{id}/sources"),
    ("post", "/api/v1/projects/{id}/sources"),
    ("get", "/api/v1/projects/{id}/sources/{source_id}"),
    ("delete", "/api/v1/projects/{id}/sources/{source_id}"),
    ("post", "/api/v1/projects/{id}/sources/{source_id}/test"),
    ("post", "/api/v1/projects/{id}/sources/{source_id}/refresh"),
    ("get", "/api/v1/projects/{id}/sources/{source_id}/profile"),
    ("put", "/api/v1/projects/{id}/conversions"),
    ("post", "/api/v1/projects/{id}/source-test"),
    ("get", "/api/v1/projects/{id}/query.csv"),
    ("get", "/api/v1/projects/{id}/tools"),
    ("post", "/api/v1/projects/{id}/tools/{name}"),
    ("post", "/api/v1/projects/{id}/query"),
    ("post", "/api/v1/projects/{id}/verify"),
    ("get", "/api/v1/projects/{id}/schedules"),
    ("post", "/api/v1/projects/{id}/schedules"),
    ("get", "/api/v1/projects/{id}/schedules/{schedule_id}"),
    ("put", "/api/v1/projects/{id}/schedules/{schedule_id}"),
    ("delete", "/api/v1/projects/{id}/schedules/{schedule_id}"),
    ("get", "/api/v1/company-places"),
    ("post", "/api/v1/company-places"),
    ("put", "/api/v1/company-places/{id}"),
    ("delete", "/api/v1/company-places/{id}"),
    ("get", "/api/v1/company-schedules"),
    ("post", "/api/v1/company-schedules"),
    ("get", "/api/v1/company-schedules/{id}"),
    ("put", "/api/v1/company-schedules/{id}"),
    ("delete", "/api/v1/company-schedules/{id}"),
    ("get", "/api/v1/ask-schedules"),
    ("get", "/api/v1/ask-schedules/{id}"),
    ("put", "/api/v1/ask-schedules/{id}"),
    ("delete", "/api/v1/ask-schedules/{id}"),
    ("get", "/api/v1/ask-schedules/{id}/results"),
    ("get", "/api/v1/voice"),
    ("post", "/api/v1/voice/transcribe"),
    ("post", "/api/v1/voice/speak"),
    ("get", "/api/v1/admin/users"),
    ("post", "/api/v1/admin/users"),
    ("patch", "/api/v1/admin/users/{id}"),
    ("delete", "/api/v1/admin/users/{id}"),
    ("post", "/api/v1/admin/users/{id}/password-link"),
    ("get", "/api/v1/admin/tokens"),
    ("post", "/api/v1/admin/tokens"),
    ("delete", "/api/v1/admin/tokens/{id}"),
    ("get", "/api/v1/admin/sessions"),
    ("get", "/api/v1/admin/audit"),
    ("get", "/api/v1/admin/engines"),
    ("get", "/api/v1/admin/retention"),
    ("put", "/api/v1/admin/retention"),
    ("get", "/api/v1/admin/models"),
    ("put", "/api/v1/admin/models"),
    ("post", "/api/v1/admin/models/test"),
    ("get", "/api/v1/admin/usage"),
    ("get", "/api/v1/admin/usage/calls"),
    ("post", "/api/v1/projects/{id}/discover/estimate"),
    ("get", "/api/v1/projects/{id}/discoveries/{discovery}/export"),
    ("get", "/api/v1/admin/prices"),
    ("put", "/api/v1/admin/prices"),
    ("get", "/api/v1/admin/runs"),
    ("post", "/api/v1/projects/{id}/pipelines"),
    ("get", "/api/v1/pipelines"),
    ("get", "/api/v1/pipelines/{id}"),
    ("get", "/api/v1/pipelines/{id}/stream"),
    ("get", "/api/v1/pipelines/{id}/opportunities"),
    ("get", "/api/v1/pipelines/{id}/calls"),
    ("post", "/api/v1/pipelines/{id}/stop"),
    ("post", "/api/v1/pipelines/{id}/findings"),
    ("post", "/api/v1/pipelines/{id}/send-back"),
    ("get", "/api/v1/pipelines/quality"),
    ("get", "/api/v1/opportunities/{id}"),
    ("post", "/api/v1/opportunities/{id}/decision"),
    ("post", "/api/v1/opportunities/{id}/experiment"),
    ("get", "/api/v1/opportunities/{id}/export"),
    ("post", "/api/v1/opportunities/validate"),
];

#[tokio::test]
async fn every_route_of_the_contract_is_described() {
    on_sqlite(async |place| {
        let description = place.nobody().get("/api/openapi.json").await.json(200);
        assert!(description["openapi"].as_str().is_some_and(|version| version.starts_with("3.")));
        for (method, path) in ROUTES {
            let operation = &description["paths"][path][method];
            assert!(operation["summary"].as_str().is_some_and(|summary| summary.len() > 3), "{method} {path}");
            assert!(operation["responses"].as_object().is_some_and(|responses| !responses.is_empty()), "{method} {path}");
            for name in path.split('{').skip(1).filter_map(|rest| rest.split('}').next()) {
                let parameters = operation["parameters"].as_array().expect("parameters");
                assert!(parameters.iter().any(|one| one["name"] == name && one["in"] == "path"), "{name} of {method} {path}");
            }
        }
        let chat = &description["paths"]["/api/discovery-chat"]["post"]["requestBody"]["content"]["application/json"]["schema"];
        let chat = resolved(&description, chat);
        for field in ["sessionId", "contextType", "message", "clientMessageId", "widget", "userId", "tenantId"] {
            assert!(chat["properties"][field].is_object(), "{field} is missing in {chat}");
        }
        every_reference_leads_somewhere(&description, &description);
    })
    .await;
}

/// A program can be made of it: each operation has a name of its own and says what it answers, examples are what they are of.
/// That answers are as described is looked at in every story, where they are read.
#[tokio::test]
async fn a_program_can_be_generated_from_it() {
    on_sqlite(async |place| {
        let description = place.nobody().get("/api/openapi.json").await.json(200);
        let mut names = std::collections::HashSet::new();
        for (path, operations) in description["paths"].as_object().expect("paths") {
            for (method, operation) in operations.as_object().expect("operations") {
                let name = operation["operationId"].as_str().expect("a name");
                assert!(names.insert(name.to_owned()), "{name} is the name of two operations");
                let responses = operation["responses"].as_object().expect("responses");
                for (status, response) in responses {
                    assert!(response["description"].as_str().is_some_and(|words| !words.is_empty()), "{method} {path} {status}");
                    let kinds = response["content"].as_object();
                    if status == "204" {
                        assert!(kinds.is_none_or(serde_json::Map::is_empty), "{method} {path}");
                        continue;
                    }
                    let kinds = kinds.unwrap_or_else(|| panic!("{method} {path} does not say what it answers with {status}"));
                    assert!(kinds.values().all(|content| content["schema"].is_object()), "{method} {path} {status}");
                }
                assert!(responses.contains_key("default") && responses.contains_key("401"), "{method} {path}");
            }
        }
        let mut examples = 0;
        for (name, schema) in description["components"]["schemas"].as_object().expect("schemas") {
            if let Some(example) = schema.get("example") {
                let mut faults = Vec::new();
                check(&description, schema, example, name, &mut faults);
                assert!(faults.is_empty(), "{faults:#?}");
                examples += 1;
            }
        }
        assert!(examples >= 25, "only {examples} examples");
        assert!(description["components"]["securitySchemes"]["token"]["scheme"] == "bearer");
    })
    .await;
}

/// The comparison of answers with their description finds what is wrong.
#[test]
fn a_wrong_answer_is_found() {
    let description = json!({"components": {"schemas": {
        "Colour": {"type": "string", "enum": ["red", "blue"]},
        "Shape": {"type": "object", "required": ["id", "size"], "properties": {
            "id": {"type": "string", "format": "uuid"}, "size": {"type": "number", "maximum": 1},
            "colour": {"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Colour"}]},
            "more": {"type": "object", "additionalProperties": {"type": "integer"}}, "any": {},
        }},
    }}});
    let shape = json!({"$ref": "#/components/schemas/Shape"});
    let of = |value: Value| {
        let mut faults = Vec::new();
        check(&description, &shape, &value, "", &mut faults);
        faults.len()
    };
    let id = "0199c1de-7a3c-7b6e-8f1e-3a1f0c9b2d4e";
    assert_eq!(of(json!({"id": id, "size": 0.5, "colour": null, "more": {"a": 1}, "any": [1, "x"]})), 0);
    for wrong in [
        json!({"id": id}),
        json!({"id": "1", "size": 1}),
        json!({"id": id, "size": 1.5}),
        json!({"id": id, "size": "1"}),
        json!({"id": id, "size": 1, "colour": "green"}),
        json!({"id": id, "size": 1, "more": {"a": "b"}}),
        json!({"id": id, "size": 1, "unheard": 1}),
        json!([]),
    ] {
        assert_eq!(of(wrong.clone()), 1, "{wrong}");
    }
}

pub(crate) fn resolved<'a>(description: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(reference) => description.pointer(reference.trim_start_matches('#')).expect("what is referred to"),
        None => schema,
    }
}

fn every_reference_leads_somewhere(description: &Value, part: &Value) {
    match part {
        Value::Object(fields) => {
            if let Some(reference) = fields.get("$ref").and_then(Value::as_str) {
                assert!(description.pointer(reference.trim_start_matches('#')).is_some(), "{reference} leads nowhere");
            }
            fields.values().for_each(|field| every_reference_leads_somewhere(description, field));
        }
        Value::Array(items) => items.iter().for_each(|item| every_reference_leads_somewhere(description, item)),
        _ => {}
    }
}

#[tokio::test]
async fn there_is_a_page_to_read_it() {
    on_sqlite(async |place| {
        let browser = place.nobody();
        let moved = browser.get("/api/docs").await;
        let page = if moved.status == 200 { moved } else { browser.get(moved.header("location")).await };
        assert_eq!(page.status, 200);
        assert!(page.header("content-type").starts_with("text/html") && !page.text.contains("https://"), "{}", page.text);
        let mut scripts = 0;
        for part in page.text.split("src=\"").skip(1) {
            let path = part.split('"').next().expect("a path").trim_start_matches("./");
            assert_eq!(browser.get(&format!("/api/docs/{path}")).await.status, 200, "{path}");
            scripts += 1;
        }
        assert!(scripts > 0);
    })
    .await;
}

/// Whatever lists there are, now and later, are paged alike.
#[tokio::test]
async fn every_list_is_bounded_and_paged() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        owner.activate(&owner.make_plan("project_discovery").await).await;
        let session = owner.open("project_discovery").await;
        owner.say(&session, "We sell honey").await;
        let project = crate::projects::full(&owner).await;
        let run = crate::runs::begun(&owner, &project, &json!({})).await;
        assert_eq!(crate::runs::ended(&owner, &run).await["status"], "completed", "three rows are enough");
        let (pipeline, _) = crate::opportunities::reviewable(&owner, &project).await;
        let answer = crate::ask::ask(&owner, &project, &json!({"question": "How many orders are there?"})).await;
        let ask = crate::ask::id_of(&answer);
        crate::ask::settled(&owner, &ask).await;
        let kept = crate::ask::schedules::scheduled(&owner, &ask, "Orders", &json!({})).await;
        let description = owner.get("/api/openapi.json").await.json(200);
        let mut lists = 0;
        for (path, operations) in description["paths"].as_object().expect("paths") {
            let parameters = operations["get"]["parameters"].as_array().cloned().unwrap_or_default();
            let takes = |name: &str| parameters.iter().any(|parameter| parameter["name"] == name);
            let owned = |kind: &str| path.starts_with(&format!("/api/v1/{kind}/"));
            let path = path.replace(
                "{id}",
                if owned("projects") {
                    &project
                } else if owned("runs") {
                    &run
                } else if owned("pipelines") {
                    &pipeline
                } else if owned("ask-schedules") {
                    &kept
                } else {
                    &session
                },
            );
            if !takes("limit") {
                let answer = if operations["get"].is_object() && !path.ends_with("/stream") {
                    owner.get(&path).await.text
                } else {
                    String::new()
                };
                assert!(!answer.starts_with("{\"items\""), "{path} is a list without a limit");
                continue;
            }
            assert!(takes("cursor"), "{path}");
            lists += 1;
            for (query, status) in
                [("limit=0", 422), ("limit=1001", 422), ("limit=x", 400), ("limit=-1", 400), ("cursor=not+a+cursor", 400)]
            {
                owner.get(&format!("{path}?{query}")).await.problem(status);
            }
            let whole = owner.get(&format!("{path}?limit=200")).await.json(200);
            assert!(whole["next_cursor"].is_null(), "{path}: {whole}");
            let (mut items, mut cursor) = (Vec::new(), String::new());
            loop {
                let page = owner.get(&format!("{path}?limit=1{cursor}")).await.json(200);
                items.extend(page["items"].as_array().expect("items").clone());
                match page["next_cursor"].as_str() {
                    Some(next) => cursor = format!("&cursor={next}"),
                    None => break,
                }
            }
            assert_eq!(json!(items), whole["items"], "{path}");
        }
        assert!(lists >= 10, "only {lists} lists");
    })
    .await;
}
