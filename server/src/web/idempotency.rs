//! `Idempotency-Key`: the same call again gets the first answer, another call under the same key is a conflict.

use super::{body::read, identity::Identity, one_at_a_time::Turn, problem::Problem};
use crate::backend::Backend;
use axum::{
    body::{Body, Bytes, to_bytes},
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use domain::account::IdempotentAnswer;
use http::{HeaderValue, Method, StatusCode, header};
use protocol::TenantId;
use sha2::{Digest, Sha256};
use uuid::Uuid;

const KEY: &str = "idempotency-key";
const LONGEST: usize = 200;

pub(crate) async fn answer_once(State(backend): State<Backend>, request: Request, next: Next) -> Result<Response, Problem> {
    let Some(key) = request.headers().get(KEY).cloned().filter(|_| request.method() == Method::POST) else {
        return Ok(next.run(request).await);
    };
    let Some(identity) = request.extensions().get::<Identity>().cloned() else { return Err(Problem::signed_out()) };
    let key = key.to_str().ok().filter(|key| (1..=LONGEST).contains(&key.len())).map(str::to_owned);
    let key = key.ok_or_else(|| Problem::malformed(format!("Idempotency-Key has 1 to {LONGEST} visible characters")))?;
    let tenant = identity.account.tenant_id;
    // One person's key is nobody else's.
    let key = format!("{}:{key}", identity.account.user_id);

    let (parts, body) = request.into_parts();
    let body = read(body).await?;
    let request_hash = Sha256::new()
        .chain_update(parts.method.as_str())
        .chain_update(parts.uri.path())
        .chain_update([0])
        .chain_update(&body)
        .finalize()
        .to_vec();

    // Two equal calls at the same moment: the second waits for the first and gets its answer.
    let _turn = Turn::of(&format!("call {tenant} {key}")).await;
    if let Some(first) = backend.accounts().idempotent_answer(tenant, &key).await? {
        return if first.request_hash == request_hash {
            answer(&first)
        } else {
            Err(Problem::new(StatusCode::CONFLICT, "this Idempotency-Key was used for another call"))
        };
    }
    let about = parts.uri.path().split('/').find_map(|part| Uuid::parse_str(part).ok());
    let call = Call { tenant, key, request_hash, about };
    let response = next.run(Request::from_parts(parts, Body::from(body))).await;
    keep(&backend, call, response).await
}

/// A call under a key.
struct Call {
    tenant: TenantId,
    key: String,
    request_hash: Vec<u8>,
    /// The object that the path names.
    about: Option<Uuid>,
}

/// Put on an answer whose body tells a secret once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShownOnce;

/// Keeps what was done, but never a secret: of an answer that tells one the status is kept and nothing else. An error did nothing, so the same call may be tried again; a stream answers for itself.
async fn keep(backend: &Backend, call: Call, response: Response) -> Result<Response, Problem> {
    let json = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !response.status().is_success() || !(json || response.status() == StatusCode::NO_CONTENT) {
        return Ok(response);
    }
    let (parts, body) = response.into_parts();
    let shown_once = parts.extensions.get::<ShownOnce>().is_some();
    let body =
        to_bytes(body, usize::MAX).await.map_err(|fault| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, fault.to_string()))?;
    let text =
        String::from_utf8(body.to_vec()).map_err(|fault| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, fault.to_string()))?;
    let Call { tenant, key, request_hash, about } = call;
    let (status, created_at) = (parts.status.as_u16(), backend.now());
    let kept = if shown_once { String::new() } else { text };
    let kept = IdempotentAnswer { tenant, key, request_hash, about, status, body: kept, created_at };
    if let Err(fault) = backend.accounts().keep_answer(kept).await {
        // It was done; only its repetition is not guarded.
        tracing::warn!(%fault, "an answer could not be kept under its idempotency key");
    }
    Ok(Response::from_parts(parts, Body::from(body)))
}

fn answer(first: &IdempotentAnswer) -> Result<Response, Problem> {
    let status =
        StatusCode::from_u16(first.status).map_err(|fault| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, fault.to_string()))?;
    if first.body.is_empty() && status != StatusCode::NO_CONTENT {
        let detail = "this was done already, and its secret is shown only once: if it was lost, revoke it and make another";
        return Err(Problem::new(StatusCode::CONFLICT, detail));
    }
    let mut response = Response::new(Body::from(Bytes::from(first.body.clone())));
    *response.status_mut() = status;
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response.headers_mut().insert("idempotency-replayed", HeaderValue::from_static("true"));
    Ok(response)
}
