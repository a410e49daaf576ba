use crate::erased::Erase;
use leptos::prelude::*;

/// How far something is, as a ring with its number. `name` says what of.
#[component]
pub(crate) fn Ring(
    /// 0 to 100.
    #[prop(into)]
    percent: Signal<u8>,
    name: &'static str,
) -> impl IntoView {
    // Lengths are attributes, not styles: the page's policy allows no inline style.
    view! {
        <span
            class="ring"
            role="progressbar"
            aria-label=name
            aria-valuemin="0"
            aria-valuemax="100"
            aria-valuenow=move || percent.get().to_string()
            data-testid="ring"
        >
            <svg viewBox="0 0 40 40" aria-hidden="true">
                <circle class="ring-track" cx="20" cy="20" r="17" />
                <circle
                    class="ring-fill"
                    class:empty=move || percent.get() == 0
                    cx="20"
                    cy="20"
                    r="17"
                    pathLength="100"
                    stroke-dasharray=move || format!("{} 100", percent.get())
                    transform="rotate(-90 20 20)"
                />
            </svg>
            <span class="ring-number" aria-hidden="true">
                {move || percent.get().to_string()}
                <small>"%"</small>
            </span>
        </span>
    }
    .erase()
}
