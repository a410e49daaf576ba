//! What is typed and not yet sent. It belongs to its tab; a copy outlives the tab, for whoever closed it too early.

use super::{keep, kept};
use leptos::prelude::window;
use web_sys::Storage;

pub(super) fn tab_storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

/// What this tab had, or else what a tab that is gone left.
pub(crate) fn draft(name: &str) -> Option<String> {
    tab_storage().and_then(|storage| storage.get_item(name).ok().flatten()).or_else(|| kept(name))
}

/// Keeps what is typed in this tab; nothing typed forgets it.
pub(crate) fn keep_draft(name: &str, text: &str) {
    let before = tab_storage().and_then(|storage| storage.get_item(name).ok().flatten());
    if let Some(storage) = tab_storage() {
        let _full = if text.is_empty() { storage.remove_item(name) } else { storage.set_item(name, text) };
    }
    // Another tab's draft is left alone when this one's is sent.
    if !text.is_empty() || kept(name) == before {
        keep(name, text);
    }
}
