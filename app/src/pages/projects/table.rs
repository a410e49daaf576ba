use super::{
    calls::{ColumnShown, KeyShown, ProjectPart, TableView},
    frame::frame,
    live::{Live, page},
    profile::Profile,
};
use crate::{
    erased::{Erase, Memo},
    parts::{Icon, Part, icon, keyed},
    words::projects as text,
};
use leptos::prelude::*;
use leptos_router::location::Url;

/// One table: its columns, its keys in both directions, and what its values are like.
#[component]
pub(crate) fn TablePage() -> impl IntoView {
    page(ProjectPart::Table, render)
}

fn render(live: Live<TableView>) -> AnyView {
    let project = live.head.with_untracked(|head| head.card.id.to_string());
    let (source, name) = live.view.with_untracked(|view| (view.source.id.to_string(), view.line.name.clone()));
    let here = StoredValue::new(format!("/projects/{project}/sources/{source}"));
    let body = view! {
        {described(&project, here, live.view)}
        <Profile project=project source=source table=name />
    }
    .erase();
    frame(live.head, ProjectPart::Table, body)
}

fn described(project: &str, here: StoredValue<String>, view: RwSignal<TableView>) -> AnyView {
    // What it is called, and the query that shows its first rows, never change.
    let (source, name, sql) = view.with_untracked(|view| (view.source.name.clone(), view.line.name.clone(), view.sql.clone()));
    let ask = format!("/projects/{project}/query?sql={}", Url::escape(&sql));
    let row = move |one| here.with_value(|here| column(here, one));
    let rows = keyed(move || view.with(|view| view.columns.iter().map(|one| Part::new(one.clone(), row)).collect()));
    let none = Memo::new(move |_| view.with(|view| view.referenced_by.is_empty()));
    let leading = move || {
        if none.get() {
            return view! { <p class="small quiet">{text::NO_REFERENCES}</p> }.erase();
        }
        let key = move |one| here.with_value(|here| leads_here(here, one));
        let keys = keyed(move || view.with(|view| view.referenced_by.iter().map(|one| Part::new(one.clone(), key)).collect()));
        view! { <ul class="plain keys" data-testid="referenced-by">{keys}</ul> }.erase()
    };
    let facts =
        move || view.with(|TableView { line, .. }| text::of_table(&text::row_count(line.rows, line.estimated), line.columns));
    let about = move || {
        view.with(|TableView { line, .. }| {
            (!line.about.is_empty()).then(|| view! { <p dir="auto">{line.about.clone()}</p> }.erase())
        })
    };
    view! {
        <section aria-labelledby="table">
            <div class="section-head">
                <div>
                    <p class="small">
                        <a href=here.get_value() dir="auto">
                            {source}
                        </a>
                    </p>
                    <h2 id="table" dir="auto">
                        {name}
                    </h2>
                </div>
                <a class="button primary" href=ask data-testid="query-table">
                    {text::QUERY_TABLE}
                    {icon(Icon::Arrow)}
                </a>
            </div>
            <p class="small quiet">{facts}</p>
            {about}
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
    .erase()
}

fn column(here: &str, one: ColumnShown) -> AnyView {
    let samples =
        one.samples.iter().map(|sample| view! { <span class="sample" dir="auto">{sample.clone()}</span> }).collect_view();
    let key = one.leads_to.map(|key| {
        let inferred = (!key.declared).then(|| view! { " " <span class="chip">{text::INFERRED}</span> });
        if key.table.is_empty() {
            return view! { <span dir="auto">{key.column}</span> {inferred} }.erase();
        }
        let href = format!("{here}/tables/{}", Url::escape(&key.table));
        view! { <a href=href dir="auto">{format!("{}.{}", key.table, key.column)}</a> {inferred} }.erase()
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
    .erase()
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
    .erase()
}
