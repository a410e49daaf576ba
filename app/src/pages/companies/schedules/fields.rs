//! What is entered of a schedule: how often, by whose clock, and who else is told.

use super::calls::{CompanyScheduleCard, CompanyScheduleWish};
use crate::{
    browser,
    erased::{Effect, Erase},
    words::{company_schedules as text, schedules},
};
use leptos::{
    html::{Form, Input},
    prelude::*,
};
use web_sys::FormData;

/// When somebody is told who chose no hour.
const MORNING: &str = "8";

/// Where a field is in a form.
fn name(prefix: &str, field: &str) -> String {
    format!("{prefix}[{field}]")
}

/// What is entered in a form, whose fields are called by this prefix.
pub(super) fn entered(form: NodeRef<Form>, prefix: &str) -> Option<CompanyScheduleWish> {
    let data = FormData::new_with_form(&form.get_untracked()?).ok()?;
    let of = |field: &str| data.get(&name(prefix, field)).as_string().unwrap_or_default();
    Some(CompanyScheduleWish {
        search: of("search"),
        name: of("name"),
        every: of("every"),
        weekday: of("weekday"),
        hour: of("hour"),
        cron: of("cron"),
        timezone: of("timezone"),
        url: of("url"),
        secret: of("secret"),
    })
}

/// The fields of a form; filled with those of a schedule that is changed.
pub(super) fn fields(prefix: &'static str, known: Option<&CompanyScheduleCard>) -> AnyView {
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
    let id = move |field: &str| format!("company-schedule-{field}");
    let zones = schedules::ZONES.map(|name| view! { <option value=name></option> }).collect_view();
    let timezone = known.map_or_else(|| "UTC".to_owned(), |card| card.timezone.clone());
    let hours: Vec<(String, String)> = (0..24).map(|hour| (hour.to_string(), format!("{hour}:00"))).collect();
    let pairs = |all: &[(&str, &str)]| all.iter().map(|(value, words)| ((*value).to_owned(), (*words).to_owned())).collect();
    // A schedule that is changed keeps the cron that it has until another is written.
    let rhythm = is_new.then(|| {
        view! {
            <div class="fields">
                {choice(named("every"), text::EVERY, pairs(&text::RHYTHMS), "week")}
                {choice(named("weekday"), text::WEEKDAY, pairs(&text::WEEKDAYS), "1")}
                {choice(named("hour"), text::HOUR, hours, MORNING)}
            </div>
        }
        .erase()
    });
    view! {
        <label class="field">
            <span>{text::NAME}</span>
            <input
                name=named("name")
                maxlength="200"
                autocomplete="off"
                dir="auto"
                value=known.map(|card| card.name.clone()).unwrap_or_default()
                placeholder=if is_new { text::NAME_USUAL } else { "" }
            />
        </label>
        {rhythm}
        <div class="fields">
            <label class="field">
                <span>{schedules::TIMEZONE}</span>
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
            <label class="field">
                <span>{if is_new { schedules::CRON } else { schedules::CRON_ALONE }}</span>
                <input
                    name=named("cron")
                    required=!is_new
                    maxlength="200"
                    autocomplete="off"
                    value=known.map(|card| card.cron.clone()).unwrap_or_default()
                    aria-describedby=id("cron-hint")
                    data-testid="company-schedule-cron"
                />
            </label>
        </div>
        <small class="quiet" id=id("zone-hint")>
            {schedules::TIMEZONE_HINT}
        </small>
        <small class="quiet" id=id("cron-hint")>
            {schedules::CRON_HINT}
        </small>
        {webhook(named, id, known)}
    }
    .erase()
}

fn choice(name: String, label: &'static str, options: Vec<(String, String)>, value: &str) -> AnyView {
    let options: Vec<AnyView> = options
        .into_iter()
        .map(|(option, words)| {
            let selected = option == value;
            view! {
                <option value=option selected=selected>
                    {words}
                </option>
            }
            .erase()
        })
        .collect();
    view! {
        <label class="field">
            <span>{label}</span>
            <select name=name>{options}</select>
        </label>
    }
    .erase()
}

fn webhook(named: impl Fn(&'static str) -> String, id: impl Fn(&str) -> String, known: Option<&CompanyScheduleCard>) -> AnyView {
    let webhook = known.and_then(|card| card.webhook.as_ref());
    let keeps = webhook.is_some_and(|webhook| webhook.signed);
    view! {
        <details class="found-part" open=webhook.is_some()>
            <summary>{schedules::WEBHOOK}</summary>
            <div class="found-body">
                <label class="field">
                    <span>{schedules::URL}</span>
                    <input
                        name=named("url")
                        type="url"
                        maxlength="2000"
                        autocomplete="off"
                        placeholder="https://hooks.example.com/companies"
                        value=webhook.map(|webhook| webhook.url.clone()).unwrap_or_default()
                        aria-describedby=id("url-hint")
                    />
                </label>
                <small class="quiet" id=id("url-hint")>
                    {text::URL_HINT}
                    {known.is_some().then_some(schedules::URL_AWAY)}
                </small>
                <label class="field">
                    <span>{schedules::SECRET}</span>
                    <input name=named("secret") type="password" maxlength="500" autocomplete="new-password" aria-describedby=id("secret-hint") />
                </label>
                <small class="quiet" id=id("secret-hint")>
                    {schedules::SECRET_HINT}
                    {keeps.then_some(schedules::SECRET_STAYS)}
                </small>
            </div>
        </details>
    }
    .erase()
}
