//! Reads again what has another version than the one that is shown.

use super::{
    Feed, Link,
    pace::{Next, Outcome, Pace},
};
use crate::browser;
use leptos::{prelude::*, task::spawn_local};
use protocol::live::Topic;
use std::{pin::Pin, sync::Arc};

/// What became of reading something again.
pub(crate) enum Read {
    /// It is shown, and this was its version when it was read.
    Shown(String),
    /// There is no such thing, or not for this person.
    Gone,
    Failed,
}

type Ask = Arc<dyn Fn() -> Pin<Box<dyn Future<Output = Read>>> + Send + Sync>;

/// Something on the page that is kept up to date.
#[derive(Clone, Copy)]
pub(crate) struct Reading {
    feed: Feed,
    what: Topic,
    /// The version of what is shown.
    mark: StoredValue<String>,
    ask: StoredValue<Ask>,
    gone: Callback<()>,
    pace: StoredValue<Pace>,
}

impl Reading {
    /// Reads again with `ask` whenever the version of `what` differs from `mark`, until the calling part of the page is gone.
    /// Calls `gone` when it does not exist any more.
    pub(crate) fn begin<Asked: Future<Output = Read> + 'static>(
        feed: Feed,
        what: Topic,
        mark: String,
        ask: impl Fn() -> Asked + Send + Sync + 'static,
        gone: Callback<()>,
    ) -> Self {
        let ask: Ask = Arc::new(move || Box::pin(ask()));
        let (mark, ask) = (StoredValue::new(mark), StoredValue::new(ask));
        let reading = Self { feed, what, mark, ask, gone, pace: StoredValue::new(Pace::default()) };
        feed.watch(what, mark, move || reading.read());
        reading
    }

    /// Reads it again, also without a new version. Does nothing once the page is gone.
    pub(crate) fn read(self) {
        let begun = self.pace.try_update_value(|pace| pace.ask(browser::now())).flatten();
        let (Some(turn), Some(ask)) = (begun, self.ask.try_get_value()) else { return };
        spawn_local(async move {
            let outcome = match ask().await {
                Read::Shown(mark) => {
                    let _gone = self.mark.try_set_value(mark);
                    Outcome::Shown
                }
                Read::Gone if self.feed.latest_mark(self.what).is_none_or(|mark| mark.is_empty()) => Outcome::Gone,
                Read::Gone => Outcome::Doubted,
                Read::Failed => Outcome::Failed,
            };
            let current = self.is_current();
            match self.pace.try_update_value(|pace| pace.answer(turn, outcome, current)) {
                Some(Next::Read) => self.read(),
                Some(Next::Gone) => drop(self.gone.try_run(())),
                Some(Next::Wait(pause)) => set_timeout(move || self.wake(), pause),
                Some(Next::Nothing) | None => {}
            }
        });
    }

    fn wake(self) {
        let (current, live) = (self.is_current(), self.feed.link.try_get_untracked() == Some(Link::Live));
        if self.pace.try_update_value(|pace| pace.wake(current)) == Some(true) && live {
            self.read();
        }
    }

    fn is_current(self) -> bool {
        let latest = self.feed.latest_mark(self.what);
        latest.is_none_or(|latest| self.mark.try_with_value(|mark| *mark == latest).unwrap_or(true))
    }
}
