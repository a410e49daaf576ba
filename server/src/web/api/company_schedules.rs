//! Searches for companies that are made again by themselves: made, shown, changed and deleted.

use super::{
    paging::Paging,
    schedules::{WebhookRequest, deserialize_double_option},
    schema::{CompanySchedule, DiscoveryAsked, Page},
};
use crate::{
    backend::Backend,
    web::{body::Body, identity::Identity, problem::Problem},
};
use axum::{
    Json,
    extract::{Path, Query, State},
};
use companies::{ScheduleDraft, TimesDraft};
use domain::{Fault, Refusal, RefusalKind, companies::parse_request};
use http::StatusCode;
use protocol::{
    account::{Account, Role},
    companies::CompanyRequest,
};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::{Value, json};

/// What is not given when a schedule is changed stays as it is.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "name": "New in ADGM", "cron": "0 8 * * 1", "timezone": "Asia/Dubai", "enabled": true,
    "request": {"queryText": "Find companies in ADGM", "constraints": {"area": "ADGM", "city": "Abu Dhabi"}, "noveltyMode": "strict"},
    "webhook": {"url": "https://hooks.example.com/companies", "secret": "a long one that only you know"}
}))]
pub(super) struct CompanyScheduleRequest {
    /// Not given: what is searched for.
    #[schema(max_length = 200)]
    name: Option<String>,
    /// Minute, hour, day of the month, month, day of the week; a new schedule needs it.
    #[schema(max_length = 200)]
    cron: Option<String>,
    /// A name of the IANA time zone database; UTC when not given. An hour that its clock skips is due after the jump, one that
    /// comes twice is due once.
    #[schema(max_length = 100)]
    timezone: Option<String>,
    /// Not given: true.
    enabled: Option<bool>,
    /// As for a search that is made by hand; a new schedule needs it. Its `request_id` is ignored: each search gets one from the
    /// schedule and the time at which it was due. Whom one was shown before is left out as if `excludeEntityIds` named them.
    #[schema(value_type = Option<DiscoveryAsked>)]
    request: Option<Value>,
    /// `null` takes it away. `POST {"event": "company_search.completed" | "company_search.failed", "schedule": {"id", "name"},
    /// "search": {"id", "request_id", "status", "response", "error"}}` when a search found something new or failed; its companies are
    /// the new ones alone.
    #[serde(default, deserialize_with = "deserialize_double_option")]
    webhook: Option<Option<WebhookRequest>>,
    // What a schedule is shown with may be sent back, and changes nothing.
    #[serde(default, rename = "id")]
    #[schema(ignore)]
    _id: IgnoredAny,
    #[serde(default, rename = "user_id")]
    #[schema(ignore)]
    _user_id: IgnoredAny,
    #[serde(default, rename = "next_run_at")]
    #[schema(ignore)]
    _next_run_at: IgnoredAny,
    #[serde(default, rename = "last_search")]
    #[schema(ignore)]
    _last_search: IgnoredAny,
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

impl CompanyScheduleRequest {
    fn draft(self, who: &Account) -> Result<ScheduleDraft, Problem> {
        Ok(ScheduleDraft {
            name: self.name,
            times: TimesDraft { cron: self.cron, timezone: self.timezone, enabled: self.enabled },
            request: self.request.map(|request| parsed(&request, who)).transpose()?,
            webhook: self.webhook.map(|given| given.map(WebhookRequest::draft)),
        })
    }
}

/// What is wrong with it lies in the field `request`.
fn parsed(request: &Value, who: &Account) -> Result<CompanyRequest, Problem> {
    parse_request(request, &[&who.tenant_id.to_string(), &who.tenant_slug]).map_err(|refusal| {
        if refusal.kind != RefusalKind::Invalid {
            return refusal.into();
        }
        let within = |fault: Fault| match fault.field.as_str() {
            "body" => Fault::new("request", "request is not a JSON object"),
            field => Fault::new(format!("request.{field}"), fault.message),
        };
        let faults: Vec<Fault> = refusal.faults.into_iter().map(within).collect();
        let detail = faults.first().map_or(refusal.detail, |first| first.message.clone());
        Refusal::faults(detail, faults).into()
    })
}

#[utoipa::path(get, path = "/api/v1/company-schedules", operation_id = "list_company_schedules", tag = "companies", params(Paging), responses((status = 200, body = Page<CompanySchedule>, description = "One's own, an administrator's of the tenant; newest first"), (status = 422)))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    let rows = ::companies::schedules(backend.companies(), &identity.account, true, paging.query()?).await?;
    paging.page(rows, |row| (row.created_at, row.id.0), |row| json!(CompanySchedule::new(row)))
}

#[utoipa::path(post, path = "/api/v1/company-schedules", operation_id = "create_company_schedule", tag = "companies", request_body = CompanyScheduleRequest, responses((status = 201, body = CompanySchedule, description = "Its searches are made in the name of who made it; what was missed while no server was there is one search"), (status = 403), (status = 409, description = "The person has as many schedules as they may"), (status = 422)))]
pub(super) async fn create(
    State(backend): State<Backend>,
    identity: Identity,
    Body(given): Body<CompanyScheduleRequest>,
) -> Result<(StatusCode, Json<CompanySchedule>), Problem> {
    identity.may(Role::Member)?;
    let mut draft = given.draft(&identity.account)?;
    if draft.request.is_none() {
        draft.request = Some(parsed(&json!({}), &identity.account)?);
    }
    let row = ::companies::add_schedule(backend.companies(), &identity.account, draft).await?;
    Ok((StatusCode::CREATED, Json(CompanySchedule::new(row))))
}

#[utoipa::path(get, path = "/api/v1/company-schedules/{id}", operation_id = "read_company_schedule", tag = "companies", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = CompanySchedule), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<CompanySchedule>, Problem> {
    Ok(Json(CompanySchedule::new(::companies::find_schedule(backend.companies(), &identity.account, &id).await?)))
}

#[utoipa::path(put, path = "/api/v1/company-schedules/{id}", operation_id = "change_company_schedule", tag = "companies", params(("id" = uuid::Uuid, Path)), request_body = CompanyScheduleRequest, responses((status = 200, body = CompanySchedule), (status = 403), (status = 404), (status = 409, description = "Somebody else changed it in the meantime"), (status = 422)))]
pub(super) async fn replace(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(given): Body<CompanyScheduleRequest>,
) -> Result<Json<CompanySchedule>, Problem> {
    let known = ::companies::find_schedule(backend.companies(), &identity.account, &id).await?;
    identity.may(Role::Member)?;
    let draft = given.draft(&identity.account)?;
    Ok(Json(CompanySchedule::new(::companies::change_schedule(backend.companies(), &identity.account, known, draft).await?)))
}

#[utoipa::path(delete, path = "/api/v1/company-schedules/{id}", operation_id = "delete_company_schedule", tag = "companies", params(("id" = uuid::Uuid, Path)), responses((status = 204, description = "A search that it started goes on; its webhook is not told any more"), (status = 403), (status = 404)))]
pub(super) async fn delete(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let known = ::companies::find_schedule(backend.companies(), &identity.account, &id).await?;
    identity.may(Role::Member)?;
    ::companies::remove_schedule(backend.companies(), &identity.account, &known).await?;
    Ok(StatusCode::NO_CONTENT)
}
