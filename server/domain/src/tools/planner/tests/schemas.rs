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

fn leads(name: &str, table: &str, to: &str) -> Column {
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
