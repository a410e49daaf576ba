use crate::{
    erased::{Effect, Erase},
    parts::{Commands, Icon, icon},
    words,
};
use leptos::{html::Dialog, prelude::*};

/// Keeps a native dialog and a signal in agreement; the browser closes it by itself on Escape.
pub(super) fn follow_dialog(dialog: NodeRef<Dialog>, open: RwSignal<bool>) {
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        if open.get() {
            if !dialog.open() {
                let _open_already = dialog.show_modal();
            }
        } else if dialog.open() {
            dialog.close();
        }
    });
}

/// All keys on one sheet.
#[component]
pub(crate) fn HelpSheet() -> impl IntoView {
    let commands = expect_context::<Commands>();
    let dialog = NodeRef::<Dialog>::new();
    follow_dialog(dialog, commands.help);
    let rows = words::help::KEYS
        .map(|(keys, does)| {
            let keys = keys.iter().map(|key| view! { <kbd>{*key}</kbd> }).collect_view();
            view! {
                <div class="key-row">
                    <dt>{keys}</dt>
                    <dd>{does}</dd>
                </div>
            }
        })
        .collect_view();
    view! {
        <dialog node_ref=dialog class="sheet help" aria-labelledby="help-name" data-testid="help" on:close=move |_| commands.help.set(false)>
            <header>
                <h2 id="help-name">{words::help::NAME}</h2>
                <button type="button" class="icon-button" aria-label=words::help::CLOSE on:click=move |_| commands.help.set(false)>
                    {icon(Icon::Close)}
                </button>
            </header>
            <dl>{rows}</dl>
            <p class="small quiet">{words::help::OFF}</p>
        </dialog>
    }
    .erase()
}
