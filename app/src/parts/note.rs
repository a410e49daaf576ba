use crate::{
    lean::Lean,
    parts::{Icon, icon},
    words::fault,
};
use leptos::prelude::*;

/// What became of something the person did, where nothing else on the page shows it.
#[derive(Clone)]
pub(crate) struct Told {
    pub(crate) text: String,
    /// Takes it back.
    pub(crate) undo: Option<Callback<()>>,
}

/// Says what became of something, quietly; always in the page, so that screen readers hear it change.
#[component]
pub(crate) fn Note(told: RwSignal<Option<Told>>) -> impl IntoView {
    let line = move |one: Told| {
        let undo = one.undo.map(|undo| {
            view! {
                <button
                    type="button"
                    class="button small"
                    data-testid="note-undo"
                    on:click=move |_| {
                        told.set(None);
                        undo.run(());
                    }
                >
                    {icon(Icon::Undo)}
                    {fault::UNDO}
                </button>
            }
        });
        view! {
            <p class="alert note" data-testid="note">
                {icon(Icon::Check)}
                <span dir="auto">{one.text}</span>
                {undo}
                <button type="button" class="icon-button" aria-label=fault::DISMISS on:click=move |_| told.set(None)>
                    {icon(Icon::Close)}
                </button>
            </p>
        }
    };
    view! {
        <div role="status" class="alert-place">
            {move || told.get().map(line)}
        </div>
    }
    .lean()
}
