use crate::{
    calls::CallFault,
    erased::Erase,
    parts::{Fault, VisitResource},
    words::admin as text,
};
use leptos::{prelude::*, tachys::view::any_view::AnyView};
use protocol::account::Role;

/// What only administrators see; whoever is none reads why there is nothing.
pub(super) fn only_admins(show: fn() -> AnyView) -> AnyView {
    let visit = expect_context::<VisitResource>();
    view! {
        <Suspense>
            {move || Suspend::new(async move {
                match visit.read().await.map(|visit| visit.account) {
                    Ok(Some(account)) if account.role == Role::Admin => show(),
                    Ok(Some(_)) => view! { <Fault fault=CallFault::Forbidden(text::ONLY_ADMINS.into()) /> }.erase(),
                    Ok(None) => view! { <Fault fault=CallFault::SignedOut /> }.erase(),
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                }
            })}
        </Suspense>
    }
    .erase()
}
