//! All routes with the layers around them.

use super::{
    api, assets, body, headers, health, idempotency, identity, leftover, measure, model_forms, open, pages, problem, socket,
    traces,
};
use crate::{backend::Backend, mcp};
use actors::SystemIds;
use axum::{
    Router,
    extract::DefaultBodyLimit,
    middleware::{from_fn, from_fn_with_state},
    routing::{get, post},
};
use axum_login::{
    AuthManagerLayerBuilder,
    tower_sessions::{Expiry, SessionManagerLayer, cookie::SameSite},
};
use domain::IdSource;
use http::Request;
use std::any::Any;
use time::Duration;
use tower_http::{
    catch_panic::CatchPanicLayer,
    compression::CompressionLayer,
    csrf::CsrfLayer,
    request_id::{MakeRequestId, PropagateRequestIdLayer, RequestId, SetRequestIdLayer},
};

/// How long a browser stays signed in without coming back.
const SIGNED_IN: Duration = Duration::days(14);

pub(crate) fn router(backend: Backend) -> Router {
    let sessions = SessionManagerLayer::new(identity::CookieStore(backend.clone()))
        .with_name("discovery")
        .with_http_only(true)
        .with_same_site(SameSite::Lax)
        .with_secure(backend.settings().secure_cookies)
        .with_expiry(Expiry::OnInactivity(SIGNED_IN));
    let sign_in = AuthManagerLayerBuilder::new(identity::Accounts(backend.clone()), sessions).build();

    let api = api::router(backend.clone())
        .layer((DefaultBodyLimit::max(body::LIMIT), from_fn_with_state(backend.clone(), idempotency::answer_once)));
    let forms = Router::new()
        .route("/login", post(identity::login))
        .route("/logout", post(identity::logout))
        .route("/first-start", post(identity::first_start))
        .route("/new-password", post(identity::new_password))
        .route("/settings/account", post(identity::change_profile))
        .route("/settings/password", post(identity::change_password))
        .route("/admin/models", post(model_forms::send))
        .with_state(backend.clone());
    let socket = Router::new().route("/ws", get(socket::upgrade)).with_state(backend.clone());

    let answered = Router::new()
        .merge(
            forms
                .merge(open::router(backend.clone()))
                .merge(pages::router(backend.clone()))
                .layer(from_fn(body::bounded))
                .layer(from_fn(headers::own_referer)),
        )
        .merge(socket)
        .merge(mcp::router(backend.clone()))
        .merge(api)
        // As one, the outermost first: each layer by itself is a box that every layer around it copies, at each request.
        .layer((
            CsrfLayer::new(),
            from_fn(identity::sessions_readable),
            sign_in,
            from_fn_with_state(backend.clone(), identity::identify),
        ));
    let answered = if backend.settings().otlp_url.is_some() { answered.layer(from_fn(traces::trace)) } else { answered };

    let all = Router::new()
        .merge(answered)
        .merge(health::router(backend.clone()))
        .merge(assets::hashed(&backend.settings().site_dir))
        .layer((
            CatchPanicLayer::custom(panicked),
            CompressionLayer::new(),
            from_fn(measure::measure),
            from_fn(leftover::read_leftover),
        ));
    dressed(all)
}

/// With what every answer carries.
pub(super) fn dressed(routes: Router) -> Router {
    routes.layer((
        from_fn(headers::bounded_request_id),
        SetRequestIdLayer::x_request_id(Ids),
        PropagateRequestIdLayer::x_request_id(),
        from_fn(headers::secure),
        from_fn(problem::write),
    ))
}

#[derive(Clone)]
struct Ids;

impl MakeRequestId for Ids {
    fn make_request_id<B>(&mut self, _request: &Request<B>) -> Option<RequestId> {
        http::HeaderValue::from_str(&SystemIds.next().to_string()).ok().map(RequestId::new)
    }
}

fn panicked(fault: Box<dyn Any + Send>) -> axum::response::Response {
    use axum::response::IntoResponse;
    let text =
        fault.downcast_ref::<String>().map(String::as_str).or_else(|| fault.downcast_ref::<&str>().copied()).unwrap_or("panic");
    tracing::error!(text, "a request panicked");
    problem::Problem::new(
        http::StatusCode::INTERNAL_SERVER_ERROR,
        "the server failed on this; it was logged under the request id",
    )
    .into_response()
}
