//! Each search provider as a search for companies meets it, with what each is known to do wrong.

use super::{DISCOVERY, Searching, check_sums, companies, hits, in_adgm, names, queries, reaching, wish};
use crate::ground::{ADMIN, Api, Database, Server, Settings};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use testkit::{Canned, SearchCall, SearchStub, SearchWire, StubHit};

const WIRES: [(SearchWire, &str); 5] = [
    (SearchWire::Searxng, "searxng"),
    (SearchWire::SerpApi, "serpapi"),
    (SearchWire::Brave, "brave"),
    (SearchWire::Tavily, "tavily"),
    (SearchWire::Serper, "serper"),
];

/// One call is enough to see what becomes of it.
fn once() -> Value {
    json!({"options": {"budgets": {"maxSearchCalls": 1}}})
}

fn sent(call: &SearchCall) -> Value {
    if call.body.is_null() { json!(call.query) } else { call.body.clone() }
}

#[tokio::test]
async fn every_provider_is_asked_in_its_own_words() {
    let since = json!({"sinceTimestamp": "2025-01-08T00:00:00Z"});
    for (wire, name) in WIRES {
        let mut found = in_adgm();
        found[0].date = Some("2025-01-12T08:00:00".into());
        found[1].date = None;
        let searching = Searching::over(wire, found, &[]).await;
        let answer = searching.search(&since).await;
        check_sums(&answer);
        assert_eq!((&answer["success"], &answer["meta"]["providers"]), (&json!(true), &json!([name])), "{answer}");
        let trace = searching.trace(&answer).await;
        for query in trace["queries"].as_array().expect("queries") {
            assert_eq!((&query["provider"], &query["failed"]), (&json!(name), &Value::Null), "{query}");
            // SearXNG knows nothing older than a year, so it is asked for any time.
            assert_eq!(query["freshness"].is_string(), wire != SearchWire::Searxng, "{name}: {query}");
            if wire == SearchWire::Searxng {
                assert_eq!(query["notes"], json!(["SearXNG knows no dates: searched at any time"]), "{query}");
            }
            assert!(query["location"].as_str().is_some_and(|place| place.contains("Abu Dhabi")), "{name}: {query}");
        }
        let calls = searching.stub.requests();
        assert_eq!(calls.len(), trace["queries"].as_array().map_or(0, Vec::len), "{name}: each is asked once");
        // Some providers take a place, some a country, some neither; an unknown parameter is no wish.
        let place = match wire {
            SearchWire::Searxng | SearchWire::Tavily => None,
            SearchWire::SerpApi | SearchWire::Serper => Some(("gl", "ae")),
            SearchWire::Brave => Some(("country", "AE")),
        };
        if let Some((field, wanted)) = place {
            assert!(calls.iter().all(|call| sent(call)[field] == wanted), "{name}: {:?}", calls[0]);
        }
        if matches!(wire, SearchWire::SerpApi | SearchWire::Serper) {
            assert!(calls.iter().all(|call| sent(call)["location"].as_str().is_some_and(|place| place.contains("Abu Dhabi"))));
            assert!(
                calls.iter().all(|call| sent(call)["tbs"].as_str().is_some_and(|tbs| tbs.starts_with("cdr:1,cd_min:1/8/2025")))
            );
        }
        // What has no date proves nothing new.
        assert_eq!(names(&answer), ["Falcon Capital Partners"], "{name}: {answer}");
        assert_eq!(answer["data"]["novelty"]["filteredAsUndated"], 1, "{name}: {answer}");
    }
}

#[tokio::test]
async fn dates_in_words_are_read_or_left_out_and_never_invented() {
    for wire in [SearchWire::SerpApi, SearchWire::Serper] {
        let mut found = in_adgm();
        (found[0].date, found[1].date) = (Some("Jan 6, 2025".into()), Some("Updated recently".into()));
        let searching = Searching::over(wire, found, &[]).await;
        let answer = searching.search(&json!({})).await;
        let dates: Vec<(&str, &Value)> = companies(&answer)
            .iter()
            .map(|one| (one["name"].as_str().unwrap_or_default(), &one["evidence"]["publishedDate"]))
            .collect();
        assert!(dates.contains(&("Falcon Capital Partners", &json!("2025-01-06"))), "{wire:?}: {dates:?}");
        assert!(dates.contains(&("Orchid Robotics Ltd", &Value::Null)), "{wire:?}: {dates:?}");
    }
}

#[tokio::test]
async fn nothing_found_is_told_from_nobody_reached() {
    for (wire, name) in WIRES {
        let searching = Searching::over(wire, Vec::new(), &[]).await;
        let answer = searching.search(&json!({})).await;
        assert_eq!((&answer["success"], &answer["meta"]["unresponsive"]), (&json!(true), &json!([])), "{name}: {answer}");
        assert_eq!(answer["data"]["message"], "No companies found in ADGM matching your criteria.", "{name}");

        for wrong in [
            Canned::new(401, json!({"message": "no key", "error": "no key", "detail": {"error": "no key"}})),
            Canned::new(200, "<!doctype html><title>Sign in</title>"),
            Canned::new(200, json!({"results": "none", "organic": 7, "organic_results": {}, "web": {"results": 5}})),
            Canned::new(422, json!({"error": {"detail": "no such parameter"}, "message": "no such parameter"})),
        ] {
            let (status, body) = (wrong.status, wrong.body.clone());
            searching.stub.answers(wrong);
            let answer = searching.search(&once()).await;
            assert_eq!((&answer["success"], names(&answer).len()), (&json!(false), 0), "{name} {status} {body}: {answer}");
            assert_eq!(answer["meta"]["unresponsive"], json!([name]), "{status} {body}");
            assert!(answer["error"].is_string() && answer["data"].get("message").is_none_or(Value::is_null), "{answer}");
            assert!(!answer.to_string().contains(testkit::SEARCH_KEY));
        }
    }
}

#[tokio::test]
async fn an_error_with_status_200_is_an_error() {
    let searching = Searching::over(SearchWire::SerpApi, in_adgm(), &[]).await;
    let failed = json!({"search_metadata": {"status": "Error"}, "error": "Your searches for the month are exhausted."});
    // It may pass, so it is asked again before it is given up.
    (0..3).for_each(|_| searching.stub.answers(Canned::new(200, failed.clone())));
    let answer = searching.search(&once()).await;
    assert_eq!((&answer["success"], searching.stub.requests().len()), (&json!(false), 3), "{answer}");
    let trace = searching.trace(&answer).await;
    assert!(trace["queries"][0]["failed"].as_str().is_some_and(|why| why.contains("exhausted")), "{trace}");
}

#[tokio::test]
async fn strange_fields_cost_only_their_own_result() {
    let falcon = json!({"url": "https://news.example/falcon", "title": "Falcon", "engine": 7, "score": "1.0",
        "content": "Falcon Capital Partners has opened an office in ADGM, Abu Dhabi.", "publishedDate": 20_250_106});
    let results = json!([null, 5, {"url": 7, "content": "x"}, {"url": "javascript:alert(1)", "content": "x"},
        {"url": "https://news.example/none", "title": null, "content": ["x"]}, falcon]);
    let searching = Searching::start(Vec::new()).await;
    searching
        .stub
        .answers(Canned::new(200, json!({"query": "x", "results": results, "unresponsive_engines": [["bing", "timeout"]]})));
    let answer = searching.search(&once()).await;
    check_sums(&answer);
    assert_eq!(names(&answer), ["Falcon Capital Partners"], "{answer}");
    assert_eq!(companies(&answer)[0]["evidence"]["publishedDate"], Value::Null);
    assert_eq!(answer["meta"]["unresponsive"], json!(["searxng: bing"]), "{answer}");
    let trace = searching.trace(&answer).await;
    assert_eq!(trace["queries"][0]["notes"], json!(["bing did not respond: timeout"]), "{trace}");

    let searching = Searching::over(SearchWire::Tavily, Vec::new(), &[]).await;
    for time in [json!("1.24"), json!(1.24), Value::Null] {
        let results = json!([{"title": "F", "url": "https://news.example/f", "score": "0.9", "raw_content": null, "published_date": null,
            "content": "Falcon Capital Partners has opened an office in ADGM, Abu Dhabi."}]);
        searching.stub.answers(Canned::new(200, json!({"results": results, "response_time": time, "request_id": 7})));
        assert_eq!(names(&searching.search(&once()).await), ["Falcon Capital Partners"], "{time}");
    }
}

#[tokio::test]
async fn who_takes_no_number_is_read_to_the_end_of_the_page() {
    let many =
        |number: usize| StubHit::new(&format!("https://news.example/{number}"), "News", &format!("Harbour news {number}."));
    for (wire, results) in [(SearchWire::Searxng, 20), (SearchWire::Serper, 10)] {
        let searching = Searching::over(wire, (0..25).map(many).collect(), &[]).await;
        let trace = searching.trace(&searching.search(&once()).await).await;
        assert_eq!(trace["queries"][0]["results"], results, "{wire:?}: {trace}");
    }
}

#[tokio::test]
async fn whoever_hangs_is_given_up_and_named() {
    let searching = Searching::start(in_adgm()).await;
    searching.stub.takes(Duration::from_secs(120));
    let begun = Instant::now();
    let answer = searching.search(&once()).await;
    assert!(begun.elapsed() < Duration::from_secs(90), "{:?}", begun.elapsed());
    assert_eq!((&answer["success"], &answer["meta"]["unresponsive"]), (&json!(false), &json!(["searxng"])), "{answer}");
    let trace = searching.trace(&answer).await;
    assert!(trace["queries"][0]["failed"].is_string(), "{trace}");
}

/// The free one at once; of the paid ones the next only where there is not enough.
#[tokio::test]
async fn nobody_is_paid_for_what_is_there_already() {
    let (serpapi, brave) = (SearchStub::start(SearchWire::SerpApi).await, SearchStub::start(SearchWire::Brave).await);
    let database = Database::sqlite();
    let settings = reaching(Settings::new(&database), SearchWire::SerpApi, &serpapi);
    let server = Server::start(&reaching(settings, SearchWire::Brave, &brave));
    let api = Api::new(&server.base, Some(ADMIN));
    let prices = json!({"warehouses": [], "searches": [{"provider": "serpapi", "per_call_usd": 0.005}, {"provider": "brave", "per_call_usd": 0.003}]});
    api.put("/api/v1/admin/prices", &prices).await.json(200);
    let many = |count: usize| -> Vec<StubHit> {
        let page =
            |number: usize| StubHit::new(&format!("https://news.example/{number}"), "News", &format!("Harbour news {number}."));
        (0..count).map(page).chain(in_adgm()).collect()
    };
    serpapi.finds(many(7));
    brave.finds(in_adgm());
    let enough = api.post(DISCOVERY, &wish(&json!({}))).await.json(200);
    assert_eq!((names(&enough).len(), queries(&brave).len()), (2, 0), "ten results are enough: {enough}");
    let calls = queries(&serpapi).len();
    let paid = |answer: &Value| answer["meta"]["costs"]["serp"].as_f64().expect("a number");
    assert!((paid(&enough) - 0.005 * calls as f64).abs() < 1e-9, "{enough}");

    serpapi.finds(hits(&json!([{"url": "https://news.example/one", "title": "One", "snippet": "Nothing here."}])));
    let both = api.post(DISCOVERY, &wish(&json!({}))).await.json(200);
    assert_eq!((names(&both).len(), queries(&brave).len()), (2, calls), "{both}");
    assert!((paid(&both) - 0.008 * calls as f64).abs() < 1e-9, "{both}");
    check_sums(&both);

    // One of two that does not answer is named, and the other's answer counts.
    (0..calls).for_each(|_| serpapi.answers(Canned::new(401, json!({"error": "Invalid API key."}))));
    let some = api.post(DISCOVERY, &wish(&json!({}))).await.json(200);
    assert_eq!((&some["success"], names(&some).len()), (&json!(true), 2), "{some}");
    assert_eq!(some["meta"]["unresponsive"], json!(["serpapi"]), "{some}");
}
