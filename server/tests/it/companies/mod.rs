//! Searches for companies over HTTP (seed 001), against a search service on this machine.

mod acceptance;
mod begun_again;
mod flags;
mod wrong;

use crate::ground::{ADMIN, Api, Database, Server, Settings};
use serde_json::{Value, json};
use testkit::{SearchStub, SearchWire, StubHit};

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
        let stub = SearchStub::start(SearchWire::Searxng).await;
        stub.finds(hits);
        let database = Database::sqlite();
        let settings = Settings::new(&database).with("SEARXNG_URL", &stub.base);
        let server = Server::start(&settings);
        Self { stub, settings, server, _database: database }
    }

    pub(super) fn api(&self) -> Api {
        Api::new(&self.server.base, Some(ADMIN))
    }

    /// How often each query was asked for.
    pub(super) fn sent(&self) -> Vec<String> {
        self.stub.requests().into_iter().filter_map(|call| call.query.get("q").cloned()).collect()
    }
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
