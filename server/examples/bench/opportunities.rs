//! Pipelines: a thousand findings to review with the built-in agents, and the built-in validators by themselves.

use super::{client::Client, server::Server, turns::spread};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::time::{Duration, Instant};

const FINDINGS: usize = 1_000;
/// Items of one call to the validators, and how many such calls.
const ITEMS: usize = 100;
const CALLS: usize = 30;

pub(crate) async fn all() -> Result<()> {
    let server = Server::start(&[]).await?;
    let mut client = Client::connect(&server.addr).await?;
    let project = client.json("POST", "/api/v1/projects", &json!({"name": "Bench"})).await?;
    let project = project["id"].as_str().context("an id")?.to_owned();
    let before = server.memory()?;
    let findings: Vec<Value> = (0..FINDINGS).map(finding).collect();
    let began = Instant::now();
    let begun = client.json("POST", &format!("/api/v1/projects/{project}/pipelines"), &json!({"findings": findings})).await?;
    let path = format!("/api/v1/pipelines/{}", begun["pipeline_id"].as_str().context("an id")?);
    let (state, mut most) = loop {
        let state = client.json("GET", &path, &Value::Null).await?;
        let is_over = state["stages"][5]["status"] == "checkpoint_reached" || state["status"] == "failed";
        if is_over {
            break (state, server.memory()?);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let elapsed = began.elapsed();
    ensure!(state["status"] == "running", "the pipeline failed: {}", state["error"]);
    most = most.max(server.memory()?);
    let found = client.json("GET", &format!("{path}/opportunities"), &Value::Null).await?;
    println!(
        "pipeline of {FINDINGS} findings to {} opportunities in review: {:.2} s, {} MB more than before",
        found.as_array().map_or(0, Vec::len),
        elapsed.as_secs_f64(),
        most.saturating_sub(before) / 1024
    );
    validators(&mut client).await
}

async fn validators(client: &mut Client) -> Result<()> {
    let mut times = Vec::new();
    for call in 0..CALLS {
        let item = |number: usize| {
            let place = call * ITEMS + number;
            json!({
                "id": place.to_string(), "title": format!("Harbour {place}"),
                "description": format!("As a clerk of harbour {place}, I want to see late parcels and their routes, so that I can call the customers."),
            })
        };
        let items: Vec<Value> = (0..ITEMS).map(item).collect();
        let began = Instant::now();
        client.json("POST", "/api/v1/opportunities/validate", &json!({"boundary": "1-2", "items": items})).await?;
        times.push(began.elapsed() / u32::try_from(ITEMS)?);
    }
    let micros: Vec<u128> = times.iter().map(Duration::as_micros).collect();
    let slowest = micros.iter().max().copied().unwrap_or_default();
    println!("validators over HTTP, an item: {}, slowest {slowest} µs", spread(&mut times));
    Ok(())
}

/// Findings about different places and different kinds of problems; made by a formula, so that every run measures the same.
fn finding(number: usize) -> Value {
    let (place, kind) = (number / 5, number % 5);
    let (title, description) = match kind {
        0 => (
            format!("Parcels for harbour {place} arrive late"),
            format!("{} of 300 parcels for harbour {place} arrived after their day.", place + 20),
        ),
        1 => (
            format!("Returns of article {place} rose"),
            format!("Returns of article {place} rose from 4 % to {} % of orders.", 5 + place % 20),
        ),
        2 => (
            format!("The form of branch {place} takes the same booking twice"),
            format!("{} bookings of branch {place} were stored twice in June.", place + 3),
        ),
        3 => (
            format!("Rows of depot {place} have no date"),
            format!("{} rows of depot {place} have no delivery date.", place + 11),
        ),
        _ => (
            format!("Customers of region {place} call about invoices"),
            format!("{} calls from region {place} ask for a copy of an invoice.", place + 7),
        ),
    };
    json!({"id": format!("f{number}"), "title": title, "description": description})
}
