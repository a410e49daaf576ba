//! Flags, feedback.

use super::{DISCOVERY, Searching, check_sums, companies, counted, in_adgm, names, wish};
use crate::ground::everywhere;
use serde_json::{Value, json};

const VALIDATION: &str = "DISCOVERY_VALIDATION_FILTER_ENABLED";

#[tokio::test]
async fn a_flag_lets_pass_but_never_what_nothing_proves() {
    let searching = Searching::start(in_adgm()).await;
    let api = searching.api();
    let flags = api.get("/api/v1/flags").await.json(200);
    assert_eq!(flags[VALIDATION], json!({"mode": "on", "percent": 100}));
    let changed = api.put("/api/v1/flags", &json!({VALIDATION: {"mode": "log_only"}})).await.json(200);
    assert_eq!(changed[VALIDATION]["mode"], "log_only");
    let answer = api.post(DISCOVERY, &wish(&json!({}))).await.json(200);
    check_sums(&answer);
    assert_eq!(answer["data"]["validation"]["enforced"], false);
    assert!(companies(&answer).iter().all(|one| one["location"]["confidence"] != "UNVERIFIED"), "{answer}");
    let audit = api.get("/api/v1/admin/audit?action=flags.changed").await.json(200);
    assert_eq!(audit["items"].as_array().map(Vec::len), Some(1), "{audit}");
    api.put("/api/v1/flags", &json!({VALIDATION: {"mode": "on"}, "DISCOVERY_MAGIC": {}})).await.problem(422);
    api.put("/api/v1/flags", &json!({VALIDATION: {"mode": "on"}})).await.json(200);
    let answer = api.post(DISCOVERY, &wish(&json!({}))).await.json(200);
    assert_eq!((&answer["data"]["validation"]["enforced"], names(&answer).len()), (&json!(true), 2));
}

#[tokio::test]
async fn only_administrators_change_flags() {
    everywhere(async |place| {
        let (owner, guest) = place.tenant();
        guest.get("/api/v1/flags").await.json(200);
        guest.put("/api/v1/flags", &json!({VALIDATION: {"mode": "off"}})).await.problem(403);
        for percent in [json!(101), json!(-1), json!(0.5), json!("10"), json!(true)] {
            let problem =
                owner.put("/api/v1/flags", &json!({VALIDATION: {"mode": "off", "percent": percent}})).await.problem(422);
            assert_eq!(problem["errors"][0]["field"], format!("{VALIDATION}.percent"), "{percent}: {problem}");
        }
        assert_eq!(guest.get("/api/v1/flags").await.json(200)[VALIDATION], json!({"mode": "on", "percent": 100}));
        owner.put("/api/v1/flags", &json!({VALIDATION: {"mode": "off", "percent": 0}})).await.json(200);
        let changed = guest.get("/api/v1/flags").await.json(200);
        assert_eq!(changed[VALIDATION], json!({"mode": "off", "percent": 0}));
    })
    .await;
}

#[tokio::test]
async fn what_somebody_thinks_of_a_company_reaches_the_next_search() {
    let searching = Searching::start(in_adgm()).await;
    let api = searching.api();
    let first = api.post(DISCOVERY, &wish(&json!({}))).await.json(200);
    let company = &companies(&first)[0];
    let path = format!("/api/v1/companies/{}/feedback", company["id"].as_str().expect("an id"));
    api.post(&path, &json!({"rating": "maybe"})).await.problem(422);
    api.post("/api/v1/companies/nobody/feedback", &json!({"rating": "like"})).await.problem(404);
    let rated = api.post(&path, &json!({"rating": "dislike"})).await.json(201);
    assert_eq!((&rated["name"], &rated["rating"]), (&company["name"], &json!("dislike")));
    let second = api.post(DISCOVERY, &wish(&json!({}))).await.json(200);
    check_sums(&second);
    let name = company["name"].as_str().expect("a name");
    assert!(names(&second).len() == 1 && !names(&second).contains(&name), "it is left out: {second}");
    assert_eq!(second["data"]["validation"]["rejectionBreakdown"]["excluded_by_user"], 1, "{second}");
    let trace = searching.trace(&second).await;
    let traced = trace["candidates"].as_array().expect("candidates").iter().find(|one| one["name"] == name).expect("it is kept");
    assert_eq!((&traced["decision"], &traced["reason"]), (&json!("rejected"), &json!("excluded_by_user")), "{traced}");
    assert_eq!(api.delete(&path).await.status, 204);
    api.delete(&path).await.problem(404);
    api.delete("/api/v1/companies/nobody/feedback").await.problem(404);
    let third = api.post(DISCOVERY, &wish(&json!({}))).await.json(200);
    assert_eq!(names(&third), names(&first), "it is taken back");
    assert_eq!(companies(&third)[0]["sivaScores"], company["sivaScores"]);
}

#[tokio::test]
async fn preferred_sectors_change_no_query() {
    let searching = Searching::start(in_adgm()).await;
    let plain = searching.search(&json!({})).await;
    let before = searching.sent();
    let preferring = searching.search(&json!({"workPatterns": {"preferredSectors": ["robotics", "shipping"]}})).await;
    let queries = |answer: &Value| answer["data"]["queryUnderstanding"]["synthesizedQueries"].clone();
    assert_eq!(queries(&preferring), queries(&plain));
    let after = searching.sent().split_off(before.len());
    assert_eq!(counted(after), counted(before));
}

#[tokio::test]
async fn what_the_text_leaves_out_is_not_returned() {
    let searching = Searching::start(in_adgm()).await;
    let answer =
        searching.search(&json!({"queryText": "Find companies in ADGM, no robotics, except Falcon Capital Partners"})).await;
    check_sums(&answer);
    assert!(names(&answer).is_empty(), "{answer}");
    assert_eq!(
        answer["data"]["queryUnderstanding"]["exclusions"],
        json!([{"kind": "sector", "text": "robotics"}, {"kind": "name", "text": "Falcon Capital Partners"}])
    );
    assert_eq!(answer["data"]["validation"]["rejectionBreakdown"]["excluded_by_user"], 2, "{answer}");
}
