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
use domain::runs::RunQuery;
use protocol::{ProjectId, account::Role, run::RunType, work::WorkStatus};
use serde::Deserialize;
use serde_json::{Value, json};

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RunFilter {
    /// `pending`, `running`, `completed`, `failed` or `cancelled`; all when not given.
    status: Option<String>,
    /// Only of this project.
    #[param(value_type = Option<uuid::Uuid>)]
    project_id: Option<String>,
    /// How complete it is: `full`, `partial` or `failed`; all when not given.
    run_type: Option<String>,
    /// Only those that found something which somebody does not like.
    #[serde(default)]
    disliked: bool,
}

#[utoipa::path(get, path = "/api/v1/admin/runs", operation_id = "list_all_runs", tag = "administration", params(Paging, RunFilter), responses((status = 200, body = Page<AdminRun>, description = "Runs of all projects of the tenant, newest first"), (status = 403), (status = 422)))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
    Query(filter): Query<RunFilter>,
) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    let wanted = RunQuery {
        project: filter.project_id.as_deref().map(project).transpose()?,
        status: filter.status.as_deref().map(status).transpose()?,
        run_type: filter.run_type.as_deref().map(run_type).transpose()?,
        disliked: filter.disliked,
    };
    let rows = reviewed_runs(&backend, &identity.account, wanted, paging.query()?).await?;
    paging.page(rows, |row| (row.run.created_at, row.run.id.0), |row| json!(AdminRun::new(row)))
}

fn status(name: &str) -> Result<WorkStatus, Problem> {
    let named = serde_json::from_value(Value::String(name.to_owned()));
    named.map_err(|_| Problem::invalid("status", "status is pending, running, completed, failed or cancelled"))
}

fn run_type(name: &str) -> Result<RunType, Problem> {
    let named = serde_json::from_value(Value::String(name.to_owned()));
    named.map_err(|_| Problem::invalid("run_type", "run_type is full, partial or failed"))
}

fn project(id: &str) -> Result<ProjectId, Problem> {
    id.parse().map_err(|_| Problem::invalid("project_id", "project_id is the id of a project"))
}
