//! Each provider against a stub of its own wire, and the front over several of them.

use super::*;
use domain::{
    StoreFault,
    research::{Among, SearchFault, SourceMatch, SourceRow, SourceStore, WebSearch, published},
};
use protocol::{
    SourceId, TenantId,
    research::{Hit, SearchOutcome, SearchProvider, SourceRef},
};
use secrecy::SecretString;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use testkit::{Canned, SEARCH_KEY, SearchStub, SearchWire, StubHit};
use uuid::Uuid;

mod front;
mod wires;

const WIRES: [(SearchWire, SearchProvider); 5] = [
    (SearchWire::Searxng, SearchProvider::Searxng),
    (SearchWire::SerpApi, SearchProvider::SerpApi),
    (SearchWire::Brave, SearchProvider::Brave),
    (SearchWire::Tavily, SearchProvider::Tavily),
    (SearchWire::Serper, SearchProvider::Serper),
];

fn hurried() -> Patience {
    Patience {
        attempt: Duration::from_secs(2),
        whole: Duration::from_secs(10),
        retries: 2,
        first_wait: Duration::from_millis(5),
        longest_wait: Duration::from_millis(1_500),
    }
}

/// The provider of a stub, with a key.
fn provider(stub: &SearchStub, wire: SearchWire, key: &str) -> Arc<dyn WebSearch> {
    let variable = match wire {
        SearchWire::Searxng => "SEARXNG",
        SearchWire::SerpApi => "SERPAPI",
        SearchWire::Brave => "BRAVE",
        SearchWire::Tavily => "TAVILY",
        SearchWire::Serper => "SERPER",
    };
    let settings = Settings::read(|name| {
        let mine = name.strip_prefix(variable)?;
        Some(if mine.ends_with("URL") { stub.base.clone() } else { key.to_owned() })
    });
    let providers = settings.expect("settings").providers(hurried()).expect("a provider");
    assert_eq!(providers.len(), 1);
    providers[0].clone()
}

fn wish(query: &str) -> SearchRequest {
    SearchRequest {
        tenant: TenantId(Uuid::from_u128(1)),
        among: Among::All,
        query: query.into(),
        limit: 10,
        freshness: None,
        language: None,
        country: None,
        location: None,
        page: 1,
        now: published("2026-06-15T10:00:00Z").expect("a date"),
    }
}

fn soap() -> Vec<StubHit> {
    vec![
        StubHit::new("https://example.org/soap", "Soap <b>market</b>", "The market for soap &amp; more"),
        StubHit::new("https://example.org/wax", "Wax", "About wax").dated("2026-03-05T00:00:00"),
        StubHit::new("javascript:alert(1)", "Not a page", ""),
    ]
}
