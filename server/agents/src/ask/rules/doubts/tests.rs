//! What is asked back, and what an answer makes of the question.

use crate::ask::rules::testing::{Project, fact, queries, table};
use domain::ask::{KnownFact, NodeFrom, Pick, Planned};
use protocol::ask::{AskMode, Clarification, ClarifyAnswer, StepAction, YOU_CHOOSE};
use serde_json::json;

fn school() -> Project {
    Project::new(&[
        "stadiums(id KEY, name TEXT: Nordvang, seating_capacity INTEGER: 4000, standing_capacity INTEGER: 900)",
        "singers(id KEY, first_name TEXT: Mia / Jon, last_name TEXT: Lund / Aker, home TEXT: France / Japan, label TEXT: France / Wave)",
        "orders(id KEY, total REAL: 5, ordered_on DATE: 2023-02-03, sent_on DATE: 2023-02-04, gross_revenue REAL: 9, net_revenue REAL: 8)",
    ])
}

fn ask_back(project: &Project, question: &str) -> Vec<Clarification> {
    match project.plan(question, AskMode::Exploratory) {
        Planned::Unclear(_, questions) => questions,
        Planned::Draft(_, draft) => panic!("{question}: {}", draft.reading),
    }
}

#[test]
fn each_option_is_taken_from_the_data_and_says_what_it_would_mean() {
    let project = school();
    for (question, about, options) in [
        (
            "What is the average capacity of stadiums?",
            "capacity",
            vec!["own.stadiums.seating_capacity", "own.stadiums.standing_capacity"],
        ),
        (
            "List the names of singers",
            "names",
            vec!["first name and last name", "own.singers.first_name", "own.singers.last_name"],
        ),
        ("How many singers have France?", "france", vec!["own.singers.home", "own.singers.label"]),
        ("How many orders were there in March?", "march", vec!["March 2023", "March 2022"]),
    ] {
        let questions = ask_back(&project, question);
        let found: Vec<&str> = questions[0].options.iter().map(|option| option.value.as_str()).collect();
        assert_eq!((questions[0].about.as_str(), found), (about, options), "{}", questions[0].text);
        assert!(questions[0].options.iter().all(|option| !option.meaning.is_empty() && !option.label.is_empty()));
    }
}

#[test]
fn an_answer_decides_by_an_option_by_words_or_by_the_engine() {
    for (question, value, wanted) in [
        ("What is the average capacity of stadiums?", "own.stadiums.standing_capacity", "AVG(standing_capacity)"),
        ("What is the average capacity of stadiums?", "seating", "AVG(seating_capacity)"),
        ("What is the average capacity of stadiums?", YOU_CHOOSE, "AVG(seating_capacity)"),
        ("List the names of singers", "first name and last name", "first_name, last_name FROM singers"),
        ("List the names of singers", "last name", "last_name FROM singers"),
        ("How many singers have France?", "own.singers.label", "label = 'France'"),
        ("How many orders were there in March?", "March 2022", "ordered_on >= '2022-03-01'"),
    ] {
        let mut project = school();
        let clarification = ask_back(&project, question).swap_remove(0);
        let answer = ClarifyAnswer { question_id: "Q1".into(), value: value.into(), remember: false };
        project.clarified = vec![(clarification.clone(), answer)];
        let planned = project.plan(question, AskMode::Exploratory);
        let found = queries(&planned).join("; ");
        assert!(found.contains(wanted), "{question} {value}: {found} {clarification:?} {planned:?}");
        let Planned::Draft(_, draft) = planned else { panic!("a draft") };
        let is_assumed = draft
            .assumptions
            .iter()
            .any(|assumption| assumption.name == clarification.about && !assumption.alternatives.is_empty());
        assert!(is_assumed || value != YOU_CHOOSE, "what the engine chose is shown: {:?}", draft.assumptions);
    }
}

#[test]
fn a_value_of_a_redo_or_a_fact_of_the_project_is_asked_no_more() {
    let question = "What is the average capacity of stadiums?";
    let mut project = school();
    project.values.insert("capacity".into(), json!("own.stadiums.standing_capacity"));
    assert!(queries(&project.plan(question, AskMode::Exploratory))[0].contains("AVG(standing_capacity)"));
    project.values.clear();
    project.facts = vec![fact("Capacity", json!("seating capacity"), "user")];
    assert!(queries(&project.plan(question, AskMode::Exploratory))[0].contains("AVG(seating_capacity)"));
}

#[test]
fn what_the_planner_cannot_choose_has_options_of_the_data() {
    school().give("How many orders?", AskMode::Exploratory, |material| {
        for (text, about, options) in [
            ("Which date is meant: ordered_on, sent_on?", "date", vec!["own.orders.ordered_on", "own.orders.sent_on"]),
            (
                "Which is meant: gross_revenue or net_revenue?",
                "revenue",
                vec!["own.orders.gross_revenue", "own.orders.net_revenue"],
            ),
            ("What is compared with what?", "", vec![]),
        ] {
            let question = super::from_planner(text, &[], material);
            let found: Vec<&str> = question.options.iter().map(|option| option.value.as_str()).collect();
            assert_eq!((question.about.as_str(), found), (about, options), "{text}");
        }
    });
}

#[test]
fn where_from_and_where_to_are_no_doubt() {
    let project = Project::new(&[
        "flights(id KEY, origin TEXT: Oslo / Bergen, destination TEXT: Oslo / Tromso, hub TEXT: Oslo)",
        "parcels(id KEY, sender_city TEXT: Oslo / Bergen, billing_city TEXT: Oslo / Bergen)",
    ]);
    for (question, is_asked) in [
        ("How many flights are there from Oslo?", false),
        ("How many flights are there from Bergen to Oslo?", false),
        ("How many flights are in Oslo?", true),
        ("How many parcels are from Oslo?", false),
        ("How many parcels are in Bergen?", true),
    ] {
        let planned = project.plan(question, AskMode::Exploratory);
        assert_eq!(matches!(planned, Planned::Unclear(..)), is_asked, "{question}: {planned:?}");
    }
}

#[test]
fn at_most_three_are_asked_at_once() {
    let project = Project::new(&[
        "parts(id KEY, unit_price REAL: 1, list_price REAL: 2, gross_weight REAL: 1, net_weight REAL: 2, inner_width REAL: 1, outer_width REAL: 2, top_height REAL: 1, base_height REAL: 2)",
    ]);
    assert_eq!(ask_back(&project, "Show the price, weight, width and height of parts").len(), 3);
}

#[test]
fn a_word_of_nothing_in_the_data_is_asked_about_or_explained_by_a_fact() {
    let mut project = school();
    let question = "How many big orders are there?";
    let questions = ask_back(&project, question);
    assert!(questions[0].text.contains("“big”") && questions[0].options.iter().any(|option| option.value == "leave it out"));
    let answer = |value: &str| ClarifyAnswer { question_id: "Q1".into(), value: value.into(), remember: false };
    project.clarified = vec![(questions[0].clone(), answer("leave it out"))];
    assert_eq!(queries(&project.plan(question, AskMode::Exploratory)), ["SELECT COUNT(*) AS figure FROM orders"]);
    project.clarified.clear();
    project.facts = vec![fact("big orders", json!("a total above 100"), "rules")];
    let planned = project.plan(question, AskMode::Exploratory);
    assert!(queries(&planned)[0].contains("total > 100"), "{planned:?}");
    let Planned::Draft(_, draft) = planned else { panic!("a draft") };
    assert!(draft.answer.text.ends_with("Here big orders means {P2}, from rules."), "{}", draft.answer.text);
}

#[test]
fn a_term_that_is_no_column_is_read_by_the_fact_that_explains_it() {
    let mut project = school();
    project.tables.push(table("customers(id KEY, name TEXT: Ada / Bo, spend REAL: 10 / 2000)"));
    for (name, value, source, question, wanted) in [
        ("VIP customers", json!("those with spend > 1000"), "rules", "How many VIP customers are there?", "spend > 1000"),
        ("VIP customers", json!("customers with spend >= 1000"), "rules", "How many VIP customers are there?", "spend >= 1000"),
        ("minimum order", json!(50), "user", "How many orders have a total over the minimum order?", "total > 50"),
    ] {
        project.facts = vec![fact(name, value, source)];
        let planned = project.plan(question, AskMode::Exploratory);
        assert!(queries(&planned).first().is_some_and(|sql| sql.contains(wanted)), "{question}: {planned:?}");
        let Planned::Draft(_, draft) = planned else { panic!("a draft") };
        assert!(draft.nodes.iter().any(|node| node.name == name), "it is a premise: {:?}", draft.nodes);
        assert!(draft.answer.text.contains(&format!("Here {name} means {{P2}}")), "{}", draft.answer.text);
    }
    // It is no query, and is shown beside the fields to fill in.
    project.facts = vec![fact("VIP customers", json!("people whom everybody likes"), "rules")];
    let Planned::Draft(_, draft) = project.plan("How many VIP customers are there?", AskMode::Exploratory) else {
        panic!("what is known is not asked back")
    };
    assert_eq!(draft.guided.as_ref().map(|guided| guided.table.as_str()), Some("own.customers"));
    assert!(draft.answer.text.ends_with("Here VIP customers means {P1}, from rules."), "{}", draft.answer.text);
    assert!(draft.offers.iter().any(|offer| offer.kind == "fact" && offer.name == "VIP customers"), "{:?}", draft.offers);
}

#[test]
fn what_a_document_says_of_a_term_is_quoted() {
    let mut project = Project::new(&["customers(id KEY, name TEXT: Ada / Bo, spend REAL: 10 / 2000)"]);
    let quote = "**VIP customers**: spend over 1000.".to_owned();
    let source = "document rules";
    project.facts = vec![KnownFact { quote: Some(quote.clone()), ..fact("VIP customers", json!("spend over 1000"), source) }];
    let planned = project.plan("How many VIP customers are there?", AskMode::Exploratory);
    assert!(queries(&planned)[0].contains("spend > 1000"), "{planned:?}");
    let Planned::Draft(_, draft) = planned else { panic!("a draft") };
    let action = &draft.plan.plan.steps[1].action;
    assert_eq!(action, &StepAction::Passage { document: "rules".into(), section: String::new(), quote });
    let ids: Vec<&str> = draft.nodes.iter().map(|node| node.id.as_str()).collect();
    assert_eq!(ids, ["P1", "P2", "P3"]);
    assert_eq!(draft.nodes[2].from, NodeFrom::Step { number: 2, pick: Pick::Cell { row: 0, column: 0 } });
}

#[test]
fn the_day_that_a_time_counts_back_from_is_a_premise() {
    let project = Project::new(&["harvests(id KEY, picked_on DATE: 2024-09-01, kilos REAL: 31)"]);
    let planned = project.plan("How many harvests were there in the last 30 days?", AskMode::Exploratory);
    let found = queries(&planned);
    assert_eq!(found.get(1).map(String::as_str), Some("SELECT MAX(picked_on) AS newest FROM harvests"), "{planned:?}");
    assert!(found[0].contains("(SELECT MAX(picked_on) FROM harvests)"), "it stays relative: {found:?}");
    let Planned::Draft(_, draft) = planned else { panic!("a draft") };
    assert!(draft.answer.text.ends_with("The time is counted back from {P2}, the newest day in the data."), "{draft:?}");
    assert_eq!(draft.nodes[1].from, NodeFrom::Step { number: 2, pick: Pick::Cell { row: 0, column: 0 } });
}

#[test]
fn a_correction_holds_for_later_questions_which_say_so() {
    let mut project = school();
    project.facts = vec![fact("revenue", json!("gross"), "user")];
    let planned = project.plan("What is the total revenue of orders?", AskMode::Exploratory);
    assert!(queries(&planned)[0].contains("SUM(gross_revenue)"), "{planned:?}");
    let Planned::Draft(_, draft) = planned else { panic!("a draft") };
    let says =
        draft.answer.text.contains("as you said") || draft.assumptions.iter().any(|one| one.text.contains("gross revenue"));
    assert!(says, "{} {:?}", draft.answer.text, draft.assumptions);
}

#[test]
fn what_only_the_person_knows_is_asked_and_never_assumed() {
    let mut project = school();
    for (question, mode, is_asked) in [
        ("How many orders have a total below my budget?", AskMode::Exploratory, true),
        ("How many orders have a total below our totals?", AskMode::Exploratory, false),
        ("Verify how many orders have a total below my budget", AskMode::Auditable, true),
        ("Prove that my budget is flurbish", AskMode::Auditable, false),
    ] {
        let questions = match project.plan(question, mode) {
            Planned::Unclear(_, questions) => questions,
            Planned::Draft(..) => Vec::new(),
        };
        let personal =
            questions.iter().any(|question| question.personal && question.about == "budget" && question.options.is_empty());
        assert_eq!(personal, is_asked, "{question}: {questions:?}");
    }
    project.values.insert("budget".into(), json!(40));
    for (question, mode) in [
        ("How many orders have a total below my budget?", AskMode::Exploratory),
        ("Verify how many orders have a total below my budget", AskMode::Auditable),
    ] {
        let planned = project.plan(question, mode);
        assert!(queries(&planned)[0].contains("total < 40"), "{planned:?}");
        let Planned::Draft(_, draft) = planned else { panic!("a draft") };
        assert!(draft.nodes.iter().any(|node| node.name == "budget"), "it is a premise: {:?}", draft.nodes);
    }
}

#[test]
fn a_reading_that_is_clearly_better_is_taken_and_two_that_are_equal_are_asked() {
    let project = Project::new(&[
        "purchase_orders(id KEY, order_date DATE: 2024-01-03, delivery_date DATE: 2024-01-19, net_amount REAL: 90)",
        "sales_orders(id KEY, customer_id >customers, placed_on DATE: 2024-02-01, shipped_on DATE: 2024-02-03, total REAL: 4)",
        "customers(id KEY, customer_name TEXT: Ito / Roy, partner_name TEXT: Ken / Lee, city TEXT: Oslo / Kobe, phone TEXT: 1, email TEXT: a)",
        "shops(id KEY, name TEXT: Rex / Sol, city TEXT: Oslo / Rome)",
        "routes(id KEY, start_shop_id >shops, end_shop_id >shops, list_price REAL: 3, cost_price REAL: 2)",
    ]);
    for (question, about) in [
        // Two tables, two dates, two prices, two ways, two ways to get to somebody.
        ("How many orders are there?", Some("orders")),
        ("When were the sales orders?", Some("when")),
        ("Which sales orders are from last month?", Some("last month")),
        ("What is the value of the routes?", Some("value")),
        ("What is the shop of each route?", Some("shop")),
        ("How do I contact Ito?", Some("contact")),
        // The whole name of a table, its own date, the only one with such a column, a name and not a key.
        ("How many sales orders are there?", None),
        ("How many purchase orders were there in 2024?", None),
        ("How many sales orders were shipped in 2024?", None),
        ("What is the total of the sales orders?", None),
        ("Which city has the most customers?", None),
        ("What is the name of each customer?", None),
        ("What is the phone of each customer?", None),
        ("List the customers in the order of their city", None),
    ] {
        let planned = project.plan(question, AskMode::Exploratory);
        let found = match &planned {
            Planned::Unclear(_, questions) => questions.first().map(|question| question.about.as_str()),
            Planned::Draft(..) => None,
        };
        assert_eq!(found, about, "{question}: {planned:?}");
    }
}

#[test]
fn which_date_is_asked_only_of_a_table_that_the_question_may_speak_of() {
    let project = Project::new(&[
        "parcels(id KEY, sent_on DATE: 2024-01-03, arrived_on DATE: 2024-01-05, weight REAL: 2)",
        "mishaps(id KEY, reported_on DATE: 2024-01-09, kind TEXT: theft / damage, cost REAL: 7)",
    ]);
    for (question, is_asked) in [
        ("What is the total weight in 2024?", true),
        ("How many thefts were there in 2024?", false),
        ("What is the total cost of damage in 2024?", false),
    ] {
        let planned = project.plan(question, AskMode::Exploratory);
        assert_eq!(matches!(planned, Planned::Unclear(..)), is_asked, "{question}: {planned:?}");
        assert!(is_asked || queries(&planned)[0].contains("reported_on"), "{planned:?}");
    }
}

#[test]
fn the_table_that_is_chosen_is_read_alone() {
    let mut project = Project::new(&["purchase_orders(id KEY, net_amount REAL: 90)", "sales_orders(id KEY, total REAL: 4)"]);
    let question = "How many orders are there?";
    let clarification = ask_back(&project, question).swap_remove(0);
    for (value, wanted) in [
        ("own.sales_orders", "FROM sales_orders"),
        ("purchase orders", "FROM purchase_orders"),
        (YOU_CHOOSE, "FROM purchase_orders"),
    ] {
        let answer = ClarifyAnswer { question_id: "Q1".into(), value: value.into(), remember: false };
        project.clarified = vec![(clarification.clone(), answer)];
        let planned = project.plan(question, AskMode::Exploratory);
        assert!(queries(&planned).iter().any(|sql| sql.ends_with(wanted)), "{value}: {planned:?}");
    }
}

/// Tables of one project, and lines with questions to it.
fn projects(data: &str) -> Vec<(Project, Vec<&str>)> {
    let mut found: Vec<(Project, Vec<&str>)> = Vec::new();
    for line in data.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let Some(columns) = line.strip_prefix("@ ") else {
            found.last_mut().expect("tables come first").1.push(line);
            continue;
        };
        if found.last().is_none_or(|(_, questions)| !questions.is_empty()) {
            found.push((Project::default(), Vec::new()));
        }
        found.last_mut().expect("one").0.tables.push(table(columns));
    }
    found
}

/// The part of the ambiguous questions that are asked back, and of the plain ones that are not, with what is wrong.
fn measure(data: &str) -> (f64, f64, String) {
    let (mut right, mut all, mut wrong) = ([0.0, 0.0], [0.0, 0.0], String::new());
    for (project, lines) in projects(data) {
        for line in lines {
            let at = usize::from(line.starts_with("= "));
            let planned = project.plan(&line[2..], AskMode::Exploratory);
            let is_asked = matches!(planned, Planned::Unclear(..));
            all[at] += 1.0;
            if is_asked == (at == 0) {
                right[at] += 1.0;
                continue;
            }
            let found = match &planned {
                Planned::Unclear(_, questions) => questions[0].text.clone(),
                Planned::Draft(..) => format!("is not asked: {:?}", queries(&planned)),
            };
            wrong.push_str(&format!("\n{line} {found}"));
        }
    }
    (right[0] / all[0], right[1] / all[1], wrong)
}

#[test]
fn what_is_ambiguous_is_asked_back_and_what_is_plain_is_not() {
    let (ambiguous, plain, wrong) = measure(include_str!("../../../../tests/data/ask_doubts/first.txt"));
    assert!(f64::midpoint(ambiguous, plain) >= 0.75, "{ambiguous} {plain}:{wrong}");
    // What is wrong here is not shown: rules that were written by it would prove nothing.
    let (ambiguous, plain, _) = measure(include_str!("../../../../tests/data/ask_doubts/second.txt"));
    assert!(f64::midpoint(ambiguous, plain) >= 0.75, "{ambiguous} {plain}");
}

#[test]
fn questions_of_many_trades_are_asked_back_where_they_can_mean_several_things() {
    let (ambiguous, plain, wrong) = measure(include_str!("../../../../tests/data/ask_doubts/trades_fit.txt"));
    assert!(f64::midpoint(ambiguous, plain) >= 0.9, "{ambiguous} {plain}:{wrong}");
    let (ambiguous, plain, _) = measure(include_str!("../../../../tests/data/ask_doubts/trades_held.txt"));
    assert!(f64::midpoint(ambiguous, plain) >= 0.9, "{ambiguous} {plain}");
}
