//! Several providers behind one front.

use super::*;
use domain::account::AuditEntry;
use protocol::Timestamp;

/// One's own documents, as many as are given.
struct Shelf(Result<Vec<SourceMatch>, &'static str>);

#[async_trait::async_trait]
impl SourceStore for Shelf {
    async fn keep_source_with(&self, row: SourceRow, _: Option<AuditEntry>) -> Result<SourceId, StoreFault> {
        Ok(row.id)
    }
    async fn source(&self, _: TenantId, _: SourceId) -> Result<Option<SourceRow>, StoreFault> {
        Ok(None)
    }
    async fn source_at(&self, _: TenantId, _: &str) -> Result<Option<SourceRow>, StoreFault> {
        Ok(None)
    }
    async fn documents(&self, _: TenantId, _: u32, _: Option<(Timestamp, SourceId)>) -> Result<Vec<SourceRow>, StoreFault> {
        Ok(Vec::new())
    }
    async fn count_documents(&self, _: TenantId) -> Result<u64, StoreFault> {
        self.0.clone().map(|own| own.len() as u64).map_err(|why| StoreFault::Unavailable(why.into()))
    }
    async fn delete_source_with(&self, _: TenantId, _: SourceId, _: Option<AuditEntry>) -> Result<bool, StoreFault> {
        Ok(false)
    }
    async fn find_sources(&self, _: TenantId, _: Among, words: &[String], _: u32) -> Result<Vec<SourceMatch>, StoreFault> {
        assert_eq!(words, ["soap"]);
        self.0.clone().map_err(|why| StoreFault::Unavailable(why.into()))
    }
}

fn own(number: u128, url: Option<&str>, date: Option<&str>) -> SourceMatch {
    let source = SourceRef {
        id: SourceId(Uuid::from_u128(number)),
        title: format!("Own {number}"),
        url: url.map(str::to_owned),
        sha256: String::new(),
        accessed_at: Timestamp(0),
        published_at: date.and_then(published),
    };
    SourceMatch { source, excerpt: "soap".into(), imported: true }
}

fn front(shelf: Result<Vec<SourceMatch>, &'static str>, web: Vec<Arc<dyn WebSearch>>) -> Searches {
    Searches::from_parts(Arc::new(Local::new(Arc::new(Shelf(shelf)))), web)
}

fn urls(hits: &[Hit]) -> Vec<&str> {
    hits.iter().map(|hit| hit.url.as_deref().unwrap_or("-")).collect()
}

#[tokio::test]
async fn without_a_provider_ones_own_documents_answer() {
    let outcome = front(Ok(vec![own(1, None, None)]), Vec::new()).search(&wish("the soap")).await.expect("an answer");
    assert_eq!((outcome.provider, outcome.hits.len(), outcome.failed.len()), (SearchProvider::Local, 1, 0));
    assert_eq!(outcome.hits[0].source, Some(SourceId(Uuid::from_u128(1))));
    let outcome = front(Ok(Vec::new()), Vec::new()).search(&wish("soap")).await.expect("nothing is an answer");
    assert!(outcome.hits.is_empty());
    let fault = front(Err("gone"), Vec::new()).search(&wish("soap")).await.expect_err("a fault");
    assert!(fault.is_retryable());
}

#[tokio::test]
async fn something_can_be_searched_where_there_is_a_web_search_or_a_document() {
    let tenant = TenantId(Uuid::from_u128(1));
    let stub = SearchStub::start(SearchWire::Serper).await;
    let web = || vec![provider(&stub, SearchWire::Serper, SEARCH_KEY)];
    for (shelf, web, reaches) in [
        (Ok(Vec::new()), Vec::new(), false),
        (Ok(vec![own(1, None, None)]), Vec::new(), true),
        (Ok(Vec::new()), web(), true),
        (Err("gone"), Vec::new(), true),
    ] {
        let front = front(shelf, web);
        assert_eq!((front.reaches(tenant).await, front.reaches(tenant).await), (reaches, reaches));
    }
    assert_eq!(stub.requests().len(), 0);
}

#[tokio::test]
async fn the_first_that_answers_is_heard_and_who_failed_is_said() {
    let (broken, works) = (SearchStub::start(SearchWire::Searxng).await, SearchStub::start(SearchWire::Serper).await);
    for _ in 0..3 {
        broken.answers(Canned::new(500, ""));
    }
    works.finds(soap());
    let web = vec![
        provider(&broken, SearchWire::Searxng, ""),
        provider(&works, SearchWire::Serper, SEARCH_KEY),
        provider(&works, SearchWire::Tavily, SEARCH_KEY),
    ];
    let shelf = (1..9).map(|number| own(number, (number == 1).then_some("https://example.org/wax"), None)).collect();
    let front = front(Ok(shelf), web);
    let names = [SearchProvider::Searxng, SearchProvider::Serper, SearchProvider::Tavily, SearchProvider::Local];
    assert_eq!(front.providers(), names);
    let outcome = front.search(&wish("soap")).await.expect("an answer");
    assert_eq!(outcome.provider, SearchProvider::Serper);
    assert_eq!(
        urls(&outcome.hits),
        ["https://example.org/wax", "-", "-", "https://example.org/soap"],
        "a few of one's own, none twice"
    );
    let [failed] = &outcome.failed[..] else { panic!("{:?}", outcome.failed) };
    assert_eq!((failed.provider, failed.detail.as_str()), (SearchProvider::Searxng, "it failed (500): internal server error"));
    assert_eq!(works.requests().len(), 1, "nobody after the first answer is asked");
}

#[tokio::test]
async fn where_nobody_answers_ones_own_documents_do_or_it_is_said() {
    let refuses = SearchStub::start(SearchWire::Serper).await;
    let web = || vec![provider(&refuses, SearchWire::Serper, "wrong")];
    let outcome = front(Ok(vec![own(1, None, None)]), web()).search(&wish("soap")).await.expect("an answer");
    assert_eq!((outcome.provider, outcome.hits.len(), outcome.failed.len()), (SearchProvider::Local, 1, 1));
    let fault = front(Ok(Vec::new()), web()).search(&wish("soap")).await.expect_err("a fault");
    let SearchFault::NobodyAnswered { detail, retryable } = &fault else { panic!("{fault:?}") };
    assert!(detail.contains("Serper: it does not accept the key") && !retryable, "{detail}");
    let fault = front(Err("gone"), web()).search(&wish("soap")).await.expect_err("a fault");
    assert!(fault.is_retryable() && fault.to_string().contains("own documents"), "{fault}");
}

#[tokio::test]
async fn a_database_that_is_gone_does_not_take_the_web_along() {
    let works = SearchStub::start(SearchWire::Serper).await;
    works.finds(soap());
    let outcome = front(Err("gone"), vec![provider(&works, SearchWire::Serper, SEARCH_KEY)]).search(&wish("soap")).await;
    let outcome = outcome.expect("an answer");
    assert_eq!((outcome.hits.len(), outcome.failed[0].provider), (2, SearchProvider::Local));
}

#[tokio::test]
async fn a_time_filter_holds_for_ones_own_documents_too() {
    let shelf = vec![own(1, None, Some("2026-06-14")), own(2, None, Some("2025-01-01")), own(3, None, None)];
    for (freshness, wanted) in [
        (None, vec!["Own 1", "Own 2", "Own 3"]),
        (Some(Freshness::PastWeek), vec!["Own 1", "Own 3"]),
        (
            Some(Freshness::Between {
                from: published("2025-01-01T18:00:00Z").expect("a date"),
                to: published("2025-02-01").expect("a date"),
            }),
            vec!["Own 2", "Own 3"],
        ),
    ] {
        let outcome = front(Ok(shelf.clone()), Vec::new()).search(&SearchRequest { freshness, ..wish("soap") }).await;
        let titles: Vec<_> = outcome.expect("an answer").hits.into_iter().map(|hit| hit.title).collect();
        assert_eq!(titles, wanted, "{freshness:?}");
    }
}

#[test]
fn keys_are_not_in_what_is_printed() {
    let keyed = Keyed { key: SecretString::from(SEARCH_KEY), base: "https://example.org".parse().expect("an address") };
    assert!(!format!("{keyed:?}").contains(SEARCH_KEY));
}
