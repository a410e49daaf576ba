//! The answer: its verdict, its sentences, its table and picture, what was assumed, and where to go on from it.

use super::{
    calls::AskAct,
    copied::copy_button,
    form::{PATH, fields},
    live::Asking,
    marked,
    steps::warnings,
    table::table,
};
use crate::{
    erased::Erase,
    pages::runs::chart,
    parts::{Icon, icon},
    words::ask as text,
};
use leptos::prelude::*;
use protocol::{
    ask::{Answer, AskTable, Assumption, Chart, ChartKind, Offer, Verdict},
    discovery,
};
use serde_json::Value;

#[component]
pub(super) fn Answered(asking: Asking) -> impl IntoView {
    move || match asking.answer.get() {
        Some(answer) => answered(asking, &answer),
        None => ().erase(),
    }
}

/// What a claim came to: a shape and a word.
pub(super) fn verdict_chip(verdict: Verdict) -> AnyView {
    let (class, shape, word) = text::verdict(verdict);
    view! {
        <p>
            <span class=format!("{class} verdict") data-testid="verdict">
                <span aria-hidden="true">{shape}</span>
                {word}
            </span>
        </p>
    }
    .erase()
}

fn answered(asking: Asking, answer: &Answer) -> AnyView {
    let verdict = answer.verdict.map(verdict_chip);
    let (last, others) = match answer.tables.split_last() {
        Some((last, others)) => (Some(last), others),
        None => (None, [].as_slice()),
    };
    let rows = last.map(|last| rows(asking, last));
    let picture = answer.chart.and_then(|chart| picture(chart, last?));
    let others: Vec<AnyView> = others
        .iter()
        .map(|one| {
            view! {
                <details class="found-part">
                    <summary>{text::table_of(&one.name)}</summary>
                    <div class="found-body">{table(one, text::table_of(&one.name), "other-table")}</div>
                </details>
            }
            .erase()
        })
        .collect();
    view! {
        <section class="card answer-card" aria-labelledby="answer-name" data-testid="answer">
            <h2 id="answer-name">{text::ANSWER}</h2>
            {verdict}
            <div class="answer-text" data-testid="answer-text">
                {marked::render(&answer.text)}
            </div>
            <p class="row">{copy_button(answer.text.clone(), text::ANSWER)}</p>
            {warnings(&answer.warnings)}
            {picture}
            {rows}
            {others}
            {assumed(asking, &answer.assumptions)}
            {offered(asking, &answer.offers)}
            {following(asking, &answer.follow_ups)}
        </section>
    }
    .erase()
}

fn rows(asking: Asking, of: &AskTable) -> AnyView {
    let download = (!of.rows.is_empty()).then(|| {
        view! {
            <p>
                <a
                    class="button small"
                    rel="external"
                    download=""
                    href=format!("/api/v1/asks/{}/export?format=csv", asking.id)
                    data-testid="answer-csv"
                >
                    {icon(Icon::Download)}
                    {text::CSV}
                </a>
            </p>
        }
        .erase()
    });
    view! {
        <div class="answer-rows">{table(of, text::ANSWER_TABLE.to_owned(), "answer-table")} {download}</div>
    }
    .erase()
}

/// The picture of a table by the places of its columns; none where they are not there.
fn picture(of: Chart, table: &AskTable) -> Option<AnyView> {
    let name = table.columns.get(of.figure)?;
    let points: Vec<(String, f64)> = table
        .rows
        .iter()
        .filter_map(|row| {
            Some((super::table::cell(table.columns.get(of.label)?, row.get(of.label)?).0, figure(row.get(of.figure)?)?))
        })
        .collect();
    let kind = match of.kind {
        ChartKind::Bars => discovery::ChartKind::Bars,
        ChartKind::Line => discovery::ChartKind::Line,
    };
    let chart = discovery::Chart { kind, label: name.clone(), points };
    chart::render(table.columns.get(of.label)?, &chart)
}

fn figure(value: &Value) -> Option<f64> {
    value.as_f64().or_else(|| value.as_str()?.parse().ok()).filter(|value| value.is_finite())
}

/// What was taken for granted: each alternative is one click away.
fn assumed(asking: Asking, all: &[Assumption]) -> AnyView {
    if all.is_empty() {
        return ().erase();
    }
    let line = |one: &Assumption| {
        let others = one.alternatives.iter().filter(|other| **other != one.value).map(|other| {
            view! {
                <button type="submit" name="wish[value]" value=other.clone() class="button small wraps" data-testid="assume">
                    {icon(Icon::Swap)}
                    <span dir="auto">{text::instead(other)}</span>
                </button>
            }
            .erase()
        });
        let others: Vec<AnyView> = others.collect();
        let change = (asking.may_ask && !others.is_empty()).then(|| {
            view! {
                <form method="post" action=PATH class="row" on:submit=move |event| asking.desk.submit(event)>
                    {fields(AskAct::Redo, &[("ask", &asking.id.to_string()), ("name", &one.name)])} {others}
                </form>
            }
            .erase()
        });
        view! {
            <li>
                <span class="chip wraps" dir="auto">
                    {one.text.clone()}
                </span>
                {change}
            </li>
        }
        .erase()
    };
    let all: Vec<AnyView> = all.iter().map(line).collect();
    view! {
        <div data-testid="assumptions">
            <h3>{text::ASSUMED}</h3>
            <ul class="plain assumed">{all}</ul>
        </div>
    }
    .erase()
}

/// What there is that fits.
fn offered(asking: Asking, all: &[Offer]) -> AnyView {
    if all.is_empty() {
        return ().erase();
    }
    let project = asking.peek(|view| view.project);
    let line = |one: &Offer| {
        let about =
            (!one.about.is_empty()).then(|| view! { <span class="small quiet" dir="auto">{one.about.clone()}</span> }.erase());
        view! {
            <li>
                <span class="small quiet">{text::offer(&one.kind).to_owned()}</span>
                " "
                <b dir="auto">{one.name.clone()}</b>
                " "
                {about}
            </li>
        }
        .erase()
    };
    let all: Vec<AnyView> = all.iter().map(line).collect();
    view! {
        <div data-testid="offers">
            <h3>{text::OFFERS}</h3>
            <ul class="plain offers">{all}</ul>
            <p class="small">
                <a class="link" href=format!("/projects/{project}/search")>{text::SEARCH_PROJECT}</a>
            </p>
        </div>
    }
    .erase()
}

/// Questions that follow: a button each.
fn following(asking: Asking, all: &[String]) -> AnyView {
    if all.is_empty() || !asking.may_ask {
        return ().erase();
    }
    let (project, conversation) = asking.peek(|view| (view.project.to_string(), view.conversation.to_string()));
    let all: Vec<AnyView> = all
        .iter()
        .map(|question| {
            view! {
                <button type="submit" name="wish[question]" value=question.clone() class="button small wraps" data-testid="follow-up">
                    <span dir="auto">{question.clone()}</span>
                    {icon(Icon::Arrow)}
                </button>
            }
            .erase()
        })
        .collect();
    view! {
        <form method="post" action=PATH class="following" on:submit=move |event| asking.desk.submit(event)>
            <h3>{text::FOLLOW_UPS}</h3>
            {fields(AskAct::Start, &[("project", &project), ("conversation", &conversation), ("ask", &asking.id.to_string())])}
            <div class="row">{all}</div>
        </form>
    }
    .erase()
}

#[cfg(test)]
mod tests {
    use super::figure;
    use serde_json::json;

    #[test]
    fn figures_are_numbers_also_as_text() {
        assert_eq!(
            [figure(&json!(3)), figure(&json!("4.5")), figure(&json!("x")), figure(&json!(null))],
            [Some(3.0), Some(4.5), None, None]
        );
    }
}
