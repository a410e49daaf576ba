//! Pipelines: begun over what a project found, followed, stopped, sent back (seed 003).

use super::{
    paging::{Paging, foreign},
    pipeline_stream::FollowedPipeline,
    schema::{OpportunityWhole, Page, PipelineBegun, PipelineCallLine, PipelineLine, PipelineWhole, ProducerQualityLine},
    work_stream,
};
use crate::{
    backend::Backend,
    web::{body::Body, identity::Identity, problem::Problem},
};
use ::opportunities::SendBackWish;
use axum::{
    Json,
    extract::{Path, Query, State},
    response::sse::{Event, Sse},
};
use domain::opportunities::{FindingDraft, LONGEST_DESCRIPTION, LONGEST_REASONING, LONGEST_TITLE, check_findings};
use futures::Stream;
use http::{HeaderMap, StatusCode};
use protocol::{
    AskId, CompanySearchId, PipelineId, ProjectId, RunId, SessionId, Timestamp,
    account::Role,
    opportunities::{PipelineSource, Stage},
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::convert::Infallible;
use uuid::Uuid;

/// What a pipeline goes on from: at least one of these, several together.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"findings": [{"id": "f1", "title": "Parcels arrive late", "description": "120 of 300 parcels of the harbour Skala arrived after their day.", "evidence": [{"source_type": "report", "source_id": "2026-07", "retrieved_at": "2026-07-31T12:00:00Z", "confidence": 0.9, "quote": "120 of 300"}]}]}))]
pub(super) struct PipelineWanted {
    /// A run: its insights, as far as people did not reject them.
    run_id: Option<Uuid>,
    /// An interview: its values.
    session_id: Option<Uuid>,
    /// A search for companies.
    search_id: Option<Uuid>,
    /// An answer.
    ask_id: Option<Uuid>,
    /// At most 2,000.
    #[schema(value_type = Option<Vec<FindingSent>>)]
    findings: Option<Vec<FindingDraft>>,
}

#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "it only describes what is sent")]
pub(super) struct FindingSent {
    /// Unique among them; `f1`, `f2` … where none is given.
    #[schema(max_length = 100)]
    id: Option<String>,
    #[schema(max_length = 300)]
    title: String,
    #[schema(max_length = 5000)]
    description: Option<String>,
    /// At most 100.
    evidence: Option<Vec<EvidenceSent>>,
}

/// Where a finding is known from; what is not given is `pasted`, the finding's id, now, and 0.5.
#[derive(utoipa::ToSchema)]
#[expect(dead_code, reason = "it only describes what is sent")]
pub(super) struct EvidenceSent {
    #[schema(max_length = 100)]
    source_type: Option<String>,
    #[schema(max_length = 500)]
    source_id: Option<String>,
    #[schema(max_length = 60)]
    retrieved_at: Option<String>,
    #[schema(minimum = 0, maximum = 1)]
    confidence: Option<f64>,
    #[schema(max_length = 2000)]
    quote: Option<String>,
    /// A page of this product, or of the web with http or https.
    #[schema(max_length = 500)]
    link: Option<String>,
}

const _: () =
    assert!(LONGEST_TITLE == 300 && LONGEST_DESCRIPTION == 5_000 && LONGEST_REASONING == 2_000, "as the descriptions say");

impl PipelineWanted {
    fn source(self, now: Timestamp) -> Result<PipelineSource, Problem> {
        Ok(PipelineSource {
            run_id: self.run_id.map(RunId),
            session_id: self.session_id.map(SessionId),
            search_id: self.search_id.map(CompanySearchId),
            ask_id: self.ask_id.map(AskId),
            findings: check_findings(self.findings.unwrap_or_default(), now)?,
            experiment: None,
        })
    }
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"to_stage": "solution_validation", "guidance": "Think of the small harbours too"}))]
pub(super) struct SendBackWanted {
    /// `opportunity_framing`, `solution_validation` or `feasibility_risk`: the stage before the one at work.
    #[schema(max_length = 40)]
    to_stage: String,
    #[schema(max_length = 2000)]
    guidance: String,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"ask_id": "0198c1a2-7d3e-7a41-9c55-0d6b2f4e8a10"}))]
pub(super) struct FindingWanted {
    /// An answer of the pipeline's project.
    ask_id: Uuid,
}

pub(super) fn pipeline_id(id: &str) -> Result<PipelineId, Problem> {
    id.parse().map_err(|_| Problem::not_found("there is no such pipeline"))
}

pub(super) fn stage(field: &str, name: &str) -> Result<Stage, Problem> {
    Stage::from_name(name).ok_or_else(|| {
        let names: Vec<&str> = Stage::ALL.into_iter().map(Stage::name).collect();
        Problem::invalid(field, format!("{field} is one of {}", names.join(", ")))
    })
}

#[utoipa::path(post, path = "/api/v1/projects/{id}/pipelines", operation_id = "begin_pipeline", tag = "opportunities", params(("id" = uuid::Uuid, Path)), request_body = PipelineWanted, responses((status = 202, body = PipelineBegun, description = "The pipeline goes on by itself: follow its stream"), (status = 403), (status = 404), (status = 422, description = "There is nothing to go on from, or findings are not well formed"), (status = 429)))]
pub(super) async fn begin(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(wanted): Body<PipelineWanted>,
) -> Result<(StatusCode, Json<PipelineBegun>), Problem> {
    let project = projects::found(backend.projects(), identity.account.tenant_id, &id).await?;
    identity.may(Role::Member)?;
    let source = wanted.source(backend.now())?;
    let id = ::opportunities::begin_pipeline(backend.opportunities(), &identity.account, project.id, source).await?;
    Ok((StatusCode::ACCEPTED, Json(PipelineBegun { pipeline_id: id.0 })))
}

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct OfProject {
    /// Only of this project.
    #[param(value_type = Option<uuid::Uuid>)]
    project_id: Option<ProjectId>,
}

#[utoipa::path(get, path = "/api/v1/pipelines", operation_id = "list_pipelines", tag = "opportunities", params(Paging, OfProject), responses((status = 200, body = Page<PipelineLine>, description = "Of the tenant, newest first"), (status = 422)))]
pub(super) async fn list(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
    Query(of): Query<OfProject>,
) -> Result<Json<Value>, Problem> {
    let store = backend.opportunities().store();
    let rows = store.pipelines(identity.account.tenant_id, of.project_id, paging.query()?).await?;
    paging.page(rows, |row| (row.created_at, row.id.0), |row| json!(PipelineLine::new(row)))
}

#[utoipa::path(get, path = "/api/v1/pipelines/{id}", operation_id = "read_pipeline", tag = "opportunities", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = PipelineWhole, description = "With its stages, its findings and every cycle of its contracts"), (status = 404)))]
pub(super) async fn read(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<PipelineWhole>, Problem> {
    whole(&backend, &identity, pipeline_id(&id)?).await
}

async fn whole(backend: &Backend, identity: &Identity, id: PipelineId) -> Result<Json<PipelineWhole>, Problem> {
    let view = ::opportunities::pipeline_view(backend.opportunities(), &identity.account, id).await?;
    Ok(Json(PipelineWhole::new(&view)))
}

#[utoipa::path(get, path = "/api/v1/pipelines/{id}/stream", operation_id = "stream_pipeline", tag = "opportunities", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = super::pipeline_stream::PipelineNews, description = "What happened and happens; Last-Event-ID resumes; ends with `done`, also where it waits for people", content_type = "text/event-stream"), (status = 404)))]
pub(super) async fn stream(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let followed = FollowedPipeline { backend: backend.clone(), account: identity.account.clone(), id: pipeline_id(&id)? };
    work_stream::stream(backend, identity, headers, followed).await
}

#[utoipa::path(get, path = "/api/v1/pipelines/{id}/opportunities", operation_id = "list_opportunities", tag = "opportunities", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = Vec<OpportunityWhole>, description = "All of it, by their place; those that were split are not among them"), (status = 404)))]
pub(super) async fn opportunities(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Vec<OpportunityWhole>>, Problem> {
    let view = ::opportunities::pipeline_view(backend.opportunities(), &identity.account, pipeline_id(&id)?).await?;
    Ok(Json(view.listed().into_iter().map(|one| OpportunityWhole::new(one, view.id)).collect()))
}

#[utoipa::path(get, path = "/api/v1/pipelines/{id}/calls", operation_id = "list_pipeline_calls", tag = "opportunities", params(("id" = uuid::Uuid, Path), Paging), responses((status = 200, body = Page<PipelineCallLine>, description = "Every call of its agents with its tokens, also those that came to nothing, in their order"), (status = 404), (status = 422)))]
pub(super) async fn calls(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    let all = backend.opportunities();
    let row = ::opportunities::find_pipeline(all, &identity.account, pipeline_id(&id)?).await?;
    let limit = paging.limit()?;
    let after: u32 = paging.cursor().map_or(Some(0), |cursor| cursor.parse().ok()).ok_or_else(foreign)?;
    let mut rows = all.store().pipeline_calls(identity.account.tenant_id, row.id, after, limit + 1).await?;
    let more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let next = rows.last().filter(|_| more).map(|last| last.number.to_string());
    let items: Vec<PipelineCallLine> = rows.into_iter().map(PipelineCallLine::new).collect();
    Ok(Json(json!({"items": items, "next_cursor": next})))
}

/// It is there, and may be changed by this person.
async fn found_for_member(backend: &Backend, identity: &Identity, id: &str) -> Result<PipelineId, Problem> {
    let id = pipeline_id(id)?;
    ::opportunities::find_pipeline(backend.opportunities(), &identity.account, id).await?;
    identity.may(Role::Member)?;
    Ok(id)
}

#[utoipa::path(post, path = "/api/v1/pipelines/{id}/stop", operation_id = "stop_pipeline", tag = "opportunities", params(("id" = uuid::Uuid, Path)), responses((status = 202, body = PipelineWhole, description = "What its stages made so far stays"), (status = 403), (status = 404), (status = 409, description = "It is over")))]
pub(super) async fn stop(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<(StatusCode, Json<PipelineWhole>), Problem> {
    let id = found_for_member(&backend, &identity, &id).await?;
    ::opportunities::stop_pipeline(backend.opportunities(), &identity.account, id).await?;
    Ok((StatusCode::ACCEPTED, whole(&backend, &identity, id).await?))
}

#[utoipa::path(post, path = "/api/v1/pipelines/{id}/findings", operation_id = "add_pipeline_finding", tag = "opportunities", params(("id" = uuid::Uuid, Path)), request_body = FindingWanted, responses((status = 202, body = PipelineWhole, description = "It is framed with the others; in review it goes through the stages by itself first"), (status = 403), (status = 404), (status = 409, description = "It takes findings until framing is over and again in review, each once; names what is possible instead"), (status = 422)))]
pub(super) async fn add_finding(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(wanted): Body<FindingWanted>,
) -> Result<(StatusCode, Json<PipelineWhole>), Problem> {
    let id = found_for_member(&backend, &identity, &id).await?;
    ::opportunities::add_answer(backend.opportunities(), &identity.account, id, AskId(wanted.ask_id)).await?;
    Ok((StatusCode::ACCEPTED, whole(&backend, &identity, id).await?))
}

#[utoipa::path(post, path = "/api/v1/pipelines/{id}/send-back", operation_id = "send_back_pipeline", tag = "opportunities", params(("id" = uuid::Uuid, Path)), request_body = SendBackWanted, responses((status = 202, body = PipelineWhole, description = "The earlier stage begins another attempt"), (status = 403), (status = 404), (status = 409, description = "Nothing goes back there from the stage at work; names where it may go"), (status = 422)))]
pub(super) async fn send_back(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
    Body(wanted): Body<SendBackWanted>,
) -> Result<(StatusCode, Json<PipelineWhole>), Problem> {
    let id = found_for_member(&backend, &identity, &id).await?;
    let wish = SendBackWish { to_stage: stage("to_stage", &wanted.to_stage)?, guidance: wanted.guidance };
    ::opportunities::send_back_pipeline(backend.opportunities(), &identity.account, id, wish).await?;
    Ok((StatusCode::ACCEPTED, whole(&backend, &identity, id).await?))
}

#[utoipa::path(get, path = "/api/v1/pipelines/quality", operation_id = "read_producer_quality", tag = "opportunities", responses((status = 200, body = Vec<ProducerQualityLine>, description = "How often what each producer makes is rejected at first, worst first")))]
pub(super) async fn quality(
    State(backend): State<Backend>,
    identity: Identity,
) -> Result<Json<Vec<ProducerQualityLine>>, Problem> {
    let rows = backend.opportunities().store().producer_quality(identity.account.tenant_id).await?;
    Ok(Json(rows.into_iter().map(ProducerQualityLine::new).collect()))
}
