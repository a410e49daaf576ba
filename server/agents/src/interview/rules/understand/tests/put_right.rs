//! What is held is named and put right, counted anew, or rejected with what was put against it.

use super::{
    live::words,
    stage::{Stage, objective},
};
use domain::interview::{Input, Move, Next, Remark, ReplyPlan, Understanding};
use protocol::interview::{Engine, ObjectiveDefinition};
use serde_json::{Value, json};
use std::sync::Arc;
use testkit::Talk;

/// A choir plans an evening.
fn choir() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "programme", "fieldPath": "programme", "prompt": "What will you sing?", "label": "Programme", "widgetType": "text"},
        {"key": "listeners", "fieldPath": "listeners", "prompt": "For whom do you sing?", "label": "Listeners", "widgetType": "text"},
        {"key": "conductor", "fieldPath": "conductor", "prompt": "Who conducts?", "label": "Conductor", "widgetType": "text"},
        {"key": "singers", "fieldPath": "singers", "prompt": "How many of you sing?", "label": "Singers", "widgetType": "number"},
        {"key": "budget", "fieldPath": "budget", "prompt": "What may the evening cost?", "label": "Budget", "widgetType": "number"},
        {"key": "hall", "fieldPath": "hall", "prompt": "Where do you sing?", "label": "Hall", "widgetType": "choice",
         "options": ["Church", "School", "Open air"]},
        {"key": "help", "fieldPath": "help", "prompt": "Who helps you?", "label": "Helpers", "widgetType": "multiselect",
         "options": ["Parents", "Students", "Firemen"]},
        {"key": "day", "fieldPath": "day", "prompt": "On which day?", "label": "Concert day", "widgetType": "date"}
    ]))
}

const HELD: [(&str, &str); 8] = [
    ("programme", "\"carols and a cantata\""),
    ("listeners", "\"the parents\""),
    ("conductor", "\"Ines\""),
    ("singers", "24"),
    ("budget", "30000"),
    ("hall", "\"Church\""),
    ("help", "[\"Parents\"]"),
    ("day", "{\"date\":\"2027-06-12\",\"text\":\"12 June\"}"),
];

/// Everything is known, and the end is offered.
fn stage() -> Stage {
    let parse = |value: &str| -> Value { serde_json::from_str(value).expect("a value") };
    HELD.iter()
        .zip(1..)
        .fold(Stage::new(&choir()), |stage, ((key, value), turn)| stage.held(key, parse(value)).said_in(key, turn))
}

fn found(understood: &Understanding) -> Vec<(&str, String)> {
    understood.findings.iter().map(|one| (one.key.as_str(), words(&one.value))).collect()
}

#[test]
fn a_held_value_that_is_named_takes_the_new_one_without_the_frame() {
    for (message, key, wanted) in [
        ("No, the programme should be motets by Schütz", "programme", "motets by Schütz"),
        ("the listeners should rather be patients of the clinic", "listeners", "patients of the clinic"),
        ("Listeners should have been our neighbours", "listeners", "our neighbours"),
        ("please correct the programme: we only sing madrigals", "programme", "we only sing madrigals"),
        ("Change our programme to folk songs from the valley, please", "programme", "folk songs from the valley"),
        ("the programme is now gospel", "programme", "gospel"),
        ("fix the listeners, it should be the whole village", "listeners", "whole village"),
        ("could you change the listeners to shoppers?", "listeners", "shoppers"),
        ("Please update the programme. It's two oratorios.", "programme", "two oratorios"),
        ("for the listeners please put people who wait for trains", "listeners", "people who wait for trains"),
        ("The hall is fine, but the listeners should be commuters", "listeners", "commuters"),
        ("the conductor should be Matteo", "conductor", "Matteo"),
        ("the programme should be \"Winter\"", "programme", "Winter"),
        ("the programme should be a walk that comes to every square", "programme", "walk that comes to every square"),
        ("the hall should be the school", "hall", "School"),
        ("change the hall to open air", "hall", "Open air"),
        ("the helpers should be students and firemen", "help", "Students+Firemen"),
        ("the budget should be 26k", "budget", "26000"),
        ("No, the concert day should be 19 June 2027", "day", "2027-06-19"),
    ] {
        let understood = stage().says(message);
        assert_eq!(found(&understood), [(key, wanted.to_owned())], "{message:?} {:?}", understood.moves);
        assert!(understood.moves.contains(&Move::Overrule { key: key.to_owned() }), "{message:?}: {:?}", understood.moves);
        if let Value::String(value) = &understood.findings[0].value
            && ["programme", "listeners", "conductor"].contains(&key)
        {
            let quote = &understood.findings[0].quote;
            assert_eq!(&message[quote.start..quote.end], value, "{message:?}");
        }
    }
}

#[test]
fn one_word_in_place_of_many_is_weighed() {
    let understood = stage().says("The programme should be beautiful");
    assert_eq!(understood.moves, [Move::Correct { key: "programme".to_owned() }], "{:?}", found(&understood));
}

#[test]
fn what_is_named_without_a_new_value_is_rejected() {
    for (message, key) in [
        ("please correct the programme", "programme"),
        ("change the hall", "hall"),
        ("No, the listeners", "listeners"),
        ("I'd like to change the budget", "budget"),
        ("the listeners should not be parents", "listeners"),
        ("change the programme to something else", "programme"),
    ] {
        let understood = stage().says(message);
        assert!(understood.findings.is_empty(), "{message:?}: {:?}", found(&understood));
        assert_eq!(understood.moves, [Move::Reject { key: Some(key.to_owned()) }], "{message:?}");
    }
}

#[test]
fn a_wish_may_be_the_answer_to_an_open_question() {
    let stage = || Stage::new(&choir()).held("listeners", "the parents").asked("programme");
    for message in ["The listeners should be surprised", "We changed the listeners last year"] {
        let understood = stage().says(message);
        assert!(!understood.findings.iter().any(|one| one.key == "listeners"), "{message:?}: {:?}", found(&understood));
    }
    let understood = stage().says("Sorry, the listeners should be the neighbours");
    assert_eq!(found(&understood), [("listeners", "neighbours".to_owned())]);
}

#[test]
fn what_is_counted_says_which_number_changes() {
    for message in ["it's eight people", "No, it's eight singers", "actually it's eight people", "sorry, eight tenors"] {
        // The sum was answered last.
        let understood = stage().said_in("budget", 9).says(message);
        assert_eq!(found(&understood), [("singers", "8".to_owned())], "{message:?} {:?}", understood.moves);
        let read_back = stage().read_back("budget").says(message);
        assert_eq!(found(&read_back), [("singers", "8".to_owned())], "{message:?} {:?}", read_back.moves);
    }
    let money = || Stage::new(&choir()).held("budget", 30_000).said_in("budget", 2);
    for message in ["actually it's eight people", "sorry, 7 trumpets", "make that eight singers"] {
        let understood = money().says(message);
        assert!(!understood.findings.iter().any(|one| one.key == "budget"), "{message:?}: {:?}", found(&understood));
    }
    for (message, key, wanted) in
        [("sorry, 26", "budget", "26000"), ("sorry, it's 900 euros", "budget", "900"), ("make that 26k", "budget", "26000")]
    {
        let understood = money().says(message);
        assert_eq!(found(&understood), [(key, wanted.to_owned())], "{message:?} {:?}", understood.moves);
    }
}

#[test]
fn where_neither_of_two_holds_a_third_is_taken_without_the_rejection() {
    let texts = || stage().against("listeners", "tourists");
    for (message, wanted) in [
        ("neither. For the listeners please take guests of the spa", "guests of the spa"),
        ("Neither, it's pilgrims", "pilgrims"),
        ("none of them, please use pilgrims on their way", "pilgrims on their way"),
        ("no, neither of those; I'd rather have children", "children"),
        ("Neither one is right. The listeners should be people with dogs", "people with dogs"),
        ("neither parents nor tourists, pilgrims", "pilgrims"),
    ] {
        assert_eq!(found(&texts().says(message)), [("listeners", wanted.to_owned())], "{message:?}");
    }
    for (message, wanted) in [("neither, it is 40", "40"), ("Neither of the two. Make it 31", "31"), ("neither: thirty", "30")] {
        let understood = stage().against("singers", 28).says(message);
        assert_eq!(found(&understood), [("singers", wanted.to_owned())], "{message:?}");
        assert!(!understood.moves.contains(&Move::Accept { key: None }), "{message:?}: {:?}", understood.moves);
    }
    assert_eq!(found(&stage().against("hall", "School").says("neither, open air")), [("hall", "Open air".to_owned())]);
}

#[test]
fn a_bare_neither_leaves_it_open_and_is_no_value() {
    let key = || "listeners".to_owned();
    for message in ["neither", "Neither of them.", "neither, really", "neither is quite right"] {
        let understood = stage().against("listeners", "tourists").says(message);
        assert!(understood.findings.is_empty(), "{message:?}: {:?}", found(&understood));
        assert_eq!(understood.moves, [Move::Withdraw { key: key() }, Move::GoBack { key: Some(key()) }], "{message:?}");
    }
    let understood = stage().against("listeners", "tourists").says("neither, I don't know yet");
    assert!(understood.findings.is_empty(), "{:?}", found(&understood));
}

/// An interview in which everything was answered by hand.
fn answered() -> Talk {
    let mut talk = Talk::over((*choir()).clone());
    for (key, value) in HELD {
        let value: Value = serde_json::from_str(value).expect("a value");
        talk.widget(key, value).expect("it is taken");
    }
    talk
}

pub(super) fn hear(talk: &mut Talk, text: &str) -> ReplyPlan {
    talk.say(text).expect("it is taken");
    let understanding = super::super::understand(&talk.engine_input());
    let reply = talk.waiting.expect("a reply was begun");
    talk.give(Input::Understood { reply, understanding, fell_back: None }).expect("it is understood");
    let (plan, id) = (talk.plan().clone(), talk.waiting.take().expect("it waits for words"));
    let text = crate::interview::rules::reply::reply(&plan);
    talk.give(Input::Replied { reply: id, text, engine: Engine::BuiltIn, fell_back: None }).expect("it is said");
    plan
}

#[test]
fn at_the_offer_to_finish_the_one_that_is_named_is_asked_about_and_changes() {
    let mut talk = answered();
    let plan = hear(&mut talk, "please correct the programme");
    assert_eq!(plan.remarks, [Remark::WhatInstead { key: "programme".to_owned() }]);
    assert_eq!(plan.next, Next::Settle { key: "programme".to_owned(), was: json!("carols and a cantata"), proposed: None });
    hear(&mut talk, "two operettas");
    hear(&mut talk, "No, the listeners should be farmers");
    let value = |key: &str| talk.view().obligation(key).and_then(|one| one.value.clone());
    assert_eq!((value("programme"), value("listeners")), (Some(json!("two operettas")), Some(json!("farmers"))));
}
