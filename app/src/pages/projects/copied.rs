use crate::{erased::Erase, words::projects as text};
use leptos::prelude::*;

/// Something to copy as it stands.
#[component]
pub(super) fn Copied(#[prop(into)] what: Signal<String>, label: &'static str) -> impl IntoView {
    let copied = RwSignal::new(false);
    let copy = move |_| {
        let _pending = window().navigator().clipboard().write_text(&what.get_untracked());
        copied.set(true);
    };
    view! {
        <figure class="to-copy">
            <figcaption>
                <span>{label}</span>
                <button type="button" class="button small" aria-label=format!("{}: {label}", text::COPY) on:click=copy>
                    <span aria-live="polite">{move || if copied.get() { text::COPIED } else { text::COPY }}</span>
                </button>
            </figcaption>
            <pre tabindex="0" role="group" aria-label=label>
                <code dir="ltr">{move || what.get()}</code>
            </pre>
        </figure>
    }
    .erase()
}
