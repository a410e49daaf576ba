use super::{
    acts,
    calls::{Reassessed, reassess},
    forms::{ActByForm, RetitleByForm},
    header::export_links,
    panels::{Panel, menu_body},
    room::Room,
    row_menu::places,
};
use crate::{
    browser,
    calls::open,
    erased::{Erase, Memo},
    parts::{ActionNote, Icon, icon},
    words::{self, whole as text},
};
use leptos::{ev::SubmitEvent, html::Input, prelude::*, server_fn::ServerFn, task::spawn_local};
use protocol::interview::{InterviewCommand, Phase, Place};

/// What concerns the interview as a whole: its title, its phase, a fresh look at every answer, a conversation brought in.
#[component]
pub(crate) fn Whole(room: Room) -> impl IntoView {
    let opening = RwSignal::new(false);
    view! {
        <details class="menu whole" name="menu">
            <summary
                class="icon-button"
                aria-label=text::MENU
                title=text::MENU
                data-testid="whole"
                on:click=move |_| opening.set(true)
            >
                {icon(Icon::More)}
            </summary>
            {menu_body(room, Panel::Whole, opening)}
        </details>
    }
    .erase()
}

/// What is in the menu.
#[component]
pub(super) fn WholeMenu(room: Room) -> impl IntoView {
    let active = Memo::new(move |_| room.is_active());
    view! {
        {room.may_change.then(|| view! { <Retitle room=room /> })}
        {move || {
            (active.get() && room.may_change)
                .then(|| {
                    view! {
                        <Phases room=room />
                        <Reassess room=room />
                        <a href=format!("/interviews/{}/import", room.id) data-testid="import">
                            {icon(Icon::Import)}
                            {text::IMPORT}
                        </a>
                        <a href=format!("/interviews/{}/questions", room.id) data-testid="questions">
                            {icon(Icon::List)}
                            {text::QUESTIONS}
                        </a>
                    }
                })
        }}
        {room.may_change.then(|| places(room.id, Place::Listed))}
        <div class="narrow-only">{export_links(room, "whole-")}</div>
    }
    .erase()
}

#[component]
fn Retitle(room: Room) -> impl IntoView {
    let field = NodeRef::<Input>::new();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(field) = field.get_untracked() else { return };
        let (shown, was) = room.peek(|view| (view.shown_title(), view.title.clone()));
        let title = field.value().trim().to_owned();
        if title.is_empty() || title == shown {
            return;
        }
        let undo = Callback::new({
            let was = was.clone();
            move |()| room.perform(InterviewCommand::Retitle { title: was.clone() })
        });
        browser::close_menus();
        spawn_local(async move {
            match room.send(InterviewCommand::Retitle { title }).await {
                Ok(()) => room.tell(ActionNote { text: text::retitled(&was), undo: Some(undo) }),
                Err(fault) => room.complain(&fault),
            }
        });
    };
    view! {
        <form class="retitle" method="post" action=RetitleByForm::PATH on:submit=submit>
            <input type="hidden" name="id" value=room.id.to_string() />
            <label class="field">
                <span class="small">{text::TITLE}</span>
                <input
                    node_ref=field
                    name="title"
                    required
                    maxlength="200"
                    dir="auto"
                    autocomplete="off"
                    value=move || room.with(|view| view.shown_title())
                    prop:value=move || room.with(|view| view.shown_title())
                    data-testid="title-field"
                />
            </label>
            <button type="submit" class="button" data-testid="title-save">
                {text::RENAME}
            </button>
        </form>
    }
    .erase()
}

/// The phases that can be gone on to: a phase never goes back, and the last one needs what is required.
#[component]
fn Phases(room: Room) -> impl IntoView {
    let now = Memo::new(move |_| room.with(|view| (view.phase, view.completeness.can_complete())));
    let step = move |phase: Phase| {
        let closed = phase == Phase::Closing && !now.get().1;
        let act = acts::phase_act(phase);
        let go = move |event: leptos::ev::MouseEvent| {
            event.prevent_default();
            if let Some(command) = room.peek(|view| acts::named(view, "", act)) {
                room.perform(command);
                browser::close_menus();
            }
        };
        view! {
            <button type="submit" name="act" value=act disabled=closed on:click=go data-testid=act>
                {icon(Icon::Arrow)}
                <span>
                    {text::go_on(words::phase(phase))}
                    {closed.then(|| view! { <small>{text::NOT_YET}</small> })}
                </span>
            </button>
        }
    };
    move || {
        let later: Vec<_> = Phase::ALL.into_iter().filter(|phase| *phase > now.get().0).map(step).collect();
        (!later.is_empty()).then(|| {
            view! {
                <form method="post" action=ActByForm::PATH on:submit=|event: SubmitEvent| event.prevent_default()>
                    <input type="hidden" name="id" value=room.id.to_string() />
                    {later}
                </form>
            }
        })
    }
}

#[component]
fn Reassess(room: Room) -> impl IntoView {
    let busy = RwSignal::new(false);
    let go = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        spawn_local(async move {
            let answer = open::<Vec<Reassessed>>(reassess(room.id).await);
            if busy.try_set(false).is_some() {
                return;
            }
            browser::close_menus();
            match answer {
                Ok(changed) => room.tell(ActionNote { text: describe_changes(room, &changed), undo: None }),
                Err(fault) => room.complain(&fault),
            }
            room.look_again().await;
        });
    };
    view! {
        <form method="post" action=ActByForm::PATH on:submit=|event: SubmitEvent| event.prevent_default()>
            <input type="hidden" name="id" value=room.id.to_string() />
            <button type="submit" name="act" value="reassess" on:click=go data-testid="reassess">
                {icon(Icon::Again)}
                {move || if busy.get() { text::REASSESSING } else { text::REASSESS }}
            </button>
        </form>
    }
    .erase()
}

fn describe_changes(room: Room, changed: &[Reassessed]) -> String {
    let one = |one: &Reassessed| {
        let name = room.name(&one.key);
        if one.was == one.is { name } else { format!("{name} {} → {}", one.was, one.is) }
    };
    text::reassessed(&changed.iter().map(one).collect::<Vec<_>>())
}
