//! Kept answers that are asked for again by themselves: shown, changed and deleted. They are made where an answer is kept.

use super::{
    paging::Paging,
    schedules::{WebhookRequest, deserialize_double_option},
    schema::{AskResult, AskSchedule, Page},
};
use crate::{
    backend::Backend,
    web::{body::Body, identity::Identity, problem::Problem},
};
use ::ask::{ScheduleDraft, TimesDraft};
use axum::{
    Json,
    extract::{Path, Query, State},
};
use http::StatusCode;
use protocol::account::Role;
use serde::{Deserialize, de::IgnoredAny};
use serde_json::{Value, json};

/// When a kept answer is asked for again. What is not given stays as it is.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "cron": "0 8 * * 1", "timezone": "Europe/Berlin", "enabled": true,
    "webhook": {"url": "https://hooks.example.com/answers", "secret": "a long one that only you know"}
}))]
pub(super) struct KeptSchedule {
    /// Minute, hour, day of the month, month, day of the week; a new schedule needs it.
    #[schema(max_length = 200)]
    cron: Option<String>,
    /// A name of the IANA time zone database; UTC when not given. An hour that its clock skips is due after the jump, one that
    /// comes twice is due once.
    #[schema(max_length = 100)]
    timezone: Option<String>,
    /// Not given: true.
    enabled: Option<bool>,
    /// `null` takes it away. `POST {"event": "ask.changed" | "ask.gone" | "ask.check_failed" | "ask.check_holds", "schedule": {"id",
    /// "name"}, "ask": {"id", "question"}, "result"}` when the answer is another than the last time, cannot be given any more, or what
    /// is expected of it begins to fail or holds again; else nothing is sent.
    #[serde(default, deserialize_with = "deserialize_double_option")]
    webhook: Option<Option<WebhookRequest>>,
}

impl KeptSchedule {
    pub(super) fn draft(self) -> ScheduleDraft {
        ScheduleDraft {
            times: TimesDraft { cron: self.cron, timezone: self.timezone, enabled: self.enabled },
            webhook: self.webhook.map(|given| given.map(WebhookRequest::draft)),
            ..ScheduleDraft::default()
        }
    }
}

/// What is not given stays as it is.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "name": "Orders of last month", "expected": 120, "cron": "0 8 * * 1", "timezone": "Europe/Berlin", "enabled": true,
    "webhook": {"url": "https://hooks.example.com/answers", "secret": "a long one that only you know"}
}))]
pub(super) struct AskScheduleRequest {
    /// By which the answer is kept.
    #[schema(max_length = 200)]
    name: Option<String>,
    /// What the first value of the answer shall be; `null` takes it away.
    #[serde(default, deserialize_with = "deserialize_double_option")]
    expected: Option<Option<Value>>,
    /// Minute, hour, day of the month, month, day of the week.
    #[schema(max_length = 200)]
    cron: Option<String>,
    /// A name of the IANA time zone database.
    #[schema(max_length = 100)]
    timezone: Option<String>,
    enabled: Option<bool>,
    /// `null` takes it away.
    #[serde(default, deserialize_with = "deserialize_double_option")]
    webhook: Option<Option<WebhookRequest>>,
    // What a schedule is shown with may be sent back, and changes nothing.
    #[serde(default, rename = "id")]
    #[schema(ignore)]
    _id: IgnoredAny,
    #[serde(default, rename = "user_id")]
    #[schema(ignore)]
    _user_id: IgnoredAny,
    #[serde(default, rename = "ask_id")]
    #[schema(ignore)]
    _ask_id: IgnoredAny,
    #[serde(default, rename = "project_id")]
    #[schema(ignore)]
    _project_id: IgnoredAny,
    #[serde(default, rename = "question")]
    #[schema(ignore)]
    _question: IgnoredAny,
    #[serde(default, rename = "next_run_at")]
    #[schema(ignore)]
    _next_run_at: IgnoredAny,
    #[serde(default, rename = "last_result")]
    #[schema(ignore)]
    _last_result: IgnoredAny,
    #[serde(default, rename = "skipped")]
    #[schema(ignore)]
    _skipped: IgnoredAny,
    #[serde(default, rename = "created_at")]
    #[schema(ignore)]
    _created_at: IgnoredAny,
    #[serde(default, rename = "updated_at")]
    #[schema(ignore)]
    _updated_at: IgnoredAny,
}

impl AskScheduleRequest {
    fn draft(self) -> ScheduleDraft {
        ScheduleDraft {
            times: TimesDraft { cron: self.cron, timezone: self.timezone, enabled: self.enabled },
            webhook: self.webhook.map(|given| given.map(WebhookRequest::draft)),
            name: self.name,
            expected: self.expected,
        }
    }
}

#[utoipa::path(get, path = "/api/v1/ask-schedules", operation_id = "list_ask_schedules", tag = "ask", params(Paging), responses((status = 200, body = Page<AskSchedule>, description = "One's own, an administrator's of the tenant; newest first"), (status = 422)))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    let rows = ::ask::ask_schedules(backend.asks(), &identity.account, true, paging.query()?).await?;
    paging.page(rows, |row| (row.created_at, row.id.0), |row| json!(AskSchedule::new(row)))
}

#[utoipa::path(get, path = "/api/v1/ask-schedules/{id}", operation_id = "read_ask_schedule", tag = "ask", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = AskSchedule), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<AskSchedule>, Problem> {
    Ok(Json(AskSchedule::new(::ask::find_ask_schedule(backend.asks(), &identity.account, &id).await?)))
}

#[utoipa::path(get, path = "/api/v1/ask-schedules/{id}/results", operation_id = "list_ask_results", tag = "ask", params(("id" = uuid::Uuid, Path), Paging), responses((status = 200, body = Page<AskResult>, description = "What came of it each time, newest first; the last 200 are kept"), (status = 404), (status = 422)))]
pub(super) async fn results(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    let page = paging.query()?;
    let schedule = ::ask::find_ask_schedule(backend.asks(), &identity.account, &id).await?;
    let rows = ::ask::ask_results(backend.asks(), &schedule, page).await?;
    paging.page(rows, |row| (row.at, row.id.0), |row| json!(AskResult::new(row)))
}

#[utoipa::path(put, path = "/api/v1/ask-schedules/{id}", operation_id = "change_ask_schedule", tag = "ask", params(("id" = uuid::Uuid, Path)), request_body = AskScheduleRequest, responses((status = 200, body = AskSchedule), (status = 403), (status = 404), (status = 409, description = "Somebody else changed it in the meantime"), (status = 422)))]
pub(super) async fn replace(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(given): Body<AskScheduleRequest>,
) -> Result<Json<AskSchedule>, Problem> {
    let known = ::ask::find_ask_schedule(backend.asks(), &identity.account, &id).await?;
    identity.may(Role::Member)?;
    let changed = ::ask::change_ask_schedule(backend.asks(), &identity.account, known, given.draft()).await?;
    Ok(Json(AskSchedule::new(changed)))
}

#[utoipa::path(delete, path = "/api/v1/ask-schedules/{id}", operation_id = "delete_ask_schedule", tag = "ask", params(("id" = uuid::Uuid, Path)), responses((status = 204, description = "The answer stays kept; what came of it so far is deleted"), (status = 403), (status = 404)))]
pub(super) async fn delete(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let known = ::ask::find_ask_schedule(backend.asks(), &identity.account, &id).await?;
    identity.may(Role::Member)?;
    ::ask::remove_ask_schedule(backend.asks(), &identity.account, &known).await?;
    Ok(StatusCode::NO_CONTENT)
}
