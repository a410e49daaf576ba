use crate::{
    calls::page_data,
    lean::Lean,
    pages::interviews::{RoomView, calls::open_interview, read},
    parts::Fault,
};
use leptos::prelude::*;
use leptos_router::hooks::use_params_map;

/// An interview to read, without anything to change.
#[component]
pub(crate) fn TranscriptPage() -> impl IntoView {
    let params = use_params_map();
    let id = Signal::derive(move || params.with(|params| params.get("id").unwrap_or_default()));
    let view = page_data(id, |id| Box::pin(read(id)));
    view! {
        <Suspense>
            {move || Suspend::new(async move {
                match open_interview(view.await) {
                    Ok(view) => view! { <RoomView view=view may_change=false transcript=true /> }.lean(),
                    Err(fault) => view! { <Fault fault=fault /> }.lean(),
                }
            })}
        </Suspense>
    }
    .lean()
}
