//! `resolve_fact` over data and the web, in the seed's shape.

use super::{full, made, shops::Shop, tool};
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
    let server = Server::start(&Settings::new(&database).with("SEARXNG_URL", &search.base));
    let owner = Api::new(&server.base, Some(ADMIN));
    let project = full(&owner).await;
    let told = resolved(&owner, &project, "What is a whale?").await;
    assert_eq!((&told["answer"], search.requests().len()), (&json!(null), 0), "{told}");

    let path = format!("/api/v1/projects/{project}");
    assert_eq!(owner.put(&path, &json!({"web_search": true})).await.json(200)["web_search"], true);
    let told = resolved(&owner, &project, "What is a whale?").await;
    assert_eq!(told["answer"], "customer who spends very much", "{told}");
    let source = &told["sources"][0];
    assert_eq!((&source["type"], &source["url"]), (&json!("web"), &json!("https://terms.example/whale")), "{told}");
    assert!(told["confidence"].as_f64().is_some_and(|sure| (0.5..0.8).contains(&sure)), "{told}");
    // What the project itself says is not asked of others.
    let before = search.requests().len();
    resolved(&owner, &project, "What defines a VIP customer?").await;
    resolved(&owner, &project, "How many orders are there?").await;
    assert_eq!(search.requests().len(), before);
}

#[tokio::test]
async fn what_a_schema_says_of_a_column_answers_a_question_about_it() {
    let Some(shop) = Shop::postgres().await else { return };
    shop.run(
        "ALTER TABLE customers ADD COLUMN lifecycle_stage TEXT; \
         COMMENT ON COLUMN customers.lifecycle_stage IS 'How far a customer has come: lead, buyer or regular'; \
         COMMENT ON TABLE orders IS 'What was bought, one row per basket'",
    )
    .await;
    let database = Database::sqlite();
    let server = Server::start(&Settings::new(&database).with("DISCOVERY_ALLOW_PRIVATE_URLS", "true"));
    let owner = Api::new(&server.base, Some(ADMIN));
    let project = made(&owner, "Described").await;
    owner.post(&format!("/api/v1/projects/{project}/sources"), &shop.source()).await.json(201);
    let stage = "How far a customer has come: lead, buyer or regular";
    for (question, name, answer) in [
        ("What does lifecycle stage mean?", "shop.customers.lifecycle_stage", stage),
        ("What is the lifecycle stage of a customer?", "shop.customers.lifecycle_stage", stage),
        ("What is an order?", "shop.orders", "What was bought, one row per basket"),
    ] {
        let told = resolved(&owner, &project, question).await;
        let source = &told["sources"][0];
        assert_eq!((&source["type"], &source["name"]), (&json!("schema"), &json!(name)), "{told}");
        assert_eq!((&source["confidence"], &source["excerpt"]), (&json!(0.6), &json!(answer)), "{told}");
        assert_eq!((&told["answer"], &told["needs_clarification"]), (&json!(answer), &json!(false)), "{told}");
    }
    let told = resolved(&owner, &project, "What is a stage?").await;
    assert_eq!((&told["confidence"], &told["needs_clarification"]), (&json!(0.3), &json!(true)), "{told}");
}

#[tokio::test]
async fn a_fact_that_only_looks_like_the_question_does_not_answer_it() {
    everywhere(async |place| {
        let member = place.member();
        let project = made(&member, "Facts").await;
        for (name, value) in [("Location code", "Where a store is"), ("Claim limit", "7"), ("Churn rate of enterprises", "5 %")] {
            tool(&member, &project, "add_fact", json!({"name": name, "value": value})).await.json(200);
        }
        for question in ["What is a loss?", "What is our aim?"] {
            let told = resolved(&member, &project, question).await;
            assert_eq!((&told["answer"], &told["needs_clarification"]), (&json!(null), &json!(true)), "{told}");
        }
        let told = resolved(&member, &project, "What is churn?").await;
        assert_eq!((&told["confidence"], &told["needs_clarification"]), (&json!(0.33), &json!(true)), "{told}");
        let told = resolved(&member, &project, "What is the churn rate of an enterprise?").await;
        assert_eq!((&told["answer"], &told["confidence"]), (&json!("5 %"), &json!(1.0)), "{told}");
    })
    .await;
}

#[tokio::test]
async fn a_text_full_of_facts_is_taken_within_bounds() {
    everywhere(async |place| {
        let member = place.member();
        let project = made(&member, "Facts").await;
        let mut text: String = (0..207).map(|number| format!("Term {number}: {number}\n")).collect();
        text.push_str(&format!("Long: {}\n", "x".repeat(30_000)));
        let told = tool(&member, &project, "extract_facts_from_text", json!({"text": text, "save": true})).await.json(200);
        assert_eq!((told["facts"].as_array().map(Vec::len), &told["saved"]), (Some(200), &json!(200)), "{told}");
        let left_out = told["left_out"].to_string();
        assert!(left_out.contains("7 more than the 200") && left_out.contains("1 that cannot be kept"), "{left_out}");
        let known = tool(&member, &project, "list_known_facts", json!({})).await.json(200);
        assert_eq!(known.as_array().map(Vec::len), Some(200));
        // What is said twice is one fact.
        let twice = json!({"text": "Margin: 20 %.\nmargin: 30 %.", "save": true});
        let told = tool(&member, &project, "extract_facts_from_text", twice).await.json(200);
        assert_eq!((&told["saved"], &told["left_out"]), (&json!(1), &json!([])), "{told}");
        let margin = resolved(&member, &project, "What is the margin?").await;
        assert_eq!(margin["answer"], "30 %", "{margin}");
    })
    .await;
}
