//! After a search: to be told what is new from now on.

use super::{
    calls::{CompanyScheduleCard, MakeCompanyScheduleByForm, make_company_schedule},
    card::{LIST, fields, wish},
};
use crate::{
    erased::Erase,
    pages::companies::live::Searching,
    parts::{When, schedule::form_data},
    words::{company_schedules as text, schedules},
};
use leptos::{ev::SubmitEvent, html::Form, prelude::*, server_fn::ServerFn, task::spawn_local};

#[component]
pub(in super::super) fn TellNew(searching: Searching) -> impl IntoView {
    if !searching.may_search {
        return ().erase();
    }
    let form = NodeRef::<Form>::new();
    let (busy, made) = (RwSignal::new(false), RwSignal::new(None::<CompanyScheduleCard>));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        if busy.get_untracked() {
            return;
        }
        let Some(wish) = form_data(form).map(|data| wish(&data, "wish")) else { return };
        busy.set(true);
        let _gone = searching.live.fault.try_set(None);
        spawn_local(async move {
            let outcome = make_company_schedule(wish).await;
            // The page may be gone by now.
            let _gone = busy.try_set(false);
            match outcome {
                Ok(card) => {
                    let _gone = made.try_set(Some(card));
                }
                Err(fault) => searching.complain(&fault),
            }
        });
    };
    let outcome = move || made.get().map(|card| promise(&card));
    view! {
        <section class="card start-run no-print" aria-labelledby="tell-new">
            <h2 id="tell-new">{text::TELL_NEW}</h2>
            <p class="small">{text::TELL_NEW_WHY}</p>
            <details class="found-part" data-testid="tell-new">
                <summary>{text::TELL_NEW_WHEN}</summary>
                <form
                    method="post"
                    action=MakeCompanyScheduleByForm::PATH
                    on:submit=submit
                    node_ref=form
                    class="found-body"
                    data-testid="new-company-schedule"
                >
                    <input type="hidden" name="wish[search]" value=searching.id.get_value() />
                    {fields("wish", None)}
                    <p class="row">
                        <button
                            type="submit"
                            class="button primary"
                            aria-disabled=move || busy.get().to_string()
                            data-testid="company-schedule-make"
                        >
                            {text::MAKE}
                        </button>
                    </p>
                </form>
            </details>
            <div role="status" data-testid="company-schedule-made">
                {outcome}
            </div>
        </section>
    }
    .erase()
}

/// When it searches next, and where it is changed.
fn promise(card: &CompanyScheduleCard) -> AnyView {
    let next = card.times.next.map(|at| view! { <span>{text::NEXT} ": " <When at=at /> "." </span> }.erase());
    view! {
        <p>
            {text::MADE}
            " "
            {schedules::when(&card.times.cron, &card.times.timezone)}
            ". "
            {next}
            " "
            <a href=LIST>{text::LINK}</a>
        </p>
    }
    .erase()
}
