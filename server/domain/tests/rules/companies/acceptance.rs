//! The seed's acceptance tests (seed 001, part C), from the texts on.

use super::{Found, Search, assert_sums, decided, found, id_of, names};
use domain::companies::{Certainty, Place};
use serde_json::json;

#[test]
fn masdar_city_constraint() {
    let body = json!({
        "queryText": "Find companies in Masdar City",
        "sales_context": {"vertical": "banking", "sub_vertical": "employee_banking", "region": "UAE"},
        "constraints": {"area": "Masdar City", "city": "Abu Dhabi"},
        "noveltyMode": "strict",
    });
    let outcome = Search::new(&body)
        .with(found("Solar Sands", "Masdar City"))
        .with(Found::city("G42", "Abu Dhabi"))
        .with(found("Gulf Freight", "KEZAD"))
        .conclude();
    assert_eq!(names(&outcome), ["Solar Sands"]);
    let company = &outcome.data.companies[0];
    assert_eq!(company.location.normalized, "Masdar City");
    assert_eq!(company.location.city.as_deref(), Some("Abu Dhabi"));
    assert_eq!(company.location.country, "UAE");
    assert_eq!(outcome.data.validation.rejected_count, 2);
    let parsed = &outcome.data.query_understanding.as_ref().expect("it is included").parsed_location;
    assert_eq!(parsed.area.as_deref(), Some("Masdar City"));
    assert_eq!(parsed.area_type.as_deref(), Some("free_zone"));
    assert_sums(&outcome);

    let none = Search::new(&body).with(Found::city("Microsoft", "Abu Dhabi")).conclude();
    assert_eq!(none.data.message.as_deref(), Some("No companies found in Masdar City matching your criteria."));
}

#[test]
fn adgm_constraint() {
    let body = json!({
        "queryText": "Find good companies in ADGM Abu Dhabi",
        "constraints": {"area": "ADGM", "city": "Abu Dhabi", "areaType": "free_zone"},
        "noveltyMode": "strict",
    });
    let search = Search::new(&body).with(Found::city("Mainland Traders", "Abu Dhabi"));
    let none = search.conclude();
    assert_eq!(none.data.message.as_deref(), Some("No companies found in ADGM matching your criteria."));
    assert_eq!(none.data.suggestion.as_deref(), Some("Try broadening to Abu Dhabi or All UAE"));
    let some = search.with(found("Harbour Capital", "Abu Dhabi Global Market")).conclude();
    assert_eq!(names(&some), ["Harbour Capital"]);
    let company = &some.data.companies[0];
    assert_eq!(company.location.normalized, "ADGM", "in the request's spelling");
    let evidence = company.evidence.as_ref().expect("it is included");
    assert!(evidence.snippet.contains("Abu Dhabi Global Market"));
    assert_eq!((some.data.message, some.data.suggestion), (None, None));
}

#[test]
fn novelty_no_repeats() {
    let body = json!({"queryText": "Find companies in ADGM", "constraints": {"area": "ADGM"}});
    let [a, b, c, d] = ["Alpha Bank", "Beta Fund", "Gamma Trust", "Delta Insurance"].map(|name| found(name, "ADGM"));
    let ids: Vec<String> = [&a, &b, &c].map(|one| id_of(one.clone(), &body)).to_vec();
    let day_two = |mode: &str| {
        let mut body = body.clone();
        body["excludeEntityIds"] = json!(ids);
        body["noveltyMode"] = json!(mode);
        body["sinceTimestamp"] = json!("2025-01-08T00:00:00Z");
        Search::new(&body)
    };
    let all = |search: Search| search.with(a.clone()).with(b.clone()).with(c.clone()).with(d.clone()).conclude();
    let strict = all(day_two("strict"));
    assert_eq!(names(&strict), ["Delta Insurance"]);
    assert_eq!(strict.data.novelty.filtered_as_previously_seen, 3);

    let again = all(day_two("allow_new_evidence"));
    assert_eq!(again.data.companies.len(), 4);
    let company = again.data.companies.iter().find(|company| company.name == "Alpha Bank").expect("it is back");
    assert_eq!(company.resurface_reason.as_deref(), Some("new_evidence_2025-01-09"));
    assert_eq!(serde_json::to_value(company).expect("plain data")["noveltyStatus"], "resurfaced");

    let nothing = day_two("strict").with(a).with(b).with(c).with(found("Old Mill", "ADGM").on(Some("2024-12-01"))).conclude();
    assert_eq!(nothing.data.message.as_deref(), Some("No new companies found in ADGM: 3 seen before, 1 older than 2025-01-08."));
    for outcome in [&strict, &again, &nothing] {
        assert_sums(outcome);
    }
}

#[test]
fn empty_result_graceful() {
    let outcome = Search::new(&json!({
        "queryText": "Find companies in Khalifa Port Free Zone",
        "constraints": {"area": "Khalifa Port Free Zone", "city": "Abu Dhabi"},
    }))
    .with(Found::city("Abu Dhabi Foods", "Abu Dhabi"))
    .conclude();
    assert!(outcome.data.companies.is_empty() && outcome.error.is_none());
    assert_eq!(outcome.data.validation.passed_validation, 0);
    assert_eq!(outcome.data.message.as_deref(), Some("No companies found in Khalifa Port Free Zone matching your criteria."));
    assert_eq!(outcome.data.suggestion.as_deref(), Some("Try broadening to Abu Dhabi or All UAE"));
}

#[test]
fn evidence_required() {
    let body = json!({
        "queryText": "Find hiring companies in DIFC",
        "constraints": {"area": "DIFC", "city": "Dubai"},
        "options": {"includeEvidence": true},
    });
    let invented = found("Invented Ventures", "DIFC");
    let mut search = Search::new(&body).with(found("Pearl Pay", "DIFC").on(None)).with(invented);
    search.texts[1].text = "Something else.".into();
    let outcome = search.conclude();
    assert_eq!(names(&outcome), ["Pearl Pay"]);
    assert_eq!(decided(&outcome, "Invented Ventures").reason.as_deref(), Some("evidence_not_verbatim"));
    let company = serde_json::to_value(&outcome.data.companies[0]).expect("plain data");
    assert!(
        company["evidence"]["publishedDate"].is_null()
            && company["evidence"].as_object().is_some_and(|all| all.contains_key("publishedDate"))
    );
    assert_eq!(company["evidence"]["sourceUrl"], "https://site0.example/news");
    assert!(search.texts[0].text.contains(company["evidence"]["snippet"].as_str().expect("a text")));
    search.request.options.include_evidence = false;
    let without = search.conclude();
    assert!(without.data.companies[0].evidence.is_none());
    assert_eq!(names(&without), ["Pearl Pay"], "what has no evidence is not there either way");
}

/// What a model says does not loosen what the request demands.
#[test]
fn constraints_bind_whatever_was_understood() {
    let mut search = Search::in_adgm().with(found("Pearl Pay", "DIFC"));
    search.place = Place { area: Some("DIFC".into()), city: Some("Dubai".into()), ..Place::default() };
    assert_eq!(names(&search.conclude()), [""; 0]);
}

/// A place in the text binds like a constraint.
#[test]
fn a_place_in_the_text_binds() {
    let mut search = Search::new(&json!({"queryText": "companies in DIFC"}))
        .with(found("Pearl Pay", "DIFC"))
        .with(found("Harbour Capital", "ADGM"));
    search.place = Place { area: Some("DIFC".into()), ..Place::default() };
    assert_eq!(names(&search.conclude()), ["Pearl Pay"]);
}

#[test]
fn contradictory_constraints_find_nothing() {
    let body = json!({"queryText": "companies", "constraints": {"area": "ADGM", "city": "Dubai"}});
    let outcome = Search::new(&body).with(found("Harbour Capital", "ADGM")).conclude();
    assert_eq!(decided(&outcome, "Harbour Capital").reason.as_deref(), Some("city_mismatch"));
}

#[test]
fn an_area_that_nobody_knows_is_matched_by_its_own_words() {
    let body = json!({"queryText": "companies", "constraints": {"area": "Quartz Valley Park", "city": "Abu Dhabi"}});
    let outcome = Search::new(&body)
        .with(found("Pearl Pay", "Quartz Valley Park"))
        .with(found("Harbour Capital", "Quartz Hill Park"))
        .conclude();
    assert_eq!(names(&outcome), ["Pearl Pay"]);
    assert_eq!(outcome.data.companies[0].location.normalized, "Quartz Valley Park");
}

#[test]
fn a_city_takes_what_follows_from_a_text_and_an_area_does_not() {
    let inferred = |area: &str| found("Pearl Pay", area).change(|candidate| candidate.certainty = Certainty::Inferred);
    let city =
        Search::new(&json!({"queryText": "companies", "constraints": {"city": "Dubai"}})).with(inferred("DIFC")).conclude();
    assert_eq!(names(&city), ["Pearl Pay"]);
    assert_eq!(city.data.companies[0].location.confidence, "INFERRED");
    let area = Search::new(&json!({"queryText": "companies", "constraints": {"area": "DIFC"}})).with(inferred("DIFC")).conclude();
    assert_eq!(decided(&area, "Pearl Pay").reason.as_deref(), Some("location_unverified"));
}
