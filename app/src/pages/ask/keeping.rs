//! Keeping an answer by its name, and a value of it as a fact of the project.

use super::schedules::ANSWERS;
use super::{
    calls::{AskAct, SavedShown},
    finding,
    form::{PATH, fields},
    live::Asking,
};
use crate::{
    erased::{Erase, Memo},
    pages::ask::calls::ScheduledShown,
    parts::{
        When,
        schedule::{times, webhook},
    },
    words::{ask as text, ask_schedules, schedules},
};
use leptos::prelude::*;
use protocol::ask::Answer;

#[component]
pub(super) fn Keeping(asking: Asking) -> impl IntoView {
    let saved = Memo::new(move |_| asking.around.with(|around| around.saved.clone()));
    move || {
        let Some(answer) = asking.answer.get().filter(|_| asking.may_ask) else { return ().erase() };
        view! {
            <section aria-labelledby="keep-name" id="keep" class="keeping" data-testid="keeping">
                <h2 id="keep-name">{text::KEEP}</h2>
                {move || saved.get().map_or_else(|| save(asking), |saved| kept(asking, &saved))}
                {remember(asking, first_value(&answer))}
                {finding::render(asking, &answer)}
            </section>
        }
        .erase()
    }
}

/// The first value of the answer, where it is one.
fn first_value(answer: &Answer) -> String {
    let table = answer.tables.last().filter(|table| table.rows.len() == 1);
    let value = table.and_then(|table| table.rows.first()?.last()).filter(|value| !value.is_null());
    value.map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).unwrap_or_default()
}

fn save(asking: Asking) -> AnyView {
    view! {
        <form method="post" action=PATH on:submit=move |event| asking.desk.submit(event) data-testid="save-form">
            {fields(AskAct::Save, &[("ask", &asking.id.to_string())])}
            <div class="fields">
                <label class="field">
                    <span>{text::SAVE_NAME}</span>
                    <input name="wish[name]" type="text" required maxlength="200" autocomplete="off" dir="auto" />
                </label>
                <label class="field">
                    <span>{text::EXPECTED}</span>
                    <input name="wish[value]" type="text" maxlength="500" autocomplete="off" dir="auto" aria-describedby="expected-hint" />
                </label>
            </div>
            <small class="quiet" id="expected-hint">
                {ask_schedules::EXPECTED_HINT}
            </small>
            <details class="found-part" data-testid="save-again">
                <summary>{ask_schedules::AGAIN}</summary>
                <div class="found-body">
                    <p class="small quiet">{ask_schedules::AGAIN_WHY}</p>
                    {times(&ANSWERS, "wish[times]", None, Some(ask_schedules::NEVER))}
                    {webhook(&ANSWERS, "wish[times]", None)}
                </div>
            </details>
            <p class="row">
                <button type="submit" class="button">
                    {text::SAVE}
                </button>
            </p>
        </form>
    }
    .erase()
}

fn kept(asking: Asking, saved: &SavedShown) -> AnyView {
    let expected = (!saved.expected.is_empty()).then(|| {
        let words = text::expects(&saved.expected);
        view! { <span class="small quiet" dir="auto">{words}</span> }.erase()
    });
    view! {
        <form method="post" action=PATH class="row" on:submit=move |event| asking.desk.submit(event) data-testid="saved">
            {fields(AskAct::Save, &[("ask", &asking.id.to_string()), ("name", "")])}
            <span dir="auto">{text::kept_as(&saved.name)}</span>
            {expected}
            <button type="submit" class="button small">
                {text::FORGET}
            </button>
        </form>
        {match &saved.schedule {
            Some(schedule) => scheduled(schedule),
            None => again(asking, saved),
        }}
    }
    .erase()
}

/// When it is asked again, and where that is changed.
fn scheduled(schedule: &ScheduledShown) -> AnyView {
    let next = schedule.next.map(|at| view! { <span>{ask_schedules::NEXT} ": " <When at=at /></span> }.erase());
    let off = schedule.next.is_none().then(|| view! { <span class="chip">{schedules::OFF}</span> }.erase());
    view! {
        <p class="small facts" data-testid="saved-schedule">
            <span>{schedules::when(&schedule.cron, &schedule.timezone)}</span>
            {next}
            {off}
            <a href=format!("/ask/schedules?edit={}", schedule.id)>{ask_schedules::LINK}</a>
        </p>
    }
    .erase()
}

/// Has a kept answer asked for again from now on.
fn again(asking: Asking, saved: &SavedShown) -> AnyView {
    let hidden = fields(AskAct::Save, &[("ask", &asking.id.to_string()), ("name", &saved.name), ("value", &saved.expected)]);
    view! {
        <details class="found-part" data-testid="save-again">
            <summary>{ask_schedules::AGAIN}</summary>
            <div class="found-body">
                <p class="small quiet">{ask_schedules::AGAIN_WHY}</p>
                <form method="post" action=PATH on:submit=move |event| asking.desk.submit(event) data-testid="again-form">
                    {hidden}
                    {times(&ANSWERS, "wish[times]", None, None)}
                    {webhook(&ANSWERS, "wish[times]", None)}
                    <button type="submit" class="button">
                        {ask_schedules::MAKE}
                    </button>
                </form>
            </div>
        </details>
    }
    .erase()
}

fn remember(asking: Asking, value: String) -> AnyView {
    view! {
        <details class="found-part">
            <summary>{text::MAKE_FACT}</summary>
            <div class="found-body">
                <p class="small quiet">{text::MAKE_FACT_WHY}</p>
                <form
                    method="post"
                    action=PATH
                    class="inline-form"
                    on:submit=move |event| asking.desk.submit(event)
                    data-testid="fact-form"
                >
                    {fields(AskAct::Remember, &[("ask", &asking.id.to_string())])}
                    <label class="field">
                        <span>{text::FACT_NAME}</span>
                        <input name="wish[name]" type="text" required maxlength="200" autocomplete="off" dir="auto" />
                    </label>
                    <label class="field">
                        <span>{text::VALUE}</span>
                        <input name="wish[value]" type="text" required maxlength="500" autocomplete="off" value=value dir="auto" />
                    </label>
                    <button type="submit" class="button">
                        {text::KEEP_FACT}
                    </button>
                </form>
            </div>
        </details>
    }
    .erase()
}

#[cfg(test)]
mod tests {
    use super::*;
    use protocol::ask::AskTable;
    use serde_json::json;

    #[test]
    fn an_answer_of_one_row_offers_its_figure() {
        let table = |rows| Answer { tables: vec![AskTable { rows, ..AskTable::default() }], ..Answer::default() };
        assert_eq!(first_value(&table(vec![vec![json!("AT"), json!(40.5)]])), "40.5");
        assert_eq!(first_value(&table(vec![vec![json!(1)], vec![json!(2)]])), "");
        assert_eq!(first_value(&Answer::default()), "");
    }
}
