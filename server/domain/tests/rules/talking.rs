//! What is said to the interviewer: taking back, going back, pausing, and the read-back before the end.

use domain::interview::{Input, Manner, Move, Next, Remark, Streamed};
use protocol::interview::{Engine, InterviewCommand, SessionStatus, Status};
use serde_json::json;
use testkit::{Saying, Shape, ShapeObjective, Talk, definition, saying, template};

fn talk() -> Talk {
    Talk::over(definition(["market", "goal", "need"].map(template).to_vec()).requiring(&["need"]).closing_with(3, 0.5))
}

#[test]
fn undo_takes_back_what_the_last_message_gave() {
    let mut talk = talk();
    talk.hear(saying("Dentists, to grow").found("market", "Dentists", 0.9).found("goal", "to grow", 0.9));
    let plan = talk.hear(saying("Undo that").doing(Move::Undo));
    assert_eq!(plan.remarks, [Remark::Withdrawn { key: "market".into() }, Remark::Withdrawn { key: "goal".into() }]);
    assert!(matches!(&plan.next, Next::Ask { key, .. } if key == "market"), "{:?}", plan.next);
    assert!(["market", "goal"].iter().all(|key| talk.one(key).value.is_none()));
    let plan = talk.hear(saying("Undo that").doing(Move::Undo));
    assert_eq!(plan.remarks, [Remark::NothingToUndo]);
}

#[test]
fn undo_puts_an_earlier_value_back() {
    let mut talk = talk();
    talk.hear(saying("Dentists").found("market", "Dentists", 0.9));
    talk.hear(saying("Vets, not dentists").found("market", "Vets", 0.92).doing(Move::Overrule { key: "market".into() }));
    assert_eq!(talk.one("market").value, Some(json!("Vets")), "an explicit correction holds at once");
    let plan = talk.hear(saying("Undo that").doing(Move::Undo));
    assert_eq!(plan.remarks, [Remark::Restored { key: "market".into(), value: json!("Dentists") }]);
}

#[test]
fn undo_takes_back_the_newest_thing_whatever_it_was() {
    for (words, left) in [("skip", Move::Skip { key: None }), ("later", Move::Defer { key: None })] {
        let mut talk = talk();
        talk.hear(saying("Dentists").found("market", "Dentists", 0.9));
        let asked = talk.view().asked.clone().expect("asked").key;
        talk.hear(saying(words).doing(left));
        assert_ne!(talk.view().asked.clone().expect("asked").key, asked);
        let plan = talk.hear(saying("Undo that").doing(Move::Undo));
        assert_eq!(plan.remarks, [Remark::Back { key: asked.clone() }], "{words}");
        assert!(matches!(&plan.next, Next::Ask { key, .. } if *key == asked), "{:?}", plan.next);
        assert_eq!(talk.one("market").value, Some(json!("Dentists")), "{words}: an older answer stays");
        assert_eq!(talk.status(&asked), Status::InProgress);
        let plan = talk.hear(saying("Undo that").doing(Move::Undo));
        assert_eq!(plan.remarks, [Remark::Withdrawn { key: "market".into() }], "{words}: then what was before it");
    }
}

#[test]
fn an_answer_after_a_skip_is_undone_first() {
    let mut talk = talk();
    let asked = talk.hear(saying("Dentists").found("market", "Dentists", 0.9)).next.clone();
    assert!(matches!(asked, Next::Ask { .. }));
    talk.hear(saying("later").doing(Move::Defer { key: None }));
    let asked = talk.view().asked.clone().expect("asked").key;
    talk.hear(saying("Yes").found(&asked, "this", 0.9));
    let plan = talk.hear(saying("Undo that").doing(Move::Undo));
    assert_eq!(plan.remarks, [Remark::Withdrawn { key: asked }]);
}

#[test]
fn what_was_left_last_is_taken_up_again() {
    let mut talk = talk();
    let plan = talk.hear(saying("don't skip it").doing(Move::TakeUp));
    assert!(plan.remarks.contains(&Remark::NothingToUndo), "{:?}", plan.remarks);
    talk.hear(saying("Dentists").found("market", "Dentists", 0.9));
    let asked = talk.view().asked.clone().expect("asked").key;
    talk.hear(saying("skip").doing(Move::Skip { key: None }));
    let plan = talk.hear(saying("back to the one I skipped").doing(Move::TakeUp));
    assert!(matches!(&plan.next, Next::Ask { key, .. } if *key == asked), "{:?}", plan.next);
    assert_eq!(talk.one("market").value, Some(json!("Dentists")));
}

#[test]
fn a_question_left_twice_in_one_message_is_left_once() {
    let mut talk = talk();
    talk.hear(saying("Dentists").found("market", "Dentists", 0.9));
    let asked = talk.view().asked.clone().expect("asked").key;
    let both = saying("Let me think about that one, move on").doing(Move::Skip { key: None }).doing(Move::Defer { key: None });
    let plan = talk.hear(both.doing(Move::DontKnow { key: None }));
    assert_eq!(plan.remarks, [Remark::Deferred { key: asked.clone() }]);
    assert_eq!(talk.status(&asked), Status::Deferred);
}

#[test]
fn going_back_shows_what_is_held_and_changes_nothing() {
    let mut talk = talk();
    talk.hear(saying("Dentists").found("market", "Dentists", 0.9));
    let before = talk.one("market").clone();
    let plan = talk.hear(saying("Go back").doing(Move::GoBack { key: None }));
    assert_eq!(plan.next, Next::ReadBack { key: "market".into(), value: json!("Dentists") });
    assert!(plan.remarks.contains(&Remark::Back { key: "market".into() }));
    assert_eq!(talk.one("market").value, before.value);
    talk.hear(saying("Yes").doing(Move::Accept { key: None }));
    assert_eq!(talk.one("market").value, before.value);
}

#[test]
fn what_only_asks_the_interviewer_leaves_the_question_and_its_count() {
    for one in [Move::Repeat, Move::AskSummary, Move::AskProgress, Move::OtherLanguage] {
        let mut talk = talk();
        talk.hear(saying("Dentists").found("market", "Dentists", 0.9));
        let (asked, attempts) = (talk.view().asked.clone().expect("asked"), talk.view().obligations.clone());
        talk.hear(saying("What?").doing(one.clone()));
        assert_eq!(talk.view().asked.as_ref().map(|asked| &asked.key), Some(&asked.key), "{one:?}");
        assert_eq!(talk.view().obligations, attempts, "{one:?}");
    }
}

#[test]
fn who_pauses_is_told_once_what_is_missing_and_asked_nothing() {
    let mut talk = talk();
    talk.hear(saying("Dentists").found("market", "Dentists", 0.9));
    let asked = talk.view().asked.clone().map(|asked| asked.key);
    let plan = talk.hear(saying("I'll come back tomorrow").doing(Move::Pause));
    assert_eq!((plan.remarks.clone(), plan.next.clone()), (vec![Remark::Paused { missing: vec!["need".into()] }], Next::Nothing));
    assert_eq!(talk.view().asked.clone().map(|asked| asked.key), asked, "what was asked is still waited for");
    let plan = talk.hear(saying("Finish anyway").doing(Move::Done).doing(Move::Pause));
    assert_eq!(plan.remarks, [Remark::Paused { missing: vec!["need".into()] }]);
    assert_eq!(talk.view().status, SessionStatus::Active);
}

#[test]
fn a_required_question_that_is_left_open_does_not_go_round_and_round() {
    let mut talk = Talk::over(definition(vec![template("need").attempts(1)]).requiring(&["need"]).closing_with(1, 0.5));
    let plan = talk.hear(saying("skip").doing(Move::Skip { key: None }));
    assert!(plan.remarks.contains(&Remark::AnyTime { keys: vec!["need".into()] }), "{:?}", plan.remarks);
    assert_eq!(talk.view().asked.as_ref().map(|asked| asked.key.as_str()), Some("need"), "it is waited for");
    let plan = talk.hear(saying("skip").doing(Move::Skip { key: None }));
    assert_eq!(plan.remarks, [Remark::Paused { missing: vec!["need".into()] }]);
    talk.hear(saying("Fresh bread").found("need", "Fresh bread", 0.9));
    assert_eq!(talk.status("need"), Status::Satisfied);
    assert!(matches!(talk.plan().next, Next::Close { .. }));
}

#[test]
fn everything_is_read_back_once_before_the_end_and_may_be_put_right_there() {
    let mut talk = Talk::over(definition(["team", "goal"].map(template).to_vec()).closing_with(2, 0.5));
    talk.hear(saying("Five").found("team", "five", 0.9));
    let plan = talk.hear(saying("To grow").found("goal", "to grow", 0.9));
    assert_eq!(plan.next, Next::Close { left: Vec::new(), recap: true });
    let plan = talk.hear(saying("No").doing(Move::Reject { key: None }));
    assert_eq!((plan.remarks.clone(), plan.next.clone()), (vec![Remark::WhatToChange { keys: Vec::new() }], Next::Nothing));
    talk.hear(saying("The goal is to rest").found("goal", "to rest", 0.9));
    assert_eq!(talk.one("goal").value, Some(json!("to rest")));
    let mut talk = Talk::over(definition(["team", "goal"].map(template).to_vec()).closing_with(2, 0.5));
    talk.hear(saying("Five").found("team", "five", 0.9));
    talk.hear(saying("To grow").found("goal", "to grow", 0.9));
    let plan = talk.hear(saying("No, the team is six").found("team", "six", 0.92).doing(Move::Reject { key: None }));
    assert_eq!(plan.next, Next::Close { left: Vec::new(), recap: false }, "it is not negotiated, and only the change is said");
    assert_eq!(talk.one("team").value, Some(json!("six")));
    let plan = talk.hear(saying("How far are we?").doing(Move::AskProgress));
    assert_eq!(plan.next, Next::Close { left: Vec::new(), recap: false }, "and not all is read back again");
    let plan = talk.hear(saying("Yes").doing(Move::Accept { key: None }));
    assert!(plan.remarks.contains(&Remark::Summary), "a yes to summing up sums up: {:?}", plan.remarks);
    assert_eq!(talk.view().status, SessionStatus::Completed);
}

#[test]
fn a_yes_to_the_list_that_was_just_read_back_sums_nothing_up() {
    let corrections: [fn() -> Option<Saying>; 2] =
        [|| None, || Some(saying("No, the team is six").found("team", "six", 0.92).doing(Move::Reject { key: None }))];
    for correction in corrections {
        let mut talk = Talk::over(definition(["team", "goal"].map(template).to_vec()).closing_with(2, 0.5));
        talk.hear(saying("Five").found("team", "five", 0.9));
        talk.hear(saying("To grow").found("goal", "to grow", 0.9));
        assert_eq!(talk.plan().next, Next::Close { left: Vec::new(), recap: true });
        if let Some(correction) = correction() {
            talk.hear(correction);
            assert_eq!(talk.plan().next, Next::Close { left: Vec::new(), recap: false });
        }
        let plan = talk.hear(saying("Yes").doing(Move::Accept { key: None }));
        assert!(!plan.remarks.contains(&Remark::Summary), "{:?}", plan.remarks);
        assert_eq!(talk.view().status, SessionStatus::Completed);
    }
}

#[test]
fn what_changed_since_everything_was_read_back_is_read_back_before_the_end() {
    type Change = fn(&mut Talk);
    let rows: [(&str, Change, bool); 8] = [
        ("told for the first time", |talk| drop(talk.hear(saying("A is new").found("a", "new", 0.92)).clone()), true),
        (
            "corrected",
            |talk| {
                let blue = saying("It is blue, not red").found("c", "blue", 0.92).manner(Manner::Corrected);
                talk.hear(blue.doing(Move::Overrule { key: "c".into() }));
            },
            true,
        ),
        (
            "settled",
            |talk| {
                talk.hear(saying("Blue").found("c", "Blue", 0.9));
                assert!(matches!(talk.plan().next, Next::Settle { .. }), "{:?}", talk.plan().next);
                talk.hear(saying("Yes").doing(Move::Accept { key: None }));
            },
            true,
        ),
        ("chosen with a widget", |talk| drop(talk.widget("c", json!("Blue")).expect("it fits").clone()), true),
        (
            "set by hand, and then talked of something else",
            |talk| {
                talk.by_hand(InterviewCommand::SetValue { key: "c".into(), value: json!("Blue") }).expect("it fits");
                talk.hear(saying("Nice weather").doing(Move::SmallTalk));
            },
            true,
        ),
        ("taken back", |talk| drop(talk.hear(saying("Forget d").doing(Move::Withdraw { key: "d".into() })).clone()), true),
        ("said again", |talk| drop(talk.hear(saying("Red, as I said").found("c", "red", 0.95)).clone()), false),
        ("talked of something else", |talk| drop(talk.hear(saying("Nice weather").doing(Move::SmallTalk)).clone()), false),
    ];
    let done = || saying("That's all").doing(Move::Done);
    for (name, change, due) in rows {
        let changed = || {
            let mut talk = Talk::over(definition(["a", "b", "c", "d"].map(template).to_vec()).requiring(&["c"]));
            talk.hear(saying("Red and green").found("c", "Red", 0.9).found("d", "green", 0.9));
            talk.hear(done());
            assert!(matches!(talk.plan().next, Next::Close { recap: true, .. }), "{name}: {:?}", talk.plan().next);
            change(&mut talk);
            assert_eq!(talk.view().status, SessionStatus::Active, "{name}");
            talk
        };
        let mut talk = changed();
        talk.hear(done());
        if due {
            assert!(matches!(talk.plan().next, Next::Close { recap: true, .. }), "{name}: {:?}", talk.plan().next);
            assert_eq!(talk.view().status, SessionStatus::Active, "{name}: it is read back first");
            talk.hear(done());
        }
        assert_eq!(talk.view().status, SessionStatus::Completed, "{name}");
        let mut talk = changed();
        talk.hear(saying("Finish anyway").doing(Move::Done).doing(Move::Pause));
        assert_eq!(talk.view().status, SessionStatus::Completed, "{name}: to end anyway is to end");
    }
}

/// What happens before everything is read back, what after it, and whether it is then read back once more before the end.
#[test]
fn only_what_differs_from_what_was_read_back_last_is_read_back_again() {
    type Change = fn(&mut Talk);
    let nothing: Change = |_| ();
    let forget: Change = |talk| drop(talk.hear(saying("Forget d").doing(Move::Withdraw { key: "d".into() })).clone());
    let chat: Change = |talk| drop(talk.hear(saying("Nice weather").doing(Move::SmallTalk)).clone());
    let rows: [(&str, Change, Change, bool); 6] = [
        ("taken back before it", forget, nothing, false),
        (
            "taken back before it, told after it",
            forget,
            |talk| drop(talk.hear(saying("D is white").found("d", "white", 0.92)).clone()),
            true,
        ),
        ("taken back after it", nothing, forget, true),
        (
            "set by hand and put back",
            nothing,
            |talk| {
                for value in ["Blue", "Red"] {
                    talk.by_hand(InterviewCommand::SetValue { key: "c".into(), value: json!(value) }).expect("it fits");
                }
            },
            false,
        ),
        (
            "taken back after it, and read back since",
            nothing,
            |talk| {
                talk.hear(saying("Forget d").doing(Move::Withdraw { key: "d".into() }));
                talk.hear(saying("That's all").doing(Move::Done));
                assert!(matches!(talk.plan().next, Next::Close { recap: true, .. }), "{:?}", talk.plan().next);
            },
            false,
        ),
        (
            "set by hand, and read back since",
            nothing,
            |talk| {
                talk.by_hand(InterviewCommand::SetValue { key: "c".into(), value: json!("Blue") }).expect("it fits");
                talk.hear(saying("Nice weather").doing(Move::SmallTalk));
                talk.hear(saying("That's all").doing(Move::Done));
                assert!(matches!(talk.plan().next, Next::Close { recap: true, .. }), "{:?}", talk.plan().next);
            },
            false,
        ),
    ];
    for (name, before, after, due) in rows {
        let mut talk = Talk::over(definition(["a", "b", "c", "d"].map(template).to_vec()).requiring(&["c"]));
        talk.hear(saying("Red and green").found("c", "Red", 0.9).found("d", "green", 0.9));
        before(&mut talk);
        talk.hear(saying("That's all").doing(Move::Done));
        assert!(matches!(talk.plan().next, Next::Close { recap: true, .. }), "{name}: {:?}", talk.plan().next);
        after(&mut talk);
        // What is asked next takes the offer to end back.
        chat(&mut talk);
        assert!(!talk.view().offered, "{name}");
        talk.hear(saying("That's all").doing(Move::Done));
        let is_read_back = matches!(talk.plan().next, Next::Close { recap: true, .. });
        assert_eq!((is_read_back, talk.view().status == SessionStatus::Active), (due, due), "{name}: {:?}", talk.plan().next);
    }
}

/// What they say first, what is offered as left open then, and what they say to that.
#[test]
fn whoever_wants_to_end_hears_once_which_optional_answers_stay_open() {
    let done = || saying("That's all").doing(Move::Done);
    let rows = [
        (done(), Some(vec!["a", "d"]), done()),
        (done(), Some(vec!["a", "d"]), saying("Yes").doing(Move::Accept { key: None })),
        (saying("Skip a").doing(Move::Skip { key: Some("a".into()) }).doing(Move::Done), Some(vec!["d"]), done()),
        (done().doing(Move::Pause), None, done()),
    ];
    for (first, left, then) in rows {
        let mut talk = Talk::over(definition(["a", "c", "d"].map(template).to_vec()).requiring(&["c"]));
        talk.hear(saying("Red").found("c", "Red", 0.9));
        let next = talk.hear(first).next.clone();
        let Some(left) = left else {
            assert_eq!(talk.view().status, SessionStatus::Completed, "to end anyway is to end");
            continue;
        };
        let left = left.into_iter().map(str::to_owned).collect();
        assert_eq!(next, Next::Close { left, recap: true });
        assert_eq!(talk.view().status, SessionStatus::Active);
        talk.hear(then);
        assert_eq!(talk.view().status, SessionStatus::Completed);
    }
}

#[test]
fn an_offer_to_end_that_was_stopped_before_it_was_shown_has_named_nothing() {
    for (shown, recap) in [("", true), ("Left open:", false)] {
        let mut talk = Talk::over(definition(["a", "c", "d"].map(template).to_vec()).requiring(&["c"]));
        talk.hear(saying("Red").found("c", "Red", 0.9));
        talk.say("That's all").expect("it is taken");
        let reply = talk.waiting.expect("begun");
        let understanding = saying("That's all").doing(Move::Done).understanding;
        talk.give(Input::Understood { reply, understanding, fell_back: None }).expect("understood");
        let left = || vec!["a".to_owned(), "d".to_owned()];
        assert_eq!(talk.plan().next, Next::Close { left: left(), recap: true });
        let streamed = Streamed { reply, text: shown.into(), engine: Engine::BuiltIn };
        let command = InterviewCommand::StopReply { message_id: reply };
        talk.give(Input::During { command, streamed }).expect("stopping is always possible");
        talk.hear(saying("That's all").doing(Move::Done));
        if recap {
            assert_eq!(talk.plan().next, Next::Close { left: left(), recap }, "it is offered anew");
            assert_eq!(talk.view().status, SessionStatus::Active);
            talk.hear(saying("That's all").doing(Move::Done));
        }
        assert_eq!(talk.view().status, SessionStatus::Completed);
    }
}

#[test]
fn who_said_it_before_is_asked_something_else_or_shown_what_is_held() {
    let mut talk = talk();
    let asked = talk.view().asked.clone().expect("asked").key;
    let plan = talk.hear(saying("I told you").doing(Move::ToldAlready));
    assert_eq!(plan.remarks, [Remark::ToldAlready { key: Some(asked.clone()) }]);
    assert!(matches!(&plan.next, Next::Ask { key, .. } if *key != asked), "{:?}", plan.next);
}
