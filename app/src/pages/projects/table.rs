use super::{
    calls::{ColumnShown, KeyShown, ProjectPart, TableView},
    frame::frame,
    live::{Live, page},
    profile::profile,
    table_conversions::{Place, conversions},
    table_rows::rows,
};
use crate::{
    erased::{Erase, Memo},
    pages::interviews::fault_of_form,
    parts::{Alert, Icon, Part, icon, keyed},
    words::{projects, tables as text},
};
use leptos::prelude::*;
use leptos_router::location::Url;

/// One table: its rows, how its file was read, its columns with their keys in both directions, and what its values are like. That comes
/// last, where it moves nothing when it is there.
#[component]
pub(crate) fn TablePage() -> impl IntoView {
    page(ProjectPart::Table, render)
}

fn render(live: Live<TableView>) -> AnyView {
    let Live { head, view, .. } = live;
    let project = head.with_untracked(|head| head.card.id.to_string());
    let (source, table) = view.with_untracked(|view| (view.source.id.to_string(), view.line.name.clone()));
    let source_path = format!("/projects/{project}/sources/{source}");
    let here = StoredValue::new(format!("{source_path}/tables/{}", Url::escape(&table)));
    let place = Place { project, source, table };
    let read = {
        let place = place.clone();
        let may_change = Memo::new(move |_| head.with(|head| head.may_change));
        let all = Memo::new(move |_| view.with(|view| view.conversions.clone()));
        move || conversions(&place, all.get(), may_change.get())
    };
    let shown = Memo::new(move |_| view.with(|view| (view.line.clone(), view.rows.clone())));
    let rows = move || {
        let (line, shown) = shown.get();
        here.with_value(|here| rows(here, &line, shown))
    };
    let fault = RwSignal::new(fault_of_form());
    let body = view! {
        {described(&source_path, &place.project, view)}
        <Alert fault=fault />
        <div class="table-part">{rows}</div>
        {read}
        {columns(StoredValue::new(source_path), view)}
        {profile(place, view)}
    }
    .erase();
    frame(head, ProjectPart::Table, body)
}

/// What it is called, and how large it is.
fn described(source_path: &str, project: &str, view: RwSignal<TableView>) -> AnyView {
    // What it is called, and the query that shows its first rows, never change.
    let (source, name, sql) = view.with_untracked(|view| (view.source.name.clone(), view.line.name.clone(), view.sql.clone()));
    let ask = format!("/projects/{project}/query?sql={}", Url::escape(&sql));
    let facts = move || {
        view.with(|TableView { line, .. }| projects::of_table(&projects::row_count(line.rows, line.estimated), line.columns))
    };
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
                        <a href=source_path.to_owned() dir="auto">
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
        </section>
    }
    .erase()
}

/// `source_path` is the address of its source.
fn columns(source_path: StoredValue<String>, view: RwSignal<TableView>) -> AnyView {
    let row = move |one| source_path.with_value(|path| column(path, one));
    let rows = keyed(move || view.with(|view| view.columns.iter().map(|one| Part::new(one.clone(), row)).collect()));
    let none = Memo::new(move |_| view.with(|view| view.referenced_by.is_empty()));
    let leading = move || {
        if none.get() {
            return view! { <p class="small quiet">{text::NO_REFERENCES}</p> }.erase();
        }
        let key = move |one| source_path.with_value(|path| leads_here(path, one));
        let keys = keyed(move || view.with(|view| view.referenced_by.iter().map(|one| Part::new(one.clone(), key)).collect()));
        view! { <ul class="plain keys" data-testid="referenced-by">{keys}</ul> }.erase()
    };
    view! {
        <section aria-labelledby="columns" class="table-part">
            <h2 id="columns">{text::COLUMNS}</h2>
            <div class="wide framed" tabindex="0" role="group" aria-label=text::COLUMNS>
                <table data-testid="columns">
                    <thead>
                        <tr>
                            <th scope="col">{text::COLUMN}</th>
                            <th scope="col">{projects::TYPE}</th>
                            <th scope="col">{projects::LEADS_TO}</th>
                            <th scope="col">{text::SAMPLES}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </section>
        <section aria-labelledby="referenced" class="table-part">
            <h2 id="referenced">{text::REFERENCED_BY}</h2>
            {leading}
        </section>
    }
    .erase()
}

fn column(source_path: &str, one: ColumnShown) -> AnyView {
    let samples =
        one.samples.iter().map(|sample| view! { <span class="sample" dir="auto">{sample.clone()}</span> }).collect_view();
    let key = one.leads_to.map(|key| {
        let inferred = (!key.declared).then(|| view! { " " <span class="chip">{projects::INFERRED}</span> });
        if key.table.is_empty() {
            return view! { <span dir="auto">{key.column}</span> {inferred} }.erase();
        }
        let href = format!("{source_path}/tables/{}", Url::escape(&key.table));
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

fn leads_here(source_path: &str, key: KeyShown) -> AnyView {
    let href = format!("{source_path}/tables/{}", Url::escape(&key.table));
    view! {
        <li>
            <a href=href dir="auto">
                {format!("{}.{}", key.table, key.column)}
            </a>
            " → "
            <span dir="auto">{key.here}</span>
            {(!key.declared).then(|| view! { " " <span class="chip">{projects::INFERRED}</span> })}
        </li>
    }
    .erase()
}
