//! A schedule of searches: its line in the list, and what is entered of it.

use super::calls::{
    ActOnCompanyScheduleByForm, ChangeCompanyScheduleByForm, CompanyScheduleCard, CompanyScheduleChange, CompanyScheduleWish,
    LastSearch, act_on_company_schedule, change_company_schedule,
};
use crate::{
    erased::Erase,
    pages::companies::header::status_chip,
    parts::{
        When,
        schedule::{Desk, Kind, Words, entered, field, line, times, webhook},
    },
    words::company_schedules as text,
};
use leptos::{prelude::*, server_fn::ServerFn};
use web_sys::FormData;

pub(super) const LIST: &str = "/companies/schedules";

pub(super) static SEARCHES: Kind = Kind {
    name: "company-schedule",
    words: Words {
        next: text::NEXT,
        skipped: text::SKIPPED,
        delete_why: text::DELETE_WHY,
        url_hint: text::URL_HINT,
        delivery: text::delivery,
    },
    list: |_| LIST.to_owned(),
    act_path: ActOnCompanyScheduleByForm::PATH,
    change_path: ChangeCompanyScheduleByForm::PATH,
    act: |_, schedule, deed| Box::pin(act_on_company_schedule(schedule, deed)),
    change: |data| {
        let (schedule, version) = (field(data, "change[schedule]"), field(data, "change[version]"));
        Box::pin(change_company_schedule(CompanyScheduleChange { schedule, version, wish: wish(data, "change[wish]") }))
    },
};

/// What is entered in the fields whose names begin like this.
pub(super) fn wish(data: &FormData, prefix: &str) -> CompanyScheduleWish {
    let of = |name: &str| field(data, &format!("{prefix}[{name}]"));
    CompanyScheduleWish { search: of("search"), name: of("name"), times: entered(data, prefix) }
}

/// The fields of a form; filled with those of a schedule that is changed.
pub(super) fn fields(prefix: &'static str, known: Option<&CompanyScheduleCard>) -> AnyView {
    let times_of = known.map(|card| &card.times);
    view! {
        <label class="field">
            <span>{text::NAME}</span>
            <input
                name=format!("{prefix}[name]")
                maxlength="200"
                autocomplete="off"
                dir="auto"
                value=known.map(|card| card.name.clone()).unwrap_or_default()
                placeholder=if known.is_none() { text::NAME_USUAL } else { "" }
            />
        </label>
        {times(&SEARCHES, prefix, times_of, None)}
        {webhook(&SEARCHES, prefix, times_of)}
    }
    .erase()
}

pub(super) fn render(card: &CompanyScheduleCard, desk: Desk) -> AnyView {
    let place = Some(card.place.clone()).filter(|place| !place.is_empty());
    let query = Some(card.query.clone()).filter(|query| *query != card.name);
    let searched = (query.is_some() || place.is_some()).then(|| {
        let query = query.map(|query| view! { <span dir="auto">{query}</span> }.erase());
        let place = place.map(|place| view! { <span dir="auto">{place}</span> }.erase());
        view! { <p class="small facts">{query} {place}</p> }.erase()
    });
    let about = view! {
        <h3 dir="auto">{card.name.clone()}</h3>
        {searched}
    };
    let last = match &card.last {
        Some(last) => last_search(last),
        None => view! { <p class="small quiet">{text::NO_SEARCH_YET}</p> }.erase(),
    };
    line(&card.id.to_string(), &card.times, about.erase(), last, desk)
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
