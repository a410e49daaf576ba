//! One's kept answers that are asked for again by themselves.

use super::{
    calls::{AskScheduleCard, AskSchedulesView, read_ask_schedules},
    card::{ANSWERS, fields, render as render_card},
};
use crate::{
    browser,
    calls::{CallFault, open, page_data},
    erased::{Erase, Memo},
    feed::{Feed, Read, Reading},
    pages::interviews::fault_of_form,
    parts::{
        Alert, Fault, Part, keyed,
        schedule::{Desk, edit as edit_form},
    },
    words::{ask, ask_schedules as text},
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use protocol::live::Topic;

#[component]
pub(crate) fn AskSchedulesPage() -> impl IntoView {
    let query = use_query_map();
    // What is changed is shown anew as well.
    let edit = Signal::derive(move || query.with(|query| query.get("edit").unwrap_or_default()));
    let data = page_data(edit, |_| Box::pin(read_ask_schedules()));
    let feed = expect_context::<Feed>();
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || Suspend::new(async move {
                match open::<AskSchedulesView>(data.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(first) => render(first, &edit.get_untracked(), feed),
                }
            })}
        </Suspense>
    }
    .erase()
}

fn render(first: AskSchedulesView, edit: &str, feed: Feed) -> AnyView {
    let may_ask = first.may_ask;
    let edited = first.schedules.iter().find(|card| card.id.to_string() == edit).cloned();
    let cards = RwSignal::new(first.schedules);
    // What came of one is shown as soon as it is there.
    let ask = move || async move {
        match open::<AskSchedulesView>(read_ask_schedules().await) {
            Ok(fresh) => browser::keep_place(move || {
                // The page may be gone by now.
                if cards.try_with_untracked(|held| *held != fresh.schedules) == Some(true) {
                    cards.set(fresh.schedules);
                }
                Read::Shown(fresh.mark)
            }),
            Err(CallFault::SignedOut) => Read::Gone,
            Err(_) => Read::Failed,
        }
    };
    let reading = Reading::begin(feed, Topic::AskSchedules, first.mark, ask, Callback::new(|()| {}));
    let fault = RwSignal::new(fault_of_form());
    let refresh = Callback::new(move |()| reading.read());
    let desk = Desk { kind: &ANSWERS, project: StoredValue::new(String::new()), may_change: may_ask, fault, refresh };
    let none = Memo::new(move |_| cards.with(Vec::is_empty));
    let list = move || {
        if none.get() {
            return view! {
                <div class="empty">
                    <h3>{text::EMPTY_TITLE}</h3>
                    <p>{if may_ask { text::EMPTY } else { ask::READER }}</p>
                    <p>
                        <a class="button" href="/ask">
                            {text::ASK}
                        </a>
                    </p>
                </div>
            }
            .erase();
        }
        let rows = keyed(move || {
            let part = |card: AskScheduleCard| Part::new(card, move |card| render_card(&card, desk));
            cards.get().into_iter().map(part).collect()
        });
        view! { <ul class="lines" data-testid="ask-schedules">{rows}</ul> }.erase()
    };
    let form = edited.filter(|_| may_ask).map(|card| edit_form(desk, card.id.to_string(), &card.times, fields(&card)));
    view! {
        <main id="main" class="page project ask" tabindex="-1">
            <header class="project-head">
                <p class="small crumbs">
                    <a href="/ask">{ask::TITLE}</a>
                </p>
                <h1>{text::TITLE}</h1>
            </header>
            <Alert fault=fault />
            <section aria-labelledby="ask-schedules-name">
                <h2 id="ask-schedules-name">{text::LIST}</h2>
                {list}
            </section>
            {form}
        </main>
    }
    .erase()
}
