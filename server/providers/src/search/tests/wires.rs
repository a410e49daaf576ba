//! What goes over the wires, and what comes back.

use super::*;

async fn answered(wire: SearchWire, canned: Canned) -> Result<SearchOutcome, SearchFault> {
    let stub = SearchStub::start(wire).await;
    stub.answers(canned);
    provider(&stub, wire, SEARCH_KEY).search(&wish("soap")).await
}

#[tokio::test]
async fn every_provider_finds_and_reads_dates() {
    for (wire, name) in WIRES {
        let stub = SearchStub::start(wire).await;
        stub.finds(soap());
        let outcome = provider(&stub, wire, SEARCH_KEY).search(&wish("soap")).await.expect("an answer");
        assert_eq!((outcome.provider, outcome.hits.len()), (name, 2), "{name:?}: what is no page is left out");
        let first = &outcome.hits[0];
        assert_eq!((first.title.as_str(), first.snippet.as_str()), ("Soap market", "The market for soap & more"));
        assert_eq!(first.url.as_deref(), Some("https://example.org/soap"));
        assert_eq!((first.provider, first.published_at, first.source), (name, None, None));
        assert_eq!(outcome.hits[1].published_at, published("2026-03-05"), "{name:?}");
        assert!(outcome.notes.is_empty() && outcome.failed.is_empty());
    }
}

#[tokio::test]
async fn finding_nothing_is_an_answer() {
    for (wire, name) in WIRES {
        let stub = SearchStub::start(wire).await;
        let outcome = provider(&stub, wire, SEARCH_KEY).search(&wish("soap")).await;
        assert_eq!(outcome.map(|outcome| outcome.hits), Ok(Vec::new()), "{name:?}");
        assert_eq!(stub.requests().len(), 1, "{name:?}");
    }
}

#[tokio::test]
async fn each_has_its_own_way_to_write_a_time() {
    let day = |text| published(text).expect("a date");
    let between = Freshness::Between { from: day("2026-03-05"), to: day("2026-05-01") };
    for (wire, month, span) in [
        (SearchWire::Searxng, json!({"time_range": "month"}), json!({"time_range": "year"})),
        (SearchWire::SerpApi, json!({"tbs": "qdr:m"}), json!({"tbs": "cdr:1,cd_min:3/5/2026,cd_max:5/1/2026"})),
        (SearchWire::Brave, json!({"freshness": "pm"}), json!({"freshness": "2026-03-05to2026-05-01"})),
        (SearchWire::Tavily, json!({"time_range": "month"}), json!({"start_date": "2026-03-05", "end_date": "2026-05-01"})),
        (SearchWire::Serper, json!({"tbs": "qdr:m"}), json!({"tbs": "cdr:1,cd_min:3/5/2026,cd_max:5/1/2026"})),
    ] {
        let stub = SearchStub::start(wire).await;
        let provider = provider(&stub, wire, SEARCH_KEY);
        for (freshness, wanted) in [(Freshness::PastMonth, month), (between, span)] {
            let outcome =
                provider.search(&SearchRequest { freshness: Some(freshness), ..wish("soap") }).await.expect("an answer");
            let asked = stub.requests().pop().expect("a search");
            let sent = if asked.body.is_null() { json!(asked.query) } else { asked.body };
            for (field, value) in wanted.as_object().expect("fields") {
                assert_eq!(&sent[field], value, "{wire:?} {field}");
            }
            let noted = wire == SearchWire::Searxng && freshness == between;
            assert_eq!(outcome.notes.len(), usize::from(noted), "{wire:?}: {:?}", outcome.notes);
        }
    }
}

#[tokio::test]
async fn language_and_country_are_handed_on_where_they_are_known() {
    for (wire, wanted) in [
        (SearchWire::Searxng, json!({"language": "ja"})),
        (SearchWire::SerpApi, json!({"hl": "ja", "gl": "at"})),
        (SearchWire::Brave, json!({"search_lang": "jp", "country": "AT"})),
        (SearchWire::Serper, json!({"hl": "ja", "gl": "at"})),
    ] {
        let stub = SearchStub::start(wire).await;
        let wish = SearchRequest { language: Some("ja".into()), country: Some("AT".into()), ..wish("soap") };
        provider(&stub, wire, SEARCH_KEY).search(&wish).await.expect("an answer");
        let asked = stub.requests().pop().expect("a search");
        let sent = if asked.body.is_null() { json!(asked.query) } else { asked.body };
        for (field, value) in wanted.as_object().expect("fields") {
            assert_eq!(&sent[field], value, "{wire:?} {field}");
        }
    }
}

#[tokio::test]
async fn a_long_query_keeps_the_limits_and_says_so() {
    let stub = SearchStub::start(SearchWire::Brave).await;
    let provider = provider(&stub, SearchWire::Brave, SEARCH_KEY);
    for long in ["word ".repeat(80), "ä".repeat(600), "twelveletter ".repeat(45)] {
        let outcome =
            provider.search(&SearchRequest { limit: 200, ..wish(&long) }).await.expect("the stub refuses what Brave refuses");
        assert_eq!(outcome.notes.len(), 1);
    }
    assert!(provider.search(&wish("  short \n query ")).await.expect("an answer").notes.is_empty());
    assert_eq!(stub.requests().pop().expect("a search").query["q"], "short query");
}

#[tokio::test]
async fn a_wrong_key_is_said_and_shown_nowhere() {
    for (wire, name) in WIRES.into_iter().skip(1) {
        let stub = SearchStub::start(wire).await;
        let fault = provider(&stub, wire, "secret-and-wrong").search(&wish("soap")).await.expect_err("a fault");
        assert!(matches!(fault, SearchFault::Unauthorized(_)), "{name:?}: {fault:?}");
        assert!(!format!("{fault:?} {fault}").contains("secret-and-wrong"));
        assert_eq!(stub.requests().len(), 1, "{name:?} is not asked again");
        stub.answers(Canned::new(400, json!({"error": "the key secret-and-wrong", "message": "the key secret-and-wrong", "detail": "the key secret-and-wrong"})));
        let fault = provider(&stub, wire, "secret-and-wrong").search(&wish("soap")).await.expect_err("a fault");
        assert!(matches!(&fault, SearchFault::Refused { status: 400, .. }), "{fault:?}");
        assert!(!fault.to_string().contains("secret-and-wrong"), "{fault}");
    }
}

#[tokio::test]
async fn a_service_that_is_gone_shows_no_key() {
    for (wire, name) in WIRES {
        let stub = SearchStub::start(wire).await;
        let provider = provider(&stub, wire, SEARCH_KEY);
        drop(stub);
        tokio::time::sleep(Duration::from_millis(50)).await;
        let fault = provider.search(&wish("soap")).await.expect_err("a fault");
        assert!(matches!(fault, SearchFault::Unreachable(_)), "{name:?}: {fault:?}");
        assert!(!format!("{fault:?}").contains(SEARCH_KEY) && !fault.to_string().contains("127.0.0.1"), "{fault}");
    }
}

#[tokio::test]
async fn what_may_pass_is_asked_again() {
    for (wire, name) in WIRES {
        let stub = SearchStub::start(wire).await;
        stub.finds(soap());
        stub.answers(Canned::new(500, "oops"));
        stub.answers(Canned::new(429, json!({"message": "slow down"})).with("retry-after", "1"));
        let begun = std::time::Instant::now();
        let outcome = provider(&stub, wire, SEARCH_KEY).search(&wish("soap")).await.expect("an answer at last");
        assert_eq!((outcome.hits.len(), stub.requests().len()), (2, 3), "{name:?}");
        assert!(begun.elapsed() >= Duration::from_secs(1), "{name:?} is given the second it asks for");
    }
}

#[tokio::test]
async fn whoever_wants_a_long_pause_gets_it() {
    let stub = SearchStub::start(SearchWire::Tavily).await;
    stub.answers(
        Canned::new(432, json!({"detail": {"error": "This request exceeds your plan's set usage limit."}}))
            .with("retry-after", "3600"),
    );
    let fault = provider(&stub, SearchWire::Tavily, SEARCH_KEY).search(&wish("soap")).await.expect_err("a fault");
    let SearchFault::Limited { retry_after, detail } = fault else { panic!("{fault:?}") };
    assert_eq!((retry_after, stub.requests().len()), (Some(Duration::from_secs(3_600)), 1));
    assert!(detail.contains("usage limit"));
}

#[tokio::test]
async fn braves_limits_are_read_from_its_headers() {
    let limited = |remaining: &str| {
        Canned::new(429, json!({"error": {"detail": "Request rate limit exceeded", "code": "RATE_LIMITED"}}))
            .with("x-ratelimit-remaining", remaining)
            .with("x-ratelimit-reset", "1, 419704")
    };
    let stub = SearchStub::start(SearchWire::Brave).await;
    stub.answers(limited("0, 120"));
    let provider = provider(&stub, SearchWire::Brave, SEARCH_KEY);
    provider.search(&wish("soap")).await.expect("after a second it answers");
    assert_eq!(stub.requests().len(), 2);
    stub.answers(limited("0, 0"));
    let fault = provider.search(&wish("soap")).await.expect_err("the month is used up");
    let wanted = Some(Duration::from_secs(419_704));
    assert!(matches!(&fault, SearchFault::Limited { retry_after, .. } if *retry_after == wanted), "{fault:?}");
    assert_eq!(stub.requests().len(), 3);
}

#[tokio::test]
async fn serpapi_errors_are_told_from_empty_results() {
    let wire = SearchWire::SerpApi;
    let failed = json!({"search_metadata": {"status": "Error"}, "error": "Your searches for the month are exhausted."});
    let fault = answered(wire, Canned::new(200, failed.clone())).await;
    // The stub then answers as usual: it was asked again.
    assert_eq!(fault.map(|outcome| outcome.hits.len()), Ok(0));
    let stub = SearchStub::start(wire).await;
    for _ in 0..3 {
        stub.answers(Canned::new(200, failed.clone()));
    }
    let fault = provider(&stub, wire, SEARCH_KEY).search(&wish("soap")).await.expect_err("a fault");
    assert!(matches!(&fault, SearchFault::Failed { detail, .. } if detail.contains("exhausted")), "{fault:?}");
}

#[tokio::test]
async fn free_dates_are_read_or_left_out() {
    for wire in [SearchWire::SerpApi, SearchWire::Serper] {
        let stub = SearchStub::start(wire).await;
        let dates = ["3 days ago", "Mar 5, 2026", "2 months ago", "3/4/2026", "Updated recently"];
        stub.finds(dates.iter().map(|date| StubHit::new("https://example.org/", "x", "y").dated(date)).collect());
        let outcome = provider(&stub, wire, SEARCH_KEY).search(&wish("soap")).await.expect("an answer");
        let read: Vec<_> = outcome.hits.iter().map(|hit| hit.published_at).collect();
        assert_eq!(read, [published("2026-06-12"), published("2026-03-05"), None, None, None], "{wire:?}");
    }
}

#[tokio::test]
async fn silent_engines_are_a_partial_failure_and_shown() {
    let body = json!({"query": "soap", "results": [{"url": "https://example.org/", "title": "Soap"}],
        "unresponsive_engines": [["google", "timeout"], ["bing", "CAPTCHA"], "qwant", 7]});
    let outcome = answered(SearchWire::Searxng, Canned::new(200, body)).await.expect("an answer");
    assert_eq!(outcome.hits.len(), 1);
    assert_eq!(outcome.notes, ["google did not respond: timeout", "bing did not respond: CAPTCHA", "qwant did not respond"]);
}

#[tokio::test]
async fn an_instance_without_json_says_what_to_do() {
    let forbidden = Canned::new(403, "<!doctype html><title>403 Forbidden</title>").with("content-type", "text/html");
    let fault = answered(SearchWire::Searxng, forbidden).await.expect_err("a fault");
    assert!(matches!(&fault, SearchFault::Unauthorized(detail) if detail.contains("search.formats")), "{fault:?}");
}

#[tokio::test]
async fn garbage_is_garbage() {
    for (wire, name) in WIRES {
        let items = |field: &str| -> Value {
            json!({field: "not a list", "web": {"results": 5}, "type": "search", "searchParameters": {}, "search_metadata": {}})
        };
        let field = match wire {
            SearchWire::Searxng | SearchWire::Tavily | SearchWire::Brave => "results",
            SearchWire::SerpApi => "organic_results",
            SearchWire::Serper => "organic",
        };
        for body in
            ["<html>".to_owned(), "{\"results\": [".into(), "null".into(), "[]".into(), "{}".into(), items(field).to_string()]
        {
            let fault = answered(wire, Canned::new(200, &body)).await.expect_err("a fault");
            assert!(matches!(fault, SearchFault::Malformed(_)), "{name:?} {body}: {fault:?}");
        }
    }
}

#[tokio::test]
async fn results_with_strange_fields_are_left_out_not_everything() {
    let body = json!({"results": [null, 5, {"url": 7}, {"url": "https://example.org/", "title": null, "content": ["x"]}]});
    let outcome = answered(SearchWire::Tavily, Canned::new(200, body)).await.expect("an answer");
    assert_eq!(outcome.hits.iter().map(|hit| hit.title.as_str()).collect::<Vec<_>>(), [""]);
}

#[tokio::test]
async fn time_and_size_are_limited() {
    let slow = Canned::new(200, json!({"results": []})).after(Duration::from_secs(30));
    let stub = SearchStub::start(SearchWire::Tavily).await;
    for _ in 0..3 {
        stub.answers(slow.clone());
    }
    let fault = provider(&stub, SearchWire::Tavily, SEARCH_KEY).search(&wish("soap")).await;
    assert_eq!(fault, Err(SearchFault::TimedOut));
    let huge = json!({"results": [], "filling": "x".repeat(3 * 1024 * 1024)});
    let fault = answered(SearchWire::Tavily, Canned::new(200, huge)).await.expect_err("a fault");
    assert!(matches!(fault, SearchFault::Malformed(_)), "{fault:?}");
}

#[tokio::test]
async fn a_key_does_not_travel_with_a_redirect() {
    let (thief, stub) = (SearchStub::start(SearchWire::Serper).await, SearchStub::start(SearchWire::Serper).await);
    stub.answers(Canned::new(307, "").with("location", &format!("{}/search", thief.base)));
    let fault = provider(&stub, SearchWire::Serper, SEARCH_KEY).search(&wish("soap")).await.expect_err("a fault");
    assert!(matches!(fault, SearchFault::Refused { status: 307, .. }), "{fault:?}");
    assert!(thief.requests().is_empty());
}

#[tokio::test]
async fn a_base_url_may_have_a_path() {
    let stub = SearchStub::start(SearchWire::Searxng).await;
    let settings = Settings { searxng: Some(format!("{}/sx/", stub.base).parse().expect("an address")), ..Settings::default() };
    let provider = &settings.providers(hurried()).expect("providers")[0];
    provider.search(&wish("soap")).await.expect_err("the stub knows no such path");
    assert_eq!(stub.requests()[0].path, "/sx/search");
}
