//! A project's tools, queries and claims.

use super::{
    exports::table,
    schema::{QueryAnswer, ToolLine, Validation},
};
use crate::{
    backend::Backend,
    web::{body::Body, identity::Identity, lengths::MOST_BYTES, problem::Problem},
};
use axum::{
    Json,
    extract::{Path, Query, State},
    response::{IntoResponse, Response},
};
use domain::{
    interview::export::inert,
    tools::registry::{LONGEST_QUERY, TOOLS, Tool},
};
use http::{HeaderMap, StatusCode, header};
use projects::Caller;
use serde::Deserialize;
use serde_json::Value;
use std::collections::HashMap;
use utoipa::openapi::{
    Object, ObjectBuilder,
    extensions::Extensions,
    schema::{SchemaType, Type},
};

/// Rows of a query when nobody says how many, and the most.
const ROWS: usize = 1_000;
const MOST_ROWS: usize = 10_000;

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"sql": "SELECT COUNT(*) FROM orders", "limit": 100}))]
pub(super) struct QueryRequest {
    /// One SELECT statement over one database of the project.
    #[schema(extensions(("x-max-bytes" = json!(LONGEST_QUERY))))]
    sql: String,
    /// 1 to 10,000 rows, 1,000 when not given.
    limit: Option<usize>,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"claim": "There were 335 hardware incidents", "claimed_value": 335}))]
pub(super) struct ClaimRequest {
    claim: String,
    claimed_value: f64,
    /// One SELECT statement whose first value is the true number; written from the claim when not given.
    #[schema(extensions(("x-max-bytes" = json!(LONGEST_QUERY))))]
    sql: Option<String>,
}

/// The arguments of a tool, as its `input_schema` describes them.
#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"query": "orders of last month", "limit": 5}))]
pub(super) struct ToolArguments {
    #[serde(flatten)]
    given: HashMap<String, Value>,
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/tools", operation_id = "list_tools", tag = "projects", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = Vec<ToolLine>, description = "Every tool with the JSON schema of its arguments"), (status = 404)))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    Ok(Json(TOOLS.iter().map(Tool::to_json).collect()))
}

#[utoipa::path(post, path = "/api/v1/projects/{id}/tools/{name}", operation_id = "call_tool", tag = "projects", params(("id" = uuid::Uuid, Path), ("name" = String, Path)), request_body = ToolArguments, responses((status = 200, body = Value, description = "What the tool returns"), (status = 404, description = "No such project, tool, table, operation, document or skill, with the nearest names"), (status = 422, description = "What is wrong with the arguments")))]
pub(super) async fn call(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, name)): Path<(String, String)>,
    Body(ToolArguments { given }): Body<ToolArguments>,
) -> Result<Json<Value>, Problem> {
    let given = Value::Object(given.into_iter().collect());
    let project = id.parse().map_err(|_| projects::missing())?;
    let caller = Caller { account: identity.account, project };
    Ok(Json(projects::dispatch(backend.projects(), &caller, &name, &given).await?))
}

#[utoipa::path(post, path = "/api/v1/projects/{id}/query", operation_id = "run_query", tag = "projects", params(("id" = uuid::Uuid, Path)), request_body = QueryRequest, responses((status = 200, body = QueryAnswer), (status = 404), (status = 422, description = "Not one query that only reads, or one that the database refuses")))]
pub(super) async fn query(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(given): Body<QueryRequest>,
) -> Result<Json<Value>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    let limit = given.limit.unwrap_or(ROWS);
    if !(1..=MOST_ROWS).contains(&limit) {
        return Err(Problem::invalid("limit", format!("limit lies between 1 and {MOST_ROWS}")));
    }
    Ok(Json(projects::run_query(backend.projects(), &identity.account, project.id, &given.sql, limit).await?))
}

/// A query as a parameter.
fn statement() -> Object {
    let bytes = Extensions::builder().add(MOST_BYTES, LONGEST_QUERY).build();
    ObjectBuilder::new().schema_type(SchemaType::new(Type::String)).extensions(Some(bytes)).build()
}

#[derive(Deserialize, utoipa::IntoParams)]
pub(super) struct Statement {
    /// One SELECT statement over one database of the project.
    #[serde(default)]
    #[param(schema_with = statement)]
    sql: String,
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/query.csv", operation_id = "download_query", tag = "projects", params(("id" = uuid::Uuid, Path), Statement), responses((status = 200, description = "Up to 10,000 rows as an attachment; no cell is one that a spreadsheet would run", content((String = "text/csv"))), (status = 403, description = "A browser came by a link from elsewhere"), (status = 404), (status = 422, description = "Not one query that only reads, or one that the database refuses")))]
pub(super) async fn download(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    headers: HeaderMap,
    Query(Statement { sql }): Query<Statement>,
) -> Result<Response, Problem> {
    // A browser says where a call begins: a link that somebody sent must not run a query.
    if headers.get("sec-fetch-site").is_some_and(|site| site != "same-origin") {
        return Err(Problem::new(
            StatusCode::FORBIDDEN,
            "a download is begun on the page of queries, not by a link from elsewhere",
        ));
    }
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    let answer = projects::run_query(backend.projects(), &identity.account, project.id, &sql, MOST_ROWS).await?;
    let line = |cells: &Value| cells.as_array().into_iter().flatten().map(cell).collect::<Vec<String>>();
    let rows = answer["rows"].as_array().into_iter().flatten().map(line);
    let text = table(std::iter::once(line(&answer["columns"])).chain(rows).collect())?;
    let name = "attachment; filename=\"query.csv\"";
    Ok(([(header::CONTENT_TYPE, "text/csv; charset=utf-8"), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => inert(text),
        other => other.to_string(),
    }
}

#[utoipa::path(post, path = "/api/v1/projects/{id}/verify", operation_id = "verify_claim", tag = "projects", params(("id" = uuid::Uuid, Path)), request_body = ClaimRequest, responses((status = 200, body = Validation, description = "Within 20% of the claim is confirmed; nothing found is rejected"), (status = 404), (status = 422)))]
pub(super) async fn verify(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(given): Body<ClaimRequest>,
) -> Result<Json<Value>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    let sql = given.sql.as_deref().filter(|sql| !sql.trim().is_empty());
    Ok(Json(
        projects::verify_claim(backend.projects(), &identity.account, project.id, &given.claim, given.claimed_value, sql).await?,
    ))
}
