use super::{
    calls::{WholeSearch, read_search},
    candidates::Candidates,
    emptiness::Emptiness,
    header::Header,
    layers::Layers,
    live::Searching,
    results::Results,
    schedules::TellNew,
    understanding::Understanding,
};
use crate::{
    calls::{Answer, open, page_data},
    erased::{Erase, Memo},
    pages::interviews::fault_of_form,
    parts::{Alert, Fault, Icon, icon},
    words::companies as text,
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_params_map;
use protocol::work::WorkStatus;

/// One search as it goes on, and what it found.
#[component]
pub(crate) fn CompanySearchPage() -> impl IntoView {
    let params = use_params_map();
    let key = Signal::derive(move || params.with(|params| params.get("id").unwrap_or_default()));
    let data = page_data(key, |key| Box::pin(read(key)));
    view! {
        <Suspense>
            {move || Suspend::new(async move {
                match open::<WholeSearch>(data.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(first) => view! { <Whole first=first /> }.erase(),
                }
            })}
        </Suspense>
    }
    .erase()
}

async fn read(id: String) -> Answer {
    read_search(id).await
}

#[component]
fn Whole(first: WholeSearch) -> impl IntoView {
    let title = first.view.request.query_text.clone();
    let searching = Searching::enter(first);
    if let Some(fault) = fault_of_form() {
        searching.live.fault.set(Some(fault));
    }
    // With another answer everything below is another.
    let found = move || match searching.found.get() {
        Some(found) => view! {
            <Emptiness searching=searching found=found.clone() />
            <Results searching=searching found=found.clone() />
            <Candidates found=found />
            <TellNew searching=searching />
        }
        .erase(),
        None => waiting(searching),
    };
    view! {
        <Title text=title />
        <main id="main" class="page project companies" tabindex="-1">
            <Header searching=searching />
            <Alert fault=searching.live.fault />
            <Banner searching=searching />
            <Layers searching=searching />
            {found}
            <Understanding searching=searching />
        </main>
    }
    .erase()
}

fn waiting(searching: Searching) -> AnyView {
    let is_over = Memo::new(move |_| searching.is_over());
    let what = move || (!is_over.get()).then(|| view! { <p class="quiet">{text::NO_RESULT_YET}</p> }.erase());
    what.erase()
}

/// What went wrong, or is missing.
#[component]
fn Banner(searching: Searching) -> impl IntoView {
    let end = Memo::new(move |_| searching.with(|view| (view.work.status, view.error.clone())));
    let ending = move || {
        let (status, error) = end.get();
        let (failed, what) = match status {
            WorkStatus::Failed => (true, text::FAILED),
            WorkStatus::Cancelled => (false, text::CANCELLED),
            _ => return None,
        };
        let error = error.map(|error| view! { <p dir="auto">{error}</p> }.erase());
        Some(notice(failed, what.to_owned(), error))
    };
    let missing = move || {
        searching.found.with(|found| {
            let response = &found.as_ref()?.response;
            let meta = &response.meta;
            let is_enforced = response.data.validation.enforced && response.data.novelty.enforced;
            let lax = (!is_enforced).then(|| notice(false, text::NOT_ENFORCED.to_owned(), None));
            let partial = meta.partial.then(|| notice(false, text::PARTIAL.to_owned(), None));
            let silent = (!meta.unresponsive.is_empty()).then(|| {
                let names: Vec<String> = meta.unresponsive.iter().map(|name| text::provider(name).to_owned()).collect();
                notice(false, text::unresponsive(&names), None)
            });
            Some(view! { {partial} {silent} {lax} }.erase())
        })
    };
    view! {
        <div role="status" class="run-banner" data-testid="search-banner">
            {ending} {missing}
        </div>
    }
    .erase()
}

fn notice(failed: bool, what: String, more: Option<AnyView>) -> AnyView {
    view! {
        <div class="run-end" class:failed=failed>
            <p>
                {icon(if failed { Icon::Warning } else { Icon::Stop })}
                <b>{what}</b>
            </p>
            {more}
        </div>
    }
    .erase()
}
