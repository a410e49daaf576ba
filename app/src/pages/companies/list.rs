use super::{
    calls::{SearchCard, SearchWish, SearchesRequest, SearchesView, read_searches},
    form::StartSearch,
    header::status_chip,
};
use crate::{
    browser,
    calls::{Answer, CallFault, open, page_data, read_json},
    erased::{Erase, Memo},
    feed::{Feed, Read, Reading},
    pages::interviews::fault_of_form,
    parts::{Alert, Fault, Newest, Paged, Part, When, keyed},
    words::{companies as text, company_schedules},
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use protocol::live::Topic;

/// The form that searches, and one's own searches.
#[component]
pub(crate) fn CompaniesPage() -> impl IntoView {
    let query = use_query_map();
    let key = Signal::derive(move || {
        let of = |name: &str| query.with(|query| query.get(name).unwrap_or_default());
        let wish = SearchWish {
            query: of("query"),
            country: of("country"),
            emirate: of("emirate"),
            city: of("city"),
            area: of("area"),
            area_type: of("area_type"),
            novelty: of("novelty"),
            since: of("since"),
            max_results: of("max_results"),
        };
        let request = SearchesRequest { after: of("after"), wish, session: of("session") };
        serde_json::to_string(&request).unwrap_or_default()
    });
    let data = page_data(key, |key| Box::pin(read(key)));
    let feed = expect_context::<Feed>();
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || Suspend::new(async move {
                match open::<SearchesView>(data.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(first) => render(first, read_json(&key.get_untracked()).unwrap_or_default(), feed),
                }
            })}
        </Suspense>
    }
    .erase()
}

async fn read(key: String) -> Answer {
    match read_json(&key) {
        Ok(request) => read_searches(request).await,
        Err(fault) => Err(CallFault::Broken(fault.to_string())),
    }
}

/// Held, and older than everything on the newest page.
fn beyond(newest: &[SearchCard], held: &SearchCard) -> bool {
    newest.last().is_some_and(|last| (held.created_at, held.id) < (last.created_at, last.id))
}

/// Reads the list again whenever it is another.
fn follow(cards: Paged<SearchCard>, mark: String, feed: Feed) {
    let ask = move || async move {
        match open::<SearchesView>(read_searches(SearchesRequest::default()).await) {
            Ok(view) => {
                let mark = view.mark;
                let is_shown = browser::keep_place(move || cards.renew(view.page, beyond));
                if is_shown { Read::Shown(mark) } else { Read::Failed }
            }
            Err(_) => Read::Failed,
        }
    };
    Reading::begin(feed, Topic::Searches, mark, ask, Callback::new(|()| {}));
}

fn render(first: SearchesView, request: SearchesRequest, feed: Feed) -> AnyView {
    let is_later = !request.after.is_empty();
    let cards = Paged::new(first.page.clone());
    // A list that begins in its middle stays as it was.
    if !is_later {
        follow(cards, first.mark.clone(), feed);
    }
    let fault = RwSignal::new(fault_of_form());
    let more = cards.more(
        |next| format!("/companies?after={next}"),
        move |after| {
            let next = SearchesRequest { after, ..SearchesRequest::default() };
            cards.extend(async move { open::<SearchesView>(read_searches(next).await).map(|list| list.page) });
        },
    );
    let none = Memo::new(move |_| cards.items.with(Vec::is_empty));
    let list = move || {
        if none.get() {
            return view! {
                <div class="empty">
                    <h3>{text::EMPTY_TITLE}</h3>
                    <p>{text::EMPTY}</p>
                </div>
            }
            .erase();
        }
        let cards = keyed(move || cards.items.get().into_iter().map(|one| Part::new(one, |one| card(&one))).collect());
        view! { <ul class="run-list" data-testid="searches">{cards}</ul> }.erase()
    };
    let form = if first.may_search {
        view! { <StartSearch first=first fault=fault /> }.erase()
    } else {
        view! { <p class="quiet">{text::READER}</p> }.erase()
    };
    view! {
        <main id="main" class="page project companies" tabindex="-1">
            <header class="project-head">
                <h1>{text::TITLE}</h1>
                <p class="small">
                    <a href="/companies/schedules">{company_schedules::LINK}</a>
                </p>
            </header>
            <Alert fault=fault />
            {form}
            <section aria-labelledby="searches-name">
                <h2 id="searches-name">{text::PAST}</h2>
                <Newest later=is_later href="/companies" />
                {list}
                {more}
            </section>
        </main>
    }
    .erase()
}

fn card(one: &SearchCard) -> AnyView {
    let is_done = one.status.is_over() && one.error.is_none();
    let counts = is_done.then(|| {
        view! {
            <span>{text::companies(one.companies)}</span>
            <span>{text::rejected(one.rejected)}</span>
        }
        .erase()
    });
    let place = (!one.place.is_empty()).then(|| view! { <span dir="auto">{one.place.clone()}</span> }.erase());
    let error = one.error.clone().map(|error| view! { <p class="small fault-line" dir="auto">{error}</p> }.erase());
    view! {
        <li class="card run-card">
            <h3>
                <a href=format!("/companies/{}", one.id) dir="auto">
                    {one.query.clone()}
                </a>
            </h3>
            {status_chip(one.status)}
            <p class="small quiet facts">
                {place} {counts} <span>
                    <When at=one.created_at />
                </span>
            </p>
            {error}
        </li>
    }
    .erase()
}
