//! Two values of one answer are at odds: what points at one of them chooses, and what is said of another answer does not.

use super::{
    live::words,
    stage::{Stage, objective},
};
use domain::interview::{Input, Move, Next, ReplyPlan, Understanding};
use protocol::interview::{Engine, ObjectiveDefinition, SessionStatus};
use serde_json::json;
use std::sync::Arc;
use testkit::{Talk, saying};

/// A boat is let.
fn boat() -> Arc<ObjectiveDefinition> {
    objective(json!([
        {"key": "vessel", "fieldPath": "vessel", "prompt": "What is she called?", "label": "Vessel", "widgetType": "text"},
        {"key": "berth", "fieldPath": "berth", "prompt": "Where does she lie?", "label": "Berth", "widgetType": "choice",
         "options": [{"value": "on_land", "label": "On the quay"}, {"value": "afloat", "label": "At anchor"}]},
        {"key": "quay_fee", "fieldPath": "quay_fee", "prompt": "What does the quay cost?", "label": "Quay fee", "widgetType": "number"},
        {"key": "crew", "fieldPath": "crew", "prompt": "How many of you sail?", "label": "Crew", "widgetType": "number"},
        {"key": "deposit", "fieldPath": "deposit", "prompt": "What deposit do you ask for?", "label": "Deposit", "widgetType": "number"}
    ]))
}

fn berth() -> Stage {
    Stage::new(&boat()).held("berth", "on_land").against("berth", "afloat")
}

fn crew() -> Stage {
    Stage::new(&boat()).held("crew", 4).against("crew", 5)
}

fn deposit() -> Stage {
    Stage::new(&boat()).held("deposit", 300).against("deposit", 400)
}

fn vessel() -> Stage {
    Stage::new(&boat()).held("vessel", "Albatross").against("vessel", "Petrel")
}

fn found(understood: &Understanding) -> Vec<(&str, String)> {
    understood.findings.iter().map(|one| (one.key.as_str(), words(&one.value))).collect()
}

fn chooses(understood: &Understanding) -> bool {
    understood.moves.iter().any(|one| matches!(one, Move::Accept { .. } | Move::Reject { .. } | Move::Correct { .. }))
}

#[test]
fn what_is_said_of_another_answer_is_taken_and_chooses_neither() {
    for (stage, message, key, wanted) in [
        (berth(), "The quay is about 900 euros", "quay_fee", "900"),
        (berth(), "The deposit is 300 euros", "deposit", "300"),
        (crew(), "The deposit is 300 euros", "deposit", "300"),
        (crew(), "The bigger deposit is 300 euros", "deposit", "300"),
        (crew(), "No, the deposit is 300 euros", "deposit", "300"),
        (deposit(), "We sail with a crew of 5", "crew", "5"),
        (vessel(), "The deposit is 300 euros", "deposit", "300"),
    ] {
        let understood = stage.says(message);
        assert_eq!(found(&understood), [(key, wanted.to_owned())], "{message:?}: {:?}", understood.moves);
        assert!(!chooses(&understood), "{message:?}: {:?}", understood.moves);
    }
}

#[test]
fn a_number_said_beside_the_matter_chooses_neither() {
    for (stage, message) in [
        (crew(), "My niece turned 9 yesterday"),
        (deposit(), "The ferry took 50 minutes"),
        (berth(), "I must leave, that was everything from me"),
    ] {
        let understood = stage.says(message);
        assert_eq!(found(&understood), [], "{message:?}: {:?}", understood.moves);
    }
}

#[test]
fn what_points_at_one_of_the_two_chooses_it() {
    for (stage, message, key, wanted) in [
        (berth(), "on the quay", "berth", "on_land"),
        (berth(), "At anchor, please", "berth", "afloat"),
        (berth(), "anchor", "berth", "afloat"),
        (crew(), "the higher one", "crew", "5"),
        (crew(), "it's 6", "crew", "6"),
        (vessel(), "Petrel", "vessel", "Petrel"),
    ] {
        let understood = stage.says(message);
        assert_eq!(found(&understood), [(key, wanted.to_owned())], "{message:?}: {:?}", understood.moves);
    }
    for (message, wanted) in [
        ("the first one", Move::Reject { key: None }),
        ("keep the old one", Move::Reject { key: None }),
        ("the second", Move::Accept { key: None }),
    ] {
        let understood = berth().says(message);
        assert_eq!((found(&understood), &understood.moves), (Vec::new(), &vec![wanted]), "{message:?}");
    }
}

#[test]
fn a_message_may_choose_and_tell_something_else_besides() {
    let understood = berth().says("We are at anchor, and the deposit is 300 euros");
    assert_eq!(found(&understood), [("berth", "afloat".to_owned()), ("deposit", "300".to_owned())]);
    let understood = crew().says("Yes, and the deposit is 300 euros");
    assert_eq!(found(&understood), [("deposit", "300".to_owned())]);
    assert!(understood.moves.contains(&Move::Accept { key: None }), "{:?}", understood.moves);
}

fn hear(talk: &mut Talk, text: &str) -> (ReplyPlan, String) {
    talk.say(text).expect("it is taken");
    let understanding = super::super::understand(&talk.engine_input());
    let reply = talk.waiting.expect("a reply was begun");
    talk.give(Input::Understood { reply, understanding, fell_back: None }).expect("it is understood");
    let (plan, id) = (talk.plan().clone(), talk.waiting.take().expect("it waits for words"));
    let words = crate::interview::rules::reply::reply(&plan);
    talk.give(Input::Replied { reply: id, text: words.clone(), engine: Engine::BuiltIn, fell_back: None }).expect("it is said");
    (plan, words)
}

#[test]
fn in_an_interview_the_other_answer_is_kept_the_choice_asked_again_and_named_before_the_end() {
    let mut talk = Talk::over((*boat()).clone());
    talk.widget("berth", json!("on_land")).expect("it is taken");
    talk.hear(saying("She lies at anchor").found("berth", "afloat", 0.9));
    let settle = Next::Settle { key: "berth".to_owned(), was: json!("on_land"), proposed: Some(json!("afloat")) };
    assert_eq!(talk.plan().next, settle);
    let (plan, _) = hear(&mut talk, "The quay is about 900 euros");
    assert_eq!(plan.next, settle, "{:?}", plan.remarks);
    assert_eq!(talk.one("berth").value, Some(json!("on_land")));
    assert!(talk.one("quay_fee").value.is_some());
    let (_, words) = hear(&mut talk, "Skip that, that's all");
    assert_eq!(talk.view().status, SessionStatus::Active, "{words}");
    assert!(words.contains("the berth"), "{words}");
}
