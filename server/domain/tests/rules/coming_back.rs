//! What is come back to, when, and that the agent never just falls silent.

use domain::interview::{Manner, Move, Next, Remark, ReplyPlan};
use protocol::{
    Confidence,
    interview::{InterviewCommand, NegotiationStatus, Phase, Resolution, Status},
};
use serde_json::json;
use testkit::{Saying, Shape, ShapeObjective, Talk, definition, saying, template};

fn asked_key(plan: &ReplyPlan) -> Option<&str> {
    match &plan.next {
        Next::Ask { key, .. } => Some(key),
        _ => None,
    }
}

fn small_talk() -> Saying {
    saying("Nice weather").doing(Move::SmallTalk)
}

fn fine(talk: &mut Talk) -> ReplyPlan {
    let key = asked_key(talk.plan()).expect("asked").to_owned();
    talk.hear(saying("Fine").found(&key, "Fine", 0.9)).clone()
}

fn defer(talk: &mut Talk, key: &str) {
    talk.by_hand(InterviewCommand::Defer { key: key.into(), reason: None }).expect("open");
}

/// "Later" in the panel names no turn: it comes after everything else that may be asked, and before the offer to finish.
#[test]
fn without_a_turn_it_comes_after_the_rest_and_before_the_end() {
    let mut talk = Talk::over(definition(["a", "b", "c"].map(template).to_vec()).closing_with(1, 0.5));
    defer(&mut talk, "a");
    assert_eq!(asked_key(talk.plan()), Some("b"));
    assert_eq!(asked_key(&fine(&mut talk)), Some("c"));
    let plan = fine(&mut talk);
    assert_eq!(plan.next, Next::Ask { key: "a".into(), attempt: 2, following_up: Some("you wanted to come back to it".into()) });
    talk.hear(saying("Later").doing(Move::Defer { key: None }));
    assert!(matches!(talk.plan().next, Next::Close { .. }), "once more put off, it is left: {:?}", talk.plan().next);
}

#[test]
fn what_is_required_comes_before_what_was_put_off() {
    let mut talk = Talk::over(definition(["a", "b", "c"].map(template).to_vec()).requiring(&["c"]).closing_with(1, 0.5));
    defer(&mut talk, "c");
    defer(&mut talk, "a");
    let plan = fine(&mut talk);
    assert_eq!(asked_key(&plan), Some("c"), "put off, but required");
    assert_eq!(asked_key(&fine(&mut talk)), Some("a"));
}

#[test]
fn towards_the_end_what_is_missing_comes_before_what_is_due() {
    let keys = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let mut obligations: Vec<_> = keys.iter().map(|key| template(key)).collect();
    obligations.push(template("last").priority(1));
    let mut talk = Talk::over(definition(obligations).requiring(&["last"]).closing_with(9, 0.5));
    talk.hear(saying("Later").doing(Move::Defer { key: None }));
    let rest: Vec<String> = keys[1..].iter().map(|&key| key.to_owned()).collect();
    for key in rest {
        talk.hear(saying("Fine").found(&key, "Fine", 1.0));
    }
    assert_eq!(talk.view().phase, Phase::Validation);
    assert_eq!(asked_key(talk.plan()), Some("last"), "a is due, but last is needed");
}

#[test]
fn a_doubtful_contradiction_of_a_firm_value_is_asked_about() {
    for (manner, confidence) in [(Manner::Hedged, 0.5), (Manner::Vague, 0.3), (Manner::Direct, 0.6)] {
        let mut talk = Talk::over(definition(vec![template("market"), template("b")]));
        talk.hear(saying("Dentists").found("market", "Dentists", 0.9));
        let plan = talk.hear(saying("Maybe clinics").found("market", "clinics", confidence).manner(manner));
        let settle = Next::Settle { key: "market".into(), was: json!("Dentists"), proposed: Some(json!("clinics")) };
        assert_eq!(plan.next, settle, "you said dentists before; is it clinics now? ({manner:?})");
        assert_eq!((talk.one("market").value.clone(), talk.status("market")), (Some(json!("Dentists")), Status::Satisfied));
    }
}

#[test]
fn how_a_doubtful_contradiction_ends() {
    for (answer, value, resolution) in [
        (Move::Accept { key: None }, "clinics", Resolution::UserAccepted),
        (Move::Reject { key: None }, "Dentists", Resolution::AgentAccepted),
    ] {
        let mut talk = Talk::over(definition(vec![template("market"), template("b")]));
        talk.hear(saying("Dentists").found("market", "Dentists", 0.9));
        talk.hear(saying("Maybe clinics").found("market", "clinics", 0.5).manner(Manner::Hedged));
        talk.hear(saying("Hm").doing(answer));
        assert_eq!(talk.one("market").value, Some(json!(value)));
        assert_eq!(talk.one("market").negotiation.as_ref().and_then(|one| one.resolution), Some(resolution));
    }
}

#[test]
fn a_doubtful_contradiction_is_asked_about_once() {
    let mut talk = Talk::over(definition(vec![template("market"), template("b")]));
    talk.hear(saying("Dentists").found("market", "Dentists", 0.9));
    talk.hear(saying("Maybe clinics").found("market", "clinics", 0.5).manner(Manner::Hedged));
    let plan = talk.hear(small_talk());
    assert_eq!(plan.remarks, [Remark::SmallTalk, Remark::NegotiationDeferred { key: "market".into() }]);
    assert_eq!(asked_key(plan), Some("b"));
    assert_eq!(talk.one("market").negotiation.as_ref().map(|one| one.status), Some(NegotiationStatus::Deferred));
}

#[test]
fn what_merely_follows_from_other_words_does_not_shake_a_firm_value() {
    let mut talk = Talk::over(definition(vec![template("market"), template("b")]));
    talk.hear(saying("Dentists").found("market", "Dentists", 0.9));
    talk.hear(saying("The clinics next door").found("market", "clinics", 0.6).manner(Manner::Implied));
    assert!(talk.one("market").negotiation.is_none());
}

#[test]
fn a_read_back_that_was_passed_over_comes_once_more_a_little_later() {
    let mut talk = Talk::over(definition(["a", "b", "c", "d", "e", "f"].map(template).to_vec()).closing_with(6, 0.5));
    let red = || Next::ReadBack { key: "a".into(), value: json!("red") };
    let mut said = vec![talk.hear(saying("Maybe red").found("a", "red", 0.5)).next == red()];
    for key in ["b", "c", "d", "e", "f"] {
        said.push(talk.hear(saying("Fine").found(key, "Fine", 0.9)).next == red());
    }
    assert_eq!(said, [true, false, false, true, false, false], "not in the next turn, and not a third time");
}

#[test]
fn yes_to_the_second_read_back_counts() {
    let mut talk = Talk::over(definition(["a", "b", "c"].map(template).to_vec()).closing_with(3, 0.5));
    talk.hear(saying("Maybe red").found("a", "red", 0.5));
    talk.hear(saying("Blue").found("b", "Blue", 0.9));
    talk.hear(saying("Green").found("c", "Green", 0.9));
    assert_eq!(talk.plan().next, Next::ReadBack { key: "a".into(), value: json!("red") });
    talk.hear(saying("Yes").doing(Move::Accept { key: None }));
    assert_eq!(talk.status("a"), Status::Satisfied);
    assert!(talk.view().memory.pending_follow_ups.is_empty());
    assert!(matches!(talk.plan().next, Next::Close { .. }));
}

#[test]
fn a_read_back_that_was_taken_up_does_not_come_again() {
    for answer in [
        saying("Hm, red").found("a", "red", 0.5),
        saying("I don't know").doing(Move::DontKnow { key: None }),
        saying("Why?").doing(Move::AskWhy { key: None }),
    ] {
        let mut talk = Talk::over(definition(["a", "b", "c", "d", "e"].map(template).to_vec()).closing_with(5, 0.5));
        talk.hear(saying("Maybe red").found("a", "red", 0.5));
        talk.hear(answer.clone());
        let pending = &talk.view().memory.pending_follow_ups;
        assert!(pending.iter().all(|one| one.reason.starts_with("you said")) || pending.is_empty(), "{pending:?}");
    }
}

/// What is said to the one read-back, and how sure the value is then.
#[test]
fn a_value_that_was_agreed_to_is_asked_about_no_more_until_it_changes() {
    let keys = ["b", "c", "d", "e", "f", "g", "h"];
    let hedged = |words: Saying| words.found("a", "red", 0.58).manner(Manner::Hedged);
    for (answer, sure) in [
        (hedged(saying("Probably red")), 80),
        (hedged(saying("I think so")), 80),
        (saying("I think so").doing(Move::Accept { key: None }), 96),
        (hedged(saying("Yes, red I think")).doing(Move::Accept { key: None }), 96),
    ] {
        let words = answer.text.clone();
        let all = std::iter::once("a").chain(keys).map(template).collect();
        let mut talk = Talk::over(definition(all).closing_with(8, 0.5));
        talk.hear(hedged(saying("Maybe red")));
        assert_eq!(talk.plan().next, Next::ReadBack { key: "a".into(), value: json!("red") });
        talk.hear(answer);
        assert_eq!((talk.status("a"), talk.one("a").confidence), (Status::Satisfied, Confidence::hundredths(sure)), "{words}");
        for key in keys {
            assert!(!matches!(&talk.plan().next, Next::Ask { key, .. } | Next::ReadBack { key, .. } if key == "a"), "{words}");
            talk.hear(saying("Fine").found(key, "Fine", 0.9));
        }
        assert!(matches!(talk.plan().next, Next::Close { .. }), "{words}: {:?}", talk.plan().next);
        let blue = saying("Not red, perhaps blue").found("a", "blue", 0.58).manner(Manner::Hedged);
        let plan = talk.hear(blue.doing(Move::Overrule { key: "a".into() }));
        assert_eq!(plan.next, Next::ReadBack { key: "a".into(), value: json!("blue") }, "{words}: it has changed");
    }
}

#[test]
fn no_and_vague_words_agree_to_nothing() {
    for answer in [
        saying("No, perhaps red").found("a", "red", 0.58).manner(Manner::Hedged).doing(Move::Reject { key: None }),
        saying("Something like red").found("a", "red", 0.35).manner(Manner::Vague),
    ] {
        let mut talk = Talk::over(definition(["a", "b"].map(template).to_vec()));
        talk.hear(saying("Maybe red").found("a", "red", 0.58).manner(Manner::Hedged));
        let words = answer.text.clone();
        talk.hear(answer);
        assert_eq!((talk.status("a"), talk.one("a").confidence), (Status::Partial, Confidence::hundredths(58)), "{words}");
    }
}

/// Half known, required, and asked as often as it may be: it is not asked for ever, and the reply explains how to give it.
#[test]
fn a_required_answer_that_stays_half_known_is_left_to_the_person() {
    let mut talk = Talk::over(definition(vec![template("a").attempts(1), template("b")]).requiring(&["a"]).closing_with(1, 0.5));
    talk.hear(saying("Maybe red").found("a", "red", 0.5));
    for _ in 0..12 {
        talk.hear(small_talk());
    }
    assert_eq!((talk.status("a"), talk.one("a").attempts), (Status::Partial, 1));
    assert_eq!(talk.plan().next, Next::Nothing);
    let open = || Remark::AnyTime { keys: vec!["a".into()] };
    assert!(talk.plan().remarks.contains(&open()), "{:?}", talk.plan().remarks);
    assert!(talk.plan().remarks.iter().any(|one| matches!(one, Remark::NotYet { .. })));
    assert!(talk.view().completeness.blockers.iter().any(|one| one.contains("still needed: A")));
    talk.by_hand(InterviewCommand::SetValue { key: "a".into(), value: json!("Red") }).expect("it fits");
    assert!(matches!(talk.plan().next, Next::Close { .. }), "given by hand, it goes on: {:?}", talk.plan().next);
}

#[test]
fn silence_is_never_without_words() {
    let mut talk = Talk::over(definition(vec![template("a").attempts(1)]).requiring(&["a"]));
    for once_more in [false, true, false, false, false] {
        let plan = talk.hear(small_talk());
        assert_eq!(asked_key(plan), once_more.then_some("a"), "{:?}", plan.next);
        assert_eq!(plan.remarks.contains(&Remark::AnyTime { keys: vec!["a".into()] }), !once_more, "{:?}", plan.remarks);
    }
}

/// Given up in the midst, it is asked for once more when nothing else is left, and never again.
#[test]
fn a_required_answer_that_was_given_up_is_asked_for_once_more_at_the_end() {
    let objective = || {
        let all = vec![template("need").attempts(2).priority(9), template("b"), template("wish").attempts(1).priority(1)];
        definition(all).requiring(&["need"]).closing_with(1, 0.5)
    };
    let unknown = || saying("No idea").doing(Move::DontKnow { key: None });
    let begun = || {
        let mut talk = Talk::over(objective());
        talk.hear(small_talk());
        assert_eq!(asked_key(talk.hear(small_talk())), Some("b"), "asked twice, and given up");
        assert_eq!(talk.status("need"), Status::Deferred);
        assert_eq!(asked_key(&fine(&mut talk)), Some("wish"));
        talk
    };
    let mut talk = begun();
    let plan = talk.hear(unknown());
    let again = Next::Ask { key: "need".into(), attempt: 3, following_up: Some("asked 2 times without an answer".into()) };
    assert_eq!(plan.next, again, "in other words, before the end");
    talk.hear(saying("Bread").found("need", "Bread", 0.9));
    assert!(matches!(talk.plan().next, Next::Close { .. }), "{:?}", talk.plan().next);

    let mut talk = begun();
    talk.hear(unknown());
    for _ in 0..6 {
        let plan = talk.hear(unknown());
        assert_eq!(plan.next, Next::Nothing, "never again");
    }
    assert_eq!((talk.one("need").attempts, talk.status("need")), (3, Status::Deferred));

    let mut talk = begun();
    let plan = talk.hear(saying("That's all").doing(Move::Done));
    assert_eq!(asked_key(plan), Some("need"), "also for whoever wants to end");
    assert_ne!(asked_key(talk.hear(saying("That's all").doing(Move::Done))), Some("need"));
}

/// Asked as often as it may be: without a value it is put off with a reason, half known it keeps its value and is asked no more.
#[test]
fn what_becomes_of_what_was_asked_often_enough() {
    for (answer, required, status, reason) in [
        (None, false, Status::Deferred, Some("asked 2 times without an answer")),
        (None, true, Status::Deferred, Some("asked 3 times without an answer")),
        (Some(0.5), false, Status::Partial, None),
        (Some(0.5), true, Status::Partial, None),
        (Some(0.9), false, Status::Satisfied, None),
    ] {
        let needed: &[&str] = if required { &["a"] } else { &[] };
        let mut talk = Talk::over(definition(vec![template("a").attempts(2)]).requiring(needed).closing_with(1, 0.5));
        talk.hear(saying("Hm").doing(Move::DontKnow { key: None }));
        match answer {
            None => talk.hear(saying("No idea").doing(Move::DontKnow { key: None })),
            Some(sure) => talk.hear(saying("Maybe red").found("a", "red", sure)),
        };
        for _ in 0..4 {
            talk.hear(small_talk());
        }
        let once_more = u32::from(required && answer.is_none());
        assert_eq!((talk.status("a"), talk.one("a").attempts), (status, 2 + once_more), "{answer:?}");
        assert_eq!(talk.one("a").reason.as_deref(), reason, "{answer:?}");
        assert_eq!(talk.one("a").value.is_some(), answer.is_some());
    }
}
