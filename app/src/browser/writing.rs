//! Where a conversation is written: the field that has the focus when its page opens, and that loses nothing of what was typed
//! before it was there.

use super::{drafts::tab_storage, element, focus::begin_at_once};
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlTextAreaElement};

/// The id of the field.
pub(crate) const COMPOSER: &str = "composer-text";
/// Bytes that are kept of what was typed before its field was there. The tab keeps it, as the field may be on another page.
const MOST: usize = 2_000;
const EARLY: &str = "typed-early";

fn composer() -> Option<HtmlTextAreaElement> {
    element(COMPOSER)?.dyn_into().ok()
}

/// Brings a key that somebody types, and what was held back of the keys before it, into the field; where there is no field yet, it is
/// kept for the one that comes. Answers whether the key has done what it was to do: a space would press the button that has the focus.
pub(crate) fn write_into_composer(held: &str, letter: char) -> bool {
    // While voice is open, keys are its own.
    let voice = super::document_has("voice-controls");
    match composer() {
        Some(field) if !voice => {
            append(&field, held);
            // The key itself is still to come: the browser writes it into what has the focus by then.
            let _refused = field.focus();
            false
        }
        Some(_) => false,
        None => {
            held.chars().for_each(keep_early);
            keep_early(letter);
            true
        }
    }
}

/// Keeps a letter for a field that is about to appear.
pub(crate) fn keep_early(letter: char) {
    let mut text = peek_early();
    if text.len() < MOST {
        text.push(letter);
    }
    if let Some(tab) = tab_storage() {
        let _full = tab.set_item(EARLY, &(minutes() + &text));
    }
}

/// The time to ten minutes, as it is written in ISO 8601.
fn minutes() -> String {
    let mut now = String::from(js_sys::Date::new_0().to_iso_string());
    now.truncate(15);
    now
}

/// What was kept, for the field that has appeared.
pub(crate) fn take_early() -> String {
    let early = peek_early();
    if let Some(tab) = tab_storage() {
        let _refused = tab.remove_item(EARLY);
    }
    early
}

fn peek_early() -> String {
    let kept = tab_storage().and_then(|tab| tab.get_item(EARLY).ok().flatten()).unwrap_or_default();
    kept.strip_prefix(minutes().as_str()).unwrap_or_default().to_owned()
}

/// The field of a conversation is there: it takes the focus where there is a keyboard, and what was typed too early.
pub(crate) fn begin_writing() {
    let early = take_early();
    if let Some(field) = composer() {
        // The browser has put the focus there, so what was typed since is in it already.
        let since = field.value();
        if !early.is_empty() {
            field.set_value("");
        }
        append(&field, &if early.is_empty() { early } else { early + &since });
    }
    if begins_at().is_some() {
        begin_at_once();
    }
}

/// The field, where a new page has one and a keyboard is at hand; on a phone it would cover half of what is to be read.
pub(super) fn begins_at() -> Option<&'static str> {
    (super::matches_media("(hover: hover) and (pointer: fine)") && composer().is_some()).then_some(COMPOSER)
}

fn append(field: &HtmlTextAreaElement, text: &str) {
    if text.is_empty() {
        return;
    }
    field.set_value(&format!("{}{text}", field.value()));
    // The draft is kept by whoever listens to the field.
    if let Ok(changed) = Event::new("input") {
        let _cancelled = field.dispatch_event(&changed);
    }
}
