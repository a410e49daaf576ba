//! For how long interviews are kept.

use super::schema::Retention;
use crate::{
    backend::Backend,
    retention,
    web::{
        body::Body,
        identity::{Admin, Identity},
        problem::Problem,
    },
};
use axum::{Json, extract::State};
use protocol::account::Role;
use serde::Deserialize;
use serde_json::{Value, json};

#[utoipa::path(get, path = "/api/v1/admin/retention", operation_id = "read_retention", tag = "administration", responses((status = 200, body = Retention, description = "For how long finished interviews are kept"), (status = 403)))]
pub(super) async fn read(State(backend): State<Backend>, identity: Identity) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    respond(&backend, &identity).await
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"days": 365}))]
pub(super) struct RetentionRequest {
    /// 1 to 36500, counted from the last change; null keeps them for ever.
    #[serde(deserialize_with = "Option::deserialize")]
    #[schema(required = true)]
    days: Option<u32>,
}

#[utoipa::path(put, path = "/api/v1/admin/retention", operation_id = "replace_retention", tag = "administration", request_body = RetentionRequest, responses((status = 200, body = Retention, description = "Those that have been kept for longer are removed within minutes, with everything that belongs to them"), (status = 403), (status = 422)))]
pub(super) async fn replace(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Body(given): Body<RetentionRequest>,
) -> Result<Json<Value>, Problem> {
    retention::change(&backend, &identity.account, given.days).await?;
    respond(&backend, &identity).await
}

async fn respond(backend: &Backend, identity: &Identity) -> Result<Json<Value>, Problem> {
    let (days, due) = retention::read(backend, &identity.account).await?;
    Ok(Json(json!({"days": days, "due": due})))
}
