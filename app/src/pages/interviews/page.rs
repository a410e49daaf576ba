use super::{
    calls::{open_interview, read_interview},
    header::Header,
    known::Known,
    room::Room,
    talk::{Foot, Talk},
    turns,
};
use crate::{
    calls::{Answer, CallFault},
    erased::{Effect, Erase},
    parts::{Alert, Icon, Note, icon, id, named, title_apart},
    words::research::BACK,
};
use leptos::{prelude::*, server_fn::error::ServerFnUrlError, tachys::view::any_view::AnyView};
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use protocol::{SessionId, interview::InterviewView};

/// One interview: what is said, what is known, and how far it is.
#[component]
pub(crate) fn InterviewPage() -> impl IntoView {
    named(
        |id| Box::pin(read(id)),
        |view, may_change| {
            Ok(view! { <RoomView view=open_interview(Ok(view))? may_change=may_change transcript=false /> }.erase())
        },
    )
}

pub(crate) async fn read(named: String) -> Answer {
    read_interview(id(&named)?).await
}

/// The three regions. A transcript is the same without anything to change.
#[component]
pub(crate) fn RoomView(view: InterviewView, may_change: bool, transcript: bool) -> impl IntoView {
    // Whoever was invited speaks in their interview; whoever invited them reads it.
    let may_change = may_change && view.guest.is_none();
    let room = Room::enter(view, may_change && !transcript, turns::take);
    let open = room.known_open();
    if let Some(fault) = fault_of_form() {
        room.fault.set(Some(fault));
    }
    let title = title_apart(room.peek(InterviewView::shown_title));
    let entitled = title.clone();
    Effect::new(move |_| entitled.set(room.with(InterviewView::shown_title)));
    view! {
        <Title text=move || title.get() />
        <main id="main" class="room" class:known-open=move || open.get() tabindex="-1">
            <Header room=room transcript=transcript />
            <Alert fault=room.fault />
            <Note note=room.told />
            <Talk room=room transcript=transcript />
            <Foot room=room transcript=transcript />
            <Known room=room />
        </main>
    }
    .erase()
}

/// The line above a page about an interview that leads to the interview.
pub(super) fn way_back(id: SessionId) -> AnyView {
    view! {
        <p>
            <a class="back" href=format!("/interviews/{id}")>
                {icon(Icon::Back)}
                {BACK}
            </a>
        </p>
    }
    .erase()
}

/// What was wrong with a form that was sent without scripts: the server's answer leads back here and says it in the address.
pub(crate) fn fault_of_form() -> Option<String> {
    let fault = use_query_map().with_untracked(|query| query.get("__err"))?;
    Some(ServerFnUrlError::<CallFault>::decode_err(&fault).to_string())
}
