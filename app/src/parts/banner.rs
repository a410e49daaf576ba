use crate::{
    feed::{Feed, Link},
    lean::Lean,
    parts::{Icon, icon},
    words,
};
use leptos::prelude::*;

/// Says quietly that the line to the server is down. It is always in the page, so that screen readers hear it change.
#[component]
pub(crate) fn Banner() -> impl IntoView {
    let feed = expect_context::<Feed>();
    let text = move || match feed.link.get() {
        Link::Lost => Some(words::banner::LOST),
        Link::Offline => Some(words::banner::OFFLINE),
        Link::Resting | Link::Connecting | Link::Live => None,
    };
    view! {
        <div class="banner" role="status" data-testid="banner">
            {move || text().map(|text| view! { <p>{icon(Icon::Offline)} {text}</p> })}
        </div>
    }
    .lean()
}
