use super::{Vocabulary, choose_mode};
use crate::{
    ask::Redo,
    tools::{
        catalog::{Column, Table},
        planner::Place,
        warehouse::Dialect,
    },
};
use protocol::ask::AskMode::{self, Auditable, Exploratory, Knowledge};

fn table(name: &str, columns: &[&str]) -> Table {
    let column = |name: &&str| Column { name: (*name).to_owned(), data_type: "TEXT".into(), ..Column::default() };
    Table { name: name.into(), columns: columns.iter().map(column).collect(), ..Table::default() }
}

fn mode(question: &str) -> AskMode {
    let tables = [
        table("invoices", &["id", "customer_id", "total", "issued_on", "region"]),
        table("customers", &["id", "name", "city", "churned"]),
        table("support_tickets", &["id", "opened_at", "priority"]),
    ];
    let places: Vec<Place<'_>> = tables.iter().map(|table| Place { database: "shop", table, dialect: Dialect::Sqlite }).collect();
    choose_mode(question, None, None, &Vocabulary::from_places(&places, &[])).mode
}

#[test]
fn the_words_and_the_form_of_a_question_choose_its_mode() {
    for (question, wanted) in [
        ("Prove that invoices grew in 2023", Auditable),
        ("Verify the total of invoices for March", Auditable),
        ("Is it true that most customers live in Bergen?", Auditable),
        ("Is the total of invoices higher in the north than in the south?", Auditable),
        ("Did any customer churn in May?", Auditable),
        ("Customers in Oslo have more tickets than those in Bergen", Auditable),
        ("Check whether every ticket has a priority", Auditable),
        ("Show me customers by city", Exploratory),
        ("What is the average invoice?", Exploratory),
        ("What is the total of invoices per region", Exploratory),
        ("Which customers opened tickets last month", Exploratory),
        ("tickets by priority", Exploratory),
        ("Analyze churn", Exploratory),
        ("Explain the drop of invoices in the last quarter by region", Exploratory),
        ("How many customers are there?", Exploratory),
        ("What is a median?", Knowledge),
        ("Explain what an invoice is", Knowledge),
        ("What does the word customer mean?", Knowledge),
        ("How does a heat pump work?", Knowledge),
        ("Explain how churn is computed", Knowledge),
        ("What is the difference between gross and net?", Knowledge),
        ("Why is the sky blue?", Knowledge),
        ("Define lifetime value", Knowledge),
        ("Show me customers in auditable mode", Auditable),
    ] {
        assert_eq!(mode(question), wanted, "{question}");
    }
}

#[test]
fn what_a_person_chose_and_what_was_before_come_first() {
    let none = Vocabulary::default();
    let redo = |mode, compare| Redo { mode, compare, ..Redo::default() };
    for (requested, redo, wanted) in [
        (Some(Knowledge), None, Knowledge),
        (None, Some((redo(None, false), Auditable)), Auditable),
        (None, Some((redo(Some(Exploratory), false), Auditable)), Exploratory),
        (None, Some((redo(None, true), Auditable)), Exploratory),
    ] {
        let redo = redo.as_ref().map(|(redo, before)| (redo, *before));
        assert_eq!(choose_mode("Prove it", requested, redo, &none).mode, wanted);
    }
    assert_eq!(choose_mode("How many ships?", None, None, &none).mode, Knowledge, "there is no data");
}
