//! One's own name and email address: a plain form post that works without scripts.

use super::{
    cookies::{AuthSession, Credentials, is_busy},
    first_start::Peer,
    login::{address, busy, limited},
    passwords::{checked_email, checked_name},
    renewal::unavailable,
};
use crate::{backend::Backend, calls::AuditNote};
use axum::{
    Form,
    extract::State,
    response::{IntoResponse, Redirect, Response},
};
use domain::{StoreFault, account::RightsLost};
use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
pub(crate) struct Profile {
    name: String,
    email: String,
    /// The password, which another address takes: it is what one signs in with.
    #[serde(default)]
    current: String,
}

/// `POST /settings/account`: another address asks for the password.
pub(crate) async fn change_profile(
    State(backend): State<Backend>,
    peer: Peer,
    session: AuthSession,
    Form(form): Form<Profile>,
) -> Response {
    let Some(person) = session.user.clone() else { return Redirect::to("/login?next=/settings").into_response() };
    let back = |code: &str| Redirect::to(&format!("/settings?account={code}#account")).into_response();
    let who = person.account;
    let (name, email) = match (checked_name(&form.name), checked_email(&form.email)) {
        (Ok(name), Ok(email)) => (name, email),
        (Err(failure), _) | (_, Err(failure)) => {
            return back(failure.faults.first().map_or("unavailable", |fault| fault.field.as_str()));
        }
    };
    if email != who.email {
        let Ok(attempt) = backend.attempts().check(address(peer), &who.email) else { return limited("/settings", "account") };
        let entered = Credentials { email: who.email.clone(), password: form.current };
        match session.authenticate(entered).await {
            Ok(Some(_)) => attempt.succeed(),
            Ok(None) => return back("current"),
            Err(fault) => {
                attempt.withdraw();
                return if is_busy(&fault) { busy("/settings?account=unavailable") } else { unavailable(&fault, &back) };
            }
        }
    }
    // What was changed, not into what: whoever is removed later leaves no name behind.
    let detail = json!({"name": name != who.name, "email": email != who.email});
    let target = who.user_id.to_string();
    let audit = AuditNote { action: "user.profile_changed", target, about: Some(who.user_id), detail }.entry_by(&backend, &who);
    match backend.accounts().set_profile_with(who.tenant_id, who.user_id, &name, &email, Some(audit)).await {
        Ok(true) => {}
        Ok(false) => return back("unavailable"),
        Err(StoreFault::Conflict) => return back("address-taken"),
        Err(fault) => return unavailable(&fault, &back),
    }
    backend.tokens().forget(RightsLost::Person(who.user_id));
    back("changed")
}
