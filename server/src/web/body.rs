//! A JSON body, with a clear answer for each way in which it can be wrong.

use super::problem::Problem;
use axum::{
    body::Bytes,
    extract::{FromRequest, Request, rejection::BytesRejection},
};
use http::{StatusCode, header};
use serde::de::DeserializeOwned;

/// The largest body of an ordinary call, in bytes.
pub(crate) const LIMIT: usize = 4 * 1024 * 1024;

pub(crate) struct Body<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Body<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
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
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection| match rejection {
            BytesRejection::FailedToBufferBody(fault) if fault.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Problem::new(StatusCode::PAYLOAD_TOO_LARGE, format!("the body is larger than {} MB", LIMIT / 1024 / 1024))
            }
            other => Problem::malformed(other.body_text()),
        })?;
        parse(&bytes).map(Self)
    }
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
