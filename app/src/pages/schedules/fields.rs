//! What is entered of a schedule, for a new one and for one that is changed.

use super::calls::{ScheduleCard, ScheduleWish};
use crate::{
    browser,
    erased::{Effect, Erase},
    parts::escape_textarea,
    words::schedules as text,
};
use leptos::{
    html::{Form, Input},
    prelude::*,
};
use web_sys::FormData;

/// Where a field is in the forms of this page.
fn name(prefix: &str, field: &str) -> String {
    format!("{prefix}[{field}]")
}

/// What is entered in a form, whose fields are called by this prefix.
pub(super) fn entered(form: NodeRef<Form>, prefix: &str, project: String) -> Option<(ScheduleWish, bool)> {
    let data = FormData::new_with_form(&form.get_untracked()?).ok()?;
    let of = |field: &str| data.get(&name(prefix, field)).as_string().unwrap_or_default();
    let wish = ScheduleWish {
        project,
        preset: of("preset"),
        cron: of("cron"),
        timezone: of("timezone"),
        goal: of("goal"),
        max_steps: of("max_steps"),
        url: of("url"),
        secret: of("secret"),
    };
    Some((wish, data.get("change[enabled]").as_string().as_deref() == Some("on")))
}

/// The fields of a form; filled with those of a schedule that is changed.
pub(super) fn fields(prefix: &'static str, project: String, known: Option<&ScheduleCard>) -> AnyView {
    let zone = NodeRef::<Input>::new();
    let is_new = known.is_none();
    // The server does not know by whose clock somebody lives.
    Effect::new(move |_| {
        if let (Some(zone), Some(own)) = (zone.get().filter(|_| is_new), browser::time_zone())
            && zone.value() == "UTC"
        {
            zone.set_value(&own);
        }
    });
    let named = move |field| name(prefix, field);
    let id = move |field: &str| format!("schedule-{}-{field}", if is_new { "new" } else { "edit" });
    let preset = is_new.then(|| {
        let presets = text::PRESETS.map(|(cron, words)| view! { <option value=cron>{words}</option> }).collect_view();
        view! {
            <label class="field">
                <span>{text::WHEN}</span>
                <select name=named("preset")>{presets}</select>
            </label>
        }
        .erase()
    });
    let zones = text::ZONES.map(|name| view! { <option value=name></option> }).collect_view();
    let of = |read: fn(&ScheduleCard) -> String| known.map(read).unwrap_or_default();
    let timezone = known.map_or_else(|| "UTC".to_owned(), |card| card.timezone.clone());
    view! {
        <input type="hidden" name=named("project") value=project />
        <div class="fields">
            {preset}
            <label class="field">
                <span>{text::TIMEZONE}</span>
                <input
                    node_ref=zone
                    name=named("timezone")
                    required
                    maxlength="100"
                    autocomplete="off"
                    list=id("zones")
                    value=timezone
                    aria-describedby=id("zone-hint")
                />
                <datalist id=id("zones")>{zones}</datalist>
            </label>
        </div>
        <small class="quiet" id=id("zone-hint")>
            {text::TIMEZONE_HINT}
        </small>
        <label class="field">
            <span>{if is_new { text::CRON } else { text::CRON_ALONE }}</span>
            <input
                name=named("cron")
                required=!is_new
                maxlength="200"
                autocomplete="off"
                value=of(|card| card.cron.clone())
                aria-describedby=id("cron-hint")
                data-testid=if is_new { "schedule-cron" } else { "schedule-edit-cron" }
            />
        </label>
        <small class="quiet" id=id("cron-hint")>
            {text::CRON_HINT}
        </small>
        <label class="field">
            <span>{text::GOAL}</span>
            <textarea name=named("goal") rows="2" maxlength="4000" dir="auto" aria-describedby=id("goal-hint")>
                {escape_textarea(of(|card| card.goal.clone()))}
            </textarea>
        </label>
        <small class="quiet" id=id("goal-hint")>
            {text::GOAL_HINT}
        </small>
        <label class="field">
            <span>{text::MAX_STEPS}</span>
            <input
                name=named("max_steps")
                type="number"
                min="1"
                max="1000"
                step="1"
                placeholder="100"
                value=of(|card| card.max_steps.to_string())
            />
        </label>
        {webhook(named, id, known)}
    }
    .erase()
}

fn webhook(named: impl Fn(&'static str) -> String, id: impl Fn(&str) -> String, known: Option<&ScheduleCard>) -> AnyView {
    let webhook = known.and_then(|card| card.webhook.as_ref());
    let keeps = webhook.is_some_and(|webhook| webhook.signed);
    view! {
        <details class="found-part" open=webhook.is_some()>
            <summary>{text::WEBHOOK}</summary>
            <div class="found-body">
                <label class="field">
                    <span>{text::URL}</span>
                    <input
                        name=named("url")
                        type="url"
                        maxlength="2000"
                        autocomplete="off"
                        placeholder="https://hooks.example.com/discovery"
                        value=webhook.map(|webhook| webhook.url.clone()).unwrap_or_default()
                        aria-describedby=id("url-hint")
                    />
                </label>
                <small class="quiet" id=id("url-hint")>
                    {text::URL_HINT}
                    {known.is_some().then_some(text::URL_AWAY)}
                </small>
                <label class="field">
                    <span>{text::SECRET}</span>
                    <input name=named("secret") type="password" maxlength="500" autocomplete="new-password" aria-describedby=id("secret-hint") />
                </label>
                <small class="quiet" id=id("secret-hint")>
                    {text::SECRET_HINT}
                    {keeps.then_some(text::SECRET_STAYS)}
                </small>
            </div>
        </details>
    }
    .erase()
}
