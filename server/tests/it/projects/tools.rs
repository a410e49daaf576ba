//! The tools over HTTP, each in the seed's shape.

use super::{full, made, tool, upload};
use crate::ground::everywhere;
use serde_json::{Value, json};

/// Every tool with what it takes and one pointer into what it answers.
pub(crate) const CALLS: &[(&str, &str)] = &[
    ("list_databases", "{}"),
    ("list_tables", r#"{"database": "shop"}"#),
    ("get_table_schema", r#"{"database": "shop", "table": "orders"}"#),
    ("search_tables", r#"{"query": "orders of customers by country"}"#),
    ("get_table_relationships", r#"{"database": "shop", "table": "orders"}"#),
    ("get_sample_values", r#"{"database": "shop", "table": "orders", "column": "country"}"#),
    ("lookup_schema", r#"{"tables": ["shop.orders", "nothing"]}"#),
    ("list_apis", "{}"),
    ("list_operations", r#"{"api": "pets"}"#),
    ("list_api_operations", r#"{"api": "pets"}"#),
    ("get_operation_details", r#"{"api": "pets", "operation": "getPetById"}"#),
    ("search_operations", r#"{"query": "find a pet by its id"}"#),
    ("list_documents", "{}"),
    ("get_document", r#"{"name": "rules"}"#),
    ("search_documents", r#"{"query": "VIP customer lifetime value"}"#),
    ("get_document_section", r#"{"name": "rules", "section": "Customers"}"#),
    ("resolve_fact", r#"{"question": "What defines a VIP customer?"}"#),
    ("add_fact", r#"{"name": "Churn", "value": "90 days without an order"}"#),
    ("extract_facts_from_text", r#"{"text": "Margin: 20 %."}"#),
    ("list_known_facts", "{}"),
    ("get_unresolved_facts", "{}"),
    ("list_skills", "{}"),
    ("get_skill", r#"{"name": "financial-analysis"}"#),
    ("search_skills", r#"{"query": "how to read the books"}"#),
    ("list_skill_links", r#"{"name": "financial-analysis"}"#),
    ("resolve_skill_link", r#"{"name": "financial-analysis", "target": "references/indicators.md"}"#),
    ("run_query", r#"{"sql": "SELECT COUNT(*) AS n FROM orders"}"#),
    ("verify_claim", r#"{"claim": "3 orders", "claimed_value": 3, "sql": "SELECT COUNT(*) FROM orders"}"#),
];

#[tokio::test]
async fn every_tool_is_listed_and_called() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = full(&owner).await;
        let listed = owner.get(&format!("/api/v1/projects/{project}/tools")).await.json(200);
        let mut names: Vec<&str> =
            listed.as_array().expect("a list").iter().map(|tool| tool["name"].as_str().expect("a name")).collect();
        let mut called: Vec<&str> = CALLS.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        called.sort_unstable();
        assert_eq!(names, called, "every tool is called here");
    })
    .await;
}

#[tokio::test]
async fn what_tools_say_is_true() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = full(&owner).await;
        let ask = async |name: &str, arguments: Value| tool(&owner, &project, name, arguments).await.json(200);
        let found = ask("search_tables", json!({"query": "orders by country"})).await;
        assert_eq!((&found[0]["database"], &found[0]["table"]), (&json!("shop"), &json!("orders")));
        let found = ask("search_operations", json!({"query": "find a pet"})).await;
        assert_eq!((&found[0]["method"], &found[0]["path"]), (&json!("GET"), &json!("/pet/{petId}")));
        let fact = ask("resolve_fact", json!({"question": "What defines a VIP customer?"})).await;
        assert!(fact["answer"].as_str().is_some_and(|answer| answer.contains("100,000")), "{fact}");
        assert_eq!((&fact["needs_clarification"], &fact["sources"][0]["name"]), (&json!(false), &json!("rules")));
        let open = ask("resolve_fact", json!({"question": "What is a whale?"})).await;
        assert_eq!((&open["answer"], &open["needs_clarification"]), (&json!(null), &json!(true)));
        assert_eq!(ask("get_unresolved_facts", json!({})).await[0]["question"], "What is a whale?");
        ask("add_fact", json!({"name": "what is a whale", "value": "A customer over $1m"})).await;
        assert_eq!(ask("get_unresolved_facts", json!({})).await, json!([]));
        assert_eq!(ask("resolve_fact", json!({"question": "What is a whale?"})).await["answer"], "A customer over $1m");
        let outside = ask("resolve_skill_link", json!({"name": "financial-analysis", "target": "../../etc/passwd"})).await;
        assert!(outside["error"].as_str().is_some_and(|error| error.starts_with("Failed to resolve")), "{outside}");
        let skill = ask("get_skill", json!({"name": "financial-analysis"})).await;
        assert_eq!(skill["references"]["references/indicators.md"], "# Indicators\n\nLiquidity.\n");
    })
    .await;
}

#[tokio::test]
async fn what_is_wrong_says_what_to_do() {
    everywhere(async |place| {
        let (owner, _) = place.tenant();
        let project = full(&owner).await;
        for (status, name, arguments, says) in [
            (404, "list_tabels", json!({}), "list_tables"),
            (404, "list_tables", json!({"database": "shp"}), "nearest: shop"),
            (404, "get_table_schema", json!({"database": "shop", "table": "order"}), "nearest: orders"),
            (404, "get_sample_values", json!({"database": "shop", "table": "orders", "column": "contry"}), "nearest: country"),
            (404, "get_operation_details", json!({"api": "pets", "operation": "getPet"}), "nearest: getPetById"),
            (404, "get_document", json!({"name": "rule"}), "nearest: rules"),
            (404, "get_document_section", json!({"name": "rules", "section": "Customer"}), "nearest: Customers"),
            (404, "get_skill", json!({"name": "financial"}), "nearest: financial-analysis"),
            (422, "search_tables", json!({}), "query is missing"),
            (422, "search_tables", json!({"query": "x", "limit": 0}), "from 1 to 50"),
            (422, "search_tables", json!({"query": "x", "q": "y"}), "it takes query, limit"),
            (422, "run_query", json!({"sql": "SELECT * FROM ordrs"}), "orders"),
        ] {
            let problem = tool(&owner, &project, name, arguments.clone()).await.problem(status);
            assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains(says)), "{name} {arguments}: {problem}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_query_reads_the_database_that_its_tables_are_in() {
    everywhere(async |place| {
        let member = place.member();
        let project = full(&member).await;
        let path = format!("/api/v1/projects/{project}/query");
        let first = async |sql: &str| member.post(&path, &json!({"sql": sql})).await.json(200)["rows"][0][0].clone();
        for sql in [
            "SELECT COUNT(*) FROM orders",
            "SELECT COUNT(*) FROM shop.orders",
            "SELECT COUNT(shop.orders.id) FROM shop.orders",
            "WITH o AS (SELECT * FROM orders) SELECT COUNT(*) FROM o;",
        ] {
            assert_eq!(first(sql).await, json!(3), "{sql}");
        }
        let other = [("kind", "database"), ("name", "archive")];
        upload(&member, &project, &other, &[("orders.csv", b"id\n1\n"), ("old.csv", b"id\n1\n")]).await.json(201);
        assert_eq!(first("SELECT COUNT(*) FROM archive.orders").await, json!(1));
        assert_eq!(first("SELECT COUNT(*) FROM old JOIN orders ON old.id = orders.id").await, json!(1), "old says which");
        for (sql, says) in [
            ("SELECT COUNT(*) FROM orders", "shop.orders, archive.orders"),
            ("SELECT * FROM shop.orders JOIN archive.old ON true", "ask each by itself"),
            ("SELECT * FROM nothing", "there is no table nothing"),
            ("DROP TABLE shop.orders", ""),
            ("SELECT 1; SELECT 2", ""),
            ("SELECT FROM WHERE", ""),
            ("", ""),
        ] {
            let problem = member.post(&path, &json!({"sql": sql})).await.problem(422);
            assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains(says)), "{sql}: {problem}");
        }
        let cut = member.post(&path, &json!({"sql": "SELECT id FROM shop.orders", "limit": 2})).await.json(200);
        assert_eq!((&cut["row_count"], &cut["truncated"]), (&json!(2), &json!(true)));
        member.post(&path, &json!({"sql": "SELECT 1", "limit": 0})).await.problem(422);
    })
    .await;
}

#[tokio::test]
async fn a_claim_is_checked_with_and_without_sql() {
    everywhere(async |place| {
        let member = place.member();
        let project = full(&member).await;
        let check = async |claim: &str, value: f64, sql: Option<&str>| {
            let body = json!({"claim": claim, "claimed_value": value, "sql": sql});
            member.post(&format!("/api/v1/projects/{project}/verify"), &body).await.json(200)
        };
        let austrian = Some("SELECT COUNT(*) FROM orders WHERE country = 'AT'");
        for (value, sql, status, verified) in [
            (2.0, austrian, "confirmed", json!(2)),
            (9.0, austrian, "adjusted", json!(2)),
            (9.0, Some("SELECT COUNT(*) FROM orders WHERE country = 'XX'"), "rejected", json!(0)),
            (9.0, Some("SELECT nothing FROM orders"), "error", json!(null)),
            (9.0, Some("DELETE FROM orders"), "error", json!(null)),
        ] {
            let block = check("orders from Austria", value, sql).await;
            assert_eq!((&block["status"], &block["verified_count"]), (&json!(status), &verified), "{block}");
            assert_eq!(block["original_count"], value);
        }
        let block = check("There are 2 orders of Ada", 2.0, None).await;
        assert_eq!((&block["status"], &block["verified_count"]), (&json!("confirmed"), &json!(2)), "{block}");
        for (claim, value, status, verified) in [
            ("The average total is 20", 20.0, "confirmed", json!(20.166_666_666_666_668)),
            ("67% of the orders are of Ada", 67.0, "confirmed", json!(66.666_666_666_666_67)),
            ("There is 1 more order of Ada than of Bob", 1.0, "confirmed", json!(1)),
            ("The top customer has 9 orders", 9.0, "adjusted", json!(2)),
            ("Bob is the top customer with 2 orders", 2.0, "rejected", json!(0)),
        ] {
            let block = check(claim, value, None).await;
            assert_eq!((&block["status"], &block["verified_count"]), (&json!(status), &verified), "{claim}: {block}");
        }
        let block = check("There are 2 late orders", 2.0, None).await;
        assert_eq!((&block["status"], &block["query"]), (&json!("error"), &json!(null)));
        assert!(block["reasoning"].as_str().is_some_and(|why| why.contains("\"late\"")), "{block}");
        let block = check("Bears like honey", 2.0, None).await;
        assert_eq!((&block["status"], &block["query"]), (&json!("error"), &json!(null)), "{block}");
    })
    .await;
}

#[tokio::test]
async fn the_filter_of_a_project_holds_for_every_query() {
    everywhere(async |place| {
        let member = place.member();
        let body = json!({"name": "Filtered", "filter": {"column": "country", "value": "AT"}});
        let project = member.post("/api/v1/projects", &body).await.json(201);
        let project = project["id"].as_str().expect("an id").to_owned();
        let orders = [("orders.csv", super::ORDERS.as_bytes())];
        upload(&member, &project, &[("kind", "database"), ("name", "shop")], &orders).await.json(201);
        let query = json!({"sql": "SELECT COUNT(*) FROM orders"});
        let answer = member.post(&format!("/api/v1/projects/{project}/query"), &query).await.json(200);
        assert_eq!(answer["rows"], json!([[2]]));
        let samples = json!({"database": "shop", "table": "orders", "column": "country"});
        assert_eq!(tool(&member, &project, "get_sample_values", samples).await.json(200)["values"], json!(["AT"]));
    })
    .await;
}

#[tokio::test]
async fn an_empty_project_answers_too() {
    everywhere(async |place| {
        let member = place.member();
        let project = made(&member, "Empty").await;
        for name in ["list_databases", "list_apis", "list_documents", "list_skills", "list_known_facts"] {
            assert_eq!(tool(&member, &project, name, json!({})).await.json(200), json!([]), "{name}");
        }
        for name in ["search_tables", "search_operations", "search_documents", "search_skills"] {
            assert_eq!(tool(&member, &project, name, json!({"query": "anything"})).await.json(200), json!([]), "{name}");
        }
        member.post(&format!("/api/v1/projects/{project}/query"), &json!({"sql": "SELECT 1"})).await.problem(422);
    })
    .await;
}
