use super::{conclude, render_value, value_of};
use crate::ask::{AnswerTemplate, Draft, NodeDraft, NodeFrom, Pick, StepOutcome};
use protocol::ask::{
    Answer, AskMode, AskPlan, AskTable, Assumption, ChartKind, ModeChoice, NodeStatus, PlanStep, PlanSteps, ProofSource,
    StepAction, Verdict,
};
use serde_json::{Value, json};

fn choice(mode: AskMode) -> ModeChoice {
    ModeChoice { mode, why: String::new() }
}

fn step(number: u32, action: StepAction) -> PlanStep {
    PlanStep {
        number,
        goal: String::new(),
        databases: Vec::new(),
        tables: Vec::new(),
        inputs: Vec::new(),
        depends_on: Vec::new(),
        action,
    }
}

fn query(number: u32) -> PlanStep {
    step(number, StepAction::Query { sql: "SELECT 1".into() })
}

fn node(id: &str, from: NodeFrom) -> NodeDraft {
    NodeDraft { id: id.into(), name: format!("name of {id}"), from, confidence: 0.9 }
}

fn cell(number: u32) -> NodeFrom {
    NodeFrom::Step { number, pick: Pick::Cell { row: 0, column: 0 } }
}

fn formula(expression: &str) -> NodeFrom {
    NodeFrom::Formula { expression: expression.into() }
}

fn claim(nodes: Vec<NodeDraft>) -> Draft {
    let steps = vec![query(1), query(2)];
    Draft {
        plan: AskPlan { plan: PlanSteps { steps }, ..AskPlan::default() },
        nodes,
        answer: AnswerTemplate {
            text: "Yes: {P1} against {P2}.".into(),
            refuted: "No: {P1} against {P2}.".into(),
            nothing: "It stays open.".into(),
        },
        verdict: Some("I1".into()),
        ..Draft::default()
    }
}

fn concluded(second: Value, from: NodeFrom) -> Answer {
    let draft = claim(vec![node("P1", cell(1)), node("P2", from), node("I1", formula("P1 > P2"))]);
    conclude(&draft, &choice(AskMode::Auditable), &[StepOutcome::of_value(1, json!(1200.5)), StepOutcome::of_value(2, second)])
}

#[test]
fn a_claim_is_as_sure_as_its_premises() {
    let known = |source| NodeFrom::Known { value: json!(3), source, origin: "somebody".into() };
    for (second, from, verdict, text) in [
        (json!(90), cell(2), Verdict::Proven, "Yes: 1,200.5 against 90."),
        (json!(5_000_000), cell(2), Verdict::Refuted, "No: 1,200.5 against 5,000,000."),
        (Value::Null, cell(2), Verdict::Undecided, "It stays open."),
        (json!("many"), cell(2), Verdict::Undecided, "It stays open."),
        (json!(1), NodeFrom::Open, Verdict::Undecided, "It stays open."),
        (json!(1), known(ProofSource::User), Verdict::Proven, "Yes: 1,200.5 against 3."),
        (json!(1), known(ProofSource::Model), Verdict::Undecided, "It stays open."),
    ] {
        let answer = concluded(second.clone(), from.clone());
        assert_eq!((answer.verdict, answer.text.as_str()), (Some(verdict), text), "{second} {from:?}");
        assert_eq!((answer.premises.len(), answer.inferences.len()), (2, 1));
        assert_eq!(answer.inferences[0].depends_on, ["P1", "P2"]);
    }
    let failed = StepOutcome { number: 2, error: Some("no such table".into()), ..StepOutcome::default() };
    let draft = claim(vec![node("P1", cell(1)), node("P2", cell(2)), node("I1", formula("P1 > P2"))]);
    let answer = conclude(&draft, &choice(AskMode::Auditable), &[StepOutcome::of_value(1, json!(1)), failed]);
    assert_eq!((answer.verdict, answer.premises[1].status), (Some(Verdict::Undecided), NodeStatus::Failed));
    assert_eq!(answer.inferences[0].confidence, 0.0, "an inference is as sure as its weakest support");
    assert_eq!(answer.warnings, ["Step 2 failed: no such table."]);
}

#[test]
fn how_sure_a_value_is_has_no_more_digits_than_people_read() {
    for (confidence, wanted) in [(0.95 - 0.05, 0.9), (0.876_54, 0.877), (1.5, 1.0), (-1.0, 0.0)] {
        let sure = |id: &str, from| NodeDraft { confidence, ..node(id, from) };
        let draft = claim(vec![sure("P1", cell(1)), sure("P2", cell(2)), sure("I1", formula("P1 > P2"))]);
        let outcomes = [StepOutcome::of_value(1, json!(2)), StepOutcome::of_value(2, json!(1))];
        let answer = conclude(&draft, &choice(AskMode::Auditable), &outcomes);
        assert_eq!((answer.premises[0].confidence, answer.inferences[0].confidence), (wanted, wanted), "{confidence}");
    }
}

fn listed(rows: Vec<Vec<Value>>, nothing: &str) -> Answer {
    let row_count = rows.len() as u64;
    let table = AskTable { name: "step_1".into(), columns: vec!["city".into(), "n".into()], rows, row_count, truncated: false };
    let draft = Draft {
        plan: AskPlan { plan: PlanSteps { steps: vec![query(1)] }, ..AskPlan::default() },
        nodes: vec![node("P1", NodeFrom::Step { number: 1, pick: Pick::Table })],
        answer: AnswerTemplate { text: "{rows} cities {here}.".into(), refuted: String::new(), nothing: nothing.into() },
        answer_step: Some(1),
        ..Draft::default()
    };
    conclude(&draft, &choice(AskMode::Exploratory), &[StepOutcome { number: 1, table, ..StepOutcome::default() }])
}

#[test]
fn a_list_is_the_answers_table_with_a_picture_where_it_has_one() {
    let answer = listed(vec![vec![json!("Kos"), json!(3)], vec![json!("Paros"), json!(1)]], "");
    assert_eq!((answer.text.as_str(), answer.tables[0].name.as_str()), ("2 cities {here}.", "answer"));
    let chart = answer.chart.expect("a picture");
    assert_eq!((chart.kind, chart.label, chart.figure), (ChartKind::Bars, 0, 1));
    assert_eq!(answer.premises[0].value, json!([["Kos", 3], ["Paros", 1]]));
    assert_eq!(answer.verdict, None);
    assert_eq!(listed(Vec::new(), "No city matches.").text, "No city matches.");
    let long = listed((0..300).map(|at| vec![json!(format!("c{at}")), json!(at)]).collect(), "");
    assert_eq!((long.tables[0].rows.len(), long.tables[0].row_count, long.tables[0].truncated), (200, 300, true));
    assert_eq!(long.premises[0].value["rows"], 300);
}

#[test]
fn what_comes_of_rows_that_were_cut_off_proves_nothing() {
    let draft = claim(vec![node("P1", cell(1)), node("P2", cell(2)), node("I1", formula("P1 > P2"))]);
    let part = StepOutcome { of_cut_rows: true, ..StepOutcome::of_value(2, json!(90)) };
    let answer = conclude(&draft, &choice(AskMode::Auditable), &[StepOutcome::of_value(1, json!(1200.5)), part]);
    assert_eq!((answer.verdict, answer.premises[1].status), (Some(Verdict::Undecided), NodeStatus::Unresolved));
    assert_eq!(answer.premises[1].value, Value::Null);
}

#[test]
fn what_may_say_something_else_decides_nothing() {
    let assumption = Assumption { name: "Closd".into(), value: "Closed".into(), ..Assumption::default() };
    let doubtful = StepOutcome { doubtful: true, assumptions: vec![assumption], ..StepOutcome::of_value(2, json!(90)) };
    let outcomes = [StepOutcome::of_value(1, json!(1200.5)), doubtful];
    for expression in ["P1 > P2", "P1 > max(step_2)"] {
        let draft = claim(vec![node("P1", cell(1)), node("P2", cell(2)), node("I1", formula(expression))]);
        let answer = conclude(&draft, &choice(AskMode::Auditable), &outcomes);
        assert_eq!((answer.verdict, answer.inferences[0].value.clone()), (Some(Verdict::Undecided), json!(true)), "{expression}");
        assert_eq!((answer.premises[1].value.clone(), answer.premises[1].confidence), (json!(90), 0.5), "it is shown");
        assert_eq!(answer.assumptions[0].value, "Closed");
    }
}

#[test]
fn what_was_stopped_says_at_which_limit_and_what_it_found() {
    let draft = Draft { answer_step: Some(2), verdict: None, ..claim(vec![node("P1", cell(1)), node("P2", cell(2))]) };
    let stopped = StepOutcome::of_limit(2, "60 queries".into());
    let answer = conclude(&draft, &choice(AskMode::Exploratory), &[StepOutcome::of_value(1, json!(7)), stopped.clone()]);
    assert_eq!(answer.text, "This stopped at its limit of 60 queries. What was found until then: name of P1: 7.");
    assert_eq!((answer.tables[0].rows.clone(), answer.premises[1].status), (vec![vec![json!(7)]], NodeStatus::Failed));
    assert!(answer.warnings[0].contains("Step 2 failed: it was not begun"), "{:?}", answer.warnings);
    let draft = claim(vec![node("P1", cell(1)), node("P2", cell(2)), node("I1", formula("P1 > P2"))]);
    let answer = conclude(&draft, &choice(AskMode::Auditable), &[StepOutcome::of_value(1, json!(7)), stopped]);
    assert_eq!(answer.verdict, Some(Verdict::Undecided));
    assert!(answer.text.starts_with("This stopped at its limit of 60 queries."), "{}", answer.text);
}

#[test]
fn a_list_that_was_cut_off_has_more_rows() {
    let table = |row_count: u64| AskTable {
        columns: vec!["city".into()],
        rows: vec![vec![json!("Kos")], vec![json!("Paros")]],
        row_count,
        truncated: true,
        ..AskTable::default()
    };
    let draft = Draft {
        plan: AskPlan { plan: PlanSteps { steps: vec![query(1)] }, ..AskPlan::default() },
        answer: AnswerTemplate { text: "{rows} rows.".into(), ..AnswerTemplate::default() },
        answer_step: Some(1),
        ..Draft::default()
    };
    for (row_count, text) in [(2, "more than 2 rows."), (500, "500 rows.")] {
        let outcome = StepOutcome { number: 1, table: table(row_count), ..StepOutcome::default() };
        assert_eq!(conclude(&draft, &choice(AskMode::Exploratory), &[outcome]).text, text);
    }
}

#[test]
fn what_a_document_says_in_short_is_gone_with_its_quote() {
    let known = NodeFrom::Known { value: json!("14 days"), source: ProofSource::Document, origin: "rules".into() };
    let passage = StepAction::Passage { document: "rules".into(), section: String::new(), quote: "within 14 days".into() };
    let draft = Draft {
        plan: AskPlan { plan: PlanSteps { steps: vec![step(1, passage)] }, ..AskPlan::default() },
        nodes: vec![node("P1", known), node("P2", cell(1))],
        ..Draft::default()
    };
    let gone = StepOutcome { number: 1, error: Some("no such document".into()), ..StepOutcome::default() };
    for (outcome, status) in
        [(StepOutcome::of_value(1, json!("within 14 days")), NodeStatus::Resolved), (gone, NodeStatus::Failed)]
    {
        let answer = conclude(&draft, &choice(AskMode::Knowledge), &[outcome]);
        assert!(answer.premises.iter().all(|node| node.status == status), "{:?}", answer.premises);
    }
}

#[test]
fn values_are_written_as_people_write_them() {
    for (value, wanted) in [
        (json!(1_234_567), "1,234,567"),
        (json!(-1234.5), "-1,234.5"),
        (json!(20.166_666_6), "20.1667"),
        (json!(0.000_123_456), "0.0001235"),
        (json!(100.0), "100"),
        (json!("007"), "007"),
        (json!(true), "yes"),
        (Value::Null, "unknown"),
        (json!([1, 2, 3, 4, 5, 6, 7]), "1, 2, 3, 4, 5 and 2 more"),
        (json!({"rows": 60, "sha256": "x"}), "60 rows"),
    ] {
        assert_eq!(render_value(&value), wanted);
    }
}

#[test]
fn a_value_is_picked_by_its_place() {
    let rows = vec![vec![json!("a"), json!(1)], vec![json!("b"), json!(2)]];
    let table = AskTable { rows, row_count: 2, ..AskTable::default() };
    for (pick, wanted) in [
        (Pick::Cell { row: 1, column: 1 }, json!(2)),
        (Pick::Cell { row: 5, column: 0 }, Value::Null),
        (Pick::Count, json!(2)),
        (Pick::Column { column: 0 }, json!(["a", "b"])),
    ] {
        assert_eq!(value_of(&pick, &table), wanted);
    }
    let cut = AskTable { truncated: true, ..table };
    assert_eq!(value_of(&Pick::Count, &cut), Value::Null, "nobody knows how many there are");
}
