//! The kinds of streams that this server serves, each named here once: what follows, sweeps, takes up and ends them loops over these.

use actors::{
    CommandFault, Who,
    live::{AnyDirectory, Followed},
};
use domain::live::StreamChange;
use futures::future::join_all;
use protocol::live::Kind;
use std::sync::Arc;
use uuid::Uuid;

/// All directories.
#[derive(Clone)]
pub(crate) struct Lives(Arc<[Arc<dyn AnyDirectory>]>);

impl Lives {
    pub(crate) fn new(all: impl IntoIterator<Item = Arc<dyn AnyDirectory>>) -> Self {
        Self(all.into_iter().collect())
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.0.iter().all(|one| one.is_ready())
    }

    /// How many of each kind are in memory.
    pub(crate) fn counts(&self) -> impl Iterator<Item = (Kind, usize)> + '_ {
        self.0.iter().map(|one| (one.kind(), one.live()))
    }

    /// Something happened to streams elsewhere; whose they are, each directory knows.
    pub(crate) fn changed(&self, change: StreamChange) {
        self.0.iter().for_each(|one| one.changed(change));
    }

    pub(crate) async fn sweep(&self) {
        for one in &*self.0 {
            let slept = one.sweep().await;
            if slept > 0 {
                tracing::debug!(slept, kind = one.kind().name(), "idle streams were put to sleep");
            }
        }
    }

    /// Goes on with what a process left behind, this one's predecessor or another node.
    pub(crate) async fn take_up(&self) {
        for one in &*self.0 {
            let kind = one.kind().name();
            match one.take_up().await {
                Ok(0) => {}
                Ok(taken) => tracing::debug!(taken, kind, "streams with work under way"),
                Err(fault) => tracing::warn!(%fault, kind, "work that was left could not be looked for"),
            }
        }
    }

    pub(crate) async fn leave(&self) {
        join_all(self.0.iter().map(|one| one.leave())).await;
    }

    pub(crate) async fn shutdown(&self) {
        join_all(self.0.iter().map(|one| one.shutdown())).await;
    }

    /// # Errors
    /// When there is no such stream or it cannot be read.
    pub(crate) async fn follow(&self, who: Who, (kind, id): (Kind, Uuid), after: Option<u64>) -> Result<Followed, CommandFault> {
        let directory = self.0.iter().find(|one| one.kind() == kind).ok_or(CommandFault::NotFound)?;
        directory.follow(who, id, after).await
    }
}
