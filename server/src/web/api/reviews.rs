//! The queue of transcripts to review.

use super::{
    paging::Paging,
    schema::{self, Page, QueuedTranscript},
    session_json,
    sessions::session_id,
};
use crate::{
    backend::Backend,
    calls::{finish_review, hold_next, hold_review, release_review},
    web::{
        body::Body,
        identity::{Admin, Identity},
        problem::Problem,
    },
};
use axum::{
    Json,
    extract::{Path, Query, State},
    response::{IntoResponse, Response},
};
use domain::{
    account::PageQuery,
    interview::{QueuedRow, ReviewQuery},
};
use http::StatusCode;
use protocol::{
    SessionId, Timestamp,
    account::Role,
    interview::{ContextType, SessionStatus},
    review::{Review, ReviewState, Rubric, Verdict},
};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct QueueFilter {
    /// `open`, `reserved` or `reviewed`.
    #[param(value_type = Option<schema::ReviewState>)]
    state: Option<ReviewState>,
    /// Only of this kind.
    #[param(value_type = Option<schema::ContextType>)]
    context_type: Option<ContextType>,
    /// `active` or `completed`.
    #[param(value_type = Option<schema::SessionStatus>)]
    status: Option<SessionStatus>,
    /// Only those with a message that was not liked.
    #[serde(default)]
    disliked: bool,
}

#[utoipa::path(get, path = "/api/v1/admin/reviews", operation_id = "list_reviews", tag = "administration", params(Paging, QueueFilter), responses((status = 200, body = Page<QueuedTranscript>, description = "Transcripts with where they are in the queue, newest first"), (status = 403)))]
pub(super) async fn queue(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
    Query(filter): Query<QueueFilter>,
) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    let PageQuery { limit, after } = paging.query()?;
    let now = backend.now();
    let query = ReviewQuery {
        tenant: identity.account.tenant_id,
        now,
        state: filter.state,
        context_type: filter.context_type,
        status: filter.status,
        disliked: filter.disliked,
        limit,
        after: after.map(|(at, id)| (at, SessionId(id))),
    };
    let rows = backend.reviews().review_queue(query).await?;
    paging.page(rows, |row| (row.session.updated_at, row.session.id.0), |row| to_json(&row, now))
}

#[utoipa::path(post, path = "/api/v1/admin/reviews/next", operation_id = "reserve_next_review", tag = "administration", responses((status = 200, body = QueuedTranscript, description = "The transcript that was reserved for you"), (status = 204, description = "None is left"), (status = 403)))]
pub(super) async fn next(State(backend): State<Backend>, identity: Identity) -> Result<Response, Problem> {
    Ok(match hold_next(&backend, &identity.account).await? {
        Some(row) => Json(to_json(&row, backend.now())).into_response(),
        None => StatusCode::NO_CONTENT.into_response(),
    })
}

#[utoipa::path(get, path = "/api/v1/admin/reviews/{id}", operation_id = "read_review", tag = "administration", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = QueuedTranscript), (status = 403), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    found(&backend, &identity, session_id(&id)?).await
}

#[utoipa::path(post, path = "/api/v1/admin/reviews/{id}/reserve", operation_id = "reserve_review", tag = "administration", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = QueuedTranscript, description = "Yours for half an hour"), (status = 403), (status = 404), (status = 409, description = "Somebody else has it")))]
pub(super) async fn reserve(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let id = session_id(&id)?;
    hold_review(&backend, &identity.account, id).await?;
    found(&backend, &identity, id).await
}

#[utoipa::path(post, path = "/api/v1/admin/reviews/{id}/release", operation_id = "release_review", tag = "administration", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = QueuedTranscript), (status = 403), (status = 404), (status = 409, description = "It is not yours")))]
pub(super) async fn release(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let id = session_id(&id)?;
    release_review(&backend, &identity.account, id).await?;
    found(&backend, &identity, id).await
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"verdict": "mixed", "rubric": {"understanding": 4, "questions": 2, "evidence": 5, "tone": 4}, "comment": "Asks the same thing twice"}))]
pub(super) struct ReviewRequest {
    /// `good`, `mixed` or `bad`.
    #[schema(value_type = schema::Verdict)]
    verdict: Verdict,
    /// Points from 1 to 5 for `understanding`, `questions`, `evidence`, `tone`; each may be left out.
    #[serde(default)]
    #[schema(value_type = schema::Rubric)]
    rubric: Rubric,
    #[serde(default)]
    #[schema(max_length = 5_000)]
    comment: String,
}

#[utoipa::path(put, path = "/api/v1/admin/reviews/{id}", operation_id = "finish_review", tag = "administration", params(("id" = uuid::Uuid, Path)), request_body = ReviewRequest, responses((status = 200, body = QueuedTranscript), (status = 403), (status = 404), (status = 409, description = "Somebody else has it"), (status = 422)))]
pub(super) async fn finish(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Path(id): Path<String>,
    Body(given): Body<ReviewRequest>,
) -> Result<Json<Value>, Problem> {
    let id = session_id(&id)?;
    let ReviewRequest { verdict, rubric, comment } = given;
    finish_review(&backend, &identity.account, id, Review { verdict, rubric, comment }).await?;
    found(&backend, &identity, id).await
}

async fn found(backend: &Backend, identity: &Identity, id: SessionId) -> Result<Json<Value>, Problem> {
    let row = backend.reviews().review(identity.account.tenant_id, id).await?;
    row.map(|row| Json(to_json(&row, backend.now()))).ok_or_else(|| Problem::not_found("there is no such interview"))
}

fn to_json(row: &QueuedRow, now: Timestamp) -> Value {
    let review = &row.review;
    let reserved = review.reserved(now);
    json!({
        "session": session_json::row(&row.session),
        "state": review.state(now),
        "dislikes": row.dislikes,
        "reserved_by": reserved,
        "reserved_until": review.reserved_until.filter(|_| reserved.is_some()).map(Timestamp::to_rfc3339),
        "review": review.review,
        "reviewed_by": review.reviewed_by,
        "reviewed_at": review.reviewed_at.map(Timestamp::to_rfc3339),
    })
}
