use super::sheets::{Sheet, dialog};
use crate::{
    erased::Erase,
    parts::{Commands, Icon, icon},
    words,
};
use leptos::prelude::*;

/// The id of the sheet's name.
pub(super) const HELP_NAME: &str = "help-name";

/// All keys on one sheet.
#[component]
pub(crate) fn HelpSheet() -> impl IntoView {
    dialog(Sheet::Help, expect_context::<Commands>().help)
}

#[component]
pub(super) fn Keys() -> impl IntoView {
    let commands = expect_context::<Commands>();
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
        <header>
            <h2 id=HELP_NAME>{words::help::NAME}</h2>
            <button type="button" class="icon-button" aria-label=words::help::CLOSE on:click=move |_| commands.help.set(false)>
                {icon(Icon::Close)}
            </button>
        </header>
        <dl>{rows}</dl>
        <p class="small quiet">{words::help::OFF}</p>
    }
    .erase()
}
