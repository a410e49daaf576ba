//! Who asks: a browser with its session cookie, or a program with a token.

mod attempts;
mod cookies;
mod first_start;
mod login;
mod passwords;
mod profile;
mod renewal;
mod tokens;

use super::problem::Problem;
use crate::backend::{Backend, who};
use actors::Who;
use axum::{
    body::HttpBody,
    extract::{FromRequestParts, Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use axum_login::tower_sessions::Session;
use domain::account::RightsLost;
use http::{StatusCode, header, request::Parts};
use protocol::account::{Account, Role};
use std::time::Duration;

pub(crate) use attempts::Attempts;
pub(crate) use cookies::{Accounts, CookieStore, micros};
pub(crate) use first_start::{FirstStart, Peer, is_local};
pub(crate) use login::{address, encoded, first_start, login, logout};
pub(crate) use passwords::{checked_email, checked_name, checked_password, hash_password};
pub(crate) use profile::change_profile;
pub(crate) use renewal::{change_password, end_tokens, make_link, new_password, set as set_password};
pub(crate) use tokens::{Tokens, digest, make_secret, make_token, plant_bootstrap};

/// The signed-in person or token of this request, in its extensions.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    pub account: Account,
    proof: Proof,
}

/// By what somebody was let in.
#[derive(Clone)]
enum Proof {
    Token(String),
    /// The id of the browser's session.
    Cookie(Option<String>),
}

impl std::fmt::Debug for Proof {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if matches!(self, Self::Token(_)) { "Token" } else { "Cookie" })
    }
}

/// What nobody tells of (a token that expires) is found out by asking again so often.
const ASKED_AGAIN: Duration = Duration::from_secs(300);
/// The pauses after which a database that did not answer is asked once more.
const TRIED_AGAIN: [Duration; 3] = [Duration::from_secs(1), Duration::from_secs(5), Duration::from_secs(20)];

impl Identity {
    pub(crate) fn may(&self, role: Role) -> Result<(), Problem> {
        if self.account.role >= role {
            return Ok(());
        }
        Err(Problem::forbidden(format!("this takes the role {}, yours is {}", role.name(), self.account.role.name())))
    }

    pub(crate) fn who(&self) -> Who {
        who(&self.account)
    }

    /// Comes to its end when this identity would not be let in any more: whatever stays open for it ends then.
    pub(crate) async fn lost(self, backend: Backend) {
        let mut news = backend.tokens().lost();
        while self.holds(&backend).await {
            let concerned = async {
                loop {
                    match news.recv().await {
                        Ok(lost) if !self.may_be(&lost) => {}
                        // Too much news to tell; or the end, which comes with the backend's.
                        Ok(_) | Err(_) => return,
                    }
                }
            };
            // Nothing by then is news too.
            drop(tokio::time::timeout(ASKED_AGAIN, concerned).await);
        }
    }

    fn may_be(&self, lost: &RightsLost) -> bool {
        match lost {
            RightsLost::Person(id) => *id == self.account.user_id,
            RightsLost::SignIn(id) => matches!(&self.proof, Proof::Cookie(Some(session)) if session == id),
            RightsLost::Anybody => true,
        }
    }

    /// A hiccup of the database ends nothing; while it cannot be found out for longer, it does not hold.
    async fn holds(&self, backend: &Backend) -> bool {
        for pause in TRIED_AGAIN {
            match self.is_let_in(backend).await {
                Ok(holds) => return holds,
                Err(problem) => tracing::debug!(%problem.detail, "whether somebody is still let in cannot be found out yet"),
            }
            tokio::time::sleep(pause).await;
        }
        self.is_let_in(backend).await.unwrap_or(false)
    }

    async fn is_let_in(&self, backend: &Backend) -> Result<bool, Problem> {
        match &self.proof {
            Proof::Token(token) => Ok(backend.tokens().account(backend, token).await?.is_some()),
            Proof::Cookie(session) => {
                let person = backend.accounts().user(self.account.user_id).await?.is_some();
                let session = match session {
                    Some(id) => backend.accounts().web_session(id, backend.now()).await?.is_some(),
                    None => true,
                };
                Ok(person && session)
            }
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Identity {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Self>().cloned().ok_or_else(Problem::signed_out)
    }
}

/// Somebody who may do what administrators do; whoever may not is refused before the body of their call is read.
pub(crate) struct Admin(pub Identity);

impl<S: Send + Sync> FromRequestParts<S> for Admin {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let identity = Identity::from_request_parts(parts, state).await?;
        identity.may(Role::Admin).map(|()| Self(identity))
    }
}

/// The same of whoever may change what is theirs.
pub(crate) struct Member(pub Identity);

impl<S: Send + Sync> FromRequestParts<S> for Member {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let identity = Identity::from_request_parts(parts, state).await?;
        identity.may(Role::Member).map(|()| Self(identity))
    }
}

/// Finds out who asks. A token that is wrong is an error at once; no token and no cookie is nobody.
pub(crate) async fn identify(State(backend): State<Backend>, mut request: Request, next: Next) -> Result<Response, Problem> {
    if let Some(token) = bearer(&request) {
        let Some(account) = backend.tokens().account(&backend, &token).await? else {
            backend.attempts().check_token(login::address(Peer::from_extensions(request.extensions())))?;
            let detail = "this token is not valid: it was revoked, has expired or never existed";
            return Err(Problem::new(StatusCode::UNAUTHORIZED, detail));
        };
        request.extensions_mut().insert(Identity { account, proof: Proof::Token(token) });
    } else if let Some(session) = request.extensions().get::<cookies::AuthSession>()
        && let Some(person) = &session.user
    {
        let account = person.account.clone();
        let id = request.extensions().get::<Session>().and_then(Session::id).map(|id| cookies::kept_id(&id));
        request.extensions_mut().insert(Identity { account, proof: Proof::Cookie(id) });
    }
    Ok(next.run(request).await)
}

/// Where the session cannot be read or written, the layers of the session answer a bare 500, which says nothing to anybody.
pub(crate) async fn sessions_readable(request: Request, next: Next) -> Response {
    let response = next.run(request).await;
    let bare = response.status() == StatusCode::INTERNAL_SERVER_ERROR
        && response.extensions().get::<Problem>().is_none()
        && response.body().size_hint().exact() == Some(0);
    if !bare {
        return response;
    }
    let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "the database does not answer; try again in a moment");
    Problem { retry_after: Some(5), ..problem }.into_response()
}

fn bearer(request: &Request) -> Option<String> {
    let value = request.headers().get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
}
