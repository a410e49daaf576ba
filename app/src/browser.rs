//! What the browser keeps and knows. Nothing here may be called while a page is first rendered, only in effects and handlers:
//! the server has no browser, and both sides must render the same tree.

mod drafts;
mod focus;
mod unsaved;
mod writing;

pub(crate) use drafts::{draft, keep_draft};
pub(crate) use focus::{begin_page, focus_again, focus_when_there, keep_place};
use leptos::prelude::*;
pub(crate) use unsaved::{guard_changes, may_leave, note_kept, note_refused};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlElement, ScrollBehavior, ScrollIntoViewOptions, ScrollLogicalPosition, Storage};
pub(crate) use writing::{COMPOSER, begin_writing, keep_early, take_early, write_into_composer};

fn storage() -> Option<Storage> {
    window().local_storage().ok().flatten()
}

/// What was kept under a name; nothing where the browser keeps nothing.
pub(crate) fn kept(name: &str) -> Option<String> {
    storage()?.get_item(name).ok().flatten()
}

/// Presses the newest button that has a key of its own, if there is one.
pub(crate) fn press(key: char) -> bool {
    if !key.is_ascii_alphabetic() {
        return false;
    }
    let found = document().query_selector_all(&format!("[data-shortcut={}]", key.to_ascii_lowercase()));
    let newest = found.ok().and_then(|all| all.item(all.length().checked_sub(1)?));
    let button = newest.and_then(|node| node.dyn_into::<HtmlElement>().ok());
    if let Some(button) = &button {
        button.click();
    }
    button.is_some()
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

/// The person's time zone by its IANA name.
pub(crate) fn time_zone() -> Option<String> {
    let format = js_sys::Intl::DateTimeFormat::new(&js_sys::Array::new(), &js_sys::Object::new());
    js_sys::Reflect::get(&format.resolved_options(), &"timeZone".into()).ok()?.as_string()
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
    matches_media("(prefers-reduced-motion: reduce)")
}

fn matches_media(query: &str) -> bool {
    window().match_media(query).ok().flatten().is_some_and(|query| query.matches())
}

fn document_has(selector: &str) -> bool {
    document().query_selector(selector).is_ok_and(|found| found.is_some())
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

/// Closes what lies over the page; the focus goes back to the button that opened it.
pub(crate) fn close_menus() {
    close_menus_except(None);
}

/// Closes what lies over the page when something outside of it is pressed.
pub(crate) fn close_menus_outside(pressed: Option<&web_sys::Node>) {
    close_menus_except(pressed);
}

fn close_menus_except(inside: Option<&web_sys::Node>) {
    let Ok(open) = document().query_selector_all("details.menu[open]") else { return };
    for at in 0..open.length() {
        let Some(menu) = open.item(at).and_then(|menu| menu.dyn_into::<web_sys::Element>().ok()) else { continue };
        if inside.is_some_and(|inside| menu.contains(Some(inside))) {
            continue;
        }
        let focused = document().active_element().is_some_and(|element| menu.contains(Some(&element)));
        let _refused = menu.remove_attribute("open");
        if let (true, None, Ok(Some(summary))) = (focused, inside, menu.query_selector("summary")) {
            let _refused = summary.dyn_into::<web_sys::HtmlElement>().map(|summary| summary.focus());
        }
    }
}

/// Why a file was not read.
pub(crate) enum Unread {
    TooLarge,
    NoText,
}

/// Reads the text file that was chosen in the field of an event; the same file can be chosen again afterwards.
pub(crate) fn read_file(chosen: &web_sys::Event, then: impl FnOnce(Result<String, Unread>) + 'static) {
    const MOST: f64 = 2_000_000.0;
    let Some(field) = chosen.target().and_then(|target| target.dyn_into::<web_sys::HtmlInputElement>().ok()) else { return };
    let Some(file) = field.files().and_then(|files| files.get(0)) else { return };
    field.set_value("");
    if file.size() > MOST {
        then(Err(Unread::TooLarge));
        return;
    }
    leptos::task::spawn_local(async move {
        let text = JsFuture::from(file.text()).await.ok().and_then(|text| text.as_string());
        // What is no text in UTF-8 comes as signs of replacement.
        then(text.filter(|text| !text.contains(['\u{fffd}', '\0'])).ok_or(Unread::NoText));
    });
}
