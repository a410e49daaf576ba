//! The schedules of a project, and the form that makes one.

use super::{
    calls::{ScheduleCard, SchedulesView, read_schedules},
    card::{RUNS, fields, render as render_card},
    form::NewSchedule,
};
use crate::{
    browser,
    calls::{CallFault, PageData, open, page_data},
    erased::{Erase, Memo},
    feed::{Feed, Read, Reading},
    pages::{
        interviews::fault_of_form,
        projects::{
            calls::{OfProject, ProjectPart},
            frame,
        },
    },
    parts::{
        Alert, Fault, Part, keyed,
        schedule::{Desk, edit as edit_form},
    },
    words::{runs, schedules as text},
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};
use protocol::live::Topic;

#[component]
pub(crate) fn SchedulesPage() -> impl IntoView {
    let (params, query) = (use_params_map(), use_query_map());
    let edit = Signal::derive(move || query.with(|query| query.get("edit").unwrap_or_default()));
    // What is changed is shown anew as well.
    let key = Signal::derive(move || params.with(|params| format!("{}|{}", params.get("id").unwrap_or_default(), edit.get())));
    let data = page_data(key, |key| {
        let project = key.split('|').next().unwrap_or_default().to_owned();
        Box::pin(read_schedules(project))
    });
    let feed = expect_context::<Feed>();
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || Suspend::new(async move {
                match open::<OfProject<SchedulesView>>(data.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(first) => render(first, &edit.get_untracked(), data, feed),
                }
            })}
        </Suspense>
    }
    .erase()
}

fn render(first: OfProject<SchedulesView>, edit: &str, data: PageData, feed: Feed) -> AnyView {
    let OfProject { head, view } = first;
    let (project, may_change) = (head.card.id, head.may_change);
    let edited = view.schedules.iter().find(|card| card.id.to_string() == edit).cloned();
    let (head, cards) = (RwSignal::new(head), RwSignal::new(view.schedules));
    // A schedule's next and last run change with the runs of the project.
    let ask = move || async move {
        match open::<OfProject<SchedulesView>>(read_schedules(project.to_string()).await) {
            Ok(fresh) => browser::keep_place(move || {
                // The page may be gone by now.
                if cards.try_with_untracked(|held| *held != fresh.view.schedules) == Some(true) {
                    cards.set(fresh.view.schedules);
                }
                if head.try_with_untracked(|held| *held != fresh.head) == Some(true) {
                    head.set(fresh.head);
                }
                Read::Shown(fresh.view.mark)
            }),
            Err(CallFault::NotFound(_) | CallFault::Forbidden(_) | CallFault::SignedOut) => Read::Gone,
            Err(_) => Read::Failed,
        }
    };
    let gone = Callback::new(move |()| browser::keep_place(move || data.refetch()));
    let reading = Reading::begin(feed, Topic::Runs(project), view.mark, ask, gone);
    let fault = RwSignal::new(fault_of_form());
    let refresh = Callback::new(move |()| reading.read());
    let desk = Desk { kind: &RUNS, project: StoredValue::new(project.to_string()), may_change, fault, refresh };
    let none = Memo::new(move |_| cards.with(Vec::is_empty));
    let list = move || {
        if none.get() {
            return frame::nothing(text::EMPTY_TITLE, if may_change { text::EMPTY } else { text::EMPTY_READER }, None);
        }
        let rows = keyed(move || {
            let part = |card: ScheduleCard| Part::new(card, move |card| render_card(&card, desk));
            cards.get().into_iter().map(part).collect()
        });
        view! { <ul class="lines" data-testid="schedules">{rows}</ul> }.erase()
    };
    let form = may_change.then(|| match edited {
        Some(card) => {
            let own = fields("change[wish]", project.to_string(), Some(&card));
            edit_form(desk, card.id.to_string(), &card.times, own)
        }
        None => view! { <NewSchedule desk=desk /> }.erase(),
    });
    let body = view! {
        <p class="small">
            <a href=format!("/projects/{project}/runs")>{runs::RUNS}</a>
        </p>
        <Alert fault=fault />
        <section aria-labelledby="schedules-name">
            <h2 id="schedules-name">{text::LIST}</h2>
            {list}
        </section>
        {form}
    };
    frame::frame(head, ProjectPart::Runs, body.erase())
}
