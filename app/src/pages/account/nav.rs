use crate::{erased::Erase, words::settings as text};
use leptos::prelude::*;

/// The pages of one's own settings; `here` is the address of this one.
#[component]
pub(super) fn SettingsNav(here: &'static str) -> impl IntoView {
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
        <nav class="tabs" aria-label=text::TITLE>
            {tabs}
        </nav>
    }
    .erase()
}
