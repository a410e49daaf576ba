use crate::{
    browser,
    parts::{Command, Commands, commands::performer},
};
use leptos::{ev, prelude::*};
use leptos_router::hooks::use_location;
use wasm_bindgen::JsCast;

/// The name under which the browser keeps that single keys do nothing.
pub(crate) const SHORTCUTS_OFF: &str = "shortcuts-off";

/// Listens for keys. Ctrl + K always works; single keys can be switched off and never fire while somebody types.
#[component]
pub(crate) fn Shortcuts() -> impl IntoView {
    let (commands, perform) = (expect_context::<Commands>(), performer());
    let path = use_location().pathname;
    Effect::new(move |before: Option<String>| {
        let now = path.get();
        if before.is_some_and(|before| before != now) {
            // A new page begins at its beginning, also for those who cannot see that it is new.
            set_timeout(|| browser::focus("main"), std::time::Duration::from_millis(150));
        }
        now
    });
    Effect::new(move |_| {
        let perform = perform.clone();
        let listening = window_event_listener(ev::keydown, move |event| {
            let key = event.key();
            if (event.ctrl_key() || event.meta_key()) && key.eq_ignore_ascii_case("k") {
                event.prevent_default();
                commands.palette.update(|open| *open = !*open);
                return;
            }
            if key == "Escape" {
                close_menus(None);
            }
            let plain = !event.ctrl_key() && !event.meta_key() && !event.alt_key();
            let busy = commands.palette.get_untracked() || commands.help.get_untracked() || browser::typing();
            if !plain || busy || event.is_composing() || browser::kept(SHORTCUTS_OFF).is_some() {
                return;
            }
            let command = match key.as_str() {
                "?" => Command::Help,
                "/" => Command::Write,
                "k" | "K" => Command::Known,
                "g" | "G" => Command::Go("/interviews".into()),
                _ => return,
            };
            event.prevent_default();
            perform(command);
        });
        let clicks = window_event_listener(ev::click, |event| {
            close_menus(event.target().and_then(|target| target.dyn_into::<web_sys::Node>().ok()).as_ref());
        });
        on_cleanup(move || {
            listening.remove();
            clicks.remove();
        });
    });
}

/// Closes the disclosures that lie over the page, except the one that holds `inside`. By Escape the focus goes back to the
/// button that opened it.
fn close_menus(inside: Option<&web_sys::Node>) {
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
