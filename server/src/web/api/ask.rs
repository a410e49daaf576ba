//! Asks: questions to a project, answered with a proof (seed 004).

use super::{
    ask_schedules::KeptSchedule,
    ask_stream::FollowedAsk,
    paging::Paging,
    schedules::deserialize_double_option,
    schema::{AskLine, AskWhole, Page, RerunAnswer},
    work_stream,
};
use crate::{
    backend::Backend,
    web::{
        body::Body,
        idempotency,
        identity::{Identity, Member},
        problem::Problem,
    },
};
use ::ask::{RedoWish, SaveWish};
use axum::{
    Json,
    extract::{Path, Query, State},
    response::sse::{Event, Sse},
};
use domain::ask::LONGEST_QUESTION;
use futures::Stream;
use http::{HeaderMap, StatusCode};
use protocol::{
    AskId, ConversationId, ProjectId,
    account::Role,
    ask::{AskMode, AskRequest, ClarifyAnswer},
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use sha2::{Digest as _, Sha256};
use std::convert::Infallible;

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"question": "How many orders were placed last month?"}))]
pub(super) struct Question {
    #[schema(max_length = 2000)]
    question: String,
    /// Goes on with this conversation.
    session_id: Option<String>,
    /// `auditable`, `exploratory` or `knowledge`; chosen by the question when not given.
    mode: Option<String>,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"answers": [{"question_id": "Q1", "value": "orders.total"}]}))]
pub(super) struct Answers {
    answers: Vec<GivenAnswer>,
}

#[derive(Deserialize, utoipa::ToSchema)]
pub(super) struct GivenAnswer {
    question_id: String,
    /// The value of an option, words of one's own, or `you_choose`.
    #[schema(max_length = 2000)]
    value: String,
    /// It becomes a fact of the project too.
    #[serde(default)]
    remember: bool,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"message": "redo, but change my age to 50"}))]
pub(super) struct Redo {
    #[schema(max_length = 2000)]
    message: Option<String>,
    /// Values by name, in the place of what was known or assumed.
    #[serde(default)]
    #[schema(value_type = Object)]
    facts: Map<String, Value>,
    mode: Option<String>,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"name": "Orders of last month", "expected": 120}))]
pub(super) struct Save {
    /// Empty to keep it no longer.
    #[schema(max_length = 200)]
    name: String,
    /// What the first value of the answer shall be whenever it is run again: a standing check.
    expected: Option<Value>,
    /// When it is asked again by itself, without a model. Not given: as it was; `null`: never.
    #[serde(default, deserialize_with = "deserialize_double_option")]
    schedule: Option<Option<KeptSchedule>>,
}

/// The largest body is a question with the values that it changes.
const _: () = assert!(LONGEST_QUESTION == 2_000, "as the descriptions say");

fn mode(name: Option<&str>) -> Result<Option<AskMode>, Problem> {
    let Some(name) = name.filter(|name| !name.trim().is_empty()) else { return Ok(None) };
    let mode = AskMode::parse(name);
    mode.map(Some).ok_or_else(|| Problem::invalid("mode", "mode is auditable, exploratory or knowledge"))
}

fn conversation(id: Option<&str>) -> Result<Option<ConversationId>, Problem> {
    let Some(id) = id.filter(|id| !id.is_empty()) else { return Ok(None) };
    id.parse().map(Some).map_err(|_| Problem::not_found("there is no such session in this project"))
}

pub(super) fn ask_id(id: &str) -> Result<AskId, Problem> {
    id.parse().map_err(|_| Problem::not_found("there is no such ask"))
}

fn project_id(id: &str) -> Result<ProjectId, Problem> {
    id.parse().map_err(|_| Problem::not_found("there is no such project"))
}

/// The ask of a call under an `Idempotency-Key`. Streams are not kept to be answered again, so the key names what the call began.
fn name_ask(identity: &Identity, project: ProjectId, key: &[u8]) -> AskId {
    let mut hash = Sha256::new();
    for part in [identity.account.user_id.0.as_bytes().as_slice(), project.0.as_bytes(), key] {
        hash.update(part);
    }
    let digest: [u8; 32] = hash.finalize().into();
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest[..16]);
    AskId(uuid::Builder::from_random_bytes(bytes).into_uuid())
}

#[utoipa::path(post, path = "/api/v1/projects/{id}/ask", operation_id = "ask", tag = "ask", params(("id" = uuid::Uuid, Path)), request_body = Question, responses((status = 200, body = super::ask_stream::AskNews, description = "mode, lookup, clarify, plan, step, table, premise, message, proof, error, and last done with the ask's id. Where something is asked back it ends after clarify", content_type = "text/event-stream"), (status = 403), (status = 404), (status = 422), (status = 429)))]
pub(super) async fn ask(
    State(backend): State<Backend>,
    Member(identity): Member,
    Path(id): Path<String>,
    headers: HeaderMap,
    Body(wanted): Body<Question>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let request = AskRequest { question: wanted.question, mode: mode(wanted.mode.as_deref())?, ..AskRequest::default() };
    let (project, conversation) = (project_id(&id)?, conversation(wanted.session_id.as_deref())?);
    let named = headers.get(idempotency::KEY).map(|key| name_ask(&identity, project, key.as_bytes()));
    let id = ::ask::begin_ask(backend.asks(), &identity.account, project, conversation, request, named).await?;
    let followed = FollowedAsk { backend: backend.clone(), account: identity.account.clone(), id };
    work_stream::stream(backend, identity, HeaderMap::new(), followed).await
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/asks", operation_id = "list_project_asks", tag = "ask", params(("id" = uuid::Uuid, Path), Paging), responses((status = 200, body = Page<AskLine>, description = "One's own, an administrator's of the tenant; newest first"), (status = 404), (status = 422)))]
pub(super) async fn list_of_project(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    listed(&backend, &identity, Some(project.id), &paging).await
}

#[utoipa::path(get, path = "/api/v1/asks", operation_id = "list_asks", tag = "ask", params(Paging), responses((status = 200, body = Page<AskLine>, description = "Of all projects: one's own, an administrator's of the tenant; newest first"), (status = 422)))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    listed(&backend, &identity, None, &paging).await
}

async fn listed(
    backend: &Backend,
    identity: &Identity,
    project: Option<ProjectId>,
    paging: &Paging,
) -> Result<Json<Value>, Problem> {
    let account = &identity.account;
    let only = (account.role < Role::Admin).then_some(account.user_id);
    let rows = backend.asks().store().asks(account.tenant_id, project, only, paging.query()?).await?;
    paging.page(rows, |row| (row.created_at, row.id.0), |row| json!(AskLine::new(row)))
}

#[utoipa::path(get, path = "/api/v1/asks/{id}", operation_id = "read_ask", tag = "ask", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = AskWhole, description = "With its plan, steps, tables and proof"), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<AskWhole>, Problem> {
    whole(&backend, &identity, ask_id(&id)?).await
}

async fn whole(backend: &Backend, identity: &Identity, id: AskId) -> Result<Json<AskWhole>, Problem> {
    Ok(Json(AskWhole::new(::ask::whole_ask(backend.asks(), &identity.account, id).await?)))
}

#[utoipa::path(get, path = "/api/v1/asks/{id}/stream", operation_id = "stream_ask", tag = "ask", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = super::ask_stream::AskNews, description = "What happened and happens; Last-Event-ID resumes; ends with `done`", content_type = "text/event-stream"), (status = 404)))]
pub(super) async fn stream(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let followed = FollowedAsk { backend: backend.clone(), account: identity.account.clone(), id: ask_id(&id)? };
    work_stream::stream(backend, identity, headers, followed).await
}

#[utoipa::path(post, path = "/api/v1/asks/{id}/clarify", operation_id = "clarify_ask", tag = "ask", params(("id" = uuid::Uuid, Path)), request_body = Answers, responses((status = 202, body = AskWhole, description = "It goes on: follow its stream"), (status = 403), (status = 404), (status = 409, description = "Nothing is asked, or it is settled"), (status = 422)))]
pub(super) async fn clarify(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(given): Body<Answers>,
) -> Result<(StatusCode, Json<AskWhole>), Problem> {
    let id = found_for_member(&backend, &identity, &id).await?;
    let answer = |one: GivenAnswer| ClarifyAnswer { question_id: one.question_id, value: one.value, remember: one.remember };
    let answers = given.answers.into_iter().map(answer).collect();
    ::ask::clarify_ask(backend.asks(), &identity.account, id, answers).await?;
    Ok((StatusCode::ACCEPTED, whole(&backend, &identity, id).await?))
}

/// It is there, and may be changed by this person.
async fn found_for_member(backend: &Backend, identity: &Identity, id: &str) -> Result<AskId, Problem> {
    let id = ask_id(id)?;
    ::ask::find_ask(backend.asks(), &identity.account, id).await?;
    identity.may(Role::Member)?;
    Ok(id)
}

#[utoipa::path(post, path = "/api/v1/asks/{id}/cancel", operation_id = "cancel_ask", tag = "ask", params(("id" = uuid::Uuid, Path)), responses((status = 202, body = AskWhole), (status = 403), (status = 404), (status = 409, description = "It is over")))]
pub(super) async fn cancel(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<AskWhole>), Problem> {
    let id = found_for_member(&backend, &identity, &id).await?;
    ::ask::cancel_ask(backend.asks(), &identity.account, id).await?;
    Ok((StatusCode::ACCEPTED, whole(&backend, &identity, id).await?))
}

#[utoipa::path(post, path = "/api/v1/asks/{id}/redo", operation_id = "redo_ask", tag = "ask", params(("id" = uuid::Uuid, Path)), request_body = Redo, responses((status = 202, body = AskWhole, description = "The ask that does it again; `redo_of` is the one before"), (status = 403), (status = 404), (status = 422)))]
pub(super) async fn redo(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(wanted): Body<Redo>,
) -> Result<(StatusCode, Json<AskWhole>), Problem> {
    let id = found_for_member(&backend, &identity, &id).await?;
    let wish = RedoWish { message: wanted.message, facts: wanted.facts, mode: mode(wanted.mode.as_deref())? };
    let id = ::ask::redo_ask(backend.asks(), &identity.account, id, wish).await?;
    Ok((StatusCode::ACCEPTED, whole(&backend, &identity, id).await?))
}

#[utoipa::path(post, path = "/api/v1/asks/{id}/rerun", operation_id = "rerun_ask", tag = "ask", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = RerunAnswer, description = "The proof run again without a model; nothing is stored"), (status = 403), (status = 404), (status = 409, description = "It has no answer")))]
pub(super) async fn rerun(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let id = found_for_member(&backend, &identity, &id).await?;
    Ok(Json(json!(::ask::rerun_ask(backend.asks(), &identity.account, id).await?)))
}

#[utoipa::path(post, path = "/api/v1/asks/{id}/save", operation_id = "save_ask", tag = "ask", params(("id" = uuid::Uuid, Path)), request_body = Save, responses((status = 200, body = AskWhole), (status = 403), (status = 404), (status = 409, description = "It has no answer"), (status = 422)))]
pub(super) async fn save(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(wanted): Body<Save>,
) -> Result<Json<AskWhole>, Problem> {
    let id = found_for_member(&backend, &identity, &id).await?;
    let schedule = wanted.schedule.map(|schedule| schedule.map(KeptSchedule::draft));
    let wish = SaveWish { name: wanted.name, expected: wanted.expected, schedule };
    ::ask::save_ask(backend.asks(), &identity.account, id, wish).await?;
    whole(&backend, &identity, id).await
}
