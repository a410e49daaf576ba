//! What people ask of their own workshop: how many have so many of something, what took long, days of the week, what is used most,
//! who does which share.

use super::{
    check, read,
    schemas::{column, desk, key, leads, table},
};
use crate::tools::{catalog::Table, warehouse::Dialect};
use serde_json::json;

fn workshop() -> Vec<Table> {
    let customers =
        vec![key("id"), column("name", "TEXT", json!(["Ada", "Bob"])), column("town", "TEXT", json!(["Moss End", "Aldry"]))];
    let mechanics = vec![key("id"), column("name", "TEXT", json!(["Eve", "Tom"]))];
    let jobs = vec![
        key("id"),
        leads("customer_id", "customers", "id"),
        leads("mechanic_id", "mechanics", "id"),
        column("received_on", "DATE", json!(["2024-02-03"])),
        column("duration_hours", "REAL", json!([2.5])),
        column("price", "REAL", json!([80.5])),
        column("status", "TEXT", json!(["open", "ready", "cancelled"])),
    ];
    let parts = vec![key("id"), column("name", "TEXT", json!(["Brake pad", "Chain"])), column("price", "REAL", json!([3.5]))];
    let job_parts = vec![
        key("id"),
        leads("job_id", "jobs", "id"),
        leads("part_id", "parts", "id"),
        column("quantity", "INTEGER", json!([1])),
    ];
    let invoices = vec![key("id"), leads("customer_id", "customers", "id")];
    vec![
        table("customers", customers),
        table("mechanics", mechanics),
        table("jobs", jobs),
        table("parts", parts),
        table("job_parts", job_parts),
        table("invoices", invoices),
    ]
}

/// All in one table.
fn visits() -> Vec<Table> {
    let columns = vec![
        key("id"),
        column("customer", "TEXT", json!(["Ada", "Bob"])),
        column("visit_date", "DATE", json!(["2024-02-03"])),
        column("outcome", "TEXT", json!(["kept", "missed"])),
    ];
    vec![table("visits", columns)]
}

fn refuses(tables: &[Table], texts: &[&str]) {
    for text in texts {
        let plan = read(text, None, tables, Dialect::Sqlite);
        assert!(plan.is_err(), "{text}: {plan:?}");
    }
}

#[test]
fn a_measure_is_called_by_its_name_without_its_unit() {
    let trips = table(
        "trips",
        vec![
            key("id"),
            column("stop_id", "INTEGER", json!([3])),
            column("channel", "TEXT", json!(["app", "desk"])),
            column("price_eur", "REAL", json!([12.5])),
            column("weight_kg", "REAL", json!([3.5])),
            column("labour_hours", "REAL", json!([0.5])),
            column("labour_cost", "REAL", json!([50.5])),
        ],
    );
    let by = |figure: &str, by: &str| {
        format!("\"{by}\", {figure} AS figure FROM trips WHERE \"{by}\" IS NOT NULL GROUP BY \"{by}\" ORDER BY {figure} DESC, \"{by}\"").replace('"', "")
    };
    // What another column is called by as well is asked back.
    refuses(std::slice::from_ref(&trips), &["What is the total labour by channel?"]);
    check(
        &[trips],
        &[
            ("Average price by channel", None, by("AVG(price_eur)", "channel").as_str()),
            ("What is the average price by stop?", None, by("AVG(price_eur)", "stop_id").as_str()),
            ("What is the total weight by channel?", None, by("SUM(weight_kg)", "channel").as_str()),
        ],
    );
}

#[test]
fn things_are_counted_by_how_many_of_something_they_have() {
    let of_jobs = |within: &str, bound: &str| {
        format!(
            "COUNT(*) AS figure FROM customers WHERE id IN (SELECT customer_id FROM jobs{within} GROUP BY customer_id HAVING \
             COUNT(*) {bound})"
        )
    };
    let in_2024 = "(received_on >= '2024-01-01' AND received_on < '2025-01-01')";
    check(
        &workshop(),
        &[
            ("How many customers had more than 20 jobs?", None, of_jobs("", "> 20").as_str()),
            ("How many customers have at least 3 jobs?", None, of_jobs("", ">= 3").as_str()),
            ("7 customers have more than 3 jobs", Some(7.0), of_jobs("", "> 3").as_str()),
            (
                "How many customers had no jobs?",
                None,
                "COUNT(*) AS figure FROM customers WHERE id NOT IN (SELECT customer_id FROM jobs WHERE customer_id IS NOT NULL)",
            ),
            // What is said of the rows is said of those that are counted.
            ("How many customers had more than 3 jobs in 2024?", None, of_jobs(&format!(" WHERE {in_2024}"), "> 3").as_str()),
            (
                "Which customers had more than 3 cancelled jobs?",
                None,
                "name FROM customers WHERE id IN (SELECT customer_id FROM jobs WHERE status = 'cancelled' GROUP BY customer_id \
                 HAVING COUNT(*) > 3)",
            ),
        ],
    );
    check(
        &visits(),
        &[
            (
                "How many customers had more than 5 visits?",
                None,
                "COUNT(DISTINCT customer) AS figure FROM visits WHERE customer IN (SELECT customer FROM visits GROUP BY customer \
                 HAVING COUNT(*) > 5)",
            ),
            (
                "How many customers had more than 5 missed visits?",
                None,
                "COUNT(DISTINCT customer) AS figure FROM visits WHERE customer IN (SELECT customer FROM visits WHERE outcome = \
                 'missed' GROUP BY customer HAVING COUNT(*) > 5)",
            ),
        ],
    );
}

#[test]
fn a_key_says_how_many_have_so_many_where_their_own_table_is_not_there() {
    let loans = |whose| table("loans", vec![key("id"), whose, column("shelf", "TEXT", json!(["A", "B"]))]);
    check(
        &[loans(column("reader_id", "INTEGER", json!([3, 4])))],
        &[
            (
                "How many readers had more than 3 loans?",
                None,
                "COUNT(DISTINCT reader_id) AS figure FROM loans WHERE reader_id IN (SELECT reader_id FROM loans GROUP BY reader_id \
                 HAVING COUNT(*) > 3)",
            ),
            (
                "Which readers had more than 3 loans?",
                None,
                "reader_id FROM loans WHERE reader_id IS NOT NULL GROUP BY reader_id HAVING COUNT(*) > 3",
            ),
        ],
    );
    // What is no key, and a part of a longer name, is not what was counted.
    for (name, kind) in [("reader_group", "TEXT"), ("first_reader_id", "INTEGER")] {
        refuses(&[loans(column(name, kind, json!([])))], &["How many readers had more than 3 loans?"]);
    }
}

#[test]
fn of_whom_something_is_counted_has_to_be_clear() {
    refuses(
        &workshop(),
        &[
            "How many customers had fewer than 3 jobs?",
            "How many towns had more than 3 jobs?",
            "How many customers in each town had more than 3 jobs?",
            "How many customers with cancelled jobs had more than 3 jobs?",
            "How many customers had more than 3 flurbed jobs?",
        ],
    );
}

#[test]
fn a_bound_is_of_the_column_that_its_unit_or_its_verb_names() {
    check(
        &workshop(),
        &[
            ("How many jobs took longer than 5 hours?", None, "COUNT(*) AS figure FROM jobs WHERE duration_hours > 5"),
            ("How many jobs lasted under 2 hours?", None, "COUNT(*) AS figure FROM jobs WHERE duration_hours < 2"),
            ("How many jobs took at least 1 hour?", None, "COUNT(*) AS figure FROM jobs WHERE duration_hours >= 1"),
            ("How many jobs cost more than 100?", None, "COUNT(*) AS figure FROM jobs WHERE price > 100"),
            // It is no year.
            ("How many jobs cost more than 2000?", None, "COUNT(*) AS figure FROM jobs WHERE price > 2000"),
            (
                "How many customers had jobs that took longer than 5 hours?",
                None,
                "COUNT(*) AS figure FROM customers WHERE id IN (SELECT customer_id FROM jobs WHERE duration_hours > 5)",
            ),
        ],
    );
    refuses(
        &workshop(),
        &[
            "How many jobs took more than 5 days?",
            "How many jobs took more than 2000?",
            "How many jobs cost more than 100 flurbs?",
        ],
    );
    let tickets = vec![key("id"), column("price", "REAL", json!([80.5]))];
    let spares = vec![key("id"), leads("ticket_id", "tickets", "id"), column("cost", "REAL", json!([3.5]))];
    check(
        &[table("tickets", tickets), table("spares", spares)],
        &[("How many tickets cost more than 100?", None, "COUNT(*) AS figure FROM tickets WHERE price > 100")],
    );
    let repairs = vec![
        key("id"),
        column("labour_hours", "REAL", json!([2.5])),
        column("waiting_hours", "REAL", json!([20.5])),
        column("price", "REAL", json!([80.5])),
        column("deposit_fee", "REAL", json!([10.5])),
    ];
    check(
        &[table("repairs", repairs)],
        &[
            ("How many repairs took longer than 5 hours?", None, "Unclear(\"Which is meant: labour_hours or waiting_hours?\")"),
            ("How many repairs cost more than 100?", None, "Unclear(\"Which is meant: price or deposit_fee?\")"),
        ],
    );
}

#[test]
fn days_of_every_week_are_a_filter() {
    let on = |days: &str| format!("COUNT(*) AS figure FROM jobs WHERE {days}");
    let day = |at: usize| format!("strftime('%w', received_on) = '{at}'");
    let in_2024 = "(received_on >= '2024-01-01' AND received_on < '2025-01-01')";
    check(
        &workshop(),
        &[
            ("How many jobs were received on Sundays?", None, on(&day(0)).as_str()),
            ("How many jobs were received on a Saturday?", None, on(&day(6)).as_str()),
            ("How many jobs were there on Fridays?", None, on(&day(5)).as_str()),
            (
                "How many jobs were received on Saturdays and Sundays in 2024?",
                None,
                on(&format!("({} OR {}) AND {in_2024}", day(6), day(0))).as_str(),
            ),
        ],
    );
    check(&desk(), &[("How many incidents on Sundays?", None, "Unclear(\"Which date is meant: opened_at, closed_at?\")")]);
    refuses(&workshop(), &["How many jobs were received on Sunday?", "How many jobs were received from Monday to Friday?"]);
    for (dialect, wanted) in [
        (Dialect::Files, Some("date_part('dow', \"received_on\") = 0")),
        (Dialect::Mysql, Some("(DAYOFWEEK(`received_on`) - 1) = 0")),
        (Dialect::Trino, None),
    ] {
        let sql = read("How many jobs were received on Sundays?", None, &workshop(), dialect).map(|plan| plan.sql);
        assert_eq!(
            sql.as_ref().ok().map(|sql| wanted.is_some_and(|wanted| sql.ends_with(wanted))),
            wanted.map(|_| true),
            "{sql:?}"
        );
    }
}

#[test]
fn what_is_used_most_often_is_counted_where_it_is_used() {
    let part = "b.name, COUNT(*) AS figure FROM job_parts AS a JOIN parts AS b ON a.part_id = b.id GROUP BY b.name, b.id ORDER BY \
                COUNT(*) DESC, b.name LIMIT 1";
    check(
        &workshop(),
        &[
            ("Which part is used most often?", None, part),
            ("What is the most common part?", None, part),
            (
                "Which mechanic works most often on Sundays?",
                None,
                "b.name, COUNT(*) AS figure FROM jobs AS a JOIN mechanics AS b ON a.mechanic_id = b.id WHERE strftime('%w', \
                 a.received_on) = '0' GROUP BY b.name, b.id ORDER BY COUNT(*) DESC, b.name LIMIT 1",
            ),
            ("Which customer is most frequent?", None, "Unclear(\"What is counted: db.jobs or db.invoices?\")"),
        ],
    );
    refuses(&workshop(), &["What do customers buy most often?", "What is the least common part?"]);
}

#[test]
fn what_each_has_of_a_whole_is_its_share() {
    let shares = |within: &str, rows: &str| {
        format!(
            "b.name, 100.0 * COUNT(*) / NULLIF((SELECT COUNT(*) FROM jobs{within}), 0) AS figure FROM jobs AS a JOIN mechanics AS b \
             ON a.mechanic_id = b.id WHERE {rows}b.name IS NOT NULL GROUP BY b.name, b.id ORDER BY COUNT(*) DESC, b.name"
        )
    };
    let may = shares(
        " WHERE (received_on >= '2024-05-01' AND received_on < '2024-06-01')",
        "(a.received_on >= '2024-05-01' AND a.received_on < '2024-06-01') AND ",
    );
    let cancelled = "100.0 * SUM(CASE WHEN a.status = 'cancelled' THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0)";
    check(
        &workshop(),
        &[
            ("What share of jobs does each mechanic do?", None, shares("", "").as_str()),
            ("What percentage of jobs does each mechanic have?", None, shares("", "").as_str()),
            ("What share of the jobs is done by each mechanic?", None, shares("", "").as_str()),
            ("What share of jobs did each mechanic do in May 2024?", None, may.as_str()),
            ("In May 2024, what share of jobs did each mechanic do?", None, may.as_str()),
            (
                "What share of cancelled jobs does each mechanic have?",
                None,
                shares(" WHERE status = 'cancelled'", "a.status = 'cancelled' AND ").as_str(),
            ),
            (
                "What percentage of jobs has each status?",
                None,
                "status, 100.0 * COUNT(*) / NULLIF((SELECT COUNT(*) FROM jobs), 0) AS figure FROM jobs WHERE status IS NOT NULL \
                 GROUP BY status ORDER BY COUNT(*) DESC, status",
            ),
            // The part that is named is of each one's own.
            (
                "What percentage of jobs are cancelled for each mechanic?",
                None,
                format!(
                    "b.name, {cancelled} AS figure FROM jobs AS a JOIN mechanics AS b ON a.mechanic_id = b.id WHERE b.name IS NOT \
                     NULL GROUP BY b.name, b.id ORDER BY {cancelled} DESC, b.name"
                )
                .as_str(),
            ),
            ("What share of jobs was shipped for each mechanic?", None, "Unclear(\"Which part of the whole is meant?\")"),
        ],
    );
}
