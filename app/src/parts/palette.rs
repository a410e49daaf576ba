use crate::{
    browser,
    calls::open,
    erased::{Effect, Erase, Memo},
    letters,
    pages::account::calls::Visit,
    pages::interviews::calls::{InterviewCard, InterviewFilter, InterviewList, read_interviews},
    pages::titles::{TitledShown, find_titles},
    parts::{
        Command, Commands, Here, Icon, VisitResource,
        commands::{offered, performer},
        icon,
        sheets::{Sheet, dialog},
    },
    words,
};
use leptos::{ev::KeyboardEvent, html::Input, leptos_dom::helpers::TimeoutHandle, prelude::*, task::spawn_local};
use protocol::account::Role;
use std::time::Duration;

/// What is done by choosing it, with the group that it is in and its name.
#[derive(Clone, PartialEq, Eq)]
struct Row {
    group: String,
    name: String,
    command: Command,
}

/// Everything that can be done and that has a name, found by typing. A native dialog keeps the focus inside and gives it back.
#[component]
pub(crate) fn Palette() -> impl IntoView {
    dialog(Sheet::Palette, expect_context::<Commands>().palette)
}

#[component]
pub(super) fn Finder() -> impl IntoView {
    let (commands, here, visit) = (expect_context::<Commands>(), expect_context::<Here>(), expect_context::<VisitResource>());
    let field = NodeRef::<Input>::new();
    let (typed, chosen) = (RwSignal::new(String::new()), RwSignal::new(0_usize));
    let all = RwSignal::new(Vec::<Row>::new());
    // What the server finds: everything with these words in its title, and interviews in which they were said.
    let answered = RwSignal::new(Vec::<Row>::new());
    search(typed, answered);

    Effect::new(move |_| {
        if !commands.palette.get() {
            return;
        }
        let admin = visit
            .0
            .get_untracked()
            .and_then(|answer| open::<Visit>(answer).ok())
            .and_then(|visit| visit.account)
            .is_some_and(|one| one.role == Role::Admin);
        let offered = offered(here.interview.get_untracked(), admin);
        let row = |(group, name, command): (&str, String, Command)| Row { group: group.to_owned(), name, command };
        all.set(offered.into_iter().map(row).collect());
        // What was typed while this was loaded.
        let early = browser::take_early();
        if let Some(field) = field.get_untracked() {
            field.set_value(&early);
        }
        typed.set(early);
        chosen.set(0);
        spawn_local(async move {
            let Ok(list) = open::<InterviewList>(read_interviews(InterviewFilter::default()).await) else { return };
            let _gone = all.try_update(|all| all.extend(rows_of(list)));
        });
    });
    let found = Memo::new(move |_| {
        let wanted = letters::lower(typed.get().trim());
        let named = all.with(|all| {
            let fits = all.iter().filter(|row| letters::lower(&row.name).contains(&wanted));
            fits.take(40).cloned().collect::<Vec<_>>()
        });
        let is_new = |row: &&Row| !named.iter().any(|one| one.command == row.command);
        let others = answered.with(|answered| answered.iter().filter(is_new).cloned().collect::<Vec<_>>());
        named.into_iter().chain(others).collect::<Vec<_>>()
    });
    let perform = performer();
    let run = move |row: Option<Row>| {
        if let Some(row) = row {
            commands.palette.set(false);
            perform(row.command);
        }
    };
    let enter = run.clone();
    let on_key = move |event: KeyboardEvent| {
        let count = found.with(Vec::len).max(1);
        match event.key().as_str() {
            "ArrowDown" => chosen.update(|at| *at = (*at + 1) % count),
            "ArrowUp" => chosen.update(|at| *at = (*at + count - 1) % count),
            "Enter" => enter(found.with(|rows| rows.get(chosen.get_untracked()).cloned())),
            _ => return,
        }
        event.prevent_default();
    };
    let rows = move || {
        let run = run.clone();
        found
            .get()
            .into_iter()
            .enumerate()
            .map(|(at, row)| {
                let (run, picked) = (run.clone(), row.clone());
                view! {
                    <li
                        id=format!("command-{at}")
                        role="option"
                        aria-selected=move || (chosen.get() == at).to_string()
                        on:click=move |_| run(Some(picked.clone()))
                        on:mousemove=move |_| chosen.set(at)
                    >
                        <span dir="auto">{row.name}</span>
                        <small dir="auto">{row.group}</small>
                    </li>
                }
            })
            .collect_view()
    };
    view! {
        <label class="field-with-icon">
            {icon(Icon::Search)}
            <input
                node_ref=field
                type="text"
                role="combobox"
                aria-expanded="true"
                aria-controls="commands"
                aria-autocomplete="list"
                aria-label=words::palette::FIND
                aria-activedescendant=move || found.with(|rows| !rows.is_empty()).then(|| format!("command-{}", chosen.get()))
                placeholder=words::palette::FIND
                autocomplete="off"
                spellcheck="false"
                maxlength="200"
                on:input:target=move |event| {
                    typed.set(event.target().value());
                    chosen.set(0);
                }
                on:keydown=on_key
            />
        </label>
        <ul id="commands" role="listbox" aria-label=words::palette::NAME>
            {rows}
        </ul>
        <p class="quiet small" hidden=move || !found.with(Vec::is_empty)>
            {words::palette::NONE}
        </p>
    }
    .erase()
}

fn rows_of(list: InterviewList) -> impl Iterator<Item = Row> {
    let row = |card: InterviewCard| Row {
        group: words::palette::IN_INTERVIEWS.to_owned(),
        name: card.title,
        command: Command::Go(format!("/interviews/{}", card.id)),
    };
    list.page.items.into_iter().map(row)
}

fn titled(one: TitledShown) -> Row {
    Row { group: words::palette::titled(one.kind, &one.project), name: one.title, command: Command::Go(one.href) }
}

/// Asks the server once the person pauses; what comes late is for nobody.
fn search(typed: RwSignal<String>, answered: RwSignal<Vec<Row>>) {
    let timer = StoredValue::new(None::<TimeoutHandle>);
    leptos::prelude::Effect::new(move |_| {
        let wanted = typed.with(|typed| typed.trim().to_owned());
        if let Some(handle) = timer.try_update_value(Option::take).flatten() {
            handle.clear();
        }
        answered.set(Vec::new());
        if wanted.chars().count() < 2 {
            return;
        }
        let ask = move || {
            spawn_local(ask_for(wanted.clone(), typed, answered));
        };
        timer.set_value(set_timeout_with_handle(ask, Duration::from_millis(150)).ok());
    });
}

async fn ask_for(wanted: String, typed: RwSignal<String>, answered: RwSignal<Vec<Row>>) {
    let add = |rows: Vec<Row>| {
        if typed.try_with_untracked(|typed| typed.trim() == wanted) == Some(true) {
            let _gone = answered.try_update(|answered| answered.extend(rows));
        }
    };
    if let Ok(found) = open::<Vec<TitledShown>>(find_titles(wanted.clone()).await) {
        add(found.into_iter().map(titled).collect());
    }
    // One letter or two stand in everything that was said.
    if wanted.chars().count() < 3 {
        return;
    }
    let filter = InterviewFilter { title: wanted.clone(), ..InterviewFilter::default() };
    if let Ok(list) = open::<InterviewList>(read_interviews(filter).await) {
        add(rows_of(list).take(20).collect());
    }
}
