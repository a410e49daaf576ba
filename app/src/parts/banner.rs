use crate::{
    erased::Erase,
    feed::{Feed, Link},
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
    let reload = move |_| {
        let _refused = window().location().reload();
    };
    view! {
        <div class="banner" role="status" data-testid="banner">
            {move || text().map(|text| view! { <p>{icon(Icon::Offline)} {text}</p> })}
            {move || {
                feed.outdated
                    .get()
                    .then(|| {
                        view! {
                            <p data-testid="outdated">
                                {icon(Icon::Again)} {words::banner::OUTDATED} " "
                                <button type="button" class="button small" on:click=reload>
                                    {words::banner::RELOAD}
                                </button>
                            </p>
                        }
                    })
            }}
        </div>
    }
    .erase()
}
