//! What stands beside a query: the tables that it can read, and queries to begin with.

use super::{
    calls::{ProjectAct, ProjectDeed, QueryShown, QueryView},
    editor,
    frame::done,
};
use crate::{
    erased::Erase,
    feed::Reading,
    parts::{Alert, Icon, Part, icon, keyed},
    words::{projects as text, queries},
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::location::Url;

/// Characters of a query that its line has room for.
const LINE: usize = 90;

pub(super) fn render(project: &str, view: RwSignal<QueryView>, may_change: bool, reading: Reading) -> AnyView {
    let here = format!("/projects/{project}/query");
    let (for_saved, for_examples, for_history) = (here.clone(), here.clone(), here);
    let project = project.to_owned();
    let fault = RwSignal::new(None::<String>);
    let saved = keyed(move || {
        let drawn = |one: QueryShown| {
            let (here, project) = (for_saved.clone(), project.clone());
            Part::new(one, move |one| saved_query(&here, &project, one, may_change, fault, reading))
        };
        view.with(|view| view.saved.iter().cloned().map(drawn).collect())
    });
    let any_saved = move || view.with(|view| !view.saved.is_empty());
    let examples = move || {
        view.with(|view| {
            let lines = view.examples.iter().map(|one| {
                let name = one.name.clone();
                view! { <li>{link(&for_examples, one.sql.clone(), "auto", name.erase())}</li> }.erase()
            });
            part(queries::EXAMPLES, "examples", lines.collect(), true)
        })
    };
    let history = move || {
        view.with(|view| {
            let lines = view.history.iter().map(|sql| {
                let line = view! { <code>{one_line(sql)}</code> }.erase();
                view! { <li>{link(&for_history, sql.clone(), "ltr", line)}</li> }.erase()
            });
            part(queries::HISTORY, "history", lines.collect(), false)
        })
    };
    view! {
        <div class="besides">
            <aside class="beside" aria-label=text::TABLES>
                {tables(view)}
            </aside>
            <aside class="beside" aria-label=queries::BEGIN>
                <div hidden=move || !any_saved()>
                    <h2>{queries::SAVED}</h2>
                    <ul class="plain small queries" data-testid="saved-queries">
                        {saved}
                    </ul>
                </div>
                <Alert fault=fault />
                {examples}
                {history}
            </aside>
        </div>
    }
    .erase()
}

fn tables(view: RwSignal<QueryView>) -> AnyView {
    let tables = keyed(move || {
        view.with(|QueryView { tables, .. }| {
            let open = tables.len() == 1;
            tables.iter().map(|one| Part::new(one.clone(), move |(name, columns)| columns_of(&name, &columns, open))).collect()
        })
    });
    let rest = move || {
        view.with(|QueryView { tables, more, .. }| match (tables.len(), more) {
            (0, _) => view! { <p class="small quiet">{text::NO_TABLES_TITLE}</p> }.erase(),
            (_, 0) => ().erase(),
            (_, more) => view! { <p class="small quiet">{text::more_tables(*more)}</p> }.erase(),
        })
    };
    view! {
        <h2>{text::TABLES}</h2>
        <p class="small quiet needs-scripts">{queries::INSERT_WHAT}</p>
        {tables}
        {rest}
    }
    .erase()
}

/// The script of the editor reads the names from here, and inserts the one that is chosen.
fn columns_of(table: &str, columns: &[String], open: bool) -> AnyView {
    let insert = |name: &str, class: &'static str| {
        view! {
            <button type="button" class=class data-insert=name.to_owned()>
                <code dir="auto">{name.to_owned()}</code>
            </button>
        }
        .erase()
    };
    let columns = columns
        .iter()
        .map(|name| view! { <li data-column=name.clone()>{insert(name, "plain-button")}</li> }.erase())
        .collect_view();
    let whole = insert(table, "plain-button whole");
    view! {
        <details class="found-part" open=open data-table=table.to_owned()>
            <summary>
                <code dir="auto">{table.to_owned()}</code>
            </summary>
            <ul class="plain small">
                <li>{whole}</li>
                {columns}
            </ul>
        </details>
    }
    .erase()
}

fn part(title: &'static str, test: &'static str, lines: Vec<AnyView>, open: bool) -> AnyView {
    if lines.is_empty() {
        return ().erase();
    }
    view! {
        <details class="found-part" open=open>
            <summary>{title}</summary>
            <ul class="plain small queries" data-testid=test>{lines}</ul>
        </details>
    }
    .erase()
}

fn saved_query(
    here: &str,
    project: &str,
    one: QueryShown,
    may_change: bool,
    fault: RwSignal<Option<String>>,
    reading: Reading,
) -> AnyView {
    let label = queries::delete_query(&one.name);
    let act = ProjectAct { name: one.name.clone(), ..ProjectAct::new(project, ProjectDeed::DeleteQuery) };
    let delete = move |_| {
        let act = act.clone();
        fault.set(None);
        spawn_local(async move {
            match done::<String>(act).await {
                Ok(_) => reading.read(),
                Err(error) => fault.set(Some(error.to_string())),
            }
        });
    };
    let button = may_change.then(|| {
        view! {
            <button type="button" class="plain-button needs-scripts" aria-label=label title=queries::DELETE on:click=delete>
                {icon(Icon::Close)}
            </button>
        }
        .erase()
    });
    view! {
        <li class="row">
            {link(here, one.sql, "auto", one.name.erase())}
            {button}
        </li>
    }
    .erase()
}

/// Leads to a query; where there are scripts, the query comes into the field.
fn link(here: &str, sql: String, dir: &'static str, name: AnyView) -> AnyView {
    let href = format!("{here}?sql={}", Url::escape(&sql));
    view! {
        <a href=href dir=dir on:click=move |event| editor::choose(&event, &sql)>
            {name}
        </a>
    }
    .erase()
}

/// The beginning of a query, in one line.
fn one_line(sql: &str) -> String {
    let line = sql.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(LINE) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::one_line;

    #[test]
    fn a_query_is_shown_by_its_beginning() {
        assert_eq!(one_line("SELECT 1\n  FROM orders"), "SELECT 1 FROM orders");
        assert_eq!(one_line(&"ü".repeat(200)).chars().count(), 91);
    }
}
