//! Times of what happens are those of its own rows, not of the things that it happens to.

use super::{
    check,
    schemas::{column, key, leads, table},
};
use crate::tools::catalog::Table;
use serde_json::json;

fn clinic() -> Vec<Table> {
    let patients =
        vec![key("id"), column("name", "TEXT", json!(["Ada", "Bob"])), column("registered_on", "DATE", json!(["2020-02-03"]))];
    let doctors = vec![key("id"), column("name", "TEXT", json!(["Eve"])), column("role", "TEXT", json!(["surgeon", "dentist"]))];
    let treatments = vec![
        key("id"),
        leads("patient_id", "patients", "id"),
        leads("doctor_id", "doctors", "id"),
        column("treatment_date", "DATE", json!(["2024-02-03"])),
    ];
    vec![table("patients", patients), table("doctors", doctors), table("treatments", treatments)]
}

#[test]
fn a_time_is_of_what_the_verb_or_the_way_names() {
    check(
        &clinic(),
        &[
            (
                "How many patients were treated in May 2024?",
                None,
                "COUNT(*) AS figure FROM patients WHERE id IN (SELECT patient_id FROM treatments WHERE (treatment_date >= '2024-05-01' \
                 AND treatment_date < '2024-06-01'))",
            ),
            (
                "How many patients were treated by a surgeon in May 2024?",
                None,
                "COUNT(*) AS figure FROM patients WHERE id IN (SELECT b.patient_id FROM treatments AS b JOIN doctors AS c ON \
                 b.doctor_id = c.id WHERE c.role = 'surgeon' AND (b.treatment_date >= '2024-05-01' AND b.treatment_date < \
                 '2024-06-01'))",
            ),
            (
                "How many treatments of patients were there in May 2024?",
                None,
                "COUNT(*) AS figure FROM treatments WHERE (treatment_date >= '2024-05-01' AND treatment_date < '2024-06-01')",
            ),
            (
                "Which patient had the most treatments in May 2024?",
                None,
                "b.name, COUNT(*) AS figure FROM treatments AS a JOIN patients AS b ON a.patient_id = b.id WHERE (a.treatment_date >= \
                 '2024-05-01' AND a.treatment_date < '2024-06-01') GROUP BY b.name, b.id ORDER BY COUNT(*) DESC, b.name LIMIT 1",
            ),
        ],
    );
}

#[test]
fn the_verb_of_the_question_dates_what_is_counted_and_that_of_a_clause_does_not() {
    check(
        &clinic(),
        &[
            (
                "How many treatments did patients called Ada attend in May 2024?",
                None,
                "COUNT(*) AS figure FROM treatments AS a JOIN patients AS b ON a.patient_id = b.id WHERE b.name = 'Ada' AND \
                 (a.treatment_date >= '2024-05-01' AND a.treatment_date < '2024-06-01')",
            ),
            (
                "How many treatments did patients who visited in May 2024 have?",
                None,
                "COUNT(*) AS figure FROM treatments AS a JOIN patients AS b ON a.patient_id = b.id WHERE (b.registered_on >= \
                 '2024-05-01' AND b.registered_on < '2024-06-01')",
            ),
        ],
    );
}

#[test]
fn a_date_that_is_named_is_taken_and_between_two_tables_it_is_asked() {
    check(
        &clinic(),
        &[
            (
                "How many patients were registered in May 2024?",
                None,
                "COUNT(*) AS figure FROM patients WHERE (registered_on >= '2024-05-01' AND registered_on < '2024-06-01')",
            ),
            (
                "How many patients in May 2024 were treated?",
                None,
                "Unclear(\"Which date is meant: registered_on of patients, treatment_date of treatments?\")",
            ),
        ],
    );
}
