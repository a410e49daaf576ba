use super::{
    calls::{Hit, ProjectPart, SearchView},
    frame::{frame, nothing},
    live::{Live, page},
};
use crate::{
    erased::{Effect, Erase, Memo},
    letters::lower,
    parts::{Icon, Part, icon, keyed},
    words::projects as text,
};
use leptos::{ev::KeyboardEvent, prelude::*};
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
    nothing(text::NOTHING_TO_SEARCH, text::NO_TABLES, Some((sources.to_owned(), text::TO_SOURCES)))
}

fn searching(sources: String, none: Memo<bool>, view: RwSignal<SearchView>) -> AnyView {
    let action = format!("{sources}/search");
    let words = view.with_untracked(|view| view.words.clone());
    let sought = StoredValue::new(words.clone());
    let any = Memo::new(move |_| view.with(|view| !view.hits.is_empty()));
    let count = move || text::hits(view.with(|view| view.hits.len()));
    let found = move || {
        if none.get() {
            return no_sources(&sources);
        }
        if sought.with_value(String::is_empty) {
            return view! { <p class="quiet">{text::SEARCH_HINT}</p> }.erase();
        }
        if !any.get() {
            return nothing(text::NO_HIT_TITLE, text::NO_HIT, Some((sources.clone(), text::TO_SOURCES)));
        }
        let drawn = move |one: Hit| sought.with_value(|words| hit(one, words));
        let hits = keyed(move || view.with(|view| view.hits.iter().map(|one| Part::new(one.clone(), drawn)).collect()));
        view! {
            <p class="small quiet" role="status">
                {count}
            </p>
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
    let place = (!hit.place.is_empty()).then(|| view! { <span class="small quiet" dir="auto">{hit.place.clone()}</span> });
    let kind = text::hit(&hit.kind);
    view! {
        <li class="card">
            <p class="hit-head">
                <span class="chip" data-kind=hit.kind>
                    {kind}
                </span>
                <a class="hit-step" href=hit.href dir="auto">
                    {marked(&hit.name, words)}
                </a>
                {place}
            </p>
            <p class="small" dir="auto">
                {marked(&hit.about, words)}
            </p>
        </li>
    }
    .erase()
}

/// The text with the searched words marked wherever a word begins like one of them.
fn marked(text: &str, words: &str) -> Vec<AnyView> {
    pieces(text, words)
        .into_iter()
        .map(|(piece, why)| if why { view! { <mark>{piece}</mark> }.erase() } else { piece.erase() })
        .collect()
}

/// Pieces of a text in order, and whether each is a reason for finding it.
fn pieces(text: &str, words: &str) -> Vec<(String, bool)> {
    let wanted: Vec<String> =
        words.split(|sign: char| !in_word(sign)).filter(|word| word.chars().count() > 2).map(|word| stem(&lower(word))).collect();
    let mut out: Vec<(String, bool)> = Vec::new();
    let mut word = String::new();
    let mut put = |piece: String, why: bool| match out.last_mut() {
        Some((last, same)) if *same == why => last.push_str(&piece),
        _ if piece.is_empty() => {}
        _ => out.push((piece, why)),
    };
    for sign in text.chars() {
        if in_word(sign) {
            word.push(sign);
            continue;
        }
        let why = is_wanted(&word, &wanted);
        put(std::mem::take(&mut word), why);
        put(sign.to_string(), false);
    }
    let why = is_wanted(&word, &wanted);
    put(word, why);
    out
}

fn is_wanted(word: &str, wanted: &[String]) -> bool {
    let word = stem(&lower(word));
    !word.is_empty() && wanted.iter().any(|one| word == *one || (one.chars().count() > 3 && word.starts_with(one.as_str())))
}

/// The standard library brings large tables to tell letters; beyond ASCII it is enough to know what is none.
const fn in_word(sign: char) -> bool {
    sign.is_ascii_alphanumeric()
        || !(sign.is_ascii() || matches!(sign, '\u{80}'..='\u{bf}' | '\u{2000}'..='\u{206f}' | '\u{3000}'..='\u{303f}'))
}

/// Without the ending of the plural.
fn stem(word: &str) -> String {
    let ending = if word.ends_with("ies") { 3 } else { usize::from(word.ends_with('s') && !word.ends_with("ss")) };
    word[..word.len() - ending].to_owned()
}

#[cfg(test)]
mod tests {
    use super::pieces;

    #[test]
    fn the_words_that_were_searched_are_marked() {
        let marked = |text: &str, words: &str| -> Vec<String> {
            pieces(text, words).into_iter().filter(|(_, why)| *why).map(|(piece, _)| piece).collect()
        };
        assert_eq!(marked("invoice_lines of Invoices, invoicing", "the invoices"), ["invoice", "Invoices"]);
        assert_eq!(marked("Customers by country", "customer countries"), ["Customers", "country"]);
        assert!(marked("Anything", "").is_empty());
        let whole: String = pieces("a b_c", "b").into_iter().map(|(piece, _)| piece).collect();
        assert_eq!(whole, "a b_c");
    }
}
