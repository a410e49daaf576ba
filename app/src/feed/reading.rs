//! Reads again what stands elsewhere than it is shown.

use super::{Feed, Link};
use leptos::{prelude::*, task::spawn_local};
use protocol::frame::Watched;
use std::{pin::Pin, sync::Arc, time::Duration};

/// What became of reading something again.
pub(crate) enum Read {
    /// It is shown, and stood at this mark when it was read.
    Shown(String),
    /// There is no such thing, or not for this person.
    Gone,
    Failed,
}

type Ask = Arc<dyn Fn() -> Pin<Box<dyn Future<Output = Read>>> + Send + Sync>;

/// So often a node that says that there is no such thing is asked again: it may not have heard of it yet.
const DOUBTS: u32 = 2;
const PAUSE: Duration = Duration::from_secs(1);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// Something on the page that is kept as it stands. One reading at a time: so the last one is the newest.
#[derive(Clone, Copy)]
pub(crate) struct Reading {
    feed: Feed,
    what: Watched,
    /// Where what is shown stood when it was read.
    mark: StoredValue<String>,
    ask: StoredValue<Ask>,
    gone: Callback<()>,
    state: StoredValue<State>,
}

#[derive(Clone, Copy, Default)]
struct State {
    busy: bool,
    /// It was asked for while it was being read.
    again: bool,
    /// Readings in a row that did not bring what was told.
    vain: u32,
    left: bool,
}

impl Reading {
    /// Reads anew by `ask` whenever `what` stands elsewhere than at `mark`, until the calling part of the page is gone. `gone` is told when
    /// there is no such thing any more.
    pub(crate) fn begin<Asked: Future<Output = Read> + 'static>(
        feed: Feed,
        what: Watched,
        mark: String,
        ask: impl Fn() -> Asked + Send + Sync + 'static,
        gone: Callback<()>,
    ) -> Self {
        let ask: Ask = Arc::new(move || Box::pin(ask()));
        let reading = Self {
            feed,
            what,
            mark: StoredValue::new(mark),
            ask: StoredValue::new(ask),
            gone,
            state: StoredValue::new(State::default()),
        };
        feed.watch(what, reading.mark, move || reading.read());
        reading
    }

    /// Reads it again, also where nothing was told.
    pub(crate) fn read(self) {
        let Some((state, ask)) = self.state.try_get_value().zip(self.ask.try_get_value()) else { return };
        if state.busy || state.left {
            self.note(State { again: true, ..state });
            return;
        }
        self.note(State { busy: true, ..state });
        spawn_local(async move {
            let read = ask().await;
            // The page may be gone by now.
            if let Some(state) = self.state.try_get_value() {
                self.note(State { busy: false, again: false, ..state });
                self.take(read, state);
            }
        });
    }

    /// Whoever is about to leave is told no more.
    pub(crate) fn leave(self) {
        if let Some(state) = self.state.try_get_value() {
            self.note(State { left: true, ..state });
        }
    }

    fn take(self, read: Read, state: State) {
        let told = self.feed.told(self.what);
        match read {
            Read::Shown(mark) => {
                let _gone = self.mark.try_set_value(mark);
            }
            Read::Gone if !state.left && (state.vain >= DOUBTS || told.is_none_or(|told| told.is_empty())) => {
                let _gone = self.gone.try_run(());
                return;
            }
            Read::Gone | Read::Failed => {}
        }
        if state.again {
            self.read();
        } else if self.is_current() {
            self.note(State { vain: 0, busy: false, again: false, ..state });
        } else {
            // Another node may not have heard of the change yet, or not be able to read.
            let pause = LONGEST_PAUSE.min(PAUSE * (1 << state.vain.min(5)));
            self.note(State { vain: state.vain + 1, busy: false, again: false, ..state });
            let again = move || {
                if !self.is_current() && self.feed.link.get_untracked() == Link::Live {
                    self.read();
                }
            };
            set_timeout(again, pause);
        }
    }

    fn is_current(self) -> bool {
        let told = self.feed.told(self.what);
        told.is_none_or(|told| self.mark.try_with_value(|mark| *mark == told).unwrap_or(true))
    }

    fn note(self, state: State) {
        let _gone = self.state.try_set_value(state);
    }
}
