//! `kill -9` while pipelines are worked on, and two servers with the same one: each comes to review, and no call is made twice.

use crate::{
    ground::{ADMIN, Api, Database, Server, Settings, eventually},
    opportunities::{begun, findings, settled},
    projects::made,
};
use serde_json::{Value, json};
use std::{collections::BTreeSet, time::Duration};

/// So many that a pipeline takes a while.
const FINDINGS: usize = 30;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pipeline_reaches_review_whatever_dies_on_sqlite() {
    survives(Database::sqlite(), 20).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pipeline_reaches_review_whatever_dies_on_postgres() {
    if let Some(database) = Database::postgres().await {
        survives(database, 5).await;
    }
}

fn many() -> Value {
    let finding = |number: usize| {
        json!({
            "id": format!("f{number}"), "title": format!("Parcels for harbour {number} arrive late"),
            "description": format!("{} of 300 parcels for harbour {number} arrived after their day.", number + 20),
        })
    };
    (0..FINDINGS).map(finding).collect()
}

/// What was called, with the place where it was.
async fn calls(api: &Api, id: &str) -> Vec<String> {
    let listed = api.get(&format!("/api/v1/pipelines/{id}/calls?limit=200")).await.json(200);
    let place =
        |call: &Value| ["stage", "attempt", "cycle", "agent", "purpose", "item"].map(|name| call[name].to_string()).join(" ");
    listed["items"].as_array().expect("calls").iter().map(place).collect()
}

async fn areas(api: &Api, id: &str) -> Vec<Value> {
    let found = api.get(&format!("/api/v1/pipelines/{id}/opportunities")).await.json(200);
    found.as_array().expect("a list").iter().map(|one| json!([one["brief"]["affected_area"], one["rank"]])).collect()
}

async fn survives(database: Database, kills: u64) {
    // On Postgres the lease of the one that died has to be over first.
    let settings = Settings::new(&database).with("DISCOVERY_RESEARCH_LEASE_SECONDS", "1");
    let mut server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let project = made(&api, "Harbours").await;
    let whole = begun(&api, &project, &json!({"findings": many()})).await;
    settled(&api, &whole).await;
    let (wanted, made_once) = (areas(&api, &whole).await, calls(&api, &whole).await);
    let mut begun_before = Vec::new();
    for kill in 0..kills {
        let api = Api::new(&server.base, Some(ADMIN));
        begun_before.push(begun(&api, &project, &json!({"findings": many()})).await);
        // Spread over the time that the stages take, so that different moments of them are hit.
        tokio::time::sleep(Duration::from_millis(kill * 37 % 400)).await;
        server.kill();
        server = Server::start(&settings);
        // One that is begun five times without getting anywhere is given up, as is right; on a slow machine kills come faster than that.
        if kill % 3 == 2 {
            for id in &begun_before {
                settled(&Api::new(&server.base, Some(ADMIN)), id).await;
            }
        }
    }
    let api = Api::new(&server.base, Some(ADMIN));
    for id in begun_before {
        let state = settled(&api, &id).await;
        assert_eq!(state["status"], "running", "it waits for people: {}", state["error"]);
        assert_eq!(areas(&api, &id).await, wanted, "the same came of it");
        let made_here = calls(&api, &id).await;
        assert_eq!(made_here.iter().collect::<BTreeSet<_>>().len(), made_here.len(), "no call twice: {made_here:?}");
        assert_eq!(made_here.len(), made_once.len());
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_decide_about_one_pipeline_once() {
    let Some(database) = Database::postgres().await else { return };
    let settings = Settings::new(&database);
    let servers = [Server::start(&settings), Server::start(&settings)];
    let [left, right] = servers.each_ref().map(|server| Api::new(&server.base, Some(ADMIN)));
    let project = made(&left, "Ferries").await;
    let id = begun(&left, &project, &json!({"findings": findings()})).await;
    settled(&right, &id).await;
    let found = right.get(&format!("/api/v1/pipelines/{id}/opportunities")).await.json(200);
    for one in found.as_array().expect("a list") {
        let path = format!("/api/v1/opportunities/{}/decision", one["id"].as_str().expect("an id"));
        let decide = async |api: &Api, decision: &str| {
            api.post(&path, &json!({"decision": decision, "reasoning": "It was weighed"})).await.status
        };
        let (one, other) = futures::future::join(decide(&left, "accepted"), decide(&right, "rejected")).await;
        let mut statuses = [one, other];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "one of them was first");
    }
    let state = async |api: &Api| api.get(&format!("/api/v1/pipelines/{id}")).await.json(200);
    eventually("both know that all is decided", async || {
        let (left, right) = (state(&left).await, state(&right).await);
        left["status"] == "completed" && left == right
    })
    .await;
}
