//! Who asked projects' databases what, and what it came to.

use super::{
    paging::{Paging, foreign},
    schema::{self, Page, QueryDay, QueryLine},
};
use crate::{
    backend::Backend,
    web::{identity::Identity, problem::Problem},
};
use axum::{
    Json,
    extract::{Query, State},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{
    Failure,
    tools::{QueryFilter, QueryOutcome, QueryRecord, QuerySum},
};
use protocol::{ProjectId, UserId, account::Role, live::Topic};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct QueryLogQuery {
    /// Only of this project.
    #[param(value_type = Option<uuid::Uuid>)]
    project_id: Option<ProjectId>,
    /// Only of this person.
    #[param(value_type = Option<uuid::Uuid>)]
    user_id: Option<UserId>,
    /// Only with this end.
    #[param(value_type = Option<schema::QueryOutcome>)]
    outcome: Option<QueryOutcome>,
    /// Only of this run or other stream.
    #[param(value_type = Option<uuid::Uuid>)]
    subject_id: Option<uuid::Uuid>,
}

#[utoipa::path(get, path = "/api/v1/admin/audit/queries", operation_id = "list_queries", tag = "administration", params(Paging, QueryLogQuery), responses((status = 200, body = Page<QueryLine>, description = "Every query of projects' databases, newest first: the newest 10,000 of 90 days, or of as many as the tenant keeps interviews"), (status = 403), (status = 422)))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
    Query(asked): Query<QueryLogQuery>,
) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    let which = QueryFilter { project: asked.project_id, user: asked.user_id, outcome: asked.outcome, subject: asked.subject_id };
    let rows = backend.query_log().logged_queries(identity.account.tenant_id, which, paging.query()?).await?;
    paging.page(rows, |row| (row.at, row.id), line)
}

fn line(of: QueryRecord) -> Value {
    json!({
        "id": of.id, "project_id": of.project, "source_id": of.source, "source": of.source_name, "user_id": of.user,
        "subject": of.subject.map(|(kind, id)| Topic::Stream(kind, id)),
        "sql": of.sql, "sql_sha256": of.sha256, "outcome": of.outcome, "rows": of.rows, "bytes": of.bytes,
        "billed_bytes": of.billed_bytes, "took_ms": of.took_ms, "detail": of.detail, "created_at": of.at.to_rfc3339(),
    })
}

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Spent {
    /// Only of this project.
    #[param(value_type = Option<uuid::Uuid>)]
    project_id: Option<ProjectId>,
}

#[utoipa::path(get, path = "/api/v1/admin/usage/queries", operation_id = "read_query_usage", tag = "administration", params(Paging, Spent), responses((status = 200, body = Page<QueryDay>, description = "What queries of projects' databases came to, day by day, newest first"), (status = 403), (status = 422)))]
pub(super) async fn usage(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
    Query(spent): Query<Spent>,
) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    let (limit, after) = (paging.limit()?, paging.cursor().map(day_before).transpose()?);
    let mut days = backend.query_log().query_days(identity.account.tenant_id, spent.project_id, after, limit + 1).await?;
    let more = days.len() > limit as usize;
    days.truncate(limit as usize);
    let next = days.last().filter(|_| more).map(|last| URL_SAFE_NO_PAD.encode(format!("before {}", last.day)));
    let items: Vec<Value> = days.into_iter().map(sum).collect();
    Ok(Json(json!({"items": items, "next_cursor": next})))
}

fn sum(of: QuerySum) -> Value {
    json!({
        "day": of.day, "queries": of.queries, "failed_queries": of.failed, "rows": of.rows, "bytes": of.bytes,
        "billed_bytes": of.billed_bytes, "took_ms": of.took_ms,
    })
}

fn day_before(cursor: &str) -> Result<String, Failure> {
    let text = URL_SAFE_NO_PAD.decode(cursor).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    text.and_then(|text| text.strip_prefix("before ").map(str::to_owned)).ok_or_else(foreign)
}
