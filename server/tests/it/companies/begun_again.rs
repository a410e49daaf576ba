//! The same search twice, at once and after its server died.

use super::{DISCOVERY, Searching, answered, counted, in_adgm, names, timeless, wish};
use crate::ground::{ADMIN, Api, Server, eventually};
use serde_json::{Value, json};
use std::time::Duration;

#[tokio::test]
async fn the_same_name_is_the_same_search() {
    let searching = Searching::start(in_adgm()).await;
    let api = searching.api();
    let body = wish(&json!({"request_id": "one"}));
    let (first, second) = tokio::join!(api.post(DISCOVERY, &body), api.post(DISCOVERY, &body));
    let answer = first.json(200);
    assert_eq!(answer, second.json(200), "two at once are one");
    assert_eq!(answer["meta"]["requestId"], "one");
    assert_eq!(api.post(DISCOVERY, &body).await.json(200), answer, "and so is a later one");
    let counts = counted(searching.sent());
    assert!(counts.len() >= 4 && counts.values().all(|count| *count == 1), "{counts:?}");
    let other = wish(&json!({"request_id": "one", "noveltyMode": "allow_new_evidence"}));
    api.post(DISCOVERY, &other).await.problem(409);
    let listed = api.get("/api/v1/company-searches").await.json(200);
    assert_eq!(listed["items"].as_array().map(Vec::len), Some(1));
}

#[tokio::test]
async fn what_was_answered_is_not_asked_again_after_a_crash() {
    let mut searching = Searching::start(in_adgm()).await;
    let api = searching.api();
    let whole = api.post(DISCOVERY, &wish(&json!({}))).await.json(200);
    let queries = counted(searching.sent()).len();
    let before = searching.sent().len();

    // The first round is answered, and the next one is not.
    const ROUND: usize = 4;
    searching.stub.takes_after(ROUND, Duration::from_secs(60));
    let body = wish(&json!({"request_id": "killed"}));
    let waiting = tokio::spawn({
        let (api, body) = (api.clone(), body.clone());
        async move { Api::new(&api.base, Some(ADMIN)).call(reqwest::Method::POST, DISCOVERY).json(&body).send().await.is_ok() }
    });
    eventually("some have answered, and others are asked", async || {
        answered(&api, "killed").await.len() == ROUND && searching.stub.requests().len() > before + ROUND
    })
    .await;
    let killed = searching.server;
    killed.kill();
    drop(waiting.await);
    let so_far = searching.stub.requests().len() - before;
    assert!(so_far < queries, "it was not over: {so_far} of {queries}");
    searching.stub.takes(Duration::ZERO);
    searching.server = Server::start(&searching.settings);
    let api = searching.api();
    let answer = api.post(DISCOVERY, &body).await.json(200);
    assert_eq!((names(&answer), timeless(&answer)), (names(&whole), timeless(&whole)));
    let counts = counted(searching.sent().split_off(before));
    assert_eq!(counts.len(), queries);
    let twice = counts.values().filter(|count| **count > 1).count();
    assert!(twice < queries / 2 + 1 && counts.values().all(|count| *count <= 2), "only what was under way: {counts:?}");
}

#[tokio::test]
async fn a_search_can_be_cancelled() {
    let searching = Searching::start(in_adgm()).await;
    searching.stub.takes(Duration::from_secs(60));
    let api = searching.api();
    let waiting = tokio::spawn({
        let api = api.clone();
        async move { api.post(DISCOVERY, &wish(&json!({"request_id": "stopped"}))).await }
    });
    let mut listed = Value::Null;
    eventually("it is under way", async || {
        listed = api.get("/api/v1/company-searches").await.json(200);
        listed["items"][0]["status"] == "running"
    })
    .await;
    let id = listed["items"][0]["id"].as_str().expect("an id").to_owned();
    let cancelled = api.post(&format!("/api/v1/company-searches/{id}/cancel"), &json!({})).await.json(202);
    assert_eq!(cancelled["status"], "cancelled", "{cancelled}");
    waiting.await.expect("an answer").problem(409);
    api.post(&format!("/api/v1/company-searches/{id}/cancel"), &json!({})).await.problem(409);
    api.post(&format!("/api/v1/company-searches/{id}/replay"), &json!({})).await.problem(409);
}
