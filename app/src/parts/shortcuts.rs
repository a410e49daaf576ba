use crate::{
    browser,
    lean::Effect,
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
            begin_page(20);
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

/// Moves the focus to the page, and again when the page that took it gives way to the new one, whose code and data may still be
/// on their way. Who has gone into a field by then stays there.
fn begin_page(looks: u32) {
    fn look(first: bool, left: u32) {
        let act = move || {
            let at = document().active_element().map(|element| element.tag_name()).unwrap_or_default();
            let (lost, entering) = (at.is_empty() || at == "BODY", matches!(at.as_str(), "INPUT" | "TEXTAREA" | "SELECT"));
            if lost || (first && !entering) {
                browser::focus("main");
            }
            if left > 0 {
                look(false, left - 1);
            }
        };
        set_timeout(act, std::time::Duration::from_millis(150));
    }
    look(true, looks);
}
