use crate::{
    browser,
    erased::Effect,
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
    leptos::prelude::Effect::new(move |before: Option<String>| {
        let now = path.get();
        if before.is_some_and(|before| before != now) {
            // A new page begins at its beginning, also for those who cannot see that it is new.
            browser::begin_page();
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
                browser::close_menus();
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
                other => {
                    if browser::press(other) {
                        event.prevent_default();
                    }
                    return;
                }
            };
            event.prevent_default();
            perform(command);
        });
        let clicks = window_event_listener(ev::click, |event| {
            browser::close_menus_outside(event.target().and_then(|target| target.dyn_into::<web_sys::Node>().ok()).as_ref());
        });
        on_cleanup(move || {
            listening.remove();
            clicks.remove();
        });
    });
}
