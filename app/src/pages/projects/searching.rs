use super::{
    calls::{Hit, ProjectPart, SearchView},
    frame::{frame, nothing},
    live::{Live, page},
    markdown::render_excerpt,
    marks::Marker,
};
use crate::{
    erased::{Effect, Erase, Memo},
    parts::{Icon, Part, icon, keyed},
    words::{projects as text, queries},
};
use leptos::{ev::KeyboardEvent, prelude::*};
use leptos_router::location::Url;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

/// Searches over everything that was found.
#[component]
pub(crate) fn SearchPage() -> impl IntoView {
    page(ProjectPart::Search, render)
}

fn render(live: Live<SearchView>) -> AnyView {
    let Live { head, view, .. } = live;
    let sources = head.with_untracked(|head| format!("/projects/{}", head.card.id));
    let none = Memo::new(move |_| head.with(|head| head.sources == 0));
    // Once there is a field, it stays: somebody may have typed into it.
    let asks = RwSignal::new(!none.get_untracked());
    Effect::new(move |_| {
        if !none.get() && !asks.get_untracked() {
            asks.set(true);
        }
    });
    let body = move || {
        if asks.get() { searching(sources.clone(), none, view) } else { no_sources(&sources) }
    };
    frame(head, ProjectPart::Search, body.erase())
}

fn no_sources(sources: &str) -> AnyView {
    nothing(text::NOTHING_TO_SEARCH, text::NO_TABLES, Some((format!("{sources}/sources"), text::TO_SOURCES)))
}

fn searching(sources: String, none: Memo<bool>, view: RwSignal<SearchView>) -> AnyView {
    let action = format!("{sources}/search");
    let words = view.with_untracked(|view| view.words.clone());
    let sought = StoredValue::new(words.clone());
    let here = StoredValue::new(action.clone());
    let any = Memo::new(move |_| view.with(|view| !view.kinds.is_empty()));
    let found = move || {
        if none.get() {
            return no_sources(&sources);
        }
        if sought.with_value(String::is_empty) {
            let chips = here.with_value(|here| suggestions(here, view));
            return view! { <p class="quiet">{text::SEARCH_HINT}</p> {chips} }.erase();
        }
        if !any.get() {
            return here.with_value(|here| without_hits(here, view));
        }
        let drawn = move |one: Hit| sought.with_value(|words| hit(one, words));
        let hits = keyed(move || view.with(|view| view.hits.iter().map(|one| Part::new(one.clone(), drawn)).collect()));
        view! {
            {move || here.with_value(|here| view.with(|view| kinds(here, view)))}
            <ol class="plain hits" data-testid="hits">
                {hits}
            </ol>
        }
        .erase()
    };
    view! {
        <section aria-labelledby="search" on:keydown=step>
            <h2 id="search" class="hidden">
                {text::SEARCH}
            </h2>
            <form method="get" action=action role="search" class="big-search">
                <label class="field-with-icon">
                    {icon(Icon::Search)}
                    <input
                        type="search"
                        name="q"
                        class="hit-step"
                        aria-label=text::SEARCH_WHAT
                        placeholder=text::SEARCH_WHAT
                        value=words
                        autocomplete="off"
                    />
                </label>
                <button type="submit" class="button primary">
                    {text::SEARCH}
                </button>
            </form>
            {found}
        </section>
    }
    .erase()
}

/// Names of what is there, to search for.
fn suggestions(here: &str, view: RwSignal<SearchView>) -> AnyView {
    let here = here.to_owned();
    let chips = move || {
        view.with(|view| {
            let chip = |name: &String| {
                let href = format!("{here}?q={}", Url::escape(name));
                view! { <li><a class="chip hit-step" href=href dir="auto">{name.clone()}</a></li> }.erase()
            };
            view.suggestions.iter().map(chip).collect::<Vec<_>>()
        })
    };
    let none = move || view.with(|view| view.suggestions.is_empty());
    view! {
        <div hidden=none>
            <p class="small quiet">{queries::NO_HIT_TRY}</p>
            <ul class="plain chips" data-testid="suggestions">
                {chips}
            </ul>
        </div>
    }
    .erase()
}

fn without_hits(here: &str, view: RwSignal<SearchView>) -> AnyView {
    view! {
        <div class="empty" data-testid="no-hit">
            <h2>{text::NO_HIT_TITLE}</h2>
            <p role="status">{text::NO_HIT}</p>
            {suggestions(here, view)}
        </div>
    }
    .erase()
}

/// How much was found, and links that show one kind alone.
fn kinds(here: &str, view: &SearchView) -> AnyView {
    let all: usize = view.kinds.iter().map(|(_, count)| count).sum();
    let link = |kind: &str, count: usize| {
        let end = if kind.is_empty() { String::new() } else { format!("&kind={kind}") };
        let href = format!("{here}?q={}{end}", Url::escape(&view.words));
        let current = (view.kind == kind).then_some("true");
        view! { <li><a class="chip" href=href aria-current=current>{queries::count_of_kind(kind, count)}</a></li> }.erase()
    };
    let links = (view.kinds.len() > 1 || !view.kind.is_empty()).then(|| {
        let each = view.kinds.iter().map(|(kind, count)| link(kind, *count));
        std::iter::once(link("", all)).chain(each).collect::<Vec<_>>()
    });
    view! {
        <div class="found-kinds">
            <p class="small quiet" role="status">
                {text::hits(all)}
            </p>
            {links.map(|links| view! { <ul class="plain chips" aria-label=queries::KINDS data-testid="kinds">{links}</ul> }.erase())}
        </div>
    }
    .erase()
}

/// The arrow keys lead from the field through what was found and back.
fn step(event: KeyboardEvent) {
    let key = event.key();
    let down = key == "ArrowDown";
    if !down && key != "ArrowUp" {
        return;
    }
    let Ok(stops) = document().query_selector_all(".hit-step") else { return };
    let active = document().active_element();
    let here = (0..stops.length()).find(|at| {
        let stop = stops.item(*at).and_then(|node| node.dyn_into::<web_sys::Element>().ok());
        stop.is_some() && stop == active
    });
    let next = match here {
        Some(at) if down => at + 1,
        Some(at) => at.saturating_sub(1),
        None => return,
    };
    if let Some(stop) = stops.item(next).and_then(|node| node.dyn_into::<HtmlElement>().ok()) {
        event.prevent_default();
        let _refused = stop.focus();
    }
}

fn hit(hit: Hit, words: &str) -> AnyView {
    let marker = Marker::new(words);
    let place = (!hit.place.is_empty()).then(|| view! { <span class="small quiet" dir="auto">{hit.place.clone()}</span> });
    let kind = text::hit(&hit.kind);
    view! {
        <li class="card">
            <p class="hit-head">
                <span class="chip" data-kind=hit.kind>
                    {kind}
                </span>
                <a class="hit-step" href=hit.href dir="auto">
                    {marker.mark(&hit.name)}
                </a>
                {place}
            </p>
            <p class="small" dir="auto">
                {render_excerpt(&hit.about, &marker)}
            </p>
        </li>
    }
    .erase()
}
