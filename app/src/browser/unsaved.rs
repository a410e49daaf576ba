//! Changes that would be lost with their page: a script asks first, which only pages with something to save load.

use super::element;
use crate::words::unsaved as text;
use leptos::prelude::{document, window};
use web_sys::{Event, EventTarget};

const SCRIPT: &str = "unsaved-script";

/// From now on whoever leaves the page is asked first, where a form marked `data-guard` was changed or something is `data-unsaved`.
pub(crate) fn guard_changes() {
    if element(SCRIPT).is_some() {
        return;
    }
    let (Ok(script), Some(body)) = (document().create_element("script"), document().body()) else { return };
    script.set_id(SCRIPT);
    let source = concat!("/unsaved.js?", env!("CARGO_PKG_VERSION"));
    for (name, value) in [("type", "module"), ("src", source), ("data-question", text::LEAVE)] {
        let _refused = script.set_attribute(name, value);
    }
    let _refused = body.append_child(&script);
}

/// Whether nothing unsaved would be lost by going on without a link, or whoever was asked wants to go.
pub(crate) fn may_leave() -> bool {
    let Ok(event) = Event::new("leaving") else { return true };
    event.init_event_with_bubbles_and_cancelable("leaving", false, true);
    window().dispatch_event(&event).unwrap_or(true)
}

/// What the form holds now is saved, or saved elsewhere.
pub(crate) fn note_kept(form: &EventTarget) {
    tell(form, "kept");
}

/// What the form holds could not be saved.
pub(crate) fn note_refused(form: &EventTarget) {
    tell(form, "refused");
}

fn tell(form: &EventTarget, name: &str) {
    if let Ok(event) = Event::new(name) {
        event.init_event_with_bubbles(name, true);
        let _refused = form.dispatch_event(&event);
    }
}
