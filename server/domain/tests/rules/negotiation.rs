//! Negotiation Protocol: who may change a value, and how it ends.

use domain::{
    RefusalKind,
    interview::{Manner, Move, Next, Remark},
};
use protocol::{
    Band,
    interview::{
        InterviewCommand, InterviewEvent, Negotiation, NegotiationStatus, ObjectiveDefinition, Resolution, Status, UserResponse,
    },
};
use serde_json::{Value, json};
use testkit::{Saying, Shape, Talk, definition, saying, template};

fn objective() -> ObjectiveDefinition {
    definition(vec![template("market"), template("budget").number(), template("goal").priority(1)])
}

/// The market is firmly "enterprise businesses".
fn firm() -> Talk {
    let mut talk = Talk::over(objective());
    talk.hear(saying("We sell to enterprise businesses").found("market", "enterprise businesses", 0.9));
    assert_eq!(talk.status("market"), Status::Satisfied);
    talk
}

/// "small businesses" stands against it.
fn disputed() -> Talk {
    let mut talk = firm();
    talk.hear(against());
    talk
}

fn against() -> Saying {
    saying("Our customers are small businesses").found("market", "small businesses", 0.9)
}

fn negotiation(talk: &Talk) -> &Negotiation {
    talk.one("market").negotiation.as_ref().expect("it was negotiated")
}

fn accept() -> Move {
    Move::Accept { key: None }
}

fn reject() -> Move {
    Move::Reject { key: None }
}

#[test]
fn correcting_a_value_that_was_read_back_settles_it_at_once_as_in_the_seeds_example() {
    let mut talk = Talk::over(objective());
    let plan = talk.hear(saying("Maybe enterprise businesses").found("market", "enterprise businesses", 0.6));
    assert_eq!(plan.next, Next::ReadBack { key: "market".into(), value: json!("enterprise businesses") });
    let said = saying("No, actually it's small businesses, not enterprise.");
    talk.hear(said.found("market", "small businesses", 0.95).manner(Manner::Corrected).doing(reject()));
    let found = serde_json::to_value(negotiation(&talk)).expect("JSON");
    assert_eq!(found["status"], "resolved");
    assert_eq!(found["finalValue"], "small businesses");
    let round = &found["rounds"][0];
    assert_eq!(
        [&round["turnNumber"], &round["agentProposal"], &round["userResponse"], &round["userValue"]],
        [&json!(2), &json!("enterprise businesses"), &json!("reject"), &json!("small businesses")]
    );
    assert!(round["agentReasoning"].as_str().is_some_and(|text| !text.is_empty()));
    assert_eq!(round["evidence"]["quote"], "small businesses");
    assert_eq!(talk.one("market").value, Some(json!("small businesses")));
    assert_eq!(talk.status("market"), Status::Satisfied);
}

#[test]
fn a_firm_value_is_not_overwritten_in_words() {
    let mut talk = firm();
    let plan = talk.hear(against());
    let settle =
        Next::Settle { key: "market".into(), was: json!("enterprise businesses"), proposed: Some(json!("small businesses")) };
    assert_eq!(plan.next, settle);
    assert!(plan.took.is_empty());
    assert_eq!(talk.one("market").value, Some(json!("enterprise businesses")));
    assert!(negotiation(&talk).is_active());
    assert_eq!(talk.view().completeness.blockers, ["to be settled: Market"]);
}

#[test]
fn how_an_open_negotiation_ends() {
    let third = || saying("Rather both, I would say: any businesses").found("market", "any businesses", 0.85);
    for (answer, value, resolution) in [
        (saying("Yes").doing(accept()), "small businesses", Resolution::UserAccepted),
        (against(), "small businesses", Resolution::UserAccepted),
        (saying("No").doing(reject()), "enterprise businesses", Resolution::AgentAccepted),
        (
            saying("It stays enterprise businesses").found("market", "enterprise businesses", 0.9).doing(reject()),
            "enterprise businesses",
            Resolution::AgentAccepted,
        ),
        (third(), "any businesses", Resolution::Compromise),
    ] {
        let mut talk = disputed();
        let plan = talk.hear(answer);
        assert_eq!(plan.remarks, [Remark::Settled { key: "market".into(), value: json!(value) }]);
        let market = talk.one("market");
        assert_eq!(market.value, Some(json!(value)));
        assert_eq!(market.confidence.band(), Band::VeryHigh, "what was argued over is known very well");
        let found = negotiation(&talk);
        assert_eq!(found.status, NegotiationStatus::Resolved);
        assert_eq!((found.resolution, &found.final_value), (Some(resolution), &Some(json!(value))));
        assert!(!matches!(talk.plan().next, Next::Settle { .. }), "what is settled is not asked again");
    }
}

#[test]
fn a_third_value_that_is_not_sure_is_asked_about() {
    let mut talk = disputed();
    let plan = talk.hear(saying("Perhaps any businesses").found("market", "any businesses", 0.58).manner(Manner::Hedged));
    let settle =
        Next::Settle { key: "market".into(), was: json!("enterprise businesses"), proposed: Some(json!("any businesses")) };
    assert_eq!(plan.next, settle);
    assert_eq!(talk.one("market").value, Some(json!("enterprise businesses")));
    talk.hear(saying("Yes").doing(accept()));
    assert_eq!(talk.one("market").value, Some(json!("any businesses")));
}

#[test]
fn undo_brings_the_value_before_the_negotiation_back() {
    let mut talk = disputed();
    talk.hear(saying("Yes").doing(accept()));
    let before = talk.one("market").past[0].confidence;
    talk.by_hand(InterviewCommand::Undo { key: "market".into() }).expect("there is an earlier value");
    assert_eq!((talk.one("market").value.clone(), talk.one("market").confidence), (Some(json!("enterprise businesses")), before));
    let stands = negotiation(&talk);
    assert_eq!((stands.status, stands.resolution, &stands.final_value), (NegotiationStatus::Deferred, None, &None));
    assert_eq!(stands.rounds.len(), 1, "what was said stays");
    let refused = talk.by_hand(InterviewCommand::Undo { key: "market".into() }).expect_err("nothing is left to undo");
    assert_eq!(refused.kind, RefusalKind::Conflict);
}

#[test]
fn later_skip_and_i_do_not_know_leave_the_held_value_for_now() {
    for way in [Move::Defer { key: None }, Move::Skip { key: None }, Move::DontKnow { key: None }] {
        let mut talk = disputed();
        let plan = talk.hear(saying("Hmm").doing(way.clone()));
        assert_eq!(plan.remarks, [Remark::NegotiationDeferred { key: "market".into() }], "{way:?}");
        assert!(matches!(plan.next, Next::Ask { .. }), "{way:?}: another question follows");
        assert_eq!(negotiation(&talk).status, NegotiationStatus::Deferred);
        assert_eq!(
            (talk.status("market"), talk.one("market").value.clone()),
            (Status::Satisfied, Some(json!("enterprise businesses")))
        );
        talk.hear(against());
        assert!(negotiation(&talk).is_active(), "said again, it is open again");
        assert_eq!(negotiation(&talk).rounds.len(), 2, "with its rounds kept");
    }
}

#[test]
fn a_choice_that_the_person_ignores_is_not_asked_for_ever() {
    let mut talk = disputed();
    let mut asked = 1;
    for _ in 0..8 {
        let plan = talk.hear(saying("Nice weather").doing(Move::SmallTalk));
        asked += usize::from(matches!(plan.next, Next::Settle { .. }));
    }
    assert_eq!(asked, 3, "as often as a question may be asked");
    assert_eq!(negotiation(&talk).status, NegotiationStatus::Deferred);
}

#[test]
fn no_to_a_value_read_back_asks_what_instead() {
    let mut talk = Talk::over(objective());
    talk.hear(saying("Maybe shops").found("market", "shops", 0.6));
    let plan = talk.hear(saying("No").doing(reject()));
    assert_eq!(plan.remarks, [Remark::WhatInstead { key: "market".into() }]);
    assert_eq!(plan.next, Next::Settle { key: "market".into(), was: json!("shops"), proposed: None });
    talk.hear(saying("Dentists, I mean").found("market", "Dentists", 0.8));
    assert_eq!(talk.one("market").value, Some(json!("Dentists")));
    assert_eq!(negotiation(&talk).resolution, Some(Resolution::UserAccepted));
}

/// A value argued about earlier is no proposal in a later disagreement.
#[test]
fn an_old_proposal_does_not_come_back() {
    let mut talk = disputed();
    talk.hear(saying("No").doing(reject()));
    let plan = talk.hear(saying("My market is wrong").doing(Move::Reject { key: Some("market".into()) }));
    assert_eq!(plan.next, Next::Settle { key: "market".into(), was: json!("enterprise businesses"), proposed: None });
    talk.hear(saying("Clinics then").found("market", "Clinics", 0.9));
    assert_eq!(negotiation(&talk).resolution, Some(Resolution::UserAccepted));
}

#[test]
fn going_back_says_nothing_of_a_mistake() {
    let mut talk = firm();
    for _ in 0..2 {
        let plan = talk.hear(saying("Go back to the market").doing(Move::GoBack { key: Some("market".into()) }));
        assert_eq!(plan.next, Next::ReadBack { key: "market".into(), value: json!("enterprise businesses") });
    }
    assert!(talk.one("market").negotiation.is_none());
    talk.hear(saying("Clinics").found("market", "Clinics", 0.9));
    assert_eq!(talk.one("market").value, Some(json!("Clinics")), "what is said to what was shown holds");
}

#[test]
fn a_widget_or_a_hand_settles_it() {
    for by_widget in [true, false] {
        let mut talk = disputed();
        if by_widget {
            talk.widget("market", json!("schools")).expect("it fits");
        } else {
            talk.by_hand(InterviewCommand::SetValue { key: "market".into(), value: json!("schools") }).expect("it fits");
        }
        assert_eq!(negotiation(&talk).status, NegotiationStatus::Resolved);
        assert_eq!(negotiation(&talk).final_value, Some(json!("schools")));
        assert!(talk.view().open_negotiation().is_none());
        assert_eq!(talk.view().completeness.blockers, Vec::<String>::new());
    }
}

#[test]
fn by_command_it_is_started_argued_and_resolved() {
    let mut talk = firm();
    let key = || "market".to_owned();
    talk.by_hand(InterviewCommand::StartNegotiation { key: key(), value: None, reason: Some("too narrow".into()) })
        .expect("held");
    assert_eq!(negotiation(&talk).rounds[0].user_response, UserResponse::Reject);
    talk.by_hand(InterviewCommand::ProposeValue { key: key(), value: json!("  shops ") }).expect("open");
    assert_eq!(negotiation(&talk).proposed(), Some(&json!("shops")), "kept in its one form");
    talk.by_hand(InterviewCommand::DeferNegotiation { key: key() }).expect("open");
    assert!(talk.by_hand(InterviewCommand::DeferNegotiation { key: key() }).expect("put off already").is_empty());
    let resolve = InterviewCommand::ResolveNegotiation { key: key(), resolution: Resolution::UserAccepted, final_value: None };
    talk.by_hand(resolve).expect("a value was proposed");
    assert_eq!(talk.one("market").value, Some(json!("shops")));
    assert_eq!(talk.one("market").confidence.band(), Band::VeryHigh);
}

#[test]
fn what_does_not_fit_is_refused_and_nothing_changes() {
    let start = |key: &str, value: Option<Value>| InterviewCommand::StartNegotiation { key: key.into(), value, reason: None };
    let propose = |key: &str, value: Value| InterviewCommand::ProposeValue { key: key.into(), value };
    let resolve = |key: &str, resolution, final_value: Option<Value>| InterviewCommand::ResolveNegotiation {
        key: key.into(),
        resolution,
        final_value,
    };
    let (unknown, conflict, invalid) = (RefusalKind::Unknown, RefusalKind::Conflict, RefusalKind::Invalid);
    for (open, command, kind) in [
        (false, start("nothing", None), unknown),
        (false, start("budget", None), conflict),
        (false, propose("market", json!("x")), conflict),
        (false, resolve("market", Resolution::UserAccepted, None), conflict),
        (false, InterviewCommand::DeferNegotiation { key: "market".into() }, conflict),
        (false, InterviewCommand::DeferNegotiation { key: "nothing".into() }, unknown),
        (false, start("market", Some(json!([]))), invalid),
        (true, start("market", None), conflict),
        (true, propose("market", json!("")), invalid),
        (true, propose("nothing", json!("x")), unknown),
        (true, resolve("market", Resolution::Compromise, None), invalid),
        (true, resolve("market", Resolution::UserAccepted, Some(json!(null))), invalid),
    ] {
        let mut talk = if open { disputed() } else { firm() };
        let before = talk.interview.clone();
        let refused = talk.by_hand(command.clone()).expect_err(&format!("{command:?}"));
        assert_eq!(refused.kind, kind, "{command:?}: {refused}");
        assert_eq!(talk.interview, before);
    }
}

#[test]
fn every_round_is_an_audit_event() {
    let mut talk = disputed();
    talk.hear(saying("Yes").doing(accept()));
    let stages = talk.pick_events(|event| match event {
        InterviewEvent::Negotiated { negotiation, .. } => Some(negotiation.status),
        _ => None,
    });
    assert_eq!(stages, [NegotiationStatus::Active, NegotiationStatus::Resolved]);
}

#[test]
fn putting_the_obligation_aside_ends_the_argument_about_it() {
    let key = || "market".to_owned();
    for command in [InterviewCommand::Undo { key: key() }, InterviewCommand::Reopen { key: key(), reason: None }] {
        let mut talk = firm();
        talk.widget("market", json!("schools")).expect("it fits");
        talk.hear(against());
        talk.by_hand(command.clone()).expect("allowed");
        let open = matches!(command, InterviewCommand::Reopen { .. });
        assert_eq!(negotiation(&talk).is_active(), open, "{command:?}");
    }
    let mut talk = disputed();
    talk.hear(saying("Forget the market").doing(Move::Withdraw { key: key() }));
    assert_eq!((talk.one("market").value.clone(), talk.status("market")), (None, Status::Pending));
    assert!(!negotiation(&talk).is_active());
}

/// Every event about a negotiation carries all its rounds: opened again and again, only the newest are kept.
#[test]
fn an_argument_without_end_does_not_grow_without_end() {
    let mut talk = firm();
    for _ in 0..120 {
        let key = || "market".to_owned();
        talk.by_hand(InterviewCommand::StartNegotiation { key: key(), value: Some(json!("shops")), reason: None }).expect("held");
        talk.by_hand(InterviewCommand::DeferNegotiation { key: key() }).expect("open");
    }
    assert_eq!(negotiation(&talk).rounds.len(), 50);
}

/// A value proposed for what was put off opens it again, and it is asked about.
#[test]
fn proposing_opens_again_what_was_put_off() {
    let by_hand = InterviewCommand::DeferNegotiation { key: "market".into() };
    for put_off in [None, Some(by_hand)] {
        let mut talk = disputed();
        if let Some(command) = put_off {
            talk.by_hand(command).expect("open");
            assert_eq!(negotiation(&talk).status, NegotiationStatus::Deferred);
        }
        talk.by_hand(InterviewCommand::ProposeValue { key: "market".into(), value: json!("shops") }).expect("not settled");
        assert_eq!(negotiation(&talk).status, NegotiationStatus::Active);
        assert_eq!(talk.view().completeness.blockers, ["to be settled: Market"]);
        let plan = talk.hear(saying("Hello").doing(Move::Greeting));
        assert!(matches!(&plan.next, Next::Settle { proposed: Some(value), .. } if *value == json!("shops")), "{:?}", plan.next);
    }
    let mut talk = disputed();
    talk.hear(saying("Forget the market").doing(Move::Withdraw { key: "market".into() }));
    let propose = InterviewCommand::ProposeValue { key: "market".into(), value: json!("shops") };
    assert_eq!(talk.by_hand(propose).expect_err("nothing is held").kind, RefusalKind::Conflict);
}
