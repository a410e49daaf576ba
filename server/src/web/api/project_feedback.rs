//! What people think of findings and opportunities of a project, of messages of their interviews and of companies they were shown.

use super::{
    commands::run,
    messages::message_id,
    paging::Paging,
    schema::{FeedbackEntry, Page},
};
use crate::{
    backend::Backend,
    calls::{Target, rate as rate_finding, rate_company},
    web::{body::Body, identity::Identity, problem::Problem},
};
use axum::{
    Json,
    extract::{Path, Query, State},
};
use domain::{
    interview::SessionQuery,
    runs::{FeedbackTarget, ProjectFeedback},
};
use http::StatusCode;
use protocol::{
    DiscoveryId, MessageId,
    account::Role,
    interview::{Feedback, InterviewCommand, InterviewView, Message, Rating},
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;
use uuid::Uuid;

/// Interviews among which a message is looked for that is named without its interview.
const INTERVIEWS: u32 = 20;
/// Characters of a message that stand for it.
const EXCERPT: usize = 240;

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"target_type": "insight", "target_id": "churn-1", "discovery_id": "0198d1c0-0000-7000-8000-000000000000", "rating": "dislike", "comment": "We know this"}))]
pub(super) struct FindingRating {
    /// `insight`, `recommendation`, `opportunity`, `message` (of the interviewer, in an interview of one's own) or `company`.
    #[schema(max_length = 20)]
    target_type: String,
    /// Its `uuid`, or its `id` beside `discovery_id`; of the others its `id`.
    #[schema(max_length = 200)]
    target_id: String,
    discovery_id: Option<Uuid>,
    /// The interview of a message; the newest 20 of one's own are looked through where it is not given.
    session_id: Option<Uuid>,
    /// `like` or `dislike`.
    #[schema(max_length = 20)]
    rating: String,
    #[schema(max_length = 4_000)]
    comment: Option<String>,
}

#[utoipa::path(post, path = "/api/v1/projects/{id}/feedback", operation_id = "rate_finding", tag = "runs", params(("id" = uuid::Uuid, Path)), request_body = FindingRating, responses((status = 201, body = FeedbackEntry, description = "One for each person and target; a second one takes its place. What is thought of a message or a company is kept with it, and is not among the feedback of the project"), (status = 403), (status = 404), (status = 409, description = "Not a message of the interviewer"), (status = 422)))]
pub(super) async fn rate(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(given): Body<FindingRating>,
) -> Result<(StatusCode, Json<FeedbackEntry>), Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    identity.may(Role::Member)?;
    let like = match given.rating.as_str() {
        "like" => true,
        "dislike" => false,
        _ => return Err(Problem::invalid("rating", "rating is like or dislike")),
    };
    let kind = match given.target_type.as_str() {
        "insight" => FeedbackTarget::Insight,
        "recommendation" => FeedbackTarget::Recommendation,
        "opportunity" => FeedbackTarget::Opportunity,
        "message" => return Ok((StatusCode::CREATED, Json(rate_message(&backend, &identity, like, given).await?))),
        "company" => {
            let row = rate_company(&backend, &identity.account, &given.target_id, (like, given.comment)).await?;
            return Ok((StatusCode::CREATED, Json(FeedbackEntry::of_company(row))));
        }
        _ => {
            let detail = "target_type is insight, recommendation, message, company or opportunity";
            return Err(Problem::invalid("target_type", detail));
        }
    };
    let target = Target { kind, id: given.target_id, discovery: given.discovery_id.map(DiscoveryId) };
    let row = rate_finding(&backend, identity.account.user_id, &project, &target, (like, given.comment)).await?;
    Ok((StatusCode::CREATED, Json(FeedbackEntry::new(row))))
}

async fn rate_message(
    backend: &Backend,
    identity: &Identity,
    like: bool,
    given: FindingRating,
) -> Result<FeedbackEntry, Problem> {
    let message = message_id(&given.target_id)?;
    let session = match given.session_id {
        Some(id) => id.to_string(),
        None => session_with(backend, identity, message).await?,
    };
    let rating = if like { Rating::Like } else { Rating::Dislike };
    let feedback = Some(Feedback { rating, comment: given.comment });
    let view = run(backend, identity, &session, InterviewCommand::GiveFeedback { message_id: message, feedback }).await?;
    let rated = find(&view, message).ok_or_else(no_message)?;
    let comment = rated.feedback.as_ref().and_then(|feedback| feedback.comment.clone());
    let name = rated.content.chars().take(EXCERPT).collect();
    Ok(FeedbackEntry::of_message(message, name, (like, comment), identity.account.user_id, backend.now()))
}

async fn session_with(backend: &Backend, identity: &Identity, message: MessageId) -> Result<String, Problem> {
    let query = SessionQuery {
        tenant: identity.account.tenant_id,
        user: Some(identity.account.user_id),
        context_type: None,
        status: None,
        place: None,
        words: String::new(),
        limit: INTERVIEWS,
        after: None,
    };
    for row in backend.records().sessions(query).await? {
        let view: Arc<InterviewView> = backend.interviews().view(identity.who(), row.id).await?.view;
        if find(&view, message).is_some() {
            return Ok(row.id.to_string());
        }
    }
    Err(no_message())
}

fn find(view: &InterviewView, message: MessageId) -> Option<&Message> {
    view.messages.iter().find(|one| one.id == message)
}

fn no_message() -> Problem {
    Problem::not_found("there is no such message in your newest interviews: name the session_id of its interview")
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/feedback", operation_id = "list_finding_feedback", tag = "runs", params(("id" = uuid::Uuid, Path), Paging), responses((status = 200, body = Page<FeedbackEntry>, description = "Of findings and opportunities, newest first"), (status = 404)))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    let rows = backend.projects().run_store().project_feedback(project.tenant, project.id, paging.query()?).await?;
    paging.page(rows, |row| (row.at, row.id), |row: ProjectFeedback| json!(FeedbackEntry::new(row)))
}
