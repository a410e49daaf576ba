//! One line of the ledger, from its beginning to whatever end.

use super::{seen::Seen, target::Target};
use domain::models::{CallCost, CallEnd, ModelFault, ModelRequest, ModelStore, Outcome, cost};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};
use tokio_util::task::TaskTracker;
use uuid::Uuid;

/// Written down when it ends; when it is dropped before, as cancelled with what is known by then.
pub(super) struct Call {
    store: Arc<dyn ModelStore>,
    writes: TaskTracker,
    id: Uuid,
    request: Arc<ModelRequest>,
    target: Target,
    pub(super) seen: Arc<Seen>,
    pub(super) attempts: u32,
    began: Instant,
    open: bool,
}

impl Call {
    pub(super) fn new(
        store: Arc<dyn ModelStore>,
        writes: TaskTracker,
        id: Uuid,
        request: Arc<ModelRequest>,
        target: Target,
    ) -> Self {
        let (seen, began) = (Arc::default(), Instant::now());
        Self { store, writes, id, request, target, seen, attempts: 0, began, open: true }
    }

    pub(super) fn done(mut self) {
        self.end(Outcome::Done, String::new());
    }

    pub(super) fn failed(mut self, fault: &ModelFault) {
        self.end(Outcome::Failed(fault.kind()), fault.to_string());
    }

    fn end(&mut self, outcome: Outcome, detail: String) {
        self.open = false;
        let (usage, guessed) = self.seen.known().usage(&self.request);
        let cost = CallCost { usage, estimated: guessed, cost: self.target.price.map(|price| cost(usage, price)) };
        let end = CallEnd { id: self.id, outcome, cost, attempts: self.attempts, took: self.began.elapsed(), detail };
        let store = self.store.clone();
        // Beside the caller, who has the reply already, or is gone.
        self.writes.spawn(async move {
            for pause in [0, 1, 5] {
                tokio::time::sleep(Duration::from_secs(pause)).await;
                match store.end_call(end.clone()).await {
                    Ok(()) => return,
                    Err(fault) if fault.is_retryable() => {}
                    Err(fault) => {
                        tracing::error!(%fault, call = %end.id, "the end of a call to a model could not be written down");
                        return;
                    }
                }
            }
            tracing::error!(call = %end.id, "the end of a call to a model could not be written down; it stays counted at its worst");
        });
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        if self.open {
            self.end(Outcome::Cancelled, String::new());
        }
    }
}
