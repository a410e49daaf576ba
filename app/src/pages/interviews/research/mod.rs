//! What was looked up for an interview: a part of its own, loaded when somebody asks for it.

mod ask;
mod finding;
mod task;

use super::{calls::open_interview, page::fault_of_form, page::read, room::Room};
use crate::{
    calls::page_data,
    lean::Lean,
    parts::{Alert, Fault, Icon, Note, VisitResource, icon},
    words::research as text,
};
use ask::Ask;
#[cfg(feature = "ssr")]
pub(super) use ask::wish;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_params_map;
use protocol::{ResearchId, account::Role, interview::InterviewView};
use task::Task;
#[cfg(feature = "ssr")]
pub(super) use task::named;

#[component]
pub(crate) fn ResearchPage() -> impl IntoView {
    let visit = expect_context::<VisitResource>();
    let params = use_params_map();
    let id = Signal::derive(move || params.with(|params| params.get("id").unwrap_or_default()));
    let view = page_data(id, |id| Box::pin(read(id)));
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || Suspend::new(async move {
                let may_change = visit.account().await.is_some_and(|one| one.role != Role::Viewer);
                match open_interview(view.await) {
                    Ok(view) => view! { <Found view=view may_change=may_change /> }.lean(),
                    Err(fault) => view! { <Fault fault=fault /> }.lean(),
                }
            })}
        </Suspense>
    }
    .lean()
}

#[component]
fn Found(view: InterviewView, may_change: bool) -> impl IntoView {
    let room = Room::enter(view, may_change);
    if let Some(fault) = fault_of_form() {
        room.fault.set(Some(fault));
    }
    // Newest first; a task keeps its place and changes in it.
    let ids = Memo::new(move |_| room.with(|view| view.research.iter().rev().map(|task| task.id).collect::<Vec<ResearchId>>()));
    let tasks = move || {
        let ids = ids.get();
        if ids.is_empty() {
            view! {
                <div class="empty" data-testid="research-empty">
                    <p><b>{text::EMPTY_TITLE}</b></p>
                    <p class="quiet">{text::EMPTY}</p>
                </div>
            }
            .lean()
        } else {
            let rows = ids.into_iter().map(|id| view! { <Task room=room id=id /> }).collect_view();
            view! { <ol class="research-tasks">{rows}</ol> }.lean()
        }
    };
    view! {
        <main id="main" class="page research" tabindex="-1">
            <p>
                <a class="back" href=format!("/interviews/{}", room.id)>
                    {icon(Icon::Back)}
                    {text::BACK}
                </a>
            </p>
            <h1>{text::TITLE}</h1>
            <p class="import-into" dir="auto">
                {move || room.with(|view| view.title.clone())}
            </p>
            <Alert fault=room.fault />
            <Note told=room.told />
            {room.may_change.then(|| view! { <Ask room=room /> })}
            <section aria-label=text::TASKS>{tasks}</section>
        </main>
    }
    .lean()
}
