//! What a person thinks of a message of the agent.

use crate::{
    Refusal,
    interview::{Draft, FeedbackRow, Interview},
};
use protocol::{
    MessageId,
    interview::{Author, Engine, Feedback, InterviewEvent},
};

const COMMENT_LIMIT: usize = 2_000;
/// So much of the message stands beside the feedback in lists.
const EXCERPT: usize = 240;

pub(super) fn give(
    draft: &mut Draft<'_>,
    interview: &Interview,
    message: MessageId,
    feedback: Option<Feedback>,
) -> Result<(), Refusal> {
    let Some(said) = interview.view.messages.iter().find(|one| one.id == message) else {
        return Err(Refusal::unknown("there is no such message"));
    };
    if said.role != Author::Agent {
        return Err(Refusal::conflict("feedback is about what the interviewer said"));
    }
    let feedback = feedback.map(|given| {
        let comment = given.comment.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
        Feedback { comment, ..given }
    });
    if feedback.as_ref().and_then(|given| given.comment.as_ref()).is_some_and(|text| text.chars().count() > COMMENT_LIMIT) {
        return Err(Refusal::invalid("comment", format!("a comment has at most {COMMENT_LIMIT} characters")));
    }
    if said.feedback == feedback {
        return Ok(());
    }
    let engine = said.engine.as_ref().map(|engine| match engine {
        Engine::BuiltIn => "built_in".to_owned(),
        Engine::Model(name) => name.clone(),
    });
    draft.note_feedback(FeedbackRow {
        tenant: interview.tenant,
        session: interview.view.id,
        user: interview.owner,
        message,
        feedback: feedback.clone(),
        excerpt: said.content.chars().take(EXCERPT).collect(),
        engine,
        at: draft.stamp.now,
    });
    draft.push(InterviewEvent::FeedbackGiven { message_id: message, feedback });
    Ok(())
}
