//! Whether the server lives, whether it can work, and its figures.

use super::{
    figures,
    identity::digest,
    problem::{Problem, missing},
};
use crate::backend::Backend;
use axum::{Router, extract::State, routing::get};
use http::{HeaderMap, StatusCode, header};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use secrecy::ExposeSecret as _;
use std::{sync::OnceLock, time::Duration};

pub(crate) fn router(backend: Backend) -> Router {
    Router::new()
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .route("/metrics", get(render_figures))
        .with_state(backend)
}

/// What is missing is named, one by one.
async fn ready(State(backend): State<Backend>) -> Result<&'static str, Problem> {
    if backend.leaving().is_cancelled() {
        return Err(missing("the server is going down", &[("server", "it takes its leave: ask another one")]));
    }
    let mut parts = Vec::new();
    let ping = tokio::time::timeout(Duration::from_secs(2), backend.accounts().ping()).await;
    if !matches!(ping, Ok(Ok(()))) {
        parts.push(("database", "it does not answer"));
    }
    if !backend.lives().is_ready() {
        parts.push(("actors", "they have ended"));
    }
    if parts.is_empty() { Ok("ready\n") } else { Err(missing("something that is needed is missing", &parts)) }
}

/// One recorder per process, whoever asks first.
static RECORDER: OnceLock<Option<PrometheusHandle>> = OnceLock::new();

pub(crate) fn record() -> Option<&'static PrometheusHandle> {
    RECORDER
        .get_or_init(|| match PrometheusBuilder::new().install_recorder() {
            Ok(handle) => {
                figures::begin();
                Some(handle)
            }
            Err(fault) => {
                tracing::warn!(%fault, "figures are not recorded");
                None
            }
        })
        .as_ref()
}

async fn render_figures(State(backend): State<Backend>, headers: HeaderMap) -> Result<String, Problem> {
    let sent = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()).and_then(|value| value.split_once(' '));
    if let Some(token) = &backend.settings().metrics_token
        && sent.is_none_or(|(_, sent)| digest(sent.trim().as_bytes()) != digest(token.expose_secret().as_bytes()))
    {
        return Err(Problem::new(StatusCode::UNAUTHORIZED, "/metrics is answered to whoever sends its token"));
    }
    let handle = record().ok_or_else(|| Problem::new(StatusCode::SERVICE_UNAVAILABLE, "figures are not recorded"))?;
    figures::note_all(&backend).await;
    Ok(handle.render())
}
