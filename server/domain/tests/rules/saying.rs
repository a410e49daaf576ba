//! Saying something: what is refused, what is repeated, and which findings are believed.

use domain::{
    RefusalKind,
    interview::{Heard, Input, MOST_GUEST_TURNS, Manner, Move, Next, Remark, Understanding, decide},
};
use protocol::{
    MessageId,
    interview::{Author, Engine, InterviewCommand, MESSAGE_LIMIT, SessionStatus, Status, WidgetAnswer},
};
use serde_json::{Value, json};
use testkit::{Shape, Talk, definition, saying, template};
use uuid::Uuid;

fn talk() -> Talk {
    Talk::over(definition(vec![template("market"), template("channel").choice(&["web", "shop"]), template("budget").number()]))
}

fn say(text: &str, id: Option<&str>, widget: Option<(&str, Value)>) -> InterviewCommand {
    InterviewCommand::Say {
        text: text.into(),
        client_message_id: id.map(str::to_owned),
        widget: widget.map(|(key, value)| WidgetAnswer { key: key.into(), value }),
        spoken: None,
    }
}

#[test]
fn what_is_refused_changes_nothing() {
    let long = "x".repeat(MESSAGE_LIMIT + 1);
    let most = "x".repeat(MESSAGE_LIMIT);
    for (command, kind, field) in [
        (say("", None, None), Some(RefusalKind::Invalid), "message"),
        (say(" \n\t", None, None), Some(RefusalKind::Invalid), "message"),
        (say(&long, None, None), Some(RefusalKind::TooLarge), ""),
        (say(&most, None, None), None, ""),
        (say("x", Some(""), None), Some(RefusalKind::Invalid), "clientMessageId"),
        (say("x", Some(&"i".repeat(201)), None), Some(RefusalKind::Invalid), "clientMessageId"),
        (say("", None, Some(("nothing", json!("web")))), Some(RefusalKind::Unknown), ""),
        (say("", None, Some(("channel", json!("mail")))), Some(RefusalKind::Invalid), "widget.value"),
        (say("by mail", None, Some(("channel", json!("mail")))), Some(RefusalKind::Invalid), "widget.value"),
        (say("", None, Some(("budget", json!({"unit": "EUR"})))), Some(RefusalKind::Invalid), "widget.value"),
        (say("", None, Some(("market", json!("x".repeat(20_000))))), Some(RefusalKind::TooLarge), ""),
    ] {
        let mut talk = talk();
        let before = talk.interview.clone();
        let answer = talk.command(command);
        assert_eq!(answer.as_ref().err().map(|refusal| refusal.kind), kind);
        if let Err(refusal) = answer {
            assert_eq!(refusal.faults.first().map_or("", |fault| fault.field.as_str()), field, "{refusal}");
            assert_eq!(talk.interview, before);
        }
    }
}

#[test]
fn a_guest_says_so_much_and_no_more() {
    for (guest, turns, is_refused) in
        [(None, MOST_GUEST_TURNS, false), (Some("Ada"), MOST_GUEST_TURNS - 1, false), (Some("Ada"), MOST_GUEST_TURNS, true)]
    {
        let mut interview = talk().interview;
        interview.view.guest = guest.map(str::to_owned);
        interview.view.turn_count = turns;
        let decided = decide(&interview, Input::Command(say("Hello", None, None)), &talk().stamp());
        let refused = decided.err().map(|refusal| refusal.kind);
        assert_eq!(refused, is_refused.then_some(RefusalKind::Conflict), "{guest:?} after {turns}");
    }
}

#[test]
fn the_same_call_again_changes_nothing_and_another_with_its_id_is_refused() {
    for (first, again, conflict) in [
        (say("Hello", Some("1"), None), say("Hello", Some("1"), None), false),
        (say("Hello", Some("1"), None), say("Hullo", Some("1"), None), true),
        (say("Hello", Some("1"), None), say("Hello", Some("1"), Some(("channel", json!("web")))), true),
        (say("", Some("1"), Some(("channel", json!("web")))), say("", Some("1"), Some(("channel", json!("web")))), false),
        (say("", Some("1"), Some(("channel", json!("web")))), say("", Some("1"), Some(("channel", json!("shop")))), true),
        (say("So", Some("1"), Some(("channel", json!("web")))), say("So", Some("1"), Some(("channel", json!("web")))), false),
        (say("So", Some("1"), Some(("channel", json!("web")))), say("So", Some("1"), Some(("channel", json!("shop")))), true),
    ] {
        let mut talk = talk();
        assert!(!talk.command(first.clone()).expect("it is taken").is_empty());
        let (waiting, before) = (talk.waiting, talk.interview.clone());
        let answer = talk.command(again.clone());
        assert_eq!(answer.is_err(), conflict, "{first:?}, then {again:?}");
        assert!(answer.is_err() || answer == Ok(Vec::new()));
        assert_eq!((talk.waiting, &talk.interview), (waiting, &before), "nothing happens twice");
    }
}

#[test]
fn a_repeated_call_is_answered_even_after_the_end() {
    let mut talk = talk();
    talk.command(say("", Some("1"), Some(("channel", json!("web"))))).expect("it is taken");
    talk.word();
    talk.command(InterviewCommand::Complete).expect("one answer is enough");
    assert_eq!(talk.command(say("", Some("1"), Some(("channel", json!("web"))))), Ok(Vec::new()));
    assert_eq!(talk.command(say("Hello", Some("2"), None)).expect_err("it is over").kind, RefusalKind::Conflict);
}

#[test]
fn one_thing_at_a_time() {
    let mut talk = talk();
    talk.say("Dentists").expect("it is taken");
    for command in [say("Clinics", None, None), InterviewCommand::Complete] {
        assert_eq!(talk.command(command).expect_err("a reply is being written").kind, RefusalKind::Conflict);
    }
    talk.understand(saying("Dentists").found("market", "Dentists", 0.9));
    talk.say("Clinics").expect("the reply is finished");
}

#[test]
fn a_finished_interview_takes_nothing_but_what_reopens_it() {
    let mut talk = talk();
    talk.hear(saying("Dentists").found("market", "Dentists", 0.9));
    talk.command(InterviewCommand::Complete).expect("one answer is enough");
    assert!(talk.command(InterviewCommand::Complete).expect("again").is_empty());
    let key = || "market".to_owned();
    for command in [
        say("Hello", None, None),
        InterviewCommand::SetValue { key: key(), value: json!("x") },
        InterviewCommand::Defer { key: key(), reason: None },
        InterviewCommand::Skip { key: key(), reason: None },
        InterviewCommand::Undo { key: key() },
        InterviewCommand::StartNegotiation { key: key(), value: None, reason: None },
        InterviewCommand::Reevaluate { key: None },
        InterviewCommand::SetPhase { phase: protocol::interview::Phase::Closing },
    ] {
        assert_eq!(talk.command(command.clone()).expect_err("it is over").kind, RefusalKind::Conflict, "{command:?}");
    }
    let thanks = talk.command(say("Thanks, bye!", None, None)).expect_err("it is over").detail;
    for helps in ["finished", "kept", "summary", "export", "reopen", "new interview"] {
        assert!(thanks.contains(helps), "{helps}: {thanks}");
    }
    for key in ["market", "budget"] {
        let mut reopened = Talk::over(definition(vec![template("market"), template("budget").number()]));
        reopened.hear(saying("Dentists").found("market", "Dentists", 0.9));
        reopened.command(InterviewCommand::Complete).expect("one answer is enough");
        reopened.by_hand(InterviewCommand::Reopen { key: key.into(), reason: None }).expect("it goes on");
        assert_eq!(reopened.view().status, SessionStatus::Active, "{key}");
        reopened.say("Hello again").expect("it goes on");
    }
}

#[test]
fn a_widget_answers_at_once_and_in_words() {
    let mut talk = talk();
    let plan = talk.widget("channel", json!("WEB")).expect("it fits");
    assert_eq!((plan.took[0].key.as_str(), &plan.took[0].value), ("channel", &json!("web")));
    assert!(matches!(plan.next, Next::Ask { .. }));
    let message = talk.view().messages.iter().rev().find(|one| one.role == Author::User).expect("a message");
    assert_eq!((message.content.as_str(), message.widget_key.as_deref()), ("WEB", Some("channel")));
    assert_eq!(talk.status("channel"), Status::Satisfied);
    assert!(talk.one("channel").evidence.is_none(), "it was chosen, not said");
}

#[test]
fn a_finding_is_believed_only_with_its_words() {
    let text = "Für Zahnärzte";
    for (turn, start, end, taken) in [
        (None, 5, 15, Some("Zahnärzte")),
        (None, 0, text.len(), Some(text)),
        (None, 0, text.len() + 1, None),
        (None, 2, 15, None),
        (None, 15, 5, None),
        (None, 5, 5, None),
        (None, 4, 5, None),
        (None, usize::MAX, usize::MAX, None),
        (Some(0), 0, 5, Some("Reply")),
        (Some(1), 0, 5, None),
        (Some(usize::MAX), 0, 5, None),
    ] {
        let mut talk = talk();
        let plan = talk.hear(saying(text).found("market", "dentists", 0.9).quoting(turn, start, end));
        assert_eq!(plan.took.len(), usize::from(taken.is_some()), "{turn:?} {start}..{end}");
        let remarks = if taken.is_some() { vec![] } else { vec![Remark::NotUnderstood] };
        assert_eq!(plan.remarks, remarks);
        let evidence = talk.one("market").evidence.as_ref();
        assert_eq!(evidence.map(|evidence| evidence.quote.as_str()), taken);
    }
}

#[test]
fn a_finding_that_does_not_fit_its_obligation_is_dropped() {
    let mut talk = talk();
    let said = saying("By mail, for ten, to mars").found("channel", "mail", 0.9).found("budget", "ten", 0.9);
    let plan = talk.hear(said.found("planet", "mars", 0.9));
    assert_eq!((plan.took.len(), &plan.remarks[..]), (0, &[Remark::NotUnderstood][..]));
}

#[test]
fn one_message_says_one_thing_about_one_obligation() {
    let mut talk = talk();
    let plan = talk.hear(saying("Dentists, clinics").found("market", "Dentists", 0.8).found("market", "clinics", 0.9));
    assert_eq!((plan.took.len(), plan.took[0].value.as_str()), (1, Some("clinics")));
    assert!(talk.one("market").negotiation.is_none(), "nobody contradicts themselves in one breath");
}

#[test]
fn several_values_in_one_message_are_all_taken() {
    let mut talk = talk();
    let plan = talk.hear(saying("Dentists, web").found("market", "Dentists", 0.9).found("channel", "web", 0.9));
    assert_eq!(plan.took.len(), 2);
    assert!(matches!(&plan.next, Next::Ask { key, .. } if key == "budget"));
}

#[test]
fn what_only_says_more_is_taken() {
    let mut talk = talk();
    talk.hear(saying("Dentists").found("market", "Dentists", 0.9));
    talk.hear(saying("Dentists in Ghent").found("market", "Dentists in Ghent", 0.9));
    assert_eq!(talk.one("market").value, Some(json!("Dentists in Ghent")));
}

#[test]
fn saying_it_again_only_ever_makes_it_surer() {
    let mut talk = talk();
    talk.hear(saying("Dentists").found("market", "Dentists", 0.8));
    for (confidence, held) in [(0.5, 0.8), (0.95, 0.95), (0.9, 0.95)] {
        talk.hear(saying("dentists").found("market", "dentists", confidence));
        assert_eq!(talk.one("market").confidence.get(), held);
        assert!(talk.one("market").past.is_empty());
    }
}

#[test]
fn a_reply_can_be_stopped_once_and_late_results_are_nothing() {
    let mut talk = talk();
    talk.say("Dentists").expect("it is taken");
    let reply = talk.waiting.expect("a reply was begun");
    let other = InterviewCommand::StopReply { message_id: MessageId(Uuid::from_u128(77)) };
    assert!(talk.command(other).expect("nothing to stop").is_empty());
    assert!(talk.waiting.is_some());
    talk.command(InterviewCommand::StopReply { message_id: reply }).expect("it is being written");
    assert!(talk.view().replying.is_none() && talk.waiting.is_none(), "the work is cancelled");
    assert!(talk.command(InterviewCommand::StopReply { message_id: reply }).expect("again").is_empty());
    let before = talk.interview.clone();
    let late = [
        Input::Understood { reply, understanding: Understanding::default(), fell_back: None },
        Input::Replied { reply, text: "Late.".into(), engine: Engine::BuiltIn, fell_back: None },
    ];
    for input in late {
        assert_eq!(talk.give(input).expect_err("it is over").kind, RefusalKind::Conflict);
    }
    assert_eq!(talk.interview, before);
    talk.hear(saying("Dentists").found("market", "Dentists", 0.9));
}

#[test]
fn an_engine_hears_the_last_turns_and_names_them_by_index() {
    let mut talk = talk();
    for number in 0..20 {
        talk.hear(saying(&format!("Message {number}")).doing(Move::SmallTalk));
    }
    talk.say("That one").expect("it is taken");
    let heard = talk.engine_input();
    assert_eq!((heard.history.len(), heard.text.as_str()), (Heard::HISTORY, "That one"));
    let at = heard.history.iter().position(|turn| turn.text == "Message 12").expect("it is among the last");
    talk.understand(saying("That one").found("market", "twelve", 0.9).quoting(Some(at), 8, 10));
    assert_eq!(talk.one("market").evidence.as_ref().map(|evidence| evidence.quote.as_str()), Some("12"));
}

#[test]
fn a_number_beyond_its_bounds_is_asked_back_about() {
    let team = || template("team").number_within(1, 500, "people");
    for (said, beyond, held) in [
        (saying("900").found("team", 900, 0.9), true, None),
        (saying("900, no, 90").found("team", 900, 0.9).found("team", 90, 0.9), false, Some(90)),
        (saying("They see 900 patients").found("team", 900, 0.9).manner(Manner::Implied), false, None),
        (saying("90").found("team", 90, 0.9), false, Some(90)),
    ] {
        let mut talk = Talk::over(definition(vec![team(), template("market")]));
        let plan = talk.hear(said);
        assert_eq!(plan.remarks.contains(&Remark::OutOfBounds { key: "team".into() }), beyond, "{plan:?}");
        if beyond {
            assert_eq!(plan.next, Next::Ask { key: "team".into(), attempt: 2, following_up: None });
        }
        let value = talk.view().obligation("team").and_then(|one| one.value.clone());
        assert_eq!(value, held.map(|number| json!({"value": number, "unit": "people"})));
    }
    let mut talk = Talk::over(definition(vec![team(), template("market")]));
    let refused = talk.widget("team", json!(900)).map(drop).expect_err("it is too large");
    assert_eq!(refused.faults.first().map(|fault| fault.field.as_str()), Some("widget.value"));
    assert_eq!(refused.detail, "Team must be from 1 to 500 people");
}
