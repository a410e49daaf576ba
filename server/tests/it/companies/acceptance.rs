//! The seed's acceptance tests (part C), each a story of the data file.

use super::{DISCOVERY, Searching, check_sums, companies, hits, in_adgm, names, search_id, wish};
use serde_json::{Value, json};

fn texts(of: &Value) -> Vec<&str> {
    of.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[tokio::test]
async fn the_five_acceptance_tests_of_the_seed_hold() {
    let searching = Searching::start(Vec::new()).await;
    let tests: Vec<Value> = serde_json::from_str(include_str!("acceptance.json")).expect("JSON");
    assert_eq!(tests.len(), 5);
    for test in &tests {
        let answer = search(&searching, test, &test["request"]).await;
        check(test, test, &answer);
        // Later days, on which what the first one found is known.
        let seen: Vec<&Value> = companies(&answer).iter().map(|one| &one["id"]).collect();
        for day in test["afterwards"].as_array().into_iter().flatten() {
            let mut request = day["request"].clone();
            request["excludeEntityIds"] = json!(seen);
            let answer = search(&searching, day, &request).await;
            check(test, day, &answer);
        }
    }
}

async fn search(searching: &Searching, day: &Value, request: &Value) -> Value {
    searching.stub.finds(hits(&day["hits"]));
    searching.api().post(DISCOVERY, request).await.json(200)
}

/// What holds of every answer of a story, and what it says of this day.
fn check(test: &Value, day: &Value, answer: &Value) {
    let (name, area) = (&test["name"], &test["area"]);
    assert_eq!(answer["success"], true, "{name}: {answer}");
    check_sums(answer);
    let mut found = names(answer);
    found.sort_unstable();
    assert_eq!(found, texts(&day["names"]), "{name}: {answer}");
    let raw: Vec<&str> = day["hits"].as_array().expect("hits").iter().filter_map(|hit| hit["snippet"].as_str()).collect();
    let dates: Vec<&Value> = day["hits"].as_array().expect("hits").iter().map(|hit| &hit["date"]).collect();
    for company in companies(answer) {
        assert_eq!(&company["location"]["normalized"], area, "{name}");
        assert_eq!(company["location"]["confidence"], "VERIFIED", "{name}");
        let evidence = &company["evidence"];
        let snippet = evidence["snippet"].as_str().expect("a snippet");
        assert!(texts(&test["snippet"]).iter().any(|wanted| snippet.contains(wanted)), "{name}: {snippet}");
        assert!(raw.iter().any(|text| text.contains(snippet)), "{name}: not to the letter: {snippet}");
        assert!(evidence["sourceUrl"].as_str().is_some_and(|url| url.starts_with("https://")), "{name}");
        assert!(evidence.as_object().expect("fields").contains_key("publishedDate"), "{name}");
        assert!(dates.contains(&&evidence["publishedDate"]), "{name}: a date that no source has: {evidence}");
        if !day["resurfaceReason"].is_null() {
            assert_eq!(company["noveltyStatus"], "resurfaced", "{name}");
            assert_eq!(company["resurfaceReason"], day["resurfaceReason"], "{name}");
        }
    }
    for field in ["message", "suggestion"] {
        if !day[field].is_null() {
            assert_eq!(answer["data"][field], day[field], "{name}");
        }
    }
    for (count, wanted) in day["novelty"].as_object().into_iter().flatten() {
        assert_eq!(&answer["data"]["novelty"][count], wanted, "{name}: {count} in {answer}");
    }
    let queries = texts(&answer["data"]["queryUnderstanding"]["synthesizedQueries"]);
    assert!((4..=12).contains(&queries.len()), "{name}: {queries:?}");
    for wanted in texts(&test["queries"]) {
        assert!(queries.iter().any(|query| query.contains(wanted)), "{name}: {wanted} in {queries:?}");
    }
}

/// What was shown last counts; where nobody knows, `sinceTimestamp`; else nothing is news (COMPANIES.md, Novelty).
#[tokio::test]
async fn only_evidence_newer_than_the_last_that_was_shown_is_news() {
    let searching = Searching::start(in_adgm()).await;
    let first = searching.search(&json!({})).await;
    let falcon = companies(&first).iter().find(|one| one["name"] == "Falcon Capital Partners").expect("it is in ADGM");
    for (date, since, wanted) in [
        ("2025-01-06", None, "no_new_evidence"),
        ("2025-01-05", None, "no_new_evidence"),
        ("2025-01-07", None, "new_evidence_2025-01-07"),
        // Now that is what was shown last.
        ("2025-01-07", None, "no_new_evidence"),
        // History counts before `sinceTimestamp`, which still says how old news may be.
        ("2025-01-07", Some("2025-01-01"), "no_new_evidence"),
        ("2025-01-08", Some("2025-01-10"), "stale_evidence"),
        ("2025-01-08", Some("2025-01-08"), "new_evidence_2025-01-08"),
    ] {
        let mut news = in_adgm().swap_remove(0);
        news.date = Some(date.to_owned());
        searching.stub.finds(vec![news]);
        let known = json!({"excludeEntityIds": [falcon["id"]], "noveltyMode": "allow_new_evidence", "sinceTimestamp": since});
        let answer = searching.search(&known).await;
        check_sums(&answer);
        let trace = searching.trace(&answer).await;
        let outcome = companies(&answer).first().map_or(&trace["candidates"][0]["reason"], |one| &one["resurfaceReason"]);
        assert_eq!(outcome, wanted, "{date} since {since:?}: {answer}");
    }
}

#[tokio::test]
async fn what_was_seen_does_not_come_back_without_news() {
    let searching = Searching::start(in_adgm()).await;
    let api = searching.api();
    let first = api.post(DISCOVERY, &wish(&json!({}))).await.json(200);
    assert_eq!(names(&first).len(), 2, "{first}");
    let ids: Vec<&Value> = companies(&first).iter().map(|one| &one["id"]).collect();
    let history = api.get("/api/v1/companies/history").await.json(200);
    assert_eq!(history["items"].as_array().map(Vec::len), Some(2), "{history}");
    assert!(history["items"].as_array().expect("items").iter().all(|one| ids.contains(&&one["entity_id"])));

    let again = api.post(DISCOVERY, &wish(&json!({"excludeEntityIds": ids}))).await.json(200);
    check_sums(&again);
    assert_eq!((names(&again).len(), &again["data"]["novelty"]["filteredAsPreviouslySeen"]), (0, &json!(2)), "{again}");
    let message = again["data"]["message"].as_str().expect("a message");
    assert_eq!(message, "No new companies found in ADGM: 2 seen before.");

    // The same ones, of which one has something new to say.
    let mut news = in_adgm();
    news[0].date = Some("2025-01-12".to_owned());
    searching.stub.finds(news);
    let mode = json!({"excludeEntityIds": ids, "noveltyMode": "allow_new_evidence"});
    let back = api.post(DISCOVERY, &wish(&mode)).await.json(200);
    check_sums(&back);
    assert_eq!(names(&back), ["Falcon Capital Partners"], "{back}");
    let company = &companies(&back)[0];
    assert_eq!(
        (&company["noveltyStatus"], &company["resurfaceReason"]),
        (&json!("resurfaced"), &json!("new_evidence_2025-01-12"))
    );
    assert!(ids.contains(&&company["id"]), "it is the same company");
    let csv = api.get(&format!("/api/v1/company-searches/{}/export?format=csv", search_id(&back))).await;
    assert!(csv.text.contains("search_result,new_evidence_2025-01-12"), "{}", csv.text);
}

#[tokio::test]
async fn everything_is_traced_and_the_answer_can_be_found_again_without_network() {
    let searching = Searching::start(in_adgm()).await;
    let api = searching.api();
    let answer = api.post(DISCOVERY, &wish(&json!({}))).await.json(200);
    let id = answer["meta"]["searchId"].as_str().expect("an id").to_owned();
    let trace = api.get(&format!("/api/v1/company-searches/{id}")).await.json(200);
    assert_eq!((&trace["status"], &trace["response"]), (&json!("completed"), &answer));
    assert_eq!(trace["layers"].as_array().map(Vec::len), Some(7));
    let rejected = trace["candidates"].as_array().expect("candidates").iter().find(|one| one["decision"] == "rejected");
    let rejected = rejected.expect("Desert Rose is not in ADGM");
    assert!(rejected["reason"].as_str().is_some_and(|reason| reason.starts_with("location_")), "{rejected}");
    assert_eq!(rejected["layer"], 5);
    let queries = trace["queries"].as_array().expect("queries");
    assert!(queries.iter().all(|one| one["provider"] == "searxng" && one["results"] == 3), "{trace}");

    let events = api.get(&format!("/api/v1/company-searches/{id}/stream")).await;
    assert!(events.text.contains("\"type\":\"done\"") && events.text.contains("\"type\":\"answer\""), "{}", events.text);
    let listed = api.get("/api/v1/company-searches").await.json(200);
    assert_eq!((&listed["items"][0]["id"], &listed["items"][0]["companies"]), (&json!(id), &json!(2)));
    let csv = api.get(&format!("/api/v1/company-searches/{id}/export?format=csv")).await;
    assert_eq!((csv.status, csv.text.lines().count()), (200, 3), "{}", csv.text);
    let json = api.get(&format!("/api/v1/company-searches/{id}/export?format=json")).await.json(200);
    assert_eq!(json, answer);
    let bare = api.post(DISCOVERY, &wish(&json!({"options": {"includeEvidence": false}}))).await.json(200);
    assert!(companies(&bare).iter().all(|one| one.get("evidence").is_none()), "{bare}");
    let csv = api.get(&format!("/api/v1/company-searches/{}/export?format=csv", search_id(&bare))).await.text;
    assert!(csv.lines().next().is_some_and(|head| head.ends_with("accessed_at,from,resurface_reason")), "{csv}");
    for url in ["https://news.example/falcon", "https://news.example/orchid"] {
        assert!(csv.contains(url), "{url} in {csv}");
    }

    let before = searching.sent().len();
    let replayed = api.post(&format!("/api/v1/company-searches/{id}/replay"), &json!({})).await.json(200);
    assert_eq!(replayed, answer);
    assert_eq!(searching.sent().len(), before, "nobody is asked");
}

#[tokio::test]
async fn what_others_found_is_used_but_not_what_they_saw() {
    let searching = Searching::start(in_adgm()).await;
    let api = searching.api();
    let cached = json!({"mode": "cached"});
    let first = api.post(DISCOVERY, &wish(&cached)).await.json(200);
    assert_eq!(first["meta"]["cache"], "miss");
    let before = searching.sent().len();
    let second = api.post(DISCOVERY, &wish(&cached)).await.json(200);
    assert_eq!((&second["meta"]["cache"], &second["data"]), (&json!("hit"), &first["data"]));
    assert_eq!(second["meta"]["costs"]["total"], 0.0);
    let seen = json!({"mode": "cached", "excludeEntityIds": [companies(&first)[0]["id"]]});
    let third = api.post(DISCOVERY, &wish(&seen)).await.json(200);
    assert_eq!((&third["meta"]["cache"], names(&third).len()), (&json!("hit"), 1), "{third}");
    assert_eq!(searching.sent().len(), before, "nobody is asked");
    let id = second["meta"]["searchId"].as_str().expect("an id");
    let replayed = api.post(&format!("/api/v1/company-searches/{id}/replay"), &json!({})).await.json(200);
    assert_eq!(replayed, second);
    let live = api.post(DISCOVERY, &wish(&json!({}))).await.json(200);
    assert_eq!(live["meta"]["cache"], "miss");
    assert!(searching.sent().len() > before);
    let other =
        json!({"mode": "cached", "constraints": {"area": "DIFC", "city": "Dubai"}, "queryText": "Find companies in DIFC"});
    let other = api.post(DISCOVERY, &wish(&other)).await.json(200);
    assert_eq!((&other["meta"]["cache"], names(&other).len()), (&json!("miss"), 0), "{other}");
}
