//! What cannot be, and providers that do not answer.

use super::{DISCOVERY, Searching, check_sums, in_adgm, names, wish};
use crate::ground::everywhere;
use serde_json::{Value, json};
use testkit::Canned;

#[tokio::test]
async fn every_fault_of_a_request_is_named() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        for (body, status, fields) in [
            (json!({}), 422, vec!["queryText"]),
            (json!({"queryText": ""}), 422, vec!["queryText"]),
            (json!({"queryText": "x".repeat(501)}), 422, vec!["queryText"]),
            (json!({"queryText": 7, "persona_id": 8}), 422, vec!["queryText", "persona_id"]),
            (json!({"queryText": "x", "persona_id": 0}), 422, vec!["persona_id"]),
            (json!({"queryText": "x", "noveltyMode": "maybe", "mode": "dead"}), 422, vec!["noveltyMode", "mode"]),
            (json!({"queryText": "x", "constraints": {"areaType": "moon"}}), 422, vec!["constraints.areaType"]),
            (json!({"queryText": "x", "options": {"maxResults": 0}}), 422, vec!["options.maxResults"]),
            (json!({"queryText": "x", "options": {"maxResults": 101}}), 422, vec!["options.maxResults"]),
            (json!({"queryText": "x", "options": {"maxResults": "10"}}), 422, vec!["options.maxResults"]),
            (json!({"queryText": "x", "options": {"maxResults": 1.5}}), 422, vec!["options.maxResults"]),
            (
                json!({"queryText": "x", "options": {"budgets": {"maxLlmCalls": -1, "maxSearchCalls": "2", "maxPageFetches": 0.5}}}),
                422,
                vec!["options.budgets.maxLlmCalls", "options.budgets.maxSearchCalls", "options.budgets.maxPageFetches"],
            ),
            (json!({"queryText": "x", "options": {"budgets": {"maxSearchCalls": 1_001}}}), 422, vec!["options.budgets.maxSearchCalls"]),
            (json!({"queryText": "x", "options": {"budgets": 3}}), 422, vec!["options.budgets"]),
            (json!({"queryText": "x", "options": {"mode": "dead"}}), 422, vec!["options.mode"]),
            (json!({"queryText": "x", "sinceTimestamp": "yesterday"}), 422, vec!["sinceTimestamp"]),
            (json!({"queryText": "x", "sinceTimestamp": "0001-01-01"}), 422, vec!["sinceTimestamp"]),
            (json!({"queryText": "x", "tenant_id": "another"}), 403, vec![]),
        ] {
            let problem = owner.post(DISCOVERY, &body).await.problem(status);
            let named: Vec<&str> =
                problem["errors"].as_array().into_iter().flatten().filter_map(|one| one["field"].as_str()).collect();
            for field in &fields {
                assert!(named.contains(field), "{body}: {field} in {problem}");
            }
        }
        place.nobody().post(DISCOVERY, &json!({"queryText": "x"})).await.problem(401);
        place.viewer().post(DISCOVERY, &json!({"queryText": "x"})).await.problem(403);
        // Without a provider one's own documents are searched, and others do not see it.
        let answer = guest.post(DISCOVERY, &wish(&json!({"unknown": 1}))).await.json(200);
        assert_eq!((&answer["success"], &answer["meta"]["providers"]), (&json!(true), &json!(["documents"])), "{answer}");
        let id = answer["meta"]["searchId"].as_str().expect("an id").to_owned();
        owner.get(&format!("/api/v1/company-searches/{id}")).await.json(200);
        let (stranger, _) = place.tenant();
        for path in ["", "/stream", "/export"] {
            stranger.get(&format!("/api/v1/company-searches/{id}{path}")).await.problem(404);
            place.member().get(&format!("/api/v1/company-searches/{id}{path}")).await.problem(404);
        }
        owner.get(&format!("/api/v1/company-searches/{id}/export?format=xml")).await.problem(422);
    })
    .await;
}

/// A place in the text binds like a constraint, and nothing is guessed (COMPANIES.md, Request): nothing is in both places.
#[tokio::test]
async fn contradictions_are_reported_and_never_guessed() {
    let searching = Searching::start(in_adgm()).await;
    let conflict = |field: &str, text: &str, constraint: &str| json!({"field": field, "text": text, "constraint": constraint});
    for (text, constraints, conflicts, count) in [
        // The text against a constraint.
        ("Find companies in DIFC", json!({"area": "ADGM"}), json!([conflict("area", "DIFC", "ADGM")]), 0),
        ("Find companies in ADGM", json!({"country": "UK"}), json!([conflict("country", "UAE", "UK")]), 0),
        ("Find companies in ADGM", json!({"city": "London"}), json!([conflict("city", "Abu Dhabi", "London")]), 0),
        (
            "Find companies in Dubai",
            json!({"area": "ADGM", "city": "Abu Dhabi"}),
            json!([conflict("city", "Dubai", "Abu Dhabi")]),
            0,
        ),
        (
            "mainland companies",
            json!({"area": "ADGM", "areaType": "free_zone"}),
            json!([conflict("areaType", "mainland", "free_zone")]),
            2,
        ),
        ("Find companies in London", json!({"country": "UAE"}), json!([conflict("country", "UK", "UAE")]), 0),
        // Constraints against each other: nothing can be in both.
        ("companies", json!({"area": "ADGM", "city": "Dubai"}), json!([conflict("city", "Abu Dhabi", "Dubai")]), 0),
    ] {
        let answer = searching.search(&json!({"queryText": text, "constraints": constraints})).await;
        check_sums(&answer);
        assert_eq!(answer["success"], true, "{text} {constraints}: {answer}");
        assert_eq!(answer["data"]["queryUnderstanding"]["conflicts"], conflicts, "{text} {constraints}");
        assert_eq!(names(&answer).len(), count, "{text} {constraints}: {answer}");
        if text.starts_with("Find") {
            let mismatches = answer["data"]["validation"]["rejectionBreakdown"]["location_mismatch"].as_u64();
            assert!(mismatches.is_some_and(|mismatches| mismatches > 1), "{text} {constraints}: {answer}");
        }
        assert_eq!(answer["data"]["message"].is_string(), count == 0, "{text} {constraints}: {answer}");
    }
}

#[tokio::test]
async fn who_does_not_answer_is_named() {
    let searching = Searching::start(in_adgm()).await;
    let api = searching.api();
    for _ in 0..100 {
        searching.stub.answers(Canned::new(403, "<!doctype html>"));
    }
    let answer = api.post(DISCOVERY, &wish(&json!({}))).await.json(200);
    assert_eq!((&answer["success"], names(&answer).len()), (&json!(false), 0), "{answer}");
    assert!(answer["error"].as_str().is_some_and(|error| error.contains("searxng")), "{answer}");
    assert!(answer["data"].get("message").is_none_or(Value::is_null), "{answer}");
    assert_eq!(answer["meta"]["unresponsive"], json!(["searxng"]));
}

#[tokio::test]
async fn a_budget_of_nothing_asks_nobody() {
    let searching = Searching::start(in_adgm()).await;
    let api = searching.api();
    let answer = api.post(DISCOVERY, &wish(&json!({"options": {"budgets": {"maxSearchCalls": 0}}}))).await.json(200);
    check_sums(&answer);
    assert!(searching.sent().is_empty());
    assert_eq!(
        (&answer["meta"]["partial"], &answer["meta"]["exhausted"]),
        (&json!(true), &json!(["maxSearchCalls"])),
        "{answer}"
    );
    assert_eq!(names(&answer).len(), 0);
    let answer = api.post(DISCOVERY, &wish(&json!({"options": {"budgets": {"maxSearchCalls": 2}}}))).await.json(200);
    assert_eq!((searching.sent().len(), &answer["meta"]["partial"]), (2, &json!(true)), "{answer}");
    assert_eq!(names(&answer).len(), 2, "a part of the answer is an answer");
}
