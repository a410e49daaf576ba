use leptos::prelude::*;

/// A title that changes, kept apart from the values of its page. The server writes the head once the page is rendered, on whichever
/// thread goes on with it: of the page's own signals it would find none there, or those of a page that is somebody else's.
pub(crate) fn title_apart(first: String) -> ArcRwSignal<String> {
    ArcRwSignal::new(first)
}
