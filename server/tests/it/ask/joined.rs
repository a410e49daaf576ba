//! Rows of steps as tables of later steps: databases joined, many rows, and what is too much.

use super::{
    rows,
    scripted::{Scripted, plan, query},
};
use crate::{
    ground::sqlite_file,
    projects::{shops::Shop, upload},
};
use serde_json::{Value, json};

const LOOKUPS: [(&str, &str, &str); 3] = [
    ("get_table_schema", "harbour", "berths"),
    ("get_table_schema", "shop", "customers"),
    ("get_table_schema", "sales", "sales"),
];

fn lookups(databases: &[&str]) -> Vec<(&'static str, Value)> {
    let wanted = LOOKUPS.iter().filter(|(_, database, _)| databases.contains(database));
    wanted.map(|(tool, database, table)| (*tool, json!({"database": database, "table": table}))).collect()
}

/// A SQLite file with so many berths, each of a customer 1 or 2.
async fn with_berths(scripted: &Scripted, count: usize) {
    let sql = format!(
        "CREATE TABLE berths (id INTEGER PRIMARY KEY, customer_id INTEGER, metres REAL, built TEXT);
         WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})
         INSERT INTO berths SELECT i, 1 + i % 2, i * 0.5, '2024-01-10' FROM n;
         CREATE TABLE notes (words TEXT);
         INSERT INTO notes SELECT printf('%.1000c', 'x');"
    );
    let file = sqlite_file(&sql).await;
    upload(&scripted.api, &scripted.project, &[("kind", "database"), ("name", "harbour")], &[("harbour.sqlite", &file)])
        .await
        .json(201);
}

#[tokio::test]
async fn databases_are_joined_by_the_rows_of_their_steps() {
    let Some(shop) = Shop::postgres().await else { return };
    let scripted = Scripted::new(&[]).await;
    with_berths(&scripted, 40_000).await;
    scripted.source(&shop.source()).await;
    let steps = [
        query("Berths", "SELECT id, customer_id, metres, built FROM berths"),
        query("Customers", "SELECT id, name FROM shop.customers"),
        query(
            "Join them",
            "SELECT c.name, COUNT(*) AS n, SUM(b.metres) AS metres, MIN(b.built) AS since FROM step_1 b JOIN Step_2 c \
             ON c.id = b.customer_id WHERE b.built >= DATE '2024-01-01' GROUP BY c.name ORDER BY c.name",
        ),
    ];
    let plan = plan(&["harbour.berths", "shop.customers"], &[], &steps);
    let whole = scripted.answered(&lookups(&["harbour", "shop"]), &plan).await;
    let wanted = [json!(["Ada", 20_000, 200_010_000.0, "2024-01-10"]), json!(["Bob", 20_000, 200_000_000.0, "2024-01-10"])];
    assert_eq!(rows(&whole), &wanted, "{whole:#}");
    assert_eq!(whole["premises"][0]["value"], 40_000);
    let again = format!("/api/v1/asks/{}/rerun", whole["id"].as_str().expect("an id"));
    assert_eq!(scripted.api.post(&again, &json!({})).await.json(200)["same"], true);
    // What is followed and read stays small, however much the steps keep.
    let steps = whole["steps"].as_array().expect("steps");
    assert!(steps.iter().all(|step| step["table"]["rows"].as_array().is_none_or(|rows| rows.len() <= 20)), "{whole:#}");
    assert_eq!(steps[0]["table"]["row_count"], 40_000);
}

#[tokio::test]
async fn files_are_read_beside_the_rows_of_steps_and_other_databases_beside_few() {
    let scripted = Scripted::new(&[]).await;
    with_berths(&scripted, 5_000).await;
    let sales: String = (1..=5_000).map(|id| format!("{id},{}\n", id % 7)).collect();
    let sales = format!("berth,Amount\n{sales}");
    upload(&scripted.api, &scripted.project, &[("kind", "database"), ("name", "sales")], &[("sales.csv", sales.as_bytes())])
        .await
        .json(201);
    let lookups = lookups(&["harbour", "sales"]);
    let tables = ["harbour.berths", "sales.sales"];
    let berths = || query("Berths", "SELECT id, metres FROM berths");
    let files =
        "SELECT COUNT(*) AS n, SUM(s.amount) AS total FROM sales.sales s JOIN step_1 b ON b.id = s.berth WHERE b.metres > 2000";
    let whole = scripted.answered(&lookups, &plan(&tables, &[], &[berths(), query("Join", files)])).await;
    let amount: u64 = (4_001..=5_000).map(|id| id % 7).sum();
    assert_eq!(rows(&whole), &[json!([1_000, amount])], "{whole:#}");

    // A database of its own engine is sent the rows with the query: few of them, or none.
    let sale = |limit: usize| query("Sales", &format!("SELECT berth, amount FROM sales ORDER BY berth LIMIT {limit}"));
    let beside = || query("Join", "SELECT COUNT(*) AS n FROM berths b JOIN step_1 s ON s.berth = b.id");
    let few = scripted.answered(&lookups, &plan(&tables, &[], &[sale(190), beside()])).await;
    assert_eq!(rows(&few), &[json!([190])], "{few:#}");
    let many = scripted.answered(&lookups, &plan(&tables, &[], &[sale(3_000), beside()])).await;
    let said = many["warnings"].to_string();
    assert!(said.contains("step_1 has 3000 rows") && said.contains("join the two steps in a third"), "{said}");
}

#[tokio::test]
async fn a_step_keeps_a_hundred_thousand_rows_and_says_where_it_had_more() {
    let scripted = Scripted::new(&[]).await;
    with_berths(&scripted, 100_500).await;
    let lookups = lookups(&["harbour"]);
    let count = "SELECT COUNT(*) AS n, COUNT(DISTINCT id) AS ids FROM step_1";
    let steps = [query("Berths", "SELECT id FROM berths"), query("Count", count)];
    let whole = scripted.answered(&lookups, &plan(&["harbour.berths"], &[], &steps)).await;
    assert_eq!(rows(&whole), &[json!([100_000, 100_000])], "{whole:#}");
    assert!(whole["warnings"].to_string().contains("Step 1 has more rows than are kept"), "{whole:#}");
    // A count of a part is no count: it is shown with a warning, and proves nothing.
    assert!(whole["warnings"].to_string().contains("Step 2 is worked out from a part of the rows"), "{whole:#}");
    let counted = &whole["premises"][1];
    assert_eq!((&counted["value"], &counted["status"]), (&Value::Null, &json!("unresolved")), "{whole:#}");
    // What no later step reads is kept as far as it may be shown.
    let alone = scripted.answered(&lookups, &plan(&["harbour.berths"], &[], &steps[..1])).await;
    assert_eq!(rows(&alone).len(), 10_000, "{}", alone["warnings"]);
    // Large values end at the bytes that a step may have.
    let wide = "SELECT b.id, n.words FROM berths b, notes n";
    let steps = [query("Wide", wide), query("Count", "SELECT COUNT(*) AS n FROM step_1")];
    let notes = ("get_table_schema", json!({"database": "harbour", "table": "notes"}));
    let lookups = [lookups, vec![notes]].concat();
    let whole = scripted.answered(&lookups, &plan(&["harbour.berths", "harbour.notes"], &[], &steps)).await;
    let kept = rows(&whole)[0][0].as_u64().expect("a number");
    assert!((25_000..35_000).contains(&kept), "{whole:#}");
    assert!(whole["warnings"].to_string().contains("Step 1 has more rows than are kept"), "{whole:#}");
}
