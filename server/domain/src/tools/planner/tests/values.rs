//! Values that no sample has, of columns that are named or numbered.

use super::{
    check,
    schemas::{column, key, table},
};
use crate::tools::catalog::Table;
use serde_json::json;

/// Of a long table, where a few samples are known of many values.
fn long() -> Vec<Table> {
    let orders = vec![
        key("id"),
        column("shop", "TEXT", json!(["shop 3", "shop 5", "shop 0"])),
        column("product", "TEXT", json!(["product 17", "product 4"])),
        column("status", "TEXT", json!(["open", "shipped"])),
        column("city", "TEXT", json!(["Oslo", "Bergen"])),
        column("postcode", "TEXT", json!(["0150", "5003"])),
        column("amount", "REAL", json!([10.5])),
    ];
    vec![table("orders", orders)]
}

#[test]
fn a_value_that_no_sample_has_is_read_where_its_column_is_clear() {
    check(
        &long(),
        &[
            ("How many orders have shop 7?", None, "COUNT(*) AS figure FROM orders WHERE shop = 'shop 7'"),
            ("How many orders have shop 3?", None, "COUNT(*) AS figure FROM orders WHERE shop = 'shop 3'"),
            ("What is the total amount of orders with shop 6?", None, "SUM(amount) AS figure FROM orders WHERE shop = 'shop 6'"),
            (
                "What is the average amount of orders whose product is product 39?",
                None,
                "AVG(amount) AS figure FROM orders WHERE product = 'product 39'",
            ),
            ("How many orders have postcode 903?", None, "COUNT(*) AS figure FROM orders WHERE postcode = '0903'"),
            ("How many orders have status returned?", None, "COUNT(*) AS figure FROM orders WHERE status = 'returned'"),
            ("How many orders have returned as status?", None, "COUNT(*) AS figure FROM orders WHERE status = 'returned'"),
            ("How many orders whose city is molde?", None, "COUNT(*) AS figure FROM orders WHERE LOWER(city) = 'molde'"),
            ("How many orders have Molde as city?", None, "COUNT(*) AS figure FROM orders WHERE city = 'Molde'"),
            // No column is named: it is a guess.
            ("How many returned orders are there?", None, "Unknown([\"returned\"])"),
            ("How many orders are returned?", None, "Unknown([\"returned\"])"),
            // A number is no text where the texts are none.
            ("How many orders have city 7?", None, "NotAsked"),
        ],
    );
}
