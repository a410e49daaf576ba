//! A reply that is stopped: what was shown of it stays, marked as stopped; what was not shown leaves nothing.

use domain::interview::{Input, Streamed, export};
use protocol::{
    MessageId,
    interview::{Author, Engine, InterviewCommand, InterviewEvent},
};
use testkit::{Talk, definition, saying, template};
use uuid::Uuid;

/// Understood; the reply is being worded.
fn worded_slowly() -> (Talk, MessageId) {
    let mut talk = Talk::over(definition(vec![template("a"), template("b")]));
    talk.say("Red").expect("it is taken");
    let reply = talk.waiting.expect("begun");
    let understanding = saying("Red").found("a", "Red", 0.9).understanding;
    talk.give(Input::Understood { reply, understanding, fell_back: None }).expect("understood");
    (talk, reply)
}

fn stop(talk: &mut Talk, message_id: MessageId, streamed: Streamed) {
    let command = InterviewCommand::StopReply { message_id };
    talk.give(Input::During { command, streamed }).expect("stopping is always possible");
}

fn streamed(reply: MessageId, text: &str) -> Streamed {
    Streamed { reply, text: text.into(), engine: Engine::Model("m".into()) }
}

#[test]
fn what_was_shown_stays_and_says_that_it_was_stopped() {
    let (mut talk, reply) = worded_slowly();
    stop(&mut talk, reply, streamed(reply, "Red it is. And *what*"));
    let message = talk.view().messages.last().expect("a message").clone();
    assert_eq!((message.id, message.role, message.turn), (reply, Author::Agent, 1));
    assert_eq!((message.content.as_str(), message.stopped), ("Red it is. And *what*", true));
    assert_eq!(message.engine, Some(Engine::Model("m".into())), "who wrote it is shown");
    assert_eq!((talk.view().replying, talk.waiting), (None, None));
    let paper = export::markdown(talk.view());
    assert!(paper.contains("**Agent** (turn 1, stopped): Red it is. And \\*what\\*"), "{paper}");
    assert_eq!(export::json(talk.view())["messages"][2]["stopped"], true);
    talk.say("Blue").expect("it goes on");
    assert_eq!(talk.engine_input().history.last().map(|turn| turn.text.as_str()), Some("Red it is. And *what*"));
}

#[test]
fn what_was_not_shown_leaves_nothing() {
    let other = MessageId(Uuid::from_u128(77));
    for text in ["", " \n"] {
        let (mut talk, reply) = worded_slowly();
        stop(&mut talk, reply, streamed(reply, text));
        assert_eq!(talk.view().messages.last().map(|message| message.role), Some(Author::User));
        assert_eq!(talk.view().replying, None);
    }
    let (mut talk, reply) = worded_slowly();
    stop(&mut talk, reply, streamed(other, "of another reply"));
    assert_eq!(talk.view().messages.last().map(|message| message.role), Some(Author::User));
    let (mut talk, reply) = worded_slowly();
    talk.command(InterviewCommand::StopReply { message_id: reply }).expect("possible");
    assert_eq!(talk.view().messages.last().map(|message| message.role), Some(Author::User));
}

#[test]
fn stopping_something_else_keeps_nothing_and_stops_nothing() {
    let (mut talk, reply) = worded_slowly();
    let before = talk.interview.clone();
    stop(&mut talk, MessageId(Uuid::from_u128(77)), streamed(reply, "Red it"));
    assert_eq!(talk.interview, before);
    talk.command(InterviewCommand::Retitle { title: "Tea".into() }).expect("possible");
    assert_eq!(talk.waiting, Some(reply), "other commands stop nothing");
}

#[test]
fn stopped_twice_it_is_kept_once() {
    let (mut talk, reply) = worded_slowly();
    stop(&mut talk, reply, streamed(reply, "Red it is."));
    stop(&mut talk, reply, streamed(reply, "Red it is."));
    let kept = talk.pick_events(|event| match event {
        InterviewEvent::MessageAdded { message } if message.id == reply => Some(message.stopped),
        _ => None,
    });
    assert_eq!(kept, [true]);
    let late = Input::Replied { reply, text: "Red it is. And what is b?".into(), engine: Engine::BuiltIn, fell_back: None };
    talk.give(late).expect_err("it was stopped");
}

#[test]
fn the_tenth_turn_is_summed_up_though_its_reply_was_stopped() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b")]));
    for _ in 0..9 {
        talk.hear(saying("well"));
    }
    talk.say("Red").expect("it is taken");
    let reply = talk.waiting.expect("begun");
    let understanding = saying("Red").found("a", "Red", 0.9).understanding;
    talk.give(Input::Understood { reply, understanding, fell_back: None }).expect("understood");
    stop(&mut talk, reply, streamed(reply, "Red it"));
    let ranges: Vec<_> = talk.view().summaries.iter().map(|one| (one.turn_start, one.turn_end)).collect();
    assert_eq!(ranges, [(1, 10)]);
    assert!(talk.view().summaries[0].text.contains("Red"));
}

/// Says something and stops the reply before anybody has read it.
fn stopped_unread(talk: &mut Talk, text: &str) {
    talk.say(text).expect("it is taken");
    let message_id = talk.waiting.expect("begun");
    talk.command(InterviewCommand::StopReply { message_id }).expect("possible");
}

#[test]
fn what_nobody_has_read_is_understood_with_the_next_message() {
    let mut talk = Talk::over(definition(vec![template("a"), template("b")]));
    stopped_unread(&mut talk, "Red, always");
    let first = talk.view().messages.last().expect("a message").clone();
    talk.say("and Blue for b").expect("it is taken");
    let input = talk.engine_input();
    assert_eq!(input.text, "Red, always\nand Blue for b");
    assert!(input.history.iter().all(|turn| turn.id != first.id), "it is read once");
    let asked = talk.view().asked.clone().expect("the first question");
    assert_eq!(input.asked.map(|(key, _)| key), Some(asked.key), "it answers what was asked before it");

    let both = saying("Red, always\nand Blue for b").found("a", "Red", 0.9).found("b", "Blue", 0.9);
    talk.understand(both);
    let evidence = |key: &str| talk.one(key).evidence.clone().expect("quoted");
    assert_eq!((evidence("a").message_id, evidence("a").start, evidence("a").quote.as_str()), (first.id, 0, "Red"));
    assert_ne!(evidence("b").message_id, first.id);
    assert_eq!((evidence("b").start, evidence("b").quote.as_str()), (4, "Blue"), "where it is in its own message");
    assert!(talk.view().unread.is_empty());
    talk.say("More").expect("it is taken");
    assert_eq!(talk.engine_input().text, "More");
}

#[test]
fn a_quote_over_two_messages_is_none() {
    let mut talk = Talk::over(definition(vec![template("a")]));
    stopped_unread(&mut talk, "dark");
    talk.say("Red").expect("it is taken");
    talk.understand(saying("dark\nRed").found("a", "dark\nRed", 0.9));
    assert_eq!(talk.one("a").value, None);
}

#[test]
fn what_was_read_is_not_read_again() {
    let (mut talk, reply) = worded_slowly();
    talk.command(InterviewCommand::StopReply { message_id: reply }).expect("possible");
    talk.say("Blue").expect("it is taken");
    assert_eq!(talk.engine_input().text, "Blue", "its reply was decided");
    let mut talk = Talk::over(definition(vec![template("a")]));
    for number in 0..7 {
        stopped_unread(&mut talk, &format!("m{number}"));
    }
    talk.say("m7").expect("it is taken");
    assert_eq!(talk.engine_input().text, "m3\nm4\nm5\nm6\nm7", "the newest of them");
}
