use super::*;
use crate::ask::{Draft, StepOutcome};
use protocol::{
    AskId, ConversationId, ProjectId, UserId,
    ask::{
        AskPlan, AskRequest, AskView, Clarification, ClarifyAnswer, ClarifyOption, DiscoveredContext, PlanStep, PlanSteps,
        StepAction, YOU_CHOOSE,
    },
};
use serde_json::json;
use uuid::Uuid;

#[test]
fn requests_to_do_it_again_are_read_with_what_changes() {
    for (text, mode, compare, facts) in [
        // The seed's patterns and examples to the letter.
        ("redo", None, false, json!({})),
        ("re-do", None, false, json!({})),
        ("re-run", None, false, json!({})),
        ("rerun", None, false, json!({})),
        ("again", None, false, json!({})),
        ("repeat", None, false, json!({})),
        ("retry", None, false, json!({})),
        ("redo, but change my age to 50", None, false, json!({"age": 50})),
        ("redo in exploratory mode", Some(AskMode::Exploratory), false, json!({})),
        ("redo and compare to previous", None, true, json!({})),
        // The same in other words.
        ("Re-run, please", None, false, json!({})),
        ("redo but change my age to 50", None, false, json!({"age": 50})),
        ("redo in auditable mode", Some(AskMode::Auditable), false, json!({})),
        ("redo as auditable", Some(AskMode::Auditable), false, json!({})),
        ("Can you redo that in knowledge mode?", Some(AskMode::Knowledge), false, json!({})),
        ("again with a discount of 5%", None, false, json!({"discount": 5})),
        ("retry, assume the budget is 40k", None, false, json!({"budget": 40_000})),
        ("rerun with region = north, year = 2023", None, false, json!({"region": "north", "year": 2023})),
        ("please do it again", None, false, json!({})),
        ("let's redo it with my age as 50", None, false, json!({"age": 50})),
        ("redo, my age is 50", None, false, json!({"age": 50})),
        ("redo with age 50", None, false, json!({"age": 50})),
        ("redo with age: 50", None, false, json!({"age": 50})),
        ("redo, set the budget to $1,200 and my age to 31", None, false, json!({"budget": 1200, "age": 31})),
        ("redo, set region to north and south", None, false, json!({"region": "north and south"})),
        ("change nothing", None, false, json!(null)),
        ("redo with 50 instead of 40", None, false, json!({"40": 50})),
        ("Show me that again", None, false, json!({})),
        ("prove it once more with a discount of 10%", None, false, json!({"discount": 10})),
        ("run that again in exploratory mode and compare to the previous result", Some(AskMode::Exploratory), true, json!({})),
        ("ok, try again", None, false, json!({})),
        ("Repeat the analysis with my budget of 40k", None, false, json!({"budget": 40_000})),
    ] {
        match read_redo(text) {
            Some(redo) => assert_eq!((redo.mode, redo.compare, Value::Object(redo.facts)), (mode, compare, facts), "{text}"),
            None => assert!(facts.is_null(), "{text}"),
        }
    }
}

#[test]
fn what_else_is_different_is_a_follow_up() {
    for (text, change) in [
        ("redo for Oslo", Some("for Oslo")),
        ("redo it by region", Some("by region")),
        ("rerun only for Q4", Some("only for Q4")),
        ("redo the analysis", None),
        ("redo because the figures moved", None),
        ("redo, but change my age to 50 and by region", Some("by region")),
        ("Again: How many orders by region?", None),
    ] {
        assert_eq!(read_redo(text).unwrap_or_else(|| panic!("{text}")).change.as_deref(), change, "{text}");
    }
}

#[test]
fn a_message_to_redo_that_says_nothing_readable_is_refused() {
    for (text, reads, changes) in [
        ("redo", "redo", false),
        ("/redo", "/redo", false),
        ("Re-run, please", "Re-run, please", false),
        ("redo because the figures moved", "redo because the figures moved", false),
        ("Again: How many orders by region?", "Again: How many orders by region?", false),
        ("redo, but change my age to 50", "redo, but change my age to 50", true),
        ("change my age to 50", "redo, change my age to 50", true),
        ("for Oslo", "redo, for Oslo", true),
    ] {
        let (message, redo) = check_redo(text).unwrap_or_else(|_| panic!("{text}"));
        assert_eq!((message.as_str(), redo != Redo::default()), (reads, changes), "{text}");
    }
    for text in ["redo gloriously", "redo, gloriously", "gibberish"] {
        let refused = check_redo(text).expect_err(text);
        assert!(refused.detail.contains("change my age to 50"), "{text}: {refused:?}");
    }
}

#[test]
fn a_question_is_no_request_to_do_it_again() {
    for text in [
        "How many customers bought again?", "Which orders were repeated last year?", "Show retries by host", "Who came again",
        "What does churn mean?", "Repeat customers by city", "rerun counts per host", "Show me customers who came again",
        "Retry attempts per job", "List redo requests",
    ] {
        assert_eq!(read_redo(text), None, "{text}");
    }
}

#[test]
fn a_correction_says_what_a_word_means() {
    assert_eq!(read_redo("redo, because the house İİİ costs 5\u{212a}").map(|redo| redo.facts.len()), Some(0));
    for (text, wanted) in [
        ("Revenue means gross revenue.", json!({"revenue": "gross revenue"})),
        ("revenue means gross", json!({"revenue": "gross"})),
        ("No, revenue means gross", json!({"revenue": "gross"})),
        ("by churn I mean 60 days without an order", json!({"churn": "60 days without an order"})),
        ("When I say revenue I mean gross", json!({"revenue": "gross"})),
        ("redo, by revenue I mean gross", json!({"revenue": "gross"})),
        ("\"Late\" is defined as more than 5 days", json!({"late": "more than 5 days"})),
    ] {
        assert_eq!(Value::Object(read_redo(text).expect(text).corrections), wanted, "{text}");
    }
    for text in ["It means a lot to us", "What does revenue mean?", "Show what churn means to us?"] {
        assert_eq!(read_redo(text), None, "{text}");
    }
}

fn view() -> AskView {
    let place = (ProjectId(Uuid::nil()), ConversationId(Uuid::nil()));
    let facts = json!({"age": 40, "region": "north"}).as_object().cloned().unwrap_or_default();
    let request = AskRequest { facts, ..AskRequest::default() };
    let mut view = AskView::new(AskId(Uuid::nil()), place, UserId(Uuid::nil()), request, None);
    let option = |value: &str| ClarifyOption { value: value.into(), label: value.into(), meaning: String::new() };
    let question = |id: &str, about: &str| Clarification {
        id: id.into(),
        text: format!("Which {about}?"),
        options: vec![option("net"), option("gross")],
        about: about.into(),
        personal: false,
    };
    view.questions = vec![question("Q1", "price"), question("Q2", "weight")];
    let answer = |id: &str, value: &str| ClarifyAnswer { question_id: id.into(), value: value.into(), remember: true };
    view.clarified = vec![answer("Q1", YOU_CHOOSE), answer("Q2", "gross")];
    view
}

#[test]
fn a_redo_keeps_what_was_said_and_chosen_before() {
    let changed = json!({"Age": 50}).as_object().cloned().expect("an object");
    let facts = Value::Object(facts_for_redo(&view(), changed));
    assert_eq!(facts, json!({"Age": 50, "price": "net", "region": "north", "weight": "gross"}));
}

#[test]
fn what_the_engine_chose_is_not_remembered_as_a_persons_word() {
    let view = view();
    assert_eq!(facts_to_remember(&view, &view.clarified), [("weight".to_owned(), json!("gross"))]);
}

fn draft(steps: &[(u32, &str, &[u32])]) -> Draft {
    let step = |(number, sql, depends_on): &(u32, &str, &[u32])| PlanStep {
        number: *number,
        goal: String::new(),
        databases: Vec::new(),
        tables: Vec::new(),
        inputs: Vec::new(),
        depends_on: depends_on.to_vec(),
        action: StepAction::Query { sql: (*sql).to_owned() },
    };
    let plan = PlanSteps { steps: steps.iter().map(step).collect() };
    let plan = AskPlan { reasoning: String::new(), discovered_context: DiscoveredContext::default(), plan };
    Draft { plan, ..Draft::default() }
}

#[test]
fn a_changed_value_runs_only_what_depends_on_it() {
    let outcomes: Vec<StepOutcome> = (1..=4).map(|number| StepOutcome::of_value(number, number.into())).collect();
    let before = draft(&[
        (1, "SELECT a", &[]),
        (2, "SELECT b WHERE x < 40", &[]),
        (3, "SELECT * FROM step_1", &[1]),
        (4, "SELECT * FROM step_2", &[2]),
    ]);
    for (after, kept) in [
        (before.clone(), vec![1, 2, 3, 4]),
        (
            draft(&[
                (1, "SELECT a", &[]),
                (2, "SELECT b WHERE x < 50", &[]),
                (3, "SELECT * FROM step_1", &[1]),
                (4, "SELECT * FROM step_2", &[2]),
            ]),
            vec![1, 3],
        ),
        (draft(&[(1, "SELECT c", &[]), (2, "SELECT a", &[])]), vec![2]),
    ] {
        let found = reusable_steps(&before, &outcomes, &after);
        assert_eq!(found.iter().map(|(number, _)| *number).collect::<Vec<_>>(), kept);
    }
    let mut failed = outcomes;
    failed[0].error = Some("away".into());
    assert!(reusable_steps(&before, &failed, &before).iter().all(|(number, _)| *number != 1 && *number != 3));
}
