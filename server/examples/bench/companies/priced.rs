//! What a search costs with a model and a search service that are paid as the seed pays them (seed 001, Cost Analysis). Tokens are
//! counted as four characters each, on both ways.

use super::{PATH, layers::with_model, service, texts, wish};
use crate::client::Client;
use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};
use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};
use testkit::{Behaviour, SEARCH_KEY, SearchWire};

/// US dollars for a million tokens, in and out: the seed's model.
const PER_MILLION: (f64, f64) = (10.0, 30.0);
const PER_SEARCH: f64 = 0.005;
const CHARACTERS: usize = 4;
const SEARCHES: usize = 10;

pub(super) async fn total() -> Result<()> {
    let stub = service(SearchWire::SerpApi).await;
    let settings = [("SERPAPI_KEY", SEARCH_KEY), ("SERPAPI_BASE_URL", stub.base.as_str())];
    let (server, model) = with_model(&settings, PER_MILLION).await?;
    let mut client = Client::connect(&server.addr).await?;
    let prices = json!({"warehouses": [], "searches": [{"provider": "serpapi", "per_call_usd": PER_SEARCH}]});
    client.json("PUT", "/api/v1/admin/prices", &prices).await?;
    let spent: Arc<[AtomicUsize; 2]> = Arc::default();
    let counted = spent.clone();
    model.answering(move |request| {
        let asked = request.text();
        let answer = answer(&asked);
        counted[0].fetch_add(asked.chars().count() / CHARACTERS, Ordering::SeqCst);
        counted[1].fetch_add(answer.chars().count() / CHARACTERS, Ordering::SeqCst);
        Behaviour::Says(answer)
    });
    let (mut dearest, mut serp, mut calls) = (0.0_f64, 0.0, 0);
    for _ in 0..SEARCHES {
        spent.iter().for_each(|count| count.store(0, Ordering::SeqCst));
        let before = model.requests().len();
        let answer = client.json("POST", PATH, &wish(&json!({}))).await?;
        ensure!(answer["meta"]["engines"]["extraction"] == "compatible/stub", "the model did not read: {answer}");
        calls = model.requests().len() - before;
        serp = answer["meta"]["costs"]["serp"].as_f64().context("no cost")?;
        #[expect(clippy::cast_precision_loss, reason = "some thousands of tokens")]
        let [input, output] = [&spent[0], &spent[1]].map(|count| count.load(Ordering::SeqCst) as f64 / 1e6);
        dearest = dearest.max(serp + input * PER_MILLION.0 + output * PER_MILLION.1);
    }
    println!(
        "a company search with {calls} calls to a model at {} and {} USD a million tokens: {dearest:.3} USD, of it {serp:.3} for results (aim: at most 0.41)",
        PER_MILLION.0, PER_MILLION.1
    );
    Ok(())
}

/// What a good model says to one of the three calls.
pub(super) fn answer(asked: &str) -> String {
    if asked.contains("You read a query of somebody") {
        let location = json!({"country": null, "emirate": null, "city": null, "area": "ADGM", "areaType": "free_zone"});
        return json!({"intent": "find_leads", "location": location, "confidence": 0.9, "entityType": "company", "signalTypes": ["hiring"],
            "sectors": [], "temporalHint": null})
        .to_string();
    }
    if asked.contains("You write searches for a web search") {
        let queries =
            ["ADGM new offices", "ADGM licences granted", "ADGM fund managers", "companies moving to ADGM", "ADGM hiring 2025"];
        return json!({"queries": queries}).to_string();
    }
    let company = |text: &Value| {
        let content = text["content"].as_str()?;
        let name = (0..500).map(|number| texts::text(number).0).find(|name| content.starts_with(name.as_str()))?;
        let snippet = content.split(". ").next()?;
        Some(
            json!({"text": text["text"], "name": name, "snippet": snippet, "place": if snippet.contains("ADGM") { "ADGM" } else { "" },
            "role": "tenant", "presence": "present", "certainty": "verified", "industry": null, "domain": null,
            "signal": {"type": "new_office", "strength": 4, "description": snippet}}),
        )
    };
    let asked = asked.find("{\"place\":").map_or("", |begin| &asked[begin..]);
    let data = serde_json::Deserializer::from_str(asked).into_iter::<Value>().next().and_then(Result::ok).unwrap_or_default();
    let companies: Vec<Value> = data["texts"].as_array().into_iter().flatten().filter_map(company).collect();
    json!({"companies": companies}).to_string()
}
