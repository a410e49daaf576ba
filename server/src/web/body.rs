//! A JSON body, with a clear answer for each way in which it can be wrong.

use super::problem::Problem;
use axum::extract::{FromRequest, Request};
use futures::StreamExt;
use http::{StatusCode, header};
use serde::de::DeserializeOwned;

/// The largest body of an ordinary call, in bytes.
pub(crate) const LIMIT: usize = 4 * 1024 * 1024;
/// What is read of a larger one before the connection is closed on it.
const ENDURED: usize = 8 * LIMIT;

pub(crate) struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _state: &S) -> Result<Self, Problem> {
        // A call that needs nothing said may say nothing.
        let empty = request.headers().get(header::CONTENT_LENGTH).is_none_or(|length| length == "0")
            && !request.headers().contains_key(header::TRANSFER_ENCODING);
        if empty {
            return parse(b"{}").map(Self);
        }
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
        if kind != "application/json" && !kind.ends_with("+json") {
            return Err(Problem::new(
                StatusCode::UNSUPPORTED_MEDIA_TYPE,
                "the body must be JSON: Content-Type: application/json",
            ));
        }
        parse(&read(request.into_body()).await?).map(Self)
    }
}

/// The whole body. One that is too large is read on for a while and thrown away: whoever is still sending when the answer
/// comes often does not see the answer.
pub(crate) async fn read(body: axum::body::Body) -> Result<Vec<u8>, Problem> {
    let mut chunks = body.into_data_stream();
    let (mut bytes, mut length) = (Vec::new(), 0);
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|fault| Problem::malformed(format!("the body broke off: {fault}")))?;
        length += chunk.len();
        if length <= LIMIT {
            bytes.extend_from_slice(&chunk);
        } else if length > ENDURED {
            break;
        }
    }
    if length <= LIMIT {
        return Ok(bytes);
    }
    Err(Problem::new(StatusCode::PAYLOAD_TOO_LARGE, format!("the body is larger than {} MB", LIMIT / 1024 / 1024)))
}

fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    let text = std::str::from_utf8(bytes).map_err(|_| Problem::malformed("the body is not UTF-8"))?;
    let value: serde_json::Value =
        serde_json::from_str(text).map_err(|fault| Problem::malformed(format!("the body is not JSON: {fault}")))?;
    // A list would be read as the fields in their order, which nobody means.
    if !value.is_object() {
        return Err(Problem::invalid("body", "the body must be a JSON object"));
    }
    T::deserialize(value).map_err(|fault| Problem::invalid("body", fault.to_string()))
}
