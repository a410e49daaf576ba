//! What the page shows and reads by asking for it: where it stands is told, and whoever shows it as it stood elsewhere asks anew.

use super::{Feed, Link, socket};
use crate::lean::Effect;
use leptos::prelude::*;
use protocol::frame::{Request, Watched};
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
    what: Watched,
    /// How many parts of the page watch it.
    watchers: u32,
    /// Where it stands, as it was told last.
    mark: ArcRwSignal<Option<String>>,
}

impl Watching {
    /// Asks for all of it, on a new line.
    pub(super) fn ask(&self) {
        for Spot { what, .. } in self.0.values() {
            socket::send(&Request::Watch { what: *what });
        }
    }

    pub(super) fn is_any(&self) -> bool {
        !self.0.is_empty()
    }

    fn add(&mut self, what: Watched) {
        let blank = || Spot { what, watchers: 0, mark: ArcRwSignal::new(None) };
        self.0.entry(what.to_string()).or_insert_with(blank).watchers += 1;
    }

    /// Whether nobody watches it any more.
    fn remove(&mut self, what: Watched) -> bool {
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
    /// Calls back whenever `what` stands elsewhere than it did when it was `shown`, until the calling part of the page is gone.
    pub(crate) fn watch(self, what: Watched, shown: StoredValue<String>, anew: impl Fn() + 'static) {
        let begun = Arc::new(AtomicBool::new(false));
        let ended = begun.clone();
        Effect::new(move |_| {
            if !begun.swap(true, Relaxed) {
                self.begin(what);
            }
            let told = self.mark(what).and_then(|mark| mark.get());
            if told.is_some_and(|mark| shown.with_value(|shown| *shown != mark)) {
                untrack(&anew);
            }
        });
        on_cleanup(move || {
            let last = ended.load(Relaxed) && self.watching.try_update_value(|watching| watching.remove(what)) == Some(true);
            if last {
                socket::send(&Request::Unwatch { what });
            }
        });
    }

    /// Where it stands, as far as it was told.
    pub(crate) fn told(self, what: Watched) -> Option<String> {
        self.mark(what).and_then(|mark| mark.get_untracked())
    }

    pub(super) fn stands(self, name: &str, mark: &str) {
        if let Some(told) = self.watching.with_value(|watching| watching.mark(name)) {
            told.set(Some(mark.to_owned()));
        }
    }

    fn begin(self, what: Watched) {
        self.watching.update_value(|watching| watching.add(what));
        if self.link.get_untracked() == Link::Live {
            socket::send(&Request::Watch { what });
        } else {
            socket::open(self);
        }
    }

    fn mark(self, what: Watched) -> Option<ArcRwSignal<Option<String>>> {
        self.watching.with_value(|watching| watching.mark(&what.to_string()))
    }
}

/// What a frame tells of, and its mark: both are made of words, numbers and colons. Read off its text, so that a page which only
/// watches need not load what reads the frames of interviews.
pub(super) fn stands(text: &str) -> Option<(&str, &str)> {
    text.strip_prefix(r#"{"type":"stands","what":""#)?.strip_suffix(r#""}"#)?.split_once(r#"","mark":""#)
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::{ProjectId, frame::Frame};

    #[test]
    fn where_something_stands_is_read_off_its_frame() {
        let project = Watched::Project(ProjectId(uuid::Uuid::from_u128(7)));
        for (what, mark) in [
            (Watched::Interviews, ""),
            (Watched::Interviews, "active:2:31 completed:1:17"),
            (Watched::Projects, "2:1700000000000:3400000000000"),
            (project, "1700000000000 2:1700000000000:3400000000000"),
        ] {
            let frame = serde_json::to_string(&Frame::Stands { what, mark: mark.into() }).expect("JSON");
            assert_eq!(stands(&frame), Some((what.to_string().as_str(), mark)), "{frame}");
        }
        assert_eq!(stands(&serde_json::to_string(&Frame::Pong).expect("JSON")), None);
    }

    #[test]
    fn what_two_parts_of_a_page_watch_is_left_with_the_last_of_them() {
        let mut watching = Watching::default();
        watching.add(Watched::Projects);
        watching.add(Watched::Projects);
        watching.add(Watched::Interviews);
        assert!(!watching.remove(Watched::Projects) && watching.mark("projects").is_some());
        assert!(watching.remove(Watched::Projects) && watching.mark("projects").is_none());
        assert!(!watching.remove(Watched::Projects), "it is not left twice");
        assert!(watching.is_any() && watching.remove(Watched::Interviews) && !watching.is_any());
    }
}
