//! Other passwords: one's own in the settings, and by a link that an administrator made. Plain form posts that work without scripts.

use super::{
    cookies::{AuthSession, Credentials, is_busy},
    first_start::Peer,
    login::{address, busy, limited},
    passwords::{checked_password, hash_password},
    tokens::digest,
};
use crate::{backend::Backend, calls::AuditNote};
use axum::{
    Form,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use axum_login::AuthnBackend;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use domain::account::{AuditEntry, PasswordLink, RightsLost, UserRow};
use domain::{Failure, FailureKind};
use protocol::{TenantId, Timestamp, TokenId, UserId};
use rand::RngCore;
use serde::Deserialize;
use serde_json::json;
use std::time::Duration;

/// How long a link holds.
const HOLDS: Duration = Duration::from_secs(24 * 60 * 60);

#[derive(Deserialize)]
pub(crate) struct Change {
    current: String,
    password: String,
    /// Sent where API tokens are to end as well.
    #[serde(default)]
    tokens: Option<String>,
}

/// `POST /settings/password`: asks for the old one, ends every session but this one.
pub(crate) async fn change_password(
    State(backend): State<Backend>,
    peer: Peer,
    mut session: AuthSession,
    Form(form): Form<Change>,
) -> Response {
    let Some(person) = session.user.clone() else { return Redirect::to("/login?next=/settings").into_response() };
    let back = |code: &str| Redirect::to(&format!("/settings?password={code}#password")).into_response();
    let who = person.account;
    let Ok(attempt) = backend.attempts().check(address(peer), &who.email) else { return limited("/settings", "password") };
    if let Err(failure) = checked_password(&form.password, &[&who.name, &who.email]) {
        attempt.withdraw();
        return back(failure.faults.first().map_or("unavailable", |fault| fault.field.as_str()));
    }
    let given = Credentials { email: who.email.clone(), password: form.current };
    match session.authenticate(given).await {
        Ok(Some(_)) => attempt.succeed(),
        Ok(None) => return back("current"),
        Err(fault) => {
            attempt.withdraw();
            return if is_busy(&fault) { busy("/settings?password=unavailable") } else { unavailable(&fault, &back) };
        }
    }
    // Before the password: where they cannot be ended now, nothing was changed, and it is tried again.
    if form.tokens.is_some()
        && let Err(failure) = end_tokens(&backend, who.tenant_id, who.user_id, Some(who.user_id)).await
    {
        return unavailable(&failure.detail, &back);
    }
    let target = who.user_id.to_string();
    let audit =
        AuditNote { action: "password.changed", target, about: Some(who.user_id), detail: json!({}) }.entry_by(&backend, &who);
    match set(&backend, who.user_id, form.password, audit).await {
        Ok(_) => {}
        Err(failure) if failure.kind == FailureKind::Busy => return busy("/settings?password=unavailable"),
        Err(failure) => return unavailable(&failure.detail, &back),
    }
    // This session goes on, under an id of its own and with the new password.
    match session.backend.get_user(&who.user_id).await {
        Ok(Some(person)) if session.login(&person).await.is_ok() => back("changed"),
        _ => Redirect::to("/login?done=password").into_response(),
    }
}

pub(super) fn unavailable(fault: &dyn std::fmt::Display, back: &dyn Fn(&str) -> Response) -> Response {
    tracing::warn!(%fault, "an account could not be changed");
    back("unavailable")
}

/// Sets the password and ends what rested on the old one: sessions at once, on every node.
pub(crate) async fn set(backend: &Backend, id: UserId, password: String, audit: AuditEntry) -> Result<bool, Failure> {
    let hash = hash_password(password).await?;
    let known = backend.accounts().set_password_with(id, &hash, Some(audit)).await?;
    backend.tokens().forget(RightsLost::Person(id));
    Ok(known)
}

/// Ends all API tokens of a person: whoever knew their password may have made some.
pub(crate) async fn end_tokens(backend: &Backend, tenant: TenantId, of: UserId, by: Option<UserId>) -> Result<(), Failure> {
    let rows = backend.accounts().tokens(tenant).await?;
    for row in rows.into_iter().filter(|row| row.user == of && row.revoked_at.is_none()) {
        let audit = describe_end(backend, row.id, of, tenant, by);
        backend.accounts().revoke_token_with(tenant, row.id, Some(of), backend.now(), Some(audit)).await?;
    }
    backend.tokens().forget(RightsLost::Person(of));
    Ok(())
}

/// The line of the audit for a token that ends with a password.
fn describe_end(backend: &Backend, id: TokenId, of: UserId, tenant: TenantId, by: Option<UserId>) -> AuditEntry {
    let detail = json!({"with": "password"});
    AuditNote { action: "token.revoked", target: id.to_string(), about: Some(of), detail }.entry(backend, tenant, by)
}

/// A link for a person, valid once and for a day: its path on this server, and until when. The old password holds until it is used.
pub(crate) async fn make_link(
    backend: &Backend,
    of: &UserRow,
    audit: impl FnOnce(Timestamp) -> AuditEntry,
) -> Result<(String, Timestamp), Failure> {
    let mut random = [0; 32];
    rand::rng().fill_bytes(&mut random);
    let code = URL_SAFE_NO_PAD.encode(random);
    let created_at = backend.now();
    let expires_at = Timestamp(created_at.0 + i64::try_from(HOLDS.as_micros()).unwrap_or(i64::MAX));
    let link = PasswordLink { user: of.id, hash: digest(code.as_bytes()), created_at, expires_at };
    backend.accounts().save_password_link_with(link, Some(audit(expires_at))).await?;
    Ok((format!("/new-password?code={code}"), expires_at))
}

#[derive(Deserialize)]
pub(crate) struct ByLink {
    code: String,
    password: String,
    /// See [`Change::tokens`].
    #[serde(default)]
    tokens: Option<String>,
}

/// `POST /new-password`.
pub(crate) async fn new_password(State(backend): State<Backend>, peer: Peer, Form(form): Form<ByLink>) -> Response {
    let code: String = form.code.chars().filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')).collect();
    let back = |fault: &str| Redirect::to(&format!("/new-password?code={code}&error={fault}")).into_response();
    // At all links together: each wrong code is another one.
    let Ok(attempt) = backend.attempts().check(address(peer), "password link") else { return limited("/login", "error") };
    match by_link(&backend, &code, form.password, form.tokens.is_some()).await {
        Ok(true) => {
            attempt.succeed();
            Redirect::to("/login?done=password").into_response()
        }
        Ok(false) => back("link"),
        Err(failure) => {
            attempt.withdraw();
            match failure.faults.first() {
                Some(fault) => back(&fault.field),
                None if failure.kind == FailureKind::Busy => busy(&format!("/new-password?code={code}&error=unavailable")),
                None => unavailable(&failure.detail, &back),
            }
        }
    }
}

async fn by_link(backend: &Backend, code: &str, password: String, with_tokens: bool) -> Result<bool, Failure> {
    let hash = digest(code.as_bytes());
    // Looked up first, so that no password is hashed in vain.
    let Some(of) = backend.accounts().password_link(&hash, backend.now()).await? else { return Ok(false) };
    let Some(person) = backend.accounts().user(of).await? else { return Ok(false) };
    checked_password(&password, &[&person.name, &person.email])?;
    let password_hash = hash_password(password).await?;
    let (tenant, by) = (person.tenant, Some(of));
    let detail = json!({"by": "link"});
    let changed = AuditNote { action: "password.changed", target: of.to_string(), about: by, detail };
    let changed = changed.entry(backend, tenant, by);
    let describe = |id| describe_end(backend, id, of, tenant, by);
    let end_tokens = with_tokens.then_some(&describe as &(dyn Fn(TokenId) -> AuditEntry + Send + Sync));
    // All at once: a link that somebody else was quicker to use ends no tokens.
    let used = backend.store().reset_password(&hash, &password_hash, backend.now(), end_tokens, Some(&changed)).await?;
    if used.is_some() {
        backend.tokens().forget(RightsLost::Person(of));
    }
    Ok(used.is_some())
}
