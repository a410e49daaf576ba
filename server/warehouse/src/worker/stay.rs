//! Processes that wait for the next query of a piece of work. To start one takes longer than most queries.

use super::{Whose, process::Process};
use std::{
    collections::HashMap,
    sync::{LazyLock, Mutex, MutexGuard, PoisonError},
};

/// Of one owner that wait at once.
const MOST: usize = 2;

#[derive(Default)]
struct Kept {
    stays: usize,
    processes: Vec<Process>,
}

static KEPT: LazyLock<Mutex<HashMap<Whose, Kept>>> = LazyLock::new(Mutex::default);

fn kept() -> MutexGuard<'static, HashMap<Whose, Kept>> {
    KEPT.lock().unwrap_or_else(PoisonError::into_inner)
}

/// While it is held, the processes of this owner's queries wait for the next one instead of ending. They serve nobody else.
pub struct Stay(Whose);

impl Stay {
    #[must_use]
    pub fn new(whose: Whose) -> Self {
        kept().entry(whose).or_default().stays += 1;
        Self(whose)
    }
}

impl Drop for Stay {
    fn drop(&mut self) {
        let mut all = kept();
        let Some(kept) = all.get_mut(&self.0) else { return };
        kept.stays -= 1;
        let last = if kept.stays == 0 { all.remove(&self.0) } else { None };
        // Ended outside of the lock.
        drop(all);
        drop(last);
    }
}

/// One that waits.
pub(super) fn take(whose: Whose) -> Option<Process> {
    while let Some(mut process) = kept().get_mut(&whose)?.processes.pop() {
        if !process.has_ended() {
            return Some(process);
        }
    }
    None
}

/// Lets it wait, or ends it where nobody stays.
pub(super) fn put_back(whose: Whose, process: Process) {
    let mut all = kept();
    match all.get_mut(&whose) {
        Some(kept) if kept.processes.len() < MOST => kept.processes.push(process),
        _ => {
            drop(all);
            drop(process);
        }
    }
}
