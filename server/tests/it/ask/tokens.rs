//! What a model is sent for one ask over a thousand tables: with tools, and with everything embedded (seed 004, PromptBuilder).

use super::{
    rows,
    scripted::{Scripted, choose, is_wording, plan, query},
};
use crate::{ground::sqlite_file, projects::upload};
use domain::tools::prompt::tokens;
use serde_json::{Value, json};
use testkit::StubRequest;

const TABLES: usize = 1_000;

/// Of what is sent with one call: instructions, the conversation, the tools.
fn sent(request: &StubRequest) -> usize {
    tokens(&request.text()) + request.body["tools"].as_array().map_or(0, |tools| tokens(&json!(tools).to_string()))
}

#[tokio::test]
async fn an_ask_with_tools_is_sent_a_fraction_of_what_is_embedded_otherwise() {
    let scripted = Scripted::new(&[]).await;
    let table = |number: usize| {
        format!(
            "CREATE TABLE orders_of_{number} (id INTEGER PRIMARY KEY, customer TEXT, status TEXT, amount REAL, quantity INTEGER, \
             created_on TEXT, shipped_on TEXT, note TEXT); INSERT INTO orders_of_{number} VALUES (1, 'Ada', 'open', 2.5, 3, '2024-01-10', NULL, 'x');"
        )
    };
    let file = sqlite_file(&(0..TABLES).map(table).collect::<String>()).await;
    let source = [("kind", "database"), ("name", "shop")];
    let source = upload(&scripted.api, &scripted.project, &source, &[("shop.sqlite", &file)]).await.json(201);
    assert_eq!(source["status"], "ready", "{source:#}");
    let plan = plan(&["shop.orders_of_7"], &[], &[query("Sum", "SELECT SUM(amount) AS amount FROM orders_of_7")]);
    let lookups = [
        ("search_tables", json!({"query": "amount of orders_of_7"})),
        ("get_table_schema", json!({"database": "shop", "table": "orders_of_7"})),
    ];
    let mut spent: Vec<Vec<usize>> = Vec::new();
    for name in ["gpt-4o", "gpt-3.5-turbo-instruct"] {
        choose(&scripted.api, &scripted.model, name).await;
        let before = scripted.model.requests().len();
        let lookups: &[(&str, Value)] = if name == "gpt-4o" { &lookups } else { &[] };
        let whole = scripted.answered(lookups, &plan).await;
        assert_eq!((rows(&whole), &whole["engine"]), (&vec![json!([2.5])], &json!(format!("compatible/{name}"))), "{whole:#}");
        let requests = scripted.model.requests().split_off(before);
        spent.push(requests.iter().filter(|request| !is_wording(request)).map(sent).collect());
    }
    let [with_tools, embedded] = spent.as_slice() else { panic!("two ways") };
    eprintln!("tokens of {TABLES} tables: {with_tools:?} with tools, {embedded:?} embedded");
    assert_eq!((with_tools.len(), embedded.len()), (2, 1), "a round of looking up, and the plan");
    assert!(embedded[0] > 10_000, "everything is there: {embedded:?}");
    assert!(with_tools.iter().sum::<usize>() * 5 < embedded[0], "{with_tools:?} against {embedded:?}");
}
