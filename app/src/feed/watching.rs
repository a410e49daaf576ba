//! Lists and projects that the page shows: the server sends their versions, and a part that shows another version reads again.

use super::{Feed, Link, socket};
use crate::erased::Effect;
use leptos::prelude::*;
use protocol::{frame::Request, live::Topic};
use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering::Relaxed},
    },
};

/// What is watched, by how it is written in frames.
#[derive(Default)]
pub(super) struct Watching(HashMap<String, Spot>);

struct Spot {
    what: Topic,
    /// How many parts of the page watch it.
    watchers: u32,
    /// The version that the server sent last.
    mark: ArcRwSignal<Option<String>>,
}

impl Watching {
    /// Joins all watched topics again, on a new connection.
    pub(super) fn ask(&self) {
        for Spot { what, .. } in self.0.values() {
            socket::send(&Request::Join { topic: *what, after: None });
        }
    }

    pub(super) fn is_any(&self) -> bool {
        !self.0.is_empty()
    }

    fn add(&mut self, what: Topic) {
        let blank = || Spot { what, watchers: 0, mark: ArcRwSignal::new(None) };
        self.0.entry(what.to_string()).or_insert_with(blank).watchers += 1;
    }

    /// Whether nobody watches it any more.
    fn remove(&mut self, what: Topic) -> bool {
        let name = what.to_string();
        let Some(spot) = self.0.get_mut(&name) else { return false };
        spot.watchers -= 1;
        let last = spot.watchers == 0;
        if last {
            self.0.remove(&name);
        }
        last
    }

    fn mark(&self, name: &str) -> Option<ArcRwSignal<Option<String>>> {
        self.0.get(name).map(|spot| spot.mark.clone())
    }
}

impl Feed {
    /// Calls `anew` whenever the version of `what` differs from the one that is `shown`, until the calling part of the page is
    /// gone.
    pub(crate) fn watch(self, what: Topic, shown: StoredValue<String>, anew: impl Fn() + 'static) {
        let begun = Arc::new(AtomicBool::new(false));
        let ended = begun.clone();
        Effect::new(move |_| {
            if !begun.swap(true, Relaxed) {
                self.begin(what);
            }
            let latest = self.mark(what).and_then(|mark| mark.get());
            if latest.is_some_and(|mark| shown.with_value(|shown| *shown != mark)) {
                untrack(&anew);
            }
        });
        on_cleanup(move || {
            let last = ended.load(Relaxed) && self.watching.try_update_value(|watching| watching.remove(what)) == Some(true);
            if last {
                socket::send(&Request::Leave { topic: what });
            }
        });
    }

    /// The version of `what` that the server sent last, if it sent one.
    pub(crate) fn latest_mark(self, what: Topic) -> Option<String> {
        self.mark(what).and_then(|mark| mark.get_untracked())
    }

    pub(super) fn changed(self, name: &str, mark: &str) {
        if let Some(latest) = self.watching.with_value(|watching| watching.mark(name)) {
            latest.set(Some(mark.to_owned()));
        }
    }

    fn begin(self, what: Topic) {
        self.watching.update_value(|watching| watching.add(what));
        if self.link.get_untracked() == Link::Live {
            socket::send(&Request::Join { topic: what, after: None });
        } else {
            socket::open(self);
        }
    }

    fn mark(self, what: Topic) -> Option<ArcRwSignal<Option<String>>> {
        self.watching.with_value(|watching| watching.mark(&what.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_parts_of_a_page_watch_is_left_with_the_last_of_them() {
        let mut watching = Watching::default();
        watching.add(Topic::Projects);
        watching.add(Topic::Projects);
        watching.add(Topic::Interviews);
        assert!(!watching.remove(Topic::Projects) && watching.mark("projects").is_some());
        assert!(watching.remove(Topic::Projects) && watching.mark("projects").is_none());
        assert!(!watching.remove(Topic::Projects), "it is not left twice");
        assert!(watching.is_any() && watching.remove(Topic::Interviews) && !watching.is_any());
    }
}
