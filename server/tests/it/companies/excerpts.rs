//! A search service shows other parts of a page for other queries: all of them are read, and each quote stands in the part that it was
//! taken from.

use super::{Searching, check_sums, companies, hits, names};
use serde_json::{Value, json};

const PAGE: &str = "https://news.example/round-up";
const PARTS: [&str; 3] = [
    "Falcon Capital Partners has opened an office in ADGM, Abu Dhabi.",
    "<strong>Orchid</strong> Robotics Ltd has opened its headquarters in ADGM, Abu Dhabi &amp; is hiring.",
    "Copper Lantern Software has opened an office in ADGM, Abu Dhabi, the company said on its page about the region.",
];

fn part(snippet: &str, url: &str) -> Value {
    json!({"url": url, "title": "Round-up", "snippet": snippet, "date": "2025-01-09"})
}

#[tokio::test]
async fn every_part_of_a_page_is_read() {
    let searching = Searching::start(Vec::new()).await;
    searching.stub.finding(|call| {
        let query = call.query.get("q").map(String::as_str).unwrap_or_default();
        let (number, url) = match query {
            "ADGM companies" => (0, PAGE),
            "ADGM registered companies" => (1, "https://www.news.example/round-up/?utm_source=x"),
            _ => (2, PAGE),
        };
        hits(&json!([part(PARTS[number], url)]))
    });
    let answer = searching.search(&json!({})).await;
    check_sums(&answer);
    let mut found = names(&answer);
    found.sort_unstable();
    assert_eq!(found, ["Copper Lantern Software", "Falcon Capital Partners", "Orchid Robotics Ltd"], "{answer}");
    for company in companies(&answer) {
        let snippet = company["evidence"]["snippet"].as_str().expect("a snippet");
        let stands = PARTS.iter().any(|part| part.contains(snippet));
        assert!(stands, "not to the letter: {snippet}");
    }
    let trace = searching.trace(&answer).await;
    assert!(trace["queries"].as_array().expect("queries").iter().all(|one| one["results"] == 1), "{trace}");
    let id = answer["meta"]["searchId"].as_str().expect("an id");
    let replayed = searching.api().post(&format!("/api/v1/company-searches/{id}/replay"), &json!({})).await.json(200);
    assert_eq!(replayed, answer);
}

#[tokio::test]
async fn what_a_page_denies_in_another_part_does_not_pass() {
    let searching = Searching::start(Vec::new()).await;
    searching.stub.finds(hits(&json!([
        part(PARTS[0], PAGE),
        part("Falcon Capital Partners has closed its office in ADGM, Abu Dhabi, and left the zone.", PAGE)
    ])));
    let answer = searching.search(&json!({})).await;
    check_sums(&answer);
    assert!(names(&answer).is_empty(), "{answer}");
    assert_eq!(answer["data"]["validation"]["rejectionBreakdown"]["not_present"], 1, "{answer}");
}
