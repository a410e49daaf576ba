//! `/metrics` as an operator reads it: each figure that is documented is there, with its labels, and none that is not.

use crate::{
    companies::{Searching, in_adgm},
    ground::{ADMIN, Api, Database, Server, Settings, Socket},
    projects::{made, upload},
};
use domain::models::Provider;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use testkit::{Behaviour, ModelStub};

/// Figures by name, with the names of their labels.
type Figures = BTreeMap<String, BTreeSet<String>>;

/// What the table in the README of the server lists.
fn read_documented() -> Figures {
    let quoted = |cell: &'static str| cell.split('`').skip(1).step_by(2).map(str::to_owned);
    let lines = include_str!("../../README.md").lines();
    let rows = lines.filter(|line| line.starts_with("| `discovery_") || line.starts_with("| `store_"));
    let figure = |row: &'static str| {
        let mut cells = row.split('|').skip(1).map(quoted);
        let (mut name, labels) = (cells.next().expect("a name"), cells.next().expect("labels"));
        (name.next().expect("a name"), labels.collect::<BTreeSet<String>>())
    };
    rows.map(figure).collect()
}

/// What answers of `/metrics` hold. A figure that is summed up has its sum, its count and its quantiles under the one name.
fn read_exposed(text: &str, documented: &Figures) -> Figures {
    let mut exposed = Figures::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let (series, _) = line.rsplit_once(' ').expect("a value");
        let (name, labels) = series.split_once('{').unwrap_or((series, ""));
        let base = name.strip_suffix("_sum").or_else(|| name.strip_suffix("_count"));
        let name = base.filter(|base| documented.contains_key(*base)).unwrap_or(name);
        let labels = labels.split('"').step_by(2).map(|label| label.trim_matches([',', '=', '}']));
        let labels = labels.filter(|label| !label.is_empty() && *label != "quantile").map(str::to_owned);
        exposed.entry(name.to_owned()).or_default().extend(labels);
    }
    exposed
}

/// The value of one series.
#[track_caller]
fn value(text: &str, series: &str) -> f64 {
    let found = text.lines().find_map(|line| line.strip_prefix(series)?.strip_prefix(' ')?.parse().ok());
    found.unwrap_or_else(|| panic!("no {series} in\n{text}"))
}

async fn fetch(server: &Server) -> String {
    let answer = Api::new(&server.base, None).get("/metrics").await;
    assert_eq!(answer.status, 200);
    answer.text
}

/// A server on which one thing of each kind was done without a model, and what it exposes.
async fn without_a_model() -> String {
    let searching = Searching::start(in_adgm()).await;
    let api = searching.api();
    let session = api.open("idea_discovery").await;
    api.say(&session, "We sell cheese").await;
    // The agent goes on by itself after this, which is no turn.
    let question = api.session(&session).await["asked"]["key"].as_str().expect("a question").to_owned();
    let path = format!("/api/v1/sessions/{session}/obligations/{question}");
    api.patch(&path, &json!({"action": "defer"})).await.json(200);
    let seen = searching.search(&json!({"mode": "cached"})).await;
    assert!(seen["meta"]["searchId"].is_string(), "{seen}");
    let project = made(&api, "Ferry line").await;
    let fields = [("kind", "database"), ("name", "line")];
    upload(&api, &project, &fields, &[("ferries.csv", b"ferry,seats\nHeron,120\n")]).await.json(201);
    let sql = json!({"sql": "SELECT count(*) FROM ferries"});
    assert_eq!(api.post(&format!("/api/v1/projects/{project}/query"), &sql).await.json(200)["rows"], json!([[1]]));
    let socket = Socket::open(&api).await;
    let text = fetch(&searching.server).await;
    drop(socket);

    assert_eq!(value(&text, "discovery_turns{outcome=\"answered\"}"), 1.0, "{text}");
    assert!(value(&text, "discovery_commands{kind=\"interview\"}") >= 1.0, "{text}");
    assert!(value(&text, "discovery_sources_open") >= 1.0, "{text}");
    assert!(value(&text, "discovery_sockets") >= 1.0, "{text}");
    for name in ["Ferry", "ferries", "cheese", "automation@localhost"] {
        assert!(!text.contains(name), "{name} is for nobody who reads figures: {text}");
    }
    text
}

/// The same with a model that refuses every call.
async fn with_a_model() -> String {
    let (stub, database) = (ModelStub::start().await.expect("a free port"), Database::sqlite());
    stub.always(Behaviour::EchoesKey { status: 401 });
    let settings = Settings::new(&database)
        .with("OPENAI_API_KEY", "sk-never-to-be-seen")
        .with("OPENAI_BASE_URL", &stub.base_url(Provider::Compatible))
        .with("DISCOVERY_MODEL_FAST", "stub-1");
    let server = Server::start(&settings);
    let api = Api::new(&server.base, Some(ADMIN));
    let session = api.open("idea_discovery").await;
    api.say(&session, "We sell cheese").await;
    let text = fetch(&server).await;
    assert!(value(&text, "discovery_turns{outcome=\"fell_back\"}") >= 1.0, "{text}");
    assert!(
        text.lines().any(|line| line.starts_with("discovery_model_calls{") && line.contains("outcome=\"unauthorized\"")),
        "{text}"
    );
    assert!(!text.contains("sk-never-to-be-seen"));
    text
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_documented_figure_is_exposed_and_every_exposed_one_is_documented() {
    let documented = read_documented();
    assert!(documented.len() > 25, "{documented:?}");
    let (plain, modelled) = (without_a_model().await, with_a_model().await);
    assert_eq!(read_exposed(&format!("{plain}\n{modelled}"), &documented), documented);

    for resource in ["queries", "long_queries", "documents", "uploads", "readings", "runs", "models"]
        .into_iter()
        .chain(["asks", "asks_of_one_person", "asks_with_many_rows", "companies", "company_readings", "opportunities"])
    {
        for figure in ["discovery_under_way", "discovery_waiting"] {
            let depth = value(&plain, &format!("{figure}{{resource=\"{resource}\"}}"));
            assert!((0.0..1_000.0).contains(&depth), "{figure} of {resource}: {depth}");
        }
    }
    for series in [
        "discovery_turns{outcome=\"stopped\"}",
        "discovery_failed{kind=\"ask\"}",
        "discovery_source_connections{wire=\"postgres\"}",
    ] {
        assert_eq!(value(&plain, series), 0.0, "{series} begins with nothing");
    }
}
