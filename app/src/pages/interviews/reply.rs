use super::room::Room;
use crate::erased::{Effect, Erase, Memo};
use crate::words::room as text;
use leptos::{leptos_dom::helpers::TimeoutHandle, prelude::*};
use std::time::Duration;

/// The reply while it is written, and the one region that says so. The growing text itself is not announced letter by letter.
#[component]
pub(crate) fn Reply(room: Room) -> impl IntoView {
    let replying = Memo::new(move |_| room.with(|view| view.replying));
    let status = RwSignal::new("");
    let (timer, was) = (StoredValue::new(None::<TimeoutHandle>), StoredValue::new(false));
    let calm_down = move || {
        if let Some(handle) = timer.try_update_value(Option::take).flatten() {
            handle.clear();
        }
    };
    Effect::new(move |_| {
        calm_down();
        if replying.get().is_some() {
            was.set_value(true);
            status.set(text::STARTED);
            let slow = move || {
                let _gone = status.try_set(text::WORKING);
            };
            timer.set_value(set_timeout_with_handle(slow, Duration::from_secs(4)).ok());
        } else if was.get_value() {
            was.set_value(false);
            status.set(text::FINISHED);
        }
    });
    on_cleanup(calm_down);
    let growing = move || room.live.followed.growing.get().map(|reply| reply.text).unwrap_or_default();
    view! {
        <p class="hidden" role="status" data-testid="reply-status">
            {move || status.get()}
        </p>
        {move || {
            replying
                .get()
                .map(|_| {
                    view! {
                        <div class="turn agent growing" data-testid="reply-growing">
                            <div class="words" dir="auto">
                                {growing}
                                <span class="dots" role="img" aria-label=text::THINKING>
                                    <i></i>
                                    <i></i>
                                    <i></i>
                                </span>
                            </div>
                        </div>
                    }
                })
        }}
    }
    .erase()
}
