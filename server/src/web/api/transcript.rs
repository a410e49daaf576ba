//! Conversations held elsewhere.

use super::{
    schema::{self, ImportedTranscript},
    sessions::session_id,
};
use crate::{
    backend::Backend,
    web::{body::Body, identity::Member, problem::Problem},
};
use axum::{
    Json,
    extract::{Path, State},
};
use protocol::interview::TranscriptTurn;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"turns": [{"speaker": "agent", "text": "What do you sell?"}, {"speaker": "user", "text": "Honey"}]}))]
pub(super) struct Transcript {
    /// `{speaker: agent|user, text}` in the order in which they were said.
    #[schema(value_type = Vec<schema::TranscriptTurn>)]
    turns: Vec<TranscriptTurn>,
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/transcript", operation_id = "import_transcript", tag = "interview", params(("id" = uuid::Uuid, Path)), request_body = Transcript, responses((status = 200, body = ImportedTranscript, description = "For each turn of the user all values held after it, and which changed"), (status = 404), (status = 409), (status = 413), (status = 422)))]
pub(super) async fn import(
    State(backend): State<Backend>,
    Member(identity): Member,
    Path(id): Path<String>,
    Body(transcript): Body<Transcript>,
) -> Result<Json<Value>, Problem> {
    let turns = backend.interviews().import(identity.who(), session_id(&id)?, transcript.turns).await?;
    let turns: Vec<Value> =
        turns.into_iter().map(|(index, turn)| json!({"index": index, "values": turn.values, "changed": turn.changed})).collect();
    Ok(Json(json!({"turns": turns})))
}
