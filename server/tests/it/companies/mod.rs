//! Searches for companies over HTTP (seed 001), against a search service on this machine.

mod acceptance;
mod begun_again;
mod excerpts;
mod fetched;
mod figures;
mod flags;
mod obedience;
mod places;
mod proven;
pub(crate) mod schedules;
mod warmed;
mod wires;
mod with_model;
mod wrong;

use crate::ground::{ADMIN, Api, Database, Server, Settings};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use testkit::{SEARCH_KEY, SearchStub, SearchWire, StubHit};

pub(crate) const DISCOVERY: &str = "/api/os/discovery";

/// A server of one's own with a search service.
pub(super) struct Searching {
    pub(super) stub: SearchStub,
    pub(super) settings: Settings,
    pub(super) server: Server,
    /// Holds the database.
    _database: Database,
}

impl Searching {
    pub(super) async fn start(hits: Vec<StubHit>) -> Self {
        Self::over(SearchWire::Searxng, hits, &[]).await
    }

    /// With a service that speaks this wire, and more variables in the server's environment.
    pub(super) async fn over(wire: SearchWire, hits: Vec<StubHit>, more: &[(&'static str, &str)]) -> Self {
        let stub = SearchStub::start(wire).await;
        stub.finds(hits);
        let database = Database::sqlite();
        let settings = reaching(Settings::new(&database), wire, &stub);
        let settings = more.iter().fold(settings, |settings, (name, value)| settings.with(name, value));
        let server = Server::start(&settings);
        Self { stub, settings, server, _database: database }
    }

    pub(super) fn api(&self) -> Api {
        Api::new(&self.server.base, Some(ADMIN))
    }

    /// The queries that were asked.
    pub(super) fn sent(&self) -> Vec<String> {
        queries(&self.stub)
    }

    /// The answer to a search.
    pub(super) async fn search(&self, more: &Value) -> Value {
        self.api().post(DISCOVERY, &wish(more)).await.json(200)
    }

    /// What an answer's search went through.
    pub(super) async fn trace(&self, answer: &Value) -> Value {
        self.api().get(&format!("/api/v1/company-searches/{}", search_id(answer))).await.json(200)
    }
}

/// With this service set up.
pub(super) fn reaching(settings: Settings, wire: SearchWire, stub: &SearchStub) -> Settings {
    let (key, base) = match wire {
        SearchWire::Searxng => return settings.with("SEARXNG_URL", &stub.base),
        SearchWire::SerpApi => ("SERPAPI_KEY", "SERPAPI_BASE_URL"),
        SearchWire::Brave => ("BRAVE_API_KEY", "BRAVE_BASE_URL"),
        SearchWire::Tavily => ("TAVILY_API_KEY", "TAVILY_BASE_URL"),
        SearchWire::Serper => ("SERPER_API_KEY", "SERPER_BASE_URL"),
    };
    settings.with(key, SEARCH_KEY).with(base, &stub.base)
}

/// The queries that a service was asked, in whatever way it is asked.
pub(super) fn queries(stub: &SearchStub) -> Vec<String> {
    let calls = stub.requests().into_iter();
    let text = |call: testkit::SearchCall| {
        let sent = ["q", "query"].map(|name| call.body[name].as_str().map(str::to_owned));
        call.query.get("q").cloned().or_else(|| sent.into_iter().flatten().next())
    };
    calls.filter_map(text).collect()
}

/// How often each of them was asked.
pub(super) fn counted(queries: Vec<String>) -> BTreeMap<String, usize> {
    queries.into_iter().fold(BTreeMap::new(), |mut counts, query| {
        *counts.entry(query).or_default() += 1;
        counts
    })
}

/// The queries of this search that have their answers; none before there is such a search.
pub(super) async fn answered(api: &Api, name: &str) -> Vec<String> {
    let listed = api.get("/api/v1/company-searches").await.json(200);
    let Some(found) = listed["items"].as_array().expect("items").iter().find(|one| one["request_id"] == name) else {
        return Vec::new();
    };
    let trace = api.get(&format!("/api/v1/company-searches/{}", found["id"].as_str().expect("an id"))).await.json(200);
    let queries = trace["queries"].as_array().expect("queries").iter();
    queries.filter_map(|query| query["text"].as_str().map(str::to_owned)).collect()
}

/// Everything but when it was found.
pub(super) fn timeless(answer: &Value) -> Value {
    let mut data = answer["data"].clone();
    for company in data["companies"].as_array_mut().into_iter().flatten() {
        company["evidence"]["accessedAt"] = Value::Null;
    }
    data
}

pub(super) fn hits(of: &Value) -> Vec<StubHit> {
    let text = |hit: &Value, name: &str| hit[name].as_str().unwrap_or_default().to_owned();
    let hit = |hit: &Value| {
        let made = StubHit::new(&text(hit, "url"), &text(hit, "title"), &text(hit, "snippet"));
        match hit["date"].as_str() {
            Some(date) => made.dated(date),
            None => made,
        }
    };
    of.as_array().expect("hits").iter().map(hit).collect()
}

/// Two companies in ADGM, an old and a new one.
pub(super) fn in_adgm() -> Vec<StubHit> {
    hits(&json!([
        {"url": "https://news.example/falcon", "title": "Falcon", "snippet": "Falcon Capital Partners has opened an office in ADGM, Abu Dhabi.", "date": "2025-01-06"},
        {"url": "https://news.example/orchid", "title": "Orchid", "snippet": "Orchid Robotics Ltd has opened its headquarters in ADGM, Abu Dhabi, and is hiring.", "date": "2025-01-09"},
        {"url": "https://news.example/desert", "title": "Desert", "snippet": "Desert Rose Trading LLC has opened an office in Abu Dhabi.", "date": "2025-01-09"}
    ]))
}

pub(super) fn wish(more: &Value) -> Value {
    let mut wish = json!({"queryText": "Find companies in ADGM", "constraints": {"area": "ADGM", "city": "Abu Dhabi"}});
    for (name, value) in more.as_object().expect("fields") {
        wish[name] = value.clone();
    }
    wish
}

pub(super) fn search_id(answer: &Value) -> &str {
    answer["meta"]["searchId"].as_str().expect("an id")
}

pub(super) fn companies(answer: &Value) -> &Vec<Value> {
    answer["data"]["companies"].as_array().expect("companies")
}

pub(super) fn names(answer: &Value) -> Vec<&str> {
    companies(answer).iter().filter_map(|one| one["name"].as_str()).collect()
}

/// The sums of COMPANIES.md.
pub(super) fn check_sums(answer: &Value) {
    let (validation, novelty) = (&answer["data"]["validation"], &answer["data"]["novelty"]);
    let number = |of: &Value, name: &str| of[name].as_u64().unwrap_or_else(|| panic!("no {name} in {answer}"));
    let rejected = number(validation, "rejectedCount");
    assert_eq!(number(validation, "totalExtracted"), number(validation, "passedValidation") + rejected);
    let breakdown = validation["rejectionBreakdown"].as_object().expect("reasons");
    assert_eq!(rejected, breakdown.values().filter_map(Value::as_u64).sum::<u64>());
    let news = ["newCompanies", "resurfacedWithNewEvidence", "filteredAsPreviouslySeen", "filteredAsStale"];
    assert_eq!(number(validation, "passedValidation"), news.iter().map(|name| number(novelty, name)).sum::<u64>());
    let costs = &answer["meta"]["costs"];
    let parts = ["queryUnderstanding", "querySynthesis", "serp", "extraction"];
    let sum: f64 = parts.iter().filter_map(|name| costs[name].as_f64()).sum();
    assert!((costs["total"].as_f64().expect("a total") - sum).abs() < 1e-9, "{costs}");
}
