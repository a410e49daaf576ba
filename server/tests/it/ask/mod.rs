//! Asks over HTTP: a question, its answer with a table, and a proof that can be run again (seed 004).

mod again;
mod answers;
mod beside;
mod calls;
mod changed;
mod checks;
mod joined;
mod mcp;
pub(crate) mod schedules;
pub(crate) mod scripted;
mod tokens;
mod with_model;
mod wrong;

use crate::{
    ground::{Api, Turn},
    projects::{made, upload},
};
use serde_json::{Value, json};
use std::time::Duration;

/// Ferries of a made-up line, and what its rule book says.
const FERRIES: &str = "ferry,harbour,seats,built\nHeron,Skala,120,1998\nPelican,Skala,340,2011\nGannet,Livadi,90,2004\nTern,Livadi,150,2016\nPuffin,Skala,60,1989\n";
const RULES: &str = "# Rule book\n\n## Large ferries\n\nA large ferry is a ferry with more than 100 seats.\n\n## Crew\n\nEvery sailing has at least three crew members because the harbour law of 2003 demands it.\n";

/// A project with both.
pub(super) async fn line(api: &Api) -> String {
    let project = made(api, "Ferry line").await;
    upload(api, &project, &[("kind", "database"), ("name", "line")], &[("ferries.csv", FERRIES.as_bytes())]).await.json(201);
    upload(api, &project, &[("kind", "document"), ("name", "rules")], &[("rules.md", RULES.as_bytes())]).await.json(201);
    project
}

/// What the stream of a question holds.
pub(crate) async fn ask(api: &Api, project: &str, body: &Value) -> Turn {
    Turn::parse(api.post(&format!("/api/v1/projects/{project}/ask"), body).await)
}

pub(crate) fn id_of(sse: &Turn) -> String {
    let done = sse.all("done").next().expect("it ends with done");
    done["ask_id"].as_str().expect("an id").to_owned()
}

/// An ask by itself, once it is over or waits for somebody.
pub(crate) async fn settled(api: &Api, id: &str) -> Value {
    for _ in 0..1_200 {
        let whole = api.get(&format!("/api/v1/asks/{id}")).await.json(200);
        if !matches!(whole["status"].as_str(), Some("pending" | "running")) {
            return whole;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the ask {id} does not end");
}

/// A question and its answer.
pub(super) async fn answered(api: &Api, project: &str, question: &str, mode: Option<&str>) -> Value {
    let mut body = json!({"question": question});
    if let Some(mode) = mode {
        body["mode"] = mode.into();
    }
    let sse = ask(api, project, &body).await;
    settled(api, &id_of(&sse)).await
}

/// The rows of the answer's table.
pub(super) fn rows(whole: &Value) -> &Vec<Value> {
    let table = whole["tables"].as_array().and_then(|tables| tables.last()).unwrap_or_else(|| panic!("no table: {whole:#}"));
    table["rows"].as_array().expect("rows")
}
