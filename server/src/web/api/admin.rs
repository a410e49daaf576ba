//! Administration: people, tokens, everybody's interviews, what was done.

use super::{
    paging::Paging,
    schema::{self, AuditLine, Engines, FeedbackLine, MadeLink, NewSecret, Page, Person, Secret, SessionLine},
    sessions::{Filter as SessionFilter, page_of as list_sessions},
};
use crate::{
    backend::Backend,
    calls::{add_person, change_role, new_token, password_link, remove_person, revoke_token},
    engines::Reading,
    web::{
        body::Body,
        idempotency::ShownOnce,
        identity::{Admin, Identity, micros},
        problem::Problem,
    },
};
use actors::Who;
use axum::{
    Extension, Json,
    extract::{Path, Query, State},
};
use domain::{
    account::{AuditEntry, AuditQuery, PageQuery, TokenRow, UserRow},
    interview::{FeedbackQuery, FeedbackRow},
    models::{LanguageModel as _, Strength},
    research::YEARS,
};
use http::StatusCode;
use protocol::{MessageId, Timestamp, TokenId, UserId, account::Role, interview::Rating};
use serde::Deserialize;
use serde_json::{Value, json};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

#[utoipa::path(get, path = "/api/v1/admin/users", operation_id = "list_users", tag = "administration", params(Paging), responses((status = 200, body = Page<Person>, description = "The tenant's people, newest first"), (status = 403)))]
pub(super) async fn users(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    let rows = backend.accounts().users_page(identity.account.tenant_id, paging.query()?).await?;
    paging.page(rows, |row| (row.created_at, row.id.0), |row| person(&row))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"name": "Ada", "email": "ada@example.org", "password": "a long enough one", "role": "member"}))]
pub(super) struct NewUser {
    #[schema(max_length = 100)]
    name: String,
    #[schema(max_length = 254)]
    email: String,
    /// 10 characters or more.
    #[schema(max_length = 200)]
    password: String,
    /// `viewer`, `member` or `admin`.
    #[schema(value_type = schema::Role)]
    role: Role,
}

#[utoipa::path(post, path = "/api/v1/admin/users", operation_id = "add_user", tag = "administration", request_body = NewUser, responses((status = 201, body = Person), (status = 403), (status = 409), (status = 422)))]
pub(super) async fn add_user(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Body(new): Body<NewUser>,
) -> Result<(StatusCode, Json<Value>), Problem> {
    let row = add_person(&backend, &identity.account, &new.name, &new.email, new.password, new.role).await?;
    Ok((StatusCode::CREATED, Json(person(&row))))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"role": "admin"}))]
pub(super) struct ChangedUser {
    /// `viewer`, `member` or `admin`. Not one's own.
    #[schema(value_type = schema::Role)]
    role: Role,
}

#[utoipa::path(patch, path = "/api/v1/admin/users/{id}", operation_id = "change_user", tag = "administration", params(("id" = uuid::Uuid, Path)), request_body = ChangedUser, responses((status = 200, body = Person, description = "The role holds from the next call on, for their tokens too"), (status = 403), (status = 404), (status = 409), (status = 422)))]
pub(super) async fn change_user(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Path(id): Path<String>,
    Body(changed): Body<ChangedUser>,
) -> Result<Json<Value>, Problem> {
    let id: UserId = id.parse().map_err(|_| Problem::not_found("there is no such person"))?;
    Ok(Json(person(&change_role(&backend, &identity.account, id, changed.role).await?)))
}

#[utoipa::path(delete, path = "/api/v1/admin/users/{id}", operation_id = "remove_user", tag = "administration", params(("id" = uuid::Uuid, Path)), responses((status = 204, description = "The person and all their data are gone"), (status = 403), (status = 404), (status = 409)))]
pub(super) async fn remove_user(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let id: UserId = id.parse().map_err(|_| Problem::not_found("there is no such person"))?;
    remove_person(&backend, &identity.account, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(post, path = "/api/v1/admin/users/{id}/password-link", operation_id = "make_password_link", tag = "administration", params(("id" = uuid::Uuid, Path)), responses((status = 201, body = MadeLink, description = "With the link, shown this once; an earlier one of the person no longer holds"), (status = 403), (status = 404)))]
pub(super) async fn make_password_link(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<(StatusCode, Extension<ShownOnce>, Json<Value>), Problem> {
    let id: UserId = id.parse().map_err(|_| Problem::not_found("there is no such person"))?;
    let (link, expires_at) = password_link(&backend, &identity.account, id).await?;
    let made = json!({"user_id": id, "link": link, "expires_at": expires_at.to_rfc3339()});
    Ok((StatusCode::CREATED, Extension(ShownOnce), Json(made)))
}

#[utoipa::path(get, path = "/api/v1/admin/tokens", operation_id = "list_tokens", tag = "administration", params(Paging), responses((status = 200, body = Page<Secret>, description = "The tenant's tokens without their secrets, newest first"), (status = 403)))]
pub(super) async fn tokens(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    let rows = backend.accounts().tokens_page(identity.account.tenant_id, paging.query()?).await?;
    paging.page(rows, |row| (row.created_at, row.id.0), |row| token(&row))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[schema(example = json!({"name": "reports", "role": "viewer"}))]
#[serde(deny_unknown_fields)]
pub(super) struct NewToken {
    #[schema(max_length = 100)]
    name: String,
    /// `viewer`, `member` or `admin`; never more than one's own.
    #[schema(value_type = schema::Role)]
    role: Role,
    /// A time to come (RFC 3339), after which it is refused; without one it holds until it is revoked.
    #[schema(format = DateTime)]
    expires_at: Option<String>,
}

#[utoipa::path(post, path = "/api/v1/admin/tokens", operation_id = "add_token", tag = "administration", request_body = NewToken, responses((status = 201, body = NewSecret, description = "With the secret, shown this once"), (status = 403), (status = 409, description = "Made already under this Idempotency-Key; the secret is not shown again")))]
pub(super) async fn add_token(
    State(backend): State<Backend>,
    Admin(identity): Admin,
    Body(new): Body<NewToken>,
) -> Result<(StatusCode, Extension<ShownOnce>, Json<Value>), Problem> {
    let expires_at = new.expires_at.map(|text| time_of("expires_at", &text)).transpose()?;
    let (id, secret) = new_token(&backend, &identity.account, &new.name, new.role, expires_at).await?;
    let expires_at = expires_at.map(Timestamp::to_rfc3339);
    let made = json!({"id": id, "name": new.name, "role": new.role, "expires_at": expires_at, "token": secret});
    Ok((StatusCode::CREATED, Extension(ShownOnce), Json(made)))
}

#[utoipa::path(delete, path = "/api/v1/admin/tokens/{id}", operation_id = "revoke_token", tag = "administration", params(("id" = uuid::Uuid, Path)), responses((status = 204), (status = 404)))]
pub(super) async fn revoke(
    State(backend): State<Backend>,
    identity: Identity,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    let id: TokenId = id.parse().map_err(|_| Problem::not_found("there is no such token"))?;
    revoke_token(&backend, &identity.account, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(get, path = "/api/v1/admin/sessions", operation_id = "list_all_sessions", tag = "administration", params(Paging), responses((status = 200, body = Page<SessionLine>, description = "Everybody's interviews, newest first"), (status = 403)))]
pub(super) async fn sessions(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    let who = Who { only: None, ..identity.who() };
    list_sessions(&backend, who, SessionFilter::default(), &paging).await
}

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct FeedbackFilter {
    /// Only `like` or `dislike`.
    #[param(value_type = Option<schema::Rating>)]
    rating: Option<Rating>,
}

#[utoipa::path(get, path = "/api/v1/admin/feedback", operation_id = "list_feedback", tag = "administration", params(Paging, FeedbackFilter), responses((status = 200, body = Page<FeedbackLine>, description = "What people think of the interviewer's messages, newest first"), (status = 403)))]
pub(super) async fn feedback(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
    Query(filter): Query<FeedbackFilter>,
) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    let PageQuery { limit, after } = paging.query()?;
    let after = after.map(|(at, id)| (at, MessageId(id)));
    let query = FeedbackQuery { tenant: identity.account.tenant_id, rating: filter.rating, limit, after };
    let rows = backend.records().feedback(query).await?;
    paging.page(rows, |row| (row.at, row.message.0), |row| judged(&row))
}

fn judged(of: &FeedbackRow) -> Value {
    json!({
        "session_id": of.session, "message_id": of.message, "user_id": of.user, "target_type": "message", "target_id": of.message,
        "rating": of.feedback.as_ref().map(|given| given.rating), "comment": of.feedback.as_ref().and_then(|given| given.comment.as_ref()),
        "excerpt": of.excerpt, "engine": of.engine, "created_at": of.at.to_rfc3339(),
    })
}

#[derive(Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct AuditFilter {
    /// Only what this person did.
    #[param(value_type = Option<uuid::Uuid>)]
    user_id: Option<UserId>,
    /// One action (`login.failed`) or all of a noun (`login`).
    action: Option<String>,
    /// Only what was done to the object with this id.
    target: Option<String>,
    /// From this time on (RFC 3339).
    since: Option<String>,
    /// Before this time (RFC 3339).
    until: Option<String>,
}

impl AuditFilter {
    fn query(self) -> Result<AuditQuery, Problem> {
        let time = |field: &str, given: Option<String>| given.map(|text| time_of(field, &text)).transpose();
        if self
            .action
            .as_ref()
            .is_some_and(|action| !action.bytes().all(|byte| byte.is_ascii_lowercase() || b"._".contains(&byte)))
        {
            return Err(Problem::invalid("action", "an action is written like token.revoked"));
        }
        let (since, until) = (time("since", self.since)?, time("until", self.until)?);
        if since.zip(until).is_some_and(|(since, until)| since > until) {
            return Err(Problem::invalid("until", "until does not lie before since"));
        }
        Ok(AuditQuery { user: self.user_id, action: self.action, target: self.target, since, until })
    }
}

fn time_of(field: &str, text: &str) -> Result<Timestamp, Problem> {
    let read = OffsetDateTime::parse(text, &Rfc3339).ok().map(micros).filter(|at| YEARS.contains(&at.date().0));
    let wrong = || format!("{field} is a time like 2026-01-31T12:00:00Z, from the years {} to {}", YEARS.start(), YEARS.end());
    read.ok_or_else(|| Problem::invalid(field, wrong()))
}

#[utoipa::path(get, path = "/api/v1/admin/audit", operation_id = "list_audit", tag = "administration", params(Paging, AuditFilter), responses((status = 200, body = Page<AuditLine>, description = "What was done, newest first"), (status = 403), (status = 422)))]
pub(super) async fn audit(
    State(backend): State<Backend>,
    identity: Identity,
    Query(paging): Query<Paging>,
    Query(filter): Query<AuditFilter>,
) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    let rows = backend.accounts().audit_log(identity.account.tenant_id, filter.query()?, paging.query()?).await?;
    paging.page(rows, |entry| (entry.at, entry.id), entry)
}

fn entry(of: AuditEntry) -> Value {
    json!({
        "id": of.id, "user_id": of.user, "action": of.action, "target": of.target, "detail": of.detail,
        "created_at": of.at.to_rfc3339(),
    })
}

#[utoipa::path(get, path = "/api/v1/admin/engines", operation_id = "read_engines", tag = "administration", responses((status = 200, body = Engines, description = "Which engines answer, and how statements are understood"), (status = 403)))]
pub(super) async fn engines(State(backend): State<Backend>, identity: Identity) -> Result<Json<Value>, Problem> {
    identity.may(Role::Admin)?;
    let embedding = match backend.reading() {
        Reading::ByMeaning { model, host } => json!({"model": model.name(), "dimension": model.dimension(), "host": host}),
        Reading::ByWords { .. } => Value::Null,
    };
    let tenant = identity.account.tenant_id;
    let mut models = Vec::new();
    for strength in Strength::ALL {
        if let Ok(Some(name)) = backend.models().chosen(tenant, strength).await {
            models.push(json!({"strength": strength.name(), "model": name.to_string()}));
        }
    }
    // Interviews begin with the fast one; where none is chosen, or it fails, the built-in engine answers.
    let interview = if models.is_empty() { "built_in" } else { "model" };
    let statements = backend.reading().to_string();
    let answered = backend.interviews().last_answer(tenant).map(|last| {
        let fell_back = last.fell_back.map(|(task, reason)| json!({"task": task, "reason": reason}));
        json!({"engine": last.engine, "fell_back": fell_back})
    });
    Ok(Json(json!({
        "interview": interview, "models": models, "statements": statements, "embedding": embedding, "answered": answered,
    })))
}

fn person(row: &UserRow) -> Value {
    json!({"id": row.id, "name": row.name, "email": row.email, "role": row.role, "created_at": row.created_at.to_rfc3339()})
}

fn token(row: &TokenRow) -> Value {
    json!({
        "id": row.id, "name": row.name, "role": row.role, "user_id": row.user, "revoked": row.revoked_at.is_some(),
        "created_at": row.created_at.to_rfc3339(), "last_used_at": row.last_used_at.map(Timestamp::to_rfc3339),
        "expires_at": row.expires_at.map(Timestamp::to_rfc3339),
    })
}
