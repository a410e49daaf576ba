//! The form that makes a schedule.

use super::{
    calls::{MakeScheduleByForm, make_schedule},
    card::{fields, wish},
};
use crate::{
    erased::Erase,
    parts::schedule::{Desk, form_data},
    words::schedules as text,
};
use leptos::{ev::SubmitEvent, html::Form, prelude::*, server_fn::ServerFn, task::spawn_local};

#[component]
pub(super) fn NewSchedule(desk: Desk) -> impl IntoView {
    let form = NodeRef::<Form>::new();
    let (busy, message) = (RwSignal::new(false), RwSignal::new(""));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(element) = form.get_untracked().filter(|_| !busy.get_untracked()) else { return };
        let Some(wish) = form_data(form).map(|data| wish(&data, "wish")) else { return };
        busy.set(true);
        message.set("");
        desk.fault.set(None);
        spawn_local(async move {
            let made = make_schedule(wish).await;
            // The page may be gone by now.
            let _gone = busy.try_set(false);
            match made {
                Ok(()) => {
                    element.reset();
                    let _gone = message.try_set(text::MADE);
                    let _gone = desk.refresh.try_run(());
                }
                Err(fault) => {
                    let _gone = desk.fault.try_set(Some(fault.to_string()));
                }
            }
        });
    };
    view! {
        <section class="card start-run" aria-labelledby="new-schedule">
            <h2 id="new-schedule">{text::NEW}</h2>
            <form method="post" action=MakeScheduleByForm::PATH on:submit=submit node_ref=form data-testid="new-schedule">
                {fields("wish", desk.project.get_value(), None)}
                <p class="row">
                    <button type="submit" class="button primary" aria-disabled=move || busy.get().to_string() data-testid="schedule-make">
                        {text::MAKE}
                    </button>
                    <span role="status">{move || message.get()}</span>
                </p>
            </form>
        </section>
    }
    .erase()
}
