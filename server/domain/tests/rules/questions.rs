//! Choosing the next question: what comes first, what is respected, and that it never stalls and never nags.

use domain::interview::{Manner, Move, Next, Remark, ReplyPlan};
use protocol::{
    Confidence,
    interview::{Asking, CollectionType, InterviewCommand, InterviewEvent, ObligationTemplate, SessionStatus, Status},
};
use serde_json::json;
use testkit::{Saying, Shape, ShapeObjective, Talk, definition, saying, template};

fn asked_key(plan: &ReplyPlan) -> Option<&str> {
    match &plan.next {
        Next::Ask { key, .. } => Some(key),
        _ => None,
    }
}

fn first(obligations: Vec<ObligationTemplate>) -> String {
    asked_key(Talk::over(definition(obligations)).plan()).expect("something is asked").to_owned()
}

fn small_talk() -> Saying {
    saying("Nice weather").doing(Move::SmallTalk)
}

fn unknown() -> Saying {
    saying("I don't know").doing(Move::DontKnow { key: None })
}

#[test]
fn what_is_asked_first() {
    let a = || template("a");
    let b = || template("b");
    for (obligations, key, why) in [
        (vec![a(), b()], "a", "among equals the order of the objective decides"),
        (vec![a(), b().priority(6)], "b", "priority"),
        (vec![a(), b(), template("c").after(&["b"])], "b", "what others wait for"),
        (vec![a(), b(), template("c").after(&["b"]), template("d").after(&["c"])], "b", "also through others"),
        (vec![a().after(&["b"]).priority(10), b().priority(1)], "b", "not before what it depends on"),
        (vec![a().collected(CollectionType::Inferred).priority(10), b().priority(1)], "b", "what can be inferred comes last"),
        (vec![a().collected(CollectionType::Research).priority(10), b().priority(1)], "b", "what is researched comes last"),
        (vec![a().collected(CollectionType::Research)], "a", "but it is asked when nothing else is left"),
    ] {
        assert_eq!(first(obligations), key, "{why}");
    }
    let required = definition(vec![a(), b()]).requiring(&["b"]);
    assert_eq!(asked_key(Talk::over(required).plan()), Some("b"), "what is required comes before its equals");
}

#[test]
fn the_subject_under_way_is_stayed_with() {
    let mut talk = Talk::over(definition(vec![
        template("a").category("Money").priority(9),
        template("b").category("People").priority(6),
        template("c").category("Money").priority(6),
    ]));
    let plan = talk.hear(saying("Ten").found("a", "Ten", 0.9));
    assert_eq!(asked_key(plan), Some("c"));
}

#[test]
fn a_disagreement_then_a_read_back_then_what_is_due_then_the_rest() {
    let mut talk = Talk::over(definition(vec![
        template("a"),
        template("b"),
        template("c"),
        template("d"),
        template("vague").priority(1),
        template("rest").priority(10),
    ]));
    talk.hear(saying("Red. Perhaps blue").found("a", "Red", 0.9).found("vague", "blue", 0.5).manner(Manner::Vague));
    assert!(matches!(&talk.plan().next, Next::ReadBack { key, .. } if key == "vague"));
    for _ in 0..3 {
        talk.hear(small_talk());
    }
    let plan = talk.hear(saying("Green. Perhaps yellow").found("a", "Green", 0.9).found("b", "yellow", 0.5));
    assert!(matches!(&plan.next, Next::Settle { key, .. } if key == "a"), "{:?}", plan.next);
    let plan = talk.hear(saying("Yes. Perhaps white").doing(Move::Accept { key: None }).found("c", "white", 0.6));
    assert!(matches!(&plan.next, Next::ReadBack { key, .. } if key == "c"), "{:?}", plan.next);
    let plan = talk.hear(saying("Yes").doing(Move::Accept { key: None }));
    assert!(matches!(&plan.next, Next::ReadBack { key, .. } if key == "vague"), "it was passed over: {:?}", plan.next);
    let plan = talk.hear(saying("Black").found("vague", "Black", 0.9));
    assert_eq!(asked_key(plan), Some("d"), "what was asked through all the small talk was put off");
}

#[test]
fn what_was_asked_stays_asked_through_courtesies_and_what_nobody_understood() {
    let mut talk = Talk::over(definition(vec![template("a").attempts(3), template("b"), template("c")]));
    let next = |plan: &ReplyPlan| match &plan.next {
        Next::Ask { key, attempt, .. } => (key.clone(), *attempt),
        other => panic!("{other:?}"),
    };
    assert_eq!(next(talk.hear(saying("Hello").doing(Move::Greeting))), ("a".to_owned(), 1), "a courtesy costs no attempt");
    assert_eq!(next(talk.hear(saying("And what is the weather like?").doing(Move::Question))), ("a".to_owned(), 1));
    assert_eq!(next(talk.hear(saying("Xyzzy"))), ("a".to_owned(), 2), "asked again, in other words");
    assert_eq!(next(talk.hear(saying("Xyzzy").doing(Move::SmallTalk))), ("a".to_owned(), 3));
    assert_eq!(next(talk.hear(saying("Xyzzy"))), ("b".to_owned(), 1), "not for ever");
    assert_eq!(talk.status("a"), Status::Deferred);
}

#[test]
fn yes_to_a_read_back_makes_the_value_sure() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b")]));
    talk.hear(saying("Maybe red").found("a", "red", 0.5));
    talk.hear(saying("Yes").doing(Move::Accept { key: None }));
    assert_eq!((talk.status("a"), talk.one("a").confidence), (Status::Satisfied, Confidence::new(0.96)));
    let reason = talk.events.iter().rev().find_map(|recorded| match &recorded.event {
        InterviewEvent::StatusChanged { key, reason, .. } if key == "a" => Some(reason.clone()),
        _ => None,
    });
    assert_eq!(reason.flatten().as_deref(), Some("confirmed by the person"));
}

/// A read-back that the person passed over is not confirmed by a later "yes" to something else.
#[test]
fn yes_is_about_the_newest_question_only() {
    let mut talk = Talk::over(definition(vec![template("a").attempts(1), template("b")]));
    talk.hear(saying("Maybe red").found("a", "red", 0.5));
    talk.hear(saying("Blue").found("b", "Blue", 0.9));
    talk.hear(small_talk());
    talk.hear(small_talk());
    let sure = talk.one("a").confidence;
    assert!(talk.engine_input().asked.is_none_or(|(_, kind)| kind != Asking::ReadBack));
    talk.hear(saying("Yes").doing(Move::Accept { key: None }));
    assert_eq!(talk.one("a").confidence, sure);
}

/// The value is what counts when "yes" is one of the answers.
#[test]
fn yes_to_a_yes_or_no_question_is_its_value() {
    let mut talk = Talk::over(definition(vec![template("online").choice(&["yes", "no"]), template("b").priority(1)]));
    talk.hear(saying("yes").found("online", "yes", 0.9).doing(Move::Accept { key: None }));
    assert_eq!((talk.one("online").value.clone(), talk.status("online")), (Some(json!("yes")), Status::Satisfied));
    let mut talk = Talk::over(definition(vec![template("online").choice(&["yes", "no"]), template("b").priority(1)]));
    talk.hear(saying("no").found("online", "no", 0.9).doing(Move::Reject { key: None }));
    assert_eq!((talk.one("online").value.clone(), talk.status("online")), (Some(json!("no")), Status::Satisfied));
    assert!(talk.one("online").negotiation.is_none());
}

#[test]
fn after_the_last_attempt_it_is_put_off_and_never_asked_again() {
    let mut talk = Talk::over(definition(vec![template("a").attempts(2), template("b").attempts(2), template("c")]));
    let mut questions: Vec<String> = Vec::new();
    for _ in 0..20 {
        questions.extend(asked_key(talk.plan()).map(str::to_owned));
        talk.hear(small_talk());
    }
    for (key, most) in [("a", 2), ("b", 2), ("c", 3)] {
        assert_eq!(questions.iter().filter(|one| *one == key).count(), most, "{key} in {questions:?}");
        assert_eq!(talk.status(key), Status::Deferred);
        assert_eq!(talk.one(key).reason.as_deref(), Some(format!("asked {most} times without an answer").as_str()));
    }
    assert_eq!(talk.plan().next, Next::Nothing);
}

#[test]
fn not_knowing_uses_up_attempts_and_says_when_it_is_given_up() {
    let mut talk = Talk::over(definition(vec![template("a").attempts(2)]));
    let plan = talk.hear(unknown());
    assert_eq!(plan.remarks, [Remark::NotKnown { key: "a".into(), given_up: false }]);
    assert_eq!(plan.next, Next::Ask { key: "a".into(), attempt: 2, following_up: None }, "nothing else is left: in other words");
    let plan = talk.hear(unknown());
    assert_eq!(plan.remarks[0], Remark::NotKnown { key: "a".into(), given_up: true });
    assert_eq!(plan.next, Next::Nothing);
    assert_eq!(talk.status("a"), Status::Deferred);
}

#[test]
fn not_known_is_not_asked_again_at_once_while_something_else_is_left() {
    let mut talk = Talk::over(definition(vec![template("a").priority(10), template("b").priority(1)]));
    assert_eq!(asked_key(talk.hear(unknown())), Some("b"));
}

#[test]
fn asking_back_costs_no_attempt() {
    let ways: [fn() -> Move; 3] =
        [|| Move::AskWhy { key: None }, || Move::AskMeaning { key: None }, || Move::AskExamples { key: None }];
    let mut talk = Talk::over(definition(vec![template("a").attempts(1), template("b").priority(1)]));
    for way in ways {
        let plan = talk.hear(saying("?").doing(way()));
        assert_eq!(plan.next, Next::Ask { key: "a".into(), attempt: 1, following_up: None });
        assert_eq!(talk.one("a").attempts, 1);
    }
    assert_eq!(talk.engine_input().asked, Some(("a".into(), Asking::Question)), "it is still waited for");
    talk.hear(small_talk());
    assert_eq!(talk.status("a"), Status::Deferred, "but it was the last attempt");
}

#[test]
fn asking_back_about_a_value_read_back_reads_it_back_again() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b")]));
    talk.hear(saying("Maybe red").found("a", "red", 0.5));
    let plan = talk.hear(saying("Why?").doing(Move::AskWhy { key: None }));
    assert_eq!(plan.next, Next::ReadBack { key: "a".into(), value: json!("red") });
    talk.hear(saying("Yes").doing(Move::Accept { key: None }));
    assert_eq!(talk.status("a"), Status::Satisfied);
}

#[test]
fn a_value_is_read_back_once() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b"), template("c")]));
    let mut times = 0;
    for _ in 0..12 {
        let plan = talk.hear(saying("Maybe red").found("a", "red", 0.5));
        times += usize::from(matches!(plan.next, Next::ReadBack { .. }));
    }
    assert_eq!(times, 1);
}

#[test]
fn later_is_respected_for_a_few_turns_and_then_followed_up() {
    let keys = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let mut talk = Talk::over(definition(keys.iter().map(|key| template(key)).collect()).closing_with(8, 0.5));
    let plan = talk.hear(saying("Later").doing(Move::Defer { key: None }));
    assert_eq!(plan.remarks, [Remark::Deferred { key: "a".into() }]);
    assert_eq!(asked_key(plan), Some("b"));
    let mut questions = Vec::new();
    for _ in 0..6 {
        let key = asked_key(talk.plan()).expect("asked").to_owned();
        talk.hear(saying("Fine").found(&key, "Fine", 0.9));
        questions.push(key);
    }
    assert_eq!(questions, ["b", "c", "d", "e", "f", "a"], "turn 6 has come");
    assert!(talk.view().memory.pending_follow_ups.is_empty(), "answered, it is no longer followed up");
}

#[test]
fn a_follow_up_that_is_due_is_not_asked_for_ever() {
    let mut talk = Talk::over(definition(vec![template("a").attempts(2), template("b"), template("c")]));
    talk.hear(saying("Later").doing(Move::Defer { key: None }));
    let mut times = 1;
    for _ in 0..20 {
        times += usize::from(asked_key(talk.hear(small_talk())) == Some("a"));
    }
    assert_eq!(times, 2);
}

#[test]
fn what_is_skipped_is_not_asked_and_what_is_required_is_only_put_off() {
    let mut talk = Talk::over(definition(vec![template("a").priority(9), template("b"), template("c")]).requiring(&["a"]));
    let skip = || saying("Skip").doing(Move::Skip { key: None });
    assert_eq!(talk.hear(skip()).remarks, [Remark::Deferred { key: "a".into() }]);
    assert_eq!(talk.one("a").reason.as_deref(), Some("skipped for now; it is required"));
    assert_eq!(talk.hear(skip()).remarks, [Remark::Skipped { key: "b".into() }]);
    let plan = talk.hear(saying("Fine").found("c", "Fine", 0.9));
    let Next::Ask { key, following_up, .. } = &plan.next else { panic!("{:?}", plan.next) };
    assert_eq!((key.as_str(), following_up.as_deref()), ("a", Some("skipped for now; it is required")), "as the last resort");
    assert_eq!(talk.status("b"), Status::Skipped);
}

#[test]
fn an_answer_is_not_skipped_or_put_off_in_passing() {
    for way in [Move::Skip { key: Some("a".into()) }, Move::Defer { key: Some("a".into()) }] {
        let mut talk = Talk::over(definition(vec![template("a"), template("b")]));
        talk.hear(saying("Red").found("a", "Red", 0.9));
        talk.hear(saying("Skip").doing(way));
        assert_eq!(talk.status("a"), Status::Satisfied);
    }
}

/// Too few answers to close, nothing required: what was put off is asked again instead of silence.
#[test]
fn it_does_not_fall_silent_while_something_could_be_asked() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b").priority(7), template("c")]).closing_with(3, 0.5));
    for key in ["a", "b"] {
        talk.by_hand(InterviewCommand::Defer { key: key.into(), reason: None }).expect("open");
    }
    assert_eq!(asked_key(talk.hear(saying("Red").found("c", "Red", 0.9))), Some("b"));
    assert_eq!(asked_key(talk.hear(saying("Red").found("b", "Red", 0.9))), Some("a"));
}

#[test]
fn what_it_depends_on_may_be_skipped_deferred_or_given_up() {
    for way in ["skip", "defer", "give up"] {
        let mut talk =
            Talk::over(definition(vec![template("a").attempts(1), template("b").after(&["a"]), template("c").after(&["b"])]));
        let plan = match way {
            "skip" => talk.hear(saying("Skip").doing(Move::Skip { key: None })),
            "defer" => talk.hear(saying("Later").doing(Move::Defer { key: None })),
            _ => talk.hear(unknown()),
        };
        assert_eq!(asked_key(plan), Some("b"), "{way}");
        assert!(!talk.one("b").dependencies_resolved, "the seed ties this to satisfied");
    }
}

/// The person answers with another widget instead: the question that was asked too often is put off all the same.
#[test]
fn a_question_passed_over_by_a_widget_does_not_block_what_waits_for_it() {
    let mut talk =
        Talk::over(definition(vec![template("a").attempts(1).priority(9), template("b"), template("c").after(&["a"])]));
    let plan = talk.widget("b", json!("red")).expect("it fits");
    assert_eq!(plan.remarks, [Remark::GivenUp { key: "a".into() }]);
    assert_eq!(asked_key(plan), Some("c"));
}

#[test]
fn reopened_or_withdrawn_it_may_be_asked_again() {
    let mut talk = Talk::over(definition(vec![template("a").attempts(1), template("b").attempts(1)]));
    talk.hear(small_talk());
    assert_eq!(talk.status("a"), Status::Deferred);
    talk.by_hand(InterviewCommand::Reopen { key: "a".into(), reason: None }).expect("it is put off");
    talk.hear(saying("Red").found("b", "Red", 0.9));
    assert_eq!(asked_key(talk.plan()), Some("a"));
    talk.hear(saying("Blue").found("a", "Blue", 0.9));
    talk.hear(saying("Forget that").doing(Move::Withdraw { key: "a".into() }));
    assert_eq!(asked_key(talk.hear(small_talk())), Some("a"));
    talk.hear(small_talk());
    assert_eq!(talk.status("a"), Status::Deferred);
}

#[test]
fn one_thing_is_asked_at_a_time() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b"), template("c")]));
    talk.hear(saying("Maybe red, maybe blue").found("a", "red", 0.5).found("b", "blue", 0.5));
    talk.hear(saying("Yes, and green").doing(Move::Accept { key: None }).found("c", "green", 0.6));
    for turn in 0..=talk.view().turn_count {
        let asked = talk.events.iter().filter(|one| one.turn == turn && matches!(one.event, InterviewEvent::Asked { .. }));
        assert_eq!(asked.count(), 1, "turn {turn}");
    }
}

#[test]
fn when_all_is_known_it_offers_to_finish_and_a_yes_finishes() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b")]).closing_with(2, 0.5));
    talk.hear(saying("Red").found("a", "Red", 0.9));
    let plan = talk.hear(saying("Blue").found("b", "Blue", 0.9));
    assert_eq!(plan.next, Next::Close { left: Vec::new(), recap: true });
    talk.hear(saying("Yes").doing(Move::Accept { key: None }));
    assert_eq!(talk.view().status, SessionStatus::Completed);
    assert_eq!(talk.plan().next, Next::Nothing);
    assert_eq!(talk.view().summaries[0].text, "Test objective\nA: Red\nB: Blue");
}

/// Enough is known to close, but the agent was still asking: "yes" is about that, not about the end.
#[test]
fn a_yes_finishes_only_when_that_was_offered() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b"), template("c")]));
    talk.hear(saying("Red").found("a", "Red", 0.9));
    assert!(talk.view().completeness.can_complete());
    talk.hear(saying("Yes").doing(Move::Accept { key: None }));
    assert_eq!(talk.view().status, SessionStatus::Active);
    assert_eq!(asked_key(talk.plan()), Some("b"));
}

#[test]
fn done_finishes_or_says_what_is_missing() {
    let done = || saying("That's all").doing(Move::Done);
    let mut talk = Talk::over(definition(vec![template("a"), template("b")]).requiring(&["b"]));
    let plan = talk.hear(done());
    assert_eq!(plan.remarks, [Remark::NotYet { blockers: vec!["still needed: B".into(), "0 of at least 1 answers".into()] }]);
    assert_eq!(asked_key(plan), Some("b"));
    talk.hear(saying("Blue").found("b", "Blue", 0.9));
    let plan = talk.hear(done());
    assert_eq!(plan.next, Next::Close { left: vec!["a".into()], recap: true }, "what is optional was not named yet");
    talk.hear(done());
    assert_eq!(talk.view().status, SessionStatus::Completed);
}

#[test]
fn a_wish_to_end_beside_something_else_is_an_offer_to_end() {
    let done = || saying("That's all").doing(Move::Done);
    let rows = [
        saying("Blue, and that's all").found("b", "Blue", 0.9).doing(Move::Done),
        saying("Blue, finish anyway").found("b", "Blue", 0.9).doing(Move::Done).doing(Move::Pause),
        saying("Forget d. That's all").doing(Move::Withdraw { key: "d".into() }).doing(Move::Done),
    ];
    for row in rows {
        let mut talk = Talk::over(definition(["a", "b", "c", "d"].map(template).to_vec()).requiring(&["c"]));
        talk.hear(saying("Red and green").found("c", "Red", 0.9).found("d", "Green", 0.9));
        let plan = talk.hear(row);
        assert!(matches!(&plan.next, Next::Close { left, .. } if left.contains(&"a".to_owned())), "{:?}", plan.next);
        assert_eq!(talk.view().status, SessionStatus::Active);
        talk.hear(done());
        assert_eq!(talk.view().status, SessionStatus::Completed);
    }
}

#[test]
fn a_message_of_which_nothing_is_understood_is_said_so() {
    let mut talk = Talk::over(definition(vec![template("a")]));
    assert_eq!(talk.hear(saying("Xyzzy")).remarks, [Remark::NotUnderstood]);
    assert_eq!(talk.hear(saying("Xyzzy").found("nothing", "Xyzzy", 0.9)).remarks, [Remark::NotUnderstood]);
}

#[test]
fn a_flood_of_moves_is_one_message() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b")]));
    let flood = (0..1_000).fold(saying("Later"), |saying, _| saying.doing(Move::Defer { key: Some("a".into()) }));
    assert_eq!(talk.hear(flood).remarks.len(), 1);
}
