//! A stream's place in the directory, and the queue before it.

use super::{Doer, Message};
use crate::CommandFault;
use domain::{Refusal, live::Machine as _};
use ractor::ActorRef;
use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU32, AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{sync::OnceCell, time::Instant};

/// A stream in memory.
pub(super) struct Entry<D: Doer> {
    pub(super) actor: OnceCell<ActorRef<Message<D>>>,
    pub(super) waiting: AtomicU32,
    pub(super) used: Mutex<Instant>,
    /// What another node stored while the actor was not there to be told.
    pub(super) grown: AtomicU64,
}

impl<D: Doer> Entry<D> {
    pub(super) fn new() -> Self {
        Self { actor: OnceCell::new(), waiting: AtomicU32::new(0), used: Mutex::new(Instant::now()), grown: AtomicU64::new(0) }
    }

    /// Tells the actor, if it is awake, what another node stored; whoever awakens it does so, too.
    pub(super) fn tell_grown(&self) {
        let Some(actor) = self.actor.get() else { return };
        let seq = self.grown.swap(0, Ordering::SeqCst);
        if seq > 0 && actor.send_message(Message::Grown(seq)).is_err() {
            tracing::debug!("a stream went to sleep while another node changed it");
        }
    }

    pub(super) fn unused_for(&self) -> Duration {
        if self.waiting.load(Ordering::SeqCst) > 0 {
            return Duration::ZERO;
        }
        self.used.lock().unwrap_or_else(PoisonError::into_inner).elapsed()
    }
}

/// A place in the queue of one stream; ractor's mailboxes have no bound of their own.
pub(super) struct Waiting<D: Doer>(pub(super) Arc<Entry<D>>);

impl<D: Doer> Waiting<D> {
    pub(super) fn begin(entry: Arc<Entry<D>>, limit: u32) -> Result<Self, CommandFault> {
        let before = entry.waiting.fetch_add(1, Ordering::SeqCst);
        let waiting = Self(entry);
        if before >= limit {
            return Err(Refusal::busy(format!("this {} has too much waiting: try again in a moment", D::Machine::KIND)).into());
        }
        Ok(waiting)
    }
}

impl<D: Doer> Drop for Waiting<D> {
    fn drop(&mut self) {
        self.0.waiting.fetch_sub(1, Ordering::SeqCst);
    }
}
