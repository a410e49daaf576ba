//! An earlier message said otherwise: what rested on it is taken back, and the rest can be returned to.

use domain::interview::{AuditType, Input, Streamed};
use protocol::{
    MessageId,
    interview::{Author, Engine, InterviewCommand, Negotiation, NegotiationStatus, NewObligation, Resolution, Status},
};
use serde_json::{Value, json};
use testkit::{Talk, definition, saying, template};

fn talk() -> Talk {
    let mut talk = Talk::over(definition(["a", "b", "c"].map(template).to_vec()));
    talk.hear(saying("Red").found("a", "Red", 0.9));
    talk.hear(saying("Blue").found("b", "Blue", 0.9));
    talk
}

fn user_messages(talk: &Talk) -> Vec<(MessageId, String)> {
    let own = talk.view().messages.iter().filter(|one| one.role == Author::User);
    own.map(|one| (one.id, one.content.clone())).collect()
}

fn edit(message_id: MessageId, content: &str) -> InterviewCommand {
    InterviewCommand::EditMessage { message_id, content: content.into() }
}

fn values(talk: &Talk) -> Vec<Option<Value>> {
    talk.view().obligations.iter().map(|one| one.value.clone()).collect()
}

#[test]
fn what_rested_on_it_is_taken_back_and_can_be_returned_to() {
    let mut talk = talk();
    let before = talk.view().clone();
    let first = user_messages(&talk)[0].0;
    talk.command(edit(first, "Green")).expect("it is one's own");
    assert_eq!(values(&talk), [None, None, None]);
    assert_eq!(talk.view().turn_count, 1);
    talk.understand(saying("Green").found("a", "Green", 0.9));
    assert_eq!(user_messages(&talk).into_iter().map(|(_, text)| text).collect::<Vec<_>>(), ["Green"]);
    assert_eq!(values(&talk), [Some(json!("Green")), None, None]);
    assert!(talk.one("a").past.is_empty(), "it never was red here");
    let branch = &talk.view().branches[0];
    assert_eq!((branch.id(), branch.messages.len()), (Some(first), 4));
    let undone = talk.audit.iter().filter(|row| row.event_type == AuditType::ValueExtracted && row.metadata["value"].is_null());
    assert_eq!(undone.map(|row| row.key.as_str()).collect::<Vec<_>>(), ["a", "b"], "the audit tells it");

    let green = user_messages(&talk)[0].0;
    talk.command(InterviewCommand::RestoreMessage { message_id: first }).expect("it is kept");
    let now = talk.view();
    assert_eq!((&now.messages, &now.obligations), (&before.messages, &before.obligations));
    assert_eq!((&now.asked, now.phase, &now.completeness), (&before.asked, before.phase, &before.completeness));
    assert_eq!(now.branches.len(), 1, "the other one is left behind now");
    assert_eq!(now.branches[0].id(), Some(green));
    assert_eq!(now.branches_beside(first).count(), 1);

    talk.hear(saying("Grey").found("c", "Grey", 0.9));
    talk.wake();
    assert_eq!(values(&talk), [Some(json!("Red")), Some(json!("Blue")), Some(json!("Grey"))], "it goes on from there");
}

#[test]
fn a_branch_inside_another_waits_for_that_one() {
    let mut talk = talk();
    let [first, second] = [0, 1].map(|at| user_messages(&talk)[at].0);
    talk.command(edit(second, "Black")).expect("edited");
    talk.understand(saying("Black").found("b", "Black", 0.9));
    assert_eq!(values(&talk), [Some(json!("Red")), Some(json!("Black")), None]);
    talk.command(edit(first, "Green")).expect("edited");
    talk.understand(saying("Green").found("a", "Green", 0.9));
    talk.command(InterviewCommand::RestoreMessage { message_id: second }).expect_err("what it came after is not there");
    talk.command(InterviewCommand::RestoreMessage { message_id: first }).expect("the outer one");
    talk.command(InterviewCommand::RestoreMessage { message_id: second }).expect("then the inner one");
    assert_eq!(values(&talk), [Some(json!("Red")), Some(json!("Blue")), None]);
}

#[test]
fn what_was_set_by_hand_does_not_rest_on_what_was_said() {
    let mut talk = talk();
    talk.by_hand(InterviewCommand::SetValue { key: "c".into(), value: json!("Grey") }).expect("set");
    talk.command(edit(user_messages(&talk)[0].0, "Green")).expect("edited");
    assert_eq!(values(&talk), [None, None, Some(json!("Grey"))]);
    assert_eq!(talk.status("c"), Status::Satisfied);
}

#[test]
fn an_edit_stops_the_reply_under_way() {
    let mut talk = talk();
    talk.say("Gery").expect("said");
    let (last, reply) = (user_messages(&talk)[2].0, talk.view().replying.expect("a reply"));
    let command = edit(last, "Grey");
    let past = domain::interview::past(&talk.interview, &talk.events, &command).map(Box::new);
    let streamed = Some(Streamed { reply, text: "I see".into(), engine: Engine::BuiltIn });
    talk.give(Input::Back { command, past, streamed }).expect("edited");
    assert_ne!(talk.view().replying, Some(reply));
    talk.understand(saying("Grey").found("c", "Grey", 0.9));
    assert_eq!(user_messages(&talk).last().map(|(_, text)| text.as_str()), Some("Grey"));
    assert_eq!(talk.view().branches[0].messages.len(), 2, "with what was shown of the reply");
}

#[test]
fn what_cannot_be_edited() {
    let mut talk = talk();
    let greeting = talk.view().messages[0].id;
    let first = user_messages(&talk)[0].0;
    for (message, text) in [(greeting, "Hello"), (MessageId(uuid::Uuid::from_u128(99)), "x"), (first, "  ")] {
        talk.command(edit(message, text)).expect_err("nothing to edit");
    }
    assert!(talk.command(edit(first, "Red")).expect("the same words").is_empty());
    let obligation = NewObligation { prompt: "And how many?".into(), ..NewObligation::default() };
    talk.by_hand(InterviewCommand::AddObligation { obligation }).expect("added");
    let refusal = talk.command(edit(first, "Green")).expect_err("the questions are others now");
    assert!(refusal.detail.contains("questions"), "{refusal}");
}

/// Red, then blue, in a conversation; then something by hand, then an edit of the first message.
fn by_hand_then_edited(commands: Vec<InterviewCommand>) -> Talk {
    let mut talk = talk();
    for command in commands {
        talk.by_hand(command).expect("possible");
    }
    talk.command(edit(user_messages(&talk)[1].0, "Black")).expect("edited");
    talk
}

fn key(key: &str) -> String {
    key.to_owned()
}

#[test]
fn what_was_settled_by_hand_stays() {
    let start = InterviewCommand::StartNegotiation { key: key("a"), value: None, reason: None };
    let resolve = |value: &str| InterviewCommand::ResolveNegotiation {
        key: key("a"),
        resolution: Resolution::Compromise,
        final_value: Some(json!(value)),
    };
    let talk = by_hand_then_edited(vec![start.clone(), resolve("Crimson")]);
    let one = talk.one("a");
    assert_eq!((&one.value, one.confidence.in_hundredths()), (&Some(json!("Crimson")), 97));
    let negotiation = one.negotiation.as_ref().expect("it was settled");
    assert_eq!((negotiation.status, &negotiation.final_value), (NegotiationStatus::Resolved, &Some(json!("Crimson"))));
    assert_eq!((&talk.one("b").value, talk.status("a")), (&None, Status::Satisfied), "what was said is taken back");

    let agreed = InterviewCommand::ResolveNegotiation { key: key("a"), resolution: Resolution::AgentAccepted, final_value: None };
    let talk = by_hand_then_edited(vec![start, agreed]);
    assert_eq!((talk.one("a").value.clone(), talk.one("a").confidence.in_hundredths()), (Some(json!("Red")), 97));
}

#[test]
fn states_by_hand_stay_too_and_a_second_time() {
    let reason = || Some("not now".to_owned());
    let skip = InterviewCommand::Skip { key: key("c"), reason: reason() };
    let reopen = InterviewCommand::Reopen { key: key("a"), reason: reason() };
    let mut talk = by_hand_then_edited(vec![skip, reopen]);
    for time in ["once", "twice"] {
        let (a, c) = (talk.one("a"), talk.one("c"));
        assert_eq!((c.status, c.reason.clone()), (Status::Skipped, reason()), "{time}");
        assert_eq!((a.status, a.confidence.in_hundredths()), (Status::Partial, 70), "{time}");
        talk.understand(saying("Black").found("b", "Black", 0.9));
        talk.command(edit(user_messages(&talk)[1].0, "Grey")).expect("edited");
    }
    let defer = InterviewCommand::Defer { key: key("c"), reason: reason() };
    assert_eq!(by_hand_then_edited(vec![defer]).status("c"), Status::Deferred);
}

#[test]
fn what_settled_a_disagreement_in_words_that_are_left_behind_goes_with_them() {
    let mut talk = talk();
    talk.hear(saying("rather Violet").found("a", "Violet", 0.9).manner(domain::interview::Manner::Hedged));
    let value = talk.one("a").negotiation.as_ref().and_then(Negotiation::proposed).cloned();
    assert_eq!(value, Some(json!("Violet")), "it is argued over");
    let accepted =
        InterviewCommand::ResolveNegotiation { key: key("a"), resolution: Resolution::UserAccepted, final_value: None };
    talk.by_hand(accepted).expect("possible");
    talk.command(edit(user_messages(&talk)[2].0, "Hm")).expect("edited");
    assert_eq!(talk.one("a").value, Some(json!("Red")));
}

#[test]
fn a_message_that_was_left_behind_is_not_said_twice() {
    let mut talk = Talk::over(definition(["a", "b", "c"].map(template).to_vec()));
    let say = |text: &str| InterviewCommand::Say {
        text: text.into(),
        client_message_id: Some("m1".into()),
        widget: None,
        spoken: None,
    };
    talk.command(say("Red")).expect("said");
    talk.understand(saying("Red").found("a", "Red", 0.9));
    talk.command(edit(user_messages(&talk)[0].0, "Green")).expect("edited");
    talk.understand(saying("Green").found("a", "Green", 0.9));
    assert!(talk.command(say("Red")).expect("said before").is_empty());
    talk.command(say("Blue")).expect_err("another message with this id");
}
