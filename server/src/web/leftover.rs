//! Bodies that are refused before they are read. A connection that is closed while somebody still sends loses the answer too, so
//! what was left is read for a while and thrown away.

use axum::{
    body::{Body, BodyDataStream},
    extract::Request,
    middleware::Next,
    response::Response,
};
use futures::{StreamExt as _, stream};
use http::{HeaderMap, header};
use std::{
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

/// What is read of it before the connection is closed all the same, in bytes.
const MOST: usize = 32 * 1024 * 1024;
/// And for how long.
const PATIENCE: Duration = Duration::from_secs(5);

/// Answers once the body of the request was read, by whoever it was for or by nobody.
pub(super) async fn read_leftover(request: Request, next: Next) -> Response {
    if !has_body(request.headers()) {
        return next.run(request).await;
    }
    let (parts, body) = request.into_parts();
    let body = Arc::new(Mutex::new(body.into_data_stream()));
    let lent = Arc::clone(&body);
    let lent = stream::poll_fn(move |context| lent.lock().unwrap_or_else(PoisonError::into_inner).poll_next_unpin(context));
    let response = next.run(Request::from_parts(parts, Body::from_stream(lent))).await;
    // Somebody else may still be reading it.
    if let Some(body) = Arc::into_inner(body) {
        let rest = throw_away(body.into_inner().unwrap_or_else(PoisonError::into_inner));
        if tokio::time::timeout(PATIENCE, rest).await.is_err() {
            tracing::debug!("the rest of a body did not come in time");
        }
    }
    response
}

fn has_body(headers: &HeaderMap) -> bool {
    headers.contains_key(header::TRANSFER_ENCODING) || headers.get(header::CONTENT_LENGTH).is_some_and(|length| length != "0")
}

async fn throw_away(mut body: BodyDataStream) {
    let mut read = 0;
    while let Some(Ok(chunk)) = body.next().await
        && read <= MOST
    {
        read += chunk.len();
    }
}
