//! Values that cannot both hold: found in the turn that brings them, come back to, and gone when they agree.

use domain::interview::{Move, Next};
use protocol::interview::{InterviewCommand, InterviewEvent, ObjectiveDefinition, Status};
use serde_json::json;
use testkit::{Shape, Talk, definition, saying, template};

fn objective() -> ObjectiveDefinition {
    definition(vec![template("start").date(), template("end").date(), template("team")])
}

/// It starts on the second of May, and ends the day before.
fn at_odds() -> Talk {
    let mut talk = Talk::over(objective());
    talk.widget("start", json!("2026-05-02")).expect("it fits");
    talk.widget("end", json!("2026-05-01")).expect("it fits");
    talk
}

fn detected(talk: &Talk) -> usize {
    talk.pick_events(|event| matches!(event, InterviewEvent::ConflictDetected { .. }).then_some(())).len()
}

#[test]
fn it_is_found_in_the_turn_that_brings_it() {
    let talk = at_odds();
    let conflicts = &talk.view().conflicts;
    assert_eq!((conflicts.len(), &conflicts[0].keys[..]), (1, &["start".to_owned(), "end".to_owned()][..]));
    assert_eq!([talk.status("start"), talk.status("end")], [Status::Partial, Status::Satisfied], "what was chosen last stands");
    assert_eq!(talk.one("start").reason.as_ref(), Some(&conflicts[0].explanation));
}

#[test]
fn the_older_value_is_come_back_to_with_the_reason() {
    let talk = at_odds();
    let Next::Ask { key, following_up, .. } = &talk.plan().next else { panic!("{:?}", talk.plan().next) };
    assert_eq!(key, "start");
    assert_eq!(following_up.as_ref(), Some(&talk.view().conflicts[0].explanation));
}

#[test]
fn said_in_words_both_are_doubtful_and_the_newer_is_read_back() {
    let mut talk = Talk::over(objective());
    talk.hear(saying("On the second of May").found("start", "2026-05-02", 0.9));
    let plan = talk.hear(saying("Over on the first of May").found("end", "2026-05-01", 0.9));
    assert_eq!(plan.next, Next::ReadBack { key: "end".into(), value: json!("2026-05-01") });
    assert_eq!([talk.status("start"), talk.status("end")], [Status::Partial; 2]);
    let plan = talk.hear(saying("Yes").doing(Move::Accept { key: None }));
    assert!(matches!(&plan.next, Next::Ask { key, .. } if key == "start"), "{:?}", plan.next);
}

#[test]
fn it_is_gone_when_one_of_them_changes() {
    type Way = (&'static str, fn(&mut Talk));
    let ways: [Way; 4] = [
        ("said", |talk| {
            talk.hear(saying("In April").found("start", "2026-04-01", 0.9).doing(Move::Correct { key: "start".into() }));
        }),
        ("by widget", |talk| {
            talk.widget("start", json!("2026-04-01")).expect("it fits");
        }),
        ("by hand", |talk| {
            talk.by_hand(InterviewCommand::SetValue { key: "end".into(), value: json!("2026-06-01") }).expect("it fits");
        }),
        ("withdrawn", |talk| {
            talk.hear(saying("Forget the end").doing(Move::Withdraw { key: "end".into() }));
        }),
    ];
    for (way, settle) in ways {
        let mut talk = at_odds();
        settle(&mut talk);
        assert!(talk.view().conflicts.is_empty(), "{way}: {:?}", talk.view().conflicts);
    }
}

#[test]
fn another_contradiction_takes_the_place_of_the_one_before() {
    let mut talk = at_odds();
    talk.widget("end", json!("2026-04-01")).expect("it fits");
    let explained: Vec<&str> = talk.view().conflicts.iter().map(|conflict| conflict.explanation.as_str()).collect();
    assert_eq!(explained, ["it ends before it starts (Start: 2026-05-02 – End: 2026-04-01)"]);
}

#[test]
fn who_insists_is_not_asked_again() {
    let mut talk = at_odds();
    talk.widget("start", json!("2026-05-02")).expect("the same again");
    assert_eq!(talk.status("start"), Status::Satisfied);
    talk.by_hand(InterviewCommand::Reevaluate { key: None }).expect("always possible");
    assert_eq!((detected(&talk), talk.view().conflicts.len()), (1, 1), "it is told once, and shown as long as it lasts");
    assert_eq!(talk.status("start"), Status::Satisfied);
}

#[test]
fn one_is_kept_and_the_other_taken_back_for_undo() {
    let mut talk = at_odds();
    let keep = |key: &str, over: &str| InterviewCommand::KeepOver { key: key.into(), over: over.into() };
    assert!(talk.by_hand(keep("start", "team")).is_err(), "these do not contradict each other");
    assert!(talk.by_hand(keep("start", "start")).is_err(), "nor does one itself");
    talk.by_hand(keep("start", "end")).expect("they do");
    assert!(talk.view().conflicts.is_empty());
    assert_eq!([talk.status("start"), talk.status("end")], [Status::Satisfied, Status::Pending]);
    assert_eq!((&talk.one("start").value, &talk.one("end").value), (&Some(json!("2026-05-02")), &None));
    talk.by_hand(InterviewCommand::Undo { key: "end".into() }).expect("it is held for undo");
    assert_eq!((&talk.one("end").value, talk.view().conflicts.len()), (&Some(json!("2026-05-01")), 1));
}
