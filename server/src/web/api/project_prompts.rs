//! The prompts of a project: those of its pack, and the texts it has in their place.

use super::{
    paging::Part,
    schema::{DiscoveryPrompt, Page},
};
use crate::{
    backend::Backend,
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
use http::StatusCode;
use projects::PromptText;
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"text": "Explore {{DATASET}} with SQL ({{DIALECT}}). Answer with one JSON object."}))]
pub(super) struct PromptRequest {
    /// Placeholders are written `{{NAME}}`.
    #[schema(max_length = 50_000)]
    text: String,
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/prompts", operation_id = "list_project_prompts", tag = "packs", params(("id" = uuid::Uuid, Path), Part), responses((status = 200, body = Page<DiscoveryPrompt>, description = "In the order of their use"), (status = 404)))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(part): Query<Part>,
) -> Result<Json<Value>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    let prompts = projects::project_prompts(backend.projects(), &project).await?;
    part.page(prompts.iter().map(to_json).collect())
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/prompts/{name}", operation_id = "read_project_prompt_text", tag = "packs", params(("id" = uuid::Uuid, Path), ("name" = String, Path, description = "`base_context`, `exploration`, `analysis_{area}` or `recommendations`")), responses((status = 200, body = DiscoveryPrompt), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, name)): Path<(String, String)>,
) -> Result<Json<Value>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    Ok(Json(to_json(&projects::find_prompt(backend.projects(), &project, &name).await?)))
}

#[utoipa::path(put, path = "/api/v1/projects/{id}/prompts/{name}", operation_id = "change_project_prompt", tag = "packs", params(("id" = uuid::Uuid, Path), ("name" = String, Path, description = "`base_context`, `exploration`, `analysis_{area}` or `recommendations`")), request_body = PromptRequest, responses((status = 200, body = DiscoveryPrompt, description = "Runs under way keep the texts they began with"), (status = 403), (status = 404), (status = 422, description = "It is empty, or has unknown variables")))]
pub(super) async fn replace(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Path((id, name)): Path<(String, String)>,
    Body(given): Body<PromptRequest>,
) -> Result<Json<Value>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    let prompt = projects::put_prompt(backend.projects(), &identity.account, &project, &name, &given.text).await?;
    Ok(Json(to_json(&prompt)))
}

#[utoipa::path(delete, path = "/api/v1/projects/{id}/prompts/{name}", operation_id = "reset_project_prompt", tag = "packs", params(("id" = uuid::Uuid, Path), ("name" = String, Path, description = "Of a prompt that the project changed")), responses((status = 204, description = "It has the default again"), (status = 403), (status = 404, description = "It has the default already")))]
pub(super) async fn reset(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Path((id, name)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    projects::reset_prompt(backend.projects(), &identity.account, &project, &name).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn to_json(prompt: &PromptText) -> Value {
    json!({
        "name": prompt.name.name(), "text": prompt.text, "source": prompt.source.name(),
        "variables": prompt.name.variables(), "updated_at": prompt.updated_at.map(|at| at.to_rfc3339()),
    })
}
