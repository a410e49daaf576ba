//! Pages that a search reads: only within its budget, kept as sources, and quoted to the letter.

use super::{DISCOVERY, Searching, check_sums, companies, names, search_id, wish};
use serde_json::{Value, json};
use sqlx::{Connection as _, SqliteConnection};
use testkit::{Leaf, SearchWire, StubHit, WebSite};

const FALCON: &str = "Falcon Capital Partners has opened an office in Abu Dhabi Global Market (ADGM).";

/// Three results that name no place; one of their pages does.
async fn site() -> (WebSite, Vec<StubHit>) {
    let site = WebSite::start().await;
    let paragraphs = ["A day of news from the harbour, with many words about nothing in particular.", FALCON, "More tomorrow."];
    site.put("/falcon", Leaf::article("Falcon comes", "", &paragraphs));
    site.put("/gone", Leaf::text("gone").status(500));
    let mainland = "Desert Rose Trading LLC has opened an office in Abu Dhabi, and sells carpets to everybody who comes by.";
    site.put("/desert", Leaf::article("Desert Rose", "", &[mainland]));
    let result = |path: &str, snippet: &str| StubHit::new(&site.url(path), "News", snippet);
    let found = vec![
        result("/gone", "Old Mill Ltd has news."),
        result("/falcon", "Falcon Capital Partners has news."),
        result("/desert", "Desert Rose Trading LLC has news."),
    ];
    (site, found)
}

fn pages(most: u32) -> Value {
    json!({"options": {"budgets": {"maxPageFetches": most}}})
}

async fn stored_text(searching: &Searching, url: &str) -> Option<String> {
    let mut store = SqliteConnection::connect(&searching.settings.database_url).await.expect("it opens");
    sqlx::query_scalar("SELECT text FROM research_sources WHERE url = $1")
        .bind(url)
        .fetch_optional(&mut store)
        .await
        .expect("it is read")
}

#[tokio::test]
async fn a_page_proves_what_its_result_only_hints_at() {
    let (site, found) = site().await;
    let searching = Searching::over(SearchWire::Searxng, found, &[("DISCOVERY_ALLOW_PRIVATE_URLS", "true")]).await;
    let none = searching.search(&json!({})).await;
    assert_eq!((names(&none).len(), site.visits("/falcon")), (0, 0), "no budget, no page: {none}");

    let answer = searching.search(&pages(2)).await;
    check_sums(&answer);
    assert_eq!(names(&answer), ["Falcon Capital Partners"], "{answer}");
    assert_eq!((site.visits("/gone") > 0, site.visits("/falcon"), site.visits("/desert")), (true, 1, 0), "two pages and no more");
    assert_eq!(
        (&answer["meta"]["partial"], &answer["meta"]["exhausted"]),
        (&json!(true), &json!(["maxPageFetches"])),
        "{answer}"
    );
    let evidence = &companies(&answer)[0]["evidence"];
    let snippet = evidence["snippet"].as_str().expect("a snippet");
    assert_eq!((&evidence["from"], &evidence["sourceUrl"]), (&json!("page"), &json!(site.url("/falcon"))), "{evidence}");
    assert!(evidence["storedSource"].as_str().is_some_and(|id| id.len() == 36), "{evidence}");
    let text = stored_text(&searching, &site.url("/falcon")).await.expect("it is kept");
    assert!(text.contains(snippet) && snippet.contains("ADGM") && snippet.contains("Falcon"), "{snippet}");
    assert_eq!(stored_text(&searching, &site.url("/gone")).await, None);

    // Without the site the answer is the same.
    drop(site);
    let path = format!("/api/v1/company-searches/{}/replay", search_id(&answer));
    assert_eq!(searching.api().post(&path, &json!({})).await.json(200), answer);
}

#[tokio::test]
async fn a_page_that_may_not_be_read_is_not_read() {
    let (site, found) = site().await;
    let searching = Searching::start(found).await;
    let answer = searching.api().post(DISCOVERY, &wish(&pages(3))).await.json(200);
    check_sums(&answer);
    assert_eq!((&answer["success"], names(&answer).len()), (&json!(true), 0), "{answer}");
    assert_eq!(answer["meta"]["exhausted"], json!([]), "there were no more than three: {answer}");
    assert!(
        ["/gone", "/falcon", "/desert", "/robots.txt"].iter().all(|path| site.visits(path) == 0),
        "addresses within are closed"
    );
}

#[tokio::test]
async fn a_long_page_is_read_where_it_names_the_place() {
    let site = WebSite::start().await;
    for (path, before) in [("/longer", 80), ("/longest", 300)] {
        let filling: Vec<String> = (0..400)
            .map(|number| format!("Paragraph {number} of the day from the harbour has many words about nothing."))
            .collect();
        let mut paragraphs: Vec<&str> = filling.iter().map(String::as_str).collect();
        paragraphs.insert(before, FALCON);
        site.put(path, Leaf::article("Falcon comes", "", &paragraphs));
        let found = vec![StubHit::new(&site.url(path), "News", "Falcon Capital Partners has news.")];
        let searching = Searching::over(SearchWire::Searxng, found, &[("DISCOVERY_ALLOW_PRIVATE_URLS", "true")]).await;
        let answer = searching.search(&pages(1)).await;
        assert_eq!(names(&answer), ["Falcon Capital Partners"], "{path}: {answer}");
        let text = stored_text(&searching, &site.url(path)).await.expect("it is kept");
        let snippet = companies(&answer)[0]["evidence"]["snippet"].as_str().expect("a snippet");
        assert!(text.contains(snippet) && text.len() > 12_000, "{path}: {snippet}");
    }
}

/// No search reads more than thirty, however many it may read.
#[tokio::test]
async fn more_pages_than_any_search_reads_are_named() {
    let searching = Searching::start(Vec::new()).await;
    searching.stub.finding(|call| {
        let query = call.query.get("q").cloned().unwrap_or_default().replace(' ', "-");
        let hit = |number: usize| {
            StubHit::new(&format!("http://127.0.0.1:1/{query}/{number}"), "News", &format!("Harbour news {number} of {query}."))
        };
        (0..20).map(hit).collect()
    });
    let answer = searching.search(&pages(1_000)).await;
    assert_eq!(
        (&answer["meta"]["partial"], &answer["meta"]["exhausted"]),
        (&json!(true), &json!(["maxPageFetches"])),
        "{answer}"
    );
}

#[tokio::test]
async fn one_page_in_many_results_is_read_once() {
    let (site, _) = site().await;
    let again = |suffix: &str| StubHit::new(&format!("{}{suffix}", site.url("/falcon")), "News", &format!("Falcon {suffix}."));
    let found = vec![again("?utm_source=x"), again("#top"), again("?gclid=7")];
    let searching = Searching::over(SearchWire::Searxng, found, &[("DISCOVERY_ALLOW_PRIVATE_URLS", "true")]).await;
    let answer = searching.search(&pages(5)).await;
    let visits: usize = ["/falcon", "/falcon?utm_source=x", "/falcon?gclid=7"].iter().map(|path| site.visits(path)).sum();
    assert_eq!(visits, 1, "{answer}");
}
