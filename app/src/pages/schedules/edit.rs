//! The form that changes a schedule, as it was when the form was opened.

use super::{
    calls::{ChangeScheduleByForm, ScheduleCard, ScheduleChange, change_schedule},
    card::Desk,
    fields::{entered, fields},
};
use crate::{erased::Erase, words::schedules as text};
use leptos::{ev::SubmitEvent, html::Form, prelude::*, server_fn::ServerFn, task::spawn_local};
use leptos_router::hooks::use_navigate;

#[component]
pub(super) fn EditSchedule(desk: Desk, card: ScheduleCard) -> impl IntoView {
    let form = NodeRef::<Form>::new();
    let busy = RwSignal::new(false);
    let (schedule, version) = (card.id.to_string(), card.version.clone());
    let list = format!("/projects/{}/schedules", desk.project.get_value());
    let navigate = use_navigate();
    let (back, known) = (list.clone(), (schedule.clone(), version.clone()));
    let changed = Callback::new(move |()| navigate(&back, Default::default()));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        let Some((wish, is_on)) = entered(form, "change[wish]", desk.project.get_value()) else { return };
        let (schedule, version) = known.clone();
        let enabled = if is_on { "on".to_owned() } else { String::new() };
        busy.set(true);
        desk.fault.set(None);
        spawn_local(async move {
            let outcome = change_schedule(ScheduleChange { schedule, version, enabled, wish }).await;
            // The page may be gone by now.
            let _gone = busy.try_set(false);
            match outcome {
                Ok(()) => {
                    let _gone = changed.try_run(());
                }
                Err(fault) => {
                    // The list shows what it is by now; what was entered stays.
                    desk.reading.read();
                    let _gone = desk.fault.try_set(Some(fault.to_string()));
                }
            }
        });
    };
    view! {
        <section class="card start-run" aria-labelledby="edit-schedule">
            <h2 id="edit-schedule">{text::EDIT_TITLE}</h2>
            <form method="post" action=ChangeScheduleByForm::PATH on:submit=submit node_ref=form data-testid="edit-schedule">
                <input type="hidden" name="change[schedule]" value=schedule />
                <input type="hidden" name="change[version]" value=version />
                {fields("change[wish]", desk.project.get_value(), Some(&card))}
                <label class="check">
                    <input type="checkbox" name="change[enabled]" value="on" checked=card.enabled />
                    <span>{text::ENABLED}</span>
                </label>
                <p class="row">
                    <button type="submit" class="button primary" aria-disabled=move || busy.get().to_string() data-testid="schedule-change">
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
