//! Counts requests and how long they took, by the route that they matched: never by what somebody wrote into the address.

use axum::{
    extract::{MatchedPath, Request},
    middleware::Next,
    response::Response,
};
use http::Method;
use std::time::Instant;

pub(super) async fn measure(request: Request, next: Next) -> Response {
    let route = request.extensions().get::<MatchedPath>().map_or_else(|| "none".to_owned(), |path| path.as_str().to_owned());
    let (method, begun) = (known(request.method()), Instant::now());
    let response = next.run(request).await;
    let status = response.status().as_u16().to_string();
    metrics::histogram!("discovery_request_seconds", "route" => route.clone()).record(begun.elapsed().as_secs_f64());
    metrics::counter!("discovery_requests", "method" => method, "route" => route, "status" => status).increment(1);
    response
}

/// Methods can be made up, and each would be counted by itself for ever.
pub(super) fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}
