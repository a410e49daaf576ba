//! Discovery runs: started, followed, cancelled; what they found.

use super::{
    paging::{Paging, foreign},
    schema::{Discovery, Page, Run, RunBegun, RunSummary, Step},
};
use crate::{
    backend::Backend,
    calls::{RunDraft, start_run},
    web::{body::Body, identity::Identity, problem::Problem},
};
use axum::{
    Json,
    extract::{Path, Query, State},
};
use domain::runs::{DiscoveryRow, RunRow};
use http::StatusCode;
use protocol::{
    DiscoveryId, RunId, SessionId,
    account::Role,
    run::{RunBudget, RunRequest},
};
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"goal": "Why do repairs take so long?", "max_steps": 100}))]
pub(super) struct Discover {
    /// What somebody wants to know.
    #[schema(max_length = 4_000)]
    goal: Option<String>,
    /// Ids of areas of the project's pack; all where none is named. At most 100.
    #[schema(value_type = Option<Vec<AreaId>>)]
    areas: Option<Vec<String>>,
    /// 1 to 1000; 100 when not given.
    max_steps: Option<i64>,
    /// 0 to `max_steps`; 0 when not given.
    min_steps: Option<i64>,
    /// `auto`, `built_in` or `model`.
    #[schema(max_length = 20)]
    explorer: Option<String>,
    /// The interview whose summary is the goal.
    session_id: Option<Uuid>,
    budget: Option<Budget>,
}

/// The id of an area.
#[derive(utoipa::ToSchema)]
#[schema(max_length = 200)]
#[expect(dead_code, reason = "it only describes what is a text")]
pub(super) struct AreaId(String);

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Budget {
    usd: Option<f64>,
    queries: Option<u32>,
    minutes: Option<u32>,
}

impl Discover {
    pub(super) fn request(self) -> Result<RunRequest, Problem> {
        let budget = self.budget.map_or_else(RunBudget::default, |budget| RunBudget {
            usd: budget.usd,
            queries: budget.queries,
            minutes: budget.minutes,
        });
        let draft = RunDraft {
            goal: self.goal,
            areas: self.areas,
            max_steps: self.max_steps,
            min_steps: self.min_steps,
            explorer: self.explorer,
            session: self.session_id.map(SessionId),
            budget,
        };
        Ok(draft.check()?)
    }
}

#[utoipa::path(post, path = "/api/v1/projects/{id}/discover", operation_id = "start_run", tag = "runs", params(("id" = uuid::Uuid, Path)), request_body = Discover, responses((status = 202, body = RunBegun, description = "The run goes on by itself"), (status = 403), (status = 404), (status = 409, description = "The project is not ready"), (status = 422), (status = 429, description = "20 runs of the project wait already")))]
pub(super) async fn discover(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(given): Body<Discover>,
) -> Result<(StatusCode, Json<RunBegun>), Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    identity.may(Role::Member)?;
    let run = start_run(&backend, &identity.account, &project, given.request()?).await?;
    Ok((StatusCode::ACCEPTED, Json(RunBegun { run_id: run.0, status: "pending" })))
}

fn run_id(id: &str) -> Result<RunId, Problem> {
    id.parse().map_err(|_| Problem::not_found("there is no such run"))
}

#[utoipa::path(get, path = "/api/v1/runs/{id}", operation_id = "read_run", tag = "runs", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = Run), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Run>, Problem> {
    Ok(Json(show_run(&backend, &identity, run_id(&id)?).await?))
}

async fn show_run(backend: &Backend, identity: &Identity, id: RunId) -> Result<Run, Problem> {
    let view = projects::run_view(backend.projects(), &identity.account, id).await?;
    Ok(Run::new(&view, projects::queue_position(backend.projects(), identity.account.tenant_id, &view).await?))
}

#[utoipa::path(post, path = "/api/v1/runs/{id}/cancel", operation_id = "cancel_run", tag = "runs", params(("id" = uuid::Uuid, Path)), responses((status = 202, body = Run, description = "Its queries are ended; what it found so far is saved"), (status = 403), (status = 404), (status = 409, description = "It is over")))]
pub(super) async fn cancel(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<Run>), Problem> {
    let id = run_id(&id)?;
    projects::run_view(backend.projects(), &identity.account, id).await?;
    identity.may(Role::Member)?;
    projects::cancel_run(backend.projects(), &identity.account, id).await?;
    Ok((StatusCode::ACCEPTED, Json(show_run(&backend, &identity, id).await?)))
}

#[utoipa::path(post, path = "/api/v1/runs/{id}/resume", operation_id = "resume_run", tag = "runs", params(("id" = uuid::Uuid, Path)), responses((status = 202, body = Run, description = "It goes on with its first unfinished step"), (status = 403), (status = 404), (status = 409, description = "It did not fail, or saved what it found"), (status = 429, description = "20 runs of the project wait already")))]
pub(super) async fn resume(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<Run>), Problem> {
    let id = run_id(&id)?;
    let view = projects::run_view(backend.projects(), &identity.account, id).await?;
    identity.may(Role::Member)?;
    let project = projects::found(backend.projects(), identity.account.tenant_id, &view.project.to_string()).await?;
    projects::may_run(&project)?;
    projects::resume_run(backend.projects(), &identity.account, &project, id, false).await?;
    Ok((StatusCode::ACCEPTED, Json(show_run(&backend, &identity, id).await?)))
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct StepsAfter {
    /// Only steps after this number.
    after: Option<u32>,
    /// 1 to 1000, 200 when not given.
    limit: Option<u32>,
    /// The `next_cursor` of the part before: the same as `after`.
    cursor: Option<String>,
}

#[utoipa::path(get, path = "/api/v1/runs/{id}/steps", operation_id = "list_run_steps", tag = "runs", params(("id" = uuid::Uuid, Path), StepsAfter), responses((status = 200, body = Page<Step>, description = "In their order"), (status = 404), (status = 422)))]
pub(super) async fn steps(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(query): Query<StepsAfter>,
) -> Result<Json<Value>, Problem> {
    let (id, limit) = (run_id(&id)?, query.limit.unwrap_or(200));
    if !(1..=1_000).contains(&limit) {
        return Err(Problem::invalid("limit", "limit lies between 1 and 1000"));
    }
    let cursor = query.cursor.as_deref().map(|cursor| cursor.parse().map_err(|_| foreign())).transpose()?;
    let after: u32 = cursor.or(query.after).unwrap_or(0);
    projects::run_view(backend.projects(), &identity.account, id).await?;
    let mut found = backend.projects().run_store().run_steps(identity.account.tenant_id, id, after, limit + 1).await?;
    let more = found.len() > limit as usize;
    found.truncate(limit as usize);
    let next = found.last().filter(|_| more).map(|step| step.number.to_string());
    Ok(Json(json!({"items": found.into_iter().map(Step::new).collect::<Vec<_>>(), "next_cursor": next})))
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/runs", operation_id = "list_runs", tag = "runs", params(("id" = uuid::Uuid, Path), Paging), responses((status = 200, body = Page<RunSummary>, description = "Newest first"), (status = 404)))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    let store = backend.projects().run_store();
    let rows = store.runs(project.tenant, project.id, paging.query()?).await?;
    let waiting = store.waiting_runs(project.tenant, Some(project.id)).await?;
    let summary = |row: RunRow| {
        let ahead = waiting.get(&row.id).copied().unwrap_or_default();
        json!(RunSummary::new(row, ahead))
    };
    paging.page(rows, |row| (row.created_at, row.id.0), summary)
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/discoveries", operation_id = "list_discoveries", tag = "runs", params(("id" = uuid::Uuid, Path), Paging), responses((status = 200, body = Page<Discovery>, description = "What runs found, newest first, without logs"), (status = 404)))]
pub(super) async fn discoveries(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    let rows = backend.projects().run_store().discoveries(project.tenant, project.id, paging.query()?).await?;
    paging.page(rows, |row| (row.created_at, row.id.0), |row| row.result)
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/discoveries/{discovery}", operation_id = "read_discovery", tag = "runs", params(("id" = uuid::Uuid, Path), ("discovery" = String, Path, description = "An id, or `latest`")), responses((status = 200, body = Discovery, description = "With its logs"), (status = 404)))]
pub(super) async fn discovery(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, discovery)): Path<(String, String)>,
) -> Result<Json<Value>, Problem> {
    found_discovery(&backend, &identity, &id, &discovery).await.map(whole).map(Json)
}

/// A discovery of a project, by the words of a path.
pub(super) async fn found_discovery(
    backend: &Backend,
    identity: &Identity,
    id: &str,
    discovery: &str,
) -> Result<DiscoveryRow, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, id).await?;
    let store = backend.projects().run_store();
    let none = || Problem::not_found("there is no such discovery: start a run first, or wait until one is saved");
    let wanted: DiscoveryId = if discovery == "latest" {
        let page = domain::account::PageQuery { limit: 1, after: None };
        store.discoveries(project.tenant, project.id, page).await?.into_iter().next().ok_or_else(none)?.id
    } else {
        discovery.parse().map_err(|_| none())?
    };
    store.discovery(project.tenant, wanted).await?.filter(|row| row.project == project.id).ok_or_else(none)
}

fn whole(row: DiscoveryRow) -> Value {
    let mut result = row.result;
    if let (Value::Object(result), Value::Object(logs)) = (&mut result, row.logs) {
        result.extend(logs);
    }
    result
}
