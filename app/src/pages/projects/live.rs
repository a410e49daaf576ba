//! A page of a project as it becomes: what another tab, another person or another program changes is shown without being asked for.
//!
//! Read again as a whole, shown only where it is different: so what somebody types, opens or has computed stays.

use super::calls::{OfProject, ProjectHead, ProjectPart, part_data, part_key, read_part};
use crate::{
    browser,
    calls::{CallFault, Packed, PageData, open},
    erased::Erase,
    feed::{Feed, Read, Reading},
    parts::{Fault, title_apart},
    words::projects as text,
};
use leptos::prelude::*;
use leptos_meta::Title;
use protocol::live::Topic;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// What a page of a project shows.
pub(super) struct Live<View: 'static> {
    pub(super) head: RwSignal<ProjectHead>,
    pub(super) view: RwSignal<View>,
    pub(super) reading: Reading,
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
    let draw = move |data: Packed, around: Around| {
        open::<OfProject<View>>(Ok(data)).map(|first| {
            let (head, view) = (RwSignal::new(first.head), RwSignal::new(first.view));
            let take = move |packed: Packed| {
                let Ok(fresh) = packed.open::<OfProject<View>>() else { return Read::Failed };
                let mark = fresh.head.mark.clone();
                browser::keep_place(move || {
                    // The page may be gone by now.
                    if view.try_with_untracked(|held| *held != fresh.view) == Some(true) {
                        view.set(fresh.view);
                    }
                    if head.try_with_untracked(|held| *held != fresh.head) == Some(true) {
                        around.entitle(&fresh.head);
                        head.set(fresh.head);
                    }
                });
                Read::Shown(mark)
            };
            let reading = around.follow(head, Arc::new(take));
            show(Live { head, view, reading })
        })
    };
    render_page(part_data(key), key, Arc::new(draw))
}

type Draw = Arc<dyn Fn(Packed, Around) -> Result<AnyView, CallFault> + Send + Sync>;
type Take = Arc<dyn Fn(Packed) -> Read + Send + Sync>;

fn render_page(data: PageData, key: Signal<String>, draw: Draw) -> AnyView {
    let feed = expect_context::<Feed>();
    // Outside of what is drawn anew, which the title would outlive.
    let lasting_title = title_apart(text::TITLE.to_owned());
    let title = RwSignal::from(lasting_title.clone());
    view! {
        <Title text=move || lasting_title.get() />
        <Suspense>
            {move || {
                let draw = draw.clone();
                Suspend::new(async move {
                    match data.await.and_then(|packed| draw(packed, Around { data, key, feed, title })) {
                        Err(fault) => view! { <Fault fault=fault /> }.erase(),
                        Ok(view) => view,
                    }
                })
            }}
        </Suspense>
    }
    .erase()
}

/// What stays while the page is drawn anew.
#[derive(Clone, Copy)]
struct Around {
    data: PageData,
    key: Signal<String>,
    feed: Feed,
    title: RwSignal<String>,
}

impl Around {
    fn entitle(self, head: &ProjectHead) {
        if self.title.try_with_untracked(|title| *title != head.card.name) == Some(true) {
            self.title.set(head.card.name.clone());
        }
    }

    fn follow(self, head: RwSignal<ProjectHead>, take: Take) -> Reading {
        let (id, mark) = head.with_untracked(|head| {
            self.entitle(head);
            (head.card.id, head.mark.clone())
        });
        let ask = move || {
            let (take, key) = (take.clone(), self.key.try_get_untracked());
            async move {
                let Some(key) = key else { return Read::Failed };
                match read_part(key).await {
                    Ok(packed) => take(packed),
                    Err(CallFault::NotFound(_) | CallFault::Forbidden(_) | CallFault::SignedOut) => Read::Gone,
                    Err(_) => Read::Failed,
                }
            }
        };
        // The page says so in place of what was there.
        let gone = Callback::new(move |()| browser::keep_place(move || self.data.refetch()));
        Reading::begin(self.feed, Topic::Project(id), mark, ask, gone)
    }
}
