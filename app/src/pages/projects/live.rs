//! A page of a project as it becomes: what another tab, another person or another program changes is shown without being asked for.
//!
//! Read again as a whole, shown only where it is different: so what somebody types, opens or has computed stays.

use super::calls::{OfProject, ProjectHead, ProjectPart, part_data, part_key, read_part};
use crate::{
    browser,
    calls::{CallFault, Packed, PageData, open},
    feed::Feed,
    lean::Lean,
    parts::Fault,
    words::projects as text,
};
use leptos::{prelude::*, task::spawn_local};
use leptos_meta::Title;
use protocol::frame::Watched;
use serde::de::DeserializeOwned;
use std::{sync::Arc, time::Duration};

/// What could not be read, or is not yet what was told, is asked for again so often.
const TRIES: u32 = 5;
const PAUSE: Duration = Duration::from_secs(1);

/// What a page of a project shows.
pub(super) struct Live<View: 'static> {
    pub(super) head: RwSignal<ProjectHead>,
    pub(super) view: RwSignal<View>,
    /// Asks for it again.
    pub(super) renew: Callback<()>,
}

impl<View> Clone for Live<View> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<View> Copy for Live<View> {}

/// A page of a project: asks for what it shows, and shows it or why it cannot.
pub(super) fn page<View>(part: ProjectPart, show: fn(Live<View>) -> AnyView) -> AnyView
where
    View: DeserializeOwned + PartialEq + Send + Sync + 'static,
{
    let key = part_key(part);
    let draw = move |data: Packed, renewal: Renewal| {
        open::<OfProject<View>>(Ok(data)).map(|first| {
            let (head, view) = (RwSignal::new(first.head), RwSignal::new(first.view));
            let take = move |packed: Packed| {
                let Ok(fresh) = packed.open::<OfProject<View>>() else { return };
                // The page may be gone by now.
                if view.try_with_untracked(|held| *held != fresh.view) == Some(true) {
                    view.set(fresh.view);
                }
                if head.try_with_untracked(|held| *held != fresh.head) == Some(true) {
                    renewal.entitle(&fresh.head);
                    head.set(fresh.head);
                }
            };
            let renew = renewal.begin(head, Arc::new(take));
            show(Live { head, view, renew })
        })
    };
    shown(part_data(key), key, Arc::new(draw))
}

type Draw = Arc<dyn Fn(Packed, Renewal) -> Result<AnyView, CallFault> + Send + Sync>;
type Take = Arc<dyn Fn(Packed) + Send + Sync>;

fn shown(data: PageData, key: Signal<String>, draw: Draw) -> AnyView {
    let feed = expect_context::<Feed>();
    // Outside of what is drawn anew, which the title would outlive.
    let title = RwSignal::new(text::TITLE.to_owned());
    view! {
        <Title text=move || title.get() />
        <Suspense>
            {move || {
                let draw = draw.clone();
                Suspend::new(async move {
                    match data.await.and_then(|packed| draw(packed, Renewal { data, key, feed, title })) {
                        Err(fault) => view! { <Fault fault=fault /> }.lean(),
                        Ok(view) => view,
                    }
                })
            }}
        </Suspense>
    }
    .lean()
}

/// How a page is read again.
#[derive(Clone, Copy)]
struct Renewal {
    data: PageData,
    key: Signal<String>,
    feed: Feed,
    title: RwSignal<String>,
}

impl Renewal {
    fn entitle(self, head: &ProjectHead) {
        if self.title.try_with_untracked(|title| *title != head.card.name) == Some(true) {
            self.title.set(head.card.name.clone());
        }
    }

    fn begin(self, head: RwSignal<ProjectHead>, take: Take) -> Callback<()> {
        head.with_untracked(|head| self.entitle(head));
        let what = Watched::Project(head.with_untracked(|head| head.card.id));
        let mark = StoredValue::new(head.with_untracked(|head| head.mark.clone()));
        let reading = Reading { renewal: self, what, head, mark, turn: StoredValue::new(0), take: StoredValue::new(take) };
        self.feed.watch(what, mark, move || reading.ask(TRIES));
        Callback::new(move |()| reading.ask(TRIES))
    }
}

#[derive(Clone, Copy)]
struct Reading {
    renewal: Renewal,
    what: Watched,
    head: RwSignal<ProjectHead>,
    /// Where the project stood when what is shown was read.
    mark: StoredValue<String>,
    /// Answers to earlier questions are dropped: they may come after later ones.
    turn: StoredValue<u32>,
    take: StoredValue<Take>,
}

impl Reading {
    fn ask(self, left: u32) {
        let Some(turn) = self.turn.try_update_value(|turn| {
            *turn += 1;
            *turn
        }) else {
            return;
        };
        let Some(key) = self.renewal.key.try_get_untracked() else { return };
        spawn_local(async move {
            let answer = read_part(key).await;
            if self.turn.try_get_value() != Some(turn) {
                return;
            }
            match answer {
                Ok(packed) => self.show(packed),
                Err(CallFault::NotFound(_) | CallFault::Forbidden(_) | CallFault::SignedOut) => {
                    // It is gone: the page says so.
                    self.renewal.data.refetch();
                    return;
                }
                Err(_) => {}
            }
            // Another node may not have heard of the change yet.
            let current = self.renewal.feed.told(self.what).is_none_or(|told| self.mark.try_get_value() == Some(told));
            if !current && left > 0 {
                let again = move || {
                    if self.turn.try_get_value() == Some(turn) {
                        self.ask(left - 1);
                    }
                };
                set_timeout(again, PAUSE);
            }
        });
    }

    fn show(self, packed: Packed) {
        let Some(take) = self.take.try_get_value() else { return };
        browser::keep_place(move || take(packed));
        if let Some(mark) = self.head.try_with_untracked(|head| head.mark.clone()) {
            let _gone = self.mark.try_set_value(mark);
        }
    }
}
