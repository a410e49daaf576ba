//! The answer by the names of the seed (part B) and of COMPANIES.md.

use super::{Search, found};
use protocol::companies::{DiscoveryResponse, SearchCosts, SearchMeta};
use serde_json::{Value, json};

fn fields(value: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = value.as_object().map(|all| all.keys().map(String::as_str).collect()).unwrap_or_default();
    // Their order is that of the map, which depends on how it is built.
    names.sort_unstable();
    names
}

fn response(search: &Search) -> Value {
    let costs = SearchCosts::new(0.02, 0.01, 0.02, 0.36);
    let meta = SearchMeta { request_id: "one".into(), processing_time_ms: 4_500, costs, ..SearchMeta::default() };
    let response = search.conclude().into_response(meta);
    let written = serde_json::to_value(&response).expect("plain data");
    assert_eq!(serde_json::from_value::<DiscoveryResponse>(written.clone()).expect("what was written"), response);
    written
}

#[test]
fn an_answer_has_the_fields_of_the_seed() {
    let complete = found("Pearl Pay", "ADGM").change(|one| {
        (one.domain, one.industry) = (Some("pearl.example".into()), Some("fintech".into()));
        one.signal.trigger_date = Some("2025-01-08".into());
    });
    let response = response(&Search::in_adgm().with(complete));
    assert_eq!(fields(&response), ["data", "meta", "success"]);
    assert_eq!(fields(&response["data"]), ["companies", "novelty", "queryUnderstanding", "validation"]);
    let company = &response["data"]["companies"][0];
    let names = ["domain", "evidence", "id", "industry", "location", "name", "noveltyStatus", "signal", "sivaScores"];
    assert_eq!(fields(company), names);
    assert_eq!(fields(&company["location"]), ["city", "confidence", "country", "normalized", "raw"]);
    assert_eq!(fields(&company["signal"]), ["description", "strength", "triggerDate", "type"]);
    let evidence = ["accessedAt", "from", "publishedDate", "snippet", "sourceTitle", "sourceUrl"];
    assert_eq!(fields(&company["evidence"]), evidence);
    let scores = ["effort", "explanations", "likelihood", "overall", "quality", "tier", "timing"];
    assert_eq!(fields(&company["sivaScores"]), scores);
    assert!(["HOT", "WARM", "COOL"].contains(&company["sivaScores"]["tier"].as_str().expect("a text")));
    assert_eq!(company["signal"]["type"], "new_office");
    let understood = &response["data"]["queryUnderstanding"];
    assert!(
        ["conflicts", "originalQuery", "parsedIntent", "parsedLocation", "synthesizedQueries"]
            .iter()
            .all(|name| understood.get(name).is_some())
    );
    assert_eq!(fields(&understood["parsedLocation"]), ["area", "areaType", "city", "confidence", "country", "emirate"]);
    assert_eq!(
        response["data"]["validation"],
        json!({
            "totalExtracted": 1, "passedValidation": 1, "rejectedCount": 0, "enforced": true,
            "rejectionBreakdown": {"location_mismatch": 0, "location_unverified": 0, "city_mismatch": 0},
        })
    );
    assert_eq!(
        response["data"]["novelty"],
        json!({
            "newCompanies": 1, "resurfacedWithNewEvidence": 0, "filteredAsPreviouslySeen": 0, "filteredAsStale": 0,
            "filteredAsUndated": 0, "enforced": true,
        })
    );
    assert_eq!(response["meta"]["cache"], "miss");
    assert_eq!(response["meta"]["costs"]["total"], 0.41);
    assert_eq!(fields(&response["meta"]["costs"]), ["extraction", "querySynthesis", "queryUnderstanding", "serp", "total"]);
}

#[test]
fn a_failure_is_no_empty_result() {
    let mut search = Search::in_adgm();
    search.circumstances.answered.clear();
    search.circumstances.failed = vec!["searxng".into()];
    let response = response(&search);
    assert_eq!((&response["success"], &response["data"]["companies"]), (&json!(false), &json!([])));
    assert!(response["error"].is_string() && response["data"].get("message").is_none());
    search.request.options.include_query_understanding = false;
    assert!(self::response(&search)["data"].get("queryUnderstanding").is_none());
}
