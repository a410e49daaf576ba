//! Questions against facts, tables and passages: what is found, and how far it is believed.

use super::*;
use crate::tools::{
    answers::tests::of_database as held,
    catalog::{Column, Table},
};
use protocol::{FactId, ProjectId, TenantId, Timestamp};
use uuid::Uuid;

#[test]
fn the_surest_source_answers() {
    let page = in_passage("What is churn?", "web", "Wikipedia", "Churn means customers that leave.", 0.7).expect("it says so");
    let told = answer("What is churn?", vec![page.clone(), SourceAnswer::new("fact", "churn", "90 days", 1.0)], None);
    assert_eq!((&told["answer"], &told["sources"][1]["type"]), (&json!("90 days"), &json!("web")));
    let told = answer("What is churn?", vec![page], None);
    assert_eq!((&told["answer"], &told["needs_clarification"]), (&json!("customers that leave"), &json!(false)));
    let told = answer("What is churn?", Vec::new(), None);
    assert_eq!(told["clarification"], "No source of the project answers it. What is churn?");
    let told = answer("Average price?", Vec::new(), Some("Which price?".into()));
    assert_eq!((&told["clarification"], &told["answer"]), (&json!("Which price?"), &json!(null)));
    let weak = answer("Why?", vec![SourceAnswer::new("web", "a", "Because.", 0.42)], None);
    assert_eq!(weak["clarification"], "Is this the answer to \"Why?\": Because?");
}

fn fact(name: &str) -> FactRow {
    FactRow {
        id: FactId(Uuid::nil()),
        tenant: TenantId(Uuid::nil()),
        project: ProjectId(Uuid::nil()),
        name: name.into(),
        value: Some(json!("so it is")),
        source: "user".into(),
        confidence: 1.0,
        context: None,
        created_by: None,
        created_at: Timestamp(0),
        updated_at: Timestamp(0),
    }
}

/// A fact's name, a question, and how far the fact is believed to answer it.
const FACTS: &[(&str, &str, Option<f64>)] = &[
    // Words inside other words, and words that lost their end.
    ("Location code", "What is a loss?", None),
    ("Claim limit", "What is our aim?", None),
    ("Use cases", "What is the US?", None),
    ("Bus routes", "What is our business?", None),
    ("Border tax", "What is an order?", None),
    ("Art budget", "What is a cart?", None),
    ("Cat food", "What is a category?", None),
    ("Repricing", "What is the price?", None),
    // Something else, or something more general.
    ("Margin", "What is the gross margin?", None),
    ("Head", "What is the head count?", None),
    ("Price", "What is the mean price?", None),
    ("Q1 revenue target 4", "What is the Q4 revenue target?", None),
    ("Churn", "What is it?", None),
    ("Churn", "How is that defined?", None),
    ("Churn", "What is?", None),
    // Something more particular: told, and asked back.
    ("Churn rate of enterprises", "What is churn?", Some(0.33)),
    ("Churn rate", "What is churn?", Some(0.49)),
    ("VIP customer threshold", "What is the VIP threshold?", Some(0.49)),
    // The same, however it is written.
    ("Loss", "What is a loss?", Some(1.0)),
    ("US", "What is the US?", Some(1.0)),
    ("Business", "What is our business?", Some(1.0)),
    ("VIP customers", "What defines a VIP customer?", Some(1.0)),
    ("VIP customer", "When is a customer a VIP?", Some(1.0)),
    ("Churn rate", "How is the churn rate defined?", Some(1.0)),
    ("churnRate", "What is the churn rate?", Some(1.0)),
    ("churn_rate", "What is the churn rate?", Some(1.0)),
    ("Churn rate", "What is our churnRate?", Some(1.0)),
    ("What is a whale", "what is a  whale?", Some(1.0)),
    ("Companies", "What counts as a company?", Some(1.0)),
    ("Definition of done", "What is done?", Some(1.0)),
    ("Café prices", "What are cafe prices?", Some(1.0)),
    ("Head count", "What is the head count?", Some(1.0)),
    ("Mean price", "What is the mean price?", Some(1.0)),
    ("IT", "What is IT?", Some(1.0)),
    ("IS", "What is our IS?", Some(1.0)),
    ("Churn", "What does churn mean?", Some(1.0)),
    ("Churn", "WHAT IS CHURN?", Some(1.0)),
    ("Churn", "What's churn?", Some(1.0)),
    ("Q4", "When is Q4?", Some(1.0)),
    ("IDs", "What is an ID?", Some(1.0)),
];

#[test]
fn a_fact_answers_what_its_name_says_and_nothing_that_only_looks_like_it() {
    for (name, question, wanted) in FACTS {
        let found = known(&[fact(name)], question);
        assert_eq!(found.first().map(|said| said.confidence), *wanted, "{name} for {question}");
        let told = answer(question, found, None);
        assert_eq!(told["needs_clarification"], json!(*wanted != Some(1.0)), "{name} for {question}");
        // A value of an interview is no worse.
        let value = KnownFact { name: (*name).into(), value: json!("so it is"), confidence: 1.0, ..KnownFact::default() };
        let found = known_of_profile(&[value], question);
        assert_eq!(found.first().map(|said| said.confidence), *wanted, "{name} for {question}");
    }
}

#[test]
fn a_passage_answers_with_what_it_says_of_the_question_itself() {
    for (question, passage, wanted) in [
        ("What is a loss?", "Location code: where a store is.", None),
        ("What is our aim?", "Claims are capped. Claim limit: 7.", None),
        ("What is churn?", "Churn rate of enterprises: 5 %.", Some(("Churn rate of enterprises: 5 %.", 0.2))),
        ("What is churn?", "Churn: 90 days.\nMore about churn below.", Some(("90 days", 0.95))),
        (
            "What is the refund period?",
            "The refund period for customers is 14 days.",
            Some(("The refund period for customers is 14 days.", 0.6)),
        ),
        ("What is a refund?", "Customers get **refunds** within 14 days.", Some(("Customers get refunds within 14 days.", 0.6))),
        ("What defines a VIP customer?", "# Rules\n- **VIP customers**: over $100.", Some(("over $100", 0.95))),
    ] {
        let said = in_passage(question, "document", "rules", passage, 1.0);
        assert_eq!(said.as_ref().map(|said| (said.answer.as_str(), said.confidence)), wanted, "{question} in {passage}");
    }
}

#[test]
fn tables_and_columns_answer_for_what_they_are_named_after() {
    let column = |name: &str, description: Option<&str>| Column {
        name: name.into(),
        description: description.map(str::to_owned),
        ..Column::default()
    };
    let orders = Table {
        name: "orders".into(),
        description: Some("What was bought".into()),
        columns: vec![
            column("lifecycle_stage", Some("How far an order is")),
            column("claim_limit", Some("The most that is paid")),
            column("total", None),
        ],
        ..Table::default()
    };
    let bare = Table { name: "losses".into(), columns: vec![column("location", Some("Where"))], ..Table::default() };
    let held = [held("shop", vec![orders, bare])];
    for (question, wanted) in [
        ("What is an order?", vec![("shop.orders", 0.6)]),
        ("What does lifecycle stage mean?", vec![("shop.orders.lifecycle_stage", 0.6)]),
        ("What is the lifecycle stage of an order?", vec![("shop.orders.lifecycle_stage", 0.6)]),
        ("What is a stage?", vec![("shop.orders.lifecycle_stage", 0.3)]),
        ("What is our aim?", vec![]),
        ("What is a total?", vec![]),
        ("What is a loss?", vec![]),
    ] {
        let found = of_tables(&held, question);
        let found: Vec<(&str, f64)> = found.iter().map(|said| (said.name.as_str(), said.confidence)).collect();
        assert_eq!(found, wanted, "{question}");
    }
}
