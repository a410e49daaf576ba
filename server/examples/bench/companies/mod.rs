//! Searches for companies: how many a second, what the layers take, how soon a cached one is answered, what a priced one costs, and what
//! one keeps. The search service and the model answer at once; load and service take part of the same cores.

mod layers;
mod priced;
mod texts;

use super::{client::Client, server::Server, turns::spread};
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use testkit::{SearchStub, SearchWire};
use tokio::task::JoinSet;

/// People who search at once.
const PEOPLE: usize = 16;
const SECONDS: u64 = 10;
const CACHED: usize = 1_000;
const PATH: &str = "/api/os/discovery";

pub(crate) async fn all() -> Result<()> {
    layers::built_in();
    let stub = service(SearchWire::Searxng).await;
    let server = Server::start(&[("SEARXNG_URL", stub.base.as_str())]).await?;
    rate(&server, &stub).await?;
    cached(&server).await?;
    layers::by_model(&stub).await?;
    priced::total().await
}

/// A search service with other results for every query, of which some overlap.
async fn service(wire: SearchWire) -> SearchStub {
    let stub = SearchStub::start(wire).await;
    stub.finding(|call| texts::results(call.query.get("q").map_or("", String::as_str)));
    stub
}

fn wish(more: &Value) -> Value {
    let mut wish = json!({"queryText": "Find companies in ADGM", "constraints": {"area": "ADGM", "city": "Abu Dhabi"}});
    for (name, value) in more.as_object().into_iter().flatten() {
        wish[name] = value.clone();
    }
    wish
}

/// As many searches as go through, and what each of them leaves on the disk.
async fn rate(server: &Server, stub: &SearchStub) -> Result<()> {
    let mut client = Client::connect(&server.addr).await?;
    let first = client.json("POST", PATH, &wish(&json!({}))).await?;
    ensure!(first["success"] == true && first["data"]["companies"] != json!([]), "nothing is found: {first}");
    let (asked, stored, busy) = (stub.requests().len(), server.stored()?, server.busy()?);
    let until = Instant::now() + Duration::from_secs(SECONDS);
    let mut people = JoinSet::new();
    for _ in 0..PEOPLE {
        let addr = server.addr.clone();
        people.spawn(async move {
            let (mut client, mut times, body) = (Client::connect(&addr).await?, Vec::new(), wish(&json!({})));
            while Instant::now() < until {
                let began = Instant::now();
                client.json("POST", PATH, &body).await?;
                times.push(began.elapsed());
            }
            anyhow::Ok(times)
        });
    }
    let mut times = Vec::new();
    while let Some(result) = people.join_next().await {
        times.extend(result??);
    }
    let count = times.len();
    let calls = (stub.requests().len() - asked).div_ceil(count.max(1));
    #[expect(clippy::cast_precision_loss, reason = "counts are small")]
    let (rate, spent, kept) = (
        count as f64 / SECONDS as f64,
        (server.busy()? - busy) * 1e3 / count as f64,
        (server.stored()?.saturating_sub(stored)) as f64 / count as f64 / 1e3,
    );
    println!(
        "company searches: {rate:.0} per second, {calls} queries each, {PEOPLE} at once, {}, {spent:.1} ms of processor each (aim: 40 per second with 8 queries)",
        spread(&mut times)
    );
    println!("a finished company search keeps {kept:.0} kB on the disk, with its share of the journal (aim: at most 200 kB)");
    Ok(())
}

async fn cached(server: &Server) -> Result<()> {
    let (mut client, body) = (Client::connect(&server.addr).await?, wish(&json!({"mode": "cached"})));
    client.json("POST", PATH, &body).await?;
    let mut times = Vec::new();
    for _ in 0..CACHED {
        let began = Instant::now();
        let answer = client.json("POST", PATH, &body).await?;
        times.push(began.elapsed());
        ensure!(answer["meta"]["cache"].as_str().context("no cache")? == "hit", "it was not cached: {answer}");
    }
    println!("a cached company search over HTTP: {} (aim: p99 at most 20 ms)", spread(&mut times));
    Ok(())
}
