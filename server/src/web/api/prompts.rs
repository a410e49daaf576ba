//! The system prompt of a project, as a model of some name gets it.

use super::schema::{ProjectPrompt, ToolDefinition};
use crate::{
    backend::Backend,
    web::{identity::Identity, problem::Problem},
};
use axum::{
    Json,
    extract::{Path, Query, State},
};
use domain::tools::registry::{TOOLS, Tool};
use serde::Deserialize;

#[derive(Deserialize, utoipa::IntoParams)]
pub(super) struct ForModel {
    /// Whether it can call tools is told by its name; one that can when not given.
    #[serde(default)]
    model: String,
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/prompt", operation_id = "read_project_prompt", tag = "projects", params(("id" = uuid::Uuid, Path), ForModel), responses((status = 200, body = ProjectPrompt, description = "Short for a model that calls tools, with the tables that the seed patterns chose; with everything embedded for one that does not. Beside it the catalog in a line per table, and the definitions of the tools"), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(ForModel { model }): Query<ForModel>,
) -> Result<Json<ProjectPrompt>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    let catalog = projects::project_catalog(backend.projects(), project.tenant, project.id).await?;
    let prompt = projects::prompt(&catalog, &model);
    let listed = projects::level_0(&catalog);
    let tool = |tool: &Tool| ToolDefinition { name: tool.name, description: tool.description, input_schema: tool.input_schema() };
    Ok(Json(ProjectPrompt {
        text: prompt.text,
        with_tools: prompt.with_tools,
        tokens: prompt.tokens,
        preloaded: projects::preloaded(&catalog),
        level_0: listed.text,
        level_0_tokens: listed.tokens,
        level_0_left_out: listed.left_out,
        tools: if prompt.with_tools { TOOLS.iter().map(tool).collect() } else { Vec::new() },
    }))
}
