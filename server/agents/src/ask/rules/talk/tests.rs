//! Conversations: each question goes on from the ones before it.

use crate::ask::rules::testing::{Project, queries, table};
use domain::ask::{Earlier, Passage, Planned, SmallTable};
use protocol::ask::{AskMode, AskTable};
use serde_json::json;

fn shop() -> Project {
    Project::new(&[
        "customers(id KEY, name TEXT: Ada / Bob, city TEXT: Oslo / Bergen, birth_year INTEGER: 1980)",
        "orders(id KEY, customer_id >customers, ordered_on DATE: 2023-02-03, total REAL: 10.5, status TEXT: open / shipped, region TEXT: North / South)",
        "berths(id KEY, name TEXT: A1 / A2, length_m REAL: 30, region TEXT: North / South)",
    ])
}

/// What the last question of a conversation comes to.
fn talk(questions: &[&str]) -> Planned {
    let mut project = shop();
    let mut last = None;
    for question in questions {
        let planned = project.plan(question, AskMode::Exploratory);
        if let Planned::Draft(choice, draft) = &planned {
            project.earlier = Some(Earlier {
                question: (*question).to_owned(),
                mode: Some(choice.mode),
                draft: (**draft).clone(),
                answer: String::new(),
                table: AskTable::default(),
            });
        }
        last = Some(planned);
    }
    last.expect("a question")
}

#[test]
fn a_follow_up_is_read_with_the_question_before_it() {
    let mut wrong = String::new();
    for (questions, wanted) in [
        (vec!["How many orders are there?", "by region"], vec!["region, COUNT(*) AS figure FROM orders", "GROUP BY region"]),
        (vec!["How many orders are there?", "per status"], vec!["GROUP BY status"]),
        (vec!["How many orders were there in 2023?", "only Q4"], vec!["'2023-10-01'", "'2024-01-01'"]),
        (vec!["How many orders were there in 2023?", "and in 2022?"], vec!["'2022-01-01'", "'2023-01-01'"]),
        (vec!["How many orders are there?", "only open ones"], vec!["status = 'open'"]),
        (vec!["How many orders are there?", "just the North"], vec!["region = 'North'"]),
        (vec!["How many customers are there?", "without Oslo"], vec!["city <> 'Oslo'"]),
        (vec!["How many customers are from Oslo?", "and Bergen?"], vec!["city = 'Bergen'"]),
        (vec!["How many customers are there?", "and for berths?"], vec!["COUNT(*) AS figure FROM berths"]),
        (vec!["What is the average total of orders?", "what about the highest?"], vec!["MAX(total)"]),
        (vec!["How many orders by region?", "by status"], vec!["GROUP BY status"]),
        (vec!["How many orders by region?", "just the top 3"], vec!["FROM step_1 ORDER BY figure DESC, region LIMIT 3"]),
        (vec!["How many orders by region?", "the bottom two"], vec!["FROM step_1 ORDER BY figure, region LIMIT 2"]),
        (vec!["List the name and city of customers", "sort by city"], vec!["FROM step_1 ORDER BY city, name"]),
        (vec!["List the name and city of customers", "sort by city", "reverse"], vec!["FROM step_1 ORDER BY city DESC, name"]),
        (
            vec!["List the name and city of customers", "sort by name descending", "only the first 5"],
            vec!["ORDER BY name DESC, city LIMIT 5"],
        ),
        (
            vec!["How many orders were there in 2023?", "compare to last year"],
            vec!["'2023-01-01'", "'2022-01-01'", "a.figure - b.figure AS difference FROM step_1 AS a CROSS JOIN step_2"],
        ),
        (
            vec!["How many orders were there in 2023?", "by region", "compare to 2022"],
            vec!["GROUP BY region", "'2022-01-01'", "SUM(own) - SUM(other) AS difference"],
        ),
        (
            vec!["How many customers are from Oslo?", "compare that with Bergen"],
            vec!["city = 'Oslo'", "city = 'Bergen'", "difference"],
        ),
        (
            vec!["How many orders were there in 2023?", "by region", "only Q4", "just the top 1"],
            vec!["GROUP BY region", "'2023-10-01'", "LIMIT 1"],
        ),
        (
            vec!["List the customers", "How many of them are from Oslo?"],
            vec!["COUNT(*) AS figure FROM customers", "city = 'Oslo'"],
        ),
        (vec!["How many orders by region?", "How many berths are there?"], vec!["COUNT(*) AS figure FROM berths"]),
    ] {
        let planned = talk(&questions);
        let found = queries(&planned).join("; ");
        if !wanted.iter().all(|part| found.contains(part)) {
            let asked =
                if let Planned::Draft(_, draft) = &planned { format!("{:?}", draft.asked) } else { format!("{planned:?}") };
            wrong.push_str(&format!("\n{questions:?}\n  found  {found}\n  wanted {wanted:?}\n  as {asked}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_question_that_is_done_again_keeps_everything_that_was_said_to_it() {
    let mut project = shop();
    let Planned::Draft(_, draft) = talk(&["How many orders in 2023 by region?", "just the top 3"]) else { panic!("a draft") };
    let question = draft.asked.as_ref().expect("a question").question.clone();
    project.earlier = Some(Earlier {
        question: question.clone(),
        mode: Some(AskMode::Exploratory),
        draft: *draft,
        answer: String::new(),
        table: AskTable::default(),
    });
    let again = queries(&project.plan(&question, AskMode::Exploratory));
    assert!(again.last().is_some_and(|sql| sql.ends_with("LIMIT 3")), "{again:?}");
}

#[test]
fn what_is_offered_next_can_be_asked() {
    let question = "How many orders were there in 2023?";
    let Planned::Draft(_, draft) = talk(&[question]) else { panic!("a draft") };
    assert!(draft.follow_ups.iter().any(|text| text == "Compare to 2022"), "{:?}", draft.follow_ups);
    assert!(draft.follow_ups.iter().any(|text| text.starts_with("By ")), "{:?}", draft.follow_ups);
    for next in &draft.follow_ups {
        let planned = talk(&[question, next.as_str()]);
        assert!(matches!(&planned, Planned::Draft(_, draft) if draft.plan.plan.steps.len() + draft.nodes.len() > 1), "{next}");
    }
}

#[test]
fn rows_that_have_no_such_column_are_asked_about() {
    let Planned::Unclear(_, questions) = talk(&["List the name and city of customers", "sort by price"]) else {
        panic!("unclear")
    };
    let options: Vec<&str> = questions[0].options.iter().map(|option| option.value.as_str()).collect();
    assert_eq!(options, ["name", "city"], "{}", questions[0].text);
}

#[test]
fn the_difference_of_two_figures_is_an_inference() {
    let Planned::Draft(_, draft) = talk(&["How many orders were there in 2023?", "compare to last year"]) else {
        panic!("a draft")
    };
    let ids: Vec<&str> = draft.nodes.iter().map(|node| node.id.as_str()).collect();
    assert_eq!(ids, ["P1", "P2", "I1"]);
    assert_eq!(draft.plan.plan.steps.last().map(|step| step.depends_on.clone()), Some(vec![1, 2]));
    assert!(draft.answer.text.ends_with("The difference is {I1}."), "{}", draft.answer.text);
    assert_eq!(json!(draft.asked.expect("both").against), json!("How many orders were there in 2022?"));
}

/// The project after this question, with what it came to.
fn put(mut project: Project, question: &str, mode: AskMode) -> (Project, domain::ask::Draft) {
    let Planned::Draft(_, draft) = project.plan(question, mode) else { panic!("{question}") };
    let earlier = Earlier { question: question.into(), mode: Some(mode), draft: (*draft).clone(), ..Earlier::default() };
    project.earlier = Some(earlier);
    (project, *draft)
}

#[test]
fn a_claim_goes_on_with_another_row() {
    let ferries = table("ferries(ferry TEXT: Heron / Tern, harbour TEXT: Skala / Livadi, seats BIGINT: 120)");
    let row = |ferry: &str, harbour: &str, seats: u32| vec![json!(ferry), json!(harbour), json!(seats)];
    let small = SmallTable {
        database: "own".into(),
        table: "ferries".into(),
        columns: ferries.columns.clone(),
        rows: vec![row("Heron", "Skala", 120), row("Tern", "Livadi", 90), row("Petrel", "Skala", 60)],
    };
    let project = Project { tables: vec![ferries], small_tables: vec![small], ..Project::default() };
    let (project, first) = put(project, "Is it true that Heron has more than 100 seats?", AskMode::Auditable);
    assert!(first.verdict.is_some(), "{}", first.reading);
    let (_, draft) = put(project, "and Tern?", AskMode::Auditable);
    assert_eq!(draft.asked.map(|asked| asked.question).as_deref(), Some("Is it true that Tern has more than 100 seats?"));
    assert!(draft.verdict.is_some(), "{}", draft.reading);
}

#[test]
fn an_explanation_goes_on_with_another_thing_and_touches_no_data() {
    let text = "A large ferry is a ferry with more than 100 seats.\n\nA small ferry is a ferry with at most 40 seats.\n";
    let passages = vec![Passage { document: "rules".into(), section: "Sizes".into(), text: text.into(), relevance: 0.9 }];
    let project = Project { passages, ..shop() };
    let (project, _) = put(project, "What is a large ferry?", AskMode::Knowledge);
    let (_, draft) = put(project, "and a small ferry?", AskMode::Knowledge);
    let quotes: Vec<&str> = draft.plan.plan.steps.iter().map(|step| step.action.name()).collect();
    assert!(quotes.iter().all(|name| *name == "passage"), "{quotes:?}");
    let known = draft.nodes.iter().find_map(|node| match &node.from {
        domain::ask::NodeFrom::Known { value, .. } => value.as_str(),
        _ => None,
    });
    assert_eq!(known, Some("ferry with at most 40 seats"), "{}", draft.answer.text);
}
