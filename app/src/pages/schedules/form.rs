//! The form that makes a schedule.

use super::{
    calls::{MakeScheduleByForm, ScheduleWish, make_schedule},
    card::Desk,
};
use crate::{
    browser,
    erased::{Effect, Erase},
    words::schedules as text,
};
use leptos::{
    ev::SubmitEvent,
    html::{Form, Input},
    prelude::*,
    server_fn::ServerFn,
    task::spawn_local,
};
use web_sys::FormData;

#[component]
pub(super) fn NewSchedule(desk: Desk) -> impl IntoView {
    let (form, zone) = (NodeRef::<Form>::new(), NodeRef::<Input>::new());
    let (busy, message) = (RwSignal::new(false), RwSignal::new(""));
    // The server does not know by whose clock somebody lives.
    Effect::new(move |_| {
        if let (Some(zone), Some(own)) = (zone.get(), browser::time_zone())
            && zone.value() == "UTC"
        {
            zone.set_value(&own);
        }
    });
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(element) = form.get_untracked().filter(|_| !busy.get_untracked()) else { return };
        let Ok(data) = FormData::new_with_form(&element) else { return };
        let of = |name: &str| data.get(&format!("wish[{name}]")).as_string().unwrap_or_default();
        let wish = ScheduleWish {
            project: desk.project.get_value(),
            preset: of("preset"),
            cron: of("cron"),
            timezone: of("timezone"),
            goal: of("goal"),
            max_steps: of("max_steps"),
            url: of("url"),
            secret: of("secret"),
        };
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
                    desk.reading.read();
                }
                Err(fault) => {
                    let _gone = desk.fault.try_set(Some(fault.to_string()));
                }
            }
        });
    };
    let presets = text::PRESETS.map(|(cron, words)| view! { <option value=cron>{words}</option> }).collect_view();
    let zones = text::ZONES.map(|name| view! { <option value=name></option> }).collect_view();
    view! {
        <section class="card start-run" aria-labelledby="new-schedule">
            <h2 id="new-schedule">{text::NEW}</h2>
            <form method="post" action=MakeScheduleByForm::PATH on:submit=submit node_ref=form data-testid="new-schedule">
                <input type="hidden" name="wish[project]" value=desk.project.get_value() />
                <div class="fields">
                    <label class="field">
                        <span>{text::WHEN}</span>
                        <select name="wish[preset]">{presets}</select>
                    </label>
                    <label class="field">
                        <span>{text::TIMEZONE}</span>
                        <input
                            node_ref=zone
                            name="wish[timezone]"
                            required
                            maxlength="100"
                            autocomplete="off"
                            list="schedule-zones"
                            value="UTC"
                            aria-describedby="schedule-zone-hint"
                        />
                        <datalist id="schedule-zones">{zones}</datalist>
                    </label>
                </div>
                <small class="quiet" id="schedule-zone-hint">
                    {text::TIMEZONE_HINT}
                </small>
                <label class="field">
                    <span>{text::CRON}</span>
                    <input name="wish[cron]" maxlength="200" autocomplete="off" aria-describedby="schedule-cron-hint" data-testid="schedule-cron" />
                </label>
                <small class="quiet" id="schedule-cron-hint">
                    {text::CRON_HINT}
                </small>
                <label class="field">
                    <span>{text::GOAL}</span>
                    <textarea name="wish[goal]" rows="2" maxlength="4000" dir="auto" aria-describedby="schedule-goal-hint"></textarea>
                </label>
                <small class="quiet" id="schedule-goal-hint">
                    {text::GOAL_HINT}
                </small>
                <label class="field">
                    <span>{text::MAX_STEPS}</span>
                    <input name="wish[max_steps]" type="number" min="1" max="1000" step="1" placeholder="100" />
                </label>
                {webhook_fields()}
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

fn webhook_fields() -> AnyView {
    view! {
        <details class="found-part">
            <summary>{text::WEBHOOK}</summary>
            <div class="found-body">
                <label class="field">
                    <span>{text::URL}</span>
                    <input
                        name="wish[url]"
                        type="url"
                        maxlength="2000"
                        autocomplete="off"
                        placeholder="https://hooks.example.com/discovery"
                        aria-describedby="schedule-url-hint"
                    />
                </label>
                <small class="quiet" id="schedule-url-hint">
                    {text::URL_HINT}
                </small>
                <label class="field">
                    <span>{text::SECRET}</span>
                    <input name="wish[secret]" type="password" maxlength="500" autocomplete="new-password" aria-describedby="schedule-secret-hint" />
                </label>
                <small class="quiet" id="schedule-secret-hint">
                    {text::SECRET_HINT}
                </small>
            </div>
        </details>
    }
    .erase()
}
