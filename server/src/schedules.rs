//! Looks for schedules that are due, at the start and every few seconds, and tells webhooks of what they started. Every node does it; each schedule and each delivery is one node's.

use crate::{backend::Backend, web::api::schema::Run};
use protocol::run::RunView;
use serde_json::Value;
use std::time::Duration;
use tokio::time::MissedTickBehavior;
use tokio_util::sync::CancellationToken;

const LOOK: Duration = Duration::from_secs(2);
/// How often it is looked for searches that are about to be too old.
const WARM: Duration = Duration::from_secs(60);

/// Starts the runs and the searches of schedules, until the server is to stop.
pub(crate) async fn fire(backend: Backend, stop: CancellationToken) {
    let mut ticks = ticks();
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            // What would begin now would be cut off at once.
            () = backend.leaving().cancelled() => return,
            _ = ticks.tick() => {}
        }
        if let Err(failure) = projects::fire_due(backend.projects()).await {
            tracing::warn!(%failure, "schedules that are due could not be looked for");
        }
        if let Err(failure) = companies::fire_due(backend.companies()).await {
            tracing::warn!(%failure, "schedules of searches that are due could not be looked for");
        }
    }
}

/// Asks again for kept answers, until the server is to stop. What is cut off then is asked by the next server.
pub(crate) async fn ask_again(backend: Backend, stop: CancellationToken) {
    let mut ticks = ticks();
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            () = backend.leaving().cancelled() => return,
            _ = ticks.tick() => {}
        }
        tokio::select! {
            () = stop.cancelled() => return,
            fired = ask::fire_due(backend.asks()) => if let Err(failure) = fired {
                tracing::warn!(%failure, "schedules of kept answers that are due could not be looked for");
            }
        }
    }
}

/// Tells webhooks of what is over, until the server stops.
pub(crate) async fn deliver(backend: Backend, stop: CancellationToken) {
    let mut ticks = ticks();
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = ticks.tick() => {}
        }
        let delivering = async {
            tokio::join!(
                projects::deliver_due(backend.projects(), as_the_api_shows_it),
                companies::deliver_due(backend.companies()),
                ask::deliver_due(backend.asks()),
            )
        };
        tokio::select! {
            // Attempts that are cut off are made again by the next server.
            () = stop.cancelled() => return,
            (of_runs, of_searches, of_answers) = delivering => for delivered in [of_runs, of_searches, of_answers] {
                if let Err(failure) = delivered {
                    tracing::warn!(%failure, "what webhooks wait for could not be looked for");
                }
            }
        }
    }
}

/// Searches again what many ask for before it is too old, until the server is to stop.
pub(crate) async fn warm(backend: Backend, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(WARM);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            () = backend.leaving().cancelled() => return,
            _ = ticks.tick() => {}
        }
        if let Err(failure) = companies::warm_popular(backend.companies()).await {
            tracing::warn!(%failure, "popular searches could not be looked for");
        }
    }
}

fn ticks() -> tokio::time::Interval {
    let mut ticks = tokio::time::interval(LOOK);
    // One look after the other against a database in trouble would be no help.
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    ticks
}

fn as_the_api_shows_it(view: &RunView) -> Value {
    serde_json::to_value(Run::new(view, 0)).unwrap_or_default()
}
