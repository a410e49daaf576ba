//! What came of a form, until its page is shown: a form without scripts is answered with a redirect, which cannot say much.

use protocol::{UserId, models::ModelsNote};
use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// Who does not look by then does not ask any more.
const KEPT: Duration = Duration::from_secs(120);

#[derive(Default)]
pub(crate) struct Notes(Mutex<HashMap<UserId, (Instant, ModelsNote)>>);

impl Notes {
    pub(crate) fn leave(&self, of: UserId, note: ModelsNote) {
        let mut notes = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        notes.retain(|_, (at, _)| at.elapsed() < KEPT);
        notes.insert(of, (Instant::now(), note));
    }

    /// Once.
    pub(crate) fn take(&self, of: UserId) -> Option<ModelsNote> {
        let (at, note) = self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&of)?;
        (at.elapsed() < KEPT).then_some(note)
    }
}
