use super::{Fault, VisitResource};
use crate::{
    calls::{CallFault, Fetch, Packed, page_data},
    erased::Erase,
    words,
};
use leptos::{prelude::*, tachys::view::any_view::AnyView};
use leptos_router::hooks::use_params_map;
use protocol::account::Role;
use std::str::FromStr;

/// A page about the one thing that its address names by an id. `show` is told whether the visitor may change things.
pub(crate) fn named(read: Fetch, show: fn(Packed, bool) -> Result<AnyView, CallFault>) -> AnyView {
    let visit = expect_context::<VisitResource>();
    let params = use_params_map();
    let id = Signal::derive(move || params.with(|params| params.get("id").unwrap_or_default()));
    let answer = page_data(id, read);
    view! {
        <Suspense>
            {move || Suspend::new(async move {
                let may_change = visit.account().await.is_some_and(|one| one.role != Role::Viewer);
                let shown = answer.await.and_then(|answer| show(answer, may_change));
                shown.unwrap_or_else(|fault| view! { <Fault fault=fault /> }.erase())
            })}
        </Suspense>
    }
    .erase()
}

/// An address that is no id names something that does not exist.
pub(crate) fn id<Id: FromStr>(named: &str) -> Result<Id, CallFault> {
    named.parse().map_err(|_| CallFault::NotFound(words::fault::MISSING.into()))
}
