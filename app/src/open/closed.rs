//! A link that leads nowhere, in words for whoever followed it.

use super::document::document;
use crate::{erased::Erase, shell::Assets, words::open as text};
use leptos::prelude::*;

/// Why a link leads nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    Revoked,
    Expired,
    /// As many used it as may.
    Full,
    /// The interview behind it is gone.
    Removed,
    Missing,
    /// Too much at once.
    Busy,
    Unavailable,
}

/// The same for a person.
#[must_use]
pub fn closed_page(assets: &Assets, closed: Closed) -> String {
    let (title, why) = match closed {
        Closed::Revoked => (text::GONE, text::REVOKED),
        Closed::Expired => (text::GONE, text::EXPIRED),
        Closed::Full => (text::GONE, text::FULL),
        Closed::Removed => (text::GONE, text::REMOVED),
        Closed::Missing => (text::MISSING, text::MISSING_WHY),
        Closed::Busy => (text::BUSY, text::BUSY_WHY),
        Closed::Unavailable => (text::UNAVAILABLE, text::UNAVAILABLE_WHY),
    };
    let content = view! {
        <h1>{title}</h1>
        <p>{why}</p>
    }
    .erase();
    document(assets, title, content)
}

#[cfg(test)]
mod tests {
    use super::{Closed, closed_page};
    use crate::shell::Assets;

    #[test]
    fn a_link_that_leads_nowhere_says_why_and_is_found_by_nobody() {
        for (closed, words) in [
            (Closed::Revoked, "It was revoked"),
            (Closed::Expired, "It has expired"),
            (Closed::Full, "As many people"),
            (Closed::Removed, "was removed"),
            (Closed::Missing, "may have been cut off"),
            (Closed::Busy, "wait a minute"),
            (Closed::Unavailable, "try again"),
        ] {
            let page = closed_page(&Assets::default(), closed);
            assert!(page.starts_with("<!DOCTYPE html><html") && page.contains(words) && page.contains("noindex"), "{page}");
            assert!(!page.contains("<script"), "{page}");
        }
    }
}
