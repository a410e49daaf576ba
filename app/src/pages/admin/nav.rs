use crate::{parts::tabs, words::admin as text};
use leptos::prelude::*;

/// The pages of administration; `here` is the address of this one.
#[component]
pub(crate) fn AdminNav(here: &'static str) -> impl IntoView {
    tabs("tabs admin-nav", text::TITLE, &text::PAGES, here)
}
