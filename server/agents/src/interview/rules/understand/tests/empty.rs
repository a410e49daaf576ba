//! Answers without a value of their own.

use super::stage::{Stage, firm, removal, value, values};
use domain::interview::{Finding, Move, Understanding};
use protocol::{Confidence, interview::ObjectiveDefinition};
use serde_json::{Value, json};
use std::sync::Arc;

fn only(understood: &Understanding) -> Option<(&str, Value, Confidence)> {
    match understood.findings.as_slice() {
        [Finding { key, value, confidence, .. }] => Some((key, value.clone(), *confidence)),
        _ => None,
    }
}

fn requiring(key: &str) -> Arc<ObjectiveDefinition> {
    let mut definition = (*firm()).clone();
    definition.completion.required_obligations = vec![key.to_owned()];
    Arc::new(definition)
}

#[test]
fn what_stands_for_no_value_is_left_out() {
    for said in
        ["null", "NULL", "\"null\"", "undefined", "NaN", "n/a", "N/A.", "-", "--", "nil", "na", "(empty)", "not applicable"]
    {
        for key in ["target_market", "obstacles", "company_size", "launch"] {
            let understood = Stage::new(&firm()).asked(key).says(said);
            assert!(understood.findings.is_empty(), "{key} {said}: {:?}", values(&understood));
            assert_eq!(understood.moves, [Move::Skip { key: None }], "{key} {said}");
        }
    }
    let nil = Stage::new(&firm()).asked("employees").says("nil");
    assert_eq!(value(&nil, "employees"), Some(json!(0)));
    let sentence = Stage::new(&firm()).asked("obstacles").says("null pointers in our billing code");
    assert_eq!(value(&sentence, "obstacles"), Some(json!("null pointers in our billing code")));
}

#[test]
fn none_is_a_fact_unless_something_must_be_there() {
    for said in ["none", "None.", "nothing", "nobody", "none at all"] {
        let understood = Stage::new(&firm()).asked("obstacles").says(said);
        let (_, _, sure) = only(&understood).unwrap_or_else(|| panic!("{said}: {:?}", values(&understood)));
        assert_eq!(sure, Confidence::hundredths(90), "{said}");
        let understood = Stage::new(&requiring("obstacles")).asked("obstacles").says(said);
        let (_, _, sure) = only(&understood).unwrap_or_else(|| panic!("{said}: {:?}", values(&understood)));
        assert_eq!(sure, Confidence::hundredths(58), "{said}");
    }
    for said in ["none of these", "none", "nothing"] {
        let understood = Stage::new(&firm()).asked("channels").says(said);
        assert_eq!((understood.findings.len(), understood.moves.as_slice()), (0, &[Move::Skip { key: None }][..]), "{said}");
    }
}

#[test]
fn who_does_not_mind_settles_it() {
    for said in [
        "I don't care", "any is fine", "no preference", "Doesn't matter to me.", "oh, whatever, I really don't mind",
        "it's all the same to me", "up to you", "I don't have a preference", "either works",
    ] {
        for key in ["target_market", "company_size", "launch", "regulated"] {
            let understood = Stage::new(&firm()).asked(key).says(said);
            let found = only(&understood).unwrap_or_else(|| panic!("{key} {said}: {:?}", values(&understood)));
            assert_eq!(found, (key, json!("no preference"), Confidence::hundredths(72)), "{said}");
            assert!(!understood.moves.iter().any(|one| matches!(one, Move::DontKnow { .. })), "{said}: {:?}", understood.moves);
        }
        let understood = Stage::new(&firm()).asked("employees").says(said);
        assert_eq!((understood.findings.len(), understood.moves.as_slice()), (0, &[Move::Skip { key: None }][..]), "{said}");
    }
}

#[test]
fn an_option_that_leaves_it_open_is_taken() {
    let mut definition = (*removal()).clone();
    let packing = definition.obligations.iter_mut().find(|one| one.key == "packing").expect("a key");
    let mut open = packing.options[0].clone();
    (open.value, open.label, open.synonyms) = ("any".to_owned(), "No preference".to_owned(), Vec::new());
    packing.options.push(open);
    let understood = Stage::new(&Arc::new(definition)).asked("packing").says("I don't care");
    assert_eq!(only(&understood), Some(("packing", json!("any"), Confidence::hundredths(90))));
}

#[test]
fn what_is_said_beside_it_is_an_answer() {
    for (said, wanted) in [
        ("any type of restaurant", "any type of restaurant"),
        ("people who don't care about prices", "people who don't care about prices"),
    ] {
        let understood = Stage::new(&firm()).asked("target_market").says(said);
        assert_eq!(value(&understood, "target_market"), Some(json!(wanted)), "{said}");
    }
}

#[test]
fn a_number_that_fits_nothing_else_answers_the_question_left_open() {
    for (asked, said) in
        [("obstacles", "oh and it's about 20"), ("obstacles", "20 by the way"), ("company_size", "Sorry, that would be 20.")]
    {
        let understood = Stage::new(&firm()).left_open("employees").asked(asked).says(said);
        assert_eq!(only(&understood), Some(("employees", json!(20), Confidence::hundredths(58))), "{asked} {said}");
        let nowhere = Stage::new(&firm()).asked(asked).says(said);
        assert_eq!(value(&nowhere, "employees"), None, "{asked} {said}");
    }
    let last = Stage::new(&firm()).left_open("revenue").asked("revenue").left_open("employees").asked("employees");
    let understood = last.asked("obstacles").says("oh and it's about 20");
    assert_eq!(values(&understood), [("employees".to_owned(), json!(20))]);
}

#[test]
fn a_time_said_of_something_else_is_no_date_of_ours() {
    for said in ["Our biggest client may leave next year", "The rent goes up next month", "We meet the bank tomorrow"] {
        let understood = Stage::new(&firm()).asked("obstacles").says(said);
        assert_eq!(value(&understood, "launch"), None, "{said}");
    }
    for said in ["It has to be ready next year", "we launch next month"] {
        let understood = Stage::new(&firm()).asked("obstacles").says(said);
        assert!(value(&understood, "launch").is_some(), "{said}: {:?}", values(&understood));
    }
}
