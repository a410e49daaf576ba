//! Figures that are looked up when somebody asks for them.

use crate::backend::Backend;
use protocol::live::Kind;
use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Tenants whose files are counted one by one: those with the most.
const TENANTS: u32 = 100;
/// How often all files are summed up.
const FILES_AGAIN: Duration = Duration::from_secs(30);
/// Figures come also while the database does not answer.
const PATIENCE: Duration = Duration::from_secs(2);

static FILES_SUMMED: Mutex<Option<Instant>> = Mutex::new(None);

pub(super) async fn note_all(backend: &Backend) {
    note_connections(backend);
    note_streams(backend);
    note_queues(backend);
    note_files(backend).await;
}

fn note_connections(backend: &Backend) {
    let (open, idle) = backend.store().connections();
    metrics::gauge!("discovery_database_connections").set(f64::from(open));
    metrics::gauge!("discovery_database_connections_idle").set(count(idle));
}

fn note_streams(backend: &Backend) {
    for (kind, live) in backend.lives().counts() {
        metrics::gauge!("discovery_in_memory", "kind" => kind.name()).set(count(live));
        if kind == Kind::Interview {
            // The name it had before there were other kinds.
            metrics::gauge!("discovery_interviews_in_memory").set(count(live));
        }
    }
}

/// What is bounded, and who waits for it.
fn note_queues(backend: &Backend) {
    let own = projects::count_queues(backend.projects());
    for (resource, (under_way, waiting)) in own.into_iter().chain([("models", backend.models().count_calls())]) {
        metrics::gauge!("discovery_under_way", "resource" => resource).set(count(under_way));
        metrics::gauge!("discovery_waiting", "resource" => resource).set(count(waiting));
    }
}

/// What the uploaded files take, and what they may. Tenants are given by their ids: everybody may read figures, but no names.
async fn note_files(backend: &Backend) {
    {
        let mut summed = FILES_SUMMED.lock().unwrap_or_else(PoisonError::into_inner);
        if summed.is_some_and(|at| at.elapsed() < FILES_AGAIN) {
            return;
        }
        *summed = Some(Instant::now());
    }
    metrics::gauge!("discovery_files_bytes_limit").set(to_float(backend.settings().bytes_per_tenant));
    match tokio::time::timeout(PATIENCE, backend.project_store().fullest_tenants(TENANTS)).await {
        Ok(Ok(tenants)) => {
            for (tenant, bytes) in tenants {
                metrics::gauge!("discovery_files_bytes", "tenant" => tenant.to_string()).set(to_float(bytes));
            }
        }
        Ok(Err(fault)) => tracing::debug!(%fault, "the files cannot be summed up now"),
        Err(_) => tracing::debug!("the files cannot be summed up in time"),
    }
}

fn count(count: usize) -> f64 {
    u32::try_from(count).map_or(f64::MAX, f64::from)
}

#[expect(clippy::cast_precision_loss, reason = "nobody counts single bytes of so many")]
fn to_float(bytes: u64) -> f64 {
    bytes as f64
}
