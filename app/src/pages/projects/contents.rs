use super::{
    calls::{ProjectPart, SourceView, TableLine},
    frame::frame,
    live::{Live, page},
    parts::{document, operation, skill},
    sources::told,
};
use crate::{
    lean::Lean,
    parts::{Icon, icon},
    words::projects as text,
};
use leptos::prelude::*;
use leptos_router::location::Url;

/// As many can be looked over without a filter.
const FEW: usize = 8;

/// What was found in one source.
#[component]
pub(crate) fn SourcePage() -> impl IntoView {
    page(ProjectPart::Source, shown)
}

fn shown(live: Live<SourceView>) -> AnyView {
    let project = live.head.with_untracked(|head| head.card.id.to_string());
    let body = move || found(&project, live.view.get());
    frame(live.head, ProjectPart::Source, body.lean())
}

fn found(project: &str, view: SourceView) -> AnyView {
    let here = format!("/projects/{project}/sources/{}", view.source.id);
    let SourceView { source, words, from, matching, all, most, .. } = view;
    // What was searched for and is alone stands open.
    let open = matching == 1;
    let count = view.tables.len() + view.operations.len() + view.documents.len() + view.skills.len();
    let tables = (!view.tables.is_empty()).then(|| tables(&here, view.tables));
    let others = view
        .operations
        .into_iter()
        .map(|one| operation(one, open))
        .chain(view.documents.into_iter().map(|one| document(one, open)))
        .chain(view.skills.into_iter().map(|one| skill(one, open)))
        .collect_view();
    let filter = (all > FEW || !words.is_empty()).then(|| {
        view! {
            <form method="get" action=here.clone() role="search" class="filters">
                <label class="field-with-icon">
                    {icon(Icon::Search)}
                    <input type="search" name="q" aria-label=text::FILTER placeholder=text::FILTER value=words.clone() />
                </label>
                <button type="submit" class="button">
                    {text::FILTER_BUTTON}
                </button>
                {(!words.is_empty()).then(|| view! { <a class="button" href=here.clone()>{text::SHOW_ALL}</a> })}
                <span class="small quiet" role="status" data-testid="count">
                    {text::count_of(matching, from, count)}
                </span>
            </form>
        }
        .lean()
    });
    let none = (count == 0).then(|| {
        let what = if words.is_empty() { text::NOTHING_IN_IT } else { text::NOTHING_MATCHES };
        view! { <p class="empty">{what}</p> }.lean()
    });
    let at = |from: usize| format!("{here}?q={}&from={from}", Url::escape(&words));
    let pages = (matching > count).then(|| {
        let before =
            (from > 0).then(|| view! { <a class="button" rel="prev" href=at(from.saturating_sub(most))>{text::BEFORE}</a> });
        let after =
            (from + count < matching).then(|| view! { <a class="button" rel="next" href=at(from + count)>{text::AFTER}</a> });
        view! { <p class="row pages">{before} {after}</p> }.lean()
    });
    view! {
        <section aria-labelledby="found" data-testid="found">
            <div class="source-head">
                <h2 id="found" dir="auto">
                    {source.name.clone()}
                </h2>
                <span class="chip">{text::kind(&source.kind)} " · " {text::subtype(&source.subtype).to_owned()}</span>
                {(!source.reachable).then(|| view! { <span class="chip low">{text::DOWN}</span> })}
            </div>
            {told(&source)}
            {filter}
            {none}
            {tables}
            {others}
            {pages}
        </section>
    }
    .lean()
}

fn tables(here: &str, tables: Vec<TableLine>) -> AnyView {
    let rows = tables
        .into_iter()
        .map(|table| {
            let href = format!("{here}/tables/{}", Url::escape(&table.name));
            let leads = table
                .leads_to
                .iter()
                .map(|name| {
                    let href = format!("{here}/tables/{}", Url::escape(name));
                    view! { <a class="chip" href=href dir="auto">{name.clone()}</a> }.lean()
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
            .lean()
        })
        .collect_view();
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
    .lean()
}
