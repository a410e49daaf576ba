//! A run that is followed, with what its page shows beside it.

use super::calls::{RunAddress, RunDeed, WholeRun, act_on_run, read_run};
use crate::{
    browser,
    calls::{CallFault, open},
    erased::{Effect, Memo},
    feed::{Feed, Follow, LivePage, Read, Reading},
};
use leptos::{prelude::*, task::spawn_local};
use protocol::{discovery::Discovery, live::Topic, run::RunView, work::WorkStatus};
use std::{sync::Arc, time::Duration};

/// Its events say everything: nothing comes between two of them.
impl Follow for RunView {
    type Growing = ();

    fn grow(_growing: &mut (), _progress: ()) {}

    fn has_settled(&self, _growing: &()) -> bool {
        false
    }
}

/// One open run.
#[derive(Clone, Copy)]
pub(super) struct Running {
    pub(super) live: LivePage<RunView>,
    pub(super) address: StoredValue<RunAddress>,
    /// Runs that come first.
    pub(super) ahead: RwSignal<u32>,
    /// What it found, once it is over.
    pub(super) found: RwSignal<Option<Arc<Discovery>>>,
    pub(super) unreadable: RwSignal<bool>,
    /// The card that belongs to what has the focus or the mouse.
    pub(super) lit: RwSignal<String>,
    /// Microseconds since 1970, while it is under way and the page is awake.
    pub(super) now: RwSignal<Option<i64>>,
    pub(super) may_change: bool,
}

impl Running {
    /// Made while the page renders; the socket is opened in an effect.
    pub(super) fn enter(first: WholeRun, address: RunAddress) -> Self {
        let feed = expect_context::<Feed>();
        let (project, mark) = (first.view.project, first.mark);
        let running = Self {
            live: LivePage::enter(first.view),
            address: StoredValue::new(address),
            ahead: RwSignal::new(first.ahead),
            found: RwSignal::new(first.found.map(Arc::new)),
            unreadable: RwSignal::new(first.unreadable),
            lit: RwSignal::new(String::new()),
            now: RwSignal::new(None),
            may_change: first.may_change,
        };
        let over = Memo::new(move |_| running.is_over());
        Effect::new(move |_| {
            if over.get() {
                running.now.set(None);
                running.load_found();
            } else {
                running.count_time();
            }
        });
        // Only one that waits asks how many are before it.
        let topic = Topic::Runs(project);
        let ask = move || async move {
            let view = running.live.followed.view;
            if view.try_with_untracked(|view| view.work.status == WorkStatus::Pending) != Some(true) {
                return Read::Shown(feed.latest_mark(topic).unwrap_or_default());
            }
            let Some(address) = running.address.try_get_value() else { return Read::Failed };
            match open::<WholeRun>(read_run(address).await) {
                Ok(fresh) => {
                    let _gone = running.ahead.try_set(fresh.ahead);
                    Read::Shown(fresh.mark)
                }
                Err(_) => Read::Failed,
            }
        };
        Reading::begin(feed, topic, mark, ask, Callback::new(|()| {}));
        running
    }

    pub(super) fn with<T>(self, read: impl FnOnce(&RunView) -> T) -> T {
        self.live.followed.view.with(read)
    }

    pub(super) fn peek<T>(self, read: impl FnOnce(&RunView) -> T) -> T {
        self.live.followed.view.with_untracked(read)
    }

    pub(super) fn is_over(self) -> bool {
        self.with(|view| view.work.status.is_over())
    }

    /// Its turn has not come yet.
    pub(super) fn waits(self) -> bool {
        self.with(|view| view.work.status == WorkStatus::Pending)
    }

    pub(super) fn path(self) -> String {
        self.address.with_value(RunAddress::path)
    }

    /// Cancels it; what comes of it arrives as events.
    pub(super) fn cancel(self) {
        let address = self.address.get_value();
        let read = address.clone();
        self.live.perform(async move { act_on_run(address, RunDeed::Cancel).await.map(drop) }, move || async move {
            open::<WholeRun>(read_run(read).await).map(|whole| whole.view)
        });
    }

    /// Has it go on with its first unfinished step; what comes of it arrives as events.
    ///
    /// # Errors
    /// What the server answered.
    pub(super) async fn resume(self) -> Result<(), CallFault> {
        let address = self.address.get_value();
        let read = address.clone();
        let ask = async move { act_on_run(address, RunDeed::Resume).await.map(drop) };
        let again = move || async move { open::<WholeRun>(read_run(read).await).map(|whole| whole.view) };
        self.live.send(ask, again).await
    }

    /// Reads what it found, where that is not shown yet.
    fn load_found(self) {
        let missing = self.found.with_untracked(Option::is_none) && !self.unreadable.get_untracked();
        if !missing || self.peek(|view| view.discovery.is_none()) {
            return;
        }
        let address = self.address.get_value();
        spawn_local(async move {
            match open::<WholeRun>(read_run(address).await) {
                Ok(whole) => browser::keep_place(move || {
                    // The page may be gone by now.
                    let _gone = self.unreadable.try_set(whole.unreadable);
                    let _gone = self.found.try_set(whole.found.map(Arc::new));
                }),
                Err(fault) => self.complain(&fault),
            }
        });
    }

    pub(super) fn complain(self, fault: &CallFault) {
        let _gone = self.live.fault.try_set(Some(fault.to_string()));
    }

    fn count_time(self) {
        #[expect(clippy::cast_possible_truncation, reason = "microseconds since 1970 stay far below 2^63")]
        let tick = move || {
            let _gone = self.now.try_set(Some((browser::now() * 1_000.0) as i64));
        };
        if let Ok(handle) = set_interval_with_handle(tick, Duration::from_secs(1)) {
            on_cleanup(move || handle.clear());
        }
    }
}
