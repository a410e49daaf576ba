use super::{
    composer::Composer,
    ending::Ending,
    marks,
    message::{Said, Sending},
    negotiation::OpenNegotiation,
    offer::Offer,
    reply::Reply,
    room::{Room, SCROLLER},
    threads::Threads,
    widget::AskedWidget,
};
use crate::erased::{Erase, Memo};
use crate::words::room as text;
use leptos::prelude::*;
use protocol::MessageId;

/// The conversation: what was said, what is asked now, and the place to answer.
#[component]
pub(crate) fn Talk(room: Room, transcript: bool) -> impl IntoView {
    let ids = Memo::new(move |_| room.with(|view| view.messages.iter().map(|said| said.id).collect::<Vec<MessageId>>()));
    let marks = Memo::new(move |_| room.with(marks::all));
    let threads = Threads::new(room);
    let active = Memo::new(move |_| room.is_active());
    // The scroller's one child grows upwards from the bottom, so the newest message is in sight without any script.
    view! {
        <section class="talk" id="talk" aria-label=text::CONVERSATION>
            <div id=SCROLLER class="scroll" tabindex="0" role="region" aria-label=text::MESSAGES>
                <div class="flow">
                    <div role="log" aria-label=text::MESSAGES aria-relevant="additions" class="log" data-testid="log">
                        <For each=move || ids.get() key=|id| *id children=move |id| view! { <Said room=room id=id marks=marks threads=threads /> } />
                    </div>
                    <Sending room=room />
                    <Reply room=room />
                    {(!transcript)
                        .then(|| {
                            view! {
                                <OpenNegotiation room=room />
                                <AskedWidget room=room />
                                <Offer room=room />
                            }
                        })}
                    {move || (!active.get()).then(|| view! { <Ending room=room /> })}
                </div>
            </div>
        </section>
    }
    .erase()
}

/// The foot of the page: where the person answers, or why nobody can here.
#[component]
pub(crate) fn Foot(room: Room, transcript: bool) -> impl IntoView {
    let active = Memo::new(move |_| room.is_active());
    if transcript {
        view! { <p class="say-note">{text::READ_ONLY}</p> }.erase()
    } else if room.may_change {
        (move || active.get().then(|| view! { <Composer room=room /> })).erase()
    } else if let Some(guest) = room.peek(|view| view.guest.clone()) {
        view! { <p class="say-note" dir="auto">{text::guest_speaks(&guest)}</p> }.erase()
    } else {
        view! { <p class="say-note">{text::VIEWER}</p> }.erase()
    }
}
