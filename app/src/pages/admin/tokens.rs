use super::{nav::AdminNav, only::only_admins};
use crate::{erased::Erase, pages::account::AllTokens, words::admin as text};
use leptos::{prelude::*, tachys::view::any_view::AnyView};
use leptos_meta::Title;

/// The API tokens of everybody in the tenant.
#[component]
pub(crate) fn AllTokensPage() -> impl IntoView {
    view! {
        <Title text=text::TOKENS />
        {only_admins(draw)}
    }
    .erase()
}

fn draw() -> AnyView {
    view! {
        <main id="main" class="page" tabindex="-1">
            <AdminNav here="/admin/tokens" />
            <h1>{text::TOKENS}</h1>
            <p class="quiet">{text::TOKENS_WHY} " " <a href="/settings/tokens">{text::TOKENS_OWN}</a></p>
            <AllTokens />
        </main>
    }
    .erase()
}
