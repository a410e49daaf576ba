//! A span for each request, where an operator collects traces: named by the route that it matched, never by what somebody wrote into
//! the address.

use super::{measure::known, problem::REQUEST_ID};
use axum::{
    extract::{MatchedPath, Request},
    middleware::Next,
    response::Response,
};
use domain::traces::TARGET;
use tracing::{Instrument as _, field::Empty};
use tracing_opentelemetry::OpenTelemetrySpanExt as _;

/// What the request causes on its way belongs to its span; the span belongs to the caller's trace, where the request names one.
pub(super) async fn trace(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or("none", MatchedPath::as_str);
    let method = known(request.method());
    let id = request.headers().get(REQUEST_ID).and_then(|id| id.to_str().ok());
    let span = tracing::info_span!(
        target: TARGET,
        "request",
        otel.name = format!("{method} {route}"),
        otel.kind = "server",
        otel.status_code = Empty,
        http.request.method = method,
        http.route = route,
        http.response.status_code = Empty,
        request.id = id,
    );
    if let Some(parent) = providers::traces::read_parent(request.headers()) {
        // It fails where nobody collects traces.
        span.set_parent(parent).ok();
    }
    let response = next.run(request).instrument(span.clone()).await;
    span.record("http.response.status_code", response.status().as_u16());
    if response.status().is_server_error() {
        span.record("otel.status_code", "ERROR");
    }
    response
}
