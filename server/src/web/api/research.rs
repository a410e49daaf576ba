//! Looking things up for an interview: what was asked, how far it is, what was found.

use super::{
    paging::Part,
    schema::{self, Page, ResearchTask},
    session_json,
    sessions::{session_id, viewed},
};
use crate::{
    backend::Backend,
    calls::may_change,
    web::{
        body::Body,
        identity::{Identity, Member},
        problem::Problem,
    },
};
use axum::{
    Json,
    extract::{Path, Query, State},
};
use http::StatusCode;
use protocol::{
    ResearchId,
    interview::{InterviewCommand, InterviewView},
    research::TaskType,
};
use serde::Deserialize;
use serde_json::{Value, json};

#[utoipa::path(get, path = "/api/v1/sessions/{id}/research", operation_id = "list_research", tag = "research", params(("id" = uuid::Uuid, Path), Part), responses((status = 200, body = Page<ResearchTask>, description = "Research tasks, oldest first, each with its steps and cited findings"), (status = 404)))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(part): Query<Part>,
) -> Result<Json<Value>, Problem> {
    let view = viewed(&backend, &identity, &id).await?.view;
    part.page(view.research.iter().map(|task| session_json::research(view.id, task)).collect())
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"obligation_key": "offer", "task_type": "market_research", "query": "size of the honey market in Austria"}))]
pub(super) struct ResearchWish {
    /// The answer that it is about; what is found changes its confidence.
    #[serde(default, alias = "obligationKey")]
    obligation_key: Option<String>,
    /// `competitive_analysis`, `tech_feasibility`, `market_research`, `domain_research` or `integration_research`; chosen by rule
    /// when it is left out.
    #[serde(default, alias = "taskType")]
    #[schema(value_type = Option<schema::ResearchTaskType>)]
    task_type: Option<TaskType>,
    /// 3 to 300 characters. Left out, it is worded from the answer that it is about.
    #[serde(default)]
    #[schema(max_length = 300)]
    query: Option<String>,
    /// 1 to 10, higher first; 5 when not given.
    #[serde(default)]
    priority: Option<u8>,
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/research", operation_id = "request_research", tag = "research", params(("id" = uuid::Uuid, Path)), request_body = ResearchWish, responses((status = 202, body = ResearchTask, description = "The task; it goes on beside the conversation"), (status = 404), (status = 409, description = "The same is looked up already, or there are as many tasks as an interview may have"), (status = 422)))]
pub(super) async fn create(
    State(backend): State<Backend>,
    Member(identity): Member,
    Path(id): Path<String>,
    Body(wish): Body<ResearchWish>,
) -> Result<(StatusCode, Json<Value>), Problem> {
    let session = session_id(&id)?;
    let ResearchWish { obligation_key: key, task_type, query, priority } = wish;
    let command = InterviewCommand::Research { key, task_type, query, priority };
    let outcome = backend.interviews().command(identity.who(), session, command).await?;
    let made = outcome.published.events.iter().find_map(|recorded| recorded.event.research());
    let task = made.and_then(|made| outcome.published.after.research_task(made)).ok_or_else(missing)?;
    Ok((StatusCode::ACCEPTED, Json(session_json::research(session, task))))
}

#[utoipa::path(get, path = "/api/v1/sessions/{id}/research/{task}", operation_id = "read_research", tag = "research", params(("id" = uuid::Uuid, Path), ("task" = uuid::Uuid, Path)), responses((status = 200, body = ResearchTask, description = "The task"), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, task)): Path<(String, String)>,
) -> Result<Json<Value>, Problem> {
    let view = viewed(&backend, &identity, &id).await?.view;
    task_to_json(&view, named(&task)?)
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/research/{task}/cancel", operation_id = "cancel_research", tag = "research", params(("id" = uuid::Uuid, Path), ("task" = uuid::Uuid, Path)), responses((status = 200, body = ResearchTask, description = "It failed with the error `cancelled`"), (status = 404), (status = 409, description = "It is over already")))]
pub(super) async fn cancel(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, task)): Path<(String, String)>,
) -> Result<Json<Value>, Problem> {
    change(&backend, &identity, &id, &task, |id| InterviewCommand::CancelResearch { id }).await
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/research/{task}/retry", operation_id = "retry_research", tag = "research", params(("id" = uuid::Uuid, Path), ("task" = uuid::Uuid, Path)), responses((status = 200, body = ResearchTask, description = "It goes on with the first step that has no result"), (status = 404), (status = 409, description = "It did not fail")))]
pub(super) async fn retry(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, task)): Path<(String, String)>,
) -> Result<Json<Value>, Problem> {
    change(&backend, &identity, &id, &task, |id| InterviewCommand::RetryResearch { id }).await
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/research/{task}/undo", operation_id = "undo_research", tag = "research", params(("id" = uuid::Uuid, Path), ("task" = uuid::Uuid, Path)), responses((status = 200, body = ResearchTask, description = "What it changed of its answer is taken back"), (status = 404), (status = 409, description = "It changed nothing, or the answer has changed since")))]
pub(super) async fn undo(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, task)): Path<(String, String)>,
) -> Result<Json<Value>, Problem> {
    change(&backend, &identity, &id, &task, |id| InterviewCommand::UndoResearch { id }).await
}

async fn change(
    backend: &Backend,
    identity: &Identity,
    id: &str,
    task: &str,
    command: impl Fn(ResearchId) -> InterviewCommand,
) -> Result<Json<Value>, Problem> {
    may_change(&identity.account)?;
    let (session, task) = (session_id(id)?, named(task)?);
    let outcome = backend.interviews().command(identity.who(), session, command(task)).await?;
    task_to_json(&outcome.published.after, task)
}

fn task_to_json(view: &InterviewView, task: ResearchId) -> Result<Json<Value>, Problem> {
    let task = view.research_task(task).ok_or_else(missing)?;
    Ok(Json(json!(session_json::research(view.id, task))))
}

fn named(id: &str) -> Result<ResearchId, Problem> {
    id.parse().map_err(|_| missing())
}

fn missing() -> Problem {
    Problem::not_found("there is no such research task")
}
