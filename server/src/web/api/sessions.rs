//! Interviews: list, open, read.

use super::{
    paging::{Paging, Part},
    schema::{self, Completeness, Page, SavedSummary, Session, SessionLine, SessionObligation, TaskLine},
    session_json::{self, Dimensions},
};
use crate::{
    backend::Backend,
    calls::{Wanted, open},
    web::{
        body::Body,
        identity::{Identity, Member},
        problem::Problem,
    },
};
use actors::{Viewed, Who};
use axum::{
    Json,
    extract::{Path, Query, State},
};
use domain::{
    account::PageQuery,
    interview::{SessionQuery, tasks as to_do},
};
use http::StatusCode;
use protocol::{
    ObjectiveId, PoolId, ProjectId, RunId, SessionId,
    account::Role,
    interview::{ContextType, InterviewView, SessionStatus},
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::HashSet;

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Filter {
    /// Only of this kind.
    #[param(value_type = Option<schema::ContextType>)]
    context_type: Option<ContextType>,
    /// `active` or `completed`.
    #[param(value_type = Option<schema::SessionStatus>)]
    status: Option<SessionStatus>,
    /// Only with all of these words in the title, the answers or the messages.
    q: Option<String>,
}

#[utoipa::path(get, path = "/api/v1/sessions", operation_id = "list_sessions", tag = "interview", params(Paging, Filter), responses((status = 200, body = Page<SessionLine>, description = "One's own interviews, newest first, with those of people whom one invited and archived ones; all of the tenant's for administrators. Deleted ones are left out")))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
    Query(filter): Query<Filter>,
) -> Result<Json<Value>, Problem> {
    page_of(&backend, identity.who(), filter, &paging).await
}

/// A page of the interviews that the user may see.
pub(super) async fn page_of(backend: &Backend, who: Who, filter: Filter, paging: &Paging) -> Result<Json<Value>, Problem> {
    let PageQuery { limit, after } = paging.query()?;
    let query = SessionQuery {
        tenant: who.tenant,
        user: who.only,
        context_type: filter.context_type,
        status: filter.status,
        place: None,
        words: filter.q.unwrap_or_default().replace('\0', ""),
        limit,
        after: after.map(|(at, id)| (at, SessionId(id))),
    };
    let rows = backend.records().sessions(query).await?;
    paging.page(rows, |row| (row.updated_at, row.id.0), |row| session_json::row(&row))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"context_type": "business_profile"}))]
pub(super) struct Opening {
    /// `business_profile`, `idea_discovery` or `project_discovery`.
    #[schema(value_type = schema::ContextType)]
    context_type: ContextType,
    /// The active one of the kind when not given.
    #[schema(value_type = Option<uuid::Uuid>)]
    objective_id: Option<ObjectiveId>,
    /// Pools of questions to lay over it, beside those that are active.
    #[serde(default)]
    #[schema(value_type = Vec<uuid::Uuid>)]
    pool_ids: Vec<PoolId>,
    /// The project that it is about: its active pools of questions join by themselves, with the `origin_layer` `project`.
    #[schema(value_type = Option<uuid::Uuid>)]
    project_id: Option<ProjectId>,
    /// A run of that project with `goal_questions`: its goal and its questions come first.
    #[schema(value_type = Option<uuid::Uuid>)]
    run_id: Option<RunId>,
}

#[utoipa::path(post, path = "/api/v1/sessions", operation_id = "open_session", tag = "interview", request_body = Opening, responses((status = 201, body = Session, description = "The new interview, its greeting said"), (status = 404, description = "There is no such project, or no such run in it"), (status = 422)))]
pub(super) async fn create(
    State(backend): State<Backend>,
    Member(identity): Member,
    Body(opening): Body<Opening>,
) -> Result<(StatusCode, Json<Value>), Problem> {
    let run = match opening.run_id {
        Some(id) => Some(projects::run_view(backend.projects(), &identity.account, id).await?),
        None => None,
    };
    let wanted = Wanted { pools: opening.pool_ids, project: opening.project_id, run };
    let view = open(&backend, &identity.account, opening.context_type, opening.objective_id, &wanted).await?;
    Ok((StatusCode::CREATED, whole(&backend, &identity, &view).await?))
}

#[utoipa::path(get, path = "/api/v1/sessions/{id}", operation_id = "read_session", tag = "interview", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = Session, description = "The whole state"), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let viewed = viewed(&backend, &identity, &id).await?;
    whole(&backend, &identity, &viewed.view).await
}

#[utoipa::path(get, path = "/api/v1/sessions/{id}/obligations", operation_id = "list_obligations", tag = "interview", params(("id" = uuid::Uuid, Path), Part), responses((status = 200, body = Page<SessionObligation>, description = "Each with its value, confidence and evidence"), (status = 404)))]
pub(super) async fn obligations(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(part): Query<Part>,
) -> Result<Json<Value>, Problem> {
    let viewed = viewed(&backend, &identity, &id).await?;
    let tenant = identity.account.tenant_id;
    let dimensions = Dimensions::load(&backend, tenant, viewed.view.id).await?;
    part.page(session_json::obligations(tenant, &viewed.view, identity.account.role >= Role::Admin, &dimensions))
}

/// The whole state as this person may see it.
pub(super) async fn whole(backend: &Backend, identity: &Identity, view: &InterviewView) -> Result<Json<Value>, Problem> {
    let tenant = identity.account.tenant_id;
    let dimensions = Dimensions::load(backend, tenant, view.id).await?;
    Ok(Json(session_json::whole(tenant, view, identity.account.role >= Role::Admin, &dimensions)))
}

#[utoipa::path(get, path = "/api/v1/sessions/{id}/completeness", operation_id = "read_completeness", tag = "interview", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = Completeness, description = "The score with what explains it"), (status = 404)))]
pub(super) async fn completeness(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let viewed = viewed(&backend, &identity, &id).await?;
    Ok(Json(session_json::completeness(&viewed.view)))
}

#[utoipa::path(get, path = "/api/v1/sessions/{id}/summaries", operation_id = "list_summaries", tag = "interview", params(("id" = uuid::Uuid, Path), Part), responses((status = 200, body = Page<SavedSummary>, description = "Summaries by range of turns"), (status = 404)))]
pub(super) async fn summaries(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(part): Query<Part>,
) -> Result<Json<Value>, Problem> {
    let viewed = viewed(&backend, &identity, &id).await?;
    let mut rows = backend.records().summaries(identity.account.tenant_id, viewed.view.id).await?;
    // Of one range the newest: a language model's words take the place of the built-in ones.
    let mut seen = HashSet::new();
    rows.reverse();
    rows.retain(|row| seen.insert((row.turn_range_start, row.turn_range_end)));
    rows.reverse();
    part.page(rows
        .into_iter()
        .map(|row| {
            json!({
                "id": row.id, "session_id": row.session, "summary_text": row.summary_text, "obligation_snapshot": row.obligation_snapshot,
                "research_summary": row.research_summary, "turn_range_start": row.turn_range_start, "turn_range_end": row.turn_range_end,
                "created_at": row.created_at.to_rfc3339(),
            })
        })
        .collect())
}

#[utoipa::path(get, path = "/api/v1/sessions/{id}/tasks", operation_id = "list_tasks", tag = "interview", params(("id" = uuid::Uuid, Path), Part), responses((status = 200, body = Page<TaskLine>, description = "What is left to do, most important first"), (status = 404)))]
pub(super) async fn tasks(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(part): Query<Part>,
) -> Result<Json<Value>, Problem> {
    let viewed = viewed(&backend, &identity, &id).await?;
    part.page(to_do(&viewed.view).into_iter().map(|task| json!(task)).collect())
}

pub(super) fn session_id(id: &str) -> Result<SessionId, Problem> {
    id.parse().map_err(|_| Problem::not_found("there is no such interview"))
}

pub(super) async fn viewed(backend: &Backend, identity: &Identity, id: &str) -> Result<Viewed, Problem> {
    Ok(backend.interviews().view(identity.who(), session_id(id)?).await?)
}
