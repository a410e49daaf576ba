//! The time that all nodes of one database go by: the database's own. Leases of research are compared by it.

use crate::backend::Backend;
use actors::AgreedClock;
use std::time::Duration;
use store::Store;
use tokio_util::sync::CancellationToken;

/// How often the database is asked.
const LOOK: Duration = Duration::from_secs(60);

/// Puts the clock right by the database's, where several nodes may share it.
pub(crate) async fn agree(clock: &AgreedClock, store: &Store) {
    let asked = clock.own();
    match store.time().await {
        Ok(Some(time)) => {
            if let Some(ahead) = clock.agree(asked, time, clock.own()) {
                tracing::warn!(
                    milliseconds = -ahead / 1_000,
                    "this machine's clock is before the database's by so much, and the database's counts"
                );
            }
        }
        Ok(None) => {}
        Err(fault) => tracing::debug!(%fault, "the database's clock could not be read"),
    }
}

pub(crate) async fn keep(backend: Backend, stop: CancellationToken) {
    let mut ticks = tokio::time::interval(LOOK);
    loop {
        tokio::select! {
            () = stop.cancelled() => return,
            _ = ticks.tick() => {}
        }
        agree(backend.clock(), backend.store()).await;
    }
}
