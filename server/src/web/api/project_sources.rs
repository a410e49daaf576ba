//! The sources of a project: connected, uploaded, tried out, deleted.

use super::{
    paging::Paging,
    schema::{Page, ProfileOfTable, SourceDetails, SourceLine, SourceRefreshed, SourceTest, UploadForm},
};
use crate::{
    backend::Backend,
    web::{body::Body, identity::Identity, prefer, problem::Problem, upload},
};
use axum::{
    Json,
    extract::{DefaultBodyLimit, FromRequest, Multipart, Path, Query, Request, State},
};
use domain::tools::{ProjectSource, SourceKind};
use http::{StatusCode, header};
use projects::SourceDraft;
use protocol::{ProjectSourceId, account::Role};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::time::Duration;

/// How long a call that connects a source waits for it to be read, unless it prefers otherwise.
const PATIENCE: Duration = Duration::from_secs(30);

/// A connected source.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({
    "kind": "document", "type": "inline", "name": "business_rules", "description": "Thresholds of the business",
    "config": {"content": "VIP customer: lifetime value > $100,000"}
}))]
pub(super) struct NewSource {
    /// `database`, `api`, `document` or `skill`.
    #[schema(max_length = 40)]
    kind: String,
    /// `postgres`, `redshift`, `mysql`, `bigquery`, `snowflake`, `clickhouse`, `trino`, `databricks`, `files`, `sqlite`; `openapi`, `graphql`; `inline`, `http`, `file`, `confluence`.
    #[schema(max_length = 40)]
    r#type: Option<String>,
    /// Unique in the project; of a database it stands before the names of its tables.
    #[schema(max_length = 200)]
    name: String,
    #[schema(max_length = 4_000)]
    description: Option<String>,
    /// By type: `host`, `port`, `database`, `user` or `url`; `url` or `spec`; `content` or `url`; `url`, `space` and `user` of a Confluence; of files that lie on the server `path` (a file, a folder, a pattern or a list of them, beneath folders that the operator named; administrators only) and `table` (one for all of them). Each setting has at most 4,000 characters, except `content` and `spec`.
    #[schema(value_type = Option<Object>)]
    config: Option<Value>,
    /// Kept sealed and never shown: `password`, `token`; of an address also `api_key` (under `config.api_key_header`), `authorization`, `headers`; at most 16 kB together.
    #[schema(value_type = Option<Object>)]
    secrets: Option<Map<String, Value>>,
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/sources", operation_id = "list_project_sources", tag = "projects", params(("id" = uuid::Uuid, Path), Paging), responses((status = 200, body = Page<SourceLine>, description = "The project's sources, newest first"), (status = 404)))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    let rows = backend.project_store().project_sources(project.tenant, project.id, paging.query()?).await?;
    paging.page(rows, |row| (row.created_at, row.id.0), |row| to_json(&row))
}

#[utoipa::path(post, path = "/api/v1/projects/{id}/sources", operation_id = "add_project_source", tag = "projects", params(("id" = uuid::Uuid, Path), ("Prefer" = Option<String>, Header, description = "`wait=10`: the most seconds to wait for the source to be read. What cannot be read by then is refused, and nothing is kept. Without it an upload waits for nothing, a connected source for 30 seconds.")), request_body(content((NewSource = "application/json"), (UploadForm = "multipart/form-data"))), responses((status = 201, body = SourceLine, description = "Kept. `ready` where its tables, operations, documents or skills can be asked for; `reading` until then, followed as the topic `reading:<id>`, and at last `ready` or `failed` with `error`"), (status = 403), (status = 404), (status = 409, description = "The project has a source of that name"), (status = 413), (status = 415), (status = 422, description = "What is wrong with it")))]
pub(super) async fn create(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    request: Request,
) -> Result<(StatusCode, Json<Value>), Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    identity.may(Role::Member)?;
    let preferred = prefer::wait(request.headers());
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let (given, wait) = if kind.trim_start().to_ascii_lowercase().starts_with("multipart/form-data") {
        let mut request = request;
        // Files are written to disk as they come, and have a limit of their own.
        DefaultBodyLimit::disable().apply(&mut request);
        let form = Multipart::from_request(request, &backend).await;
        let form = form.map_err(|fault| Problem::malformed(format!("the form cannot be read: {}", fault.body_text())))?;
        (upload::receive(backend.projects(), project.tenant, form).await?, Duration::ZERO)
    } else {
        let Body(given) = Body::<NewSource>::from_request(request, &backend).await?;
        (connected(&identity, given)?, PATIENCE)
    };
    let row = projects::add_source(backend.projects(), &identity.account, &project, given, preferred.unwrap_or(wait)).await?;
    Ok((StatusCode::CREATED, Json(to_json(&row))))
}

fn connected(identity: &Identity, given: NewSource) -> Result<SourceDraft, Problem> {
    let kind = SourceKind::parse(given.kind.trim())
        .ok_or_else(|| Problem::invalid("kind", "a source is one of database, api, document, skill"))?;
    if kind == SourceKind::Database {
        // A member of the tenant does not open connections into other people's networks.
        identity.may(Role::Admin)?;
    }
    Ok(SourceDraft {
        kind: Some(kind),
        subtype: given.r#type,
        name: Some(given.name),
        description: given.description,
        config: given.config.unwrap_or_default(),
        secrets: given.secrets.unwrap_or_default(),
        files: Vec::new(),
    })
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/sources/{source_id}", operation_id = "read_project_source", tag = "projects", params(("id" = uuid::Uuid, Path), ("source_id" = uuid::Uuid, Path)), responses((status = 200, body = SourceDetails, description = "With its settings, never with its secrets"), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, source)): Path<(String, String)>,
) -> Result<Json<Value>, Problem> {
    let (_, row) = found(&backend, &identity, &id, &source).await?;
    let mut whole = to_json(&row);
    whole["config"] = row.config;
    whole["secrets"] = row.secrets.into();
    whole["files"] =
        row.files.iter().map(|file| json!({"name": file.name, "bytes": file.bytes, "sha256": file.sha256})).collect();
    Ok(Json(whole))
}

#[utoipa::path(delete, path = "/api/v1/projects/{id}/sources/{source_id}", operation_id = "delete_project_source", tag = "projects", params(("id" = uuid::Uuid, Path), ("source_id" = uuid::Uuid, Path)), responses((status = 204, description = "For good, with its files and secrets: what is deleted on a page can be restored for seven days"), (status = 403, description = "Only who added it, or an administrator"), (status = 404)))]
pub(super) async fn delete(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, source)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    let (_, row) = found(&backend, &identity, &id, &source).await?;
    identity.may(Role::Member)?;
    if row.created_by != Some(identity.account.user_id) {
        identity.may(Role::Admin)?;
    }
    projects::remove_source(backend.projects(), &identity.account, &row).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(post, path = "/api/v1/projects/{id}/sources/{source_id}/test", operation_id = "test_project_source", tag = "projects", params(("id" = uuid::Uuid, Path), ("source_id" = uuid::Uuid, Path)), responses((status = 200, body = SourceTest, description = "Whether it can be reached; if not, what is wrong in one sentence"), (status = 403), (status = 404)))]
pub(super) async fn test(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, source)): Path<(String, String)>,
) -> Result<Json<Value>, Problem> {
    let (project, row) = found(&backend, &identity, &id, &source).await?;
    identity.may(Role::Member)?;
    Ok(Json(projects::try_out(backend.projects(), &project, &row).await?))
}

#[utoipa::path(post, path = "/api/v1/projects/{id}/source-test", operation_id = "test_new_project_source", tag = "projects", params(("id" = uuid::Uuid, Path)), request_body = NewSource, responses((status = 200, body = SourceTest, description = "Whether what was given can be reached, before anything of it is kept"), (status = 403), (status = 404), (status = 409, description = "The project has a source of that name"), (status = 422, description = "Settings that cannot be")))]
pub(super) async fn test_new(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(given): Body<NewSource>,
) -> Result<Json<Value>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    identity.may(Role::Member)?;
    let given = connected(&identity, given)?;
    Ok(Json(projects::try_given(backend.projects(), &identity.account, &project, given).await?))
}

#[utoipa::path(post, path = "/api/v1/projects/{id}/sources/{source_id}/refresh", operation_id = "refresh_project_source", tag = "projects", params(("id" = uuid::Uuid, Path), ("source_id" = uuid::Uuid, Path)), responses((status = 200, body = SourceRefreshed, description = "What changed in this source"), (status = 403), (status = 404)))]
pub(super) async fn refresh(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, source)): Path<(String, String)>,
) -> Result<Json<Value>, Problem> {
    let (project, row) = found(&backend, &identity, &id, &source).await?;
    identity.may(Role::Member)?;
    let catalog = projects::project_catalog(backend.projects(), project.tenant, project.id).await?;
    let one =
        catalog.held.iter().find(|one| one.source.id == row.id).ok_or_else(|| Problem::not_found("there is no such source"))?;
    Ok(Json(projects::refresh_source(backend.projects(), &identity.account, one).await?))
}

#[utoipa::path(post, path = "/api/v1/projects/{id}/sources/{source_id}/cancel", operation_id = "cancel_project_source", tag = "projects", params(("id" = uuid::Uuid, Path), ("source_id" = uuid::Uuid, Path)), responses((status = 200, body = SourceLine, description = "It is not read any more; what was read before is as it was"), (status = 403), (status = 404), (status = 409, description = "It is not being read")))]
pub(super) async fn cancel(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, source)): Path<(String, String)>,
) -> Result<Json<Value>, Problem> {
    let (_, row) = found(&backend, &identity, &id, &source).await?;
    identity.may(Role::Member)?;
    projects::cancel_reading(backend.projects(), &row).await?;
    let (_, row) = found(&backend, &identity, &id, &source).await?;
    Ok(Json(to_json(&row)))
}

#[derive(Deserialize, utoipa::IntoParams)]
pub(super) struct OfTable {
    /// As the table is listed.
    #[serde(default)]
    table: String,
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/sources/{source_id}/profile", operation_id = "profile_table", tag = "projects", params(("id" = uuid::Uuid, Path), ("source_id" = uuid::Uuid, Path), OfTable), responses((status = 200, body = ProfileOfTable, description = "What the values of a table are like: files in one pass, up to 40 columns of a server within a minute"), (status = 404), (status = 422, description = "Why it could not be computed")))]
pub(super) async fn profile(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, source)): Path<(String, String)>,
    Query(OfTable { table }): Query<OfTable>,
) -> Result<Json<Value>, Problem> {
    let (project, row) = found(&backend, &identity, &id, &source).await?;
    let catalog = projects::project_catalog(backend.projects(), project.tenant, project.id).await?;
    let one =
        catalog.held.iter().find(|one| one.source.id == row.id).ok_or_else(|| Problem::not_found("there is no such source"))?;
    let profile = projects::profile(backend.projects(), &identity.account, &project, one, &table).await?;
    Ok(Json(json!(profile)))
}

async fn found(
    backend: &Backend,
    identity: &Identity,
    project: &str,
    source: &str,
) -> Result<(domain::tools::ProjectRow, ProjectSource), Problem> {
    let missing = || Problem::not_found("there is no such source");
    let project = projects::found(backend.projects(), identity.account.tenant_id, project).await?;
    let id: ProjectSourceId = source.parse().map_err(|_| missing())?;
    let row = backend.project_store().project_source(project.tenant, project.id, id).await?.ok_or_else(missing)?;
    Ok((project, row))
}

fn to_json(row: &ProjectSource) -> Value {
    json!({
        "id": row.id, "project_id": row.project, "kind": row.kind, "type": row.subtype, "name": row.name,
        "description": row.description, "status": row.status, "error": row.error, "summary": row.summary, "warnings": row.warnings,
        "created_by": row.created_by, "created_at": row.created_at.to_rfc3339(), "updated_at": row.updated_at.to_rfc3339(),
    })
}
