use super::{
    calls::{TokenCard, make_token, read_all_tokens, read_tokens, revoke_token},
    nav::SettingsNav,
};
use crate::{
    calls::{CallFault, Listed, PageData, after, open, page_data},
    erased::Erase,
    parts::{Alert, Fault, Icon, Newest, Paged, Secret, VisitResource, When, icon},
    words::{self, settings as text},
};
use leptos::{
    ev::SubmitEvent,
    html::{Input, Select},
    prelude::*,
    task::spawn_local,
};
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use protocol::account::Role;

/// One's own API tokens: made with the secret shown once, and revoked.
#[component]
pub(crate) fn TokensPage() -> impl IntoView {
    let visit = expect_context::<VisitResource>();
    view! {
        <Title text=text::TOKENS />
        <Suspense>
            {move || Suspend::new(async move {
                match visit.read().await.map(|visit| visit.account) {
                    Ok(Some(account)) => {
                        view! {
                            <main id="main" class="page settings" tabindex="-1">
                                <SettingsNav here="/settings/tokens" />
                                <h1>{text::TOKENS}</h1>
                                <p class="quiet">{text::TOKENS_WHY}</p>
                                <Own role=account.role />
                            </main>
                        }
                            .erase()
                    }
                    Ok(None) => view! { <Fault fault=CallFault::SignedOut /> }.erase(),
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                }
            })}
        </Suspense>
    }
    .erase()
}

#[component]
fn Own(
    /// What the person may give at most.
    role: Role,
) -> impl IntoView {
    let from = use_query_map().with_untracked(|query| query.get("tokens").unwrap_or_default());
    let later = !from.is_empty();
    let tokens = page_data(Signal::stored(from), |from| Box::pin(read_tokens(after(from))));
    let (secret, fault) = (RwSignal::new(None::<String>), RwSignal::new(None::<String>));
    view! {
        <Alert fault=fault />
        <Make role=role tokens=tokens secret=secret fault=fault />
        {move || secret.get().map(|secret| view! { <Secret why=text::TOKEN_ONCE secret=secret /> })}
        <Listing tokens=tokens later=later everybodys=false fault=fault />
    }
    .erase()
}

/// The tokens of everybody, for administrators: whose they are, and an end to those that should not be.
#[component]
pub(crate) fn AllTokens() -> impl IntoView {
    let from = use_query_map().with_untracked(|query| query.get("tokens").unwrap_or_default());
    let later = !from.is_empty();
    let tokens = page_data(Signal::stored(from), |from| Box::pin(read_all_tokens(after(from))));
    let fault = RwSignal::new(None::<String>);
    view! {
        <Alert fault=fault />
        <Listing tokens=tokens later=later everybodys=true fault=fault />
    }
    .erase()
}

#[component]
fn Listing(tokens: PageData, later: bool, everybodys: bool, fault: RwSignal<Option<String>>) -> impl IntoView {
    view! {
        <Suspense>
            {move || Suspend::new(async move {
                match open(tokens.await) {
                    Ok(cards) => view! { <Cards first=cards later=later everybodys=everybodys tokens=tokens fault=fault /> }.erase(),
                    Err(error) => view! { <p class="quiet">{error.to_string()}</p> }.erase(),
                }
            })}
        </Suspense>
    }
    .erase()
}

#[component]
fn Make(role: Role, tokens: PageData, secret: RwSignal<Option<String>>, fault: RwSignal<Option<String>>) -> impl IntoView {
    let (name, kind, lasts) = (NodeRef::<Input>::new(), NodeRef::<Select>::new(), NodeRef::<Select>::new());
    let make = move |event: SubmitEvent| {
        event.prevent_default();
        let (Some(name), Some(kind)) = (name.get_untracked(), kind.get_untracked()) else { return };
        let Some(role) = Role::parse(&kind.value()) else { return };
        let days = lasts.get_untracked().and_then(|lasts| lasts.value().parse().ok());
        spawn_local(async move {
            match make_token(name.value(), role, days).await {
                Ok(made) => {
                    secret.set(Some(made));
                    fault.set(None);
                    name.set_value("");
                    tokens.refetch();
                }
                Err(error) => fault.set(Some(error.to_string())),
            }
        });
    };
    let roles = [Role::Viewer, Role::Member, Role::Admin]
        .into_iter()
        .filter(|one| *one <= role)
        .map(|one| view! { <option value=one.name()>{words::role(one)}</option> })
        .collect_view();
    let periods = text::TOKEN_PERIODS.map(|(days, label)| view! { <option value=days>{label}</option> }).collect_view();
    view! {
        <noscript>
            <p class="quiet">{text::NEEDS_SCRIPTS}</p>
        </noscript>
        <form class="inline-form" on:submit=make>
            <label class="field">
                <span>{text::TOKEN_NAME}</span>
                <input node_ref=name name="name" required maxlength="80" autocomplete="off" data-testid="token-name" />
            </label>
            <label class="field">
                <span>{text::ROLE}</span>
                <select node_ref=kind name="role">
                    {roles}
                </select>
            </label>
            <label class="field">
                <span>{text::TOKEN_LASTS}</span>
                <select node_ref=lasts name="lasts" data-testid="token-lasts">
                    {periods}
                </select>
            </label>
            <button type="submit" class="button primary" data-testid="token-make">
                {icon(Icon::Key)}
                {text::TOKEN_MAKE}
            </button>
        </form>
    }
    .erase()
}

#[component]
fn Cards(
    first: Listed<TokenCard>,
    later: bool,
    everybodys: bool,
    tokens: PageData,
    fault: RwSignal<Option<String>>,
) -> impl IntoView {
    if first.items.is_empty() {
        return view! { <p class="quiet">{text::TOKEN_NONE}</p> }.erase();
    }
    let cards = Paged::new(first);
    let base = if everybodys { "/admin/tokens" } else { "/settings/tokens" };
    let more = cards.more(
        move |next| format!("{base}?tokens={next}"),
        move |next| {
            cards.extend(async move {
                let page = if everybodys { read_all_tokens(Some(next)).await } else { read_tokens(Some(next)).await };
                open(page)
            });
        },
    );
    let row = move |card: TokenCard| {
        let id = card.id;
        let revoke = move |_| {
            spawn_local(async move {
                match revoke_token(id).await {
                    Ok(()) => tokens.refetch(),
                    Err(error) => fault.set(Some(error.to_string())),
                }
            });
        };
        view! {
            <li class="line-row" class:gone=card.revoked || card.expired data-testid="token">
                <div>
                    <b dir="auto">{card.name.clone()}</b>
                    <p class="small quiet facts">
                        {card.person.map(|person| view! { <span dir="auto">{person}</span> })}
                        <span>{words::role(card.role)}</span>
                        <span>{text::TOKEN_MADE} " " <When at=card.created_at /></span>
                        {match card.last_used_at {
                            Some(at) => view! { <span>{text::TOKEN_USED} " " <When at=at /></span> }.erase(),
                            None => view! { <span>{text::TOKEN_UNUSED}</span> }.erase(),
                        }}
                        {card
                            .expires_at
                            .map(|at| {
                                let word = if card.expired { text::TOKEN_EXPIRED } else { text::TOKEN_EXPIRES };
                                view! { <span>{word} " " <When at=at /></span> }
                            })}
                    </p>
                </div>
                {if card.revoked {
                    view! { <span class="chip">{text::TOKEN_REVOKED}</span> }.erase()
                } else if card.expired {
                    view! { <span class="chip">{text::TOKEN_EXPIRED}</span> }.erase()
                } else {
                    let name = text::revoke(&card.name);
                    view! {
                        <details class="confirm">
                            <summary class="button small" aria-label=name.clone()>
                                {text::TOKEN_REVOKE}
                            </summary>
                            <p class="small">{text::TOKEN_REVOKE_WHY}</p>
                            <button type="button" class="button small danger" on:click=revoke data-testid="token-revoke">
                                {name}
                            </button>
                        </details>
                    }
                        .erase()
                }}
            </li>
        }
    };
    view! {
        <Newest later=later href=base />
        <ul class="lines">{move || cards.items.get().into_iter().map(row).collect_view()}</ul>
        {more}
    }
    .erase()
}
