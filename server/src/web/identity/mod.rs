//! Who asks: a browser with its session cookie, or a program with a token.

mod attempts;
mod cookies;
mod first_start;
mod login;
mod passwords;
mod tokens;

use super::problem::Problem;
use crate::backend::{Backend, who};
use actors::Who;
use axum::{
    extract::{FromRequestParts, Request, State},
    middleware::Next,
    response::Response,
};
use http::{header, request::Parts};
use protocol::account::{Account, Role};

pub(crate) use attempts::Attempts;
pub(crate) use cookies::{Accounts, CookieStore};
pub(crate) use first_start::{FirstStart, Peer, is_local};
pub(crate) use login::{encoded, first_start, login, logout};
pub(crate) use passwords::{checked_email, checked_name, checked_password, hash_password};
pub(crate) use tokens::{Tokens, make_token, plant_bootstrap};

/// The signed-in person or token of this request, in its extensions.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    pub account: Account,
}

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
}

impl<S: Send + Sync> FromRequestParts<S> for Identity {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Problem> {
        parts.extensions.get::<Self>().cloned().ok_or_else(Problem::signed_out)
    }
}

/// Finds out who asks. A token that is wrong is an error at once; no token and no cookie is nobody.
pub(crate) async fn identify(State(backend): State<Backend>, mut request: Request, next: Next) -> Result<Response, Problem> {
    if let Some(token) = bearer(&request) {
        let account = backend.tokens().account(&backend, &token).await?.ok_or_else(|| {
            Problem::new(http::StatusCode::UNAUTHORIZED, "this token is not valid: it was revoked, has expired or never existed")
        })?;
        request.extensions_mut().insert(Identity { account });
    } else if let Some(session) = request.extensions().get::<cookies::AuthSession>()
        && let Some(person) = &session.user
    {
        let account = person.account.clone();
        request.extensions_mut().insert(Identity { account });
    }
    Ok(next.run(request).await)
}

fn bearer(request: &Request) -> Option<String> {
    let value = request.headers().get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim().to_owned())
}
