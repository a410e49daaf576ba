//! Figures that are put against something, and places among others.

use super::{
    check,
    schemas::{column, desk, shop, table},
};
use serde_json::json;

#[test]
fn two_sides_and_shares() {
    check(
        &shop(),
        &[
            (
                "How many more orders were there in 2023 than in 2022?",
                None,
                "SUM(CASE WHEN order_date >= '2023-01-01' AND order_date < '2024-01-01' THEN 1 ELSE 0 END) - SUM(CASE WHEN order_date >= '2022-01-01' AND order_date < '2023-01-01' THEN 1 ELSE 0 END) AS figure FROM orders",
            ),
            (
                "Are there more customers in Germany or in Austria?",
                None,
                "SUM(CASE WHEN country = 'Germany' THEN 1 ELSE 0 END) AS figure, SUM(CASE WHEN country = 'Austria' THEN 1 ELSE 0 END) AS figure_2 FROM customers",
            ),
            (
                "What was the revenue in 2023 compared to 2022?",
                None,
                "SUM(CASE WHEN order_date >= '2023-01-01' AND order_date < '2024-01-01' THEN total ELSE 0 END) AS figure, SUM(CASE WHEN order_date >= '2022-01-01' AND order_date < '2023-01-01' THEN total ELSE 0 END) AS figure_2 FROM orders",
            ),
            (
                "What percentage of customers have orders?",
                None,
                "100.0 * SUM(CASE WHEN id IN (SELECT customer_id FROM orders) THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0) AS figure FROM customers",
            ),
            (
                "What percentage of orders are cancelled for each country?",
                None,
                "b.country, 100.0 * SUM(CASE WHEN a.status = 'cancelled' THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0) AS figure FROM orders AS a JOIN customers AS b ON a.customer_id = b.id WHERE b.country IS NOT NULL GROUP BY b.country ORDER BY 100.0 * SUM(CASE WHEN a.status = 'cancelled' THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0) DESC, b.country",
            ),
            (
                "There were 20% fewer orders in 2023 than in 2022",
                Some(20.0),
                "100.0 * (SUM(CASE WHEN order_date >= '2022-01-01' AND order_date < '2023-01-01' THEN 1 ELSE 0 END) - SUM(CASE WHEN order_date >= '2023-01-01' AND order_date < '2024-01-01' THEN 1 ELSE 0 END)) / NULLIF(SUM(CASE WHEN order_date >= '2022-01-01' AND order_date < '2023-01-01' THEN 1 ELSE 0 END), 0) AS figure FROM orders",
            ),
            ("When was the last order?", None, "MAX(order_date) AS figure FROM orders"),
            (
                "How many orders were there last year?",
                None,
                "COUNT(*) AS figure FROM orders WHERE (order_date >= date(date((SELECT MAX(order_date) FROM orders), 'start of year'), '-1 years') AND order_date < date((SELECT MAX(order_date) FROM orders), 'start of year'))",
            ),
        ],
    );
    check(
        &desk(),
        &[
            (
                "Hardware is the third most common category",
                Some(3.0),
                "COUNT(*) + 1 AS figure FROM (SELECT category AS g1, COUNT(*) AS figure FROM incidents WHERE category IS NOT NULL GROUP BY category ORDER BY COUNT(*) DESC, category) AS ranked WHERE figure > (SELECT figure FROM (SELECT category AS g1, COUNT(*) AS figure FROM incidents WHERE category IS NOT NULL GROUP BY category ORDER BY COUNT(*) DESC, category) AS ranked WHERE g1 = 'Hardware')",
            ),
            (
                "How many percent of incidents in Australia are hardware?",
                None,
                "100.0 * SUM(CASE WHEN category = 'Hardware' THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0) AS figure FROM incidents WHERE location = 'Australia'",
            ),
        ],
    );
}

#[test]
fn one_table_of_orders() {
    let table = table(
        "orders",
        vec![
            column("id", "BIGINT", json!([1, 2, 3])),
            column("customer", "VARCHAR", json!(["Ada", "Bob"])),
            column("country", "VARCHAR", json!(["AT", "DE"])),
            column("total", "DOUBLE", json!([10.5])),
        ],
    );
    check(
        &[table],
        &[
            ("How many orders are from AT?", None, "COUNT(*) AS figure FROM orders WHERE country = 'AT'"),
            ("What is the average total of orders?", None, "AVG(total) AS figure FROM orders"),
            (
                "Which customer has the most orders?",
                None,
                "customer, COUNT(*) AS figure FROM orders WHERE customer IS NOT NULL GROUP BY customer ORDER BY COUNT(*) DESC, customer LIMIT 1",
            ),
            (
                "Top 2 customers by total",
                None,
                "customer, SUM(total) AS figure FROM orders WHERE customer IS NOT NULL GROUP BY customer ORDER BY SUM(total) DESC, customer LIMIT 2",
            ),
            ("Which countries are there?", None, "DISTINCT country FROM orders ORDER BY country"),
            ("How many late orders are there?", None, "Unknown([\"late\"])"),
            ("How many orders were there in 2023?", None, "Unclear(\"No column of orders tells when: what dates it?\")"),
            ("The sum of total in orders is 15", Some(15.0), "SUM(total) AS figure FROM orders"),
            ("There are 2 orders", Some(2.0), "COUNT(*) AS figure FROM orders"),
        ],
    );
}

#[test]
fn a_value_with_its_column() {
    let ferries = table(
        "ferries",
        vec![
            column("ferry", "TEXT", json!(["Heron"])),
            column("harbour", "TEXT", json!(["Skala", "Livadi"])),
            column("seats", "BIGINT", json!([])),
        ],
    );
    let prices = table("products", vec![column("cost_price", "DOUBLE", json!([2.5]))]);
    check(
        &[ferries],
        &[
            ("How many ferries have Skala as harbour?", None, "COUNT(*) AS figure FROM ferries WHERE harbour = 'Skala'"),
            ("how many ferries there are", None, "COUNT(*) AS figure FROM ferries"),
            ("List the ferries in Livadi", None, "ferry FROM ferries WHERE harbour = 'Livadi'"),
            ("What is a large ferry?", None, "NotAsked"),
            ("Show the flurbish seats of ferries", None, "NotAsked"),
        ],
    );
    check(&[prices], &[("What is the average price of products?", None, "AVG(cost_price) AS figure FROM products")]);
}
