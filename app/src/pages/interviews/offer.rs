//! The end of an interview, as the conversation offers it, and the form that ends it.

use super::{
    acts,
    forms::ActByForm,
    room::{LOOK, Room},
};
use crate::{
    browser::{self, COMPOSER},
    erased::{Erase, Memo},
    parts::{Icon, icon},
    words::room as text,
};
use leptos::{
    ev::{MouseEvent, SubmitEvent},
    prelude::*,
    server_fn::ServerFn,
    tachys::view::any_view::AnyView,
};
use protocol::interview::InterviewView;

/// The offer to finish, to be taken or left: whoever wants to change something goes on where one writes.
#[component]
pub(crate) fn Offer(room: Room) -> impl IntoView {
    let offered = Memo::new(move |_| room.with(InterviewView::offers_end));
    let idle = move || room.outbox.items.with(Vec::is_empty);
    move || {
        (offered.get() && idle() && room.may_change).then(|| {
            let write = |event: MouseEvent| {
                event.prevent_default();
                browser::focus(COMPOSER);
            };
            let beside = view! {
                <button
                    type="submit"
                    form=LOOK
                    formaction=format!("#{COMPOSER}")
                    class="button"
                    data-testid="offer-change"
                    on:click=write
                >
                    {text::CHANGE_SOMETHING}
                </button>
            }
            .erase();
            view! {
                <div class="asked" role="group" aria-label=text::OFFER data-testid="offer">
                    {finish_form(room, text::YES_FINISH, "offer-finish", beside)}
                </div>
            }
            .erase()
        })
    }
}

/// The form that ends the interview, with what else there is to choose.
pub(super) fn finish_form(room: Room, label: &'static str, testid: &'static str, beside: AnyView) -> AnyView {
    let finish = move |event: SubmitEvent| {
        event.prevent_default();
        if let Some(command) = room.peek(|view| acts::named(view, "", "complete")) {
            room.perform(command);
            browser::focus("main");
        }
    };
    view! {
        <form class="row" method="post" action=ActByForm::PATH on:submit=finish>
            <input type="hidden" name="id" value=room.id.to_string() />
            <button type="submit" name="act" value="complete" class="button primary" data-testid=testid>
                {icon(Icon::Check)}
                {label}
            </button>
            {beside}
        </form>
    }
    .erase()
}
