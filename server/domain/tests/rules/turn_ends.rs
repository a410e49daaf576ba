//! A turn ends once, however it ends; what the agent says beside it ends none.

use domain::interview::{Input, Streamed, TurnEnd};
use protocol::interview::{Author, Engine, InterviewCommand, ObjectiveDefinition};
use serde_json::json;
use testkit::{Talk, definition, saying, template};

fn objective() -> ObjectiveDefinition {
    definition(["a", "b", "c"].map(template).to_vec())
}

/// Greeted; the agent asked for a.
fn greeted() -> Talk {
    Talk::over(objective())
}

/// One turn is over, and b is asked for.
fn one_turn() -> Talk {
    let mut talk = greeted();
    talk.hear(saying("Red").found("a", "Red", 0.9));
    talk
}

fn stop(talk: &mut Talk) {
    let message_id = talk.waiting.expect("a reply is being written");
    talk.command(InterviewCommand::StopReply { message_id }).expect("stopping is always possible");
}

fn set_b() -> InterviewCommand {
    InterviewCommand::SetValue { key: "b".into(), value: json!("Blue") }
}

fn reword(talk: &mut Talk) {
    let message_id = talk.view().messages.last().expect("a message").id;
    talk.command(InterviewCommand::Regenerate { message_id }).expect("it is the last one");
    assert!(talk.waiting.is_some(), "it is worded anew");
}

#[test]
fn a_turn_ends_once_and_nothing_else_counts_as_one() {
    use TurnEnd::{Answered, FellBack, Stopped};
    type Case = (&'static str, fn() -> Talk, &'static [TurnEnd]);
    let cases: [Case; 11] = [
        ("a greeting", greeted, &[]),
        (
            "a greeting that is stopped",
            || {
                let mut talk = Talk::before_the_greeting(objective());
                stop(&mut talk);
                talk
            },
            &[],
        ),
        ("an answer", one_turn, &[Answered]),
        (
            "an answer, and what is said on after a change by hand",
            || {
                let mut talk = one_turn();
                let before = talk.view().messages.len();
                talk.by_hand(set_b()).expect("open");
                let last = talk.view().messages.last().expect("a message");
                assert_eq!((talk.view().messages.len(), last.role, last.turn), (before + 1, Author::Agent, 1), "it goes on");
                talk
            },
            &[Answered],
        ),
        (
            "the same stopped",
            || {
                let mut talk = one_turn();
                talk.command(set_b()).expect("open");
                stop(&mut talk);
                talk
            },
            &[Answered],
        ),
        (
            "an answer in other words",
            || {
                let mut talk = one_turn();
                reword(&mut talk);
                talk.word();
                talk
            },
            &[Answered],
        ),
        (
            "other words that are stopped",
            || {
                let mut talk = one_turn();
                reword(&mut talk);
                stop(&mut talk);
                talk
            },
            &[Answered],
        ),
        (
            "stopped before anything was shown",
            || {
                let mut talk = greeted();
                talk.say("Red").expect("it is taken");
                stop(&mut talk);
                talk
            },
            &[Stopped],
        ),
        (
            "stopped when a part was shown",
            || {
                let mut talk = greeted();
                talk.say("Red").expect("it is taken");
                let reply = talk.waiting.expect("begun");
                let streamed = Streamed { reply, text: "Red it is. And".into(), engine: Engine::BuiltIn };
                let command = InterviewCommand::StopReply { message_id: reply };
                talk.give(Input::During { command, streamed }).expect("stopping is always possible");
                talk
            },
            &[Stopped],
        ),
        (
            "stopped, then answered",
            || {
                let mut talk = greeted();
                talk.say("Red").expect("it is taken");
                stop(&mut talk);
                talk.hear(saying("Hm"));
                talk
            },
            &[Stopped, Answered],
        ),
        (
            "without the model",
            || {
                let mut talk = greeted();
                talk.say("Red").expect("it is taken");
                let reply = talk.waiting.expect("begun");
                let understanding = saying("Red").found("a", "Red", 0.9).understanding;
                talk.give(Input::Understood { reply, understanding, fell_back: None }).expect("understood");
                let fell_back = Some("timed_out");
                talk.give(Input::Replied { reply, text: "And b?".into(), engine: Engine::BuiltIn, fell_back }).expect("added");
                talk
            },
            &[FellBack],
        ),
    ];
    for (what, play, ends) in cases {
        assert_eq!(play().ended, ends, "{what}");
    }
}
