//! What went wrong on the wire, in the port's words.

use domain::models::ModelFault;
use genai::Error;
use reqwest::{StatusCode, header::HeaderMap};
use secrecy::{ExposeSecret, SecretString};
use serde_json::Value;
use std::time::{Duration, SystemTime};

/// The longest error text that is kept, in characters.
const LONGEST: usize = 400;

pub(super) fn from_error(fault: &Error) -> ModelFault {
    match fault {
        Error::HttpError { status, body, headers, .. } => answered(*status, body, headers),
        Error::WebStream { error, .. } => match (error.downcast_ref::<Error>(), error.downcast_ref::<reqwest::Error>()) {
            (Some(inner), _) => from_error(inner),
            (_, Some(http)) => of_http(http),
            // Bytes that are no text.
            _ => ModelFault::Malformed(short(&error.to_string())),
        },
        Error::ChatResponse { body, .. } => in_stream(body),
        Error::StreamParse { serde_error, .. } => ModelFault::Malformed(format!("an event is not JSON: {serde_error}")),
        Error::Resolver { .. } | Error::RequiresApiKey { .. } | Error::NoAuthData { .. } => {
            ModelFault::Unauthorized("no key is set for this provider".into())
        }
        // Their texts hold the whole request.
        Error::ChatResponseGeneration { cause, .. } => ModelFault::Malformed(short(cause)),
        other => ModelFault::Malformed(short(&other.to_string())),
    }
}

fn of_http(fault: &reqwest::Error) -> ModelFault {
    if fault.is_timeout() {
        return ModelFault::TimedOut;
    }
    // The deepest cause says what happened; the outer ones only where.
    let mut cause: &dyn std::error::Error = fault;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    let what = if fault.is_connect() { "no connection" } else { "the connection broke" };
    ModelFault::Unreachable(short(&format!("{what}: {cause}")))
}

fn answered(status: StatusCode, body: &str, headers: &HeaderMap) -> ModelFault {
    let retry_after = retry_after(headers);
    let parsed: Value = serde_json::from_str(body).unwrap_or_default();
    let detail = message(&parsed).map_or_else(|| short(body), short);
    match status.as_u16() {
        401 | 403 => ModelFault::Unauthorized(detail),
        408 | 504 => ModelFault::TimedOut,
        // The account is empty: waiting does not help.
        429 if parsed["error"]["code"] == "insufficient_quota" => ModelFault::Provider { status: 429, detail },
        429 => ModelFault::Limited { retry_after },
        503 | 529 => ModelFault::Overloaded { retry_after },
        status => ModelFault::Provider { status, detail },
    }
}

/// An error that came as an event under HTTP 200.
fn in_stream(body: &Value) -> ModelFault {
    let error = body.get("error").unwrap_or(body);
    let detail = message(body).map_or_else(|| short(&body.to_string()), short);
    let kind = ["type", "status", "code"].iter().find_map(|field| error[*field].as_str()).unwrap_or_default().to_lowercase();
    if ["event-stream", "CRC", "header parse"].iter().any(|sign| detail.contains(sign)) {
        // Not the provider's words: genai could not read its frames.
        return ModelFault::Malformed(detail);
    }
    let unavailable = kind.contains("overloaded") || kind.contains("unavailable") || detail.to_lowercase().contains("overloaded");
    if unavailable {
        ModelFault::Overloaded { retry_after: None }
    } else if kind.contains("rate_limit") || kind.contains("resource_exhausted") {
        ModelFault::Limited { retry_after: None }
    } else if message(body).is_some() {
        ModelFault::Provider { status: 500, detail }
    } else {
        ModelFault::Malformed(detail)
    }
}

/// The words for people in a provider's error, wherever it has them.
fn message(body: &Value) -> Option<&str> {
    let places = [&body["error"]["message"], &body["message"], &body["error"], &body["Message"]];
    places.into_iter().find_map(Value::as_str).filter(|text| !text.is_empty())
}

#[expect(clippy::disallowed_methods, reason = "an HTTP date is an offset from now; nothing is decided by it but a pause")]
fn retry_after(headers: &HeaderMap) -> Option<Duration> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite() && (0.0..1e6).contains(number));
    if let Some(millis) = text("retry-after-ms").and_then(number) {
        return Some(Duration::from_secs_f64(millis / 1_000.0));
    }
    let asked = text("retry-after")?;
    number(asked).map(Duration::from_secs_f64).or_else(|| {
        let at = httpdate::parse_http_date(asked).ok()?;
        Some(at.duration_since(SystemTime::now()).unwrap_or_default())
    })
}

fn short(text: &str) -> String {
    let text = text.trim();
    match text.char_indices().nth(LONGEST) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

/// A provider may repeat the key in its error; ours never do.
pub(super) fn without_key(fault: ModelFault, key: Option<&SecretString>) -> ModelFault {
    let Some(key) = key.map(ExposeSecret::expose_secret).filter(|key| !key.is_empty()) else { return fault };
    let clean = |text: String| text.replace(key, "[key]");
    match fault {
        ModelFault::Unreachable(text) => ModelFault::Unreachable(clean(text)),
        ModelFault::Unauthorized(text) => ModelFault::Unauthorized(clean(text)),
        ModelFault::Refused(text) => ModelFault::Refused(clean(text)),
        ModelFault::Malformed(text) => ModelFault::Malformed(clean(text)),
        ModelFault::Provider { status, detail } => ModelFault::Provider { status, detail: clean(detail) },
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use reqwest::header::{HeaderName, HeaderValue};

    fn parse_header(name: &'static str, value: &'static str) -> Option<Duration> {
        retry_after(&HeaderMap::from_iter([(HeaderName::from_static(name), HeaderValue::from_static(value))]))
    }

    #[test]
    fn every_way_to_ask_for_a_pause_is_understood() {
        assert_eq!(parse_header("retry-after", "7"), Some(Duration::from_secs(7)));
        assert_eq!(parse_header("retry-after", "1.5"), Some(Duration::from_millis(1_500)));
        assert_eq!(parse_header("retry-after-ms", "250"), Some(Duration::from_millis(250)));
        assert_eq!(parse_header("retry-after", "Fri, 01 Jan 1999 00:00:00 GMT"), Some(Duration::ZERO));
        assert!(parse_header("retry-after", "Tue, 01 Jan 2999 00:00:00 GMT") > Some(Duration::from_secs(3_600)));
        assert_eq!(parse_header("retry-after", "soon"), None);
        assert_eq!(parse_header("retry-after", "-1"), None);
    }

    #[test]
    fn an_empty_account_is_not_a_rate_limit() {
        let body =
            r#"{"error":{"message":"You exceeded your current quota","type":"insufficient_quota","code":"insufficient_quota"}}"#;
        let fault = answered(StatusCode::TOO_MANY_REQUESTS, body, &HeaderMap::new());
        assert!(!fault.is_retryable(), "{fault}");
    }

    #[test]
    fn long_errors_are_cut_between_characters() {
        assert_eq!(short(&"é".repeat(900)).chars().count(), LONGEST + 1);
    }
}
