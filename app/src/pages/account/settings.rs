use super::{
    door::{EndTokens, Field, render_notice},
    files::Files,
    nav::SettingsNav,
    profile::Profile,
};
use crate::{
    browser,
    calls::CallFault,
    erased::{Effect, Erase},
    parts::{Fault, Icon, SHORTCUTS_OFF, VisitResource, choose_theme, icon},
    words::{self, settings as text},
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use protocol::account::Account;

#[component]
pub(crate) fn SettingsPage() -> impl IntoView {
    let visit = expect_context::<VisitResource>();
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || Suspend::new(async move {
                match visit.read().await.map(|visit| visit.account) {
                    Ok(Some(account)) => view! { <Settings account=account /> }.erase(),
                    Ok(None) => view! { <Fault fault=CallFault::SignedOut /> }.erase(),
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                }
            })}
        </Suspense>
    }
    .erase()
}

#[component]
fn Settings(account: Account) -> impl IntoView {
    let facts = [(text::ROLE, words::role(account.role).to_owned()), (text::TENANT, account.tenant_slug.clone())]
        .map(|(name, value)| view! { <dt>{name}</dt> <dd dir="auto">{value}</dd> })
        .collect_view();
    view! {
        <main id="main" class="page settings" tabindex="-1">
            <SettingsNav here="/settings" />
            <h1>{text::TITLE}</h1>
            <section class="setting" aria-labelledby="account-name" id="account">
                <h2 id="account-name">{text::ACCOUNT}</h2>
                <div>
                    <Profile account=account.clone() />
                    <dl class="pairs">{facts}</dl>
                </div>
            </section>
            <section class="setting" aria-labelledby="password-name" id="password">
                <h2 id="password-name">{text::PASSWORD}</h2>
                <NewPassword email=account.email />
            </section>
            <section class="setting" aria-labelledby="look-name">
                <h2 id="look-name">{text::APPEARANCE}</h2>
                <div>
                    <Appearance />
                    <p class="small quiet">{text::APPEARANCE_WHY}</p>
                </div>
            </section>
            <section class="setting" aria-labelledby="keys-name">
                <h2 id="keys-name">{text::KEYS}</h2>
                <SingleKeys />
            </section>
            <section class="setting" aria-labelledby="files-name">
                <h2 id="files-name">{text::FILES}</h2>
                <div>
                    <Files />
                    <p class="small quiet">{text::FILES_WHY}</p>
                </div>
            </section>
        </main>
    }
    .erase()
}

/// A plain form post: it works without scripts, and the answer brings the new cookie.
#[component]
fn NewPassword(email: String) -> impl IntoView {
    let notice = use_query_map().with_untracked(|query| query.get("password")).map(|code| {
        if code == "changed" {
            render_notice(Icon::Check, text::PASSWORD_DONE)
        } else {
            render_notice(Icon::Warning, words::door::problem(&code))
        }
    });
    view! {
        <form class="password-form" method="post" action="/settings/password">
            {notice}
            <input type="email" name="email" value=email autocomplete="username" readonly hidden />
            <Field id="current" kind="password" label=text::PASSWORD_OLD autocomplete="current-password" hint="" />
            <Field id="new-password" kind="password" label=text::PASSWORD_NEW autocomplete="new-password" hint=text::PASSWORD_WHY />
            <EndTokens />
            <button type="submit" class="button">
                {text::PASSWORD_BUTTON}
            </button>
        </form>
    }
    .erase()
}

#[component]
fn Appearance() -> impl IntoView {
    let chosen = RwSignal::new(String::new());
    Effect::new(move |_| chosen.set(browser::kept("appearance").unwrap_or_default()));
    let choices = [("", text::SYSTEM, Icon::Screen), ("light", text::LIGHT, Icon::Sun), ("dark", text::DARK, Icon::Moon)]
        .map(|(theme, label, picture)| {
            let pick = move |_| {
                choose_theme(theme);
                chosen.set(theme.to_owned());
            };
            view! {
                <label class="choice">
                    <input type="radio" name="appearance" value=theme prop:checked=move || chosen.with(|chosen| chosen == theme) on:change=pick />
                    {icon(picture)}
                    <span>{label}</span>
                </label>
            }
        })
        .collect_view();
    view! {
        <div class="field-row" role="radiogroup" aria-labelledby="look-name">
            {choices}
        </div>
    }
    .erase()
}

#[component]
fn SingleKeys() -> impl IntoView {
    let on = RwSignal::new(true);
    Effect::new(move |_| on.set(browser::kept(SHORTCUTS_OFF).is_none()));
    let switch = move |_| {
        on.update(|on| *on = !*on);
        browser::keep(SHORTCUTS_OFF, if on.get_untracked() { "" } else { "off" });
    };
    view! {
        <div>
            <label class="switch">
                <input type="checkbox" role="switch" prop:checked=move || on.get() on:change=switch data-testid="shortcuts-switch" />
                <span>{text::KEYS_ON}</span>
            </label>
            <p class="small quiet">{text::KEYS_WHY}</p>
        </div>
    }
    .erase()
}
