//! A tenant's own pools of questions.

use super::{
    paging::Part,
    schema::{self, Page, QuestionPool},
};
use crate::{
    backend::Backend,
    calls::{NewPool, remove_pool, save_pool},
    web::{
        body::Body,
        identity::{Admin, Identity},
        problem::Problem,
    },
};
use axum::{
    Json,
    extract::{Path, Query, State},
};
use domain::interview::PoolRow;
use http::StatusCode;
use protocol::{ProjectId, account::Role, interview::ContextType};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({
    "pool_id": "security",
    "display_name": "Security questions",
    "obligations": [{
        "key": "data_kept", "fieldPath": "security.data", "prompt": "Which personal data will be kept?",
        "collectionType": "direct_question", "widgetType": "text", "priority": 7
    }]
}))]
pub(super) struct PoolRequest {
    /// What its obligations carry as `pool_id`; unique in the tenant.
    #[schema(max_length = 200)]
    pool_id: String,
    #[schema(max_length = 200)]
    display_name: Option<String>,
    /// Only for this kind of interview; all kinds when not given.
    #[schema(value_type = Option<schema::ContextType>)]
    context_type: Option<ContextType>,
    /// As in an objective; dependencies stay inside the pool.
    #[schema(value_type = Vec<Object>)]
    obligations: Value,
    /// Laid over every interview that is opened (the default); else only where `pool_ids` names it.
    active: Option<bool>,
    /// The project that it belongs to, and ends with; then it is laid over that project's interviews only.
    #[schema(value_type = Option<uuid::Uuid>)]
    project_id: Option<ProjectId>,
}

#[utoipa::path(get, path = "/api/v1/question-pools", operation_id = "list_question_pools", tag = "objectives", params(Part), responses((status = 200, body = Page<QuestionPool>, description = "The tenant's pools of questions")))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Query(part): Query<Part>,
) -> Result<Json<Value>, Problem> {
    let rows = backend.pools().pools(identity.account.tenant_id).await?;
    part.page(rows.iter().map(to_json).collect())
}

#[utoipa::path(post, path = "/api/v1/question-pools", operation_id = "create_question_pool", tag = "objectives", request_body = PoolRequest, responses((status = 201, body = QuestionPool), (status = 403), (status = 409), (status = 422, description = "It cannot work; every fault is named")))]
pub(super) async fn create(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Body(given): Body<PoolRequest>,
) -> Result<(StatusCode, Json<Value>), Problem> {
    let row = save_pool(&backend, &identity.account, None, given.into()).await?;
    Ok((StatusCode::CREATED, Json(to_json(&row))))
}

#[utoipa::path(get, path = "/api/v1/question-pools/{id}", operation_id = "read_question_pool", tag = "objectives", params(("id" = String, Path, description = "Its id or its pool_id")), responses((status = 200, body = QuestionPool), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    Ok(Json(to_json(&found(&backend, &identity, &id).await?)))
}

#[utoipa::path(put, path = "/api/v1/question-pools/{id}", operation_id = "replace_question_pool", tag = "objectives", params(("id" = String, Path, description = "Its id or its pool_id")), request_body = PoolRequest, responses((status = 200, body = QuestionPool, description = "Interviews under way keep the questions they began with"), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub(super) async fn replace(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Path(id): Path<String>,
    Body(given): Body<PoolRequest>,
) -> Result<Json<Value>, Problem> {
    let known = found(&backend, &identity, &id).await?;
    Ok(Json(to_json(&save_pool(&backend, &identity.account, Some(known), given.into()).await?)))
}

#[utoipa::path(delete, path = "/api/v1/question-pools/{id}", operation_id = "delete_question_pool", tag = "objectives", params(("id" = String, Path, description = "Its id or its pool_id")), responses((status = 204, description = "Interviews under way keep its questions"), (status = 403), (status = 404)))]
pub(super) async fn delete(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    identity.may(Role::Admin)?;
    let known = found(&backend, &identity, &id).await?;
    remove_pool(&backend, &identity.account, &known).await?;
    Ok(StatusCode::NO_CONTENT)
}

impl From<PoolRequest> for NewPool {
    fn from(given: PoolRequest) -> Self {
        Self {
            display_name: given.display_name.unwrap_or_else(|| given.pool_id.clone()),
            name: given.pool_id,
            context_type: given.context_type,
            obligations: given.obligations,
            active: given.active.unwrap_or(true),
            project: given.project_id,
        }
    }
}

async fn found(backend: &Backend, identity: &Identity, id: &str) -> Result<PoolRow, Problem> {
    let pools = backend.pools().pools(identity.account.tenant_id).await?;
    let by_id = pools.iter().position(|row| row.id.to_string() == id);
    let at = by_id.or_else(|| pools.iter().position(|row| row.name == id));
    at.and_then(|at| pools.into_iter().nth(at)).ok_or_else(|| Problem::not_found("there is no such question pool"))
}

fn to_json(row: &PoolRow) -> Value {
    json!({
        "id": row.id, "pool_id": row.name, "display_name": row.display_name, "context_type": row.context_type,
        "obligations": row.obligations, "active": row.active, "project_id": row.project,
        "created_at": row.created_at.to_rfc3339(), "updated_at": row.updated_at.to_rfc3339(),
    })
}
