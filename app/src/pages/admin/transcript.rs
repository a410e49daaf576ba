use crate::{
    erased::Erase,
    pages::interviews::{RoomView, calls::open_interview, read},
    parts::named,
};
use leptos::prelude::*;

/// An interview to read, without anything to change.
#[component]
pub(crate) fn TranscriptPage() -> impl IntoView {
    named(
        |id| Box::pin(read(id)),
        |view, _| Ok(view! { <RoomView view=open_interview(Ok(view))? may_change=false transcript=true /> }.erase()),
    )
}
