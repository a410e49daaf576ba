use crate::{erased::Erase, words::admin as text};
use leptos::prelude::*;

/// The pages of administration; `here` is the address of this one.
#[component]
pub(crate) fn AdminNav(here: &'static str) -> impl IntoView {
    let tabs = text::PAGES
        .map(|(href, name)| {
            view! {
                <a href=href aria-current=(href == here).then_some("page")>
                    {name}
                </a>
            }
        })
        .collect_view();
    view! {
        <nav class="tabs admin-nav" aria-label=text::TITLE>
            {tabs}
        </nav>
    }
    .erase()
}
