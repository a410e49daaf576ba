//! The form that starts a search.

use super::calls::{SearchWish, SearchesView, StartSearchByForm, start_search};
use crate::{
    erased::Erase,
    parts::{Icon, escape_textarea, icon},
    words::companies as text,
};
use leptos::{ev::SubmitEvent, prelude::*, server_fn::ServerFn, task::spawn_local};
use leptos_router::hooks::use_navigate;
use web_sys::{FormData, HtmlFormElement};

const PLACES: [(&str, &str); 4] =
    [("country", text::COUNTRY), ("emirate", text::EMIRATE), ("city", text::CITY), ("area", text::AREA)];

#[component]
pub(super) fn StartSearch(first: SearchesView, fault: RwSignal<Option<String>>) -> impl IntoView {
    let form = NodeRef::<leptos::html::Form>::new();
    let busy = RwSignal::new(false);
    let navigate = use_navigate();
    let started = Callback::new(move |path: String| navigate(&path, Default::default()));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(wish) = entered(form).filter(|_| !busy.get_untracked()) else { return };
        busy.set(true);
        fault.set(None);
        spawn_local(async move {
            let outcome = start_search(wish).await;
            // The page may be gone by now.
            let _gone = busy.try_set(false);
            match outcome {
                Ok(search) => {
                    let _gone = started.try_run(format!("/companies/{search}"));
                }
                Err(error) => {
                    let _gone = fault.try_set(Some(error.to_string()));
                }
            }
        });
    };
    let SearchesView { wish, session, providers, with_documents, model, .. } = first;
    let session = session.map(|(id, title)| {
        view! {
            <p class="from-interview" data-testid="from-interview">
                {text::FROM_INTERVIEW}
                ": "
                <a href=format!("/interviews/{id}") dir="auto">
                    {title}
                </a>
            </p>
        }
        .erase()
    });
    view! {
        <section class="card start-run" aria-labelledby="start-search">
            <h2 id="start-search">{text::SEARCH}</h2>
            <form method="post" action=StartSearchByForm::PATH on:submit=submit node_ref=form data-testid="start-search">
                {session}
                <div class="field">
                    <label for="search-query">{text::QUERY}</label>
                    <textarea id="search-query" name="query" rows="2" maxlength="500" required dir="auto" aria-describedby="search-query-hint">
                        {escape_textarea(wish.query.clone())}
                    </textarea>
                    <small class="quiet" id="search-query-hint">
                        {text::QUERY_HINT}
                    </small>
                </div>
                {places(&wish)}
                {limits(&wish)}
                <p class="row">
                    <button type="submit" class="button primary" data-testid="start-search-button" aria-disabled=move || busy.get().to_string()>
                        {icon(Icon::Search)}
                        {text::START}
                    </button>
                    <span role="status">{move || busy.get().then_some(text::STARTING)}</span>
                </p>
                <p class="small quiet" data-testid="providers">
                    {sources(&providers, with_documents)}
                    {model.map(|model| format!(" {}", text::judged_by(&model)))}
                </p>
            </form>
        </section>
    }
    .erase()
}

fn entered(form: NodeRef<leptos::html::Form>) -> Option<SearchWish> {
    let form: HtmlFormElement = form.get_untracked()?;
    let data = FormData::new_with_form(&form).ok()?;
    let of = |name: &str| data.get(name).as_string().unwrap_or_default();
    Some(SearchWish {
        query: of("query"),
        country: of("country"),
        emirate: of("emirate"),
        city: of("city"),
        area: of("area"),
        area_type: of("area_type"),
        novelty: of("novelty"),
        since: of("since"),
        max_results: of("max_results"),
    })
}

/// Who is searched with, in a sentence.
fn sources(providers: &[String], with_documents: bool) -> String {
    let mut names = providers.to_vec();
    if with_documents {
        names.push(text::OWN_DOCUMENTS.to_owned());
    }
    match (providers.is_empty(), with_documents) {
        (true, true) => text::NO_PROVIDER.to_owned(),
        (true, false) => text::NOBODY.to_owned(),
        _ => text::searched_with(&names),
    }
}

fn places(wish: &SearchWish) -> AnyView {
    let values = [&wish.country, &wish.emirate, &wish.city, &wish.area];
    let fields: Vec<AnyView> = PLACES
        .into_iter()
        .zip(values)
        .map(|((name, label), value)| {
            let value = value.clone();
            view! {
                <label class="field">
                    <span>{label}</span>
                    <input name=name type="text" maxlength="200" autocomplete="off" value=value dir="auto" />
                </label>
            }
            .erase()
        })
        .collect();
    let types = text::AREA_TYPES.map(|(kind, label)| (kind.name(), label));
    view! {
        <fieldset class="places">
            <legend>{text::PLACE}</legend>
            <small class="quiet">{text::PLACE_HINT}</small>
            <div class="fields">
                {fields} {choice("area_type", text::AREA_TYPE, &[&[("", text::ANY)], types.as_slice()].concat(), &wish.area_type)}
            </div>
        </fieldset>
    }
    .erase()
}

fn limits(wish: &SearchWish) -> AnyView {
    view! {
        <div class="fields">
            {choice("novelty", text::NOVELTY, &text::NOVELTIES, &wish.novelty)}
            <div class="field">
                <label for="search-since">{text::SINCE}</label>
                <input id="search-since" name="since" type="date" value=wish.since.clone() aria-describedby="search-since-hint" />
                <small class="quiet" id="search-since-hint">
                    {text::SINCE_HINT}
                </small>
            </div>
            <label class="field">
                <span>{text::MOST}</span>
                <input name="max_results" type="number" min="1" max="100" step="1" placeholder="10" value=wish.max_results.clone() />
            </label>
        </div>
    }
    .erase()
}

fn choice(name: &'static str, label: &'static str, options: &[(&'static str, &'static str)], value: &str) -> AnyView {
    let options: Vec<AnyView> = options
        .iter()
        .map(|(option, label)| {
            let selected = *option == value;
            view! {
                <option value=*option selected=selected>
                    {*label}
                </option>
            }
            .erase()
        })
        .collect();
    view! {
        <label class="field">
            <span>{label}</span>
            <select name=name>{options}</select>
        </label>
    }
    .erase()
}
