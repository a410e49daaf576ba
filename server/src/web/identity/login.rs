//! Signing in, signing out, and the first account: plain form posts that work without scripts.

use super::{
    cookies::{AuthSession, Credentials, account},
    first_start::{Peer, is_local},
    passwords::{checked_email, checked_name, checked_password, hash_password},
};
use crate::{backend::Backend, web::problem::Problem};
use axum::{
    Form,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use domain::account::{AuditEntry, UserRow};
use http::{HeaderMap, StatusCode};
use protocol::{UserId, account::Role};
use serde::Deserialize;
use serde_json::json;
use std::net::{IpAddr, Ipv4Addr};

#[derive(Deserialize)]
pub(crate) struct Login {
    email: String,
    password: String,
    #[serde(default)]
    next: String,
}

pub(crate) async fn login(
    State(backend): State<Backend>,
    peer: Peer,
    mut session: AuthSession,
    Form(form): Form<Login>,
) -> Response {
    let next = local_path(&form.next);
    let back = |code: &str| Redirect::to(&format!("/login?error={code}&next={}", encoded(next))).into_response();
    if backend.attempts().check(address(peer), &form.email).is_err() {
        return limited("/login");
    }
    match session.authenticate(Credentials { email: form.email, password: form.password }).await {
        Ok(Some(person)) => match session.login(&person).await {
            Ok(()) => Redirect::to(next).into_response(),
            Err(fault) => {
                tracing::warn!(%fault, "a session could not be kept");
                back("unavailable")
            }
        },
        Ok(None) => back("credentials"),
        Err(fault) => {
            tracing::warn!(%fault, "a login could not be checked");
            back("unavailable")
        }
    }
}

pub(crate) async fn logout(State(backend): State<Backend>, mut session: AuthSession) -> Redirect {
    if let Err(fault) = session.logout().await {
        tracing::warn!(%fault, "a session could not be ended");
        return Redirect::to("/login?error=unavailable");
    }
    backend.tokens().forget();
    Redirect::to("/login")
}

#[derive(Deserialize)]
pub(crate) struct FirstAccount {
    name: String,
    email: String,
    password: String,
    #[serde(default)]
    code: String,
}

pub(crate) async fn first_start(
    State(backend): State<Backend>,
    peer: Peer,
    headers: HeaderMap,
    mut session: AuthSession,
    Form(form): Form<FirstAccount>,
) -> Response {
    let back = |code: &str| Redirect::to(&format!("/first-start?error={code}")).into_response();
    if backend.attempts().check(address(peer), "first start").is_err() {
        return limited("/first-start");
    }
    if !is_local(peer, &headers) && !backend.first_start().matches(&form.code) {
        return back("code");
    }
    let FirstAccount { name, email, password, .. } = form;
    match first_account(&backend, &name, &email, password.clone()).await {
        Ok(true) => {}
        Ok(false) => return Redirect::to("/login?error=taken").into_response(),
        Err(problem) => return back(problem.faults.first().map_or("unavailable", |fault| fault.field.as_str())),
    }
    match session.authenticate(Credentials { email, password }).await {
        Ok(Some(person)) if session.login(&person).await.is_ok() => Redirect::to("/").into_response(),
        _ => Redirect::to("/login").into_response(),
    }
}

/// A program reads the status; a browser goes on to the page that says it in words.
fn limited(page: &str) -> Response {
    let headers = [("retry-after", "10".to_owned()), ("refresh", format!("0; url={page}?error=limited"))];
    (StatusCode::TOO_MANY_REQUESTS, headers, "Too many attempts: wait a little and try again.\n").into_response()
}

async fn first_account(backend: &Backend, name: &str, email: &str, password: String) -> Result<bool, Problem> {
    let (name, email) = (checked_name(name)?, checked_email(email)?);
    checked_password(&password)?;
    let tenant =
        backend.default_tenant().await.map_err(|fault| Problem::new(http::StatusCode::SERVICE_UNAVAILABLE, fault.to_string()))?;
    let password_hash = Some(hash_password(password).await?);
    let row = UserRow {
        id: UserId(backend.id()),
        tenant: tenant.id,
        email,
        name,
        role: Role::Admin,
        password_hash,
        created_at: backend.now(),
    };
    let made = backend.accounts().insert_first_user(row.clone()).await?;
    backend.first_start().close();
    if made {
        let account = account(row, tenant.slug);
        let entry = AuditEntry {
            id: backend.id(),
            tenant: account.tenant_id,
            user: Some(account.user_id),
            action: "user.created".into(),
            // The id, not the address: what is kept after somebody left must not name them.
            target: account.user_id.to_string(),
            detail: json!({"first": true}),
            at: backend.now(),
        };
        backend.accounts().insert_audit(entry).await?;
    }
    Ok(made)
}

fn address(peer: Peer) -> IpAddr {
    peer.0.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |address| address.ip())
}

/// Only a path of this server is returned to.
fn local_path(next: &str) -> &str {
    let sound = next.starts_with('/') && !next.starts_with("//") && !next.contains('\\') && !next.chars().any(char::is_control);
    if sound { next } else { "/" }
}

/// A path as the value of a query parameter.
pub(crate) fn encoded(path: &str) -> String {
    path.bytes()
        .map(|byte| {
            if byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-' | b'_' | b'.') {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect()
}
