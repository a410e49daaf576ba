//! Asks: how soon a question over a thousand tables is planned, a figure of a million rows, what a step takes beside its query, fifty at
//! once by five people, what an open one keeps in memory, and what a model is sent.

mod fairness;
mod plans;
mod steps;

use super::{client::Client, runs, server::Server, turns::spread};
use anyhow::{Context, Result, ensure};
use protocol::models::Provider;
use serde_json::{Value, json};
use std::{
    collections::BTreeSet,
    time::{Duration, Instant},
};
use testkit::ModelStub;

/// Of questions about a million rows.
const FIGURES: usize = 60;
const FIGURE_ROWS: u64 = 1_000_000;

pub(crate) async fn all() -> Result<()> {
    plans::tokens();
    plans::latency().await?;
    let files = tempfile::tempdir()?;
    runs::write_table(&files.path().join("orders.csv"), FIGURE_ROWS, 20)?;
    runs::write_table(&files.path().join("few.csv"), 1_000, 8)?;
    let folder = files.path().display().to_string();
    let settings = [("DISCOVERY_FILES_DIRS", folder.as_str()), ("DISCOVERY_ALLOW_PRIVATE_URLS", "true")];
    figures(&settings).await?;
    steps::overhead(&settings).await?;
    steps::memory(&settings).await?;
    fairness::together(&settings).await
}

/// One figure of a million rows, from the question to its proof, by the built-in engine.
async fn figures(settings: &[(&str, &str)]) -> Result<()> {
    let server = Server::start(settings).await?;
    let mut client = Client::connect(&server.addr).await?;
    let project = runs::project(&mut client, "asks", &json!({"path": "orders.csv"})).await?;
    let (mut times, mut unread) = (Vec::new(), BTreeSet::new());
    for number in 0..FIGURES {
        let question = match number % 3 {
            0 => format!("How many orders have shop {}?", number % 8),
            1 => format!("What is the total amount of orders with channel {}?", number % 3),
            _ => format!("What is the average quantity of orders whose product is product {}?", number % 40),
        };
        let began = Instant::now();
        let whole = answer(&mut client, &project, &question).await?;
        if is_answered(&whole) {
            times.push(began.elapsed());
        } else {
            unread.insert(question);
        }
    }
    for question in &unread {
        println!("no figure came of “{question}”");
    }
    ensure!(!times.is_empty(), "no figure of a million rows came of any question");
    println!(
        "one figure of a million rows, {} of {FIGURES} questions: {} (aim: p50 under 300 ms)",
        times.len(),
        spread(&mut times)
    );
    Ok(())
}

/// The whole stream of a question, to its end.
async fn answer(client: &mut Client, project: &str, question: &str) -> Result<String> {
    let body = json!({"question": question, "mode": "exploratory"});
    client.call("POST", &format!("/api/v1/projects/{project}/ask"), &body.to_string()).await
}

/// Whether a stream of a question ends with rows that answer it.
fn is_answered(stream: &str) -> bool {
    stream.contains("\"status\":\"completed\"") && stream.contains("\"type\":\"table\"")
}

/// The id that a stream of a question ends with.
fn id_of(stream: &str) -> Result<String> {
    let (_, rest) = stream.rsplit_once("\"ask_id\":\"").context("no end")?;
    Ok(rest.split('"').next().unwrap_or_default().to_owned())
}

/// The tenant's model is this stub from now on.
async fn choose(client: &mut Client, model: &ModelStub) -> Result<()> {
    let strong = json!({"provider": "compatible", "model": "stub", "base_url": model.base_url(Provider::Compatible),
        "api_key": "key", "price": {"input": 1.0, "output": 2.0}});
    client.json("PUT", "/api/v1/admin/models", &json!({"strong": strong})).await?;
    Ok(())
}

async fn whole(client: &mut Client, id: &str) -> Result<Value> {
    client.json("GET", &format!("/api/v1/asks/{id}"), &Value::Null).await
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
