//! What is entered of a schedule: how often, by whose clock, and who else is told.

use super::{Kind, TimesShown, TimesWish};
use crate::{
    browser,
    erased::{Effect, Erase},
    words::schedules as text,
};
use leptos::{
    html::{Form, Input},
    prelude::*,
};
use web_sys::FormData;

/// When something is done for which nobody chose an hour.
const MORNING: &str = "8";

/// What a form holds.
pub(crate) fn form_data(form: NodeRef<Form>) -> Option<FormData> {
    FormData::new_with_form(&form.get_untracked()?).ok()
}

/// One of its fields.
pub(crate) fn field(data: &FormData, name: &str) -> String {
    data.get(name).as_string().unwrap_or_default()
}

/// What is entered in the fields whose names begin like this.
pub(crate) fn entered(data: &FormData, prefix: &str) -> TimesWish {
    let of = |name: &str| field(data, &format!("{prefix}[{name}]"));
    TimesWish {
        every: of("every"),
        weekday: of("weekday"),
        hour: of("hour"),
        cron: of("cron"),
        timezone: of("timezone"),
        url: of("url"),
        secret: of("secret"),
    }
}

/// The fields of when; filled with those of a schedule that is changed. `never` is what is offered first where it need not be.
pub(crate) fn times(
    kind: &'static Kind,
    prefix: &'static str,
    known: Option<&TimesShown>,
    never: Option<&'static str>,
) -> AnyView {
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
    let named = move |field: &str| format!("{prefix}[{field}]");
    let id = move |field: &str| format!("{}-{field}", kind.name);
    let zones = text::ZONES.map(|name| view! { <option value=name></option> }).collect_view();
    let timezone = known.map_or_else(|| "UTC".to_owned(), |times| times.timezone.clone());
    let hours: Vec<(String, String)> = (0..24).map(|hour| (hour.to_string(), format!("{hour}:00"))).collect();
    let pairs = |all: &[(&str, &str)]| all.iter().map(|(value, words)| ((*value).to_owned(), (*words).to_owned())).collect();
    // A schedule that is changed keeps the cron that it has until another is written.
    let rhythm = is_new.then(|| {
        let mut rhythms: Vec<(String, String)> = pairs(&text::RHYTHMS);
        let chosen = if let Some(words) = never {
            rhythms.insert(0, (String::new(), words.to_owned()));
            ""
        } else {
            "week"
        };
        view! {
            <div class="fields">
                {choice(named("every"), text::EVERY, rhythms, chosen)}
                {choice(named("weekday"), text::WEEKDAY, pairs(&text::WEEKDAYS), "1")}
                {choice(named("hour"), text::HOUR, hours, MORNING)}
            </div>
        }
        .erase()
    });
    view! {
        {rhythm}
        <div class="fields">
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
            <label class="field">
                <span>{if is_new { text::CRON } else { text::CRON_ALONE }}</span>
                <input
                    name=named("cron")
                    required=!is_new
                    maxlength="200"
                    autocomplete="off"
                    value=known.map(|times| times.cron.clone()).unwrap_or_default()
                    aria-describedby=id("cron-hint")
                    data-testid=id("cron")
                />
            </label>
        </div>
        <small class="quiet" id=id("zone-hint")>
            {text::TIMEZONE_HINT}
        </small>
        <small class="quiet" id=id("cron-hint")>
            {text::CRON_HINT}
        </small>
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

/// The fields of who else is told.
pub(crate) fn webhook(kind: &'static Kind, prefix: &'static str, known: Option<&TimesShown>) -> AnyView {
    let webhook = known.and_then(|times| times.webhook.as_ref());
    let keeps = webhook.is_some_and(|webhook| webhook.signed);
    let named = move |field: &str| format!("{prefix}[{field}]");
    let id = move |field: &str| format!("{}-{field}", kind.name);
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
                    {kind.words.url_hint}
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
