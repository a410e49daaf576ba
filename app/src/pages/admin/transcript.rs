use crate::{
    pages::interviews::{RoomView, read},
    parts::Fault,
};
use leptos::prelude::*;
use leptos_router::hooks::use_params_map;

/// An interview to read, without anything to change.
#[component]
pub(crate) fn TranscriptPage() -> impl IntoView {
    let params = use_params_map();
    let id = move || params.with(|params| params.get("id").unwrap_or_default());
    let view = Resource::new_blocking(id, read);
    view! {
        <Suspense>
            {move || Suspend::new(async move {
                match view.await {
                    Ok(view) => view! { <RoomView view=view may_change=false transcript=true /> }.into_any(),
                    Err(fault) => view! { <Fault fault=fault /> }.into_any(),
                }
            })}
        </Suspense>
    }
    .into_any()
}
