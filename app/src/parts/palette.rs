use crate::{
    calls::open,
    erased::{Effect, Erase, Memo},
    letters,
    pages::account::calls::Visit,
    pages::interviews::calls::{InterviewCard, InterviewFilter, InterviewList, read_interviews},
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

type Row = (&'static str, String, Command);

/// Everything that can be done, found by typing. A native dialog keeps the focus inside and gives it back.
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
    // Interviews in which the words stand that are typed, whatever they are called.
    let said = RwSignal::new(Vec::<Row>::new());
    search(typed, said);

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
        all.set(offered(here.interview.get_untracked(), admin));
        typed.set(String::new());
        chosen.set(0);
        if let Some(field) = field.get_untracked() {
            field.set_value("");
        }
        spawn_local(async move {
            let Ok(list) = open::<InterviewList>(read_interviews(InterviewFilter::default()).await) else { return };
            let _gone = all.try_update(|all| all.extend(rows_of(list)));
        });
    });
    let found = Memo::new(move |_| {
        let wanted = letters::lower(typed.get().trim());
        let named = all.with(|all| {
            let fits = all.iter().filter(|row| letters::lower(&row.1).contains(&wanted));
            fits.take(40).cloned().collect::<Vec<_>>()
        });
        let others = said.with(|said| said.iter().filter(|row| !named.contains(row)).cloned().collect::<Vec<_>>());
        named.into_iter().chain(others).collect::<Vec<_>>()
    });
    let perform = performer();
    let run = move |row: Option<Row>| {
        if let Some((_, _, command)) = row {
            commands.palette.set(false);
            perform(command);
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
                        <span dir="auto">{row.1}</span>
                        <small>{row.0}</small>
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
    let row = |card: InterviewCard| (words::palette::IN_INTERVIEWS, card.title, Command::Go(format!("/interviews/{}", card.id)));
    list.page.items.into_iter().map(row)
}

/// Asks the server once the person pauses; what comes late is for nobody.
fn search(typed: RwSignal<String>, said: RwSignal<Vec<Row>>) {
    let timer = StoredValue::new(None::<TimeoutHandle>);
    leptos::prelude::Effect::new(move |_| {
        let wanted = typed.with(|typed| typed.trim().to_owned());
        if let Some(handle) = timer.try_update_value(Option::take).flatten() {
            handle.clear();
        }
        said.set(Vec::new());
        if wanted.chars().count() < 3 {
            return;
        }
        let ask = move || {
            let wanted = wanted.clone();
            spawn_local(async move {
                let filter = InterviewFilter { title: wanted.clone(), ..InterviewFilter::default() };
                let Ok(list) = open::<InterviewList>(read_interviews(filter).await) else { return };
                if typed.try_with_untracked(|typed| typed.trim() == wanted) == Some(true) {
                    let _gone = said.try_set(rows_of(list).take(20).collect());
                }
            });
        };
        timer.set_value(set_timeout_with_handle(ask, Duration::from_millis(150)).ok());
    });
}
