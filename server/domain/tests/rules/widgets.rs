//! A widget's answer with words beside it: the value stands, the words may say more.

use domain::interview::{Manner, Move, Next, Remark};
use protocol::interview::{Asking, Author, InterviewCommand, ObjectiveDefinition, SessionStatus, Source, Status, WidgetAnswer};
use serde_json::{Value, json};
use testkit::{Saying, Shape, ShapeObjective, Talk, definition, saying, template};

fn objective() -> ObjectiveDefinition {
    definition(vec![
        template("channel").choice(&["web", "shop"]),
        template("market"),
        template("budget").number(),
        template("goal"),
    ])
    .closing_with(4, 0.5)
}

fn with_widget(talk: &mut Talk, text: &str, key: &str, value: Value) {
    let widget = Some(WidgetAnswer { key: key.into(), value });
    talk.command(InterviewCommand::Say { text: text.into(), client_message_id: None, widget, spoken: None }).expect("it fits");
}

/// "web" by widget and these words beside it.
fn answered(said: Saying) -> Talk {
    let mut talk = Talk::over(objective());
    with_widget(&mut talk, &said.text, "channel", json!("web"));
    talk.understand(said);
    talk
}

#[test]
fn the_value_stands_before_the_words_are_understood() {
    let mut talk = Talk::over(objective());
    with_widget(&mut talk, "And we sell to dentists", "channel", json!("web"));
    assert_eq!((talk.status("channel"), talk.one("channel").source), (Status::Satisfied, Some(Source::Widget)));
    assert!(talk.waiting.is_some() && talk.plans.len() == 1, "the reply waits until the words are understood");
    assert_eq!(talk.engine_input().text, "And we sell to dentists");
    talk.understand(saying("And we sell to dentists").found("market", "dentists", 0.9));
    let plan = talk.plan();
    assert_eq!(plan.took.iter().map(|took| took.key.as_str()).collect::<Vec<_>>(), ["channel", "market"]);
    assert!(matches!(&plan.next, Next::Ask { key, .. } if key == "budget"));
    let said = talk.view().messages.iter().filter(|message| message.role == Author::User).count();
    assert_eq!((said, talk.view().turn_count), (1, 1), "one message, one reply");
}

#[test]
fn words_about_the_widgets_own_obligation_change_nothing_of_it() {
    let against: [fn(Saying) -> Saying; 6] = [
        |said| said.found("channel", "shop", 0.95),
        |said| said.found("channel", "shop", 0.95).doing(Move::Correct { key: "channel".into() }),
        |said| said.doing(Move::Withdraw { key: "channel".into() }),
        |said| said.doing(Move::Skip { key: Some("channel".into()) }),
        |said| said.doing(Move::Reject { key: Some("channel".into()) }),
        |said| said.doing(Move::GoBack { key: None }),
    ];
    for (number, against) in against.into_iter().enumerate() {
        let talk = answered(against(saying("Not the shop, or is it")));
        let one = talk.one("channel");
        assert_eq!(
            (one.value.clone(), one.status, one.negotiation.is_none()),
            (Some(json!("web")), Status::Satisfied, true),
            "{number}"
        );
        assert_eq!(talk.plan().took.len(), 1);
    }
}

#[test]
fn remarks_beside_it_are_answered() {
    let talk = answered(saying("Why do you ask? Thanks").doing(Move::AskWhy { key: Some("budget".into()) }).doing(Move::Thanks));
    assert_eq!(talk.plan().remarks, [Remark::Why { key: "budget".into() }, Remark::Thanks]);
    let talk = answered(saying("The goal later").doing(Move::Defer { key: Some("goal".into()) }));
    assert_eq!(talk.status("goal"), Status::Deferred);
}

#[test]
fn words_that_say_no_more_than_the_value_need_no_understanding() {
    for (key, value, text) in [
        ("channel", json!("web"), ""),
        ("channel", json!("web"), " Web. "),
        ("budget", json!({"value": 5000, "unit": "EUR"}), "5000 EUR"),
        ("budget", json!({"value": 5000, "text": "about five"}), "about five"),
        ("market", json!("Dentists in Ghent"), "dentists in Ghent"),
    ] {
        let mut talk = Talk::over(objective());
        with_widget(&mut talk, text, key, value);
        assert_eq!(talk.plans.len(), 2, "{key} {text:?} is answered at once");
    }
}

#[test]
fn words_of_which_nothing_is_understood_are_no_reason_to_complain() {
    let talk = answered(saying("Xyzzy and so on"));
    assert_eq!((talk.plan().remarks.len(), talk.plan().took.len()), (0, 1));
}

#[test]
fn a_yes_beside_the_last_answer_does_not_end_what_was_not_offered_to_end() {
    let mut talk = Talk::over(definition(vec![template("channel").choice(&["web", "shop"])]).closing_with(1, 0.5));
    with_widget(&mut talk, "Yes!", "channel", json!("web"));
    talk.understand(saying("Yes!").doing(Move::Accept { key: None }));
    assert_eq!(talk.view().status, SessionStatus::Active);
    assert!(matches!(talk.plan().next, Next::Close { .. }));
}

#[test]
fn interrupted_before_the_words_are_understood_they_are_understood_after_it() {
    let mut talk = Talk::over(objective());
    with_widget(&mut talk, "And we sell to dentists", "channel", json!("web"));
    talk.wake();
    talk.understand(saying("And we sell to dentists").found("market", "dentists", 0.9));
    assert_eq!(talk.plan().took.len(), 2);
    assert_eq!(talk.one("market").value, Some(json!("dentists")));
}

#[test]
fn stopped_before_the_words_are_understood_the_value_stays() {
    let mut talk = Talk::over(objective());
    with_widget(&mut talk, "And we sell to dentists", "channel", json!("web"));
    let message_id = talk.waiting.expect("begun");
    talk.command(InterviewCommand::StopReply { message_id }).expect("possible");
    assert_eq!((talk.status("channel"), talk.one("market").value.clone()), (Status::Satisfied, None));
}

#[test]
fn what_is_read_back_is_confirmed_by_a_word_or_replaced_by_the_widget_at_once() {
    let read_back = || {
        let mut talk = Talk::over(objective());
        talk.hear(saying("web, perhaps").found("channel", "web", 0.58).manner(Manner::Hedged));
        assert_eq!(talk.view().answerable().map(|one| (one.key.as_str(), one.kind)), Some(("channel", Asking::ReadBack)));
        talk
    };
    for (is_word, value) in [(true, "web"), (false, "shop")] {
        let mut talk = read_back();
        if is_word {
            talk.hear(saying("Yes, that's right").doing(Move::Accept { key: None }));
        } else {
            talk.widget("channel", json!("shop")).expect("it fits");
        }
        let one = talk.one("channel");
        assert_eq!((one.status, one.value.clone(), one.negotiation.is_none()), (Status::Satisfied, Some(json!(value)), true));
        assert_eq!(talk.view().answerable().map(|one| one.kind), Some(Asking::Question), "{value}: it goes on");
    }
}
