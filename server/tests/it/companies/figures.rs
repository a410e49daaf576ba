//! What `/metrics` shows of searches: by layer the seconds and the cost, who was left out and why, and how often the cache served.

use super::{Searching, companies, in_adgm, names};
use crate::ground::Api;
use serde_json::json;

/// The value of the line that begins so, name and labels.
fn figure(metrics: &str, line: &str) -> f64 {
    let found = metrics.lines().find_map(|one| one.strip_prefix(line)?.trim().parse().ok());
    found.unwrap_or_else(|| panic!("no {line} in\n{metrics}"))
}

#[tokio::test]
async fn every_layer_has_its_figures() {
    let searching = Searching::start(in_adgm()).await;
    let prices = json!({"warehouses": [], "searches": [{"provider": "searxng", "per_call_usd": 0.005}]});
    searching.api().put("/api/v1/admin/prices", &prices).await.json(200);
    let cached = json!({"mode": "cached"});
    let first = searching.search(&cached).await;
    assert_eq!(names(&first).len(), 2);
    let seen = json!({"mode": "cached", "excludeEntityIds": [companies(&first)[0]["id"]]});
    let second = searching.search(&seen).await;
    assert_eq!(second["meta"]["cache"], "hit");

    let metrics = Api::new(&searching.server.base, None).get("/metrics").await.text;
    for (layer, count) in [
        ("understanding", 1.0),
        ("synthesis", 1.0),
        ("search", 1.0),
        ("extraction", 1.0),
        // Also where the texts were there.
        ("validation", 2.0),
        ("novelty", 2.0),
        ("scoring", 2.0),
    ] {
        assert_eq!(figure(&metrics, &format!("discovery_company_layer_seconds_count{{layer=\"{layer}\"}}")), count, "{layer}");
        let seconds = figure(&metrics, &format!("discovery_company_layer_seconds_sum{{layer=\"{layer}\"}}"));
        assert!(seconds >= 0.0, "{layer}");
        // Also of layers that are quick.
        assert!(seconds > 0.0 || !["validation", "novelty", "scoring"].contains(&layer), "{layer}");
        let micros = figure(&metrics, &format!("discovery_company_cost_micros{{layer=\"{layer}\"}}"));
        let cost = if layer == "search" { first["meta"]["costs"]["serp"].as_f64().expect("a number") } else { 0.0 };
        assert!((micros - cost * 1e6).abs() < 1.0, "{layer}: {micros}");
    }
    let reasons = first["data"]["validation"]["rejectionBreakdown"].as_object().expect("reasons");
    for (reason, count) in reasons.iter().filter(|(_, count)| **count != 0) {
        let shown = figure(&metrics, &format!("discovery_company_rejected{{reason=\"{reason}\"}}"));
        assert_eq!(Some(shown), count.as_f64().map(|count| count * 2.0), "{reason}");
    }
    assert_eq!(figure(&metrics, "discovery_company_rejected{reason=\"previously_seen\"}"), 1.0);
    for used in ["miss", "hit"] {
        assert_eq!(figure(&metrics, &format!("discovery_company_searches{{cache=\"{used}\"}}")), 1.0, "{used}");
    }
    let calls = searching.sent().len();
    let asked = figure(&metrics, "discovery_searches{provider=\"searxng\",outcome=\"ok\"}");
    assert_eq!(json!(asked), json!(calls as f64));
}
