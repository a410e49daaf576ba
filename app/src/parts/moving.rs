use crate::{erased::Erase, words::paged as text};
use leptos::prelude::*;

/// Says quietly that the next page is on its way; the page before stays until it is there. Shown a moment after it began, so that
/// what is quick shows nothing.
#[component]
pub(crate) fn Moving(moving: ReadSignal<bool>) -> impl IntoView {
    view! {
        <div
            class="moving"
            class:on=move || moving.get()
            role="progressbar"
            aria-label=text::LOADING
            aria-hidden=move || if moving.get() { "false" } else { "true" }
            data-testid="moving"
        ></div>
    }
    .erase()
}
