use super::keys::{Keys, Meaning, SETTLES};
use crate::{
    browser,
    erased::Effect,
    parts::{Command, Commands, commands::performer},
};
use leptos::{ev, leptos_dom::helpers::TimeoutHandle, prelude::*};
use leptos_router::hooks::use_location;
use std::time::Duration;
use wasm_bindgen::JsCast;

/// The name under which the browser keeps that keys without Ctrl do nothing.
pub(crate) const SHORTCUTS_OFF: &str = "shortcuts-off";

/// Listens for keys. Ctrl + K always works; other shortcuts can be switched off and never fire while somebody types, nor when
/// somebody types before the field has the focus: such words go into the field.
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
    let (keys, waiting) = (StoredValue::new(Keys::default()), StoredValue::new(None::<TimeoutHandle>));
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
            let mut letters = key.chars();
            let (Some(letter), None) = (letters.next(), letters.next()) else { return };
            if let Some(handle) = waiting.try_update_value(Option::take).flatten() {
                handle.clear();
            }
            let plain = !event.ctrl_key() && !event.meta_key() && !event.alt_key();
            if plain && commands.palette.get_untracked() && !browser::typing() {
                // The palette is being loaded; what is typed meanwhile stands in its field.
                browser::keep_early(letter);
                event.prevent_default();
                return;
            }
            let busy = commands.palette.get_untracked() || commands.help.get_untracked() || browser::typing();
            if browser::typing() {
                keys.update_value(Keys::forget);
            }
            if !plain || busy || event.is_composing() || browser::kept(SHORTCUTS_OFF).is_some() {
                return;
            }
            let Some(meaning) = keys.try_update_value(|keys| keys.press(letter, browser::now())) else { return };
            match meaning {
                Meaning::Nothing => {}
                Meaning::Single(letter) => {
                    event.prevent_default();
                    keys.update_value(Keys::forget);
                    perform(if letter == '?' { Command::Help } else { Command::Write });
                }
                Meaning::Pair(letter) => {
                    let perform = perform.clone();
                    let act = move || {
                        keys.update_value(Keys::forget);
                        match command_of_pair(letter) {
                            Some(command) => perform(command),
                            None => _ = browser::press(letter),
                        }
                    };
                    waiting.set_value(set_timeout_with_handle(act, Duration::from_millis(SETTLES)).ok());
                }
                Meaning::Words(held) => {
                    if browser::write_into_composer(&held, letter) {
                        event.prevent_default();
                    }
                }
            }
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

/// What G and this letter do; other letters press the button that has them.
fn command_of_pair(letter: char) -> Option<Command> {
    let go = |path: &str| Some(Command::Go(path.to_owned()));
    match letter {
        'h' => go("/"),
        'i' => go("/interviews"),
        'p' => go("/projects"),
        'c' => go("/companies"),
        'a' => go("/ask"),
        'o' => go("/opportunities"),
        's' => go("/settings"),
        'k' => Some(Command::Known),
        _ => None,
    }
}
