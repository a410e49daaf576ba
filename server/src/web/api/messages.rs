//! One message of an interview: worded anew, edited, gone back to, judged.

use super::{
    commands::run,
    schema::{self, JudgedMessage, RewordedMessage, Session},
    session_json,
    sessions::whole,
};
use crate::{
    backend::Backend,
    web::{
        body::Body,
        identity::{Identity, Member},
        problem::Problem,
    },
};
use axum::{
    Json,
    extract::{Path, State},
};
use protocol::{
    MessageId,
    interview::{Feedback, InterviewCommand, MESSAGE_LIMIT, Rating},
};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};

pub(super) fn message_id(id: &str) -> Result<MessageId, Problem> {
    id.parse().map_err(|_| Problem::not_found("there is no such message"))
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/messages/{message_id}/regenerate", operation_id = "regenerate_message", tag = "interview", params(("id" = uuid::Uuid, Path), ("message_id" = uuid::Uuid, Path)), responses((status = 200, body = RewordedMessage, description = "The last message in other words, with the earlier ones in `wordings`; `replying` is set while they are being written"), (status = 404), (status = 409, description = "Not the interviewer's last message")))]
pub(super) async fn regenerate(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, message)): Path<(String, String)>,
) -> Result<Json<Value>, Problem> {
    let message_id = message_id(&message)?;
    let view = run(&backend, &identity, &id, InterviewCommand::Regenerate { message_id }).await?;
    let has = |id| view.messages.iter().find(|one| one.id == id || one.wordings.iter().any(|wording| wording.id == id));
    Ok(Json(json!({"id": view.id, "replying": view.replying, "message": has(message_id).map(session_json::message)})))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"content": "We sell wax, not honey"}))]
pub(super) struct Edited {
    /// What is said instead; at most 16,384 bytes of UTF-8.
    #[schema(extensions(("x-max-bytes" = json!(MESSAGE_LIMIT))))]
    content: String,
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/messages/{message_id}/edit", operation_id = "edit_message", tag = "interview", params(("id" = uuid::Uuid, Path), ("message_id" = uuid::Uuid, Path)), request_body = Edited, responses((status = 200, body = Session, description = "The whole state: what rested on the message was taken back, what came after it is in `branches`"), (status = 404), (status = 409), (status = 413), (status = 422)))]
pub(super) async fn edit(
    State(backend): State<Backend>,
    Member(identity): Member,
    Path((id, message)): Path<(String, String)>,
    Body(edited): Body<Edited>,
) -> Result<Json<Value>, Problem> {
    let message_id = message_id(&message)?;
    let command = InterviewCommand::EditMessage { message_id, content: edited.content };
    let view = run(&backend, &identity, &id, command).await?;
    whole(&backend, &identity, &view).await
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/messages/{message_id}/restore", operation_id = "restore_message", tag = "interview", params(("id" = uuid::Uuid, Path), ("message_id" = uuid::Uuid, Path)), responses((status = 200, body = Session, description = "The whole state: an earlier wording is shown again, or the branch that begins with this message is taken up"), (status = 404), (status = 409)))]
pub(super) async fn restore(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, message)): Path<(String, String)>,
) -> Result<Json<Value>, Problem> {
    let message_id = message_id(&message)?;
    let view = run(&backend, &identity, &id, InterviewCommand::RestoreMessage { message_id }).await?;
    whole(&backend, &identity, &view).await
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"rating": "dislike", "comment": "Too long"}))]
#[serde(deny_unknown_fields)]
pub(super) struct FeedbackRequest {
    /// `like` or `dislike`; null takes it back.
    #[schema(value_type = Option<schema::Rating>, required = true)]
    #[serde(deserialize_with = "deserialize_required")]
    rating: Option<Rating>,
    #[schema(max_length = 2_000)]
    comment: Option<String>,
}

/// The field must be present: only an explicit `null` takes the rating back.
fn deserialize_required<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Rating>, D::Error> {
    Option::deserialize(from)
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/messages/{message_id}/feedback", operation_id = "judge_message", tag = "interview", params(("id" = uuid::Uuid, Path), ("message_id" = uuid::Uuid, Path)), request_body = FeedbackRequest, responses((status = 200, body = JudgedMessage, description = "The message with its feedback"), (status = 404), (status = 409, description = "Not a message of the interviewer"), (status = 422)))]
pub(super) async fn feedback(
    State(backend): State<Backend>,
    Member(identity): Member,
    Path((id, message)): Path<(String, String)>,
    Body(given): Body<FeedbackRequest>,
) -> Result<Json<Value>, Problem> {
    let message_id = message_id(&message)?;
    let feedback = given.rating.map(|rating| Feedback { rating, comment: given.comment });
    let view = run(&backend, &identity, &id, InterviewCommand::GiveFeedback { message_id, feedback }).await?;
    let shown = view.messages.iter().find(|one| one.id == message_id);
    Ok(Json(json!({"id": view.id, "message": shown.map(session_json::message)})))
}
