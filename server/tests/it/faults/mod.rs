//! What goes wrong outside: killed processes, two nodes, a database that is gone, a full disk, a server that is told to end.

mod asks;
mod changed;
mod companies;
mod drained;
mod full;
mod gone;
mod killed;
mod leaving;
mod nodes;
mod packs;
mod pipelines;
#[path = "../../../store/tests/conformance/proxy.rs"]
mod proxy;
mod readings;
mod researching;

use crate::ground::{Api, plan};
use serde_json::json;

/// Interviews that remarks never bring to their end; their ids.
async fn endless(api: &Api, count: usize) -> Vec<String> {
    let objective = unending(api).await;
    talks(api, &objective, count).await
}

/// An objective whose interviews do not end.
async fn unending(api: &Api) -> String {
    let mut config = plan();
    config["completion"]["requiredObligations"] = json!(["opening_day"]);
    let objective = api.post("/api/v1/objectives", &json!({"context_type": "idea_discovery", "config": config})).await.json(201);
    objective["id"].as_str().expect("an id").to_owned()
}

async fn talks(api: &Api, objective: &str, count: usize) -> Vec<String> {
    let mut sessions = Vec::new();
    for _ in 0..count {
        let body = json!({"context_type": "idea_discovery", "objective_id": objective});
        let session = api.post("/api/v1/sessions", &body).await.json(201);
        sessions.push(session["id"].as_str().expect("an id").to_owned());
    }
    sessions
}
