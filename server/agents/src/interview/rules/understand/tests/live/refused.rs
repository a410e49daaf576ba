//! What was read back and is refused, doubted or said anew: a refusal is a move and never becomes the value.

use super::{super::stage::Stage, objectives::built_in, words};
use domain::interview::{Manner, Move};
use protocol::interview::{ContextType, ObjectiveDefinition};
use serde_json::{Value, json};
use std::sync::Arc;

const REFUSALS: &[&str] = &[
    "wrong", "Wrong.", "incorrect", "That's wrong", "no, that's wrong", "No. That is wrong!", "That is not right",
    "That's not correct", "I never said that", "I didn't say that", "no, I never said that", "that isn't right",
    "this is not what I said", "not correct", "it's wrong", "Sorry, no", "nope, wrong", "not really", "That's not what I meant",
    "You got that wrong", "no no no",
];

const NEITHER: &[&str] = &[
    "maybe", "kind of", "sort of", "Yes and no", "well, yes and no", "perhaps", "it depends", "more or less", "possibly, I guess",
];

/// A value of every widget, as it is held and read back.
fn held() -> Vec<(Arc<ObjectiveDefinition>, &'static str, Value)> {
    let business = built_in(ContextType::BusinessProfile);
    vec![
        (business.clone(), "target_market", json!("dentists")),
        (business.clone(), "team_size", json!(30)),
        (business.clone(), "business_model", json!("services")),
        (business.clone(), "sales_channels", json!(["store", "events"])),
        (business, "timeline", json!({"date": "2027-06-01", "text": "in June"})),
    ]
}

#[test]
fn a_refusal_is_a_move_for_every_widget() {
    for (definition, key, value) in held() {
        for said in REFUSALS {
            let understood = Stage::new(&definition).held(key, value.clone()).read_back(key).says(said);
            assert!(understood.findings.is_empty(), "{key}, {said:?}: {:?}", understood.findings);
            assert!(understood.moves.contains(&Move::Reject { key: None }), "{key}, {said:?}: {:?}", understood.moves);
        }
    }
}

#[test]
fn neither_yes_nor_no_is_no_value_either() {
    for (definition, key, value) in held() {
        for said in NEITHER {
            let understood = Stage::new(&definition).held(key, value.clone()).read_back(key).says(said);
            assert!(understood.findings.is_empty(), "{key}, {said:?}: {:?}", understood.findings);
            let settled = |one: &Move| matches!(one, Move::Accept { .. } | Move::Reject { .. });
            assert!(!understood.moves.iter().any(settled), "{key}, {said:?}: {:?}", understood.moves);
        }
    }
}

#[test]
fn not_what_is_held_refuses_it() {
    let stage =
        || Stage::new(&built_in(ContextType::BusinessProfile)).held("target_market", "dentists").read_back("target_market");
    for said in ["not dentists", "No, not dentists", "It's not dentists", "we don't sell to dentists", "not the dentists!"] {
        let understood = stage().says(said);
        assert!(understood.findings.is_empty(), "{said:?}: {:?}", understood.findings);
        assert!(understood.moves.contains(&Move::Reject { key: None }), "{said:?}: {:?}", understood.moves);
    }
    let business = built_in(ContextType::BusinessProfile);
    for (key, value, said) in [
        ("team_size", json!(30), "not 30"),
        ("team_size", json!(30), "we don't have 30"),
        ("business_model", json!("services"), "not services"),
        ("industry", json!("roofing"), "our industry is not roofing"),
    ] {
        let understood = Stage::new(&business).held(key, value).read_back(key).says(said);
        assert!(understood.findings.is_empty(), "{said:?}: {:?}", understood.findings);
        assert!(understood.moves.contains(&Move::Reject { key: None }), "{said:?}: {:?}", understood.moves);
    }
    for (said, wanted) in [
        ("not dentists but vets", "vets"),
        ("Not dentists, vets", "vets"),
        ("no, vets", "vets"),
        ("Wrong, we sell to vets", "vets"),
        ("That's wrong. It's vets.", "vets"),
        ("vets, actually", "vets"),
    ] {
        let understood = stage().says(said);
        let found: Vec<(&str, String)> = understood.findings.iter().map(|one| (one.key.as_str(), words(&one.value))).collect();
        assert_eq!(found, [("target_market", wanted.to_owned())], "{said:?}");
    }
}

#[test]
fn what_it_should_be_instead_is_an_open_answer() {
    let business = built_in(ContextType::BusinessProfile);
    for (key, held, said, wanted) in [
        ("target_market", "dentists", "lawyers", "lawyers"),
        ("target_market", "dentists", "small law firms in the countryside", "small law firms in the countryside"),
        ("target_market", "dentists", "It should be law firms", "law firms"),
        ("target_market", "dentists", "law firms, please", "law firms"),
        ("primary_goal", "sell more", "grow to 20 people", "grow to 20 people"),
        ("primary_goal", "sell more", "We want to open a second branch", "open a second branch"),
        ("main_challenge", "money", "No, I said that nobody answers our emails", "nobody answers our emails"),
    ] {
        let understood = Stage::new(&business).held(key, held).settling(key).says(said);
        let found: Vec<(&str, String)> = understood.findings.iter().map(|one| (one.key.as_str(), words(&one.value))).collect();
        assert_eq!(found, [(key, wanted.to_owned())], "{said:?}");
        assert!(understood.findings[0].confidence > protocol::Confidence::hundredths(70), "{said:?}: {:?}", understood.findings);
    }
    for said in ["no", "wrong", "idk", "no idea", "keep it", "keep the old one", "later", "skip it", "why?", "maybe"] {
        let understood = Stage::new(&business).held("target_market", "dentists").settling("target_market").says(said);
        assert!(understood.findings.is_empty(), "{said:?}: {:?}", understood.findings);
    }
}

#[test]
fn of_two_texts_either_or_a_third_may_be_said() {
    let stage =
        || Stage::new(&built_in(ContextType::BusinessProfile)).held("target_market", "dentists").against("target_market", "vets");
    for (said, wanted, sure) in [
        ("dentists", "dentists", true),
        ("vets", "vets", true),
        ("Vets, please", "vets", true),
        ("Perhaps it's lawyers", "lawyers", false),
        ("maybe the lawyers", "lawyers", false),
        ("no, actually it's lawyers", "lawyers", true),
    ] {
        let understood = stage().says(said);
        let found: Vec<(&str, String)> = understood.findings.iter().map(|one| (one.key.as_str(), words(&one.value))).collect();
        assert_eq!(found, [("target_market", wanted.to_owned())], "{said:?}");
        let hedged = understood.findings[0].manner == Manner::Hedged;
        assert_eq!(hedged, !sure, "{said:?}: {:?}", understood.findings);
    }
    for said in ["yes", "no", "both of them are wrong", "hmm", "I don't know", "why?"] {
        let understood = stage().says(said);
        assert!(understood.findings.is_empty(), "{said:?}: {:?}", understood.findings);
    }
}

#[test]
fn the_question_before_a_negotiation_may_be_answered_in_it() {
    let idea = built_in(ContextType::IdeaDiscovery);
    let question = "Who runs into that problem most often?";
    let stage = || {
        Stage::new(&idea)
            .turn(protocol::interview::Speaker::Agent, question)
            .turn(protocol::interview::Speaker::User, "No, actually it's about wallets, not keys")
            .turn(protocol::interview::Speaker::Agent, "You said keys before and wallets now. Which is it?")
            .left_open("audience")
            .held("idea_summary", "an app that finds lost keys")
            .against("idea_summary", "an app that finds lost wallets")
    };
    let understood = stage().says("students, mostly");
    let found: Vec<(&str, String)> = understood.findings.iter().map(|one| (one.key.as_str(), words(&one.value))).collect();
    assert_eq!(found, [("audience", "students".to_owned())]);
    let understood = stage().says("Perhaps the idea is a sticker");
    let found: Vec<(&str, String)> = understood.findings.iter().map(|one| (one.key.as_str(), words(&one.value))).collect();
    assert_eq!(found, [("idea_summary", "sticker".to_owned())]);
    assert_eq!(understood.findings[0].manner, Manner::Hedged, "a third value that is not sure is asked about");
}
