use super::{
    calls::{ProjectPart, SourceView, TableLine},
    frame::frame,
    live::{Live, page},
    parts::{document, operation, skill},
    sources::{describe_source, kind_chip, status_chip},
};
use crate::{
    erased::{Erase, Memo},
    parts::{Icon, Part, icon, keyed},
    words::projects as text,
};
use leptos::prelude::*;
use leptos_router::location::Url;

/// As many can be looked over without a filter.
const FEW: usize = 8;

/// What was found in one source.
#[component]
pub(crate) fn SourcePage() -> impl IntoView {
    page(ProjectPart::Source, render)
}

fn render(live: Live<SourceView>) -> AnyView {
    let Live { head, view, .. } = live;
    let project = head.with_untracked(|head| head.card.id.to_string());
    let here = StoredValue::new(view.with_untracked(|view| format!("/projects/{project}/sources/{}", view.source.id)));
    // Once there is a filter, it stays: somebody may have typed into it.
    let filters = StoredValue::new(false);
    let has_tables = Memo::new(move |_| view.with(|view| !view.tables.is_empty()));
    let others = keyed(move || view.with(others));
    let body = view! {
        <section aria-labelledby="found" data-testid="found">
            {move || here.with_value(|here| view.with(|view| about(here, view, filters)))}
            {move || has_tables.get().then(|| tables(here, view))}
            {others}
            {move || here.with_value(|here| view.with(|view| pages(here, view)))}
        </section>
    }
    .erase();
    frame(head, ProjectPart::Source, body)
}

fn others(view: &SourceView) -> Vec<Part> {
    // The only match of a search is shown open.
    let open = view.matching == 1;
    let operations = view.operations.iter().map(|one| Part::new(one.clone(), move |one| operation(one, open)));
    let documents = view.documents.iter().map(|one| Part::new(one.clone(), move |one| document(one, open)));
    let skills = view.skills.iter().map(|one| Part::new(one.clone(), move |one| skill(one, open)));
    operations.chain(documents).chain(skills).collect()
}

fn count(view: &SourceView) -> usize {
    view.tables.len() + view.operations.len() + view.documents.len() + view.skills.len()
}

/// Its name, its description, and the filter.
fn about(here: &str, view: &SourceView, filters: StoredValue<bool>) -> AnyView {
    let SourceView { source, words, from, matching, all, .. } = view;
    let count = count(view);
    if *all > FEW || !words.is_empty() {
        filters.set_value(true);
    }
    let filter = filters.get_value().then(|| {
        view! {
            <form method="get" action=here.to_owned() role="search" class="filters">
                <label class="field-with-icon">
                    {icon(Icon::Search)}
                    <input type="search" name="q" aria-label=text::FILTER placeholder=text::FILTER value=words.clone() />
                </label>
                <button type="submit" class="button">
                    {text::FILTER_BUTTON}
                </button>
                {(!words.is_empty()).then(|| view! { <a class="button" href=here.to_owned()>{text::SHOW_ALL}</a> })}
                <span class="small quiet" role="status" data-testid="count">
                    {text::count_of(*matching, *from, count)}
                </span>
            </form>
        }
        .erase()
    });
    let none = (count == 0 && source.is_known()).then(|| {
        let what = if words.is_empty() { text::NOTHING_IN_IT } else { text::NOTHING_MATCHES };
        view! { <p class="empty">{what}</p> }.erase()
    });
    view! {
        <div class="source-head">
            <h2 id="found" dir="auto">
                {source.name.clone()}
            </h2>
            {kind_chip(source)}
            {status_chip(&source.status)}
        </div>
        {describe_source(source)}
        {filter}
        {none}
    }
    .erase()
}

fn pages(here: &str, view: &SourceView) -> Option<AnyView> {
    let SourceView { words, from, matching, most, .. } = view;
    let count = count(view);
    let at = |from: usize| format!("{here}?q={}&from={from}", Url::escape(words));
    (*matching > count).then(|| {
        let before =
            (*from > 0).then(|| view! { <a class="button" rel="prev" href=at(from.saturating_sub(*most))>{text::BEFORE}</a> });
        let after =
            (from + count < *matching).then(|| view! { <a class="button" rel="next" href=at(from + count)>{text::AFTER}</a> });
        view! { <p class="row pages">{before} {after}</p> }.erase()
    })
}

fn tables(here: StoredValue<String>, view: RwSignal<SourceView>) -> AnyView {
    let row = move |one| here.with_value(|here| row(here, one));
    let rows = keyed(move || view.with(|view| view.tables.iter().map(|one| Part::new(one.clone(), row)).collect()));
    view! {
        <div class="scrolls framed" tabindex="0" role="group" aria-label=text::TABLES>
            <table data-testid="tables">
                <thead>
                    <tr>
                        <th scope="col">{text::TABLE}</th>
                        <th scope="col" class="number">
                            {text::ROWS}
                        </th>
                        <th scope="col" class="number">
                            {text::COLUMNS}
                        </th>
                        <th scope="col">{text::WHAT}</th>
                        <th scope="col">{text::LEADS_TO}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .erase()
}

fn row(here: &str, table: TableLine) -> AnyView {
    let href = format!("{here}/tables/{}", Url::escape(&table.name));
    let leads = table
        .leads_to
        .iter()
        .map(|name| {
            let href = format!("{here}/tables/{}", Url::escape(name));
            view! { <a class="chip" href=href dir="auto">{name.clone()}</a> }.erase()
        })
        .collect_view();
    view! {
        <tr>
            <th scope="row">
                <a href=href dir="auto">
                    {table.name.clone()}
                </a>
            </th>
            <td class="number">{text::row_count(table.rows, table.estimated)}</td>
            <td class="number">{table.columns}</td>
            <td class="about" dir="auto">{table.about}</td>
            <td class="leads">{leads}</td>
        </tr>
    }
    .erase()
}
