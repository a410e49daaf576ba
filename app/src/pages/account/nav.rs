use crate::{parts::tabs, words::settings as text};
use leptos::prelude::*;

/// The pages of one's own settings; `here` is the address of this one.
#[component]
pub(super) fn SettingsNav(here: &'static str) -> impl IntoView {
    tabs("tabs", text::TITLE, &text::PAGES, here)
}
