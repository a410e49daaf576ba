//! `Idempotency-Key`: the same call again gets the first answer, another call under the same key is a conflict.

use super::{
    body::{read, read_form},
    identity::Identity,
    one_at_a_time::Turn,
    problem::Problem,
};
use crate::backend::Backend;
use axum::{
    body::{Body, Bytes, to_bytes},
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use domain::account::{Claimed, IdempotentAnswer, KeyClaim};
use http::{HeaderValue, Method, StatusCode, header};
use protocol::Timestamp;
use sha2::{Digest, Sha256};
use std::{
    pin::pin,
    time::{Duration, Instant},
};
use uuid::Uuid;

pub(super) const KEY: &str = "idempotency-key";
const LONGEST: usize = 200;

pub(crate) async fn answer_once(State(backend): State<Backend>, request: Request, next: Next) -> Result<Response, Problem> {
    let Some(key) = request.headers().get(KEY).cloned().filter(|_| request.method() == Method::POST) else {
        return Ok(next.run(request).await);
    };
    let Some(identity) = request.extensions().get::<Identity>().cloned() else { return Err(Problem::signed_out()) };
    let key = key.to_str().ok().filter(|key| (1..=LONGEST).contains(&key.len())).map(str::to_owned);
    let key = key.ok_or_else(|| Problem::malformed(format!("Idempotency-Key has 1 to {LONGEST} visible characters")))?;
    let tenant = identity.account.tenant_id;
    // A key belongs to one user.
    let key = format!("{}:{key}", identity.account.user_id);

    let (parts, body) = request.into_parts();
    let kind = parts.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let form = kind.starts_with("multipart/form-data").then(|| boundary(kind));
    let body = if form.is_some() { read_form(body).await? } else { read(body).await? };
    let mut hash = Sha256::new().chain_update(parts.method.as_str()).chain_update(parts.uri.to_string()).chain_update([0]);
    match &form {
        Some(boundary) => without(&body, boundary.as_bytes()).for_each(|part| hash.update(part)),
        None => hash.update(&body),
    }
    let request_hash = hash.finalize().to_vec();

    let about = parts.uri.path().split('/').find_map(|part| Uuid::parse_str(part).ok());
    let request = Request::from_parts(parts, Body::from(body));
    let call = async move {
        // Two equal calls at the same moment: the second waits for the first and gets its answer.
        let _turn = Turn::acquire(&format!("call {tenant} {key}")).await;
        let claim = KeyClaim { tenant, key, request_hash, about, leased_until: lease(&backend) };
        match claimed(&backend, claim).await? {
            Ok(claim) => run_claimed(&backend, claim, next.run(request)).await,
            Err(first) => answer(&first),
        }
    };
    // A call that has begun comes to its end, also when who made it has hung up: they will repeat it under its key.
    match tokio::spawn(call).await {
        Ok(response) => response,
        Err(fault) if fault.is_panic() => std::panic::resume_unwind(fault.into_panic()),
        Err(fault) => Err(Problem::new(StatusCode::SERVICE_UNAVAILABLE, fault.to_string())),
    }
}

/// The boundary of a form's parts. Clients choose a new one for each call, so it is not part of the call.
fn boundary(kind: &str) -> String {
    let named = kind.split(';').find_map(|part| part.trim().strip_prefix("boundary="));
    named.unwrap_or_default().trim_matches('"').to_owned()
}

/// The pieces of a body around this boundary.
fn without<'a>(body: &'a [u8], boundary: &[u8]) -> impl Iterator<Item = &'a [u8]> {
    let mut rest = Some(body);
    let finder = memchr::memmem::Finder::new(boundary).into_owned();
    let length = boundary.len();
    std::iter::from_fn(move || {
        let body = rest?;
        match finder.find(body).filter(|_| length > 0) {
            Some(at) => {
                rest = Some(&body[at + length..]);
                Some(&body[..at])
            }
            None => rest.take(),
        }
    })
}

/// For how long a node that died keeps others from carrying out its call.
const LEASE: Duration = Duration::from_secs(60);
/// How long the second of two equal calls waits for another node.
const PATIENCE: Duration = Duration::from_secs(10);
const LOOK: Duration = Duration::from_millis(100);

fn lease(backend: &Backend) -> Timestamp {
    Timestamp(backend.now().0 + i64::try_from(LEASE.as_micros()).unwrap_or(i64::MAX))
}

/// The claim, to be carried out now, or the answer that another node gave in the meantime.
async fn claimed(backend: &Backend, mut claim: KeyClaim) -> Result<Result<KeyClaim, IdempotentAnswer>, Problem> {
    let other = || Problem::new(StatusCode::CONFLICT, "this Idempotency-Key was used for another call");
    let begun = Instant::now();
    loop {
        claim.leased_until = lease(backend);
        match backend.accounts().claim_key(&claim, backend.now()).await? {
            Claimed::Begun => return Ok(Ok(claim)),
            Claimed::Answered(first) if first.request_hash == claim.request_hash => return Ok(Err(first)),
            Claimed::Answered(_) => return Err(other()),
            Claimed::Running { request_hash } if request_hash != claim.request_hash => return Err(other()),
            Claimed::Running { .. } if begun.elapsed() < PATIENCE => tokio::time::sleep(LOOK).await,
            Claimed::Running { .. } => {
                let detail = "the same call is being carried out: ask again for its answer";
                return Err(Problem { retry_after: Some(5), ..Problem::new(StatusCode::CONFLICT, detail) });
            }
        }
    }
}

/// Holds the claim until there is an answer.
async fn run_claimed(backend: &Backend, mut claim: KeyClaim, call: impl Future<Output = Response>) -> Result<Response, Problem> {
    let mut call = pin!(call);
    loop {
        match tokio::time::timeout(LEASE / 3, &mut call).await {
            Ok(response) => return keep(backend, claim, response).await,
            Err(_) => {
                let until = lease(backend);
                match backend.accounts().extend_claim(&claim, until).await {
                    Ok(true) => claim.leased_until = until,
                    Ok(false) => tracing::warn!("a call took so long that its idempotency key was given to another one"),
                    Err(fault) => tracing::warn!(%fault, "an idempotency key could not be held"),
                }
            }
        }
    }
}

/// Marks an answer whose body shows a secret once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ShownOnce;

/// Stores the answer, but never a secret: of an answer that shows one only the status is stored. An error changed nothing, so the
/// same call may be tried again. A stream handles repetition itself.
async fn keep(backend: &Backend, claim: KeyClaim, response: Response) -> Result<Response, Problem> {
    let json = response.headers().get(header::CONTENT_TYPE).is_some_and(|kind| kind.as_bytes().starts_with(b"application/json"));
    if !response.status().is_success() || !(json || response.status() == StatusCode::NO_CONTENT) {
        if let Err(fault) = backend.accounts().give_up_claim(&claim).await {
            tracing::warn!(%fault, "an idempotency key could not be freed");
        }
        return Ok(response);
    }
    let failed = |fault: String| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, fault);
    let (parts, body) = response.into_parts();
    let shown_once = parts.extensions.get::<ShownOnce>().is_some();
    let body = to_bytes(body, usize::MAX).await.map_err(|fault| failed(fault.to_string()))?;
    let text = String::from_utf8(body.to_vec()).map_err(|fault| failed(fault.to_string()))?;
    let kept = IdempotentAnswer {
        tenant: claim.tenant,
        key: claim.key.clone(),
        request_hash: claim.request_hash.clone(),
        about: claim.about,
        status: parts.status.as_u16(),
        body: if shown_once { String::new() } else { text },
        created_at: backend.now(),
    };
    if let Err(fault) = backend.accounts().keep_answer(&claim, kept).await {
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
