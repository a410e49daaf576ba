use super::{
    calls::{ColumnShown, KeyShown, ProjectPart, TableView},
    frame::frame,
    live::{Live, page},
    profile::Profile,
};
use crate::{
    lean::Lean,
    parts::{Icon, icon},
    words::projects as text,
};
use leptos::prelude::*;
use leptos_router::location::Url;

/// One table: its columns, its keys in both directions, and what its values are like.
#[component]
pub(crate) fn TablePage() -> impl IntoView {
    page(ProjectPart::Table, shown)
}

fn shown(live: Live<TableView>) -> AnyView {
    let project = live.head.with_untracked(|head| head.card.id.to_string());
    let (source, name) = live.view.with_untracked(|view| (view.source.id.to_string(), view.line.name.clone()));
    let of = project.clone();
    let body = view! {
        {move || described(&of, live.view.get())}
        <Profile project=project source=source table=name />
    }
    .lean();
    frame(live.head, ProjectPart::Table, body)
}

fn described(project: &str, view: TableView) -> AnyView {
    let TableView { source, line, columns, referenced_by, sql } = view;
    let here = format!("/projects/{project}/sources/{}", source.id);
    let ask = format!("/projects/{project}/query?sql={}", Url::escape(&sql));
    let rows = columns.into_iter().map(|one| column(&here, one)).collect_view();
    let leading: Vec<AnyView> = referenced_by.into_iter().map(|key| leads_here(&here, key)).collect();
    let leading = if leading.is_empty() {
        view! { <p class="small quiet">{text::NO_REFERENCES}</p> }.lean()
    } else {
        view! { <ul class="plain keys" data-testid="referenced-by">{leading}</ul> }.lean()
    };
    let facts = text::of_table(&text::row_count(line.rows, line.estimated), line.columns);
    view! {
        <section aria-labelledby="table">
            <div class="section-head">
                <div>
                    <p class="small">
                        <a href=here.clone() dir="auto">
                            {source.name.clone()}
                        </a>
                    </p>
                    <h2 id="table" dir="auto">
                        {line.name.clone()}
                    </h2>
                </div>
                <a class="button primary" href=ask data-testid="query-table">
                    {text::QUERY_TABLE}
                    {icon(Icon::Arrow)}
                </a>
            </div>
            <p class="small quiet">{facts}</p>
            {(!line.about.is_empty()).then(|| view! { <p dir="auto">{line.about.clone()}</p> })}
            <div class="scrolls framed" tabindex="0" role="group" aria-label=text::COLUMNS>
                <table data-testid="columns">
                    <thead>
                        <tr>
                            <th scope="col">{text::COLUMN}</th>
                            <th scope="col">{text::TYPE}</th>
                            <th scope="col">{text::LEADS_TO}</th>
                            <th scope="col">{text::SAMPLES}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
        <section aria-labelledby="referenced">
            <h2 id="referenced">{text::REFERENCED_BY}</h2>
            {leading}
        </section>
    }
    .lean()
}

fn column(here: &str, one: ColumnShown) -> AnyView {
    let samples =
        one.samples.iter().map(|sample| view! { <span class="sample" dir="auto">{sample.clone()}</span> }).collect_view();
    let key = one.leads_to.map(|key| {
        let inferred = (!key.declared).then(|| view! { " " <span class="chip">{text::INFERRED}</span> });
        if key.table.is_empty() {
            return view! { <span dir="auto">{key.column}</span> {inferred} }.lean();
        }
        let href = format!("{here}/tables/{}", Url::escape(&key.table));
        view! { <a href=href dir="auto">{format!("{}.{}", key.table, key.column)}</a> {inferred} }.lean()
    });
    view! {
        <tr>
            <th scope="row">
                <span dir="auto">{one.name}</span>
                {one.key.then(|| view! { " " <span class="chip sure">{icon(Icon::Key)} {text::KEY}</span> })}
                {(!one.about.is_empty()).then(|| view! { <p class="small quiet" dir="auto">{one.about.clone()}</p> })}
            </th>
            <td>
                <code>{one.data_type}</code>
                {one.nullable.then(|| view! { <p class="small quiet">{text::NULLABLE}</p> })}
            </td>
            <td>{key}</td>
            <td class="samples">{samples}</td>
        </tr>
    }
    .lean()
}

fn leads_here(here: &str, key: KeyShown) -> AnyView {
    let href = format!("{here}/tables/{}", Url::escape(&key.table));
    view! {
        <li>
            <a href=href dir="auto">
                {format!("{}.{}", key.table, key.column)}
            </a>
            " → "
            <span dir="auto">{key.here}</span>
            {(!key.declared).then(|| view! { " " <span class="chip">{text::INFERRED}</span> })}
        </li>
    }
    .lean()
}
