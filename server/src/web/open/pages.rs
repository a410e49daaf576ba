//! What the pages without an account have in common.

use crate::{backend::Backend, web::identity::digest};
use actors::{CommandFault, Who};
use app::{
    open::{Closed, closed_page},
    shell::Assets,
};
use axum::response::{Html, IntoResponse, Response};
use domain::{
    StoreFault,
    interview::{LinkKind, LinkRow, LinkState},
};
use http::{HeaderValue, StatusCode, header};
use protocol::{SessionId, TenantId, interview::InterviewView};
use std::sync::Arc;

/// More than any address of such a page says.
const LONGEST_TOKEN: usize = 100;

#[derive(Clone)]
pub(super) struct Open {
    pub(super) backend: Backend,
    pub(super) assets: Arc<Assets>,
}

/// Why a page is another than was asked for.
pub(super) enum Refused {
    Closed(StatusCode, Closed),
    /// The same page again, and what was wrong.
    Again(StatusCode, String),
}

impl Refused {
    pub(super) const GONE: Self = Self::Closed(StatusCode::GONE, Closed::Removed);
    pub(super) const MISSING: Self = Self::Closed(StatusCode::NOT_FOUND, Closed::Missing);

    pub(super) fn page(self, open: &Open) -> Response {
        match self {
            Self::Closed(status, closed) => {
                let mut response = html(status, closed_page(&open.assets, closed)).into_response();
                if closed == Closed::Busy {
                    response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("60"));
                }
                response
            }
            Self::Again(status, page) => html(status, page).into_response(),
        }
    }
}

impl From<StoreFault> for Refused {
    fn from(fault: StoreFault) -> Self {
        tracing::warn!(%fault, "a page without an account cannot be shown now");
        Self::Closed(StatusCode::SERVICE_UNAVAILABLE, Closed::Unavailable)
    }
}

impl From<CommandFault> for Refused {
    fn from(fault: CommandFault) -> Self {
        if matches!(fault, CommandFault::NotFound) {
            return Self::GONE;
        }
        tracing::warn!(%fault, "a page without an account cannot be shown now");
        Self::Closed(StatusCode::SERVICE_UNAVAILABLE, Closed::Unavailable)
    }
}

pub(super) fn html(status: StatusCode, page: String) -> (StatusCode, Html<String>) {
    (status, Html(page))
}

impl Open {
    /// The link of an address, whether it holds or not.
    pub(super) async fn link(&self, token: &str, kind: LinkKind) -> Result<LinkRow, Refused> {
        if token.len() > LONGEST_TOKEN {
            return Err(Refused::MISSING);
        }
        let link = self.backend.links().link(&digest(token.as_bytes())).await?;
        link.filter(|link| link.kind == kind).ok_or(Refused::MISSING)
    }

    /// Whether it leads anywhere. One that is full still leads to the interviews of those who came by it.
    pub(super) fn check(&self, link: &LinkRow) -> Result<(), Refused> {
        let closed = match link.state(self.backend.now()) {
            LinkState::Open | LinkState::Full => return Ok(()),
            LinkState::Expired => Closed::Expired,
            LinkState::Revoked => Closed::Revoked,
        };
        Err(Refused::Closed(StatusCode::GONE, closed))
    }

    /// An interview that a link leads to; the link itself says which.
    pub(super) async fn view(&self, tenant: TenantId, session: SessionId) -> Result<Arc<InterviewView>, Refused> {
        Ok(self.backend.interviews().view(Who::server(tenant), session).await?.view)
    }
}
