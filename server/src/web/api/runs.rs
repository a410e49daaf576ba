//! Discovery runs: started, followed, cancelled; what they found; what people think of it.

use super::{
    paging::{Paging, foreign},
    schema::{Discovery, FeedbackEntry, Page, Run, RunBegun, RunSummary, Step},
};
use crate::{
    backend::Backend,
    calls::AuditNote,
    web::{body::Body, identity::Identity, problem::Problem},
};
use axum::{
    Json,
    extract::{Path, Query, State},
};
use domain::runs::{DiscoveryRow, FeedbackTarget, ProjectFeedback};
use http::StatusCode;
use protocol::{
    DiscoveryId, RunId, SessionId,
    account::Role,
    run::{ExplorerChoice, RunBudget, RunRequest},
};
use serde::Deserialize;
use serde_json::{Value, json};
use uuid::Uuid;

const MOST_STEPS: u32 = 1_000;
const USUAL_STEPS: u32 = 100;
const MOST_AREAS: usize = 100;
const LONGEST_GOAL: usize = 4_000;
const LONGEST_COMMENT: usize = 4_000;

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
    fn request(self) -> Result<RunRequest, Problem> {
        let within = |name: &str, value: Option<i64>, usual: u32, least: u32, most: u32| match value.map(u32::try_from) {
            None => Ok(usual.clamp(least, most)),
            Some(Ok(value)) if (least..=most).contains(&value) => Ok(value),
            Some(_) => Err(Problem::invalid(name, format!("{name} lies between {least} and {most}"))),
        };
        let max_steps = within("max_steps", self.max_steps, USUAL_STEPS, 1, MOST_STEPS)?;
        let min_steps = within("min_steps", self.min_steps, 0, 0, max_steps)?;
        let goal = self.goal.unwrap_or_default().trim().to_owned();
        if goal.chars().count() > LONGEST_GOAL {
            return Err(Problem::invalid("goal", format!("a goal has at most {LONGEST_GOAL} characters")));
        }
        let explorer = match self.explorer.as_deref() {
            None | Some("auto") => ExplorerChoice::Auto,
            Some("built_in") => ExplorerChoice::BuiltIn,
            Some("model") => ExplorerChoice::Model,
            Some(_) => return Err(Problem::invalid("explorer", "explorer is auto, built_in or model")),
        };
        let budget = self.budget.unwrap_or(Budget { usd: None, queries: None, minutes: None });
        if budget.usd.is_some_and(|usd| !usd.is_finite() || usd < 0.0) {
            return Err(Problem::invalid("budget.usd", "a budget is not negative"));
        }
        let areas = self.areas.unwrap_or_default();
        if areas.len() > MOST_AREAS {
            return Err(Problem::invalid("areas", format!("at most {MOST_AREAS} areas are named")));
        }
        Ok(RunRequest {
            goal,
            areas,
            max_steps,
            min_steps,
            explorer,
            budget: RunBudget { usd: budget.usd, queries: budget.queries, minutes: budget.minutes },
            session_id: self.session_id.map(SessionId),
        })
    }
}

#[utoipa::path(post, path = "/api/v1/projects/{id}/discover", operation_id = "start_run", tag = "runs", params(("id" = uuid::Uuid, Path)), request_body = Discover, responses((status = 202, body = RunBegun, description = "The run goes on by itself"), (status = 403), (status = 404), (status = 409, description = "The project is not ready"), (status = 422)))]
pub(super) async fn discover(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(given): Body<Discover>,
) -> Result<(StatusCode, Json<RunBegun>), Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    identity.may(Role::Member)?;
    let request = given.request()?;
    if let Some(session) = request.session_id {
        // Another person's interview is simply not there.
        backend.interviews().view(identity.who(), session).await?;
    }
    let audit = |run: RunId| {
        let detail = json!({"project": project.id});
        AuditNote { action: "run.started", target: run.to_string(), about: None, detail }.entry_by(&backend, &identity.account)
    };
    let run = projects::begin_run(backend.projects(), &identity.account, &project, request, audit).await?;
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
    let view = projects::run_view(backend.projects(), &identity.account, run_id(&id)?).await?;
    let ahead = if view.work.status.is_over() {
        0
    } else {
        backend.projects().run_store().runs_ahead(identity.account.tenant_id, view.project, view.id).await?
    };
    Ok(Json(Run::new(&view, ahead)))
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
    let view = projects::run_view(backend.projects(), &identity.account, id).await?;
    Ok((StatusCode::ACCEPTED, Json(Run::new(&view, 0))))
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
    let rows = backend.projects().run_store().runs(project.tenant, project.id, paging.query()?).await?;
    paging.page(rows, |row| (row.created_at, row.id.0), |row| json!(RunSummary::new(row)))
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
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    let store = backend.projects().run_store();
    let none = || Problem::not_found("there is no such discovery: start a run first, or wait until one is saved");
    let wanted: DiscoveryId = if discovery == "latest" {
        let page = domain::account::PageQuery { limit: 1, after: None };
        store.discoveries(project.tenant, project.id, page).await?.into_iter().next().ok_or_else(none)?.id
    } else {
        discovery.parse().map_err(|_| none())?
    };
    let row = store.discovery(project.tenant, wanted).await?.filter(|row| row.project == project.id).ok_or_else(none)?;
    Ok(Json(whole(row)))
}

fn whole(row: DiscoveryRow) -> Value {
    let mut result = row.result;
    if let (Value::Object(result), Value::Object(logs)) = (&mut result, row.logs) {
        result.extend(logs);
    }
    result
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"target_type": "insight", "target_id": "churn-1", "discovery_id": "0198d1c0-0000-7000-8000-000000000000", "rating": "dislike", "comment": "We know this"}))]
pub(super) struct FindingRating {
    /// `insight` or `recommendation`.
    #[schema(max_length = 20)]
    target_type: String,
    /// Its `uuid`, or its `id` beside `discovery_id`.
    #[schema(max_length = 200)]
    target_id: String,
    discovery_id: Option<Uuid>,
    /// `like` or `dislike`.
    #[schema(max_length = 20)]
    rating: String,
    #[schema(max_length = 4_000)]
    comment: Option<String>,
}

#[utoipa::path(post, path = "/api/v1/projects/{id}/feedback", operation_id = "rate_finding", tag = "runs", params(("id" = uuid::Uuid, Path)), request_body = FindingRating, responses((status = 201, body = FeedbackEntry, description = "One for each person and finding; a second one takes its place"), (status = 403), (status = 404), (status = 422)))]
pub(super) async fn rate(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(given): Body<FindingRating>,
) -> Result<(StatusCode, Json<FeedbackEntry>), Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    identity.may(Role::Member)?;
    let (target_type, list) = match given.target_type.as_str() {
        "insight" => (FeedbackTarget::Insight, "insights"),
        "recommendation" => (FeedbackTarget::Recommendation, "recommendations"),
        _ => return Err(Problem::invalid("target_type", "target_type is insight or recommendation")),
    };
    let like = match given.rating.as_str() {
        "like" => true,
        "dislike" => false,
        _ => return Err(Problem::invalid("rating", "rating is like or dislike")),
    };
    if given.comment.as_ref().is_some_and(|comment| comment.chars().count() > LONGEST_COMMENT) {
        return Err(Problem::invalid("comment", format!("a comment has at most {LONGEST_COMMENT} characters")));
    }
    let store = backend.projects().run_store();
    let page = domain::account::PageQuery { limit: 200, after: None };
    let rows = match given.discovery_id {
        Some(id) => {
            store.discovery(project.tenant, DiscoveryId(id)).await?.into_iter().filter(|row| row.project == project.id).collect()
        }
        None => store.discoveries(project.tenant, project.id, page).await?,
    };
    let fits = |one: &Value| {
        one["uuid"] == json!(given.target_id) || (given.discovery_id.is_some() && one["id"] == json!(given.target_id))
    };
    let found = rows.iter().flat_map(|row| row.result[list].as_array().into_iter().flatten()).find(|one| fits(one));
    let found = found.ok_or_else(|| {
        Problem::not_found("there is no such finding in this project: name its uuid, or its id with the discovery_id")
    })?;
    let name = found["name"].as_str().or(found["title"].as_str()).unwrap_or_default().to_owned();
    let row = ProjectFeedback {
        id: backend.id(),
        tenant: project.tenant,
        project: project.id,
        user: identity.account.user_id,
        target_type,
        target: found["uuid"].as_str().unwrap_or_default().to_owned(),
        name,
        like,
        comment: given.comment.filter(|comment| !comment.trim().is_empty()),
        at: backend.now(),
    };
    store.put_feedback(row.clone()).await?;
    Ok((StatusCode::CREATED, Json(FeedbackEntry::new(row))))
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/feedback", operation_id = "list_finding_feedback", tag = "runs", params(("id" = uuid::Uuid, Path), Paging), responses((status = 200, body = Page<FeedbackEntry>, description = "Newest first"), (status = 404)))]
pub(super) async fn feedback(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    let rows = backend.projects().run_store().project_feedback(project.tenant, project.id, paging.query()?).await?;
    paging.page(rows, |row| (row.at, row.id), |row| json!(FeedbackEntry::new(row)))
}
