//! The form that changes a schedule, as it was when the form was opened.

use super::{
    calls::{ChangeCompanyScheduleByForm, CompanyScheduleCard, CompanyScheduleChange, change_company_schedule},
    card::Desk,
    fields::{entered, fields},
};
use crate::{erased::Erase, words::schedules as text};
use leptos::{ev::SubmitEvent, html::Form, prelude::*, server_fn::ServerFn, task::spawn_local};
use leptos_router::hooks::use_navigate;

const LIST: &str = "/companies/schedules";

#[component]
pub(super) fn EditCompanySchedule(desk: Desk, card: CompanyScheduleCard) -> impl IntoView {
    let form = NodeRef::<Form>::new();
    let busy = RwSignal::new(false);
    let (schedule, version) = (card.id.to_string(), card.version.clone());
    let known = (schedule.clone(), version.clone());
    let navigate = use_navigate();
    let changed = Callback::new(move |()| navigate(LIST, Default::default()));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        let Some(wish) = entered(form, "change[wish]") else { return };
        let (schedule, version) = known.clone();
        busy.set(true);
        desk.fault.set(None);
        spawn_local(async move {
            let outcome = change_company_schedule(CompanyScheduleChange { schedule, version, wish }).await;
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
        <section class="card start-run" aria-labelledby="edit-company-schedule">
            <h2 id="edit-company-schedule">{text::EDIT_TITLE}</h2>
            <form
                method="post"
                action=ChangeCompanyScheduleByForm::PATH
                on:submit=submit
                node_ref=form
                data-testid="edit-company-schedule"
            >
                <input type="hidden" name="change[schedule]" value=schedule />
                <input type="hidden" name="change[version]" value=version />
                {fields("change[wish]", Some(&card))}
                <p class="row">
                    <button
                        type="submit"
                        class="button primary"
                        aria-disabled=move || busy.get().to_string()
                        data-testid="company-schedule-change"
                    >
                        {text::CHANGE}
                    </button>
                    <a class="button" href=LIST>
                        {text::CHANGE_NOT}
                    </a>
                </p>
            </form>
        </section>
    }
    .erase()
}
