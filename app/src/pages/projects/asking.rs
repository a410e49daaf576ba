use super::calls::{Hit, ProjectAsked, SqlAnswer};
use crate::{
    lean::Lean,
    parts::{Icon, icon, written},
    words::projects as text,
};
use leptos::prelude::*;

/// Searches over everything that was found.
#[component]
pub(super) fn SearchBox(asked: ProjectAsked, hits: Vec<Hit>) -> impl IntoView {
    let searched = !asked.search.is_empty();
    let none = searched && hits.is_empty();
    let hits = hits
        .into_iter()
        .map(|hit| {
            view! {
                <li>
                    <span class="small quiet">{text::hit(&hit.kind)}</span>
                    " "
                    <b dir="auto">{hit.name}</b>
                    <p class="small" dir="auto">{hit.about}</p>
                </li>
            }
            .lean()
        })
        .collect_view();
    view! {
        <section aria-labelledby="search">
            <h2 id="search">{text::SEARCH}</h2>
            <form method="get" action=format!("/projects/{}", asked.id) role="search">
                <label class="field-with-icon">
                    {icon(Icon::Search)}
                    <input type="search" name="q" aria-label=text::SEARCH_WHAT placeholder=text::SEARCH_WHAT value=asked.search />
                </label>
            </form>
            {none.then(|| view! { <p class="quiet">{text::NO_HIT}</p> })}
            {searched.then(|| view! { <ul class="plain hits" data-testid="hits">{hits}</ul> })}
        </section>
    }
    .lean()
}

/// One query, and its answer as a table.
#[component]
pub(super) fn SqlBox(asked: ProjectAsked, answer: Option<SqlAnswer>) -> impl IntoView {
    view! {
        <section aria-labelledby="sql">
            <h2 id="sql">{text::SQL}</h2>
            <p class="small quiet" id="sql-hint">{text::SQL_HINT}</p>
            <form method="get" action=format!("/projects/{}", asked.id)>
                <textarea name="sql" rows="4" aria-labelledby="sql" aria-describedby="sql-hint" spellcheck="false" dir="ltr" required>
                    {written(asked.sql)}
                </textarea>
                <button type="submit" class="button primary">
                    {text::RUN}
                </button>
            </form>
            {answer.map(answered)}
        </section>
    }
    .lean()
}

fn answered(answer: SqlAnswer) -> AnyView {
    if let Some(fault) = answer.fault {
        return view! { <p class="note bad" role="alert" dir="auto" data-testid="sql-fault">{fault}</p> }.lean();
    }
    let count = text::rows(answer.rows.len(), answer.elapsed_ms, answer.truncated);
    let head = answer.columns.into_iter().map(|name| view! { <th scope="col" dir="auto">{name}</th> }).collect_view();
    let rows = answer
        .rows
        .into_iter()
        .map(|row| {
            let cells = row.into_iter().map(|cell| view! { <td dir="auto">{cell}</td> }).collect_view();
            view! { <tr>{cells}</tr> }.lean()
        })
        .collect_view();
    view! {
        <p role="status" class="small quiet">{count}</p>
        <div class="scrolls" tabindex="0" role="region" aria-label=text::ANSWER>
            <table data-testid="sql-answer">
                <thead>
                    <tr>{head}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .lean()
}
