use super::{
    falling::{Ground, why_lower},
    offer::finish_form,
    room::Room,
    whole::Whole,
};
use crate::{
    erased::{Effect, Erase, Memo},
    parts::{Icon, Ring, SessionBadge, icon},
    words::{self, room as text},
};
use leptos::{prelude::*, tachys::view::any_view::AnyView};
use protocol::interview::{Phase, SessionStatus};

/// How far the interview is, what it still needs, and what can be taken away from it.
#[component]
pub(crate) fn Header(room: Room, transcript: bool) -> impl IntoView {
    let percent = Signal::derive(move || room.with(|view| view.completeness.score.in_hundredths()));
    let open = room.known_open();
    view! {
        <header class="room-head">
            <Ring percent=percent name=text::COMPLETENESS />
            <div class="room-name">
                <h1 dir="auto">{move || room.with(|view| view.shown_title())}</h1>
                <Stepper room=room />
                <Falling room=room />
            </div>
            <div class="room-end">
                {transcript.then(|| room.peek(|view| view! { <SessionBadge status=view.status /> }))}
                <Needs room=room />
                <Exports room=room />
                {if transcript {
                    view! {
                        <a class="button" href=format!("/interviews/{}", room.id)>
                            {words::admin::OPEN}
                        </a>
                    }
                    .erase()
                } else {
                    view! { <Finish room=room /> }.erase()
                }}
                {(!transcript).then(|| view! { <Whole room=room /> })}
            </div>
            <button
                type="button"
                class="button known-toggle"
                aria-expanded=move || open.get().to_string()
                aria-controls="known"
                on:click=move |_| open.update(|open| *open = !*open)
            >
                {icon(Icon::List)}
                <span>{move || if open.get() { words::known::HIDE } else { words::known::SHOW }}</span>
            </button>
        </header>
    }
    .erase()
}

/// Why the ring shows less than a moment ago.
#[component]
fn Falling(room: Room) -> impl IntoView {
    let ground = StoredValue::new(room.peek(Ground::new));
    let why = RwSignal::new(None::<String>);
    Effect::new(move |_| {
        let (now, lower) = room.with(|view| (Ground::new(view), ground.with_value(|before| why_lower(before, view))));
        let changed = ground.with_value(|before| *before != now);
        if changed {
            let _gone = ground.try_set_value(now);
            // It stays until something else changes.
            why.set(lower);
        }
    });
    view! {
        <p class="falling small quiet" role="status" data-testid="falling" dir="auto">
            {move || why.get()}
        </p>
    }
    .erase()
}

/// The four phases; what is past is ticked, what is now is named so.
#[component]
fn Stepper(room: Room) -> impl IntoView {
    let now = Memo::new(move |_| room.with(|view| (view.phase, view.status)));
    let steps = move || {
        let (phase, status) = now.get();
        Phase::ALL
            .map(|step| {
                let past = step < phase || status == SessionStatus::Completed;
                let current = step == phase && !past;
                view! {
                    <li class:past=past class:now=current aria-current=current.then_some("step")>
                        {past.then(|| view! { <span aria-hidden="true">"✓"</span> })}
                        <span>{words::phase(step)}</span>
                        {past.then(|| view! { <span class="hidden">{text::PAST}</span> })}
                    </li>
                }
            })
            .collect_view()
    };
    view! {
        <ol class="stepper" aria-label=text::PHASES data-testid="phase" data-phase=move || now.get().0.name()>
            {steps}
        </ol>
    }
    .erase()
}

/// "6 of 8 required", and on demand what stands in the way of finishing.
#[component]
fn Needs(room: Room) -> impl IntoView {
    let required = Memo::new(move |_| room.with(|view| (view.completeness.required.satisfied, view.completeness.required.total)));
    let blockers = Memo::new(move |_| room.with(|view| view.completeness.blockers.clone()));
    view! {
        <details class="menu needs" name="menu">
            <summary class="chip" data-testid="required">
                {move || text::satisfied(required.get().0, required.get().1)}
                " "
                <span class="wide-word">{text::REQUIRED}</span>
                {icon(Icon::Down)}
            </summary>
            <div class="menu-body">
                <p class="menu-title">
                    {move || {
                        let count = blockers.with(Vec::len);
                        if count == 0 { text::BLOCKERS_NONE.to_owned() } else { text::blockers(count) }
                    }}
                </p>
                <ul data-testid="blockers">
                    {move || blockers.get().into_iter().map(|one| view! { <li dir="auto">{one}</li> }).collect_view()}
                </ul>
            </div>
        </details>
    }
    .erase()
}

#[component]
fn Exports(room: Room) -> impl IntoView {
    view! {
        <details class="menu wide-only" name="menu">
            <summary class="button" data-testid="export">
                {icon(Icon::Download)}
                <span>{text::EXPORT}</span>
            </summary>
            <div class="menu-body">{export_links(room, "")}</div>
        </details>
    }
    .erase()
}

const FORMATS: [(&str, &str); 3] = [("md", text::MARKDOWN), ("json", text::JSON), ("csv", text::CSV)];

/// The ways to take the interview away, as rows of a menu. `place` tells the same rows in another menu apart.
pub(super) fn export_links(room: Room, place: &'static str) -> impl IntoView {
    let links = FORMATS.map(|(format, name)| {
        view! {
            <a rel="external" download href=export_address(room, format) data-testid=format!("{place}export-{format}")>
                {icon(Icon::Download)}
                {name}
            </a>
        }
    });
    view! { {links.collect_view()} {print_button("by-script")} }
}

/// Prints the page, where scripts are on.
pub(super) fn print_button(class: &'static str) -> AnyView {
    view! {
        <button
            type="button"
            class=class
            on:click=move |_| {
                let _refused = window().print();
            }
        >
            {icon(Icon::Print)}
            {text::PRINT}
        </button>
    }
    .erase()
}

/// The same as buttons in a row.
pub(super) fn export_buttons(room: Room) -> impl IntoView {
    FORMATS
        .map(|(format, name)| {
            view! {
                <a class="button" rel="external" download href=export_address(room, format)>
                    {icon(Icon::Download)}
                    {name}
                </a>
            }
        })
        .collect_view()
}

fn export_address(room: Room, format: &str) -> String {
    format!("/api/v1/sessions/{}/export?format={format}", room.id)
}

/// Offered once nothing stands in the way.
#[component]
fn Finish(room: Room) -> impl IntoView {
    let ready = Memo::new(move |_| {
        room.with(|view| view.status == SessionStatus::Active && view.completeness.can_complete() && view.turn_count > 0)
    });
    move || (ready.get() && room.may_change).then(|| finish_form(room, text::FINISH, "finish", ().erase()))
}
