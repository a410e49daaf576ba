//! Shares whose part is followed by a time or a place, which the whole has as well.

use super::{
    check, read,
    schemas::{column, key, leads, table},
};
use crate::tools::{catalog::Table, warehouse::Dialect};
use serde_json::json;

fn clinic() -> Vec<Table> {
    let patients =
        vec![key("id"), column("name", "TEXT", json!(["Ada", "Bob"])), column("town", "TEXT", json!(["Moss End", "Aldry"]))];
    let visits = vec![
        key("id"),
        leads("patient_id", "patients", "id"),
        column("visit_date", "DATE", json!(["2024-02-03"])),
        column("status", "TEXT", json!(["kept", "missed"])),
        column("booking", "TEXT", json!(["phone", "online"])),
        column("ward", "TEXT", json!(["East Wing", "Annex"])),
    ];
    vec![table("patients", patients), table("visits", visits)]
}

const MISSED: &str = "100.0 * SUM(CASE WHEN status = 'missed' THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0) AS figure FROM visits";
const QUARTER: &str = "(visit_date >= '2024-10-01' AND visit_date < '2025-01-01')";

#[test]
fn a_time_behind_the_part_goes_for_the_whole_as_well() {
    let of = |wheres: &str| format!("{MISSED} WHERE {wheres}");
    check(
        &clinic(),
        &[
            ("What percent of visits were missed in the fourth quarter of 2024?", None, of(QUARTER).as_str()),
            ("What share of visits in the fourth quarter of 2024 was missed?", None, of(QUARTER).as_str()),
            ("In the fourth quarter of 2024, what percent of visits were missed?", None, of(QUARTER).as_str()),
            (
                "What proportion of online visits were missed in the fourth quarter of 2024?",
                None,
                of(&format!("booking = 'online' AND {QUARTER}")).as_str(),
            ),
            (
                "More than 30% of online visits were missed in the fourth quarter of 2024",
                Some(30.0),
                of(&format!("booking = 'online' AND {QUARTER}")).as_str(),
            ),
            (
                "What percent of visits were missed in 2023 and 2024?",
                None,
                of("((visit_date >= '2023-01-01' AND visit_date < '2024-01-01') OR (visit_date >= '2024-01-01' AND visit_date < '2025-01-01'))").as_str(),
            ),
        ],
    );
}

#[test]
fn a_place_behind_the_part_goes_for_the_whole_and_behind_is_it_is_the_part() {
    let annex = "100.0 * SUM(CASE WHEN ward = 'Annex' THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0) AS figure FROM visits";
    let both = "100.0 * SUM(CASE WHEN status = 'missed' AND ward = 'Annex' THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0) AS figure \
                FROM visits";
    check(
        &clinic(),
        &[
            (
                "What percent of visits were missed in the fourth quarter of 2024 at Annex?",
                None,
                format!("{MISSED} WHERE {QUARTER} AND ward = 'Annex'").as_str(),
            ),
            (
                "What percent of visits were missed at Annex in the fourth quarter of 2024?",
                None,
                format!("{MISSED} WHERE ward = 'Annex' AND {QUARTER}").as_str(),
            ),
            ("What percent of visits were at Annex?", None, annex),
            (
                "What percent of visits were at Annex in the fourth quarter of 2024?",
                None,
                format!("{annex} WHERE {QUARTER}").as_str(),
            ),
            ("What percent of visits were missed and at Annex?", None, both),
        ],
    );
}

#[test]
fn a_time_that_is_all_that_is_said_of_the_part_stays_its_own() {
    let part = "SUM(CASE WHEN visit_date >= '2024-10-01' AND visit_date < '2025-01-01' THEN 1 ELSE 0 END)";
    check(
        &clinic(),
        &[
            (
                "What percent of missed visits were in the fourth quarter of 2024?",
                None,
                format!("100.0 * {part} / NULLIF(COUNT(*), 0) AS figure FROM visits WHERE status = 'missed'").as_str(),
            ),
            (
                "What percent of patients have visits in the fourth quarter of 2024?",
                None,
                "100.0 * SUM(CASE WHEN id IN (SELECT patient_id FROM visits WHERE (visit_date >= '2024-10-01' AND visit_date < \
                 '2025-01-01')) THEN 1 ELSE 0 END) / NULLIF(COUNT(*), 0) AS figure FROM patients",
            ),
        ],
    );
}

#[test]
fn the_reading_says_what_goes_for_both() {
    let plan = read("What percent of visits were missed in the fourth quarter of 2024?", None, &clinic(), Dialect::Sqlite);
    let super::super::Plan { reading, percent, .. } = plan.expect("a plan");
    assert!(percent);
    assert!(reading.starts_with("the share where status is missed, of the number of visits where visit_date "), "{reading}");
    assert!(reading.ends_with(", which goes for the part and the whole"), "{reading}");
}
