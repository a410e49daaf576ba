//! Security headers, and the nonce that lets the pages' own scripts run.

use axum::{extract::Request, middleware::Next, response::Response};
use base64::{Engine, engine::general_purpose::STANDARD_NO_PAD};
use http::{HeaderName, HeaderValue, header};
use rand::RngCore;

/// The nonce of this answer, in the request's extensions.
#[derive(Clone)]
pub(crate) struct Nonce(pub String);

pub(crate) async fn secure(mut request: Request, next: Next) -> Response {
    let mut random = [0; 18];
    rand::rng().fill_bytes(&mut random);
    let nonce = STANDARD_NO_PAD.encode(random);
    // The reference page of the API brings its own styles; nothing else may.
    let styles = if request.uri().path().starts_with("/api/docs") { "'self' 'unsafe-inline'" } else { "'self'" };
    let policy = format!(
        "default-src 'none'; script-src 'self' 'nonce-{nonce}' 'wasm-unsafe-eval'; style-src {styles}; img-src 'self' data:; \
         connect-src 'self'; font-src 'self'; manifest-src 'self'; media-src 'self' blob:; worker-src 'self'; base-uri 'none'; form-action 'self'; \
         frame-ancestors 'none'"
    );
    // What somebody was told is kept by no cache on the way; the browser may keep a page to go back to.
    let kept = if request.uri().path().starts_with("/api/") { "no-store" } else { "private, no-cache" };
    request.extensions_mut().insert(Nonce(nonce));
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    if let Ok(policy) = HeaderValue::from_str(&policy) {
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static(kept));
    for (name, value) in [
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "same-origin"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
        ("permissions-policy", "camera=(), geolocation=(), payment=(), microphone=(self)"),
    ] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}
