//! A schedule in the list.

use super::calls::{ActOnCompanyScheduleByForm, CompanyScheduleAct, CompanyScheduleCard, LastSearch, act_on_company_schedule};
use crate::{
    erased::Erase,
    feed::Reading,
    pages::{companies::header::status_chip, schedules::calls::WebhookCard},
    parts::When,
    words::{company_schedules as text, schedules},
};
use leptos::{ev::SubmitEvent, prelude::*, server_fn::ServerFn, task::spawn_local};

/// What the cards of the page share.
#[derive(Clone, Copy)]
pub(super) struct Desk {
    pub(super) may_search: bool,
    pub(super) fault: RwSignal<Option<String>>,
    pub(super) reading: Reading,
}

impl Desk {
    fn act(self, schedule: String, act: CompanyScheduleAct) {
        self.fault.set(None);
        spawn_local(async move {
            match act_on_company_schedule(schedule, act).await {
                Ok(()) => self.reading.read(),
                Err(fault) => {
                    // The page may be gone by now.
                    let _gone = self.fault.try_set(Some(fault.to_string()));
                }
            }
        });
    }

    /// A button that works without scripts too.
    fn button(self, card: &CompanyScheduleCard, act: CompanyScheduleAct, label: &'static str) -> AnyView {
        let id = card.id.to_string();
        let (name, class, test) = match act {
            CompanyScheduleAct::Enable => ("enable", "button small", "company-schedule-enable"),
            CompanyScheduleAct::Disable => ("disable", "button small", "company-schedule-disable"),
            CompanyScheduleAct::Delete => ("delete", "button small danger", "company-schedule-delete"),
        };
        let schedule = id.clone();
        let submit = move |event: SubmitEvent| {
            event.prevent_default();
            self.act(schedule.clone(), act);
        };
        view! {
            <form method="post" action=ActOnCompanyScheduleByForm::PATH on:submit=submit>
                <input type="hidden" name="schedule" value=id />
                <input type="hidden" name="act" value=name />
                <button type="submit" class=class data-testid=test>
                    {label}
                </button>
            </form>
        }
        .erase()
    }
}

pub(super) fn render(card: &CompanyScheduleCard, desk: Desk) -> AnyView {
    let off = (!card.enabled).then(|| view! { <span class="chip">{schedules::OFF}</span> }.erase());
    let next = card.next.map(|at| view! { <span>{text::NEXT} ": " <When at=at /></span> }.erase());
    let place = Some(card.place.clone()).filter(|place| !place.is_empty());
    let query = Some(card.query.clone()).filter(|query| *query != card.name);
    let about = (query.is_some() || place.is_some()).then(|| {
        let query = query.map(|query| view! { <span dir="auto">{query}</span> }.erase());
        let place = place.map(|place| view! { <span dir="auto">{place}</span> }.erase());
        view! { <p class="small facts">{query} {place}</p> }.erase()
    });
    let last = match &card.last {
        Some(last) => last_search(last),
        None => view! { <p class="small quiet">{text::NO_SEARCH_YET}</p> }.erase(),
    };
    let skipped = card.skipped.clone().map(|(at, why)| {
        view! {
            <p class="small fault-line" data-testid="company-schedule-skipped">
                {text::SKIPPED}
                ", "
                <When at=at />
                ": "
                <span dir="auto">{why}</span>
            </p>
        }
        .erase()
    });
    let acts = desk.may_search.then(|| acts(card, desk));
    view! {
        <li class="line-row" data-testid="company-schedule">
            <div>
                <h3 dir="auto">{card.name.clone()}</h3>
                {off}
                {about}
                <p class="small quiet facts">
                    <span>{text::when(&card.cron, &card.timezone)}</span>
                    {next}
                </p>
                {last}
                {skipped}
                {card.webhook.as_ref().map(webhook)}
            </div>
            {acts}
        </li>
    }
    .erase()
}

/// How it ended, and the new companies, each linked to the search that found it.
fn last_search(last: &LastSearch) -> AnyView {
    let LastSearch { id, status, at, new_companies, found } = last.clone();
    let whole = format!("/companies/{id}");
    let count = status.is_over().then(|| view! { <span>{text::new_companies(new_companies)}</span> }.erase());
    let more = (found.len() < usize::try_from(new_companies).unwrap_or(usize::MAX) && !found.is_empty())
        .then(|| view! { <li><a href=whole.clone()>{text::ALL_OF_THEM}</a></li> }.erase());
    let names: Vec<AnyView> = found
        .into_iter()
        .map(|(company, name)| {
            view! {
                <li>
                    <a href=format!("/companies/{id}#company-{company}") dir="auto">
                        {name}
                    </a>
                </li>
            }
            .erase()
        })
        .collect();
    let names = (!names.is_empty()).then(|| {
        view! {
            <ul class="small" data-testid="company-schedule-found">
                {names} {more}
            </ul>
        }
        .erase()
    });
    view! {
        <p class="small quiet facts" data-testid="company-schedule-last">
            <span>{text::LAST} ": " <a href=whole><When at=at /></a></span>
            {status_chip(status)}
            {count}
        </p>
        {names}
    }
    .erase()
}

fn webhook(webhook: &WebhookCard) -> AnyView {
    let WebhookCard { url, signed, state, error } = webhook.clone();
    let error = error.map(|error| view! { <span class="fault-line" dir="auto">{error}</span> }.erase());
    view! {
        <p class="small quiet facts">
            <span>{schedules::TELLS} " " <span dir="auto">{url}</span></span>
            <span>{if signed { schedules::SIGNED } else { schedules::UNSIGNED }}</span>
            {state.map(|state| view! { <span data-testid="company-schedule-delivery">{text::delivery(&state)}</span> }.erase())}
            {error}
        </p>
    }
    .erase()
}

fn acts(card: &CompanyScheduleCard, desk: Desk) -> AnyView {
    let switch = if card.enabled {
        desk.button(card, CompanyScheduleAct::Disable, schedules::DISABLE)
    } else {
        desk.button(card, CompanyScheduleAct::Enable, schedules::ENABLE)
    };
    view! {
        <div class="acts">
            {switch}
            <a class="button small" href=format!("/companies/schedules?edit={}", card.id) data-testid="company-schedule-edit">
                {schedules::EDIT}
            </a>
            <details class="confirm">
                <summary class="button small">{schedules::DELETE}</summary>
                <p class="small">{text::DELETE_WHY}</p>
                {desk.button(card, CompanyScheduleAct::Delete, text::DELETE_NOW)}
            </details>
        </div>
    }
    .erase()
}
