//! Other passwords: one's own in the settings, and by a link that an administrator made. Plain form posts that work without scripts.

use super::{
    cookies::{AuthSession, Credentials},
    first_start::Peer,
    login::{address, limited},
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
use domain::Failure;
use domain::account::{AuditEntry, PasswordLink, RightsLost, UserRow};
use protocol::{TenantId, Timestamp, UserId};
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
            return unavailable(&fault, &back);
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
    if let Err(failure) = set(&backend, who.user_id, form.password, audit).await {
        return unavailable(&failure.detail, &back);
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
        let detail = json!({"with": "password"});
        let audit = AuditNote { action: "token.revoked", target: row.id.to_string(), about: Some(of), detail };
        let audit = audit.entry(backend, tenant, by);
        backend.accounts().revoke_token_with(tenant, row.id, Some(of), backend.now(), Some(audit)).await?;
    }
    backend.tokens().forget(RightsLost::Person(of));
    Ok(())
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
    let Ok(attempt) = backend.attempts().check(address(peer), &code) else { return limited("/login", "error") };
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
                None => unavailable(&failure.detail, &back),
            }
        }
    }
}

async fn by_link(backend: &Backend, code: &str, password: String, with_tokens: bool) -> Result<bool, Failure> {
    let hash = digest(code.as_bytes());
    // Looked up first, so that no password is hashed in vain.
    let Some(of) = backend.accounts().password_link(&hash, backend.now()).await? else { return Ok(false) };
    let person = backend.accounts().user(of).await?;
    let about: Vec<&str> = person.iter().flat_map(|person| [person.name.as_str(), person.email.as_str()]).collect();
    checked_password(&password, &about)?;
    let password_hash = hash_password(password).await?;
    if with_tokens && let Some(person) = &person {
        end_tokens(backend, person.tenant, of, Some(of)).await?;
    }
    let Some(id) = backend.accounts().use_password_link(&hash, &password_hash, backend.now()).await? else { return Ok(false) };
    backend.tokens().forget(RightsLost::Person(id));
    if let Some(person) = backend.accounts().user(id).await? {
        let audit =
            AuditNote { action: "password.changed", target: id.to_string(), about: Some(id), detail: json!({"by": "link"}) };
        audit.noted(backend, person.tenant, Some(id)).await?;
    }
    Ok(true)
}
