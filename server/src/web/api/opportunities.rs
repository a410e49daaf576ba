//! Opportunities: read, decided, tested, taken along; and the validators by themselves (seed 003).

use super::{
    exports::attachment,
    pipelines::stage,
    schema::{ItemsValidated, OpportunityExport, OpportunityWhole, PipelineBegun},
};
use crate::{
    backend::Backend,
    web::{body::Body, identity::Identity, problem::Problem},
};
use ::opportunities::{DecisionWish, ExperimentWish};
use axum::{
    Json,
    extract::{Path, Query, State},
    response::{IntoResponse, Response},
};
use domain::{
    Failure, FailureKind,
    opportunities::{check_items, check_text, markdown, validate_items},
};
use http::{StatusCode, header};
use protocol::{
    OpportunityId,
    account::Role,
    opportunities::{Boundary, Decision, ExperimentOutcome},
};
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::sync::Arc;

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"decision": "accepted", "reasoning": "It costs us the most"}))]
pub(super) struct DecisionWanted {
    /// `accepted`, `rejected`, `deferred`, `sent_back` or `priority_adjusted`; `reopened` takes a decision back.
    #[schema(max_length = 40)]
    decision: String,
    /// Needed, except with `reopened`.
    #[serde(default)]
    #[schema(max_length = 2000)]
    reasoning: String,
    /// With `priority_adjusted`, and only with it: a place from 1.
    adjusted_priority: Option<u32>,
    /// With `sent_back`, and only with it.
    #[schema(max_length = 40)]
    send_back_to_stage: Option<String>,
    /// With `reopened`, and only with it: the decision to take back, by its place in `decisions` from 1. When it no longer counts,
    /// the answer is 409. Without it, whatever counts is taken back.
    takes_back: Option<u32>,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"outcome": "partially_met", "results": "Late parcels fell from 120 to 90 in two weeks"}))]
pub(super) struct ExperimentWanted {
    /// `met`, `partially_met`, `not_met` or `inconclusive`.
    #[schema(max_length = 40)]
    outcome: String,
    #[schema(max_length = 2000)]
    results: String,
    #[schema(max_length = 2000)]
    recommendation: Option<String>,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"boundary": "1-2", "items": [{"id": "f1", "title": "Berths", "description": "The form for berths takes the same berth twice."}]}))]
pub(super) struct ItemsWanted {
    /// `1-2` for briefs, `2-3` for solutions, `3-4` for specifications.
    #[schema(max_length = 10)]
    boundary: String,
    /// At most 500: each an artifact, or `{title, description}`. Unknown fields are ignored.
    #[schema(value_type = Vec<Object>)]
    items: Vec<Map<String, Value>>,
    /// Whatever the caller knows beside them; rules make no use of it.
    context: Option<Value>,
}

fn opportunity_id(id: &str) -> Result<OpportunityId, Problem> {
    id.parse().map_err(|_| Problem::not_found("there is no such opportunity"))
}

/// It is there, and may be changed by this person.
async fn found_for_member(backend: &Backend, identity: &Identity, id: &str) -> Result<OpportunityId, Problem> {
    let id = opportunity_id(id)?;
    ::opportunities::find_opportunity(backend.opportunities(), &identity.account, id).await?;
    identity.may(Role::Member)?;
    Ok(id)
}

#[utoipa::path(get, path = "/api/v1/opportunities/{id}", operation_id = "read_opportunity", tag = "opportunities", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = OpportunityWhole), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<OpportunityWhole>, Problem> {
    whole(&backend, &identity, opportunity_id(&id)?).await
}

async fn whole(backend: &Backend, identity: &Identity, id: OpportunityId) -> Result<Json<OpportunityWhole>, Problem> {
    let (view, one) = ::opportunities::find_opportunity(backend.opportunities(), &identity.account, id).await?;
    Ok(Json(OpportunityWhole::new(&one, view.id)))
}

#[utoipa::path(post, path = "/api/v1/opportunities/{id}/decision", operation_id = "decide_opportunity", tag = "opportunities", params(("id" = uuid::Uuid, Path)), request_body = DecisionWanted, responses((status = 200, body = OpportunityWhole), (status = 403), (status = 404), (status = 409, description = "It is not in review, or was decided already; nothing was decided that could be taken back, or somebody decided again since"), (status = 422)))]
pub(super) async fn decide(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(wanted): Body<DecisionWanted>,
) -> Result<Json<OpportunityWhole>, Problem> {
    let id = found_for_member(&backend, &identity, &id).await?;
    let send_back_to_stage = wanted.send_back_to_stage.as_deref().map(|name| stage("send_back_to_stage", name)).transpose()?;
    let wish = DecisionWish {
        decision: named("decision", &wanted.decision, &Decision::ALL, Decision::name)?,
        reasoning: wanted.reasoning,
        adjusted_priority: wanted.adjusted_priority,
        send_back_to_stage,
        takes_back: wanted.takes_back,
    };
    ::opportunities::decide_opportunity(backend.opportunities(), &identity.account, id, wish).await?;
    whole(&backend, &identity, id).await
}

/// The one of that name.
fn named<One: Copy>(field: &str, name: &str, all: &[One], name_of: fn(One) -> &'static str) -> Result<One, Problem> {
    all.iter().copied().find(|one| name_of(*one) == name).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|one| name_of(*one)).collect();
        Problem::invalid(field, format!("{field} is one of {}", names.join(", ")))
    })
}

#[utoipa::path(post, path = "/api/v1/opportunities/{id}/experiment", operation_id = "report_experiment", tag = "opportunities", params(("id" = uuid::Uuid, Path)), request_body = ExperimentWanted, responses((status = 202, body = PipelineBegun, description = "A pipeline of its own that begins at solution_validation"), (status = 403), (status = 404), (status = 409, description = "It has no solution that could be tested, or is not in review yet"), (status = 422)))]
pub(super) async fn experiment(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(wanted): Body<ExperimentWanted>,
) -> Result<(StatusCode, Json<PipelineBegun>), Problem> {
    let id = found_for_member(&backend, &identity, &id).await?;
    let wish = ExperimentWish {
        outcome: named("outcome", &wanted.outcome, &ExperimentOutcome::ALL, ExperimentOutcome::name)?,
        results: wanted.results,
        recommendation: wanted.recommendation,
    };
    let child = ::opportunities::report_experiment(backend.opportunities(), &identity.account, id, wish).await?;
    Ok((StatusCode::ACCEPTED, Json(PipelineBegun { pipeline_id: child.0 })))
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct Format {
    /// `md` or `json`; `json` when not given.
    format: Option<String>,
}

#[utoipa::path(get, path = "/api/v1/opportunities/{id}/export", operation_id = "export_opportunity", tag = "opportunities", params(("id" = uuid::Uuid, Path), Format), responses((status = 200, description = "Its specification with the chain that led to it, as an attachment: a document, or all of it", content((OpportunityExport = "application/json"), (String = "text/markdown"))), (status = 404), (status = 422)))]
pub(super) async fn export(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(format): Query<Format>,
) -> Result<Response, Problem> {
    let id = opportunity_id(&id)?;
    let (view, one) = ::opportunities::find_opportunity(backend.opportunities(), &identity.account, id).await?;
    let (kind, extension, text) = match format.format.as_deref().unwrap_or("json") {
        "json" => ("application/json", "json", json!(OpportunityExport::new(&view, &one)).to_string()),
        "md" | "markdown" => ("text/markdown; charset=utf-8", "md", markdown(&view, &one)),
        _ => return Err(Problem::invalid("format", "format is md or json")),
    };
    let name = attachment(&one.brief.affected_area, "opportunity", view.work.requested_at, extension);
    Ok(([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, name)], text).into_response())
}

#[utoipa::path(post, path = "/api/v1/opportunities/validate", operation_id = "validate_items", tag = "opportunities", request_body = ItemsWanted, responses((status = 200, body = ItemsValidated, description = "What the boundary's receiver says about them by its rules; nothing is stored"), (status = 422)))]
pub(super) async fn validate(
    State(backend): State<Backend>,
    _identity: Identity,
    Body(wanted): Body<ItemsWanted>,
) -> Result<Json<ItemsValidated>, Problem> {
    let boundary = named("boundary", &wanted.boundary, &Boundary::ALL, Boundary::name)?;
    wanted.context.iter().try_for_each(|context| check_text("context", context))?;
    Ok(Json(validated(&backend, boundary, wanted.items).await?))
}

/// What the receiver says about them, beside whoever else is served.
///
/// # Errors
/// 422 for too many items, or a text in one that is too long.
pub(crate) async fn validated(
    backend: &Backend,
    boundary: Boundary,
    items: Vec<Map<String, Value>>,
) -> Result<ItemsValidated, Failure> {
    check_items(&items)?;
    let rules = Arc::clone(backend.opportunities().rules());
    let validating = tokio::task::spawn_blocking(move || validate_items(&*rules, boundary, items));
    let failed = |fault: tokio::task::JoinError| Failure::new(FailureKind::Internal, format!("validating broke off: {fault}"));
    validating.await.map(ItemsValidated::new).map_err(failed)
}
