//! A schedule of a kept answer: its line in the list with what came of it, and what is entered of it.

use super::calls::{
    ActOnAskScheduleByForm, AskScheduleCard, AskScheduleChange, AskScheduleWish, ChangeAskScheduleByForm, ResultShown,
    act_on_ask_schedule, change_ask_schedule,
};
use crate::{
    erased::Erase,
    parts::{
        When,
        schedule::{Desk, Kind, Words, entered, field, line, times, webhook},
    },
    words::{ask, ask_schedules as text},
};
use leptos::{prelude::*, server_fn::ServerFn};
use web_sys::FormData;

pub(in super::super) static ANSWERS: Kind = Kind {
    name: "ask-schedule",
    words: Words {
        next: text::NEXT,
        skipped: text::SKIPPED,
        delete_why: text::DELETE_WHY,
        url_hint: text::URL_HINT,
        delivery: text::delivery,
    },
    list: |_| "/ask/schedules".to_owned(),
    act_path: ActOnAskScheduleByForm::PATH,
    change_path: ChangeAskScheduleByForm::PATH,
    act: |_, schedule, deed| Box::pin(act_on_ask_schedule(schedule, deed)),
    change: |data| {
        let (schedule, version) = (field(data, "change[schedule]"), field(data, "change[version]"));
        Box::pin(change_ask_schedule(AskScheduleChange { schedule, version, wish: wish(data, "change[wish]") }))
    },
};

fn wish(data: &FormData, prefix: &str) -> AskScheduleWish {
    let of = |name: &str| field(data, &format!("{prefix}[{name}]"));
    AskScheduleWish { name: of("name"), expected: of("expected"), times: entered(data, prefix) }
}

/// The fields of the form that changes one.
pub(super) fn fields(card: &AskScheduleCard) -> AnyView {
    const PREFIX: &str = "change[wish]";
    view! {
        <div class="fields">
            <label class="field">
                <span>{text::NAME}</span>
                <input name="change[wish][name]" required maxlength="200" autocomplete="off" dir="auto" value=card.name.clone() />
            </label>
            <label class="field">
                <span>{text::EXPECTED}</span>
                <input
                    name="change[wish][expected]"
                    maxlength="500"
                    autocomplete="off"
                    dir="auto"
                    value=card.expected.clone()
                    aria-describedby="ask-schedule-expected-hint"
                />
            </label>
        </div>
        <small class="quiet" id="ask-schedule-expected-hint">
            {text::EXPECTED_HINT}
        </small>
        {times(&ANSWERS, PREFIX, Some(&card.times), None)}
        {webhook(&ANSWERS, PREFIX, Some(&card.times))}
    }
    .erase()
}

pub(super) fn render(card: &AskScheduleCard, desk: Desk) -> AnyView {
    let expected = Some(&card.expected).filter(|expected| !expected.is_empty());
    let expected = expected.map(|value| {
        let words = ask::expects(value);
        view! { <span dir="auto">{words}</span> }.erase()
    });
    let about = view! {
        <h3 dir="auto">
            <a href=format!("/ask/{}", card.ask)>{card.name.clone()}</a>
        </h3>
        <p class="small facts">
            <span dir="auto">{card.question.clone()}</span>
            {expected}
        </p>
    };
    let last = match card.results.first() {
        Some(last) => last_result(last),
        None => view! { <p class="small quiet">{text::NOT_YET}</p> }.erase(),
    };
    let last = view! {
        {last}
        {history(&card.results)}
    };
    line(&card.id.to_string(), &card.times, about.erase(), last.erase(), desk)
}

fn chip((class, shape, word): (&'static str, &'static str, &'static str)) -> AnyView {
    view! {
        <span class=class>
            <span aria-hidden="true">{shape}</span>
            " "
            {word}
        </span>
    }
    .erase()
}

fn last_result(last: &ResultShown) -> AnyView {
    let ResultShown { at, state, value, holds, error } = last.clone();
    let value = Some(value).filter(|value| !value.is_empty()).map(|value| view! { <b dir="auto">{value}</b> }.erase());
    let error = error.map(|error| view! { <span class="fault-line" dir="auto">{error}</span> }.erase());
    view! {
        <p class="small facts" data-testid="ask-schedule-last">
            <span class="quiet">{text::LAST} ": " <When at=at /></span>
            {value}
            {chip(text::state(&state))}
            {holds.map(|holds| chip(text::check(holds)))}
            {error}
        </p>
    }
    .erase()
}

/// The last few times, as a table.
fn history(results: &[ResultShown]) -> Option<AnyView> {
    if results.is_empty() {
        return None;
    }
    let rows: Vec<AnyView> = results
        .iter()
        .cloned()
        .map(|ResultShown { at, state, value, holds, error }| {
            let check = match holds {
                Some(holds) => chip(text::check(holds)),
                None => text::NOTHING_EXPECTED.into_any(),
            };
            let value = error.unwrap_or(value);
            view! {
                <tr>
                    <td>
                        <When at=at />
                    </td>
                    <td dir="auto">{value}</td>
                    <td>{chip(text::state(&state))}</td>
                    <td>{check}</td>
                </tr>
            }
            .erase()
        })
        .collect();
    let view = view! {
        <details class="found-part" data-testid="ask-schedule-history">
            <summary>{text::HISTORY}</summary>
            <div class="scrolls framed answer" tabindex="0" role="group" aria-label=text::HISTORY>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{text::WHEN}</th>
                            <th scope="col">{text::VALUE}</th>
                            <th scope="col">{text::STATE}</th>
                            <th scope="col">{text::CHECK}</th>
                        </tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </details>
    };
    Some(view.erase())
}
