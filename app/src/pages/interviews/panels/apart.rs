//! How the browser comes by the code of the panels.

use super::{Panel, Room, drawn};
use crate::{
    erased::{Effect, Erase},
    parts::asleep::{Asleep, at_once},
    words,
};
use leptos::{
    html::Div,
    prelude::*,
    tachys::view::any_view::AnyView,
    task::spawn_local,
    wasm_split::{SplitLoaderError, wasm_split},
};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What the server has drawn of panels.
const DRAWN: &str = "main.room :is(.known-actions, form.fields, .edit-message, .versions, section.change, .settled, .conflicts, \
    .ending)";

static HERE: AtomicBool = AtomicBool::new(false);

/// One function for all panels, so that there is one state of their being loaded.
#[wasm_split(room_panels, wasm_split_path = leptos::wasm_split, preload(load_panels), fallible)]
fn draw_apart(room: Room, panel: Panel) -> Result<AnyView, SplitLoaderError> {
    Ok(drawn(room, panel))
}

/// Draws a panel. Once its code is here nothing has to be waited for; nobody asks before that.
pub(super) fn draw(room: Room, panel: Panel) -> AnyView {
    at_once(draw_apart(room, panel)).and_then(Result::ok).unwrap_or_else(|| ().erase())
}

pub(in crate::pages::interviews) fn are_here() -> bool {
    HERE.load(Relaxed)
}

async fn load() -> Result<(), SplitLoaderError> {
    load_panels().await?;
    HERE.store(true, Relaxed);
    Ok(())
}

/// Loads them before the page comes to life where the server has drawn some: both sides begin with the same tree.
pub(crate) async fn load_drawn() -> Result<(), SplitLoaderError> {
    match document().query_selector(DRAWN) {
        Ok(Some(_)) => load().await,
        _ => Ok(()),
    }
}

/// Loads them for a room; what it waits for is drawn then.
pub(super) fn load_for(room: Room) {
    spawn_local(async move {
        if load().await.is_err() {
            let _gone = room.fault.try_set(Some(words::fault::NOT_LOADED.to_owned()));
        } else if room.panels.try_get_untracked() == Some(false) {
            // Only once: whoever is drawn again loses what was typed into it.
            room.panels.set(true);
        }
    });
}

/// The body of a menu. What the server wrote into it stays as it is until `opening` says that it is opened, and comes to life then.
pub(in crate::pages::interviews) fn menu_body(room: Room, panel: Panel, opening: RwSignal<bool>) -> AnyView {
    let (body, asleep) = (NodeRef::<Div>::new(), Asleep::new());
    Effect::new(move |_| {
        let Some(place) = body.get() else { return };
        // It may have been opened before the page came to life.
        let open = opening.get() || place.parent_element().is_some_and(|menu| menu.has_attribute("open"));
        if !open || asleep.is_awake() {
            return;
        }
        if room.has_panels() {
            asleep.wake(&place, || draw(room, panel.clone()));
        } else {
            // Buttons that do not work yet would be pressed.
            place.set_inner_html("");
        }
    });
    view! { <div class="menu-body" node_ref=body></div> }.erase()
}
