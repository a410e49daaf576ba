//! An embedding service elsewhere, as its wire is.

use domain::embedding::{Embedder, EmbeddingFault, nearness};
use providers::embedding::{Place, Service};
use serde_json::json;
use std::time::{Duration, Instant};
use testkit::{Canned, EMBEDDING_KEY, EMBEDDING_MODEL, EmbeddingStub};

fn place(base: &str) -> Place {
    let time = Duration::from_secs(5);
    Place { base_url: base.into(), model: EMBEDDING_MODEL.into(), api_key: Some(EMBEDDING_KEY.to_owned().into()), time }
}

fn service(stub: &EmbeddingStub) -> Service {
    Service::new(place(&stub.base)).expect("an address")
}

fn texts(of: &[&str]) -> Vec<String> {
    of.iter().map(|text| (*text).to_owned()).collect()
}

#[tokio::test]
async fn texts_become_vectors_in_their_order() {
    let stub = EmbeddingStub::start().await;
    let service = service(&stub);
    assert_eq!((service.name(), service.dimension(), service.is_remote()), (EMBEDDING_MODEL, None, true));
    let vectors = service.embed(&texts(&["monthly", "  ", "products", "a month"])).await.expect("vectors");
    assert_eq!(service.dimension(), Some(3));
    assert!(nearness(&vectors[0], &vectors[3]) > 0.99 && nearness(&vectors[0], &vectors[2]) < 0.1, "{vectors:?}");
    assert!((nearness(&vectors[0], &vectors[0]) - 1.0).abs() < 1e-5, "of length 1");
    assert_eq!(vectors[1], [0.0, 0.0, 0.0], "of nothing comes nothing");
    assert_eq!(stub.requests(), [texts(&["monthly", "products", "a month"])]);
    assert!(service.embed(&[]).await.expect("nothing").is_empty());
    assert_eq!(stub.requests().len(), 1, "for nothing nobody is asked");
}

#[tokio::test]
async fn many_texts_go_in_parts() {
    let stub = EmbeddingStub::start().await;
    let many: Vec<String> = (0..300).map(|number| format!("month {number}")).collect();
    assert_eq!(service(&stub).embed(&many).await.expect("vectors").len(), 300);
    assert_eq!(stub.requests().iter().map(Vec::len).collect::<Vec<_>>(), [128, 128, 44]);
}

#[tokio::test]
async fn what_may_pass_is_tried_once_more() {
    let stub = EmbeddingStub::start().await;
    stub.answers(Canned::new(503, "busy"));
    assert_eq!(service(&stub).embed(&texts(&["month"])).await.expect("a vector").len(), 1);
    stub.answers(Canned::new(429, json!({"error": {"message": "slow down"}})));
    stub.answers(Canned::new(429, json!({"error": {"message": "slow down"}})));
    let fault = service(&stub).embed(&texts(&["month"])).await.expect_err("a fault");
    assert_eq!(fault, EmbeddingFault::Unreachable("429 slow down".into()));
}

#[tokio::test]
async fn it_does_not_wait_for_ever() {
    let stub = EmbeddingStub::start().await;
    for _ in 0..2 {
        stub.answers(Canned::new(200, "{}").after(Duration::from_secs(30)));
    }
    let service = Service::new(Place { time: Duration::from_secs(2), ..place(&stub.base) }).expect("an address");
    let begun = Instant::now();
    assert_eq!(service.embed(&texts(&["month"])).await, Err(EmbeddingFault::TimedOut));
    assert!(begun.elapsed() < Duration::from_secs(20));
    let again = service.embed(&texts(&["month"])).await;
    assert_eq!(again, Err(EmbeddingFault::Unreachable("it did not answer a moment ago".into())), "nobody waits again at once");
    assert_eq!(stub.requests().len(), 1);
}

#[tokio::test]
async fn what_cannot_be_used_is_named() {
    let stub = EmbeddingStub::start().await;
    for (body, words) in [
        ("not json".to_owned(), "expected"),
        (json!({"data": []}).to_string(), "0 vectors for 1 texts"),
        (json!({"data": [{"index": 5, "embedding": [1.0]}]}).to_string(), "text 5 of 1"),
        (json!({"data": [{"index": 0, "embedding": []}]}).to_string(), "0 numbers"),
        (json!({"data": [{"index": 0, "embedding": [1.0]}, {"index": 0, "embedding": [1.0]}]}).to_string(), "two vectors"),
    ] {
        stub.answers(Canned::new(200, body));
        match service(&stub).embed(&texts(&["month"])).await {
            Err(EmbeddingFault::Malformed(why)) => assert!(why.contains(words), "{why}"),
            other => panic!("{words}: {other:?}"),
        }
    }
    let wrong = Place { api_key: Some("nobody's".to_owned().into()), ..place(&stub.base) };
    let fault = Service::new(wrong).expect("an address").embed(&texts(&["month"])).await.expect_err("a fault");
    assert_eq!(fault, EmbeddingFault::Refused("401 Incorrect API key provided".into()));
    let other = Place { model: "another".into(), ..place(&stub.base) };
    let fault = Service::new(other).expect("an address").embed(&texts(&["month"])).await.expect_err("a fault");
    assert!(matches!(&fault, EmbeddingFault::Refused(why) if why.contains("does not exist")), "{fault:?}");
    let nowhere = Service::new(place("http://127.0.0.1:1/v1")).expect("an address");
    assert!(matches!(nowhere.embed(&texts(&["month"])).await, Err(EmbeddingFault::Unreachable(_))));
    for wrong in ["nowhere", "ftp://example.org", "https://"] {
        assert!(Service::new(place(wrong)).is_err(), "{wrong}");
    }
}
