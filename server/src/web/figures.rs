//! Figures that are looked up when somebody asks for them.

use crate::backend::Backend;
use domain::interview::TurnEnd;
use protocol::{live::Kind, models::Task};
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

/// What may never happen begins with nothing, so that its first time is seen as an increase.
pub(super) fn begin() {
    for outcome in TurnEnd::ALL.map(TurnEnd::name) {
        metrics::counter!("discovery_turns", "outcome" => outcome).increment(0);
    }
    for kind in Kind::ALL.map(Kind::name) {
        metrics::gauge!("discovery_live", "kind" => kind).increment(0.0);
        for counter in ["discovery_commands", "discovery_decided_again", "discovery_failed"] {
            metrics::counter!(counter, "kind" => kind).increment(0);
        }
    }
    for task in [Task::Understand, Task::Reply, Task::JudgeResearch].map(Task::name) {
        metrics::counter!("discovery_model_proposals_dropped", "task" => task).increment(0);
    }
    for task in [Task::Understand, Task::Summarise, Task::Reevaluate, Task::JudgeResearch, Task::DraftPack].map(Task::name) {
        metrics::counter!("discovery_model_nudges", "task" => task).increment(0);
    }
    metrics::counter!("discovery_research_quotes_dropped").increment(0);
    metrics::gauge!("discovery_sockets").increment(0.0);
}

pub(super) async fn note_all(backend: &Backend) {
    note_connections(backend);
    note_streams(backend);
    note_queues(backend);
    note_files(backend).await;
}

/// To the server's own database, and to those of projects.
fn note_connections(backend: &Backend) {
    let (open, idle) = backend.store().connections();
    metrics::gauge!("discovery_database_connections").set(f64::from(open));
    metrics::gauge!("discovery_database_connections_idle").set(count(idle));
    metrics::gauge!("discovery_sources_open").set(count(projects::count_databases(backend.projects())));
    for (wire, open) in warehouse::count_connections() {
        metrics::gauge!("discovery_source_connections", "wire" => wire).set(count(open));
    }
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
    let others = [("models", backend.models().count_calls()), ("opportunities", backend.opportunities().count_queue())];
    let all = own.into_iter().chain(others).chain(backend.asks().count_queues()).chain(backend.companies().count_queues());
    for (resource, (under_way, waiting)) in all {
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
