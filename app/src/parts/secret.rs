use crate::{erased::Erase, words::secret as text};
use leptos::prelude::*;

/// Something that is shown this once, to be copied.
#[component]
pub(crate) fn Secret(
    /// What it is and what becomes of it.
    why: &'static str,
    secret: String,
) -> impl IntoView {
    let copied = RwSignal::new(false);
    let copying = secret.clone();
    let copy = move |_| {
        let _pending = window().navigator().clipboard().write_text(&copying);
        copied.set(true);
    };
    view! {
        <div class="card secret" role="status" data-testid="secret">
            <p>{why}</p>
            <div class="row">
                <code>{secret}</code>
                <button type="button" class="button small" on:click=copy>
                    {move || if copied.get() { text::COPIED } else { text::COPY }}
                </button>
            </div>
        </div>
    }
    .erase()
}
