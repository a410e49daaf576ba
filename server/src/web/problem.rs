//! Errors as programs read them: `application/problem+json`. The one place that turns faults into HTTP.

use super::wording;
use actors::CommandFault;
use app::calls::CallFault;
use axum::{
    body::{Body, HttpBody, to_bytes},
    extract::Request,
    middleware::Next,
    response::{IntoResponse, Response},
};
use domain::{Failure, FailureKind, Fault, Refusal, StoreFault, sentence};
use http::{HeaderValue, StatusCode, header};
use serde_json::json;

/// What went wrong, before it is written.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    pub status: StatusCode,
    pub detail: String,
    pub faults: Vec<Fault>,
    /// Seconds until it makes sense to try again.
    pub retry_after: Option<u32>,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self { status, detail: detail.into(), faults: Vec::new(), retry_after: None }
    }

    pub(crate) fn malformed(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail)
    }

    pub(crate) fn signed_out() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "sign in, or send a token: Authorization: Bearer …")
    }

    pub(crate) fn forbidden(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, detail)
    }

    pub(crate) fn not_found(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, detail)
    }

    pub(crate) fn invalid(field: &str, detail: impl Into<String>) -> Self {
        Refusal::invalid(field, detail).into()
    }

    pub(crate) fn too_many(seconds: u32, detail: impl Into<String>) -> Self {
        Self { retry_after: Some(seconds), ..Self::new(StatusCode::TOO_MANY_REQUESTS, detail) }
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        log_cause(&failure);
        let Failure { kind, detail, faults, retry_after, cause: _ } = failure;
        let status = match kind {
            FailureKind::Malformed => StatusCode::BAD_REQUEST,
            FailureKind::SignedOut => StatusCode::UNAUTHORIZED,
            FailureKind::Forbidden => StatusCode::FORBIDDEN,
            FailureKind::NotFound => StatusCode::NOT_FOUND,
            FailureKind::TimedOut => StatusCode::REQUEST_TIMEOUT,
            FailureKind::Conflict => StatusCode::CONFLICT,
            FailureKind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            FailureKind::Unsupported => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            FailureKind::Invalid => StatusCode::UNPROCESSABLE_ENTITY,
            FailureKind::Busy => StatusCode::TOO_MANY_REQUESTS,
            FailureKind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
            FailureKind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        };
        Self { status, detail, faults, retry_after }
    }
}

/// What the operator should know of it, where it becomes an answer.
fn log_cause(failure: &Failure) {
    let Some(cause) = &failure.cause else { return };
    match failure.kind {
        FailureKind::Internal => tracing::error!(cause, "a fault of this program or of its data"),
        FailureKind::Unavailable => tracing::warn!(cause, "the database cannot take this now"),
        _ => tracing::debug!(cause, detail = failure.detail, "refused"),
    }
}

/// As pages read what went wrong with their calls.
impl From<Problem> for CallFault {
    fn from(problem: Problem) -> Self {
        let detail = sentence(&problem.detail);
        match problem.status {
            StatusCode::UNAUTHORIZED => Self::SignedOut,
            StatusCode::FORBIDDEN => Self::Forbidden(detail),
            StatusCode::NOT_FOUND => Self::NotFound(detail),
            status if status.is_client_error() => Self::Refused(detail),
            _ => Self::Unavailable(detail),
        }
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        Failure::from(refusal).into()
    }
}

impl From<StoreFault> for Problem {
    fn from(fault: StoreFault) -> Self {
        Failure::from(fault).into()
    }
}

impl From<CommandFault> for Problem {
    fn from(fault: CommandFault) -> Self {
        Failure::from(fault).into()
    }
}

impl IntoResponse for Problem {
    /// The body is written by [`write`], which knows the request's id.
    fn into_response(self) -> Response {
        let mut response = self.status.into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// A part without which nothing is done; each with why it is missing.
pub(crate) fn missing(detail: &str, parts: &[(&str, &str)]) -> Problem {
    let fault = |(field, message): &(&str, &str)| Fault { field: (*field).to_owned(), message: (*message).to_owned() };
    let faults = parts.iter().map(fault).collect();
    Problem { faults, retry_after: Some(2), ..Problem::new(StatusCode::SERVICE_UNAVAILABLE, detail) }
}

/// The identifier that a log line and an answer share.
pub(crate) const REQUEST_ID: &str = "x-request-id";

/// Writes problems, and makes problems of whatever else went wrong: under `/api` of everything (no such route, wrong method, too
/// large), elsewhere of what has no words of its own. Server functions write their faults in their own way.
pub(crate) async fn write(request: Request, next: Next) -> Response {
    let api = request.uri().path().starts_with("/api/") || request.uri().path() == "/ws";
    let page_call = request.uri().path().starts_with("/call/");
    let id = request.headers().get(REQUEST_ID).cloned();
    let response = next.run(request).await;
    let status = response.status();
    if let Some(problem) = response.extensions().get::<Problem>().cloned() {
        return document(problem, id);
    }
    let written =
        response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/problem+json"));
    let bare = !page_call && response.body().size_hint().exact() == Some(0);
    if !(api || bare) || written || !(status.is_client_error() || status.is_server_error()) {
        return response;
    }
    let allow = response.headers().get(header::ALLOW).cloned();
    let detail = to_bytes(response.into_body(), 4_096)
        .await
        .ok()
        .and_then(|body| String::from_utf8(body.to_vec()).ok())
        .unwrap_or_default();
    let detail = if detail.trim().is_empty() { status.canonical_reason().unwrap_or("error").to_lowercase() } else { detail };
    let problem = match wording::read_query_fault(&detail) {
        Some((status, fault)) => Problem { detail: fault.message.clone(), faults: vec![fault], ..Problem::new(status, "") },
        None => Problem::new(status, detail),
    };
    let mut response = document(problem, id);
    if let Some(allow) = allow {
        response.headers_mut().insert(header::ALLOW, allow);
    }
    response
}

/// The most signs of what is wrong: a fault may name what was given, and that may be a megabyte.
const LONGEST_DETAIL: usize = 2_000;
/// The most faults in one answer.
const MOST_FAULTS: usize = 200;

fn brief(detail: String) -> String {
    match detail.char_indices().nth(LONGEST_DETAIL) {
        Some((at, _)) => format!("{}…", &detail[..at]),
        None => detail,
    }
}

fn document(problem: Problem, id: Option<HeaderValue>) -> Response {
    let Problem { status, detail, faults, retry_after } = problem;
    let mut body = json!({
        "type": "about:blank",
        "title": status.canonical_reason().unwrap_or("Error"),
        "status": status.as_u16(),
        "detail": brief(detail),
        "request_id": id.as_ref().and_then(|id| id.to_str().ok()),
    });
    if !faults.is_empty() {
        let left = faults.len().saturating_sub(MOST_FAULTS);
        let errors = faults.into_iter().take(MOST_FAULTS).map(|fault| (brief(fault.field), brief(fault.message)));
        let more = (left > 0).then(|| (String::new(), format!("and {left} more")));
        body["errors"] = errors.chain(more).map(|(field, message)| json!({"field": field, "message": message})).collect();
    }
    let mut response = Response::new(Body::from(body.to_string()));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/problem+json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Some(seconds) = retry_after {
        headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
    }
    if let Some(id) = id {
        headers.insert(REQUEST_ID, id);
    }
    response
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    #[tokio::test]
    async fn faults_that_are_not_told_are_counted() {
        for (given, last) in [(MOST_FAULTS, "wrong"), (MOST_FAULTS + 5, "and 5 more")] {
            let faults = (0..given).map(|at| Fault::new(at.to_string(), "wrong")).collect();
            let problem = Problem { faults, ..Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "wrong") };
            let body = to_bytes(document(problem, None).into_body(), 1_000_000).await.expect("a body");
            let body: Value = serde_json::from_slice(&body).expect("JSON");
            let errors = body["errors"].as_array().expect("faults");
            assert_eq!((errors.len(), &errors[errors.len() - 1]["message"]), (given.min(MOST_FAULTS + 1), &Value::from(last)));
        }
    }
}
