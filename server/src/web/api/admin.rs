//! Administration: people, tokens, everybody's interviews, what was done.

use super::{
    paging::{Paging, page},
    session_json,
};
use crate::{
    backend::Backend,
    calls::{add_person, audit as note, new_token, revoke_token},
    web::{body::Body, identity::Identity, problem::Problem},
};
use axum::{
    Json,
    extract::{Path, Query, State},
};
use domain::{
    account::{TokenRow, UserRow},
    interview::{SessionQuery, StreamChange},
};
use http::StatusCode;
use protocol::{SessionId, TokenId, UserId, account::Role};
use serde::Deserialize;
use serde_json::{Value, json};

#[utoipa::path(get, path = "/api/v1/admin/users", tag = "administration", responses((status = 200), (status = 403)))]
pub(super) async fn users(State(backend): State<Backend>, identity: Identity) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    let rows = backend.accounts().users(identity.account.tenant_id).await?;
    Ok(Json(json!({"items": rows.iter().map(person).collect::<Vec<_>>(), "next_cursor": null})))
}

#[derive(Deserialize, utoipa::ToSchema)]
pub(super) struct NewUser {
    name: String,
    email: String,
    /// 10 characters or more.
    password: String,
    /// `viewer`, `member` or `admin`.
    #[schema(value_type = String)]
    role: Role,
}

#[utoipa::path(post, path = "/api/v1/admin/users", tag = "administration", request_body = NewUser, responses((status = 201), (status = 403), (status = 409), (status = 422)))]
pub(super) async fn add_user(
    State(backend): State<Backend>,
    identity: Identity,
    Body(new): Body<NewUser>,
) -> Result<(StatusCode, Json<Value>), Problem> {
    let row = add_person(&backend, &identity.account, &new.name, &new.email, new.password, new.role).await?;
    Ok((StatusCode::CREATED, Json(person(&row))))
}

#[utoipa::path(delete, path = "/api/v1/admin/users/{id}", tag = "administration", params(("id" = uuid::Uuid, Path)), responses((status = 204, description = "The person and all their data are gone"), (status = 403), (status = 404), (status = 409)))]
pub(super) async fn remove_user(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    identity.may(Role::Admin)?;
    let missing = || Problem::not_found("there is no such person");
    let id: UserId = id.parse().map_err(|_| missing())?;
    if id == identity.account.user_id {
        return Err(Problem::new(StatusCode::CONFLICT, "you cannot remove yourself: another administrator can"));
    }
    if !backend.accounts().delete_user(identity.account.tenant_id, id).await? {
        return Err(missing());
    }
    backend.tokens().forget();
    // Interviews of theirs that are in memory are gone too.
    backend.interviews().changed(StreamChange::Missed);
    note(&backend, &identity.account, "user.removed", &id.to_string(), json!({})).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(get, path = "/api/v1/admin/tokens", tag = "administration", responses((status = 200), (status = 403)))]
pub(super) async fn tokens(State(backend): State<Backend>, identity: Identity) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    let rows = backend.accounts().tokens(identity.account.tenant_id).await?;
    Ok(Json(json!({"items": rows.iter().map(token).collect::<Vec<_>>(), "next_cursor": null})))
}

#[derive(Deserialize, utoipa::ToSchema)]
pub(super) struct NewToken {
    name: String,
    /// `viewer`, `member` or `admin`; never more than one's own.
    #[schema(value_type = String)]
    role: Role,
}

#[utoipa::path(post, path = "/api/v1/admin/tokens", tag = "administration", request_body = NewToken, responses((status = 201, description = "With the secret, shown this once"), (status = 403)))]
pub(super) async fn add_token(
    State(backend): State<Backend>,
    identity: Identity,
    Body(new): Body<NewToken>,
) -> Result<(StatusCode, Json<Value>), Problem> {
    identity.may(Role::Admin)?;
    let (id, secret) = new_token(&backend, &identity.account, &new.name, new.role).await?;
    Ok((StatusCode::CREATED, Json(json!({"id": id, "name": new.name, "role": new.role, "token": secret}))))
}

#[utoipa::path(delete, path = "/api/v1/admin/tokens/{id}", tag = "administration", params(("id" = uuid::Uuid, Path)), responses((status = 204), (status = 404)))]
pub(super) async fn revoke(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let id: TokenId = id.parse().map_err(|_| Problem::not_found("there is no such token"))?;
    revoke_token(&backend, &identity.account, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(get, path = "/api/v1/admin/sessions", tag = "administration", params(Paging), responses((status = 200, description = "Everybody's interviews, newest first"), (status = 403)))]
pub(super) async fn sessions(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    let limit = paging.limit()?;
    let query = SessionQuery {
        tenant: identity.account.tenant_id,
        user: None,
        context_type: None,
        status: None,
        title: String::new(),
        limit: limit + 1,
        after: paging.after()?.map(|(at, id)| (at, SessionId(id))),
    };
    let rows = backend.records().sessions(query).await?;
    Ok(Json(page(rows, limit, |row| (row.updated_at, row.id.0), |row| session_json::row(&row))))
}

#[utoipa::path(get, path = "/api/v1/admin/audit", tag = "administration", params(Paging), responses((status = 200, description = "What was done, newest first"), (status = 403)))]
pub(super) async fn audit(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    let limit = paging.limit()?;
    let rows = backend.accounts().audit_log(identity.account.tenant_id, limit + 1, paging.after()?).await?;
    Ok(Json(page(
        rows,
        limit,
        |entry| (entry.at, entry.id),
        |entry| {
            json!({
                "id": entry.id, "user_id": entry.user, "action": entry.action, "target": entry.target, "detail": entry.detail,
                "created_at": entry.at.to_rfc3339(),
            })
        },
    )))
}

fn person(row: &UserRow) -> Value {
    json!({"id": row.id, "name": row.name, "email": row.email, "role": row.role, "created_at": row.created_at.to_rfc3339()})
}

fn token(row: &TokenRow) -> Value {
    json!({
        "id": row.id, "name": row.name, "role": row.role, "user_id": row.user, "revoked": row.revoked_at.is_some(),
        "created_at": row.created_at.to_rfc3339(), "last_used_at": row.last_used_at.map(protocol::Timestamp::to_rfc3339),
        "expires_at": row.expires_at.map(protocol::Timestamp::to_rfc3339),
    })
}
