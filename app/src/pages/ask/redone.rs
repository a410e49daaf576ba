//! An answer beside the one before: what is different, and what it comes from.

use super::{
    calls::AskBefore,
    difference::{Difference, differences},
    live::Asking,
    proof::in_short,
    table::table,
};
use crate::{
    erased::{Erase, Memo},
    words::ask as text,
};
use leptos::prelude::*;
use protocol::ask::Answer;
use serde_json::{Map, Value};

/// Old and new side by side, where this ask does another one again.
#[component]
pub(super) fn Redone(asking: Asking) -> impl IntoView {
    let before = Memo::new(move |_| asking.around.with(|around| around.before.clone()));
    let facts = StoredValue::new(asking.peek(|view| view.request.facts.clone()));
    move || {
        let (Some(before), Some(after)) = (before.get(), asking.answer.get()) else { return ().erase() };
        facts.with_value(|facts| beside(&before, &after, facts))
    }
}

fn beside(before: &AskBefore, after: &Answer, facts: &Map<String, Value>) -> AnyView {
    let Some(old) = &before.answer else { return ().erase() };
    let changed: Map<String, Value> = facts
        .iter()
        .filter(|(name, value)| before.facts.get(*name) != Some(*value))
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
    let found = differences(old, after, &changed);
    let lines: Vec<AnyView> = found.iter().map(line).collect();
    let heads = [text::WHAT, text::BEFORE, text::NOW, text::BECAUSE].map(|name| view! { <th scope="col">{name}</th> }.erase());
    let differences = if lines.is_empty() {
        view! { <p class="quiet">{text::NO_DIFFERENCE}</p> }.erase()
    } else {
        view! {
            <div class="scrolls framed" tabindex="0" role="group" aria-label=text::DIFFERENCES>
                <table data-testid="differences">
                    <thead>
                        <tr>{heads.into_iter().collect_view()}</tr>
                    </thead>
                    <tbody>{lines}</tbody>
                </table>
            </div>
        }
        .erase()
    };
    let changes: Vec<AnyView> = changed
        .iter()
        .map(|(name, value)| {
            view! { <span class="chip wraps" dir="auto">{text::changed_to(name, &in_short(value))}</span> }.erase()
        })
        .collect();
    let changes = (!changes.is_empty()).then(|| view! { <p class="row">{changes}</p> }.erase());
    view! {
        <section aria-labelledby="redone-name" data-testid="redone">
            <h2 id="redone-name">{text::REDONE}</h2>
            {changes}
            <div class="side-by-side">
                {side(text::BEFORE, Some((before.id.to_string(), before.question.clone())), old)}
                {side(text::NOW, None, after)}
            </div>
            {differences}
        </section>
    }
    .erase()
}

fn side(name: &'static str, link: Option<(String, String)>, answer: &Answer) -> AnyView {
    let verdict = answer.verdict.map(super::answer::verdict_chip);
    let link = link.map(|(id, question)| {
        view! {
            <p class="small">
                <a href=format!("/ask/{id}") dir="auto">
                    {question}
                </a>
            </p>
        }
        .erase()
    });
    let rows = answer.tables.last().map(|rows| table(rows, name.to_owned(), "side-table"));
    view! {
        <div class="card padded">
            <h3>{name}</h3>
            {link}
            {verdict}
            <div class="answer-text small">{super::marked::render(&answer.text)}</div>
            {rows}
        </div>
    }
    .erase()
}

fn line(one: &Difference) -> AnyView {
    let value = |value: &Option<Value>| value.as_ref().map_or_else(|| text::NOT_THERE.to_owned(), in_short);
    let because = if one.because.is_empty() { text::CHANGED_ITSELF.to_owned() } else { one.because.join(", ") };
    view! {
        <tr>
            <th scope="row">
                <span dir="auto">{one.name.clone()}</span>
            </th>
            <td dir="auto">{value(&one.was)}</td>
            <td dir="auto">{value(&one.now)}</td>
            <td dir="auto">{because}</td>
        </tr>
    }
    .erase()
}
