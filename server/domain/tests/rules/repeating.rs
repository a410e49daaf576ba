//! A question is not repeated for ever, whatever is said beside it, and a "no" is said to one thing.

use domain::interview::{Manner, Move, Next, Remark};
use protocol::interview::{InterviewEvent, Status};
use serde_json::json;
use testkit::{Saying, Shape as _, Talk, definition, saying, template};

fn times_asked(talk: &Talk, of: &str) -> usize {
    talk.events.iter().filter(|one| matches!(&one.event, InterviewEvent::Asked { key, .. } if key == of)).count()
}

#[test]
fn nothing_said_for_long_puts_a_question_off() {
    let beside: [fn() -> Saying; 2] = [|| saying("Thanks").doing(Move::Thanks), || saying("Hello").doing(Move::Greeting)];
    for said in beside {
        for attempts in [1, 2, 3] {
            let mut talk = Talk::over(definition(vec![template("a").attempts(attempts).priority(9)]));
            let most = 4 * attempts;
            let turns = (1..=most).find(|_| {
                talk.hear(said());
                talk.status("a") == Status::Deferred
            });
            let text = said().text;
            assert!(
                turns.is_some(),
                "{text:?} said {most} times: {:?} after {} attempts",
                talk.status("a"),
                talk.one("a").attempts
            );
            assert!(talk.one("a").reason.is_some(), "{text}");
            let asked = times_asked(&talk, "a");
            assert_eq!(asked, usize::try_from(attempts).expect("a few"), "{text}");
            for _ in 0..6 {
                talk.hear(said());
            }
            assert_eq!(times_asked(&talk, "a"), asked, "{text}: it is not taken up again");
        }
    }
}

#[test]
fn a_question_of_the_person_is_no_failed_attempt_however_many_they_ask() {
    let questions: [fn() -> Saying; 7] = [
        || saying("If I tell you, is that saved?").doing(Move::Question),
        || saying("Why?").doing(Move::AskWhy { key: None }),
        || saying("What does that mean?").doing(Move::AskMeaning { key: None }),
        || saying("What are my options?").doing(Move::AskExamples { key: None }),
        || saying("Why did you ask for b?").doing(Move::AskWhy { key: Some("b".into()) }),
        || saying("Can you read me back what you have?").doing(Move::AskSummary),
        || saying("Haha, and what was the question?").doing(Move::SmallTalk).doing(Move::Repeat),
    ];
    for said in questions {
        for attempts in [1, 3] {
            let mut talk = Talk::over(definition(vec![template("a").attempts(attempts).priority(9), template("b")]));
            for _ in 0..9 {
                let text = said().text;
                let plan = talk.hear(said());
                assert_eq!(plan.next, Next::Ask { key: "a".into(), attempt: 1, following_up: None }, "{text}");
                assert_eq!((talk.one("a").attempts, talk.status("a")), (1, Status::InProgress), "{text}");
                assert_eq!(talk.waited_for(), Some("a"), "{text}: it is waited for");
            }
            talk.hear(saying("Red").found("a", "Red", 0.9));
            assert_eq!(talk.status("a"), Status::Satisfied);
        }
    }
}

#[test]
fn a_question_leaves_what_is_read_back_and_what_is_weighed() {
    let asks = || saying("Who sees that?").doing(Move::Question);
    let mut talk = Talk::over(definition(vec![template("a"), template("b")]));
    talk.hear(saying("Maybe red").found("a", "red", 0.58).manner(Manner::Hedged));
    for _ in 0..3 {
        assert_eq!(talk.hear(asks()).next, Next::ReadBack { key: "a".into(), value: json!("red") });
    }
    talk.hear(saying("Yes").doing(Move::Accept { key: None }));
    assert_eq!(talk.status("a"), Status::Satisfied);
    talk.hear(saying("Maybe blue").found("a", "blue", 0.58).manner(Manner::Hedged));
    for _ in 0..4 {
        assert!(matches!(&talk.hear(asks()).next, Next::Settle { key, .. } if key == "a"), "{:?}", talk.plan().next);
    }
    talk.hear(saying("Yes").doing(Move::Accept { key: None }));
    assert_eq!(talk.one("a").value, Some(json!("blue")));
}

#[test]
fn what_only_evades_is_a_failed_attempt() {
    for evades in [
        saying("Lovely weather").doing(Move::SmallTalk),
        saying("Hm"),
        saying("You stupid bot, what is it for?").doing(Move::Abuse).doing(Move::Question),
    ] {
        let mut talk = Talk::over(definition(vec![template("a").attempts(2), template("b").priority(1)]));
        talk.hear(evades.clone());
        assert_eq!(talk.one("a").attempts, 2, "{}", evades.text);
        talk.hear(evades);
        assert_eq!(talk.status("a"), Status::Deferred);
    }
}

/// "We are 15 people" where something else is asked: the question stays, is asked again at once, and that costs nothing.
#[test]
fn what_was_asked_stays_asked_when_something_else_is_told() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b"), template("c").priority(9)]));
    assert_eq!(talk.waited_for(), Some("c"));
    let plan = talk.hear(saying("We are 15").found("a", "15", 0.9));
    assert_eq!(plan.next, Next::Ask { key: "c".into(), attempt: 1, following_up: None });
    assert_eq!((talk.one("c").attempts, talk.status("a")), (1, Status::Satisfied));
    let plan = talk.hear(saying("And red").found("b", "red", 0.9));
    assert_eq!(plan.next, Next::Ask { key: "c".into(), attempt: 2, following_up: None }, "nothing else is left");
}

#[test]
fn the_last_attempt_is_not_used_up_by_what_is_told_beside_it() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b"), template("c").priority(9).attempts(1)]));
    let plan = talk.hear(saying("We are 15").found("a", "15", 0.9));
    assert_eq!(plan.next, Next::Ask { key: "c".into(), attempt: 1, following_up: None });
    talk.hear(saying("And red").found("b", "red", 0.9));
    assert_eq!(talk.status("c"), Status::Deferred, "once");
}

/// A courtesy costs no attempt, unless it goes on.
#[test]
fn two_repetitions_for_nothing_are_free() {
    let mut talk = Talk::over(definition(vec![template("a").attempts(3)]));
    let attempts: Vec<u32> = (0..6)
        .map(|_| {
            talk.hear(saying("Thanks").doing(Move::Thanks));
            talk.one("a").attempts
        })
        .collect();
    assert_eq!(attempts, [1, 1, 2, 2, 2, 3]);
}

#[test]
fn a_no_that_corrects_something_else_does_not_refuse_what_was_read_back() {
    let no = || Move::Reject { key: None };
    let correct = |key: &str| Move::Correct { key: key.into() };
    for (moves, refused, why) in [
        (vec![no(), correct("b")], false, "the no belongs to the correction"),
        (vec![no()], true, "nothing else is corrected"),
        (vec![Move::Reject { key: Some("a".into()) }, correct("b")], true, "it is refused by name"),
    ] {
        let mut talk = Talk::over(definition(vec![template("a"), template("b")]));
        talk.hear(saying("Twelve").found("b", "Twelve", 0.9));
        talk.hear(saying("Maybe red").found("a", "red", 0.58).manner(Manner::Hedged));
        assert_eq!(talk.plan().next, Next::ReadBack { key: "a".into(), value: json!("red") });
        let corrects = moves.len() > 1;
        let said = moves.into_iter().fold(saying("No, it's fifteen, not twelve"), |said, one| said.doing(one));
        let said = if corrects { said.found("b", "fifteen", 0.92).manner(Manner::Corrected) } else { said };
        let remarks = talk.hear(said).remarks.clone();
        let open = talk.one("a").negotiation.as_ref().is_some_and(|one| one.is_active());
        assert_eq!(open, refused, "{why}");
        assert_eq!(remarks.contains(&Remark::WhatInstead { key: "a".into() }), refused, "{why}");
    }
}
