//! The editor around the field of a query: a script that only this page loads. Without it the field is what people write in.

use super::asking::{FIELD, FORM};
use crate::browser;
use leptos::{ev::MouseEvent, prelude::*};
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlTextAreaElement};

const SCRIPT: &str = "editor-script";

pub(super) fn load() {
    if browser::element(SCRIPT).is_some() {
        return;
    }
    let (Ok(script), Some(body)) = (document().create_element("script"), document().body()) else { return };
    script.set_id(SCRIPT);
    for (name, value) in [("type", "module"), ("src", concat!("/editor.js?", env!("CARGO_PKG_VERSION")))] {
        let _refused = script.set_attribute(name, value);
    }
    let _refused = body.append_child(&script);
}

/// Puts a statement into the field, and into the editor around it.
pub(super) fn fill(field: &HtmlTextAreaElement, sql: &str) {
    field.set_value(sql);
    if let Ok(event) = Event::new("filled") {
        let _refused = field.dispatch_event(&event);
    }
}

/// The statement in the field is kept elsewhere: nobody is asked about it who leaves.
pub(super) fn note_kept() {
    if let Some(form) = browser::element(FORM) {
        browser::note_kept(&form);
    }
}

/// Puts the statement of a link into the field: following it would load the page anew, and its answer would go.
pub(super) fn choose(event: &MouseEvent, sql: &str) {
    let opens_elsewhere = event.button() != 0 || event.ctrl_key() || event.meta_key() || event.shift_key() || event.alt_key();
    let field = browser::element(FIELD).and_then(|field| field.dyn_into::<HtmlTextAreaElement>().ok());
    let Some(field) = field.filter(|_| !opens_elsewhere) else { return };
    event.prevent_default();
    fill(&field, sql);
    // As if it had been typed: the address holds another statement no longer.
    if let Ok(typed) = Event::new("input") {
        typed.init_event_with_bubbles("input", true);
        let _refused = field.dispatch_event(&typed);
    }
    note_kept();
}
