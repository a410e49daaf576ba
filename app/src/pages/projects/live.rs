//! A page of a project as it becomes: what another tab, another person or another program changes is shown without being asked for.
//!
//! Read again as a whole, shown only where it is different: so what somebody types, opens or has computed stays.

use super::{
    calls::{OfProject, ProjectHead, ProjectPart, ProjectRequest, TrashedShown, part_data, part_key, read_part},
    trash::render_trashed,
};
use crate::{
    browser,
    calls::{CallFault, Packed, PageData, open, read_json},
    erased::Erase,
    feed::{Feed, Read, Reading},
    parts::{Fault, title_apart},
    words::{packs, projects as text, queries},
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
                let Ok(fresh) = packed.open::<OfProject<View>>() else {
                    // Somebody deleted it meanwhile.
                    return if packed.open::<TrashedShown>().is_ok() { Read::Gone } else { Read::Failed };
                };
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
                    match data.await {
                        Err(fault) => view! { <Fault fault=fault /> }.erase(),
                        Ok(packed) => {
                            let drawn = draw(packed.clone(), Around { data, key, feed, title });
                            drawn.unwrap_or_else(|fault| match packed.open::<TrashedShown>() {
                                Ok(shown) => render_trashed(shown),
                                Err(_) => view! { <Fault fault=fault /> }.erase(),
                            })
                        }
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
        let Some(asked) = self.key.try_get_untracked() else { return };
        let title = title_of(&read_json(&asked).unwrap_or_default(), &head.card.name);
        if self.title.try_with_untracked(|held| *held != title) == Some(true) {
            self.title.set(title);
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

/// What a page of a project is called: what it shows, and the project's name.
fn title_of(asked: &ProjectRequest, project: &str) -> String {
    let part: &str = match asked.part {
        ProjectPart::Overview | ProjectPart::Sparks => "",
        ProjectPart::Sources | ProjectPart::Source => text::SOURCES,
        ProjectPart::Table => &asked.table,
        ProjectPart::Document => &asked.document,
        ProjectPart::Search => text::SEARCH,
        ProjectPart::Query => text::QUERY,
        ProjectPart::Tools => queries::DEVELOPERS,
        ProjectPart::Connect => text::CONNECT_TITLE,
        ProjectPart::Settings => text::SETTINGS,
        ProjectPart::Runs => text::RUNS,
        ProjectPart::Pack => packs::PACK,
        ProjectPart::Prompts => packs::TO_PROMPTS,
    };
    if part.is_empty() { project.to_owned() } else { format!("{part} · {project}") }
}

#[cfg(test)]
mod tests {
    use super::{ProjectPart, ProjectRequest, title_of};

    #[test]
    fn each_page_of_a_project_has_a_title_of_its_own() {
        let asked =
            |part| ProjectRequest { part, table: "orders".into(), document: "rules.md".into(), ..ProjectRequest::default() };
        for (part, wanted) in [
            (ProjectPart::Overview, "Shop"),
            (ProjectPart::Sources, "Sources · Shop"),
            (ProjectPart::Table, "orders · Shop"),
            (ProjectPart::Document, "rules.md · Shop"),
            (ProjectPart::Query, "Query · Shop"),
        ] {
            assert_eq!(title_of(&asked(part), "Shop"), wanted);
        }
    }
}
