//! The API describes itself.

use crate::ground::everywhere;
use serde_json::Value;

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
    ("get", "/api/v1/sessions/{id}/tasks"),
    ("get", "/api/v1/sessions/{id}/export"),
    ("post", "/api/v1/sessions/{id}/transcript"),
    ("patch", "/api/v1/sessions/{id}/obligations/{key}"),
    ("post", "/api/v1/sessions/{id}/negotiations/{key}"),
    ("post", "/api/v1/sessions/{id}/negotiations/{key}/value"),
    ("post", "/api/v1/sessions/{id}/negotiations/{key}/resolve"),
    ("post", "/api/v1/sessions/{id}/reevaluate"),
    ("post", "/api/v1/sessions/{id}/messages/{message_id}/stop"),
    ("post", "/api/v1/sessions/{id}/phase"),
    ("post", "/api/v1/sessions/{id}/complete"),
    ("get", "/api/v1/admin/users"),
    ("post", "/api/v1/admin/users"),
    ("delete", "/api/v1/admin/users/{id}"),
    ("get", "/api/v1/admin/tokens"),
    ("get", "/api/v1/admin/sessions"),
    ("get", "/api/v1/admin/audit"),
];

#[tokio::test]
async fn every_route_of_the_contract_is_described() {
    everywhere(async |place| {
        let description = place.nobody().get("/api/openapi.json").await.json(200);
        assert!(description["openapi"].as_str().is_some_and(|version| version.starts_with("3.")));
        for (method, path) in ROUTES {
            let operation = &description["paths"][path][method];
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

fn resolved<'a>(description: &'a Value, schema: &'a Value) -> &'a Value {
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
    everywhere(async |place| {
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
