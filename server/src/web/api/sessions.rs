//! Interviews: list, open, read.

use super::{
    paging::{Paging, Part},
    session_json,
};
use crate::{
    backend::Backend,
    calls::open,
    web::{body::Body, identity::Identity, problem::Problem},
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
    ObjectiveId, PoolId, SessionId,
    account::Role,
    interview::{ContextType, SessionStatus},
};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Filter {
    /// Only of this kind.
    #[param(value_type = Option<String>)]
    context_type: Option<ContextType>,
    /// `active` or `completed`.
    #[param(value_type = Option<String>)]
    status: Option<SessionStatus>,
}

#[utoipa::path(get, path = "/api/v1/sessions", tag = "interview", params(Paging, Filter), responses((status = 200, description = "One's own interviews, newest first; all of the tenant's for administrators")))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
    Query(filter): Query<Filter>,
) -> Result<Json<Value>, Problem> {
    page_of(&backend, identity.who(), filter, &paging).await
}

/// A page of the interviews that somebody may see.
pub(super) async fn page_of(backend: &Backend, who: Who, filter: Filter, paging: &Paging) -> Result<Json<Value>, Problem> {
    let PageQuery { limit, after } = paging.query()?;
    let query = SessionQuery {
        tenant: who.tenant,
        user: who.only,
        context_type: filter.context_type,
        status: filter.status,
        title: String::new(),
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
    #[schema(value_type = String)]
    context_type: ContextType,
    /// The active one of the kind when not given.
    #[schema(value_type = Option<uuid::Uuid>)]
    objective_id: Option<ObjectiveId>,
    /// Pools of questions to lay over it, beside those that are active.
    #[serde(default)]
    #[schema(value_type = Vec<uuid::Uuid>)]
    pool_ids: Vec<PoolId>,
}

#[utoipa::path(post, path = "/api/v1/sessions", tag = "interview", request_body = Opening, responses((status = 201, description = "The new interview, its greeting said"), (status = 422)))]
pub(super) async fn create(
    State(backend): State<Backend>,
    identity: Identity,
    Body(opening): Body<Opening>,
) -> Result<(StatusCode, Json<Value>), Problem> {
    let view = open(&backend, &identity.account, opening.context_type, opening.objective_id, &opening.pool_ids).await?;
    let mut whole = session_json::whole(identity.account.tenant_id, &view, identity.account.role >= Role::Admin);
    embedded(&backend, &identity, view.id, obligations_of(&mut whole)).await?;
    Ok((StatusCode::CREATED, Json(whole)))
}

#[utoipa::path(get, path = "/api/v1/sessions/{id}", tag = "interview", params(("id" = uuid::Uuid, Path)), responses((status = 200, description = "The whole state"), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let viewed = viewed(&backend, &identity, &id).await?;
    let mut whole = session_json::whole(identity.account.tenant_id, &viewed.view, identity.account.role >= Role::Admin);
    embedded(&backend, &identity, viewed.view.id, obligations_of(&mut whole)).await?;
    Ok(Json(whole))
}

#[utoipa::path(get, path = "/api/v1/sessions/{id}/obligations", tag = "interview", params(("id" = uuid::Uuid, Path), Part), responses((status = 200, description = "Each with its value, confidence and evidence"), (status = 404)))]
pub(super) async fn obligations(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(part): Query<Part>,
) -> Result<Json<Value>, Problem> {
    let viewed = viewed(&backend, &identity, &id).await?;
    let mut obligations =
        session_json::obligations(identity.account.tenant_id, &viewed.view, identity.account.role >= Role::Admin);
    embedded(&backend, &identity, viewed.view.id, &mut obligations).await?;
    part.of(obligations)
}

fn obligations_of(whole: &mut Value) -> &mut [Value] {
    whole["obligations"].as_array_mut().map_or(&mut [], Vec::as_mut_slice)
}

/// The vectors are in the rows alone: what follows from events does not depend on a model.
async fn embedded(backend: &Backend, identity: &Identity, id: SessionId, obligations: &mut [Value]) -> Result<(), Problem> {
    let rows = backend.records().obligations(identity.account.tenant_id, id).await?;
    for one in obligations {
        let row = rows.iter().find(|row| one["obligation_key"] == row.key.as_str());
        one["embedding"] = json!(row.and_then(|row| row.embedding.as_ref()).map(|bytes| bytes.len() / 4));
    }
    Ok(())
}

#[utoipa::path(get, path = "/api/v1/sessions/{id}/completeness", tag = "interview", params(("id" = uuid::Uuid, Path)), responses((status = 200, description = "The score with what explains it"), (status = 404)))]
pub(super) async fn completeness(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let viewed = viewed(&backend, &identity, &id).await?;
    Ok(Json(session_json::completeness(&viewed.view)))
}

#[utoipa::path(get, path = "/api/v1/sessions/{id}/summaries", tag = "interview", params(("id" = uuid::Uuid, Path), Part), responses((status = 200, description = "Summaries by range of turns"), (status = 404)))]
pub(super) async fn summaries(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(part): Query<Part>,
) -> Result<Json<Value>, Problem> {
    let viewed = viewed(&backend, &identity, &id).await?;
    let rows = backend.records().summaries(identity.account.tenant_id, viewed.view.id).await?;
    part.of(rows
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

#[utoipa::path(get, path = "/api/v1/sessions/{id}/tasks", tag = "interview", params(("id" = uuid::Uuid, Path), Part), responses((status = 200, description = "What is left to do, most important first"), (status = 404)))]
pub(super) async fn tasks(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(part): Query<Part>,
) -> Result<Json<Value>, Problem> {
    let viewed = viewed(&backend, &identity, &id).await?;
    part.of(to_do(&viewed.view).into_iter().map(|task| json!(task)).collect())
}

#[utoipa::path(get, path = "/api/v1/sessions/{id}/research", tag = "interview", params(("id" = uuid::Uuid, Path), Part), responses((status = 200, description = "Research tasks; none are made in this version"), (status = 404)))]
pub(super) async fn research(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(part): Query<Part>,
) -> Result<Json<Value>, Problem> {
    viewed(&backend, &identity, &id).await?;
    part.of(Vec::new())
}

pub(super) fn session_id(id: &str) -> Result<SessionId, Problem> {
    id.parse().map_err(|_| Problem::not_found("there is no such interview"))
}

pub(super) async fn viewed(backend: &Backend, identity: &Identity, id: &str) -> Result<Viewed, Problem> {
    Ok(backend.interviews().view(identity.who(), session_id(id)?).await?)
}
