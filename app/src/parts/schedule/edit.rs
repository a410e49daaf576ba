//! The form that changes a schedule, as it was when the form was opened.

use super::{Desk, TimesShown, form_data};
use crate::{erased::Erase, words::schedules as text};
use leptos::{ev::SubmitEvent, html::Form, prelude::*, task::spawn_local};
use leptos_router::hooks::use_navigate;

/// `fields` are those of its kind, called `change[…]`. Made while a page renders.
pub(crate) fn edit(desk: Desk, id: String, times: &TimesShown, fields: AnyView) -> AnyView {
    let form = NodeRef::<Form>::new();
    let busy = RwSignal::new(false);
    let kind = desk.kind;
    let list = desk.list();
    let navigate = use_navigate();
    let back = list.clone();
    let changed = Callback::new(move |()| navigate(&back, Default::default()));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        let Some(data) = form_data(form) else { return };
        let change = (kind.change)(&data);
        busy.set(true);
        desk.fault.set(None);
        spawn_local(async move {
            let outcome = change.await;
            // The page may be gone by now.
            let _gone = busy.try_set(false);
            match outcome {
                Ok(()) => {
                    let _gone = changed.try_run(());
                }
                Err(fault) => {
                    // The list shows what it is by now; what was entered stays.
                    let _gone = desk.refresh.try_run(());
                    let _gone = desk.fault.try_set(Some(fault.to_string()));
                }
            }
        });
    };
    let name = format!("edit-{}", kind.name);
    let (heading, labelled) = (name.clone(), name.clone());
    view! {
        <section class="card start-run" aria-labelledby=labelled>
            <h2 id=heading>{text::EDIT_TITLE}</h2>
            <form method="post" action=kind.change_path on:submit=submit node_ref=form data-testid=name>
                <input type="hidden" name="change[schedule]" value=id />
                <input type="hidden" name="change[version]" value=times.version.clone() />
                {fields}
                <p class="row">
                    <button
                        type="submit"
                        class="button primary"
                        aria-disabled=move || busy.get().to_string()
                        data-testid=format!("{}-change", kind.name)
                    >
                        {text::CHANGE}
                    </button>
                    <a class="button" href=list>
                        {text::CHANGE_NOT}
                    </a>
                </p>
            </form>
        </section>
    }
    .erase()
}
