//! What a client may send.

use domain::{RefusalKind, companies::parse_request};
use protocol::companies::{AreaType, CompanyRequest, NoveltyMode, SearchMode};
use serde_json::{Value, json};

const OWN: &[&str] = &["8f1c", "default"];

fn faults(body: &Value) -> Vec<String> {
    let refusal = parse_request(body, OWN).expect_err("a fault");
    assert_eq!(refusal.kind, RefusalKind::Invalid);
    refusal.faults.into_iter().map(|fault| fault.field).collect()
}

#[test]
fn only_the_query_is_needed() {
    let request = parse_request(&json!({"queryText": " companies in ADGM "}), OWN).expect("a request");
    assert_eq!((request.query_text.as_str(), request.tenant_id.as_str(), request.persona_id), ("companies in ADGM", "8f1c", 1));
    assert_eq!((request.novelty, request.mode), (NoveltyMode::Strict, SearchMode::Live));
    assert_eq!(request.options.max_results, 10);
    assert!(request.options.include_evidence && request.options.include_query_understanding);
    assert!(request.request_id.is_empty() && request.sales_context.is_none() && request.constraints.is_empty());
}

#[test]
fn everything_is_read_and_written_by_the_names_of_the_seed() {
    let body = json!({
        "tenant_id": "default", "persona_id": 7, "request_id": "one", "queryText": "companies",
        "sales_context": {"vertical": "banking", "sub_vertical": "employee_banking", "region": "UAE"},
        "constraints": {"country": "UAE", "emirate": "Abu Dhabi", "city": "Abu Dhabi City", "area": "ADGM", "areaType": "free_zone"},
        "sinceTimestamp": "2025-01-01T00:00:00Z", "excludeEntityIds": ["entity-123"], "noveltyMode": "allow_new_evidence",
        "mode": "cached", "workPatterns": {"preferredSectors": ["fintech"], "excludedCompanies": ["G42"]},
        "options": {"maxResults": 100, "includeEvidence": false, "includeQueryUnderstanding": false,
            "budgets": {"maxLlmCalls": 0, "maxSearchCalls": 4, "maxPageFetches": 0}},
    });
    let request = parse_request(&body, OWN).expect("a request");
    assert_eq!(request.constraints.area_type, Some(AreaType::FreeZone));
    assert_eq!(serde_json::to_value(&request).expect("plain data"), body);
    assert_eq!(serde_json::from_value::<CompanyRequest>(body).expect("what was written"), request);
}

#[test]
fn unknown_fields_nulls_and_blanks_are_nothing() {
    let body = json!({"queryText": "companies", "magic": 1, "constraints": {"city": "", "planet": "Mars", "area": null}, "options": null});
    assert!(parse_request(&body, OWN).expect("a request").constraints.is_empty());
}

#[test]
fn every_fault_is_named_at_once() {
    let body = json!({
        "queryText": "", "persona_id": 8, "noveltyMode": "sometimes", "mode": 1, "sinceTimestamp": "last week",
        "constraints": {"areaType": "moon", "city": 5}, "excludeEntityIds": "a", "sales_context": [],
        "workPatterns": {"preferredSectors": ["a", 1]},
        "options": {"maxResults": 0, "includeEvidence": "yes", "budgets": {"maxLlmCalls": -1}},
    });
    let mut found = faults(&body);
    found.sort();
    assert_eq!(
        found,
        [
            "constraints.areaType", "constraints.city", "excludeEntityIds", "mode", "noveltyMode", "options.budgets.maxLlmCalls",
            "options.includeEvidence", "options.maxResults", "persona_id", "queryText", "sales_context", "sinceTimestamp",
            "workPatterns.preferredSectors[1]",
        ]
    );
}

#[test]
fn the_edges_of_what_is_allowed() {
    let with = |field: &str, value: Value| {
        let mut body = json!({"queryText": "companies"});
        match field.split_once('.') {
            Some((outer, inner)) => body[outer] = json!({inner: value}),
            None => body[field] = value,
        }
        parse_request(&body, OWN).is_ok()
    };
    for (field, good, bad) in [
        (
            "queryText",
            vec![json!("x"), json!("é".repeat(500))],
            vec![json!("x".repeat(501)), json!("  "), json!(5), json!("a\u{0}b")],
        ),
        ("persona_id", vec![json!(1), json!(7)], vec![json!(0), json!(8), json!("1"), json!(1.5), json!(-1)]),
        ("options.maxResults", vec![json!(1), json!(100)], vec![json!(0), json!(101), json!("10")]),
        ("options.mode", vec![json!("live"), json!("cached")], vec![json!("foo"), json!(7)]),
        ("constraints.areaType", vec![json!("mainland"), json!("district")], vec![json!("Free Zone"), json!(1)]),
        (
            "sinceTimestamp",
            vec![json!("2025-01-08"), json!("2025-01-08T00:00:00Z"), json!("2025-01-08T00:00:00.5+04:00")],
            vec![
                json!("2025-02-30"),
                json!("0001-01-01"),
                json!("9999-01-01"),
                json!("08.01.2025"),
                json!("2025-01-08T00:00:00"),
                json!("2025"),
                json!(1_736_294_400),
            ],
        ),
    ] {
        for value in good {
            assert!(with(field, value.clone()), "{field} {value}");
        }
        for value in bad {
            assert!(!with(field, value.clone()), "{field} {value}");
        }
    }
    for body in [json!([]), json!("companies"), json!(null)] {
        assert_eq!(faults(&body), ["body"]);
    }
    assert_eq!(faults(&json!({})), ["queryText"]);
}

#[test]
fn another_tenant_is_forbidden() {
    for (tenant, is_own) in [("8f1c", true), ("default", true), ("Default", false), ("other", false)] {
        let parsed = parse_request(&json!({"queryText": "companies", "tenant_id": tenant}), OWN);
        match parsed {
            Ok(request) => assert!(is_own && request.tenant_id == tenant),
            Err(refusal) => assert!(!is_own && refusal.kind == RefusalKind::Forbidden, "{tenant}"),
        }
    }
    assert_eq!(faults(&json!({"queryText": "companies", "tenant_id": 5})), ["tenant_id"]);
}
