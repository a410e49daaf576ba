use super::{
    calls::{open_interview, read_interview},
    header::Header,
    known::Known,
    room::Room,
    talk::{Foot, Talk},
};
use crate::{
    calls::{CallFault, Packed, page_data},
    lean::Lean,
    parts::{Alert, Fault, Note, VisitResource},
    words,
};
use leptos::{prelude::*, server_fn::error::ServerFnUrlError};
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};
use protocol::{SessionId, account::Role, interview::InterviewView};

/// One interview: what is said, what is known, and how far it is.
#[component]
pub(crate) fn InterviewPage() -> impl IntoView {
    let visit = expect_context::<VisitResource>();
    let params = use_params_map();
    let id = Signal::derive(move || params.with(|params| params.get("id").unwrap_or_default()));
    let view = page_data(id, |id| Box::pin(read(id)));
    view! {
        <Suspense>
            {move || Suspend::new(async move {
                let may_change = visit.account().await.is_some_and(|one| one.role != Role::Viewer);
                match open_interview(view.await) {
                    Ok(view) => view! { <RoomView view=view may_change=may_change transcript=false /> }.lean(),
                    Err(fault) => view! { <Fault fault=fault /> }.lean(),
                }
            })}
        </Suspense>
    }
    .lean()
}

/// An address that is no id is an interview that does not exist.
pub(crate) async fn read(id: String) -> Result<Packed, CallFault> {
    let id: SessionId = id.parse().map_err(|_| CallFault::NotFound(words::fault::MISSING.into()))?;
    read_interview(id).await
}

/// The three regions. A transcript is the same without anything to change.
#[component]
pub(crate) fn RoomView(view: InterviewView, may_change: bool, transcript: bool) -> impl IntoView {
    let room = Room::enter(view, may_change && !transcript);
    let open = room.known_open();
    if let Some(fault) = fault_of_form() {
        room.fault.set(Some(fault));
    }
    view! {
        <Title text=move || room.with(|view| view.title.clone()) />
        <main id="main" class="room" class:known-open=move || open.get() tabindex="-1">
            <Header room=room transcript=transcript />
            <Alert fault=room.fault />
            <Note told=room.told />
            <Talk room=room transcript=transcript />
            <Foot room=room transcript=transcript />
            <Known room=room />
        </main>
    }
    .lean()
}

/// What was wrong with a form that was sent without scripts: the server's answer leads back here and says it in the address.
pub(crate) fn fault_of_form() -> Option<String> {
    let fault = use_query_map().with_untracked(|query| query.get("__err"))?;
    Some(ServerFnUrlError::<CallFault>::decode_err(&fault).to_string())
}
