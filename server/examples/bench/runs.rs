//! Discovery runs: how long a whole one takes, ten at once, what a step of a model costs beside the model, how soon a stored step is
//! seen, the page of a long run, and how soon a run goes on after its server was killed.

use super::{
    client::{Client, TOKEN, interview, turn},
    server::Server,
    turns::spread,
};
use anyhow::{Context, Result, ensure};
use protocol::models::Provider;
use serde_json::{Value, json};
use std::{
    fmt::Write as _,
    fs,
    io::{BufWriter, Write},
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use testkit::{Behaviour, ModelStub};

/// As many as the page aims at.
const STEPS: u32 = 300;
const TOGETHER: usize = 10;

pub(crate) async fn all() -> Result<()> {
    let files = tempfile::tempdir()?;
    for (name, rows, columns) in [("k1", 1_000, 12), ("k100", 100_000, 12), ("m1", 1_000_000, 20)] {
        write_table(&files.path().join(format!("{name}.csv")), rows, columns)?;
    }
    let folder = files.path().display().to_string();
    let settings = [("DISCOVERY_FILES_DIRS", folder.as_str()), ("DISCOVERY_ALLOW_PRIVATE_URLS", "true")];
    sizes(&settings).await?;
    together(&settings).await?;
    by_model(&settings).await?;
    resumed(&settings).await
}

/// Orders with shops, products, times and numbers; made by a formula, so that every run measures the same.
pub(crate) fn write_table(path: &Path, rows: u64, columns: usize) -> Result<()> {
    let mut file = BufWriter::new(fs::File::create(path)?);
    let extra: String = (8..columns).fold(String::new(), |mut text, number| {
        let _ = write!(text, ",measure_{number}");
        text
    });
    writeln!(file, "id,shop,product,channel,ordered_at,shipped_at,amount,quantity{extra}")?;
    for row in 0..rows {
        let noise = row.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407) >> 33;
        let (shop, product, channel) = (noise % 8, noise / 8 % 40, noise / 320 % 3);
        let (month, day) = (row * 12 / rows + 1, noise % 28 + 1);
        let amount = noise % 500 + shop * 40 + month * 10;
        write!(file, "{row},shop {shop},product {product},channel {channel},2025-{month:02}-{day:02} 08:00:00,")?;
        write!(file, "2025-{month:02}-{day:02} {:02}:30:00,{amount},{}", 9 + shop, noise % 9 + 1)?;
        for number in 8..columns {
            write!(file, ",{}", noise.rotate_left(u32::try_from(number)?) % 1_000)?;
        }
        writeln!(file)?;
    }
    Ok(file.flush()?)
}

async fn sizes(settings: &[(&str, &str)]) -> Result<()> {
    for (name, what) in [("k1", "1,000 × 12"), ("k100", "100,000 × 12"), ("m1", "1,000,000 × 20")] {
        let server = Server::start(settings).await?;
        let mut client = Client::connect(&server.addr).await?;
        let project = project_with(&mut client, name).await?;
        let began = Instant::now();
        let run = start(&mut client, &project, json!({"explorer": "built_in"})).await?;
        let mut most = 0;
        let state = loop {
            most = most.max(server.memory_of_all()?);
            let state = client.json("GET", &format!("/api/v1/runs/{run}"), &Value::Null).await?;
            if is_over(&state) {
                break state;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        };
        println!(
            "run on {what}: {:.2} s, {} queries, {} insights, {}; at most {} MB with its processes",
            began.elapsed().as_secs_f64(),
            state["cost"]["queries"],
            state["insights_found"],
            state["run_type"].as_str().unwrap_or_default(),
            most / 1024
        );
    }
    Ok(())
}

/// Ten projects, one run each: one after the other, then all at once, with an interview going on beside.
async fn together(settings: &[(&str, &str)]) -> Result<()> {
    let server = Server::start(settings).await?;
    let mut client = Client::connect(&server.addr).await?;
    let mut projects = Vec::new();
    for _ in 0..TOGETHER {
        projects.push(project_with(&mut client, "k100").await?);
    }
    let request = json!({"explorer": "built_in"});
    let began = Instant::now();
    for project in &projects {
        let run = start(&mut client, project, request.clone()).await?;
        end(&mut client, &run).await?;
    }
    let after = began.elapsed();
    let began = Instant::now();
    let mut runs = Vec::new();
    for project in &projects {
        runs.push(start(&mut client, project, request.clone()).await?);
    }
    let talk = async {
        let mut client = Client::connect(&server.addr).await?;
        let session = interview(&mut client).await?;
        let mut times = Vec::new();
        for number in 0..200 {
            let began = Instant::now();
            turn(&mut client, &session, number).await?;
            times.push(began.elapsed());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        anyhow::Ok(times)
    };
    let wait = async {
        for run in &runs {
            end(&mut client, run).await?;
        }
        anyhow::Ok(began.elapsed())
    };
    let (times, at_once) = tokio::join!(talk, wait);
    println!(
        "ten runs on 100,000 rows: {:.1} s after another, {:.1} s at once; turns of an interview beside them: {}",
        after.as_secs_f64(),
        at_once?.as_secs_f64(),
        spread(&mut times?)
    );
    Ok(())
}

/// A model that answers at once: what a step takes beside its query, how soon it is seen, and the page of the whole.
async fn by_model(settings: &[(&str, &str)]) -> Result<()> {
    let (server, model) = (Server::start(settings).await?, ModelStub::start().await?);
    let count = AtomicUsize::new(0);
    model.answering(move |request| {
        let number = count.fetch_add(1, Ordering::SeqCst);
        let text = request.text();
        let action = if text.contains("Analyse one area") {
            json!({"insights": []})
        } else if text.contains("Recommend what to do") {
            json!({"recommendations": []})
        } else {
            let query = format!("SELECT shop, SUM(amount) AS total FROM k1 WHERE id > {number} GROUP BY shop ORDER BY shop");
            json!({"thinking": "Totals by shop", "query": query})
        };
        Behaviour::Says(action.to_string())
    });
    let mut client = Client::connect(&server.addr).await?;
    let strong = json!({"provider": "compatible", "model": "stub", "base_url": model.base_url(Provider::Compatible),
        "api_key": "key", "price": {"input": 1.0, "output": 2.0}});
    client.json("PUT", "/api/v1/admin/models", &json!({"strong": strong})).await?;
    let project = project_with(&mut client, "k1").await?;
    let run = start(&mut client, &project, json!({"explorer": "model", "max_steps": STEPS, "min_steps": STEPS})).await?;
    let mut seen = follow(&server.addr, &run).await?;
    end(&mut client, &run).await?;
    let (mut steps, mut after) = (Vec::new(), 0);
    loop {
        let page = client.json("GET", &format!("/api/v1/runs/{run}/steps?after={after}&limit=200"), &Value::Null).await?;
        let items = page["items"].as_array().context("steps")?.clone();
        let Some(last) = items.last() else { break };
        after = last["number"].as_u64().context("a number")?;
        steps.extend(items);
    }
    let queries: Vec<&Value> = steps.iter().filter(|step| step["type"] == "query" && step["engine"] != "built_in").collect();
    let mut overheads = Vec::new();
    for pair in queries.windows(2) {
        let between = micros(&pair[1]["at"])?.saturating_sub(micros(&pair[0]["at"])?);
        overheads.push(Duration::from_micros(between));
    }
    println!("a model's step with a 0 ms model and its query, {} of them: {}", queries.len(), spread(&mut overheads));
    println!("stored step to the page (from its time stamp, before it was stored): {}", spread(&mut seen));
    let path = format!("/projects/{project}/runs/{run}");
    let (mut times, mut bytes) = (Vec::new(), 0);
    for round in 0..120 {
        let began = Instant::now();
        bytes = client.call("GET", &path, "").await?.len();
        if round >= 20 {
            times.push(began.elapsed());
        }
    }
    println!("page of a run of {} steps: {} ({} kB of HTML)", steps.len(), spread(&mut times), bytes / 1024);
    Ok(())
}

/// Killed in the middle, started again: until the next step is stored, counted from when the server is ready.
async fn resumed(settings: &[(&str, &str)]) -> Result<()> {
    let mut server = Server::start(settings).await?;
    let mut times = Vec::new();
    for _ in 0..5 {
        let mut client = Client::connect(&server.addr).await?;
        let project = project_with(&mut client, "k100").await?;
        let run = start(&mut client, &project, json!({"explorer": "built_in"})).await?;
        let path = format!("/api/v1/runs/{run}");
        while client.json("GET", &path, &Value::Null).await?["progress"]["step"].as_u64().unwrap_or_default() < 10 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let ready = server.restart(settings).await?;
        let began = Instant::now();
        let mut client = Client::connect(&server.addr).await?;
        let before = client.json("GET", &path, &Value::Null).await?;
        ensure!(!is_over(&before), "it was killed after its end");
        loop {
            let state = client.json("GET", &path, &Value::Null).await?;
            if state["progress"]["step"].as_u64() > before["progress"]["step"].as_u64() || is_over(&state) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        times.push(ready + began.elapsed());
        end(&mut client, &run).await?;
    }
    println!("killed server started to the next step of its run: {}", spread(&mut times));
    Ok(())
}

/// A ready project with one of the tables.
async fn project_with(client: &mut Client, table: &str) -> Result<String> {
    project(client, table, &json!({"path": format!("{table}.csv")})).await
}

/// A ready project with files as its source.
pub(crate) async fn project(client: &mut Client, name: &str, config: &Value) -> Result<String> {
    let project = client.json("POST", "/api/v1/projects", &json!({"name": format!("Bench {name}")})).await?;
    let id = project["id"].as_str().context("no id")?.to_owned();
    let source = json!({"kind": "database", "type": "files", "name": "bench", "config": config});
    client.json("POST", &format!("/api/v1/projects/{id}/sources"), &source).await?;
    loop {
        let sources = client.call("GET", &format!("/api/v1/projects/{id}/sources"), "").await?;
        ensure!(!sources.contains("\"status\":\"failed\""), "{sources}");
        if sources.contains("\"status\":\"ready\"") {
            return Ok(id);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

pub(crate) async fn start(client: &mut Client, project: &str, request: Value) -> Result<String> {
    let run = client.json("POST", &format!("/api/v1/projects/{project}/discover"), &request).await?;
    Ok(run["run_id"].as_str().context("no run")?.to_owned())
}

pub(crate) async fn end(client: &mut Client, run: &str) -> Result<Value> {
    loop {
        let state = client.json("GET", &format!("/api/v1/runs/{run}"), &Value::Null).await?;
        if is_over(&state) {
            return Ok(state);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

fn is_over(run: &Value) -> bool {
    matches!(run["status"].as_str(), Some("completed" | "failed" | "cancelled"))
}

/// Follows a run to its end; for each step how long after its time stamp it came.
async fn follow(addr: &str, run: &str) -> Result<Vec<Duration>> {
    use futures::StreamExt;
    let url = format!("http://{addr}/api/v1/runs/{run}/stream");
    let answer = reqwest::Client::new().get(url).bearer_auth(TOKEN).send().await?.error_for_status()?;
    let (mut stream, mut text, mut late) = (answer.bytes_stream(), String::new(), Vec::new());
    while let Some(part) = stream.next().await {
        text.push_str(&String::from_utf8_lossy(&part?));
        let now = now();
        while let Some(end) = text.find("\n\n") {
            let event: String = text.drain(..end + 2).collect();
            let Some(data) = event.lines().find_map(|line| line.strip_prefix("data:")) else { continue };
            let data: Value = serde_json::from_str(data.trim())?;
            let step = if data["step"].is_object() { &data["step"] } else { &data };
            if data["type"] == "step" && step["at"].is_string() {
                late.push(Duration::from_micros(now.saturating_sub(micros(&step["at"])?)));
            }
        }
    }
    ensure!(!late.is_empty(), "no step was seen");
    Ok(late)
}

#[expect(clippy::disallowed_methods, reason = "nothing is replayed here")]
fn now() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| u64::try_from(since.as_micros()).unwrap_or(u64::MAX))
}

fn micros(at: &Value) -> Result<u64> {
    let at = at.as_str().context("no time")?;
    Ok(u64::try_from(at.parse::<jiff::Timestamp>()?.as_microsecond())?)
}
