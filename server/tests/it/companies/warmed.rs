//! What many ask for is searched again in the background before it is too old (seed 001, part D, Phase 4).

use super::{DISCOVERY, Searching, check_sums, companies, hits, names, search_id, wish};
use crate::ground::{Server, eventually};
use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};

/// Of the cache's one entry: made in the background, seconds until it is too old, how often it was used.
async fn entry(url: &str) -> (bool, i64, i64) {
    const SQL: &str = "SELECT warmed, (expires_at - created_at) / 1000000, uses FROM company_search_cache";
    let mut store = SqliteConnection::connect(url).await.expect("it opens");
    sqlx::query_as(SQL).fetch_one(&mut store).await.expect("one entry")
}

async fn expires_soon(url: &str) {
    let mut store = SqliteConnection::connect(url).await.expect("it opens");
    // Five minutes from now, in microseconds.
    const SQL: &str = "UPDATE company_search_cache SET expires_at = (unixepoch() + 300) * 1000000";
    sqlx::query(SQL).execute(&mut store).await.expect("it is written");
}

#[tokio::test]
async fn what_is_popular_is_there_anew_and_never_shows_what_was_seen() {
    let mut searching = Searching::start(super::in_adgm()).await;
    let cached = json!({"mode": "cached"});
    for use_of_it in ["miss", "hit", "hit"] {
        let answer = searching.search(&cached).await;
        assert_eq!(answer["meta"]["cache"], use_of_it, "{answer}");
    }
    let url = searching.settings.database_url.clone();
    assert_eq!(entry(&url).await, (false, 86_400, 2));
    let first = searching.search(&cached).await;
    let seen: Vec<Value> = companies(&first).iter().map(|one| one["id"].clone()).collect();
    let listed = searching.api().get("/api/v1/company-searches").await.json(200);

    // A server looks when it starts and every minute.
    searching.server.kill();
    expires_soon(&url).await;
    let before = searching.stub.requests().len();
    let mut found = super::in_adgm();
    found.extend(hits(&json!([{"url": "https://news.example/pearl", "title": "Pearl",
        "snippet": "Pearl Pay Ltd has opened an office in ADGM, Abu Dhabi.", "date": "2025-01-11"}])));
    searching.stub.finds(found);
    searching.server = Server::start(&searching.settings);
    eventually("it is searched again", async || entry(&url).await.0).await;
    assert_eq!(entry(&url).await, (true, 86_400, 0));
    let asked = searching.stub.requests().len();
    assert!(asked > before);

    let api = searching.api();
    assert_eq!(api.get("/api/v1/company-searches").await.json(200), listed, "nobody's list has it");
    let history = api.get("/api/v1/companies/history").await.json(200);
    assert_eq!(history["items"].as_array().map(Vec::len), Some(2), "nobody has seen Pearl Pay: {history}");
    let new = api.post(DISCOVERY, &wish(&json!({"mode": "cached", "excludeEntityIds": seen}))).await.json(200);
    check_sums(&new);
    assert_eq!((&new["meta"]["cache"], names(&new)), (&json!("warmed"), vec!["Pearl Pay Ltd"]), "{new}");
    assert_eq!(new["data"]["novelty"]["filteredAsPreviouslySeen"], 2, "{new}");
    let all = api.post(DISCOVERY, &wish(&cached)).await.json(200);
    assert_eq!((&all["meta"]["cache"], names(&all).len()), (&json!("warmed"), 3), "{all}");
    assert_eq!((searching.stub.requests().len(), &all["meta"]["costs"]["total"]), (asked, &json!(0.0)), "nobody is asked");
}

#[tokio::test]
async fn what_one_asked_for_once_is_left_to_grow_old() {
    let mut searching = Searching::start(super::in_adgm()).await;
    searching.search(&json!({"mode": "cached"})).await;
    searching.server.kill();
    let url = searching.settings.database_url.clone();
    expires_soon(&url).await;
    let before = searching.stub.requests().len();
    searching.server = Server::start(&searching.settings);
    // The first look comes with the start; this one asks after it.
    tokio::time::sleep(std::time::Duration::from_millis(1_500)).await;
    assert_eq!((searching.stub.requests().len(), entry(&url).await.0), (before, false));
}

#[tokio::test]
async fn whoever_wants_the_newest_is_not_answered_with_yesterday() {
    let mut found = super::in_adgm();
    let yesterday = jiff::Zoned::now().with_time_zone(jiff::tz::TimeZone::UTC).date().yesterday().expect("a day").to_string();
    found[0].date = Some(yesterday.clone());
    let searching = Searching::start(found).await;
    let wanted = json!({"mode": "cached", "sinceTimestamp": yesterday});
    let answer = searching.search(&wanted).await;
    assert_eq!(names(&answer), ["Falcon Capital Partners"], "{answer}");
    assert_eq!(entry(&searching.settings.database_url).await, (false, 3_600, 0), "an hour, and not a day");
    // What one provider did not answer is not kept for others.
    let searching = Searching::start(super::in_adgm()).await;
    searching.stub.answers(testkit::Canned::new(401, "{}"));
    let partial = searching.search(&json!({"mode": "cached"})).await;
    assert_eq!(partial["meta"]["unresponsive"], json!(["searxng"]), "{partial}");
    assert_eq!(searching.search(&json!({"mode": "cached"})).await["meta"]["cache"], "miss");
}

#[tokio::test]
async fn an_answer_from_an_earlier_search_is_kept_whole() {
    let searching = Searching::start(super::in_adgm()).await;
    let cached = json!({"mode": "cached"});
    searching.search(&cached).await;
    let answer = searching.search(&cached).await;
    assert_eq!(answer["meta"]["cache"], "hit", "{answer}");
    let (api, id) = (searching.api(), search_id(&answer));
    let kept = api.get(&format!("/api/v1/company-searches/{id}")).await.json(200);
    assert_eq!((&kept["status"], &kept["cached"]), (&json!("completed"), &json!(true)), "{kept}");
    assert_eq!(kept["response"], answer);
    assert_ne!(kept["candidates"], json!([]));
    let replayed = api.post(&format!("/api/v1/company-searches/{id}/replay"), &json!({})).await.json(200);
    assert_eq!(replayed, answer);
}
