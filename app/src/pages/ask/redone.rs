//! An answer beside the one before: what is different, and what it comes from.

use super::{calls::AskBefore, live::Asking, proof::in_short, table::table};
use crate::{
    erased::{Erase, Memo},
    words::ask as text,
};
use leptos::prelude::*;
use protocol::ask::{Answer, Difference};
use serde_json::Value;

/// Old and new side by side, where this ask does another one again.
#[component]
pub(super) fn Redone(asking: Asking) -> impl IntoView {
    let before = Memo::new(move |_| asking.around.with(|around| around.before.clone()));
    move || {
        let (Some(before), Some(after)) = (before.get(), asking.answer.get()) else { return ().erase() };
        beside(&before, &after)
    }
}

fn beside(AskBefore { answer: old, redone }: &AskBefore, after: &Answer) -> AnyView {
    let lines: Vec<AnyView> = redone.differences.iter().map(line).collect();
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
    let changes: Vec<AnyView> = redone
        .changed
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
                {side(text::BEFORE, Some((redone.id.to_string(), redone.question.clone())), old)}
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
