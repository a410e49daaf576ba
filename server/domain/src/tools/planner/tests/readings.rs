//! How a question is said back.

use super::{
    check, read,
    schemas::{column, desk, films, key, leads, orchard, shop, table},
};
use crate::tools::{
    catalog::{Column, Table},
    warehouse::Dialect,
};
use serde_json::json;

fn check_readings(tables: &[Table], cases: &[(&str, Option<f64>, &str)]) {
    let mut wrong = String::new();
    for (text, claimed, wanted) in cases {
        let found = read(text, *claimed, tables, Dialect::Sqlite).map_or_else(|why| format!("{why:?}"), |plan| plan.reading);
        if found != *wanted {
            wrong.push_str(&format!("\n{text}\n  found  {found}\n  wanted {wanted}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn the_first_ones_are_said_as_a_person_says_them() {
    check_readings(
        &shop(),
        &[
            ("Which customer has the most orders?", None, "the customer with the highest number of orders"),
            ("Top 3 customers by revenue", None, "the 3 customers with the highest sum of total in orders"),
            ("Which country has the most customers?", None, "the country with the highest number of customers"),
            ("Which product has the highest unit price?", None, "the product with the highest unit price"),
            ("In which month were there the fewest orders?", None, "the month of order_date with the lowest number of orders"),
            ("Top 3 months by revenue", None, "the 3 months of order_date with the highest sum of total in orders"),
            ("What is the latest order?", None, "the order with the latest order date"),
        ],
    );
    // A table whose name says no thing is named as it is.
    check_readings(
        &films(),
        &[("Which film has the highest rating?", None, "the title in films_export_2024 with the highest rating")],
    );
}

#[test]
fn a_claim_about_the_first_ones_is_of_their_figure() {
    check_readings(
        &shop(),
        &[(
            "The customer with the most orders has 12",
            Some(12.0),
            "the number of orders of the customer with the highest number of orders",
        )],
    );
    check_readings(
        &desk(),
        &[
            (
                "Hardware is the most common category with 335 incidents",
                Some(335.0),
                "the number of incidents of the category with the highest number of incidents, for Hardware",
            ),
            (
                "The top 2 categories have 400 incidents",
                Some(400.0),
                "the number of incidents of the 2 categories with the highest number of incidents",
            ),
        ],
    );
}

#[test]
fn groups_and_means_are_of_things_and_not_of_their_keys() {
    check_readings(
        &shop(),
        &[
            ("How many orders by status?", None, "the number of orders by status"),
            ("How many orders per customer?", None, "the number of orders by customer"),
            (
                "How many orders per customer on average?",
                None,
                "the average number of orders per customer (of those that have any)",
            ),
        ],
    );
    check_readings(
        &orchard(),
        &[(
            "Show the number of growers in each village in descending order",
            None,
            "the number of growers by village, from the highest",
        )],
    );
}

#[test]
fn what_is_counted_is_said_as_several_whatever_its_table_is_called() {
    let tables = [
        table("teacher", vec![key("id"), column("name", "TEXT", json!(["Ada"]))]),
        table("lesson", vec![key("id"), leads("teacher_id", "teacher", "id")]),
        table("exams_export_2024", vec![key("id"), column("grade", "INTEGER", json!([3]))]),
    ];
    check_readings(
        &tables,
        &[
            ("How many teachers?", None, "the number of teachers"),
            ("Which teacher has the most lessons?", None, "the teacher with the highest number of lessons"),
            ("How many exams?", None, "the number of exams_export_2024"),
        ],
    );
}

#[test]
fn a_key_to_a_table_that_is_not_there_is_said_as_what_it_stands_for() {
    let columns = vec![
        key("loan_id"),
        column("reader_id", "INTEGER", json!([3, 4])),
        column("tax_id", "INTEGER", json!([7])),
        column("lent_on", "DATE", json!(["2024-02-03"])),
    ];
    check_readings(
        &[table("loans", columns)],
        &[
            ("Which reader has the most loans?", None, "the reader with the highest number of loans"),
            ("How many loans by tax id?", None, "the number of loans by tax id"),
        ],
    );
    let readers = vec![key("id"), column("name", "TEXT", json!(["Ada"]))];
    let loans = vec![key("id"), leads("reader_id", "readers", "id")];
    check_readings(
        &[table("readers", readers), table("loans", loans)],
        &[("How many loans are there for each reader_id?", None, "the number of loans by reader")],
    );
}

#[test]
fn a_role_shows_the_names_behind_its_key_and_the_key_itself_where_it_is_named() {
    let racks = || table("racks", vec![key("id"), column("name", "TEXT", json!(["North", "Pier"]))]);
    let canoes = |more: Vec<Column>| table("canoes", [vec![key("id"), leads("home_rack_id", "racks", "id")], more].concat());
    let by_key = "home_rack_id, COUNT(*) AS figure FROM canoes WHERE home_rack_id IS NOT NULL GROUP BY home_rack_id ORDER BY \
                  COUNT(*) DESC, home_rack_id";
    let tables = [racks(), canoes(Vec::new())];
    check(
        &tables,
        &[
            (
                "How many canoes by home rack?",
                None,
                "b.name, COUNT(*) AS figure FROM canoes AS a JOIN racks AS b ON a.home_rack_id = b.id WHERE b.name IS NOT NULL GROUP BY \
                 b.name, b.id ORDER BY COUNT(*) DESC, b.name",
            ),
            ("How many canoes by home_rack_id?", None, by_key),
        ],
    );
    check_readings(&tables, &[("How many canoes by home rack?", None, "the number of canoes by rack")]);
    // By which of two keys they are joined would have to be told.
    check(&[racks(), canoes(vec![leads("winter_rack_id", "racks", "id")])], &[("How many canoes by home rack?", None, by_key)]);
}

#[test]
fn years_are_said_as_a_person_says_them() {
    check_readings(
        &shop(),
        &[
            ("How many orders were there in 2023?", None, "the number of orders where order_date in 2023"),
            ("How many orders were there after 2020?", None, "the number of orders where order_date from 2021 on"),
            ("How many orders were there before 2023?", None, "the number of orders where order_date before 2023"),
            (
                "How many orders were there between 2021 and 2022?",
                None,
                "the number of orders where order_date from 2021 to 2022",
            ),
        ],
    );
}
