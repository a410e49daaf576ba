//! Each mode keeps to what it may do.

use super::{RulesPlanner, testing::table};
use domain::{
    ask::{Draft, Material, Passage, Planned, Planner as _},
    tools::{
        catalog::{Column, Table},
        planner::Place,
        warehouse::Dialect,
    },
};
use protocol::{
    Timestamp,
    ask::{AskMode, ClarifyAnswer, ModeChoice, StepAction},
};
use serde_json::{Map, json};

fn planned(question: &str, mode: AskMode) -> Draft {
    let column = |name: &str, kind: &str, samples: &[&str]| Column {
        name: name.into(),
        data_type: kind.into(),
        samples: samples.iter().map(|sample| json!(sample)).collect(),
        ..Column::default()
    };
    let table = Table {
        database: "line".into(),
        name: "ferries".into(),
        columns: vec![
            column("ferry", "TEXT", &["Heron"]),
            column("harbour", "TEXT", &["Skala", "Livadi"]),
            column("seats", "BIGINT", &[]),
        ],
        row_count: Some(5),
        ..Table::default()
    };
    let places = [Place { database: "line", table: &table, dialect: Dialect::Files }];
    let text = "A large ferry is a ferry with more than 100 seats.";
    let passages = [Passage { document: "rules".into(), section: "Large ferries".into(), text: text.into(), relevance: 0.9 }];
    let (choice, values) = (ModeChoice { mode, why: String::new() }, Map::new());
    let material = Material {
        question,
        mode: Some(&choice),
        places: &places,
        small_tables: &[],
        facts: &[],
        passages: &passages,
        earlier: None,
        clarified: &[],
        values: &values,
        now: Timestamp(0),
    };
    let Planned::Draft(chosen, draft) = RulesPlanner.plan(&material) else { panic!("nothing is asked back: {question}") };
    assert_eq!(chosen.mode, mode);
    *draft
}

fn actions(draft: &Draft) -> Vec<&'static str> {
    draft.plan.plan.steps.iter().map(|step| step.action.name()).collect()
}

#[test]
fn each_mode_takes_only_the_steps_that_it_may() {
    use AskMode::{Auditable, Exploratory, Knowledge};
    for (question, mode, wanted) in [
        ("How many ferries have Skala as harbour?", Exploratory, vec!["query"]),
        ("Verify how many ferries there are", Auditable, vec!["query"]),
        ("What is a large ferry?", Exploratory, vec!["passage"]),
        ("What is a large ferry?", Knowledge, vec!["passage"]),
        ("How many ferries have Skala as harbour?", Knowledge, vec!["passage"]),
        ("Is it true that the moon is a ferry of cheese?", Auditable, vec![]),
        ("Are we on a large ferry with more than 100 seats?", Auditable, vec!["passage"]),
        ("Are we allowed to smoke in the galley?", Auditable, vec![]),
        ("Show the flurbish seats of grumpy quux ferries", Exploratory, vec![]),
    ] {
        assert_eq!(actions(&planned(question, mode)), wanted, "{question} {mode:?}");
    }
}

#[test]
fn a_table_of_another_source_is_not_called_unknown() {
    let (own, other) = (table("guests(id KEY, name TEXT: Ada)"), table("lamps(id KEY, guest_id BIGINT, watts BIGINT: 3 / 4)"));
    let place = |database, table| Place { database, table, dialect: Dialect::Files };
    let (places, values) = ([place("guests", &own), place("lamps", &other)], Map::new());
    for (question, wanted) in [
        ("How many guests had no lamps?", "“lamps” is in another source"),
        ("How many guests had more than 20 flurbs and quuxes?", "“flurbs” and “quuxes” stand for"),
    ] {
        let material = Material {
            question,
            mode: None,
            places: &places,
            small_tables: &[],
            facts: &[],
            passages: &[],
            earlier: None,
            clarified: &[],
            values: &values,
            now: Timestamp(0),
        };
        let Planned::Draft(_, draft) = RulesPlanner.plan(&material) else { panic!("nothing is asked back: {question}") };
        assert!(draft.answer.text.contains(wanted), "{}", draft.answer.text);
    }
}

#[test]
fn what_could_not_be_read_is_named_beside_a_query_to_fill_in() {
    let draft = planned("Show the flurbish seats of grumpy quux ferries", AskMode::Exploratory);
    assert!(draft.answer.text.contains("“flurbish”"), "{}", draft.answer.text);
    assert_eq!(draft.guided.map(|guided| guided.table).as_deref(), Some("line.ferries"));
    for (kind, name) in [("table", "line.ferries"), ("column", "line.ferries.seats"), ("document", "rules")] {
        assert!(draft.offers.iter().any(|offer| offer.kind == kind && offer.name == name), "{:?}", draft.offers);
    }
    let draft = planned("Show the flurbish average seats of grumpy quux ferries in Skala by harbour", AskMode::Exploratory);
    let guided = draft.guided.expect("fields to fill in");
    assert_eq!((guided.measure.as_str(), guided.of.as_str(), guided.by.as_str()), ("average", "seats", "harbour"));
    assert_eq!((guided.filter_column.as_str(), guided.filter_value.as_str()), ("harbour", "Skala"));
}

#[test]
fn a_list_names_its_table_and_is_the_answer() {
    let draft = planned("List the ferries in Livadi", AskMode::Exploratory);
    let StepAction::Query { sql } = &draft.plan.plan.steps[0].action else { panic!("a query") };
    assert!(sql.contains("'Livadi'") && draft.answer_step == Some(1), "{sql}");
}

#[test]
fn what_fits_two_tables_is_asked_back_and_the_answer_is_kept_to() {
    let orders = |database: &str| Table {
        database: database.into(),
        name: "orders".into(),
        columns: vec![Column { name: "total".into(), data_type: "BIGINT".into(), ..Column::default() }],
        ..Table::default()
    };
    let (old, new) = (orders("archive"), orders("shop"));
    let place = |database, table| Place { database, table, dialect: Dialect::Files };
    let places = [place("archive", &old), place("shop", &new)];
    let (choice, values) = (ModeChoice { mode: AskMode::Exploratory, why: String::new() }, Map::new());
    let mut material = Material {
        question: "How many orders are there?",
        mode: Some(&choice),
        places: &places,
        small_tables: &[],
        facts: &[],
        passages: &[],
        earlier: None,
        clarified: &[],
        values: &values,
        now: Timestamp(0),
    };
    let Planned::Unclear(_, questions) = RulesPlanner.plan(&material) else { panic!("it fits both") };
    let options: Vec<&str> = questions[0].options.iter().map(|option| option.value.as_str()).collect();
    assert_eq!(options, ["archive.orders", "shop.orders"], "{}", questions[0].text);
    let answer = ClarifyAnswer { question_id: "Q1".into(), value: "shop.orders".into(), remember: false };
    let clarified = [(questions[0].clone(), answer)];
    material.clarified = &clarified;
    let Planned::Draft(_, draft) = RulesPlanner.plan(&material) else { panic!("it is settled") };
    assert_eq!(draft.plan.discovered_context.tables, ["shop.orders"]);
}

#[test]
fn a_column_that_may_be_one_of_two_is_asked_back_and_the_answer_is_kept_to() {
    let price =
        |name: &str| Column { name: name.into(), data_type: "DOUBLE".into(), samples: vec![json!(2.5)], ..Column::default() };
    let table = Table {
        database: "shop".into(),
        name: "products".into(),
        columns: vec![price("unit_price"), price("cost_price")],
        ..Table::default()
    };
    let places = [Place { database: "shop", table: &table, dialect: Dialect::Files }];
    let (choice, values) = (ModeChoice { mode: AskMode::Exploratory, why: String::new() }, Map::new());
    let mut material = Material {
        question: "What is the average price of products?",
        mode: Some(&choice),
        places: &places,
        small_tables: &[],
        facts: &[],
        passages: &[],
        earlier: None,
        clarified: &[],
        values: &values,
        now: Timestamp(0),
    };
    let Planned::Unclear(_, questions) = RulesPlanner.plan(&material) else { panic!("it fits both") };
    let options: Vec<&str> = questions[0].options.iter().map(|option| option.value.as_str()).collect();
    assert_eq!(options, ["shop.products.unit_price", "shop.products.cost_price"], "{}", questions[0].text);
    assert!(questions[0].options[0].meaning.contains("for instance 2.5"), "{:?}", questions[0].options[0]);
    let answer = ClarifyAnswer { question_id: "Q1".into(), value: "shop.products.cost_price".into(), remember: false };
    let clarified = [(questions[0].clone(), answer)];
    material.clarified = &clarified;
    let Planned::Draft(_, draft) = RulesPlanner.plan(&material) else { panic!("it is settled") };
    let StepAction::Query { sql } = &draft.plan.plan.steps[0].action else { panic!("a query") };
    assert!(sql.contains("AVG(\"cost_price\")"), "{sql}");
}

#[test]
fn what_says_yes_or_no_is_compared_with_nothing_else_and_no_such_rows_are_none() {
    let project = super::testing::Project::new(&[
        "depots(id KEY, name TEXT: Northgate / Quayside)",
        "parcels(id KEY, depot_id >depots, insured TEXT: yes / no, fragile TEXT: yes / no, carrier TEXT: Swift / none)",
    ]);
    for (question, wanted) in [
        ("How many parcels were insured at Northgate?", Some("a.insured = 'yes' AND b.name = 'Northgate'")),
        ("How many parcels were not insured at Northgate?", Some("a.insured = 'no' AND b.name = 'Northgate'")),
        ("How many fragile parcels are there?", Some("COUNT(*) AS figure FROM parcels WHERE fragile = 'yes'")),
        ("How many parcels have no carrier?", Some("(carrier = 'none' OR carrier IS NULL)")),
        ("How many depots have no insured parcels?", Some("NOT IN (SELECT depot_id FROM parcels WHERE insured = 'yes'")),
        ("How many parcels have a carrier at Northgate?", None),
    ] {
        let queries = super::testing::queries(&project.plan(question, AskMode::Exploratory)).join("; ");
        match wanted {
            Some(wanted) => assert!(queries.contains(wanted), "{question}: {queries}"),
            None => assert_eq!(queries, "", "{question}"),
        }
    }
}
