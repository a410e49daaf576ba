use crate::{
    calls::{CallFault, PageData, open},
    erased::Erase,
    pages::account::calls::Visit,
    parts::{Commands, Icon, icon},
    words,
};
use leptos::prelude::*;
use leptos_router::hooks::use_location;
use protocol::account::{Account, Role};

/// Who is here, read once for all pages.
#[derive(Clone, Copy)]
pub(crate) struct VisitResource(pub(crate) PageData);

impl VisitResource {
    pub(crate) async fn read(self) -> Result<Visit, CallFault> {
        open(self.0.await)
    }

    /// Who is here, where it does not matter why nobody is.
    pub(crate) async fn account(self) -> Option<Account> {
        self.read().await.ok()?.account
    }
}

/// The bar at the top: where one can go, and who one is.
#[component]
pub(crate) fn Rail() -> impl IntoView {
    let visit = expect_context::<VisitResource>();
    view! {
        <header class="rail">
            <a class="brand" href="/" aria-label=words::rail::HOME>
                <svg class="mark" viewBox="0 0 32 32" width="26" height="26" aria-hidden="true">
                    <circle class="ring-track" cx="16" cy="16" r="11" />
                    <path class="ring-fill" d="M16 5a11 11 0 1 1-11 11" />
                    <circle class="dot" cx="16" cy="16" r="3.4" />
                </svg>
                <b>{words::PRODUCT}</b>
            </a>
            <Suspense>
                {move || Suspend::new(async move {
                    match visit.account().await {
                        Some(account) => view! { <Signed account=account /> }.erase(),
                        None => ().erase(),
                    }
                })}
            </Suspense>
        </header>
    }
    .erase()
}

#[component]
fn Signed(account: Account) -> impl IntoView {
    let commands = expect_context::<Commands>();
    let initials: String = account.name.split_whitespace().filter_map(|word| word.chars().next()).take(2).collect();
    let admin = account.role == Role::Admin;
    view! {
        <nav aria-label=words::rail::PAGES>
            <To path="/interviews" name=words::rail::INTERVIEWS />
            <To path="/projects" name=words::rail::PROJECTS />
            <To path="/companies" name=words::rail::COMPANIES />
            <To path="/ask" name=words::rail::ASK />
            <To path="/opportunities" name=words::rail::OPPORTUNITIES />
            {admin.then(|| view! { <To path="/admin" name=words::rail::ADMIN /> })}
        </nav>
        <div class="end">
            <button type="button" class="command-button" aria-label=words::rail::COMMANDS on:click=move |_| commands.palette.set(true)>
                {icon(Icon::Search)}
                <kbd>"Ctrl K"</kbd>
            </button>
            <details class="menu" name="menu">
                <summary class="avatar" aria-label=words::rail::ACCOUNT data-testid="account">
                    <span aria-hidden="true" dir="auto">
                        {initials}
                    </span>
                </summary>
                <div class="menu-body">
                    <p class="who">
                        <b dir="auto">{account.name.clone()}</b>
                        <span class="small quiet" dir="auto">
                            {account.email.clone()}
                        </span>
                    </p>
                    <a class="menu-page" href="/companies">{words::rail::COMPANIES}</a>
                    <a class="menu-page" href="/ask">{words::rail::ASK}</a>
                    <a class="menu-page" href="/opportunities">{words::rail::OPPORTUNITIES}</a>
                    <a href="/settings">{words::rail::SETTINGS}</a>
                    {admin.then(|| view! { <a href="/admin">{words::rail::ADMIN}</a> })}
                    <form method="post" action="/logout">
                        <button type="submit">{words::rail::SIGN_OUT}</button>
                    </form>
                </div>
            </details>
        </div>
    }
    .erase()
}

#[component]
fn To(path: &'static str, name: &'static str) -> impl IntoView {
    let location = use_location();
    let here = move || location.pathname.with(|at| at == path || at.strip_prefix(path).is_some_and(|rest| rest.starts_with('/')));
    view! {
        <a href=path aria-current=move || here().then_some("page")>
            {name}
        </a>
    }
    .erase()
}
