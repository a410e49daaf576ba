//! A button that copies a text as it stands.

use crate::{erased::Erase, words::projects as text};
use leptos::prelude::*;

pub(super) fn copy_button(what: String, label: &str) -> AnyView {
    let copied = RwSignal::new(false);
    let copy = move |_| {
        let _pending = window().navigator().clipboard().write_text(&what);
        copied.set(true);
    };
    view! {
        <button type="button" class="button small" aria-label=format!("{}: {label}", text::COPY) on:click=copy data-testid="copy">
            <span aria-live="polite">{move || if copied.get() { text::COPIED } else { text::COPY }}</span>
        </button>
    }
    .erase()
}
