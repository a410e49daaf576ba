use super::calls::Door;
use crate::{
    erased::Erase,
    parts::{Icon, VisitResource, icon},
    words::{self, door as text},
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::{components::Redirect, hooks::use_query_map};

/// Signing in: a plain form post that the server answers with a redirect, or with this page and what was wrong.
#[component]
pub(crate) fn LoginPage() -> impl IntoView {
    let visit = expect_context::<VisitResource>();
    let query = use_query_map();
    let (next, problem) = query.with_untracked(|query| (query.get("next"), query.get("error")));
    let renewed = query.with_untracked(|query| query.get("done").is_some());
    // Only a path of this very server is returned to.
    let next = next
        .filter(|path| path.starts_with('/') && !path.starts_with("//") && !path.contains('\\'))
        .unwrap_or_else(|| "/".to_owned());
    view! {
        <Title text=text::LOGIN />
        <Suspense>
            {move || {
                let (next, problem) = (next.clone(), problem.clone());
                Suspend::new(async move {
                    if visit.read().await.is_ok_and(|visit| visit.account.is_none() && visit.door != Door::SignIn) {
                        view! { <Redirect path="/first-start" /> }.erase()
                    } else {
                        view! {
                            <Front title=text::LOGIN action="/login" problem=problem>
                                {renewed.then(|| render_notice(Icon::Check, text::RENEWED))}
                                <input type="hidden" name="next" value=next />
                                <Field id="email" kind="email" label=text::EMAIL autocomplete="username" hint="" />
                                <Field id="password" kind="password" label=text::PASSWORD autocomplete="current-password" hint="" />
                                <button type="submit" class="button primary wide">
                                    {text::LOGIN}
                                </button>
                            </Front>
                        }
                            .erase()
                    }
                })
            }}
        </Suspense>
    }
    .erase()
}

/// The first visitor of a fresh installation makes the account that administers it.
#[component]
pub(crate) fn FirstStartPage() -> impl IntoView {
    let visit = expect_context::<VisitResource>();
    let problem = use_query_map().with_untracked(|query| query.get("error"));
    view! {
        <Title text=text::FIRST />
        <Suspense>
            {move || {
                let problem = problem.clone();
                Suspend::new(async move {
                    let door = visit.read().await.map_or(Door::SignIn, |visit| visit.door);
                    if door == Door::SignIn {
                        view! { <Redirect path="/login" /> }.erase()
                    } else {
                        view! {
                            <Front title=text::FIRST action="/first-start" problem=problem>
                                <p class="quiet">{text::FIRST_WHY}</p>
                                <Field id="name" kind="text" label=text::NAME autocomplete="name" hint="" />
                                <Field id="email" kind="email" label=text::EMAIL autocomplete="username" hint="" />
                                <Field id="password" kind="password" label=text::PASSWORD autocomplete="new-password" hint=text::PASSWORD_HINT />
                                {(door == Door::FirstStartWithCode)
                                    .then(|| {
                                        view! { <Field id="code" kind="text" label=text::CODE autocomplete="one-time-code" hint=text::CODE_HINT /> }
                                    })}
                                <button type="submit" class="button primary wide">
                                    {text::FIRST_BUTTON}
                                </button>
                            </Front>
                        }
                            .erase()
                    }
                })
            }}
        </Suspense>
    }
    .erase()
}

/// A person with a link from an administrator chooses a password of their own.
#[component]
pub(crate) fn NewPasswordPage() -> impl IntoView {
    let (code, problem) = use_query_map().with_untracked(|query| (query.get("code").unwrap_or_default(), query.get("error")));
    view! {
        <Title text=text::RENEW />
        <Front title=text::RENEW action="/new-password" problem=problem>
            <input type="hidden" name="code" value=code />
            <Field id="new-password" kind="password" label=text::PASSWORD autocomplete="new-password" hint=text::PASSWORD_HINT />
            <EndTokens />
            <button type="submit" class="button primary wide">
                {text::RENEW_BUTTON}
            </button>
        </Front>
    }
    .erase()
}

#[component]
fn Front(title: &'static str, action: &'static str, problem: Option<String>, children: Children) -> impl IntoView {
    let lines = text::LINES.map(|line| view! { <li>{icon(Icon::Check)} {line}</li> }).collect_view();
    view! {
        <main id="main" class="door" tabindex="-1">
            <section class="door-about">
                <p class="door-name">{words::home::EMPTY_TITLE}</p>
                <ul>{lines}</ul>
            </section>
            <form class="card door-form" method="post" action=action>
                <h1>{title}</h1>
                {problem.map(|code| render_notice(Icon::Warning, text::problem(&code)))}
                {children()}
            </form>
        </main>
    }
    .erase()
}

/// Beside a new password. A plain checkbox: it works without scripts.
#[component]
pub(super) fn EndTokens() -> impl IntoView {
    view! {
        <label class="switch">
            <input type="checkbox" name="tokens" />
            <span>{text::END_TOKENS}</span>
        </label>
    }
    .erase()
}

/// Renders the outcome of the form that was sent before; the address holds it.
pub(super) fn render_notice(picture: Icon, words: &'static str) -> AnyView {
    let wrong = picture == Icon::Warning;
    let role = if wrong { "alert" } else { "status" };
    view! { <p class="alert" class:note=!wrong role=role>{icon(picture)} <span>{words}</span></p> }.erase()
}

#[component]
pub(super) fn Field(
    /// Also its name in the form, but for `new-password`, whose name is `password` as everywhere.
    id: &'static str,
    kind: &'static str,
    label: &'static str,
    autocomplete: &'static str,
    hint: &'static str,
) -> impl IntoView {
    let described = format!("{id}-hint");
    let minimum = (autocomplete == "new-password").then_some("10");
    view! {
        <div class="field">
            <label for=id>{label}</label>
            <input
                id=id
                name=if id == "new-password" { "password" } else { id }
                type=kind
                autocomplete=autocomplete
                minlength=minimum
                aria-describedby=(!hint.is_empty()).then(|| described.clone())
                required
            />
            {(!hint.is_empty()).then(|| view! { <small id=described class="quiet">{hint}</small> })}
        </div>
    }
    .erase()
}
