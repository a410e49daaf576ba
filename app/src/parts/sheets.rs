//! The dialogs that any page can open. What is in them is a part of its own, loaded when one is first opened.

#[cfg(feature = "hydrate")]
use super::asleep::{Asleep, at_once};
use super::{
    help::{HELP_NAME, Keys},
    palette::Finder,
};
#[cfg(feature = "hydrate")]
use crate::erased::Effect;
use crate::{erased::Erase, words};
use leptos::{html::Dialog, prelude::*, tachys::view::any_view::AnyView};
#[cfg(feature = "hydrate")]
use leptos::{
    task::spawn_local,
    wasm_split::{SplitLoaderError, wasm_split},
};

#[derive(Clone, Copy)]
pub(super) enum Sheet {
    Palette,
    Help,
}

fn drawn(sheet: Sheet) -> AnyView {
    match sheet {
        Sheet::Palette => view! { <Finder /> }.erase(),
        Sheet::Help => view! { <Keys /> }.erase(),
    }
}

#[cfg(feature = "hydrate")]
#[wasm_split(sheets, wasm_split_path = leptos::wasm_split, preload(load_sheets), fallible)]
fn draw_apart(sheet: Sheet) -> Result<AnyView, SplitLoaderError> {
    Ok(drawn(sheet))
}

/// A dialog that is shown while `open` says so.
pub(super) fn dialog(sheet: Sheet, open: RwSignal<bool>) -> AnyView {
    let (class, testid, label, labelled) = match sheet {
        Sheet::Palette => ("sheet palette", "palette", Some(words::palette::NAME), None),
        Sheet::Help => ("sheet help", "help", None, Some(HELP_NAME)),
    };
    let place = NodeRef::<Dialog>::new();
    let close = move |_| open.set(false);
    #[cfg(not(feature = "hydrate"))]
    let dialog = view! {
        <dialog node_ref=place class=class aria-label=label aria-labelledby=labelled data-testid=testid on:close=close>
            {drawn(sheet)}
        </dialog>
    };
    #[cfg(feature = "hydrate")]
    follow(sheet, place, open);
    // What the server wrote into it stays as it is until the dialog is opened.
    #[cfg(feature = "hydrate")]
    let dialog = view! {
        <dialog node_ref=place class=class aria-label=label aria-labelledby=labelled data-testid=testid on:close=close></dialog>
    };
    dialog.erase()
}

/// Keeps a native dialog and a signal in agreement; the browser closes it by itself on Escape.
#[cfg(feature = "hydrate")]
fn follow(sheet: Sheet, dialog: NodeRef<Dialog>, open: RwSignal<bool>) {
    let (asleep, here) = (Asleep::new(), RwSignal::new(false));
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        if !open.get() {
            if dialog.open() {
                dialog.close();
            }
        } else if here.get() {
            asleep.wake(&dialog, || at_once(draw_apart(sheet)).and_then(Result::ok).unwrap_or_else(|| ().erase()));
            show(&dialog);
        } else {
            spawn_local(async move {
                if load_sheets().await.is_ok() {
                    here.set(true);
                } else if open.get_untracked() {
                    dialog.set_text_content(Some(words::fault::NOT_LOADED));
                    show(&dialog);
                }
            });
        }
    });
}

#[cfg(feature = "hydrate")]
fn show(dialog: &web_sys::HtmlDialogElement) {
    if !dialog.open() {
        let _open_already = dialog.show_modal();
    }
}
