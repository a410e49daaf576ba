//! Schedules: made, shown, changed and deleted.

use super::{
    paging::Paging,
    runs::Discover,
    schema::{Page, Schedule},
};
use crate::{
    backend::Backend,
    calls::goal_from_interview,
    web::{body::Body, identity::Identity, problem::Problem},
};
use axum::{
    Json,
    extract::{Path, Query, State},
};
use domain::Fault;
use http::StatusCode;
use projects::{ScheduleDraft, TimesDraft, WebhookDraft};
use protocol::{account::Role, run::RunRequest};
use secrecy::SecretString;
use serde::{Deserialize, de::IgnoredAny};
use serde_json::{Value, json};

/// What is not given when a schedule is changed stays as it is.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "cron": "0 8 * * 1", "timezone": "Europe/Berlin", "enabled": true,
    "discover": {"goal": "Which customers do we lose?", "max_steps": 60},
    "webhook": {"url": "https://hooks.example.com/discovery", "secret": "a long one that only you know"}
}))]
pub(super) struct ScheduleRequest {
    /// Minute, hour, day of the month, month, day of the week; a new schedule needs it.
    #[schema(max_length = 200)]
    cron: Option<String>,
    /// A name of the IANA time zone database; UTC when not given. An hour that its clock skips is due after the jump, one that
    /// comes twice is due once.
    #[schema(max_length = 100)]
    timezone: Option<String>,
    /// Not given: true.
    enabled: Option<bool>,
    /// As for a run that is started by hand.
    discover: Option<Discover>,
    /// `null` takes it away.
    #[serde(default, deserialize_with = "deserialize_double_option")]
    webhook: Option<Option<WebhookRequest>>,
    // What a schedule is shown with may be sent back, and changes nothing.
    #[serde(default, rename = "id")]
    #[schema(ignore)]
    _id: IgnoredAny,
    #[serde(default, rename = "project_id")]
    #[schema(ignore)]
    _project_id: IgnoredAny,
    #[serde(default, rename = "next_run_at")]
    #[schema(ignore)]
    _next_run_at: IgnoredAny,
    #[serde(default, rename = "last_run")]
    #[schema(ignore)]
    _last_run: IgnoredAny,
    #[serde(default, rename = "skipped")]
    #[schema(ignore)]
    _skipped: IgnoredAny,
    #[serde(default, rename = "created_by")]
    #[schema(ignore)]
    _created_by: IgnoredAny,
    #[serde(default, rename = "created_at")]
    #[schema(ignore)]
    _created_at: IgnoredAny,
    #[serde(default, rename = "updated_at")]
    #[schema(ignore)]
    _updated_at: IgnoredAny,
}

/// `POST {"event": "run.completed" | "run.failed" | "run.cancelled", "run": …}` when a run of the schedule is over (of another
/// kind: what its field says), tried three times. `X-Discovery-Signature: sha256=…` is the HMAC of the body by the secret, in hex.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct WebhookRequest {
    #[schema(max_length = 2_000)]
    url: String,
    /// Not given: as it was, or none. `null` takes it away.
    #[serde(default, deserialize_with = "deserialize_double_option")]
    #[schema(max_length = 500)]
    secret: Option<Option<String>>,
    #[serde(default, rename = "last_delivery")]
    #[schema(ignore)]
    _last_delivery: IgnoredAny,
}

/// Distinguishes `null` from a missing field.
pub(super) fn deserialize_double_option<'de, D: serde::Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<Option<T>>, D::Error> {
    Option::deserialize(from).map(Some)
}

impl WebhookRequest {
    pub(super) fn draft(self) -> WebhookDraft {
        WebhookDraft { url: self.url, secret: self.secret.map(|secret| secret.map(SecretString::from)) }
    }
}

impl ScheduleRequest {
    fn draft(self) -> Result<ScheduleDraft, Problem> {
        Ok(ScheduleDraft {
            times: TimesDraft { cron: self.cron, timezone: self.timezone, enabled: self.enabled },
            discover: self.discover.map(discover).transpose()?,
            webhook: self.webhook.map(|given| given.map(WebhookRequest::draft)),
        })
    }
}

/// What is wrong with it lies in the field `discover`.
fn discover(given: Discover) -> Result<RunRequest, Problem> {
    given.request().map_err(|problem| {
        let faults = problem.faults.into_iter().map(|fault| Fault::new(format!("discover.{}", fault.field), fault.message));
        Problem { faults: faults.collect(), ..problem }
    })
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/schedules", operation_id = "list_schedules", tag = "runs", params(("id" = uuid::Uuid, Path), Paging), responses((status = 200, body = Page<Schedule>, description = "Newest first"), (status = 404)))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    let rows = projects::schedules(backend.projects(), &project, paging.query()?).await?;
    paging.page(rows, |row| (row.created_at, row.id.0), |row| json!(Schedule::new(row)))
}

#[utoipa::path(post, path = "/api/v1/projects/{id}/schedules", operation_id = "create_schedule", tag = "runs", params(("id" = uuid::Uuid, Path)), request_body = ScheduleRequest, responses((status = 201, body = Schedule, description = "Its runs are started in the name of who made it; what was missed while no server was there is one run"), (status = 403), (status = 404), (status = 409, description = "The project has as many schedules as it may"), (status = 422)))]
pub(super) async fn create(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(given): Body<ScheduleRequest>,
) -> Result<(StatusCode, Json<Schedule>), Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    identity.may(Role::Member)?;
    let mut draft = given.draft()?;
    if let Some(discover) = &mut draft.discover {
        goal_from_interview(&backend, &identity.account, discover).await?;
    }
    let row = projects::add_schedule(backend.projects(), &identity.account, &project, draft).await?;
    Ok((StatusCode::CREATED, Json(Schedule::new(row))))
}

#[utoipa::path(get, path = "/api/v1/projects/{id}/schedules/{schedule_id}", operation_id = "read_schedule", tag = "runs", params(("id" = uuid::Uuid, Path), ("schedule_id" = uuid::Uuid, Path)), responses((status = 200, body = Schedule), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, schedule)): Path<(String, String)>,
) -> Result<Json<Schedule>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    Ok(Json(Schedule::new(projects::schedule(backend.projects(), &project, &schedule).await?)))
}

#[utoipa::path(put, path = "/api/v1/projects/{id}/schedules/{schedule_id}", operation_id = "change_schedule", tag = "runs", params(("id" = uuid::Uuid, Path), ("schedule_id" = uuid::Uuid, Path)), request_body = ScheduleRequest, responses((status = 200, body = Schedule), (status = 403), (status = 404), (status = 409, description = "Somebody else changed it in the meantime"), (status = 422)))]
pub(super) async fn replace(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, schedule)): Path<(String, String)>,
    Body(given): Body<ScheduleRequest>,
) -> Result<Json<Schedule>, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    let known = projects::schedule(backend.projects(), &project, &schedule).await?;
    identity.may(Role::Member)?;
    let mut draft = given.draft()?;
    // The interview that it follows from may be that of who made it.
    if let Some(discover) = draft.discover.as_mut().filter(|discover| discover.session_id != known.discover.session_id) {
        goal_from_interview(&backend, &identity.account, discover).await?;
    }
    let row = projects::change_schedule(backend.projects(), &identity.account, &project, known, draft).await?;
    Ok(Json(Schedule::new(row)))
}

#[utoipa::path(delete, path = "/api/v1/projects/{id}/schedules/{schedule_id}", operation_id = "delete_schedule", tag = "runs", params(("id" = uuid::Uuid, Path), ("schedule_id" = uuid::Uuid, Path)), responses((status = 204, description = "A run that it started goes on; its webhook is not told any more"), (status = 403), (status = 404)))]
pub(super) async fn delete(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, schedule)): Path<(String, String)>,
) -> Result<StatusCode, Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    let known = projects::schedule(backend.projects(), &project, &schedule).await?;
    identity.may(Role::Member)?;
    projects::remove_schedule(backend.projects(), &identity.account, &known).await?;
    Ok(StatusCode::NO_CONTENT)
}
