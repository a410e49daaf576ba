//! What anybody asks of a table: by month, the busiest day, a median, the latest row, how many there are of one thing for each other.

use super::{
    check, read,
    schemas::{column, desk, key, leads, shop, table},
};
use crate::tools::{catalog::Table, warehouse::Dialect};
use serde_json::json;

const MONTH: &str = "strftime('%Y-%m', order_date)";
const DAY: &str = "strftime('%w', order_date)";

/// A figure of orders by what is written so, with what follows the groups.
fn of_orders(part: &str, name: &str, figure: &str, known: &str, order: &str) -> String {
    format!("{part} AS {name}, {figure} AS figure FROM orders WHERE {known} IS NOT NULL GROUP BY {part} ORDER BY {order}")
}

fn by_month(figure: &str, order: &str) -> String {
    of_orders(MONTH, "month", figure, MONTH, order)
}

fn weekday() -> String {
    let days = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"].iter().enumerate();
    format!("CASE {DAY}{} END", days.map(|(at, day)| format!(" WHEN '{at}' THEN '{day}'")).collect::<String>())
}

fn boats() -> Vec<Table> {
    let members =
        vec![key("id"), column("name", "TEXT", json!(["Ada", "Bob"])), column("insurance", "TEXT", json!(["Acme", "none"]))];
    let kayaks = vec![key("id"), column("name", "TEXT", json!(["Otter", "Heron"]))];
    let hires = vec![
        key("id"),
        leads("member_id", "members", "id"),
        leads("kayak_id", "kayaks", "id"),
        column("hire_date", "DATE", json!(["2024-02-03"])),
        column("status", "TEXT", json!(["done", "no_show"])),
    ];
    vec![table("members", members), table("kayaks", kayaks), table("hires", hires)]
}

#[test]
fn rows_are_put_together_by_a_part_of_their_date() {
    let (counted, summed) = (by_month("COUNT(*)", MONTH), by_month("SUM(total)", MONTH));
    let quarter = "strftime('%Y', order_date) || '-Q' || ((CAST(strftime('%m', order_date) AS INTEGER) + 2) / 3)";
    let in_2023 = format!(
        "{MONTH} AS month, COUNT(*) AS figure FROM orders WHERE (order_date >= '2023-01-01' AND order_date < '2024-01-01') AND \
         {MONTH} IS NOT NULL GROUP BY {MONTH} ORDER BY {MONTH}"
    );
    let by_status = format!(
        "status, {MONTH} AS month, COUNT(*) AS figure FROM orders WHERE status IS NOT NULL AND {MONTH} IS NOT NULL GROUP BY \
         status, {MONTH} ORDER BY {MONTH}, status"
    );
    let of_items = "strftime('%Y-%m', b.order_date)";
    let quantity = format!(
        "{of_items} AS month, SUM(a.quantity) AS figure FROM order_items AS a JOIN orders AS b ON a.order_id = b.id WHERE {of_items} \
         IS NOT NULL GROUP BY {of_items} ORDER BY {of_items}"
    );
    let year = "strftime('%Y', order_date)";
    let week = "date(order_date, '-6 days', 'weekday 1')";
    check(
        &shop(),
        &[
            ("Number of orders by month", None, counted.as_str()),
            ("orders per month", None, counted.as_str()),
            ("Monthly orders", None, counted.as_str()),
            ("How many monthly orders are there?", None, counted.as_str()),
            ("Show orders by month", None, counted.as_str()),
            ("How many orders were there each month in 2023?", None, in_2023.as_str()),
            ("Monthly revenue", None, summed.as_str()),
            ("What is the total revenue per month?", None, summed.as_str()),
            ("Sales by quarter", None, of_orders(quarter, "quarter", "SUM(total)", quarter, quarter).as_str()),
            ("Sales by year", None, of_orders(year, "year", "SUM(total)", year, year).as_str()),
            ("Weekly orders", None, of_orders(week, "week", "COUNT(*)", week, week).as_str()),
            ("Orders by weekday", None, of_orders(&weekday(), "weekday", "COUNT(*)", DAY, &format!("MIN({DAY})")).as_str()),
            ("Orders by status and month", None, by_status.as_str()),
            ("Average order value by month", None, by_month("AVG(total)", MONTH).as_str()),
            ("Quantity by month", None, quantity.as_str()),
        ],
    );
}

#[test]
fn the_first_of_the_months_or_days_is_found() {
    let busiest = of_orders(&weekday(), "weekday", "COUNT(*)", DAY, &format!("COUNT(*) DESC, MIN({DAY}) LIMIT 1"));
    check(
        &shop(),
        &[
            ("Which month had the most orders?", None, by_month("COUNT(*)", &format!("COUNT(*) DESC, {MONTH} LIMIT 1")).as_str()),
            (
                "In which month were there the fewest orders?",
                None,
                by_month("COUNT(*)", &format!("COUNT(*), {MONTH} LIMIT 1")).as_str(),
            ),
            (
                "Which month had the highest revenue?",
                None,
                by_month("SUM(total)", &format!("SUM(total) DESC, {MONTH} LIMIT 1")).as_str(),
            ),
            ("Top 3 months by revenue", None, by_month("SUM(total)", &format!("SUM(total) DESC, {MONTH} LIMIT 3")).as_str()),
            ("Which day of the week is busiest?", None, busiest.as_str()),
            ("What is the busiest day of the week?", None, busiest.as_str()),
        ],
    );
}

#[test]
fn which_date_is_meant_is_asked_and_what_has_two_meanings_is_not_answered() {
    check(&desk(), &[("Incidents by month", None, "Unclear(\"Which date is meant: opened_at, closed_at?\")")]);
    for text in [
        "Average monthly revenue",
        "Monthly average revenue",
        "Average orders per month",
        "Which months are there?",
        "Products by month",
        "Unit price by month",
        "Which status had the most orders by month?",
        "How many orders per weekday on average?",
    ] {
        let plan = read(text, None, &shop(), Dialect::Sqlite);
        assert!(plan.is_err(), "{text}: {plan:?}");
    }
    let plan = read("Monthly orders are 30", Some(30.0), &shop(), Dialect::Sqlite);
    assert!(plan.is_err(), "{plan:?}");
}

#[test]
fn a_median_is_the_middle_of_the_values_in_their_order() {
    let middle = "AS ordered WHERE 2 * n BETWEEN m AND m + 2";
    let by_country = format!(
        "g1 AS country, AVG(v) AS figure FROM (SELECT b.country AS g1, a.total AS v, ROW_NUMBER() OVER (PARTITION BY b.country \
         ORDER BY a.total) AS n, COUNT(*) OVER (PARTITION BY b.country) AS m FROM orders AS a JOIN customers AS b ON a.customer_id \
         = b.id WHERE b.country IS NOT NULL AND a.total IS NOT NULL) {middle} GROUP BY g1 ORDER BY AVG(v) DESC, g1"
    );
    let of_all = format!(
        "AVG(v) AS figure FROM (SELECT total AS v, ROW_NUMBER() OVER (ORDER BY total) AS n, COUNT(*) OVER () AS m FROM orders WHERE \
         total IS NOT NULL) {middle}"
    );
    check(
        &shop(),
        &[
            ("Median order value", None, of_all.as_str()),
            ("What is the median total of orders?", None, of_all.as_str()),
            ("Median total per country", None, by_country.as_str()),
            (
                "What is the average order value for each country?",
                None,
                "b.country, AVG(a.total) AS figure FROM orders AS a JOIN customers AS b ON a.customer_id = b.id WHERE b.country IS NOT \
                 NULL GROUP BY b.country ORDER BY AVG(a.total) DESC, b.country",
            ),
        ],
    );
    let both = read("Median and average total of orders", None, &shop(), Dialect::Sqlite);
    assert!(both.is_err(), "{both:?}");
}

#[test]
fn one_of_the_rows_without_a_name_is_shown_whole() {
    let row = "id, customer_id, order_date, total, status FROM orders";
    check(
        &shop(),
        &[
            ("The most expensive order", None, format!("{row} ORDER BY total DESC, id LIMIT 1").as_str()),
            ("What is the latest order?", None, format!("{row} ORDER BY order_date DESC, id LIMIT 1").as_str()),
            ("Which order was the cheapest?", None, format!("{row} WHERE total IS NOT NULL ORDER BY total, id LIMIT 1").as_str()),
        ],
    );
    // There what is missing would be the latest.
    let sql = read("The latest order", None, &shop(), Dialect::Postgres).map(|plan| plan.sql);
    assert!(sql.as_ref().is_ok_and(|sql| sql.contains("WHERE \"order_date\" IS NOT NULL ORDER BY")), "{sql:?}");
}

#[test]
fn what_is_counted_stands_first() {
    let each =
        "1.0 * COUNT(*) / NULLIF(COUNT(DISTINCT b.id), 0) AS figure FROM orders AS a JOIN customers AS b ON a.customer_id = b.id";
    check(
        &shop(),
        &[
            ("How many orders per customer on average?", None, each),
            ("On average, how many orders does a customer have?", None, each),
            ("Average orders per customer", None, each),
            (
                "How many orders per month on average?",
                None,
                "1.0 * COUNT(order_date) / NULLIF(COUNT(DISTINCT strftime('%Y-%m', order_date)), 0) AS figure FROM orders",
            ),
            (
                "What is the average unit price and cost price of products?",
                None,
                "AVG(unit_price) AS figure, AVG(cost_price) AS figure_2 FROM products",
            ),
        ],
    );
    check(
        &boats(),
        &[
            (
                "How many no-shows had members without insurance?",
                None,
                "COUNT(*) AS figure FROM hires AS a JOIN members AS b ON a.member_id = b.id WHERE a.status = 'no_show' AND (b.insurance \
                 = 'none' OR b.insurance IS NULL)",
            ),
            ("How many no-shows were there?", None, "COUNT(*) AS figure FROM hires WHERE status = 'no_show'"),
            (
                "How many different members hired a kayak?",
                None,
                "COUNT(*) AS figure FROM members WHERE id IN (SELECT b.member_id FROM hires AS b JOIN kayaks AS c ON b.kayak_id = c.id)",
            ),
            (
                "How many members have no hires?",
                None,
                "COUNT(*) AS figure FROM members WHERE id NOT IN (SELECT member_id FROM hires WHERE member_id IS NOT NULL)",
            ),
        ],
    );
}

#[test]
fn a_number_of_rows_counts_them_though_a_column_is_their_number() {
    let columns = vec![column("parcel_no", "TEXT", json!(["P1", "P2"])), column("status", "TEXT", json!(["lost", "sent"]))];
    let by_status =
        "status, COUNT(*) AS figure FROM parcels WHERE status IS NOT NULL GROUP BY status ORDER BY COUNT(*) DESC, status";
    check(
        &[table("parcels", columns)],
        &[
            ("Number of parcels", None, "COUNT(*) AS figure FROM parcels"),
            ("Number of parcels by status", None, by_status),
            ("Number of parcels where status is lost", None, "COUNT(*) AS figure FROM parcels WHERE status = 'lost'"),
        ],
    );
}

#[test]
fn what_is_counted_by_a_value_is_dated_by_the_rows_that_hold_it() {
    check(
        &boats(),
        &[(
            "How many no-shows were there in 2024?",
            None,
            "COUNT(*) AS figure FROM hires WHERE status = 'no_show' AND (hire_date >= '2024-01-01' AND hire_date < '2025-01-01')",
        )],
    );
}

#[test]
fn who_has_the_most_of_a_column_is_one_of_the_only_rows_with_a_name_that_have_it() {
    let paid =
        |name| table(name, vec![key("id"), column("name", "TEXT", json!(["Ada", "Bob"])), column("pay", "REAL", json!([15.5]))]);
    let fares = table("trips", vec![key("id"), leads("driver_id", "drivers", "id"), column("fare", "REAL", json!([9.5]))]);
    let first = "name, pay FROM drivers ORDER BY pay DESC, name LIMIT 1";
    check(
        &[paid("drivers"), fares],
        &[
            ("Who has the highest pay?", None, first),
            ("Who earns the highest pay?", None, first),
            ("Who has the highest fare?", None, "NotAsked"),
            ("Where is the highest pay?", None, "NotAsked"),
        ],
    );
    let clerks = table("clerks", vec![key("id"), column("name", "TEXT", json!(["Eve"]))]);
    for others in [paid("clerks"), clerks] {
        check(&[paid("drivers"), others], &[("Who has the highest pay?", None, "NotAsked")]);
    }
}
