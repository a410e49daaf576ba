use super::{
    calls::{ActOnSearchByForm, SearchAct},
    live::Searching,
};
use crate::{
    erased::{Erase, Memo},
    parts::{Icon, When, icon},
    words::{companies as text, runs},
};
use leptos::{ev::SubmitEvent, prelude::*, server_fn::ServerFn};
use protocol::{companies::CompanySearchView, work::WorkStatus};

/// What is searched for, where the search is, and what can be done with it.
#[component]
pub(super) fn Header(searching: Searching) -> impl IntoView {
    let query = searching.peek(|view| view.request.query_text.clone());
    let at = searching.peek(|view| view.work.requested_at);
    let wanted = searching.peek(constraints);
    let cached = searching.peek(|view| view.plan.cached).then(|| view! { <span>{text::CACHED}</span> }.erase());
    let status = Memo::new(move |_| searching.with(|view| view.work.status));
    view! {
        <header class="project-head run-head">
            <p class="small crumbs">
                <a href="/companies">{text::TITLE}</a>
            </p>
            <div class="row">
                <h1 dir="auto">{query}</h1>
                {move || status_chip(status.get())}
            </div>
            <p class="small quiet facts">
                <span>
                    <When at=at />
                </span>
                {(!wanted.is_empty()).then(|| view! { <span dir="auto">{wanted}</span> })}
                {cached}
            </p>
            <Acts searching=searching />
        </header>
    }
    .erase()
}

/// The constraints from the inside out, and the date.
fn constraints(view: &CompanySearchView) -> String {
    let wanted = &view.request.constraints;
    let kind = wanted.area_type.and_then(|kind| text::AREA_TYPES.into_iter().find(|(one, _)| *one == kind));
    let parts = [&wanted.area, &wanted.city, &wanted.emirate, &wanted.country].into_iter().flatten().cloned();
    let since = view.request.since.as_deref().map(|since| format!("{} {}", text::SINCE, text::day(Some(since))));
    let mut all: Vec<String> = parts.chain(kind.map(|(_, name)| name.to_owned())).chain(since).collect();
    all.dedup();
    all.join(", ")
}

/// A status as a shape and a word.
pub(super) fn status_chip(status: WorkStatus) -> AnyView {
    let (class, shape, word) = runs::status(status.name(), None);
    view! {
        <span class=class data-testid="search-status">
            <span aria-hidden="true">{shape}</span>
            {word}
        </span>
    }
    .erase()
}

/// A button that does something with a search, as a form that works without scripts.
pub(super) fn act_form(
    searching: Searching,
    (act, name): (SearchAct, &'static str),
    which: Icon,
    label: Signal<String>,
) -> AnyView {
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        if act == SearchAct::Cancel { searching.cancel() } else { searching.go_on(act) }
    };
    view! {
        <form method="post" action=ActOnSearchByForm::PATH on:submit=submit>
            <input type="hidden" name="search" value=searching.id.get_value() />
            <button type="submit" name="act" value=name class="button" data-testid=format!("search-{name}")>
                {icon(which)}
                <span>{move || label.get()}</span>
            </button>
        </form>
    }
    .erase()
}

#[component]
fn Acts(searching: Searching) -> impl IntoView {
    let is_over = Memo::new(move |_| searching.is_over());
    let acts = move || {
        if !searching.may_search {
            ().erase()
        } else if is_over.get() {
            act_form(searching, (SearchAct::New, "new"), Icon::Again, Signal::stored(text::AGAIN.to_owned()))
        } else {
            // The button stays, and with it the focus.
            let label = Signal::derive(move || {
                let label = if searching.is_cancelling.get() { text::CANCELLING } else { text::CANCEL };
                label.to_owned()
            });
            act_form(searching, (SearchAct::Cancel, "cancel"), Icon::Stop, label)
        }
    };
    let exports = move || searching.found.with(Option::is_some).then(|| export_menu(&searching.id.get_value()));
    view! { <div class="row acts">{acts} {exports}</div> }.erase()
}

fn export_menu(id: &str) -> AnyView {
    let links = text::EXPORTS
        .map(|(format, name)| {
            view! {
                <a rel="external" download="" href=format!("/api/v1/company-searches/{id}/export?format={format}")>
                    {icon(Icon::Download)}
                    {name}
                </a>
            }
            .erase()
        })
        .into_iter()
        .collect_view();
    view! {
        <details class="menu" name="menu">
            <summary class="button" data-testid="search-export">
                {icon(Icon::Download)}
                <span>{text::EXPORT}</span>
                {icon(Icon::Down)}
            </summary>
            <div class="menu-body">{links}</div>
        </details>
    }
    .erase()
}
