//! Changing an interview beside the conversation.

use super::{
    messages::message_id,
    schema::{self, ObligationState, Session, Stopped},
    session_json::{self, Dimensions},
    sessions::{session_id, whole},
};
use crate::{
    backend::Backend,
    calls::may_change,
    web::{
        body::Body,
        identity::{Identity, Member},
        problem::Problem,
    },
};
use axum::{
    Json,
    extract::{Path, State},
};
use protocol::{
    account::Role,
    interview::{InterviewCommand, InterviewView, Phase, Resolution},
};
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"action": "set", "value": "Honey"}))]
#[schema(as = ObligationChange)]
pub(super) struct Change {
    /// `set`, `defer`, `skip`, `reopen` or `undo`.
    action: Action,
    /// For `set`.
    #[schema(value_type = Value, required = false)]
    value: Option<Value>,
    #[schema(max_length = 500)]
    reason: Option<String>,
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
enum Action {
    Set,
    Defer,
    Skip,
    Reopen,
    Undo,
}

#[utoipa::path(patch, path = "/api/v1/sessions/{id}/obligations/{key}", operation_id = "change_obligation", tag = "interview", params(("id" = uuid::Uuid, Path), ("key" = String, Path)), request_body = Change, responses((status = 200, body = ObligationState, description = "The obligation as it is now"), (status = 404), (status = 409), (status = 422)))]
pub(super) async fn change_obligation(
    State(backend): State<Backend>,
    Member(identity): Member,
    Path((id, key)): Path<(String, String)>,
    Body(change): Body<Change>,
) -> Result<Json<Value>, Problem> {
    let reason = reasonable(change.reason)?;
    let command = match change.action {
        Action::Set => {
            let value = change.value.ok_or_else(|| Problem::invalid("value", "set needs a value"))?;
            InterviewCommand::SetValue { key: key.clone(), value }
        }
        Action::Defer => InterviewCommand::Defer { key: key.clone(), reason },
        Action::Skip => InterviewCommand::Skip { key: key.clone(), reason },
        Action::Reopen => InterviewCommand::Reopen { key: key.clone(), reason },
        Action::Undo => InterviewCommand::Undo { key: key.clone() },
    };
    let view = carry_out(&backend, &identity, &id, command).await?;
    obligation(&backend, &identity, &view, &key).await
}

/// More is no reason but a text.
const LONGEST_REASON: usize = 500;

fn reasonable(reason: Option<String>) -> Result<Option<String>, Problem> {
    if reason.as_ref().is_some_and(|reason| reason.chars().count() > LONGEST_REASON) {
        return Err(Problem::invalid("reason", format!("a reason has at most {LONGEST_REASON} characters")));
    }
    Ok(reason)
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"value": "Wax", "reason": "We sell wax now"}))]
pub(super) struct Disagreement {
    /// What holds instead, where that is known.
    #[schema(value_type = Value, required = false)]
    value: Option<Value>,
    /// Why the held value is wrong.
    #[schema(max_length = 500)]
    reason: Option<String>,
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/negotiations/{key}", operation_id = "start_negotiation", tag = "interview", params(("id" = uuid::Uuid, Path), ("key" = String, Path)), request_body = Disagreement, responses((status = 200, body = ObligationState, description = "The negotiation is open"), (status = 404), (status = 409), (status = 422)))]
pub(super) async fn start_negotiation(
    State(backend): State<Backend>,
    Member(identity): Member,
    Path((id, key)): Path<(String, String)>,
    Body(given): Body<Disagreement>,
) -> Result<Json<Value>, Problem> {
    let command = InterviewCommand::StartNegotiation { key: key.clone(), value: given.value, reason: reasonable(given.reason)? };
    let view = carry_out(&backend, &identity, &id, command).await?;
    obligation(&backend, &identity, &view, &key).await
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"value": "Wax and honey"}))]
pub(super) struct Proposal {
    #[serde(alias = "user_value", alias = "userValue")]
    value: Value,
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/negotiations/{key}/value", operation_id = "propose_value", tag = "interview", params(("id" = uuid::Uuid, Path), ("key" = String, Path)), request_body = Proposal, responses((status = 200, body = ObligationState), (status = 404), (status = 409), (status = 422)))]
pub(super) async fn propose_value(
    State(backend): State<Backend>,
    Member(identity): Member,
    Path((id, key)): Path<(String, String)>,
    Body(given): Body<Proposal>,
) -> Result<Json<Value>, Problem> {
    let view =
        carry_out(&backend, &identity, &id, InterviewCommand::ProposeValue { key: key.clone(), value: given.value }).await?;
    obligation(&backend, &identity, &view, &key).await
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"resolution": "compromise", "final_value": "Wax and honey"}))]
pub(super) struct Settlement {
    /// `user_accepted`, `agent_accepted` or `compromise`.
    #[schema(value_type = schema::Resolution)]
    resolution: Resolution,
    #[serde(alias = "finalValue")]
    #[schema(value_type = Value, required = false)]
    final_value: Option<Value>,
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/negotiations/{key}/resolve", operation_id = "resolve_negotiation", tag = "interview", params(("id" = uuid::Uuid, Path), ("key" = String, Path)), request_body = Settlement, responses((status = 200, body = ObligationState), (status = 404), (status = 409), (status = 422)))]
pub(super) async fn resolve_negotiation(
    State(backend): State<Backend>,
    Member(identity): Member,
    Path((id, key)): Path<(String, String)>,
    Body(given): Body<Settlement>,
) -> Result<Json<Value>, Problem> {
    let command =
        InterviewCommand::ResolveNegotiation { key: key.clone(), resolution: given.resolution, final_value: given.final_value };
    let view = carry_out(&backend, &identity, &id, command).await?;
    obligation(&backend, &identity, &view, &key).await
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"obligation_key": "offer"}))]
pub(super) struct Reassessment {
    /// The answer to reassess; all when it is left out.
    #[serde(default, alias = "obligationKey")]
    obligation_key: Option<String>,
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/reevaluate", operation_id = "reevaluate", tag = "interview", params(("id" = uuid::Uuid, Path)), request_body = Reassessment, responses((status = 200, body = Session, description = "The whole state after the answer, or every answer, was reassessed"), (status = 404), (status = 409), (status = 422)))]
pub(super) async fn reevaluate(
    State(backend): State<Backend>,
    Member(identity): Member,
    Path(id): Path<String>,
    Body(given): Body<Reassessment>,
) -> Result<Json<Value>, Problem> {
    let view = run(&backend, &identity, &id, InterviewCommand::Reevaluate { key: given.obligation_key }).await?;
    whole(&backend, &identity, &view).await
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"phase": "validation"}))]
pub(super) struct NewPhase {
    /// `opening`, `exploration`, `validation` or `closing`.
    #[schema(value_type = schema::SessionPhase)]
    phase: Phase,
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/phase", operation_id = "set_phase", tag = "interview", params(("id" = uuid::Uuid, Path)), request_body = NewPhase, responses((status = 200, body = Session), (status = 404), (status = 409, description = "A phase never goes back")))]
pub(super) async fn set_phase(
    State(backend): State<Backend>,
    Member(identity): Member,
    Path(id): Path<String>,
    Body(given): Body<NewPhase>,
) -> Result<Json<Value>, Problem> {
    let view = run(&backend, &identity, &id, InterviewCommand::SetPhase { phase: given.phase }).await?;
    whole(&backend, &identity, &view).await
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/complete", operation_id = "complete_session", tag = "interview", params(("id" = uuid::Uuid, Path)), responses((status = 200, body = Session), (status = 404), (status = 409, description = "Not yet; errors name the blockers")))]
pub(super) async fn complete(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<Json<Value>, Problem> {
    let view = run(&backend, &identity, &id, InterviewCommand::Complete).await?;
    whole(&backend, &identity, &view).await
}

#[utoipa::path(post, path = "/api/v1/sessions/{id}/messages/{message_id}/stop", operation_id = "stop_reply", tag = "interview", params(("id" = uuid::Uuid, Path), ("message_id" = uuid::Uuid, Path)), responses((status = 200, body = Stopped, description = "The reply is not being written any more"), (status = 404)))]
pub(super) async fn stop(
    State(backend): State<Backend>,
    identity: Identity,
    Path((id, message)): Path<(String, String)>,
) -> Result<Json<Value>, Problem> {
    let message_id = message_id(&message)?;
    let before = backend.interviews().view(identity.who(), session_id(&id)?).await?.view;
    if before.replying != Some(message_id) && !before.messages.iter().any(|one| one.id == message_id) {
        return Err(Problem::not_found("there is no such message"));
    }
    let view = run(&backend, &identity, &id, InterviewCommand::StopReply { message_id }).await?;
    Ok(Json(
        json!({"id": view.id, "message_id": message_id, "replying": view.replying, "stopped": before.replying == Some(message_id)}),
    ))
}

pub(super) async fn run(
    backend: &Backend,
    identity: &Identity,
    id: &str,
    command: InterviewCommand,
) -> Result<Arc<InterviewView>, Problem> {
    may_change(&identity.account)?;
    let id = session_id(id)?;
    backend.interviews().command(identity.who(), id, command).await?;
    Ok(backend.interviews().view(identity.who(), id).await?.view)
}

/// The same, for whoever asks for no messages: the interview as it is after the command, without them.
async fn carry_out(
    backend: &Backend,
    identity: &Identity,
    id: &str,
    command: InterviewCommand,
) -> Result<Arc<InterviewView>, Problem> {
    may_change(&identity.account)?;
    let outcome = backend.interviews().command(identity.who(), session_id(id)?, command).await?;
    Ok(outcome.published.after.clone())
}

async fn obligation(backend: &Backend, identity: &Identity, view: &InterviewView, key: &str) -> Result<Json<Value>, Problem> {
    let (tenant, admin) = (identity.account.tenant_id, identity.account.role >= Role::Admin);
    let dimensions = Dimensions::load_one(backend, tenant, view.id, key).await?;
    let one = view.obligation(key).and_then(|one| session_json::obligation(tenant, view, one, admin, &dimensions));
    Ok(Json(json!({
        "obligation": one,
        "negotiation": view.obligation(key).and_then(|one| one.negotiation.as_ref()),
        "completeness": session_json::completeness(view),
        "phase": view.phase,
    })))
}
