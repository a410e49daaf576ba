//! One's searches that are made again by themselves.

use super::{
    calls::{CompanyScheduleCard, CompanySchedulesView, read_company_schedules},
    card::{SEARCHES, fields, render as render_card},
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
    words::{companies, company_schedules as text},
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use protocol::live::Topic;

#[component]
pub(crate) fn CompanySchedulesPage() -> impl IntoView {
    let query = use_query_map();
    // What is changed is shown anew as well.
    let edit = Signal::derive(move || query.with(|query| query.get("edit").unwrap_or_default()));
    let data = page_data(edit, |_| Box::pin(read_company_schedules()));
    let feed = expect_context::<Feed>();
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || Suspend::new(async move {
                match open::<CompanySchedulesView>(data.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(first) => render(first, &edit.get_untracked(), feed),
                }
            })}
        </Suspense>
    }
    .erase()
}

fn render(first: CompanySchedulesView, edit: &str, feed: Feed) -> AnyView {
    let may_search = first.may_search;
    let edited = first.schedules.iter().find(|card| card.id.to_string() == edit).cloned();
    let cards = RwSignal::new(first.schedules);
    // A schedule's next and last search change with one's searches.
    let ask = move || async move {
        match open::<CompanySchedulesView>(read_company_schedules().await) {
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
    let reading = Reading::begin(feed, Topic::Searches, first.mark, ask, Callback::new(|()| {}));
    let fault = RwSignal::new(fault_of_form());
    let refresh = Callback::new(move |()| reading.read());
    let desk = Desk { kind: &SEARCHES, project: StoredValue::new(String::new()), may_change: may_search, fault, refresh };
    let none = Memo::new(move |_| cards.with(Vec::is_empty));
    let list = move || {
        if none.get() {
            return view! {
                <div class="empty">
                    <h3>{text::EMPTY_TITLE}</h3>
                    <p>{if may_search { text::EMPTY } else { companies::READER }}</p>
                    <p>
                        <a class="button" href="/companies">
                            {companies::TITLE}
                        </a>
                    </p>
                </div>
            }
            .erase();
        }
        let rows = keyed(move || {
            let part = |card: CompanyScheduleCard| Part::new(card, move |card| render_card(&card, desk));
            cards.get().into_iter().map(part).collect()
        });
        view! { <ul class="lines" data-testid="company-schedules">{rows}</ul> }.erase()
    };
    let form = edited
        .filter(|_| may_search)
        .map(|card| edit_form(desk, card.id.to_string(), &card.times, fields("change[wish]", Some(&card))));
    view! {
        <main id="main" class="page project companies" tabindex="-1">
            <header class="project-head">
                <p class="small crumbs">
                    <a href="/companies">{companies::TITLE}</a>
                </p>
                <h1>{text::TITLE}</h1>
            </header>
            <Alert fault=fault />
            <section aria-labelledby="company-schedules-name">
                <h2 id="company-schedules-name">{text::LIST}</h2>
                {list}
            </section>
            {form}
        </main>
    }
    .erase()
}
