//! Pipelines over HTTP: findings become specifications that people review (seed 003).

mod added;
mod beside;
mod pipelines;
mod reviews;
mod sources;
mod validating;
mod with_model;
mod wrong;

use crate::ground::Api;
use serde_json::{Value, json};
use std::time::Duration;

/// What was found about a made-up ferry line; the last one says too little, the one before bundles two things.
pub(crate) fn findings() -> Value {
    json!([
        {
            "id": "parcels", "title": "Parcels for Skala arrive late",
            "description": "120 of 300 parcels for the harbour Skala arrived after their day in July 2026.",
            "evidence": [{
                "source_type": "report", "source_id": "2026-07", "retrieved_at": "2026-07-31T12:00:00Z", "confidence": 0.9,
                "quote": "120 of 300",
            }],
        },
        {
            "id": "berths", "title": "The booking form takes the same berth twice",
            "description": "14 berths of the night ferry were sold twice in June 2026 by the booking form.",
        },
        {
            "id": "both", "title": "Glitches and performance issues",
            "description": "The timetable page shows old times, and the crew's pay slips are sent in the wrong month.",
        },
        {"title": "Crew"},
    ])
}

pub(crate) async fn begun(api: &Api, project: &str, body: &Value) -> String {
    let begun = api.post(&format!("/api/v1/projects/{project}/pipelines"), body).await.json(202);
    begun["pipeline_id"].as_str().expect("an id").to_owned()
}

fn is_in_review(whole: &Value) -> bool {
    whole["stages"][5]["status"] == "checkpoint_reached"
}

/// A pipeline once it waits for people or is over.
pub(crate) async fn settled(api: &Api, id: &str) -> Value {
    for _ in 0..2_400 {
        let whole = api.get(&format!("/api/v1/pipelines/{id}")).await.json(200);
        if is_in_review(&whole) || !matches!(whole["status"].as_str(), Some("pending" | "running")) {
            return whole;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the pipeline {id} does not end");
}

/// A pipeline of these findings in review, with its opportunities.
pub(crate) async fn reviewable(api: &Api, project: &str) -> (String, Vec<Value>) {
    let id = begun(api, project, &json!({"findings": findings()})).await;
    let whole = settled(api, &id).await;
    assert!(is_in_review(&whole), "{whole:#}");
    let listed = listed(api, &id).await;
    (id, listed)
}

pub(crate) async fn listed(api: &Api, pipeline: &str) -> Vec<Value> {
    let listed = api.get(&format!("/api/v1/pipelines/{pipeline}/opportunities")).await.json(200);
    listed.as_array().expect("a list").clone()
}

pub(crate) fn id_of(one: &Value) -> String {
    one["id"].as_str().expect("an id").to_owned()
}
