//! Columns that say yes or no, values of other columns, and what says itself that there is none.

use super::{
    check,
    schemas::{column, key, leads, table},
};
use crate::tools::catalog::Table;
use serde_json::json;

const SHARE: &str = "100.0 * SUM(CASE WHEN insured = 'yes' THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0) AS figure FROM parcels";

fn couriers() -> Vec<Table> {
    let depots = vec![key("id"), column("name", "TEXT", json!(["Northgate", "Quayside"]))];
    let parcels = vec![
        key("id"),
        leads("depot_id", "depots", "id"),
        column("insured", "TEXT", json!(["yes", "no"])),
        column("fragile", "TEXT", json!(["N", "Y"])),
        column("size", "TEXT", json!(["small", "large"])),
        column("carrier", "TEXT", json!(["Swift", "none", "Hare"])),
        column("state", "TEXT", json!(["lost", "delivered"])),
        column("weight", "REAL", json!([2.5])),
        column("sent_on", "DATE", json!(["2024-03-01"])),
    ];
    vec![table("depots", depots), table("parcels", parcels)]
}

fn gym() -> Vec<Table> {
    let members = vec![
        key("id"),
        column("name", "TEXT", json!(["Ada", "Bob"])),
        column("plan", "TEXT", json!(["gold", "silver"])),
        column("branch", "TEXT", json!(["Riverside", "Hilltop"])),
        column("suspended", "INTEGER", json!([0, 1])),
        column("children", "INTEGER", json!([0, 1])),
        column("verified", "TEXT", json!(["True", "False", "n/a"])),
        column("sponsor", "TEXT", json!(["Acme", "N/A", "-"])),
        column("country", "TEXT", json!(["NO", "SE"])),
        column("language", "TEXT", json!(["Dutch", "Finnish", "Greek", "Irish", "Welsh"])),
    ];
    vec![table("members", members)]
}

#[test]
fn the_name_of_a_yes_or_no_says_that_it_is_so_and_a_place_behind_it_is_looked_up_elsewhere() {
    check(
        &couriers(),
        &[
            (
                "How many parcels were insured at Northgate?",
                None,
                "COUNT(*) AS figure FROM parcels AS a JOIN depots AS b ON a.depot_id = b.id WHERE a.insured = 'yes' AND b.name = 'Northgate'",
            ),
            (
                "How many parcels were not insured at Northgate?",
                None,
                "COUNT(*) AS figure FROM parcels AS a JOIN depots AS b ON a.depot_id = b.id WHERE a.insured = 'no' AND b.name = 'Northgate'",
            ),
            (
                "How many insured parcels are from Quayside?",
                None,
                "COUNT(*) AS figure FROM parcels AS a JOIN depots AS b ON a.depot_id = b.id WHERE a.insured = 'yes' AND b.name = 'Quayside'",
            ),
            ("How many insured parcels are there?", None, "COUNT(*) AS figure FROM parcels WHERE insured = 'yes'"),
            (
                "How many insured and fragile parcels are there?",
                None,
                "COUNT(*) AS figure FROM parcels WHERE insured = 'yes' AND fragile = 'Y'",
            ),
            ("How many parcels are fragile?", None, "COUNT(*) AS figure FROM parcels WHERE fragile = 'Y'"),
            ("What is the average weight of insured parcels?", None, "AVG(weight) AS figure FROM parcels WHERE insured = 'yes'"),
            (
                "How many parcels were insured in 2024?",
                None,
                "COUNT(*) AS figure FROM parcels WHERE insured = 'yes' AND (sent_on >= '2024-01-01' AND sent_on < '2025-01-01')",
            ),
            (
                "Which depots have insured parcels?",
                None,
                "name FROM depots WHERE id IN (SELECT depot_id FROM parcels WHERE insured = 'yes')",
            ),
            ("How many parcels have insured yes?", None, "COUNT(*) AS figure FROM parcels WHERE insured = 'yes'"),
            // No depot that is known is called so.
            ("How many parcels were insured at Westgate?", None, "Unknown([\"Westgate\"])"),
            ("20% of parcels are insured", Some(20.0), SHARE),
        ],
    );
    check(
        &gym(),
        &[
            (
                "How many members were suspended at Riverside?",
                None,
                "COUNT(*) AS figure FROM members WHERE suspended = 1 AND branch = 'Riverside'",
            ),
            (
                "How many verified members are there at Hilltop?",
                None,
                "COUNT(*) AS figure FROM members WHERE verified = 'True' AND branch = 'Hilltop'",
            ),
            ("How many members are not verified?", None, "COUNT(*) AS figure FROM members WHERE verified = 'False'"),
            // A number is no yes or no because the first rows have a nought or a one.
            ("How many children are there?", None, "SUM(children) AS figure FROM members"),
        ],
    );
}

#[test]
fn a_value_that_another_column_holds_is_not_compared_with_one_that_does_not() {
    check(
        &gym(),
        &[
            ("How many members have a plan at Riverside?", None, "NotAsked"),
            ("How many members have the plan Riverside?", None, "NotAsked"),
            ("How many members have a language at Riverside?", None, "NotAsked"),
            // Of a long column not every value is known, and it is named.
            (
                "How many members whose language is Riverside?",
                None,
                "COUNT(*) AS figure FROM members WHERE language = 'Riverside'",
            ),
            ("How many members have the plan gold?", None, "COUNT(*) AS figure FROM members WHERE plan = 'gold'"),
        ],
    );
}

#[test]
fn nothing_of_a_column_is_its_value_that_says_so_or_no_value() {
    check(
        &gym(),
        &[
            (
                "How many members have no sponsor?",
                None,
                "COUNT(*) AS figure FROM members WHERE (sponsor IN ('N/A', '-') OR sponsor IS NULL)",
            ),
            ("How many members have no country?", None, "COUNT(*) AS figure FROM members WHERE country IS NULL"),
            ("How many members have no plan?", None, "COUNT(*) AS figure FROM members WHERE plan IS NULL"),
            // Nought may be some number of them, or none.
            ("How many members have no children?", None, "NotAsked"),
        ],
    );
    check(
        &couriers(),
        &[(
            "How many parcels are without a carrier?",
            None,
            "COUNT(*) AS figure FROM parcels WHERE (carrier = 'none' OR carrier IS NULL)",
        )],
    );
}

#[test]
fn no_rows_of_a_yes_are_other_things_without_such_a_row() {
    check(
        &couriers(),
        &[
            (
                "How many depots have no insured parcels?",
                None,
                "COUNT(*) AS figure FROM depots WHERE id NOT IN (SELECT depot_id FROM parcels WHERE insured = 'yes' AND depot_id IS NOT NULL)",
            ),
            (
                "Which depots have no lost parcels?",
                None,
                "name FROM depots WHERE id NOT IN (SELECT depot_id FROM parcels WHERE state = 'lost' AND depot_id IS NOT NULL)",
            ),
            ("How many depots have no size parcels?", None, "NotAsked"),
            ("How many depots have no insured and fragile parcels?", None, "NotAsked"),
        ],
    );
}

#[test]
fn a_word_that_denies_the_name_of_a_yes_or_no_says_no() {
    check(
        &couriers(),
        &[
            ("How many parcels are uninsured?", None, "COUNT(*) AS figure FROM parcels WHERE insured = 'no'"),
            ("How many uninsured parcels are there?", None, "COUNT(*) AS figure FROM parcels WHERE insured = 'no'"),
            ("What is the average weight of uninsured parcels?", None, "AVG(weight) AS figure FROM parcels WHERE insured = 'no'"),
            ("How many parcels are unsized?", None, "Unknown([\"unsized\"])"),
        ],
    );
}
