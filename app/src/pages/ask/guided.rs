//! A query as fields, filled as far as the question was understood; one click runs it.

use super::{
    calls::{AskAct, ColumnChoice, TableChoice},
    form::{PATH, fields},
    live::Asking,
};
use crate::{
    erased::{Erase, Memo},
    parts::{Icon, icon},
    words::ask as text,
};
use leptos::{ev::Event, prelude::*};
use protocol::ask::GuidedQuery;
use wasm_bindgen::JsCast;

#[component]
pub(super) fn Guided(asking: Asking) -> impl IntoView {
    let choices = Memo::new(move |_| asking.around.with(|around| (around.tables.clone(), around.table.clone())));
    move || {
        let guided = asking.answer.with(|answer| answer.as_ref().and_then(|answer| answer.guided.clone()));
        let (tables, chosen) = choices.get();
        match guided {
            Some(guided) if asking.may_ask && !tables.is_empty() => {
                view! { <Form asking=asking guided=guided tables=tables chosen=chosen /> }.erase()
            }
            _ => ().erase(),
        }
    }
}

#[component]
fn Form(asking: Asking, guided: GuidedQuery, tables: Vec<TableChoice>, chosen: String) -> impl IntoView {
    let known = |name: &str| tables.iter().any(|table| table.name == name);
    let first = [&chosen, &guided.table].into_iter().find(|name| known(name)).or(tables.first().map(|table| &table.name));
    let table = RwSignal::new(first.cloned().unwrap_or_default());
    let names: Vec<String> = tables.iter().map(|table| table.name.clone()).collect();
    let tables = StoredValue::new(tables);
    let columns = Memo::new(move |_| {
        table.with(|name| {
            tables.with_value(|tables| {
                tables.iter().find(|one| one.name == *name).map(|one| one.columns.clone()).unwrap_or_default()
            })
        })
    });
    let choose = move |event: Event| {
        let select = event.target().and_then(|target| target.dyn_into::<web_sys::HtmlSelectElement>().ok());
        if let Some(select) = select {
            table.set(select.value());
        }
    };
    let options = options(names.iter().map(|name| (name.clone(), name.clone())), &table.get_untracked());
    let (project, conversation) = asking.peek(|view| (view.project.to_string(), view.conversation.to_string()));
    let page = format!("/ask/{}", asking.id);
    let wished = StoredValue::new(guided);
    view! {
        <section class="card guided" aria-labelledby="guided-name" data-testid="guided">
            <h2 id="guided-name">{text::GUIDED}</h2>
            <p class="quiet">{text::GUIDED_WHY}</p>
            <form method="get" action=page id="guided-table"></form>
            <form method="post" action=PATH on:submit=move |event| asking.desk.submit(event)>
                {fields(AskAct::Guided, &[("project", &project), ("conversation", &conversation), ("ask", &asking.id.to_string())])}
                <div class="fields">
                    <label class="field">
                        <span>{text::TABLE}</span>
                        <select name="wish[guided][table]" on:change=choose>
                            {options}
                        </select>
                    </label>
                    {move || columns.with(|columns| wished.with_value(|wished| of_table(columns, wished)))}
                </div>
                <p class="row">
                    <button
                        type="submit"
                        class="button primary"
                        data-testid="guided-run"
                        aria-disabled=move || asking.desk.is_busy.get().to_string()
                    >
                        {icon(Icon::Arrow)}
                        {text::RUN_GUIDED}
                    </button>
                </p>
            </form>
            {other_tables(&names)}
        </section>
    }
    .erase()
}

/// Without scripts another table is chosen first, and its columns come with the page.
fn other_tables(names: &[String]) -> AnyView {
    let all: Vec<AnyView> = names
        .iter()
        .map(|name| {
            view! {
                <button type="submit" form="guided-table" name="table" value=name.clone() class="button small wraps">
                    <span dir="auto">{name.clone()}</span>
                </button>
            }
            .erase()
        })
        .collect();
    view! {
        <noscript>
            <p class="small quiet">{text::OTHER_TABLE}</p>
            <div class="row">{all}</div>
        </noscript>
    }
    .erase()
}

fn options(all: impl Iterator<Item = (String, String)>, chosen: &str) -> Vec<AnyView> {
    all.map(|(value, name)| {
        let is_chosen = value == chosen;
        view! {
            <option value=value selected=is_chosen>
                {name}
            </option>
        }
        .erase()
    })
    .collect()
}

/// The fields that depend on the table.
fn of_table(columns: &[ColumnChoice], wished: &GuidedQuery) -> AnyView {
    let select =
        |label: &'static str, part: &'static str, none: &'static str, chosen: &str, fits: &dyn Fn(&ColumnChoice) -> bool| {
            let named = columns.iter().filter(|column| fits(column)).map(|column| (column.name.clone(), column.name.clone()));
            let all: Vec<(String, String)> = std::iter::once((String::new(), none.to_owned())).chain(named).collect();
            view! {
                <label class="field">
                    <span>{label}</span>
                    <select name=format!("wish[guided][{part}]")>{options(all.into_iter(), chosen)}</select>
                </label>
            }
            .erase()
        };
    let input = |label: &'static str, part: &'static str, kind: &'static str, value: &str| {
        view! {
            <label class="field">
                <span>{label}</span>
                <input
                    name=format!("wish[guided][{part}]")
                    type=kind
                    maxlength=(kind == "text").then_some("200")
                    autocomplete="off"
                    value=value.to_owned()
                />
            </label>
        }
        .erase()
    };
    let measures = text::MEASURES.map(|(value, name)| (value.to_owned(), name.to_owned()));
    let any = |_: &ColumnChoice| true;
    let period = columns.iter().any(|column| column.is_time).then(|| {
        [
            select(text::TIME_COLUMN, "time_column", text::NO_PERIOD, &wished.time_column, &|column| column.is_time),
            input(text::FROM, "from", "date", &wished.from),
            input(text::TO, "to", "date", &wished.to),
        ]
        .into_iter()
        .collect_view()
    });
    view! {
        <label class="field">
            <span>{text::MEASURE}</span>
            <select name="wish[guided][measure]">{options(measures.into_iter(), &wished.measure)}</select>
        </label>
        {select(text::MEASURED, "of", text::ROWS, &wished.of, &any)}
        {select(text::BY, "by", text::NOT_GROUPED, &wished.by, &any)}
        {select(text::FILTER, "filter_column", text::NO_FILTER, &wished.filter_column, &any)}
        {input(text::FILTER_VALUE, "filter_value", "text", &wished.filter_value)}
        {period}
    }
    .erase()
}
