//! Calls that must not overlap on this node wait for each other.

use std::{
    collections::HashMap,
    sync::{Arc, LazyLock, Mutex, PoisonError},
};
use tokio::sync::{Mutex as AsyncMutex, OwnedMutexGuard};

static RUNNING: LazyLock<Mutex<HashMap<String, Arc<AsyncMutex<()>>>>> = LazyLock::new(Mutex::default);

/// Held while a call does what only one may do at a time.
pub(crate) struct Turn {
    name: String,
    guard: Option<OwnedMutexGuard<()>>,
}

impl Turn {
    /// Waits until no other call holds a turn of this name.
    pub(crate) async fn acquire(name: &str) -> Self {
        let mut turn = Self { name: name.to_owned(), guard: None };
        let lock = RUNNING.lock().unwrap_or_else(PoisonError::into_inner).entry(turn.name.clone()).or_default().clone();
        // The turn exists before it waits, so a cancelled wait clears up as well.
        turn.guard = Some(lock.lock_owned().await);
        turn
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        self.guard = None;
        let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
        if running.get(&self.name).is_some_and(|lock| Arc::strong_count(lock) == 1) {
            running.remove(&self.name);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn one_waits_for_the_other_and_nothing_is_left() {
        let name = "a name of this test";
        let first = Turn::acquire(name).await;
        let second = tokio::spawn(Turn::acquire(name));
        tokio::task::yield_now().await;
        assert!(!second.is_finished());
        // A third gives up.
        drop(tokio::time::timeout(std::time::Duration::from_millis(1), Turn::acquire(name)).await);
        drop(first);
        drop(second.await.expect("its turn"));
        assert!(!RUNNING.lock().expect("the turns").contains_key(name));
    }
}
