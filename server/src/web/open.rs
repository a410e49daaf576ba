//! `/shared/…` and `/invited/…`: pages for people without an account, who have nothing but a link. Nobody is signed in by one: a
//! guest is known here alone, by what their browser keeps, and can do nothing but speak in their own interview.

mod guests;
mod pages;

use self::pages::{Open, Refused};
use super::{
    assets,
    identity::{Peer, address},
};
use crate::backend::Backend;
use app::open::{Closed, shared_page};
use axum::{
    Router,
    extract::{Path, Request, State},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
    routing::{get, post},
};
use domain::interview::LinkKind;
use http::{HeaderName, HeaderValue, StatusCode, header};
use std::sync::Arc;

pub(super) fn router(backend: Backend) -> Router {
    let open = Open { assets: Arc::new(assets::read(&backend.settings().site_dir)), backend };
    Router::new()
        .route("/shared/{token}", get(shared))
        .route("/invited/{token}", get(guests::invited))
        .route("/invited/{token}/start", post(guests::start))
        .route("/invited/{token}/say", post(guests::say))
        .route("/invited/{token}/finish", post(guests::finish))
        .layer(from_fn_with_state(open.clone(), guarded))
        .with_state(open)
}

/// So many pages for an address and no more; no search engine keeps any, nor does a cache.
async fn guarded(State(open): State<Open>, request: Request, next: Next) -> Response {
    let from = address(Peer::from_extensions(request.extensions()));
    let mut response = match open.backend.attempts().check_open_page(from) {
        Ok(()) => next.run(request).await,
        Err(_) => Refused::Closed(StatusCode::TOO_MANY_REQUESTS, Closed::Busy).page(&open),
    };
    let headers = response.headers_mut();
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex, nofollow, noarchive"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

async fn shared(State(open): State<Open>, Path(token): Path<String>) -> Response {
    match read(&open, &token).await {
        Ok(page) => page,
        Err(refused) => refused.page(&open),
    }
}

async fn read(open: &Open, token: &str) -> Result<Response, Refused> {
    let link = open.link(token, LinkKind::Read).await?;
    open.check(&link)?;
    let view = open.view(link.tenant, link.session).await?;
    let page = shared_page(&open.assets, &view, link.transcript, link.expires_at);
    Ok(pages::html(StatusCode::OK, page).into_response())
}
