//! What is being done for a stream beside its actor.

use std::{collections::HashMap, hash::Hash};
use tokio::task::AbortHandle;

/// Jobs under way, to be stopped. Whatever is left ends with the actor, also with one that failed.
#[derive(Debug)]
pub(crate) struct Working<J: Copy + Eq + Hash>(HashMap<J, AbortHandle>);

impl<J: Copy + Eq + Hash> Default for Working<J> {
    fn default() -> Self {
        Self(HashMap::new())
    }
}

impl<J: Copy + Eq + Hash> Working<J> {
    pub(crate) fn begin(&mut self, job: J, work: AbortHandle) {
        if let Some(earlier) = self.0.insert(job, work) {
            earlier.abort();
        }
    }

    /// It came to its end by itself.
    pub(crate) fn end(&mut self, job: J) {
        self.0.remove(&job);
    }

    pub(crate) fn cancel(&mut self, job: J) {
        if let Some(work) = self.0.remove(&job) {
            work.abort();
        }
    }

    pub(crate) fn cancel_all(&mut self) {
        self.cancel_all_but(|_| false);
    }

    /// Only these are still wanted.
    pub(crate) fn cancel_all_but(&mut self, wanted: impl Fn(J) -> bool) {
        self.0.retain(|job, work| {
            let keep = wanted(*job);
            if !keep {
                work.abort();
            }
            keep
        });
    }

    pub(crate) fn is_on(&self, job: J) -> bool {
        self.0.contains_key(&job)
    }

    pub(crate) fn jobs(&self) -> impl Iterator<Item = J> + '_ {
        self.0.keys().copied()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl<J: Copy + Eq + Hash> Drop for Working<J> {
    fn drop(&mut self) {
        self.cancel_all();
    }
}
