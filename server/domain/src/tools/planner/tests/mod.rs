//! Sentences over several schemas, and the queries that they become.

mod against;
mod composed;
mod dated;
mod everyday;
mod flags;
mod questions;
mod readings;
mod schemas;
mod values;
mod whole;
mod words;
mod workshop;

use super::*;
use schemas::{column, desk, films, key, shop, table};
use serde_json::json;

fn read(text: &str, claimed: Option<f64>, tables: &[Table], dialect: Dialect) -> Result<Plan, Unplanned> {
    let places: Vec<Place<'_>> = tables.iter().map(|table| Place { database: "db", table, dialect }).collect();
    plan(text, claimed, &places)
}

/// What follows `SELECT`, without quotes and database.
fn plain(text: &str, claimed: Option<f64>, tables: &[Table]) -> String {
    match read(text, claimed, tables, Dialect::Sqlite) {
        Ok(plan) => plan.sql.replace(['"'], "").replace("db.", "").trim_start_matches("SELECT ").to_owned(),
        Err(Unplanned::Unclear(question, _)) => format!("Unclear({question:?})"),
        Err(why) => format!("{why:?}"),
    }
}

fn check(tables: &[Table], cases: &[(&str, Option<f64>, &str)]) {
    let mut wrong = String::new();
    for (text, claimed, wanted) in cases {
        let found = plain(text, *claimed, tables);
        if found != *wanted {
            wrong.push_str(&format!("\n{text}\n  found  {found}\n  wanted {wanted}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn claims_about_one_table() {
    check(
        &desk(),
        &[
            ("There are 335 hardware incidents", Some(335.0), "COUNT(*) AS figure FROM incidents WHERE category = 'Hardware'"),
            (
                "Software incidents in New York: 7",
                Some(7.0),
                "COUNT(*) AS figure FROM incidents WHERE category = 'Software' AND location = 'New York'",
            ),
            (
                "The average resolution time in Australia is 9",
                Some(9.0),
                "AVG(resolutionTime) AS figure FROM incidents WHERE location = 'Australia'",
            ),
            ("500 incidents were recorded", Some(500.0), "COUNT(*) AS figure FROM incidents"),
            (
                "45% of incidents are hardware",
                Some(45.0),
                "100.0 * SUM(CASE WHEN category = 'Hardware' THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0) AS figure FROM incidents",
            ),
            (
                "Hardware accounts for 45 percent of the incidents in Australia",
                Some(45.0),
                "100.0 * SUM(CASE WHEN category = 'Hardware' THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0) AS figure FROM incidents \
                 WHERE location = 'Australia'",
            ),
            (
                "Half of the incidents are software",
                Some(0.5),
                "1.0 * SUM(CASE WHEN category = 'Software' THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0) AS figure FROM incidents",
            ),
            (
                "There are 20 more hardware than software incidents",
                Some(20.0),
                "SUM(CASE WHEN category = 'Hardware' THEN 1 ELSE 0 END) - SUM(CASE WHEN category = 'Software' THEN 1 ELSE 0 END) \
                 AS figure FROM incidents",
            ),
            (
                "Twice as many hardware as software incidents were recorded",
                Some(2.0),
                "1.0 * SUM(CASE WHEN category = 'Hardware' THEN 1 ELSE 0 END) / NULLIF(SUM(CASE WHEN category = 'Software' THEN 1 \
                 ELSE 0 END), 0) AS figure FROM incidents",
            ),
            ("The average resolution time in Australia is 3 hours", Some(3.0), "Unknown([\"hours\"])"),
            (
                "The average resolution time of hardware is 3 higher than of software",
                Some(3.0),
                "AVG(CASE WHEN category = 'Hardware' THEN resolutionTime END) - AVG(CASE WHEN category = 'Software' THEN \
                 resolutionTime END) AS figure FROM incidents",
            ),
            (
                "120 incidents were opened in March 2023",
                Some(120.0),
                "COUNT(*) AS figure FROM incidents WHERE (opened_at >= '2023-03-01' AND opened_at < '2023-04-01')",
            ),
            ("120 incidents in 2023", Some(120.0), "Unclear(\"Which date is meant: opened_at, closed_at?\")"),
            (
                "30 incidents took a resolution time over 10",
                Some(30.0),
                "COUNT(*) AS figure FROM incidents WHERE resolutionTime > 10",
            ),
            (
                "30 incidents have a resolution time over 10",
                Some(30.0),
                "COUNT(*) AS figure FROM incidents WHERE resolutionTime > 10",
            ),
            ("There are 12 escalated incidents", Some(12.0), "COUNT(*) AS figure FROM incidents WHERE is_escalated = TRUE"),
            (
                "There are 12 incidents that are not hardware",
                Some(12.0),
                "COUNT(*) AS figure FROM incidents WHERE category <> 'Hardware'",
            ),
            (
                "There are 12 hardware and software incidents",
                Some(12.0),
                "COUNT(*) AS figure FROM incidents WHERE (category = 'Hardware' OR category = 'Software')",
            ),
            ("The incidents of AT are 4", Some(4.0), "COUNT(*) AS figure FROM incidents WHERE location = 'AT'"),
            (
                "Hardware is the most common category with 335 incidents",
                Some(335.0),
                "SUM(CASE WHEN g1 = 'Hardware' THEN figure ELSE 0 END) AS figure FROM (SELECT category AS g1, COUNT(*) AS figure FROM \
                 incidents WHERE category IS NOT NULL GROUP BY category ORDER BY COUNT(*) DESC, category LIMIT 1) AS ranked",
            ),
            (
                "The top 2 categories have 400 incidents",
                Some(400.0),
                "SUM(figure) AS figure FROM (SELECT category AS g1, COUNT(*) AS figure FROM incidents WHERE category IS NOT NULL \
                 GROUP BY category ORDER BY COUNT(*) DESC, category LIMIT 2) AS ranked",
            ),
            (
                "The top 2 categories make up 80% of incidents",
                Some(80.0),
                "100.0 * SUM(figure) / NULLIF((SELECT COUNT(*) FROM incidents), 0) AS figure FROM (SELECT category AS g1, COUNT(*) AS \
                 figure FROM incidents WHERE category IS NOT NULL GROUP BY category ORDER BY COUNT(*) DESC, category LIMIT 2) AS ranked",
            ),
            ("There are 3 different categories", Some(3.0), "COUNT(DISTINCT category) AS figure FROM incidents"),
            ("Bears like honey", Some(2.0), "NotAsked"),
            ("There are 300 unresolved incidents", Some(300.0), "Unknown([\"unresolved\"])"),
            ("Incidents grew by 12% last year", Some(12.0), "Unknown([\"grew\"])"),
            ("There were 40 incidents in March", Some(40.0), "Unclear(\"Which year's March is meant?\")"),
        ],
    );
}

#[test]
fn claims_about_tables_that_hang_together() {
    check(
        &shop(),
        &[
            (
                "There are 2 orders of Ada",
                Some(2.0),
                "COUNT(*) AS figure FROM orders AS a JOIN customers AS b ON a.customer_id = b.id WHERE b.name = 'Ada'",
            ),
            (
                "Customers from Germany placed 120 orders in 2023",
                Some(120.0),
                "COUNT(*) AS figure FROM orders AS a JOIN customers AS b ON a.customer_id = b.id WHERE b.country = 'Germany' AND \
                 (a.order_date >= '2023-01-01' AND a.order_date < '2024-01-01')",
            ),
            (
                "The total revenue of 2023 was 5000",
                Some(5000.0),
                "SUM(total) AS figure FROM orders WHERE (order_date >= '2023-01-01' AND order_date < '2024-01-01')",
            ),
            ("The total number of orders is 50", Some(50.0), "COUNT(*) AS figure FROM orders"),
            ("The average price of products is 5", Some(5.0), "Unclear(\"Which is meant: unit_price or cost_price?\")"),
            ("The average unit price is 5", Some(5.0), "AVG(unit_price) AS figure FROM products"),
            ("30 orders have a total above 100", Some(30.0), "COUNT(*) AS figure FROM orders WHERE total > 100"),
            ("7 customers are without an email", Some(7.0), "COUNT(*) AS figure FROM customers WHERE email IS NULL"),
            (
                "There were 10 more orders in 2023 than in 2022",
                Some(10.0),
                "SUM(CASE WHEN order_date >= '2023-01-01' AND order_date < '2024-01-01' THEN 1 ELSE 0 END) - SUM(CASE WHEN order_date >= \
                 '2022-01-01' AND order_date < '2023-01-01' THEN 1 ELSE 0 END) AS figure FROM orders",
            ),
            (
                "The customer with the most orders has 12",
                Some(12.0),
                "SUM(figure) AS figure FROM (SELECT b.name AS g1, COUNT(*) AS figure FROM orders AS a JOIN customers AS b ON \
                 a.customer_id = b.id GROUP BY b.name, b.id ORDER BY COUNT(*) DESC, b.name LIMIT 1) AS ranked",
            ),
            (
                "The average number of orders per customer is 3",
                Some(3.0),
                "1.0 * COUNT(*) / NULLIF(COUNT(DISTINCT b.id), 0) AS figure FROM orders AS a JOIN customers AS b ON a.customer_id = b.id",
            ),
            ("Shipped orders total 300", Some(300.0), "SUM(total) AS figure FROM orders WHERE status = 'shipped'"),
            (
                "20% of shipped orders",
                Some(20.0),
                "100.0 * SUM(CASE WHEN status = 'shipped' THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0) AS figure FROM orders",
            ),
            ("Total orders: 50", Some(50.0), "COUNT(*) AS figure FROM orders"),
            ("There are 9 late orders", Some(9.0), "Unknown([\"late\"])"),
        ],
    );
}

#[test]
fn questions() {
    check(
        &shop(),
        &[
            ("How many orders are there?", None, "COUNT(*) AS figure FROM orders"),
            ("How many customers are from Austria?", None, "COUNT(*) AS figure FROM customers WHERE country = 'Austria'"),
            (
                "What is the average total of orders that are open?",
                None,
                "AVG(total) AS figure FROM orders WHERE status = 'open'",
            ),
            ("What is the total revenue?", None, "SUM(total) AS figure FROM orders"),
            (
                "What percentage of orders are cancelled?",
                None,
                "100.0 * SUM(CASE WHEN status = 'cancelled' THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0) AS figure FROM orders",
            ),
            (
                "Which country has the most customers?",
                None,
                "country, COUNT(*) AS figure FROM customers WHERE country IS NOT NULL GROUP BY country ORDER BY COUNT(*) DESC, country LIMIT 1",
            ),
            (
                "Top 3 customers by revenue",
                None,
                "b.name, SUM(a.total) AS figure FROM orders AS a JOIN customers AS b ON a.customer_id = b.id GROUP BY b.name, b.id ORDER BY \
                 SUM(a.total) DESC, b.name LIMIT 3",
            ),
            (
                "Which product has the highest unit price?",
                None,
                "title, unit_price FROM products ORDER BY unit_price DESC, title LIMIT 1",
            ),
            (
                "How many orders by status?",
                None,
                "status, COUNT(*) AS figure FROM orders WHERE status IS NOT NULL GROUP BY status ORDER BY COUNT(*) DESC, status",
            ),
            ("Which countries are there?", None, "DISTINCT country FROM customers ORDER BY country"),
            ("List the customers from Austria", None, "name FROM customers WHERE country = 'Austria'"),
            ("When was the last order?", None, "MAX(order_date) AS figure FROM orders"),
            (
                "How many customers have orders?",
                None,
                "COUNT(*) AS figure FROM customers WHERE id IN (SELECT customer_id FROM orders)",
            ),
            (
                "How many orders were there in 2022 and 2023?",
                None,
                "COUNT(*) AS figure FROM orders WHERE ((order_date >= '2022-01-01' AND order_date < '2023-01-01') OR (order_date >= \
                 '2023-01-01' AND order_date < '2024-01-01'))",
            ),
            (
                "How many orders are there after 2020 and before 2023?",
                None,
                "COUNT(*) AS figure FROM orders WHERE order_date >= '2021-01-01' AND order_date < '2023-01-01'",
            ),
            ("What is the total number of distinct countries?", None, "COUNT(DISTINCT country) AS figure FROM customers"),
            (
                "What share of revenue comes from Germany?",
                None,
                "100.0 * SUM(CASE WHEN b.country = 'Germany' THEN a.total ELSE 0 END) / NULLIF(SUM(a.total), 0) AS figure FROM orders \
                 AS a JOIN customers AS b ON a.customer_id = b.id",
            ),
            ("What defines a VIP customer?", None, "NotAsked"),
            ("What is churn?", None, "NotAsked"),
            ("How many whales are there?", None, "NotAsked"),
            ("How many VIP customers are there?", None, "Unknown([\"VIP\"])"),
            (
                "How many customers bought lamps?",
                None,
                "COUNT(*) AS figure FROM customers WHERE id IN (SELECT b.customer_id FROM orders AS b JOIN order_items AS c ON b.id = \
                 c.order_id JOIN products AS d ON c.product_id = d.id WHERE d.title = 'Lamp')",
            ),
            ("How many customers broke lamps?", None, "Unknown([\"broke\"])"),
        ],
    );
    check(
        &films(),
        &[
            ("How many films came out in 1995?", None, "Unknown([\"came\"])"),
            ("How many films are from 1995?", None, "COUNT(*) AS figure FROM films_export_2024 WHERE Year = 1995"),
            (
                "What is the average rating of crime films?",
                None,
                "AVG(Rating) AS figure FROM films_export_2024 WHERE Genre = 'Crime'",
            ),
            (
                "Which film has the highest rating?",
                None,
                "Title, Rating FROM films_export_2024 ORDER BY Rating DESC, Title LIMIT 1",
            ),
            (
                "What is the total gross of drama since 1990?",
                None,
                "SUM(GrossUSD) AS figure FROM films_export_2024 WHERE Genre = 'Drama' AND Year >= 1990",
            ),
        ],
    );
}

#[test]
fn each_dialect_is_quoted_its_own_way() {
    let tables = vec![table("sales.orders", vec![key("id"), column("order date", "date", json!([]))])];
    for (dialect, wanted) in [
        (
            Dialect::Mysql,
            "SELECT COUNT(*) AS figure FROM `db`.`sales`.`orders` WHERE (`order date` >= '2023-01-01' AND `order date` < '2024-01-01')",
        ),
        (
            Dialect::Trino,
            "SELECT COUNT(*) AS figure FROM \"db\".\"sales\".\"orders\" WHERE (\"order date\" >= DATE '2023-01-01' AND \"order date\" < \
             DATE '2024-01-01')",
        ),
    ] {
        assert_eq!(read("How many orders are from 2023?", None, &tables, dialect).map(|plan| plan.sql).as_deref(), Ok(wanted));
    }
}

#[test]
fn a_name_of_several_databases_is_asked_back() {
    let tables = shop();
    let places: Vec<Place<'_>> =
        ["one", "two"].iter().map(|database| Place { database, table: &tables[1], dialect: Dialect::Files }).collect();
    let why = plan("How many orders are there?", None, &places).expect_err("two");
    assert!(
        matches!(&why, Unplanned::Unclear(question, _) if question.contains("one.orders") && question.contains("two.orders")),
        "{why:?}"
    );
}

#[test]
fn a_quote_in_a_value_stays_in_it() {
    let tables = vec![table("shops", vec![column("name", "TEXT", json!(["Joe's \"Bar\""])), column("city", "TEXT", json!([]))])];
    let sql = plain("How many shops have the city \"O'Hara; DROP\"?", None, &tables);
    assert_eq!(sql, "COUNT(*) AS figure FROM shops WHERE city = 'O''Hara; DROP'");
}
