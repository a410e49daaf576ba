//! An interview whose process ended in the middle of a turn.

use domain::interview::{Input, Move, Next, Understanding};
use protocol::interview::{Author, InterviewEvent, SessionStatus};
use serde_json::json;
use testkit::{Saying, ShapeObjective, Talk, definition, saying, template};

fn talk() -> Talk {
    Talk::over(definition(vec![template("a"), template("b"), template("c")]).closing_with(3, 0.5))
}

fn questions(talk: &Talk) -> usize {
    talk.pick_events(|event| matches!(event, InterviewEvent::Asked { .. }).then_some(())).len()
}

/// Ends the process before the engine answered, or before the reply was worded.
fn interrupted(talk: &mut Talk, said: Saying, understood: bool) {
    talk.say(&said.text).expect("it is taken");
    if understood {
        let reply = talk.waiting.expect("a reply was begun");
        talk.give(Input::Understood { reply, understanding: said.understanding.clone(), fell_back: None })
            .expect("it is understood");
    }
    talk.wake();
    talk.wake();
    talk.word_or(said);
}

#[test]
fn a_turn_gives_the_same_wherever_it_was_interrupted() {
    let turns = || {
        [
            saying("Red").found("a", "Red", 0.9),
            saying("Maybe blue").found("b", "blue", 0.6),
            saying("No, green").found("b", "green", 0.9).doing(Move::Reject { key: None }),
            saying("Why?").doing(Move::AskWhy { key: None }),
            saying("Actually yellow").found("a", "yellow", 0.95),
            saying("Yes").doing(Move::Accept { key: None }),
            saying("Forget b").doing(Move::Withdraw { key: "b".into() }),
            saying("Black, white").found("b", "Black", 0.9).found("c", "white", 0.9),
            saying("Yes").doing(Move::Accept { key: None }),
        ]
    };
    let mut straight = talk();
    for said in turns() {
        straight.hear(said);
    }
    assert_eq!(straight.view().status, SessionStatus::Completed);
    for understood in [false, true] {
        let mut talk = talk();
        for said in turns() {
            interrupted(&mut talk, said, understood);
        }
        assert_eq!(talk.view().status, straight.view().status);
        assert_eq!(questions(&talk), questions(&straight), "each question once");
        for (one, other) in talk.view().obligations.iter().zip(&straight.view().obligations) {
            assert_eq!((&one.value, one.status, one.attempts), (&other.value, other.status, other.attempts), "{}", one.key);
        }
        let roles = |talk: &Talk| talk.view().messages.iter().map(|one| one.role).collect::<Vec<_>>();
        assert_eq!(roles(&talk), roles(&straight), "nothing is said twice");
        assert_eq!(roles(&talk).iter().filter(|role| **role == Author::Agent).count(), 10);
        assert_eq!(talk.view().summaries.len(), 1);
    }
}

#[test]
fn a_widget_that_was_taken_is_answered_after_waking() {
    let mut talk = talk();
    let widget = protocol::interview::WidgetAnswer { key: "a".into(), value: json!("Red") };
    let say = protocol::interview::InterviewCommand::Say {
        text: String::new(),
        client_message_id: None,
        widget: Some(widget),
        spoken: None,
    };
    talk.command(say).expect("it fits");
    let asked = questions(&talk);
    talk.wake();
    assert!(matches!(&talk.plan().next, Next::Ask { key, attempt: 1, .. } if key == "b"));
    assert_eq!(questions(&talk), asked);
    talk.word();
    assert!(talk.view().replying.is_none());
}

#[test]
fn an_idle_interview_has_nothing_to_go_on_with() {
    let mut talk = talk();
    let before = talk.interview.clone();
    talk.wake();
    assert_eq!((talk.waiting, &talk.interview), (None, &before));
    talk.hear(Saying { text: "Hm".into(), understanding: Understanding::default() });
}
