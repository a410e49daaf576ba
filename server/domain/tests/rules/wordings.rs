//! The agent's last message in other words, and what people think of messages.

use domain::interview::{Input, Next, Streamed};
use protocol::{
    MessageId,
    interview::{Author, Engine, Feedback, InterviewCommand, InterviewEvent, Message, Rating},
};
use serde_json::json;
use testkit::{Talk, definition, saying, template};

fn talk() -> Talk {
    let mut talk = Talk::over(definition(["a", "b"].map(template).to_vec()));
    talk.hear(saying("Red").found("a", "Red", 0.9));
    talk
}

fn last(talk: &Talk) -> &Message {
    talk.view().messages.last().expect("a message")
}

fn regenerate(message_id: MessageId) -> InterviewCommand {
    InterviewCommand::Regenerate { message_id }
}

#[test]
fn other_words_take_the_place_and_nothing_else_changes() {
    let mut talk = talk();
    let (before, shown) = (talk.view().clone(), last(&talk).clone());
    talk.by_hand(regenerate(shown.id)).expect("it is the last one");
    let now = last(&talk);
    assert_ne!((now.id, &now.content), (shown.id, &shown.content));
    assert_eq!(now.wordings, std::slice::from_ref(&shown));
    assert_eq!(talk.view().messages.len(), before.messages.len());
    assert_eq!(talk.view().obligations, before.obligations, "it counts as asked once");
    assert_eq!((&talk.view().asked, talk.view().turn_count), (&before.asked, before.turn_count));
    let plan = talk.plan();
    assert!(plan.earlier.contains(&shown.content), "so that it can be said otherwise");
    assert_eq!(plan.took.iter().map(|took| took.value.clone()).collect::<Vec<_>>(), [json!("Red")]);
    assert!(matches!(&plan.next, Next::Ask { key, .. } if key == "b"));

    talk.by_hand(InterviewCommand::RestoreMessage { message_id: shown.id }).expect("it is kept");
    assert_eq!((last(&talk).id, last(&talk).wordings.len()), (shown.id, 1));
    talk.by_hand(regenerate(shown.id)).expect("and once more");
    assert_eq!(last(&talk).wordings.len(), 2, "none is lost");
}

#[test]
fn only_the_last_words_of_the_interviewer_are_worded_anew() {
    let mut talk = talk();
    let messages = talk.view().messages.clone();
    let before = talk.events.len();
    assert_eq!(messages.iter().map(|one| one.role).collect::<Vec<_>>(), [Author::Agent, Author::User, Author::Agent]);
    for earlier in &messages[..2] {
        talk.command(regenerate(earlier.id)).expect_err("not the last one of the interviewer");
    }
    talk.command(regenerate(MessageId(uuid::Uuid::from_u128(99)))).expect_err("there is no such message");
    talk.command(InterviewCommand::RestoreMessage { message_id: messages[2].id }).expect_err("it is shown");
    talk.say("More").expect("said");
    talk.command(regenerate(messages[2].id)).expect_err("a reply is being written");
    assert_eq!(talk.events.len(), before + 2);
}

#[test]
fn a_process_that_ends_on_the_way_goes_on_and_a_stop_leaves_what_was() {
    let mut talk = talk();
    let shown = last(&talk).clone();
    talk.command(regenerate(shown.id)).expect("begun");
    talk.wake();
    talk.word();
    assert_eq!(last(&talk).wordings.len(), 1, "worded after the restart");

    let shown = last(&talk).clone();
    talk.command(regenerate(shown.id)).expect("begun");
    let reply = talk.view().replying.expect("a reply");
    talk.command(InterviewCommand::StopReply { message_id: reply }).expect("stopped");
    assert_eq!((last(&talk), talk.view().rewording), (&shown, None));

    talk.command(regenerate(shown.id)).expect("begun");
    let reply = talk.view().replying.expect("a reply");
    let streamed = Streamed { reply, text: "In other".into(), engine: Engine::BuiltIn };
    talk.give(Input::During { command: InterviewCommand::StopReply { message_id: reply }, streamed }).expect("stopped");
    assert_eq!((last(&talk).content.as_str(), last(&talk).stopped), ("In other", true));
    assert_eq!(last(&talk).wordings.len(), 2, "what was shown of it is a wording like the others");
}

#[test]
fn feedback_is_given_changed_and_taken_back() {
    let mut talk = talk();
    let message_id = last(&talk).id;
    let said = talk.view().messages[1].id;
    let mut give = |message_id, feedback: Option<(Rating, &str)>| {
        let feedback = feedback.map(|(rating, comment)| Feedback { rating, comment: Some(comment.into()) });
        talk.command(InterviewCommand::GiveFeedback { message_id, feedback })
            .map(|events| events.into_iter().filter(|one| matches!(one.event, InterviewEvent::FeedbackGiven { .. })).count())
    };
    assert_eq!(give(message_id, Some((Rating::Dislike, " too long "))), Ok(1));
    assert_eq!(give(message_id, Some((Rating::Dislike, "too long"))), Ok(0), "once more says nothing new");
    assert!(give(message_id, Some((Rating::Like, &"x".repeat(2_001)))).is_err());
    assert!(give(said, Some((Rating::Like, ""))).is_err(), "nobody rates their own words");
    assert_eq!(give(message_id, Some((Rating::Like, " "))), Ok(1));
    assert_eq!(last(&talk).feedback, Some(Feedback { rating: Rating::Like, comment: None }));
    talk.command(InterviewCommand::GiveFeedback { message_id, feedback: None }).expect("taken back");
    assert_eq!(last(&talk).feedback, None);
}
