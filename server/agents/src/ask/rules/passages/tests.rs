//! Reports of an invented bakery: the right passage, its short answer, the right cell, and nothing made up.

use super::plan;
use domain::ask::{KnownFact, Material, NodeFrom, Passage, Planned};
use protocol::{
    Timestamp,
    ask::{AskMode, ModeChoice, StepAction},
};
use serde_json::{Map, json};

const REPORT: &str = "# Report\n\n| (in thousands) | 2021 | 2020 |\n| --- | --- | --- |\n| Bread sales | $4,210 | $3,980 |\n| Cake sales | 1,105 | 1,250 |\n| Wages | (2,340) | (2,205) |\n\nBread sales rose by 5.8% in 2021, primarily due to two new shops in the old harbour and longer opening hours.\n\nWe lease our ovens from a regional supplier. The lease runs until June 2026 and can be extended twice.\n\nInventories consist of flour, sugar and packaging. They are measured at the lower of cost and net realizable value.\n\nAs of December 31, 2021, we had 148 employees, of whom 61 worked part time.\n";

fn ask(question: &str, facts: &[KnownFact]) -> Option<(String, Vec<String>, Vec<String>)> {
    let passages = [Passage { document: "report".into(), section: "Report".into(), text: REPORT.into(), relevance: 0.5 }];
    let values = Map::new();
    let material = Material {
        question,
        mode: None,
        places: &[],
        small_tables: &[],
        facts,
        passages: &passages,
        earlier: None,
        clarified: &[],
        values: &values,
        now: Timestamp(0),
    };
    let choice = ModeChoice { mode: AskMode::Knowledge, why: String::new() };
    let Planned::Draft(_, draft) = plan(&material, choice)? else { panic!("nothing is asked back") };
    let known = draft.nodes.iter().filter_map(|node| match &node.from {
        NodeFrom::Known { value, .. } => value.as_str().map(str::to_owned),
        _ => None,
    });
    let quotes = draft.plan.plan.steps.iter().filter_map(|step| match &step.action {
        StepAction::Passage { quote, .. } => Some(quote.clone()),
        _ => None,
    });
    let (known, quotes): (Vec<String>, Vec<String>) = (known.collect(), quotes.collect());
    assert!(quotes.iter().all(|quote| REPORT.contains(quote.as_str())), "quotes stand there to the letter: {quotes:?}");
    Some((draft.answer.text, known, quotes))
}

#[test]
fn a_question_finds_its_passage_and_its_words() {
    for (question, short, quote) in [
        ("Why did bread sales increase?", "two new shops in the old harbour and longer opening hours", "Bread sales rose"),
        ("By what percentage did bread sales rise in 2021?", "5.8%", "Bread sales rose"),
        ("When does the lease of the ovens end?", "June 2026", "The lease runs until"),
        ("What do inventories consist of?", "flour, sugar and packaging", "Inventories consist of"),
        ("How many employees did we have?", "148", "148 employees"),
    ] {
        let (_, known, quotes) = ask(question, &[]).unwrap_or_else(|| panic!("{question}"));
        assert_eq!(known.first().map(String::as_str), Some(short), "{question}");
        assert!(quotes[0].contains(quote), "{question}: {quotes:?}");
    }
}

#[test]
fn a_cell_is_found_by_its_row_and_its_year() {
    for (question, cell) in [
        ("What were bread sales in 2020?", "$3,980"),
        ("What were the cake sales in 2021?", "1,105"),
        ("How much were wages in 2021?", "(2,340)"),
    ] {
        let (_, known, quotes) = ask(question, &[]).unwrap_or_else(|| panic!("{question}"));
        assert_eq!(known.first().map(String::as_str), Some(cell), "{question}: {quotes:?}");
    }
}

#[test]
fn facts_come_first_and_what_nothing_says_is_said() {
    let fact = KnownFact {
        name: "Large cake".into(),
        value: json!("a cake for more than 20 people"),
        source: "user".into(),
        quote: None,
        confidence: 0.95,
    };
    let (text, ..) = ask("What is a large cake?", &[fact]).expect("an answer");
    assert!(text.starts_with("Large cake: {P1}"), "{text}");
    let (text, known, _) = ask("What is the orbit of a comet around the bread?", &[]).expect("the nearest passages");
    assert!(text.starts_with("The documents do not answer this") && known.is_empty(), "{text}");
    assert!(ask("Show the orbits of comets", &[]).is_none(), "rows are no business of documents");
}
