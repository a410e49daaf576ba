//! What was looked up for an interview: a part of its own, loaded when somebody asks for it.

mod ask;
mod finding;
mod reach;
mod task;

use super::{
    calls::{Reach, Researched, read_research, view_of},
    page::{fault_of_form, way_back},
    room::Room,
};
use crate::{
    calls::Answer,
    erased::{Erase, Memo},
    feed::Followed,
    parts::{Alert, Note, id as named_id, named},
    words::research as text,
};
use ask::Ask;
#[cfg(feature = "ssr")]
pub(super) use ask::wish;
use leptos::prelude::*;
use leptos_meta::Title;
use protocol::{ResearchId, interview::InterviewView};
use reach::draw_reach;
use task::Task;
#[cfg(feature = "ssr")]
pub(super) use task::command_of;

#[component]
pub(crate) fn ResearchPage() -> impl IntoView {
    view! {
        <Title text=text::TITLE />
        {named(
            |id| Box::pin(read(id)),
            |found, may_change| {
                let Researched { interview, reach } = found.open::<Researched>()?;
                Ok(view! { <Found view=view_of(interview)? reach=reach may_change=may_change /> }.erase())
            },
        )}
    }
    .erase()
}

async fn read(named: String) -> Answer {
    read_research(named_id(&named)?).await
}

#[component]
fn Found(view: InterviewView, reach: Reach, may_change: bool) -> impl IntoView {
    let room = Room::enter(view, may_change, Followed::read);
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
            .erase()
        } else {
            let rows = ids.into_iter().map(|id| view! { <Task room=room id=id /> }).collect_view();
            view! { <ol class="research-tasks">{rows}</ol> }.erase()
        }
    };
    view! {
        <main id="main" class="page research" tabindex="-1">
            {way_back(room.id)}
            <h1>{text::TITLE}</h1>
            <p class="import-into" dir="auto">
                {move || room.with(|view| view.shown_title())}
            </p>
            <Alert fault=room.fault />
            <Note note=room.told />
            {draw_reach(&reach)}
            {(room.may_change && reach.anything).then(|| view! { <Ask room=room /> })}
            <section aria-label=text::TASKS>{tasks}</section>
        </main>
    }
    .erase()
}
