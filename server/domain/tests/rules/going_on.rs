//! After something was settled beside the conversation that the agent waits for, it goes on by itself, once.

use domain::interview::{Input, Move, Next, Remark, ReplyPlan, Streamed, Understanding};
use protocol::interview::{Author, Engine, InterviewCommand, InterviewEvent, ObjectiveDefinition, Resolution, SessionStatus};
use serde_json::{Value, json};
use testkit::{ShapeObjective, Talk, definition, saying, template};

fn objective() -> ObjectiveDefinition {
    definition(["a", "b", "c"].map(template).to_vec()).closing_with(3, 0.5)
}

/// The agent asked for a.
fn question_asked() -> Talk {
    Talk::over(objective())
}

/// The agent read "red" back for a.
fn read_back() -> Talk {
    let mut talk = question_asked();
    talk.hear(saying("Maybe red").found("a", "red", 0.5));
    talk
}

/// The agent asked which of two values of a holds.
fn disputed() -> Talk {
    let mut talk = question_asked();
    talk.hear(saying("Red").found("a", "Red", 0.9));
    talk.hear(saying("Blue, I say").found("a", "Blue", 0.9));
    assert!(matches!(talk.plan().next, Next::Settle { .. }));
    talk
}

fn set(key: &str, value: Value) -> InterviewCommand {
    InterviewCommand::SetValue { key: key.into(), value }
}

fn defer(key: &str) -> InterviewCommand {
    InterviewCommand::Defer { key: key.into(), reason: None }
}

fn skip(key: &str) -> InterviewCommand {
    InterviewCommand::Skip { key: key.into(), reason: None }
}

fn reopen(key: &str) -> InterviewCommand {
    InterviewCommand::Reopen { key: key.into(), reason: None }
}

fn resolve(resolution: Resolution, final_value: Option<Value>) -> InterviewCommand {
    InterviewCommand::ResolveNegotiation { key: "a".into(), resolution, final_value }
}

fn key_asked(plan: &ReplyPlan) -> Option<&str> {
    match &plan.next {
        Next::Ask { key, .. } | Next::ReadBack { key, .. } | Next::Settle { key, .. } => Some(key),
        Next::Close { .. } | Next::Nothing => None,
    }
}

fn agent_messages(talk: &Talk) -> usize {
    talk.view().messages.iter().filter(|message| message.role == Author::Agent).count()
}

fn times_asked(talk: &Talk, key: &str) -> usize {
    talk.pick_events(|event| matches!(event, InterviewEvent::Asked { key: of, .. } if of == key).then_some(())).len()
}

#[test]
fn what_settles_it_is_acknowledged_and_the_next_thing_asked() {
    let key = || "a".to_owned();
    let settled = |value: &str| vec![Remark::Settled { key: key(), value: json!(value) }];
    type Case = (&'static str, fn() -> Talk, InterviewCommand, Vec<Remark>, Option<&'static str>);
    let cases: Vec<Case> = vec![
        ("a value by hand", question_asked, set("a", json!("Red")), vec![], Some("Red")),
        ("put off", question_asked, defer("a"), vec![Remark::Deferred { key: key() }], None),
        ("skipped", question_asked, skip("a"), vec![Remark::Skipped { key: key() }], None),
        ("read back, confirmed by hand", read_back, set("a", json!("red")), vec![], Some("red")),
        ("read back, another by hand", read_back, set("a", json!("Blue")), vec![], Some("Blue")),
        ("read back, put off", read_back, defer("a"), vec![Remark::Deferred { key: key() }], None),
        ("the new one holds", disputed, resolve(Resolution::UserAccepted, None), settled("Blue"), None),
        ("the old one holds", disputed, resolve(Resolution::AgentAccepted, None), settled("Red"), None),
        ("a third holds", disputed, resolve(Resolution::Compromise, Some(json!("Green"))), settled("Green"), None),
        (
            "left for later",
            disputed,
            InterviewCommand::DeferNegotiation { key: key() },
            vec![Remark::NegotiationDeferred { key: key() }],
            None,
        ),
        ("settled with a value by hand", disputed, set("a", json!("Green")), settled("Green"), None),
    ];
    for (what, reach, command, remarks, took) in cases {
        let mut talk = reach();
        let (messages, turn) = (agent_messages(&talk), talk.view().turn_count);
        talk.by_hand(command).expect(what);
        let plan = talk.plan();
        assert_eq!(plan.remarks, remarks, "{what}");
        assert_eq!(plan.took.first().and_then(|took| took.value.as_str()), took, "{what}");
        let next = key_asked(plan).map(str::to_owned);
        assert!(matches!(next.as_deref(), Some("b" | "c")), "{what}: {next:?}");
        assert_eq!((plan.said.as_str(), plan.opening), ("", false), "{what}: nobody said anything");
        assert_eq!(agent_messages(&talk), messages + 1, "{what}: once");
        assert_eq!(talk.view().turn_count, turn, "{what}: it is no turn of the person");
        assert_eq!(talk.waited_for(), next.as_deref(), "{what}: and its answer is waited for");
    }
}

#[test]
fn what_does_not_settle_it_changes_nothing_in_the_conversation() {
    let key = || "a".to_owned();
    type Case = (&'static str, fn() -> Talk, InterviewCommand);
    let cases: Vec<Case> = vec![
        ("another one set", question_asked, set("b", json!("Red"))),
        ("another one put off", question_asked, defer("b")),
        ("another one skipped", read_back, skip("c")),
        ("another one set while two values are at odds", disputed, set("b", json!("Red"))),
        ("open already", question_asked, reopen("a")),
        ("a proposal, not yet a choice", disputed, InterviewCommand::ProposeValue { key: key(), value: json!("Green") }),
        ("a title", question_asked, InterviewCommand::Retitle { title: "Tea".into() }),
        ("a second look at everything", question_asked, InterviewCommand::Reevaluate { key: None }),
    ];
    for (what, reach, command) in cases {
        let mut talk = reach();
        let (messages, plans, asked) = (talk.view().messages.clone(), talk.plans.len(), talk.view().asked.clone());
        talk.command(command).expect(what);
        assert_eq!((talk.waiting, talk.view().replying), (None, None), "{what}");
        assert_eq!((&talk.view().messages, talk.plans.len(), &talk.view().asked), (&messages, plans, &asked), "{what}");
    }
}

#[test]
fn the_same_click_twice_goes_on_once() {
    for command in [set("a", json!("Red")), defer("a"), skip("a")] {
        let mut talk = question_asked();
        talk.by_hand(command.clone()).expect("it is open");
        let before = (talk.plans.len(), agent_messages(&talk), times_asked(&talk, "b"));
        talk.by_hand(command.clone()).expect("no harm");
        assert_eq!((talk.plans.len(), agent_messages(&talk), times_asked(&talk, "b")), before, "{command:?}");
    }
    let mut talk = disputed();
    talk.by_hand(resolve(Resolution::UserAccepted, None)).expect("open");
    let before = talk.interview.clone();
    talk.by_hand(resolve(Resolution::UserAccepted, None)).expect_err("it is settled");
    assert_eq!(talk.interview, before);
}

#[test]
fn when_nothing_is_left_it_offers_to_finish_and_a_yes_finishes() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b")]).closing_with(1, 0.5));
    talk.hear(saying("Red").found("a", "Red", 0.9));
    talk.by_hand(defer("b")).expect("open");
    assert_eq!(talk.plan().next, Next::Close { left: vec!["b".into()], recap: true });
    talk.hear(saying("Yes").doing(Move::Accept { key: None }));
    assert_eq!(talk.view().status, SessionStatus::Completed);
}

#[test]
fn reopening_after_the_offer_to_finish_goes_on_with_it() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b")]).closing_with(1, 0.5));
    talk.hear(saying("Red").found("a", "Red", 0.9));
    talk.by_hand(skip("b")).expect("open");
    assert!(matches!(talk.plan().next, Next::Close { .. }));
    talk.by_hand(reopen("b")).expect("skipped");
    assert_eq!(key_asked(talk.plan()), Some("b"));
    talk.hear(saying("Yes").doing(Move::Accept { key: None }));
    assert_eq!(talk.view().status, SessionStatus::Active, "the offer was taken back");
}

#[test]
fn a_finished_interview_stays_silent_until_it_is_reopened() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b")]).closing_with(1, 0.5));
    talk.hear(saying("Red").found("a", "Red", 0.9));
    talk.by_hand(InterviewCommand::Complete).expect("one answer is enough");
    let plans = talk.plans.len();
    talk.by_hand(set("b", json!("Blue"))).expect_err("it is over");
    assert_eq!(talk.plans.len(), plans);
    for key in ["a", "b"] {
        let mut talk = Talk::over(definition(vec![template("a"), template("b")]).closing_with(1, 0.5));
        talk.hear(saying("Red").found("a", "Red", 0.9));
        talk.by_hand(InterviewCommand::Complete).expect("one answer is enough");
        let plans = talk.plans.len();
        talk.by_hand(reopen(key)).expect("it goes on");
        assert_eq!((talk.view().status, talk.plans.len()), (SessionStatus::Active, plans + 1), "{key}");
        assert!(key_asked(talk.plan()).is_some());
    }
}

#[test]
fn what_a_finished_interview_is_reopened_for_is_asked_first() {
    for key in ["b", "c"] {
        let mut talk = Talk::over(definition(["a", "b", "c"].map(template).to_vec()).closing_with(1, 0.3));
        talk.hear(saying("Red").found("a", "Red", 0.9));
        talk.by_hand(InterviewCommand::Complete).expect("one answer is enough");
        talk.by_hand(reopen(key)).expect("it goes on");
        assert_eq!(key_asked(talk.plan()), Some(key));
    }
}

#[test]
fn after_a_crash_the_same_is_said() {
    for (command, remarks) in [
        (defer("a"), vec![Remark::Deferred { key: "a".into() }]),
        (set("a", json!("Red")), vec![]),
        (skip("a"), vec![Remark::Skipped { key: "a".into() }]),
    ] {
        let mut talk = question_asked();
        talk.command(command).expect("open");
        let before = talk.plan().clone();
        talk.wake();
        talk.wake();
        let plan = talk.plan();
        assert_eq!((&plan.next, &plan.remarks, &plan.took), (&before.next, &remarks, &before.took));
        assert_eq!(times_asked(&talk, "b"), 1, "asked once");
        talk.word();
        assert_eq!((agent_messages(&talk), talk.view().replying), (2, None));
    }
}

#[test]
fn a_second_click_before_the_reply_is_written_takes_its_place() {
    let mut talk = question_asked();
    talk.command(defer("a")).expect("open");
    let first = talk.waiting.expect("it goes on");
    talk.command(set("b", json!("Blue"))).expect("open");
    let second = talk.waiting.expect("it goes on");
    assert_ne!(first, second);
    let plan = talk.plan();
    assert_eq!(plan.remarks, [Remark::Deferred { key: "a".into() }], "what the first would have said is not lost");
    assert_eq!(plan.took.iter().map(|took| took.key.as_str()).collect::<Vec<_>>(), ["b"]);
    assert_eq!(key_asked(plan), Some("c"));
    let late = Input::Replied { reply: first, text: "And b?".into(), engine: Engine::BuiltIn, fell_back: None };
    talk.give(late).expect_err("it was replaced");
    talk.word();
    assert_eq!(agent_messages(&talk), 2, "the greeting and one reply");
}

#[test]
fn changing_ones_mind_before_the_reply_is_written_asks_once() {
    let mut talk = question_asked();
    talk.command(set("a", json!("Red"))).expect("open");
    talk.command(set("a", json!("Blue"))).expect("open");
    let plan = talk.plan();
    assert_eq!(plan.took.iter().map(|took| &took.value).collect::<Vec<_>>(), [&json!("Blue")]);
    assert_eq!((key_asked(plan), times_asked(&talk, "b"), talk.one("b").attempts), (Some("b"), 1, 1));
    talk.word();
    assert_eq!(agent_messages(&talk), 2);
}

#[test]
fn a_message_under_way_takes_account_of_it_by_itself() {
    let mut talk = question_asked();
    talk.say("Red").expect("it is taken");
    let reply = talk.waiting;
    talk.command(defer("a")).expect("open");
    assert_eq!((talk.waiting, talk.view().replying), (reply, reply), "the message is still to be understood");
    talk.understand(saying("Hm"));
    assert_eq!(key_asked(talk.plan()), Some("b"));
    assert_eq!(agent_messages(&talk), 2);
}

#[test]
fn an_answer_under_way_that_asks_what_was_just_settled_is_replaced() {
    let mut talk = question_asked();
    talk.say("Red").expect("it is taken");
    let reply = talk.waiting.expect("begun");
    let understanding = saying("Red").found("a", "Red", 0.9).understanding;
    talk.give(Input::Understood { reply, understanding, fell_back: None }).expect("it is understood");
    assert_eq!(talk.waited_for(), Some("b"));
    talk.command(set("b", json!("Blue"))).expect("open");
    assert_ne!(talk.waiting, Some(reply));
    assert_eq!(key_asked(talk.plan()), Some("c"));
    talk.word();
    assert_eq!(agent_messages(&talk), 2);
}

#[test]
fn what_was_shown_of_a_replaced_reply_stays() {
    let mut talk = question_asked();
    talk.command(defer("a")).expect("open");
    let reply = talk.waiting.expect("it goes on");
    let streamed = Streamed { reply, text: "All right. And ".into(), engine: Engine::Model("m".into()) };
    talk.give(Input::During { command: skip("b"), streamed }).expect("open");
    let shown = talk.view().messages.last().expect("a message").clone();
    assert_eq!((shown.id, shown.content.as_str(), shown.stopped), (reply, "All right. And ", true));
    assert_eq!(talk.plan().remarks, [Remark::Skipped { key: "b".into() }], "what was shown is not said again");
    talk.word();
    assert!(!talk.view().messages.last().expect("a message").stopped);
}

#[test]
fn the_greeting_under_way_is_said_with_the_next_question() {
    let mut talk = Talk::before_the_greeting(objective());
    talk.command(defer("a")).expect("open");
    assert!(talk.plan().opening, "the greeting is not lost");
    assert_eq!(key_asked(talk.plan()), Some("b"));
    talk.word();
    assert_eq!(agent_messages(&talk), 1);
}

#[test]
fn what_was_stopped_is_not_understood_after_going_on() {
    let mut talk = question_asked();
    talk.say("Red").expect("it is taken");
    let message_id = talk.waiting.expect("begun");
    talk.command(InterviewCommand::StopReply { message_id }).expect("possible");
    talk.command(defer("a")).expect("open");
    talk.wake();
    assert_eq!(key_asked(talk.plan()), Some("b"));
    let late = Input::Understood { reply: message_id, understanding: Understanding::default(), fell_back: None };
    talk.give(late).expect_err("it was stopped");
    talk.word();
    assert_eq!(agent_messages(&talk), 2);
}
