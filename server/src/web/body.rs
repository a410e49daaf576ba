//! A JSON body, with a clear answer for each way in which it can be wrong.

use super::{identity::Identity, lengths, problem::Problem, spelling::Expected, wording};
use app::calls::CallFault;
use axum::{
    Form, Json,
    body::{Body as Raw, Bytes},
    extract::{FromRequest, Request},
    middleware::Next,
    response::{IntoResponse, Response},
};
use futures::StreamExt;
use http::{HeaderValue, StatusCode, header};
use serde::de::DeserializeOwned;
use std::time::Duration;

/// The largest body of an ordinary call, in bytes.
pub(crate) const LIMIT: usize = 4 * 1024 * 1024;
/// What is read of a larger one before the connection is closed on it.
const ENDURED: usize = 8 * LIMIT;

/// The largest form with files that is held in memory, because its repetition must be known again.
const FORM: usize = 64 * 1024 * 1024;

/// The largest body of somebody who is not signed in: a form with a few fields.
const OF_NOBODY: usize = 16 * 1024;
/// The same of a guest: each of the 4000 signs of an answer is up to nine bytes in a form.
const OF_GUEST: usize = 48 * 1024;
/// How long a body may take to come.
const PATIENCE: Duration = Duration::from_secs(60);

pub(crate) struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Problem> {
        // A call that needs nothing said may say nothing.
        let empty = request.headers().get(header::CONTENT_LENGTH).is_none_or(|length| length == "0")
            && !request.headers().contains_key(header::TRANSFER_ENCODING);
        if empty {
            return parse(b"{}", None).map(Self);
        }
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if kind != "application/json" && !kind.ends_with("+json") {
            return Err(Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "the body must be JSON: Content-Type: application/json",
            ));
        }
        let expected = request.extensions().get::<Expected>().cloned();
        parse(&read(request.into_body()).await?, expected.as_ref()).map(Self)
    }
}

/// The whole body of an ordinary call.
pub(crate) async fn read(body: Raw) -> Result<Vec<u8>, Problem> {
    read_at_most(LIMIT, body).await
}

/// The whole body of a form with files.
pub(crate) async fn read_form(body: Raw) -> Result<Vec<u8>, Problem> {
    read_at_most(FORM, body).await
}

/// The whole body. One that is too large is read on for a while and thrown away: whoever is still sending when the answer
/// comes often does not see the answer.
async fn read_at_most(limit: usize, body: Raw) -> Result<Vec<u8>, Problem> {
    let mut chunks = body.into_data_stream();
    let (mut bytes, mut length) = (Vec::new(), 0);
    let reading = async {
        while let Some(chunk) = chunks.next().await {
            let chunk = chunk.map_err(|fault| Problem::malformed(format!("the body broke off: {fault}")))?;
            length += chunk.len();
            if length <= limit {
                bytes.extend_from_slice(&chunk);
            } else if length > limit + ENDURED {
                break;
            }
        }
        Ok::<(), Problem>(())
    };
    let dawdled = || Problem::new(StatusCode::REQUEST_TIMEOUT, format!("the body took longer than {} s", PATIENCE.as_secs()));
    tokio::time::timeout(PATIENCE, reading).await.map_err(|_| dawdled())??;
    if length <= limit {
        return Ok(bytes);
    }
    Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, format!("the body is larger than {} kB", limit / 1024)))
}

/// Forms and calls of pages read their bodies themselves, without a bound: they get them whole, and no text in them that is too long.
/// Nobody in particular may say little.
pub(crate) async fn bounded(request: Request, next: Next) -> Result<Response, Problem> {
    let limit = match request.extensions().get::<Identity>() {
        Some(_) => LIMIT,
        None if request.uri().path().starts_with("/invited/") => OF_GUEST,
        None => OF_NOBODY,
    };
    let call = request.uri().path().starts_with("/call/");
    let (parts, body) = request.into_parts();
    let body = async {
        let body = Bytes::from(read_at_most(limit, body).await?);
        // Whoever reads it looks at the bytes, not at what they are called.
        if body.len() > lengths::USUAL && !lengths::check_json(&body)? {
            let mut whole = Request::from_parts(parts.clone(), Raw::from(body.clone()));
            whole.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/x-www-form-urlencoded"));
            if let Ok(Form(fields)) = Form::<Vec<(String, String)>>::from_request(whole, &()).await {
                lengths::check_form(&fields)?;
            }
        }
        Ok::<_, Problem>(body)
    };
    let read = body.await;
    match read {
        Ok(body) => Ok(next.run(Request::from_parts(parts, Raw::from(body))).await),
        // As pages read what went wrong with their calls.
        Err(problem) if call => Ok((problem.status, Json(CallFault::from(problem))).into_response()),
        Err(problem) => Err(problem),
    }
}

fn parse<T: DeserializeOwned>(bytes: &[u8], expected: Option<&Expected>) -> Result<T, Problem> {
    let text = std::str::from_utf8(bytes).map_err(|_| Problem::malformed("the body is not UTF-8"))?;
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|fault| Problem::malformed(format!("the body is not JSON: {fault}")))?;
    // A list would be read as the fields in their order, which nobody means.
    if !value.is_object() {
        return Err(Problem::invalid("body", "the body must be a JSON object"));
    }
    if let Some(expected) = expected {
        expected.check(&value)?;
    }
    wording::read_value(value).map_err(|fault| Problem::invalid(&fault.field, fault.message))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, serde::Deserialize)]
    struct Given {
        #[expect(dead_code, reason = "only what is wrong with it matters")]
        role: protocol::account::Role,
        #[expect(dead_code, reason = "only what is wrong with it matters")]
        turns: Vec<Turn>,
    }

    #[derive(Debug, serde::Deserialize)]
    struct Turn {
        #[expect(dead_code, reason = "only what is wrong with it matters")]
        text: String,
    }

    #[test]
    fn what_is_wrong_is_named_by_its_field() {
        for (body, field) in [
            (r#"{"turns": []}"#, "role"),
            (r#"{"role": "emperor", "turns": []}"#, "role"),
            (r#"{"role": "admin", "turns": 7}"#, "turns"),
            (r#"{"role": "admin", "turns": [{"text": "a"}, {"text": 7}]}"#, "turns[1].text"),
            (r#"{"role": "admin", "turns": [{}]}"#, "turns[0].text"),
            ("[]", "body"),
        ] {
            let problem = parse::<Given>(body.as_bytes(), None).expect_err("it is wrong");
            assert_eq!((problem.status.as_u16(), problem.faults[0].field.as_str()), (422, field), "{body}");
            assert!(!problem.detail.contains("struct") && !problem.detail.contains('`'), "{}", problem.detail);
        }
        assert_eq!(parse::<Given>(b"{", None).expect_err("no JSON").status.as_u16(), 400);
    }
}
