//! Signing in, signing out, and the first account: plain form posts that work without scripts.

use super::{
    cookies::{AuthSession, Credentials, Person, account, is_busy},
    first_start::{Peer, is_local},
    passwords::{checked_email, checked_name, checked_password, hash_password},
};
use crate::{backend::Backend, calls::AuditNote, web::problem::Problem};
use axum::{
    Form,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use domain::account::UserRow;
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
    let address = address(peer);
    let Ok(attempt) = backend.attempts().check(address, &form.email) else { return limited("/login", "error") };
    let email = form.email;
    let entered = match session.authenticate(Credentials { email: email.clone(), password: form.password }).await {
        Ok(Some(person)) => {
            attempt.succeed();
            enter(&backend, &mut session, &person, address).await.map(|()| true)
        }
        Ok(None) => refused(&backend, &email, address).await.map(|()| false),
        Err(fault) => {
            attempt.withdraw();
            if is_busy(&fault) {
                return busy("/login?error=unavailable");
            }
            Err(fault.to_string())
        }
    };
    match entered {
        Ok(true) => Redirect::to(next).into_response(),
        Ok(false) => back("credentials"),
        Err(fault) => {
            tracing::warn!(%fault, "a login could not be checked, kept or noted");
            back("unavailable")
        }
    }
}

/// Nobody is let in without a note of it.
async fn enter(backend: &Backend, session: &mut AuthSession, person: &Person, from: IpAddr) -> Result<(), String> {
    let who = &person.account;
    let detail = json!({"from": from});
    let audit = AuditNote { action: "login.succeeded", target: who.user_id.to_string(), about: Some(who.user_id), detail };
    audit.by(backend, who).await.map_err(|problem| problem.detail)?;
    // Whose session it was and who knows of it does not matter: whoever signs in gets one of their own.
    session.logout().await.map_err(|fault| fault.to_string())?;
    session.login(person).await.map_err(|fault| fault.to_string())
}

/// Where nobody has the address it is not kept either: people type passwords into the wrong field.
async fn refused(backend: &Backend, email: &str, from: IpAddr) -> Result<(), String> {
    let failed = |fault: domain::StoreFault| fault.to_string();
    let person = backend.accounts().user_by_email(&email.trim().to_lowercase()).await.map_err(failed)?;
    let (tenant, about) = match person {
        Some(person) => (person.tenant, Some(person.id)),
        None => (backend.default_tenant().await.map_err(|fault| fault.to_string())?.id, None),
    };
    let target = about.map_or_else(|| "unknown address".to_owned(), |id| id.to_string());
    let audit = AuditNote { action: "login.failed", target, about, detail: json!({"from": from}) };
    audit.noted(backend, tenant, None).await.map_err(|problem| problem.detail)
}

pub(crate) async fn logout(State(backend): State<Backend>, mut session: AuthSession) -> Redirect {
    let failed = |fault: &dyn std::fmt::Display| {
        tracing::warn!(%fault, "a session could not be ended or its end not noted");
        Redirect::to("/login?error=unavailable")
    };
    match session.logout().await {
        Ok(Some(person)) => {
            let who = &person.account;
            let target = who.user_id.to_string();
            let audit = AuditNote { action: "logout", target, about: Some(who.user_id), detail: json!({}) };
            audit.by(&backend, who).await.map_or_else(|problem| failed(&problem.detail), |()| Redirect::to("/login"))
        }
        Ok(None) => Redirect::to("/login"),
        Err(fault) => failed(&fault),
    }
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
    let Ok(attempt) = backend.attempts().check(address(peer), "first start") else { return limited("/first-start", "error") };
    if !is_local(peer, &headers) && !backend.first_start().matches(&form.code) {
        return back("code");
    }
    attempt.withdraw();
    let FirstAccount { name, email, password, .. } = form;
    match first_account(&backend, &name, &email, password.clone()).await {
        Ok(true) => {}
        Ok(false) => return Redirect::to("/login?error=taken").into_response(),
        Err(problem) if problem.status == StatusCode::TOO_MANY_REQUESTS => return busy("/first-start?error=unavailable"),
        Err(problem) => return back(problem.faults.first().map_or("unavailable", |fault| fault.field.as_str())),
    }
    match session.authenticate(Credentials { email, password }).await {
        Ok(Some(person)) if enter(&backend, &mut session, &person, address(peer)).await.is_ok() => {
            Redirect::to("/").into_response()
        }
        _ => Redirect::to("/login").into_response(),
    }
}

/// A program reads the status; a browser goes on to the page that says it in words.
pub(super) fn limited(page: &str, field: &str) -> Response {
    answer_later(10, &format!("{page}?{field}=limited"), "Too many attempts: wait a little and try again.\n")
}

/// As [`limited`], where whoever asks did nothing wrong: the server has too many passwords to work on.
pub(super) fn busy(page: &str) -> Response {
    answer_later(5, page, "Too many passwords are checked at once: try again in a moment.\n")
}

fn answer_later(seconds: u32, page: &str, words: &'static str) -> Response {
    let headers = [("retry-after", seconds.to_string()), ("refresh", format!("0; url={page}"))];
    (StatusCode::TOO_MANY_REQUESTS, headers, words).into_response()
}

async fn first_account(backend: &Backend, name: &str, email: &str, password: String) -> Result<bool, Problem> {
    let (name, email) = (checked_name(name)?, checked_email(email)?);
    checked_password(&password, &[&name, &email])?;
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
        // The id, not the address: what is kept after somebody left must not name them.
        let target = account.user_id.to_string();
        let audit = AuditNote { action: "user.created", target, about: Some(account.user_id), detail: json!({"first": true}) };
        audit.by(backend, &account).await?;
    }
    Ok(made)
}

pub(crate) fn address(peer: Peer) -> IpAddr {
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
