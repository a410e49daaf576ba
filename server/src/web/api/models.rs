//! Administration of language models: what is chosen, whether it answers, what it costs.

use super::{
    paging::{Paging, foreign},
    schema::{self, CallLine, Page, UsagePage},
};
use crate::{
    backend::Backend,
    models::{self, NewChoice, NewModels, change, show, usage_view},
    web::{
        body::Body,
        identity::{Admin, Identity},
        problem::Problem,
    },
};
use axum::{
    Json,
    extract::{Query, State},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::{
    Failure,
    models::{CallRecord, Strength, UsageBy, UsageQuery},
    research::YEARS,
};
use protocol::{
    Timestamp,
    account::Role,
    live::{Kind, Topic},
    models::{ModelsView, TestView},
};
use serde::Deserialize;
use serde_json::{Value, json};

#[utoipa::path(get, path = "/api/v1/admin/models", operation_id = "read_models", tag = "administration", responses((status = 200, body = schema::ModelsView, description = "The models of the tenant, without their keys"), (status = 403)))]
pub(super) async fn read(State(backend): State<Backend>, identity: Identity) -> Result<Json<ModelsView>, Problem> {
    identity.may(Role::Admin)?;
    Ok(Json(show(&backend, identity.account.tenant_id).await?))
}

#[utoipa::path(put, path = "/api/v1/admin/models", operation_id = "replace_models", tag = "administration", request_body = NewModels, responses((status = 200, body = schema::ModelsView, description = "As it is now"), (status = 403), (status = 422)))]
pub(super) async fn replace(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Body(new): Body<NewModels>,
) -> Result<Json<ModelsView>, Problem> {
    change(&backend, &identity.account, &new).await?;
    Ok(Json(show(&backend, identity.account.tenant_id).await?))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"strength": "fast"}))]
pub(super) struct NewTest {
    /// `fast` or `strong`.
    #[schema(value_type = schema::Strength)]
    strength: Strength,
    /// To be tried before it is kept; what is kept when not given.
    #[serde(default)]
    choice: Option<NewChoice>,
}

#[utoipa::path(post, path = "/api/v1/admin/models/test", operation_id = "test_model", tag = "administration", request_body = NewTest, responses((status = 200, body = schema::TestView, description = "How one small call went: latency and reply, or the exact error"), (status = 403), (status = 422)))]
pub(super) async fn try_out(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Body(new): Body<NewTest>,
) -> Result<Json<TestView>, Problem> {
    Ok(Json(models::try_out(&backend, &identity.account, new.strength, new.choice.as_ref()).await?))
}

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Summing {
    /// `day` (when not given), `session`, `task`, `model` or `tenant`.
    by: Option<String>,
    /// The first day, `YYYY-MM-DD` (UTC).
    from: Option<String>,
    /// The day after the last.
    to: Option<String>,
}

#[utoipa::path(get, path = "/api/v1/admin/usage", operation_id = "read_usage", tag = "administration", params(Summing, Paging), responses((status = 200, body = UsagePage, description = "Calls to language models, summed up; the newest group first"), (status = 403), (status = 422)))]
pub(super) async fn usage(
    State(backend): State<Backend>,
    identity: Identity,
    Query(summing): Query<Summing>,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    let by = summing.by.as_deref().unwrap_or("day");
    let by =
        UsageBy::parse(by).ok_or_else(|| Problem::invalid("by", "usage is summed up by day, session, task, model or tenant"))?;
    let limit = paging.limit()?;
    let (from, to) = (day("from", summing.from.as_deref())?, day("to", summing.to.as_deref())?);
    if from.zip(to).is_some_and(|(from, to)| from > to) {
        return Err(Problem::invalid("to", "to does not lie before from"));
    }
    let query = UsageQuery {
        tenant: identity.account.tenant_id,
        by,
        from,
        to,
        limit: limit + 1,
        after: paging.cursor().map(group_after).transpose()?,
    };
    let mut rows = backend.model_store().usage(query).await?;
    let more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let next = rows.last().filter(|_| more).map(|last| URL_SAFE_NO_PAD.encode(format!("after {}", last.group)));
    let items: Vec<_> = rows.into_iter().map(usage_view).collect();
    Ok(Json(json!({"by": by.name(), "items": items, "next_cursor": next})))
}

#[utoipa::path(get, path = "/api/v1/admin/usage/calls", operation_id = "list_model_calls", tag = "administration", params(Paging), responses((status = 200, body = Page<CallLine>, description = "Every call to a language model, newest first"), (status = 403)))]
pub(super) async fn calls(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    let query = paging.query()?;
    let rows = backend.model_store().calls(identity.account.tenant_id, query.limit, query.after).await?;
    paging.page(rows, |line| (line.begun.at, line.begun.id), line)
}

fn line(line: CallRecord) -> Value {
    let CallRecord { begun, outcome, cost, attempts, took, detail } = line;
    let subject = begun.caller.subject;
    let session = subject.filter(|subject| subject.kind == Kind::Interview).map(|subject| subject.id);
    let subject = subject.map(|subject| Topic::Stream(subject.kind, subject.id));
    json!({
        "id": begun.id, "session_id": session, "subject": subject, "task": begun.caller.task, "strength": begun.strength,
        "provider": begun.name.provider, "model": begun.name.model, "created_at": begun.at.to_rfc3339(), "outcome": outcome,
        "input_tokens": cost.usage.input, "output_tokens": cost.usage.output, "estimated": cost.estimated,
        "cost_usd": cost.cost, "attempts": attempts, "took_ms": u64::try_from(took.as_millis()).unwrap_or(u64::MAX),
        "detail": detail,
    })
}

fn group_after(cursor: &str) -> Result<String, Failure> {
    let text = URL_SAFE_NO_PAD.decode(cursor).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let group = text.and_then(|text| text.strip_prefix("after ").map(str::to_owned));
    group.ok_or_else(foreign)
}

fn day(field: &str, text: Option<&str>) -> Result<Option<Timestamp>, Problem> {
    let Some(text) = text else { return Ok(None) };
    let read = || {
        let mut parts = text.splitn(3, '-');
        let year = parts.next()?.parse().ok()?;
        let month = time::Month::try_from(parts.next()?.parse::<u8>().ok()?).ok()?;
        let date = time::Date::from_calendar_date(year, month, parts.next()?.parse().ok()?).ok()?;
        Some(Timestamp(date.midnight().assume_utc().unix_timestamp() * 1_000_000))
    };
    let wrong = || format!("a day is written like 2026-03-02, from the years {} to {}", YEARS.start(), YEARS.end());
    let read = read().filter(|at: &Timestamp| YEARS.contains(&at.date().0));
    read.map(Some).ok_or_else(|| Problem::invalid(field, wrong()))
}
