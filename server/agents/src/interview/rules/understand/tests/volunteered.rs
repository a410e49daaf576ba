//! Values that nobody asked for, corrections, and what must not be taken for a value.

use super::stage::{Stage, firm, removal, value, values};
use domain::interview::{Manner, Move};
use serde_json::json;

#[test]
fn one_message_may_answer_several_things() {
    let understood = Stage::new(&removal()).asked("moving_day").says("On March 20th, from Leeds to York, and we have a piano.");
    assert_eq!(value(&understood, "moving_day").and_then(|day| day.get("date").cloned()), Some(json!("2027-03-20")));
    assert_eq!(value(&understood, "from_town"), Some(json!("Leeds")));
    assert_eq!(value(&understood, "to_town"), Some(json!("York")));
    assert_eq!(value(&understood, "heavy"), Some(json!(["piano"])));
}

#[test]
fn a_value_is_taken_where_it_is_named() {
    for (said, key, wanted) in [
        ("Our annual revenue is $2 million", "revenue", json!({"value": 2_000_000, "unit": "USD", "text": "$2 million"})),
        ("We have 30 employees", "employees", json!(30)),
        ("The launch date is May 2nd, 2027", "launch", json!({"date": "2027-05-02", "text": "May 2nd, 2027"})),
        ("Our customer size is small businesses", "company_size", json!("small")),
    ] {
        let understood = Stage::new(&firm()).asked("obstacles").says(said);
        assert_eq!(value(&understood, key), Some(wanted), "{said}");
    }
}

#[test]
fn a_correction_takes_the_new_value_and_never_the_denied_one() {
    for said in [
        "No, actually it's small businesses, not enterprise",
        "Actually small businesses, not enterprise.",
        "I meant small businesses instead of enterprise",
        "sorry, small businesses",
        "change the customer size to small businesses",
    ] {
        let understood = Stage::new(&firm()).held("company_size", "enterprise").asked("obstacles").says(said);
        let found = understood.findings.iter().find(|one| one.key == "company_size");
        assert_eq!(found.map(|one| (&one.value, one.manner)), Some((&json!("small"), Manner::Corrected)), "{said}");
        assert!(understood.moves.contains(&Move::Correct { key: "company_size".to_owned() }), "{said}: {:?}", understood.moves);
        assert!(value(&understood, "obstacles").is_none(), "{said}: {:?}", understood.findings);
    }
}

#[test]
fn a_read_back_is_corrected_by_another_value() {
    let understood = Stage::new(&firm()).held("employees", 30).read_back("employees").says("No, it's 35");
    assert_eq!(value(&understood, "employees"), Some(json!(35)));
    assert!(understood.moves.contains(&Move::Correct { key: "employees".to_owned() }));
    let text = Stage::new(&firm()).held("target_market", "dentists").read_back("target_market").says("No, it's vets");
    assert_eq!(value(&text, "target_market"), Some(json!("vets")));
}

#[test]
fn what_is_held_already_is_not_found_again() {
    let understood =
        Stage::new(&firm()).held("employees", 30).asked("obstacles").says("With 30 employees it is a question of money");
    assert_eq!(value(&understood, "employees"), None);
}

#[test]
fn questions_fill_nothing() {
    for said in [
        "What does enterprise mean?", "Do you mean small businesses?", "Is retail one of the options?",
        "How many employees do others have?", "Why do you want to know our revenue?", "Should I count part-time employees?",
    ] {
        for key in ["company_size", "target_market", "channels", "employees"] {
            let understood = Stage::new(&firm()).asked(key).says(said);
            assert!(understood.findings.is_empty(), "{said} to {key}: {:?}", values(&understood));
        }
    }
}

#[test]
fn an_open_value_is_taken_and_corrected_where_it_is_named() {
    let fresh = Stage::new(&firm()).asked("employees").says("Our target market is vets");
    assert_eq!(values(&fresh), [("target_market".to_owned(), json!("vets"))]);
    let changed = Stage::new(&firm())
        .held("target_market", "dentists")
        .asked("obstacles")
        .says("Actually, our target market is vets, not dentists");
    let found = changed.findings.iter().find(|one| one.key == "target_market");
    assert_eq!(found.map(|one| one.manner), Some(Manner::Corrected));
    assert_eq!(found.map(|one| &one.value), Some(&json!("vets")));
    assert_eq!(value(&changed, "obstacles"), None);
}

#[test]
fn a_no_belongs_to_what_is_corrected_with_it() {
    let moves = |said: &str| {
        let stage = Stage::new(&firm()).held("target_market", "dentists").held("employees", 12).read_back("target_market");
        let understood = stage.says(said);
        (value(&understood, "employees"), understood.moves)
    };
    for said in ["No, actually it's 15, not 12", "No. We have 15 employees, not 12.", "Sorry, no, it's 15 employees, not 12"] {
        let (found, moves) = moves(said);
        assert_eq!(found, Some(json!(15)), "{said}");
        assert!(!moves.iter().any(|one| matches!(one, Move::Reject { .. })), "{said}: {moves:?}");
    }
    let (_, refused) = moves("That's wrong. And we have 15 employees, not 12.");
    assert!(refused.contains(&Move::Reject { key: Some("target_market".to_owned()) }), "{refused:?}");
    let (_, plain) = moves("No, that's wrong");
    assert!(plain.contains(&Move::Reject { key: None }), "{plain:?}");
    let (_, never) = moves("definitely not");
    assert!(never.contains(&Move::Reject { key: None }) && !never.contains(&Move::Accept { key: None }), "{never:?}");
}
