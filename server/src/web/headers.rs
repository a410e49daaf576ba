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
    // The reference page of the API brings its own styles; of the pages only the editor of queries does, which knows the nonce.
    let is_reference = request.uri().path().starts_with("/api/docs");
    let styles = if is_reference { "'self' 'unsafe-inline'".to_owned() } else { format!("'self' 'nonce-{nonce}'") };
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

const REQUEST_ID: &str = "x-request-id";
/// Characters of an id that a caller brings; it stands in answers and in the log.
const LONGEST_ID: usize = 128;

/// A caller's own id for a request is kept where it is one; else the server gives one.
pub(crate) async fn bounded_request_id(mut request: Request, next: Next) -> Response {
    let sound = |id: &HeaderValue| {
        (1..=LONGEST_ID).contains(&id.len())
            && id.as_bytes().iter().all(|byte| byte.is_ascii_alphanumeric() || b"-_.:+/=".contains(byte))
    };
    if request.headers().get(REQUEST_ID).is_some_and(|id| !sound(id)) {
        request.headers_mut().remove(REQUEST_ID);
    }
    next.run(request).await
}

/// Whoever posts a form without scripts is sent back to where they came from, which is a page of this server.
pub(crate) async fn own_referer(mut request: Request, next: Next) -> Response {
    let headers = request.headers_mut();
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).map(str::to_owned);
    let is_own = |referer: &HeaderValue| {
        let referer = referer.to_str().ok()?.parse::<http::Uri>().ok()?;
        Some(referer.authority()?.as_str() == host.as_deref()?)
    };
    if headers.get(header::REFERER).is_some_and(|referer| is_own(referer) != Some(true)) {
        headers.remove(header::REFERER);
    }
    next.run(request).await
}
