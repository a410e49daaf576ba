//! `resolve_fact` over data and the web, in the seed's shape.

use super::{full, tool};
use crate::ground::{ADMIN, Api, Database, Server, Settings, everywhere};
use serde_json::{Value, json};
use testkit::{SearchStub, SearchWire, StubHit};

async fn resolved(api: &Api, project: &str, question: &str) -> Value {
    tool(api, project, "resolve_fact", json!({"question": question})).await.json(200)
}

#[tokio::test]
async fn questions_are_answered_from_data() {
    everywhere(async |place| {
        let member = place.member();
        let project = full(&member).await;
        for (question, answer) in [
            ("How many orders are there?", "3"),
            ("How many orders are from AT?", "2"),
            ("What is the average total of orders?", "20.1667"),
            ("Which customer has the most orders?", "Ada (2)"),
            ("Top 2 customers by total", "Ada (40.5), Bob (20)"),
            ("Which countries are there?", "AT, DE"),
        ] {
            let told = resolved(&member, &project, question).await;
            assert_eq!((&told["answer"], &told["needs_clarification"]), (&json!(answer), &json!(false)), "{told}");
            let source = &told["sources"][0];
            assert_eq!((&source["type"], &source["name"]), (&json!("data"), &json!("shop.orders")), "{told}");
            assert!(source["query"].as_str().is_some_and(|sql| sql.starts_with("SELECT")), "{told}");
        }
        let told = resolved(&member, &project, "How many late orders are there?").await;
        assert_eq!((&told["answer"], &told["needs_clarification"]), (&json!(null), &json!(true)), "{told}");
        assert_eq!(told["clarification"], "What does \"late\" stand for in the data?");
        let told = resolved(&member, &project, "How many orders were there in 2023?").await;
        assert!(told["clarification"].as_str().is_some_and(|ask| ask.contains("what dates it")), "{told}");
        let open = tool(&member, &project, "get_unresolved_facts", json!({})).await.json(200);
        assert_eq!(open.as_array().map(Vec::len), Some(2), "{open}");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_web_is_asked_where_the_project_allows_it() {
    let search = SearchStub::start(SearchWire::Searxng).await;
    search.finds(vec![StubHit::new("https://terms.example/whale", "Terms", "A whale is a customer who spends very much.")]);
    let database = Database::sqlite();
    let server = Server::start(&Settings::of(&database).with("SEARXNG_URL", &search.base));
    let owner = Api::new(&server.base, Some(ADMIN));
    let project = full(&owner).await;
    let told = resolved(&owner, &project, "What is a whale?").await;
    assert_eq!((&told["answer"], search.asked().len()), (&json!(null), 0), "{told}");

    let path = format!("/api/v1/projects/{project}");
    assert_eq!(owner.put(&path, &json!({"web_search": true})).await.json(200)["web_search"], true);
    let told = resolved(&owner, &project, "What is a whale?").await;
    assert_eq!(told["answer"], "customer who spends very much", "{told}");
    let source = &told["sources"][0];
    assert_eq!((&source["type"], &source["url"]), (&json!("web"), &json!("https://terms.example/whale")), "{told}");
    assert!(told["confidence"].as_f64().is_some_and(|sure| (0.5..0.8).contains(&sure)), "{told}");
    // What the project itself says is not asked of others.
    let before = search.asked().len();
    resolved(&owner, &project, "What defines a VIP customer?").await;
    resolved(&owner, &project, "How many orders are there?").await;
    assert_eq!(search.asked().len(), before);
}
