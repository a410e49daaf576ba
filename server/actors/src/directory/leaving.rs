//! Gives back research when the server goes down.

use super::{Directory, Entry};
use crate::interview::Message;
use std::{
    sync::{Arc, atomic::Ordering},
    time::Duration,
};
use tokio::{sync::oneshot, time::timeout};

/// How long it may take to store that a task is given back.
const STORING: Duration = Duration::from_secs(2);

impl Directory {
    /// Takes up no more research, lets the steps under way come to their end as long as a shutdown waits for anything, and leaves
    /// the rest to whoever is there: another node, or the next process. For whoever goes down, before [`Directory::shutdown`].
    pub async fn leave_research(&self) {
        self.0.leaving.store(true, Ordering::SeqCst);
        let entries: Vec<Arc<Entry>> = self.entries().values().cloned().collect();
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
            tracing::warn!("research could not be given back in time: another server goes on with it when its lease is over");
        });
        futures::future::join_all(leaving).await;
    }
}
