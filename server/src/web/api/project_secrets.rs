//! Secrets of a project: set, deleted, and shown masked only.

use super::schema::ProjectSecret;
use crate::{
    backend::Backend,
    web::{body::Body, identity::Admin, problem::Problem},
};
use axum::{
    Json,
    extract::{Path, State},
};
use http::StatusCode;
use secrecy::{ExposeSecret, SecretString};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"value": "sk-ant-0123456789-example"}))]
pub(super) struct SecretRequest {
    /// Of `warehouse-credentials` a password or token as a plain text, or a JSON object with `user` and `password`, or `token`.
    #[schema(value_type = String, max_length = 20_000)]
    value: SecretString,
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/secrets", operation_id = "list_project_secrets", tag = "packs", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = Vec<ProjectSecret>, description = "Those that are set; no value"), (status = 403), (status = 404)))]
pub(super) async fn list(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    let secrets = projects::list_secrets(backend.projects(), &project).await?;
    let line = |one: &projects::MaskedSecret| json!({"name": one.name.name(), "masked": one.masked, "updated_at": one.updated_at.to_rfc3339()});
    Ok(Json(secrets.iter().map(line).collect()))
}

#[utoipa::path(put, path = "/api/v1/projects/{id}/secrets/{name}", operation_id = "set_project_secret", tag = "packs", params(("id" = uuid::Uuid, Path), ("name" = String, Path, description = "`llm-api-key`, which wins over the tenant's key, or `warehouse-credentials`, for databases without secrets of their own")), request_body = SecretRequest, responses((status = 204, description = "It is kept sealed"), (status = 403), (status = 404), (status = 422, description = "Another name, or a value that cannot be used")))]
pub(super) async fn replace(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Path((id, name)): Path<(String, String)>,
    Body(given): Body<SecretRequest>,
) -> Result<StatusCode, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    projects::put_secret(backend.projects(), &identity.account, &project, &name, given.value.expose_secret()).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(delete, path = "/api/v1/projects/{id}/secrets/{name}", operation_id = "delete_project_secret", tag = "packs", params(("id" = uuid::Uuid, Path), ("name" = String, Path)), responses((status = 204, description = "The tenant's, or the source's own, hold again"), (status = 403), (status = 404), (status = 422, description = "Another name")))]
pub(super) async fn delete(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Path((id, name)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    projects::delete_secret(backend.projects(), &identity.account, &project, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}
