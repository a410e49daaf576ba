//! A server goes down: work is given back, then every actor ends.

use super::{Directory, Doer, Message, entry::Entry};
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tokio::{sync::oneshot, time::timeout};

/// How long it may take to store that work is given back.
const STORING: Duration = Duration::from_secs(2);

impl<D: Doer> Directory<D> {
    /// Takes up no more work, lets what is under way come to its end as long as a shutdown waits for anything, and leaves the rest to
    /// whoever is there: another node, or the next process. For whoever goes down, before [`Directory::shutdown`].
    pub async fn leave(&self) {
        self.0.leaving.store(true, Ordering::SeqCst);
        let entries: Vec<Arc<Entry<D>>> = self.entries().values().cloned().collect();
        let drain = self.0.parts.limits.drain;
        let leaving = entries.iter().map(|entry| async move {
            // Waits for one that is being awakened.
            let Ok(Ok(actor)) = timeout(drain, entry.actor.get_or_try_init(|| async { Err(()) })).await else { return };
            for (at_once, patience) in [(false, drain), (true, STORING)] {
                let (left, heard) = oneshot::channel();
                let asleep = actor.send_message(Message::Leave { at_once, left }).is_err();
                if asleep || timeout(patience, heard).await.is_ok() {
                    return;
                }
            }
            tracing::warn!("work could not be given back in time: another server goes on with it when its lease is over");
        });
        futures::future::join_all(leaving).await;
    }

    /// Takes no more, lets every stream finish what it was told, and ends all actors.
    pub async fn shutdown(&self) {
        self.0.closing.store(true, Ordering::SeqCst);
        let entries: Vec<Arc<Entry<D>>> = self.entries().drain().map(|(_, entry)| entry).collect();
        let drain = self.0.parts.limits.drain;
        let draining = entries.iter().map(|entry| async move {
            // Waits for one that is being awakened; none is awakened any more.
            let awake = timeout(drain, entry.actor.get_or_try_init(|| async { Err(()) })).await;
            if let Ok(Ok(actor)) = awake
                && let Err(fault) = actor.drain_and_wait(Some(drain)).await
            {
                tracing::warn!(%fault, "a stream did not end by itself");
                actor.kill();
            }
        });
        futures::future::join_all(draining).await;
        if let Err(fault) = self.0.supervisor.stop_and_wait(None, Some(drain)).await {
            tracing::debug!(%fault, "the supervisor had ended already");
        }
    }
}
