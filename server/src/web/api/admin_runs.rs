//! Runs of all projects, for administrators.

use super::{
    paging::Paging,
    schema::{AdminRun, Page},
};
use crate::{
    backend::Backend,
    calls::reviewed_runs,
    web::{identity::Identity, problem::Problem},
};
use axum::{
    Json,
    extract::{Query, State},
};
use protocol::{account::Role, work::WorkStatus};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RunFilter {
    /// `pending`, `running`, `completed`, `failed` or `cancelled`; all when not given.
    status: Option<String>,
}

#[utoipa::path(get, path = "/api/v1/admin/runs", operation_id = "list_all_runs", tag = "administration", params(Paging, RunFilter), responses((status = 200, body = Page<AdminRun>, description = "Runs of all projects of the tenant, newest first"), (status = 403), (status = 422)))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
    Query(filter): Query<RunFilter>,
) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    let status = filter.status.as_deref().map(status).transpose()?;
    let rows = reviewed_runs(&backend, &identity.account, status, paging.query()?).await?;
    paging.page(rows, |row| (row.run.created_at, row.run.id.0), |row| json!(AdminRun::new(row)))
}

fn status(name: &str) -> Result<WorkStatus, Problem> {
    let named = serde_json::from_value(Value::String(name.to_owned()));
    named.map_err(|_| Problem::invalid("status", "status is pending, running, completed, failed or cancelled"))
}
