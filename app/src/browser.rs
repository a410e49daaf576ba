//! What the browser keeps and knows. Nothing here may be called while a page is first rendered, only in effects and handlers:
//! the server has no browser, and both sides must render the same tree.

use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{HtmlElement, ScrollBehavior, ScrollIntoViewOptions, ScrollLogicalPosition, Storage};

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// What was kept under a name; nothing where the browser keeps nothing.
pub(crate) fn kept(name: &str) -> Option<String> {
    storage()?.get_item(name).ok().flatten()
}

/// Keeps a text, or forgets it when it is empty.
pub(crate) fn keep(name: &str, text: &str) {
    if let Some(storage) = storage() {
        let _full = if text.is_empty() { storage.remove_item(name) } else { storage.set_item(name, text) };
    }
}

/// A new id for a message that is about to be sent. `crypto.randomUUID` is missing on plain HTTP, random bytes are not.
pub(crate) fn new_id() -> String {
    let mut bytes = [0_u8; 16];
    if let Ok(crypto) = window().crypto() {
        let _refused = crypto.get_random_values_with_u8_array(&mut bytes);
    }
    uuid::Builder::from_random_bytes(bytes).into_uuid().to_string()
}

/// A number from 0 up to 1, for spreading reconnections.
pub(crate) fn chance() -> f64 {
    js_sys::Math::random()
}

/// Milliseconds since 1970.
pub(crate) fn now() -> f64 {
    js_sys::Date::now()
}

/// A point in time in the person's own time zone and language.
pub(crate) fn local_time(millis: f64) -> String {
    let date = js_sys::Date::new(&JsValue::from_f64(millis));
    let options = js_sys::Object::new();
    for (name, value) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        let _frozen = js_sys::Reflect::set(&options, &name.into(), &value.into());
    }
    date.to_locale_string("default", &options).into()
}

pub(crate) fn element(id: &str) -> Option<HtmlElement> {
    document().get_element_by_id(id)?.dyn_into().ok()
}

pub(crate) fn focus(id: &str) {
    if let Some(element) = element(id) {
        let _refused = element.focus();
    }
}

/// After what just changed has reached the page.
pub(crate) fn soon(act: impl FnOnce() + 'static) {
    set_timeout(act, std::time::Duration::ZERO);
}

/// Brings something into sight, gives it the focus and lets it stand out for a moment.
pub(crate) fn point_at(id: &str) {
    let Some(element) = element(id) else { return };
    let options = ScrollIntoViewOptions::new();
    options.set_block(ScrollLogicalPosition::Center);
    options.set_behavior(if calm() { ScrollBehavior::Instant } else { ScrollBehavior::Smooth });
    element.scroll_into_view_with_scroll_into_view_options(&options);
    let _refused = element.focus();
    let list = element.class_list();
    let _refused = list.add_1("pointed-at");
    set_timeout(
        move || {
            let _refused = list.remove_1("pointed-at");
        },
        std::time::Duration::from_millis(1_800),
    );
}

/// Whether the person asked for less motion.
pub(crate) fn calm() -> bool {
    window().match_media("(prefers-reduced-motion: reduce)").ok().flatten().is_some_and(|query| query.matches())
}

/// Whether typing goes into a field right now, where letters are letters and not shortcuts.
pub(crate) fn typing() -> bool {
    document().active_element().is_some_and(|element| {
        matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT") || element.has_attribute("contenteditable")
    })
}

/// Sets or removes the attribute that overrides light and dark.
pub(crate) fn set_theme(theme: &str) {
    if let Some(root) = document().document_element() {
        let _refused =
            if theme.is_empty() { root.remove_attribute("data-theme") } else { root.set_attribute("data-theme", theme) };
    }
}
