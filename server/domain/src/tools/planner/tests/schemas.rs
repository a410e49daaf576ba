//! Three businesses: a help desk in one table, a shop in four, films in a file.

use crate::tools::catalog::{Column, ForeignKey, Table};
use serde_json::{Value, json};

pub(super) fn column(name: &str, kind: &str, samples: Value) -> Column {
    Column {
        name: name.into(),
        data_type: kind.into(),
        samples: samples.as_array().cloned().unwrap_or_default(),
        ..Column::default()
    }
}

pub(super) fn key(name: &str) -> Column {
    Column { primary_key: true, ..column(name, "INTEGER", json!([1, 2])) }
}

pub(super) fn leads(name: &str, table: &str, to: &str) -> Column {
    let foreign_key = Some(ForeignKey { table: table.into(), column: to.into(), declared: true });
    Column { foreign_key, ..column(name, "INTEGER", json!([1, 2])) }
}

pub(super) fn table(name: &str, columns: Vec<Column>) -> Table {
    Table { name: name.into(), columns, ..Table::default() }
}

pub(super) fn desk() -> Vec<Table> {
    let columns = vec![
        key("number"),
        column("category", "VARCHAR", json!(["Hardware", "Software", "Network"])),
        column("location", "VARCHAR", json!(["New York", "Australia", "AT"])),
        column("resolutionTime", "DOUBLE", json!([1.5])),
        column("opened_at", "TIMESTAMP", json!(["2023-01-02T00:00:00"])),
        column("closed_at", "TIMESTAMP", json!([])),
        column("is_escalated", "BOOLEAN", json!([true])),
        column("assignee", "VARCHAR", json!(["Charlie", "Beth"])),
    ];
    vec![table("incidents", columns)]
}

pub(super) fn shop() -> Vec<Table> {
    let customers = vec![
        key("id"),
        column("name", "TEXT", json!(["Ada", "Bob"])),
        column("country", "TEXT", json!(["Germany", "Austria"])),
        column("email", "TEXT", json!([])),
        column("created_at", "TEXT", json!(["2021-05-06 10:00:00"])),
    ];
    let orders = vec![
        key("id"),
        leads("customer_id", "customers", "id"),
        column("order_date", "TEXT", json!(["2023-02-03"])),
        column("total", "REAL", json!([10.5])),
        column("status", "TEXT", json!(["open", "shipped", "cancelled"])),
    ];
    let items = vec![
        key("id"),
        leads("order_id", "orders", "id"),
        leads("product_id", "products", "id"),
        column("quantity", "INTEGER", json!([1])),
    ];
    let products = vec![
        key("id"),
        column("title", "TEXT", json!(["Lamp", "Chair"])),
        column("unit_price", "REAL", json!([3.5])),
        column("cost_price", "REAL", json!([2.5])),
    ];
    vec![table("customers", customers), table("orders", orders), table("order_items", items), table("products", products)]
}

pub(super) fn films() -> Vec<Table> {
    let columns = vec![
        column("Title", "Utf8", json!(["Alien", "Heat"])),
        column("Year", "Int64", json!([1979, 1995])),
        column("Genre", "Utf8", json!(["Horror", "Crime", "Drama"])),
        column("GrossUSD", "Float64", json!([1.0e6])),
        column("Rating", "Float64", json!([8.1])),
    ];
    vec![table("films_export_2024", columns)]
}

pub(super) fn orchard() -> Vec<Table> {
    let growers = vec![
        key("id"),
        column("name", "TEXT", json!(["Ilse Brandt", "Tom Weir"])),
        column("village", "TEXT", json!(["Moss End", "Aldry"])),
        column("birth_year", "INTEGER", json!([1961])),
        column("phone", "TEXT", json!([])),
    ];
    let markets = vec![
        key("id"),
        column("name", "TEXT", json!(["Quay", "Old Town"])),
        column("stalls", "INTEGER", json!([12])),
        column("is_covered", "BOOLEAN", json!([true])),
    ];
    let pairs = vec![
        Column { primary_key: true, ..leads("grower_id", "growers", "id") },
        Column { primary_key: true, ..leads("market_id", "markets", "id") },
    ];
    let trees = vec![
        key("id"),
        leads("grower_id", "growers", "id"),
        column("variety", "TEXT", json!(["Russet", "Damson", "Medlar"])),
        column("height_m", "REAL", json!([4.5])),
        column("planted_on", "DATE", json!(["2011-03-01"])),
    ];
    let harvests = vec![
        key("id"),
        leads("tree_id", "trees", "id"),
        column("picked_on", "DATE", json!(["2024-09-01"])),
        column("kilos", "REAL", json!([31.0])),
    ];
    vec![
        table("growers", growers),
        table("markets", markets),
        table("grower_markets", pairs),
        table("trees", trees),
        table("harvests", harvests),
    ]
}
