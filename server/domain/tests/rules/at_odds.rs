//! While two values of one answer are at odds: what else is told, and how the interview ends.

use domain::interview::{Manner, Move, Next, Remark};
use protocol::interview::{InterviewCommand, NegotiationStatus, Resolution, SessionStatus};
use serde_json::json;
use testkit::{ShapeObjective, Talk, definition, saying, template};

/// A table is ordered: of oak, or of pine after all.
fn disputed(sure: bool) -> Talk {
    let mut talk = Talk::over(definition(["wood", "height", "colour"].map(template).to_vec()).requiring(&["wood"]));
    talk.hear(saying("Oak").found("wood", "Oak", 0.9));
    let (confidence, manner) = if sure { (0.9, Manner::Direct) } else { (0.5, Manner::Hedged) };
    let plan = talk.hear(saying("Of pine").found("wood", "pine", confidence).manner(manner));
    assert_eq!(plan.next, settle());
    talk
}

fn settle() -> Next {
    Next::Settle { key: "wood".into(), was: json!("Oak"), proposed: Some(json!("pine")) }
}

fn status(talk: &Talk) -> Option<NegotiationStatus> {
    talk.one("wood").negotiation.as_ref().map(|one| one.status)
}

fn left(keys: &[&str], recap: bool) -> Next {
    Next::Close { left: keys.iter().map(|&key| key.to_owned()).collect(), recap }
}

fn put_off() -> Remark {
    Remark::NegotiationDeferred { key: "wood".into() }
}

#[test]
fn what_is_told_of_another_answer_is_taken_and_the_choice_asked_again() {
    for sure in [true, false] {
        let mut talk = disputed(sure);
        let plan = talk.hear(saying("It is waist high").found("height", "waist high", 0.9));
        assert_eq!(plan.next, settle(), "sure: {sure}");
        assert_eq!(plan.took.iter().map(|took| took.key.as_str()).collect::<Vec<_>>(), ["height"]);
        assert_eq!(talk.one("height").value, Some(json!("waist high")));
        assert_eq!(talk.one("wood").value, Some(json!("Oak")));
    }
}

#[test]
fn it_is_not_asked_again_for_ever() {
    let mut talk = disputed(false);
    talk.hear(saying("It is waist high").found("height", "waist high", 0.9));
    let plan = talk.hear(saying("And green").found("colour", "green", 0.9));
    assert!(plan.remarks.contains(&put_off()), "{:?}", plan.remarks);
    assert_eq!(status(&talk), Some(NegotiationStatus::Deferred));
}

#[test]
fn who_leaves_the_choice_and_wants_to_end_hears_that_it_is_undecided_first() {
    let leave = [Move::Skip { key: None }, Move::Defer { key: None }, Move::DontKnow { key: None }];
    for (leave, insists) in leave.into_iter().flat_map(|one| [(one.clone(), false), (one, true)]) {
        let mut talk = disputed(true);
        let mut first = saying("Skip it, that's all").doing(leave.clone()).doing(Move::Done);
        if insists {
            first = first.doing(Move::Pause);
        }
        let plan = talk.hear(first);
        assert_eq!(plan.next, left(&["wood", "height", "colour"], true), "{leave:?}");
        assert!(plan.remarks.contains(&put_off()), "{leave:?}: {:?}", plan.remarks);
        assert_eq!(talk.view().status, SessionStatus::Active, "{leave:?}");
        talk.hear(saying("That's all").doing(Move::Done));
        assert_eq!(talk.view().status, SessionStatus::Completed, "{leave:?}");
        assert_eq!(talk.one("wood").value, Some(json!("Oak")));
    }
}

#[test]
fn a_wish_to_end_while_it_is_open_names_it_and_asks_again() {
    let mut talk = disputed(true);
    let plan = talk.hear(saying("That's all").doing(Move::Done));
    assert_eq!(plan.next, settle());
    assert_eq!(plan.remarks, [Remark::NotYet { blockers: vec!["to be settled: Wood".into()] }]);
    assert_eq!(talk.view().status, SessionStatus::Active);
}

#[test]
fn every_offer_to_end_names_what_nobody_decided_and_none_what_was_decided_since() {
    let decided =
        InterviewCommand::ResolveNegotiation { key: "wood".into(), resolution: Resolution::UserAccepted, final_value: None };
    for (command, open) in [(None, vec!["wood"]), (Some(decided), vec![])] {
        let mut talk = disputed(true);
        talk.hear(saying("Later").doing(Move::Defer { key: None }));
        if let Some(command) = command {
            talk.by_hand(command).expect("it is not settled");
        }
        talk.hear(saying("It is waist high").found("height", "waist high", 0.9));
        let plan = talk.hear(saying("And green").found("colour", "green", 0.9));
        assert_eq!(plan.next, left(&open, true));
        talk.hear(saying("Yes").doing(Move::Accept { key: None }));
        assert_eq!(talk.view().status, SessionStatus::Completed);
    }
}
