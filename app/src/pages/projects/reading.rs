use super::{
    calls::{DocumentView, HeadingShown, PassageShown, ProjectPart},
    frame::frame,
    live::{Live, page},
    markdown::{is_address, render as render_markdown, render_line},
    marks::Marker,
};
use crate::{
    erased::Erase,
    parts::{Icon, icon},
    words::{projects as text, queries},
};
use leptos::prelude::*;
use leptos_router::{hooks::use_query_map, location::Url};

/// A document as a whole: its contents, what is searched for in it, and the text.
#[component]
pub(crate) fn DocumentPage() -> impl IntoView {
    page(ProjectPart::Document, render)
}

fn render(live: Live<DocumentView>) -> AnyView {
    let Live { head, view, .. } = live;
    let project = head.with_untracked(|head| head.card.id.to_string());
    let query = use_query_map();
    // The number of the current mark on this page; the address has it, so that going on needs no scripts.
    let current = Signal::derive(move || query.with(|query| query.get("at").and_then(|at| at.parse().ok()).unwrap_or(1_usize)));
    let body = move || {
        view.with(|view| {
            let source = format!("/projects/{project}/sources/{}", view.source.id);
            let here = format!("{source}/documents/{}", Url::escape(&view.name));
            draw(&source, &here, view, current)
        })
    };
    frame(head, ProjectPart::Document, body.erase())
}

fn draw(source: &str, here: &str, view: &DocumentView, current: Signal<usize>) -> AnyView {
    let title = if view.title.is_empty() { view.name.clone() } else { view.title.clone() };
    let original = is_address(&view.url)
        .then(|| view! { <a href=view.url.clone() rel="noreferrer external">{queries::ORIGINAL}</a> }.erase());
    let marker = Marker::numbered(&view.words, current);
    let parts = view.parts.iter().map(|part| passage(part, view, &marker)).collect::<Vec<_>>();
    let empty = parts.is_empty() || view.parts.iter().all(|part| part.heading.is_empty() && part.text.trim().is_empty());
    let contents = (view.contents.len() > 1).then(|| contents(here, view));
    view! {
        <article class="reading" aria-labelledby="document" data-testid="document">
            <header>
                <p class="small">
                    <a href=source.to_owned() dir="auto">
                        {view.source.name.clone()}
                    </a>
                </p>
                <div class="row">
                    <h2 id="document" dir="auto">
                        {title}
                    </h2>
                    <span class="chip">{view.format.clone()}</span>
                    {original}
                </div>
                {finding(here, view, current)}
            </header>
            {contents}
            <div class="reading-text">
                {empty.then(|| view! { <p class="quiet">{queries::EMPTY_DOCUMENT}</p> }.erase())}
                {parts}
                {pages(here, view)}
            </div>
        </article>
    }
    .erase()
}

/// Only Markdown has marks of its own; every other text keeps its lines.
fn passage(part: &PassageShown, view: &DocumentView, marker: &Marker) -> AnyView {
    let heading = (!part.heading.is_empty())
        .then(|| view! { <h3 dir="auto" data-level=part.level.to_string()>{render_line(&part.heading, marker)}</h3> }.erase());
    let body = if matches!(view.format.as_str(), "text" | "txt") {
        view! { <p class="passage" dir="auto">{marker.mark(&part.text)}</p> }.erase()
    } else {
        render_markdown(&part.text, marker)
    };
    view! {
        <section id=format!("part-{}", part.part) class="reading-part">
            {heading}
            {body}
        </section>
    }
    .erase()
}

fn contents(here: &str, view: &DocumentView) -> AnyView {
    let line = |one: &HeadingShown| {
        let start = view.starts.get(one.page).copied().unwrap_or_default();
        let href = format!("{}#part-{}", address(here, &view.words, start, None), one.part);
        view! { <li data-level=one.level.to_string()><a href=href dir="auto">{one.heading.clone()}</a></li> }.erase()
    };
    let lines = view.contents.iter().map(line).collect::<Vec<_>>();
    view! {
        <nav class="contents" aria-label=queries::CONTENTS>
            <details open>
                <summary>{queries::CONTENTS}</summary>
                <ol class="plain small">{lines}</ol>
            </details>
        </nav>
    }
    .erase()
}

/// The field for words, how often they are in the document, and the ways to the marks before and behind.
fn finding(here: &str, view: &DocumentView, current: Signal<usize>) -> AnyView {
    let all: usize = view.matches.iter().sum();
    let before: usize = view.matches.iter().take(view.page).sum();
    let (matches, page, starts) = (view.matches.clone(), view.page, view.starts.clone());
    let (way_here, words) = (here.to_owned(), view.words.clone());
    let to = move |forward: bool| {
        let (page, at) = step(&matches, page, current.get(), forward)?;
        let start = starts.get(page).copied().unwrap_or_default();
        Some(format!("{}#mark-{at}", address(&way_here, &words, start, Some(at))))
    };
    let to = StoredValue::new(to);
    let way = move |label: &'static str, sign: &'static str, forward: bool| {
        let href = move || to.with_value(|to| to(forward));
        view! {
            <a class="button small" href=href aria-label=label>
                {sign}
            </a>
        }
        .erase()
    };
    let place = move || queries::place_of((before + current.get()).min(all), all);
    let found = (!view.words.is_empty()).then(|| {
        if all == 0 {
            return view! { <span role="status" data-testid="matches">{queries::NOT_IN_IT}</span> }.erase();
        }
        view! {
            <span role="status" data-testid="matches">{place}</span>
            {way(queries::PREVIOUS_MATCH, "↑", false)}
            {way(queries::NEXT_MATCH, "↓", true)}
        }
        .erase()
    });
    view! {
        <form method="get" action=here.to_owned() role="search" class="filters find-in">
            <label class="field-with-icon">
                {icon(Icon::Search)}
                <input
                    type="search"
                    name="q"
                    aria-label=queries::FIND_IN
                    placeholder=queries::FIND_IN
                    value=view.words.clone()
                    maxlength="200"
                    autocomplete="off"
                />
            </label>
            <button type="submit" class="button">
                {queries::FIND}
            </button>
            {(!view.words.is_empty()).then(|| view! { <a class="button" href=here.to_owned()>{queries::CLEAR}</a> }.erase())}
            {found}
        </form>
    }
    .erase()
}

/// The page and the number of the mark before or behind this one; after the last comes the first.
fn step(matches: &[usize], page: usize, at: usize, forward: bool) -> Option<(usize, usize)> {
    let here = matches.get(page).copied().unwrap_or_default();
    if forward && at < here {
        return Some((page, at + 1));
    }
    if !forward && at > 1 && here > 0 {
        return Some((page, (at - 1).min(here)));
    }
    let count = matches.len();
    let turn = |by: usize| if forward { (page + by) % count } else { (page + count - by) % count };
    let next = (1..=count).map(turn).find(|page| matches[*page] > 0)?;
    Some((next, if forward { 1 } else { matches[next] }))
}

/// The address of a page of the document, by the part that it begins with.
fn address(here: &str, words: &str, start: usize, at: Option<usize>) -> String {
    let mut asked = Vec::new();
    if !words.is_empty() {
        asked.push(format!("q={}", Url::escape(words)));
    }
    if start > 0 {
        asked.push(format!("from={start}"));
    }
    asked.extend(at.map(|at| format!("at={at}")));
    if asked.is_empty() { here.to_owned() } else { format!("{here}?{}", asked.join("&")) }
}

fn pages(here: &str, view: &DocumentView) -> Option<AnyView> {
    let start = |page: usize| view.starts.get(page).map(|start| address(here, &view.words, *start, None));
    (view.starts.len() > 1).then(|| {
        let before = view.page.checked_sub(1).and_then(start);
        let before = before.map(|href| view! { <a class="button" rel="prev" href=href>{text::BEFORE}</a> }.erase());
        let after = start(view.page + 1);
        let after = after.map(|href| view! { <a class="button" rel="next" href=href>{text::AFTER}</a> }.erase());
        let place = queries::page_of(view.page + 1, view.starts.len());
        view! { <p class="row pages">{before} {after} <span class="small quiet">{place}</span></p> }.erase()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_lead_to_one_another_over_pages_and_around() {
        for (matches, page, at, forward, expected) in [
            (vec![3], 0, 1, true, Some((0, 2))),
            (vec![3], 0, 3, true, Some((0, 1))),
            (vec![3], 0, 1, false, Some((0, 3))),
            (vec![2, 0, 4], 0, 2, true, Some((2, 1))),
            (vec![2, 0, 4], 2, 1, false, Some((0, 2))),
            (vec![2, 0, 4], 1, 1, true, Some((2, 1))),
            (vec![2], 0, 9, false, Some((0, 2))),
            (vec![0, 0], 0, 1, true, None),
            (vec![], 0, 1, true, None),
        ] {
            assert_eq!(step(&matches, page, at, forward), expected, "{matches:?} {page} {at} {forward}");
        }
    }

    #[cfg(feature = "ssr")]
    #[test]
    fn the_address_says_what_is_not_usual() {
        assert_eq!(address("/d", "", 0, None), "/d");
        assert_eq!(address("/d", "ab", 3, Some(2)), "/d?q=ab&from=3&at=2");
    }
}
