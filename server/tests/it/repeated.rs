//! Every POST of the description made twice under one `Idempotency-Key`: it is answered alike and done once. Routes that come later
//! are among them by themselves.

use crate::{
    ground::{Answer, Api, eventually, everywhere},
    openapi::resolved,
    tenancy::House,
};
use reqwest::Method;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What cannot succeed here, or not at once; the stories of these routes repeat them.
const ELSEWHERE: [&str; 15] = [
    // There is no service that hears or speaks, and no language model.
    "/api/v1/voice/transcribe",
    "/api/v1/voice/speak",
    "/api/v1/admin/models/test",
    // Research that is under way, has failed, or changed something.
    "/api/v1/sessions/{id}/research/{task}/cancel",
    "/api/v1/sessions/{id}/research/{task}/retry",
    "/api/v1/sessions/{id}/research/{task}/undo",
    // Needs a database that is there.
    "/api/v1/projects/{id}/source-test",
    // A pack is drafted before it can be cancelled.
    "/api/v1/projects/{id}/pack-generate/cancel",
    // A run is over before anybody can stop it.
    "/api/v1/runs/{id}/cancel",
    // A search is over when it is answered.
    "/api/v1/company-searches/{id}/cancel",
    // An ask is over before anybody can stop it.
    "/api/v1/asks/{id}/cancel",
    // Nothing is asked back about a question that has its answer.
    "/api/v1/asks/{id}/clarify",
    // A stage is over before anybody can send it back, and in review opportunities go back one by one.
    "/api/v1/pipelines/{id}/send-back",
    // Only a run that failed before it saved anything goes on.
    "/api/v1/runs/{id}/resume",
    // A source is read before anybody can stop it.
    "/api/v1/projects/{id}/sources/{source_id}/cancel",
];

/// What tells a secret tells it once.
const ONCE: [&str; 2] = ["/api/v1/admin/tokens", "/api/v1/admin/users/{id}/password-link"];

/// An interview of its own for a route, brought to where the route can succeed; the path and the body.
async fn prepared(house: &House, template: &str, example: Option<Value>) -> (String, Value) {
    let owner = &house.owner;
    let body = example.unwrap_or_else(|| json!({}));
    if template == "/api/discovery-chat" {
        let session = owner.open("project_discovery").await;
        return (template.into(), json!({"sessionId": session, "message": "We sell wax", "clientMessageId": "1"}));
    }
    let Some(rest) = template.strip_prefix("/api/v1/sessions/{id}/") else {
        let email = format!("{}-twice@example.org", owner.token.clone().expect("a token"));
        let body = match template {
            "/api/v1/admin/users" => json!({"name": "Ada", "email": email, "password": "a long enough one", "role": "member"}),
            "/api/v1/sessions" => json!({"context_type": "project_discovery"}),
            "/api/v1/projects/{id}/verify" => {
                json!({"claim": "There are 3 orders", "claimed_value": 3, "sql": "SELECT COUNT(*) FROM orders"})
            }
            "/api/v1/projects/{id}/tools/{name}" => json!({}),
            _ => body,
        };
        if template == "/api/v1/projects/{id}/pack-generate" {
            let made = json!({"name": "With a pack", "generate_pack": {"enabled": true}});
            let made = owner.post("/api/v1/projects", &made).await.json(201);
            return (format!("/api/v1/projects/{}/pack-generate", made["id"].as_str().expect("an id")), body);
        }
        if template == "/api/v1/projects/{id}/feedback" {
            let (project, insight) = crate::runs::insight(owner).await;
            let body = json!({"target_type": "insight", "target_id": insight, "rating": "like"});
            return (format!("/api/v1/projects/{project}/feedback"), body);
        }
        if let Some(rest) = template.strip_prefix("/api/v1/pipelines/{id}/") {
            let (pipeline, _) = crate::opportunities::reviewable(owner, &house.project).await;
            let body = if rest == "findings" { json!({"ask_id": house.known["asks"]}) } else { body };
            return (format!("/api/v1/pipelines/{pipeline}/{rest}"), body);
        }
        if let Some(rest) = template.strip_prefix("/api/v1/opportunities/{id}/") {
            let (_, opportunities) = crate::opportunities::reviewable(owner, &house.project).await;
            return (format!("/api/v1/opportunities/{}/{rest}", crate::opportunities::id_of(&opportunities[0])), body);
        }
        if template == "/api/v1/admin/reviews/{id}/release" {
            let reserve = house.path_of("/api/v1/admin/reviews/{id}/reserve");
            owner.post(&reserve, &json!({})).await.json(200);
        }
        return (house.path_of(template), body);
    };
    let session = owner.open("project_discovery").await;
    let at = |part: &str| format!("/api/v1/sessions/{session}/{part}");
    owner.say(&session, "We sell honey and the shop is small").await;
    let state = owner.session(&session).await;
    let message = |place: usize| state["messages"][place]["id"].as_str().expect("an id").to_owned();
    let (said, reply) = (message(1), message(2));
    match rest {
        "messages/{message_id}/restore" => {
            let edit = at(&format!("messages/{said}/edit"));
            owner.post(&edit, &json!({"content": "We sell wax"})).await.json(200);
            (at(&format!("messages/{said}/restore")), body)
        }
        "messages/{message_id}/edit" => (at(&format!("messages/{said}/edit")), body),
        "negotiations/{key}/value" | "negotiations/{key}/resolve" => {
            owner.post(&at("negotiations/goods"), &json!({"value": "Wax"})).await.json(200);
            (at(&rest.replace("{key}", "goods")), body)
        }
        "research" => (at(rest), json!({"query": "how honey is sold"})),
        "reevaluate" => (at(rest), json!({})),
        "phase" => {
            // Nothing was said in it, so that the phase may go on.
            let fresh = owner.open("project_discovery").await;
            (format!("/api/v1/sessions/{fresh}/phase"), json!({"phase": "validation"}))
        }
        "migrate" => {
            let other = json!({"context_type": "project_discovery", "version": "7.0.0", "config": crate::ground::plan()});
            let other = owner.post("/api/v1/objectives", &other).await.json(201);
            (at(rest), json!({"objective_id": other["id"]}))
        }
        _ => (at(&rest.replace("{message_id}", &reply).replace("{key}", "goods")), body),
    }
}

#[tokio::test]
async fn every_post_under_a_key_is_done_once() {
    everywhere(async |place| {
        let house = House::furnish(place.tenant().0).await;
        let mut succeeded = 0;
        for (template, methods) in house.description["paths"].as_object().expect("paths") {
            let Some(operation) = methods.get("post").filter(|_| !ELSEWHERE.contains(&template.as_str())) else { continue };
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            let example = (!schema.is_null()).then(|| resolved(&house.description, schema)["example"].clone());
            let (path, body) = prepared(&house, template, example).await;
            let send = async || {
                let call = house.owner.call(Method::POST, &path).header("idempotency-key", format!("key of {template}"));
                Answer::fetch(call.json(&body)).await
            };
            let first = send().await;
            assert!(first.status < 300, "{template} {body}: {} {}", first.status, first.text);
            succeeded += 1;
            settled(&house.owner, &path).await;
            let before = everything(&house, &path).await;
            let second = send().await;
            if ONCE.contains(&template.as_str()) {
                assert!(
                    second.problem(409)["detail"].as_str().is_some_and(|words| words.contains("only once")),
                    "{}",
                    second.text
                );
            } else {
                assert_eq!((second.status, &second.text), (first.status, &first.text), "{template}");
                let stream = first.header("content-type").starts_with("text/event-stream");
                assert!(stream || second.header("idempotency-replayed") == "true", "{template}");
            }
            let after = everything(&house, &path).await;
            for (what, text) in &before {
                assert_eq!(after.get(what), Some(text), "{what} after {template} was made again");
            }
            let mut other = body.clone();
            other["unheard_of"] = json!(7);
            let call = house.owner.call(Method::POST, &path).header("idempotency-key", format!("key of {template}"));
            let answer = Answer::fetch(call.json(&other)).await;
            // A question with a field that is not read is the same question.
            if template != "/api/discovery-chat" && template != "/api/v1/projects/{id}/ask" {
                assert_eq!(answer.status, 409, "{template}, another body under the same key: {}", answer.text);
            }
        }
        assert!(succeeded >= 35, "only {succeeded} routes");
    })
    .await;
}

/// Research, packs and runs that were begun go on by themselves.
async fn settled(owner: &Api, path: &str) {
    if path.ends_with("/pack-generate") {
        eventually("the pack is drafted", async || owner.get(path).await.json(200)["status"] == "completed").await;
    }
    // Runs too.
    let runs = owner.get("/api/v1/admin/runs?limit=200").await.json(200);
    for run in runs["items"].as_array().into_iter().flatten() {
        crate::runs::ended(owner, run["id"].as_str().expect("an id")).await;
    }
    let asks = owner.get("/api/v1/asks?limit=200").await.json(200);
    for ask in asks["items"].as_array().into_iter().flatten() {
        crate::ask::settled(owner, ask["id"].as_str().expect("an id")).await;
    }
    let pipelines = owner.get("/api/v1/pipelines?limit=200").await.json(200);
    for pipeline in pipelines["items"].as_array().into_iter().flatten() {
        crate::opportunities::settled(owner, pipeline["id"].as_str().expect("an id")).await;
    }
    let Some(session) = path.strip_prefix("/api/v1/sessions/").and_then(|rest| rest.split('/').next()) else { return };
    let state = owner.session(session).await;
    for task in state["research_tasks"].as_array().into_iter().flatten() {
        crate::research::over(owner, session, task["id"].as_str().expect("an id")).await;
    }
}

/// Every list of the tenant, and the interview or project that a path names.
pub(crate) async fn everything(house: &House, path: &str) -> BTreeMap<String, String> {
    let lists = house.description["paths"].as_object().expect("paths").iter().filter(|(template, methods)| {
        let parameters = methods["get"]["parameters"].as_array();
        let paged = parameters.into_iter().flatten().any(|one| one["name"] == "limit");
        paged && !template.contains('{')
    });
    let mut paths: Vec<String> = lists.map(|(template, _)| format!("{template}?limit=200")).collect();
    assert!(paths.len() >= 8, "{paths:?}");
    let parts: Vec<&str> = path.split('/').collect();
    if let ["", "api", "v1", "sessions", id, ..] = parts[..] {
        paths.push(format!("/api/v1/sessions/{id}"));
    }
    if let ["", "api", "v1", "projects", id, ..] = parts[..] {
        paths.push(format!("/api/v1/projects/{id}"));
        paths.push(format!("/api/v1/projects/{id}/sources"));
    }
    let mut all = BTreeMap::new();
    for path in paths {
        let answer = house.owner.get(&path).await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text);
        let lines = answer.text.split(',').filter(|part| !part.contains("last_used_at"));
        all.insert(path, lines.collect::<Vec<_>>().join(","));
    }
    all
}
