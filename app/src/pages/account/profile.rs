use super::door::render_notice;
use crate::{
    browser,
    erased::{Effect, Erase},
    parts::Icon,
    words::{self, settings as text},
};
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use protocol::account::Account;

/// One's own name and email address. A plain form post, which works without scripts; another address asks for the password.
#[component]
pub(super) fn Profile(account: Account) -> impl IntoView {
    let notice = use_query_map().with_untracked(|query| query.get("account")).map(|code| {
        if code == "changed" {
            render_notice(Icon::Check, text::ACCOUNT_DONE)
        } else {
            render_notice(Icon::Warning, words::door::problem(&code))
        }
    });
    Effect::new(move |_| browser::guard_changes());
    view! {
        <form class="password-form" method="post" action="/settings/account" data-guard="true" data-testid="profile-form">
            {notice}
            <div class="field">
                <label for="account-own-name">{text::NAME}</label>
                <input
                    id="account-own-name"
                    name="name"
                    value=account.name
                    required
                    maxlength="100"
                    autocomplete="name"
                    dir="auto"
                    data-testid="profile-name"
                />
            </div>
            <div class="field">
                <label for="account-email">{text::EMAIL}</label>
                <input
                    id="account-email"
                    name="email"
                    type="email"
                    value=account.email
                    required
                    maxlength="254"
                    autocomplete="email"
                    data-testid="profile-email"
                />
            </div>
            <div class="field">
                <label for="account-current">{text::ACCOUNT_PASSWORD}</label>
                <input
                    id="account-current"
                    name="current"
                    type="password"
                    autocomplete="current-password"
                    aria-describedby="account-current-hint"
                    data-testid="profile-current"
                />
                <small id="account-current-hint" class="quiet">
                    {text::ACCOUNT_PASSWORD_WHY}
                </small>
            </div>
            <button type="submit" class="button" data-testid="profile-save">
                {text::ACCOUNT_SAVE}
            </button>
        </form>
    }
    .erase()
}
