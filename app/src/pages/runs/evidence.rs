//! What an insight rests on: its numbers with their queries, what could speak against it, and the steps it comes from.

use super::{calls::SourceStep, timeline::render_query};
use crate::{
    erased::Erase,
    words::{projects::took, runs as text},
};
use leptos::prelude::*;
use protocol::discovery::{Challenge, ClaimCheck};

/// Whether a number held: a shape, a word and a colour.
pub(super) fn verdict(status: &str) -> AnyView {
    let (class, shape, word) = text::verdict(status);
    view! {
        <span class=class>
            <span aria-hidden="true">{shape}</span>
            {word}
        </span>
    }
    .erase()
}

fn counted(claim: &ClaimCheck) -> String {
    claim.verified.map_or_else(|| text::NOT_COUNTED.to_owned(), |value| text::claimed(&claim.kind, value))
}

/// The numbers of a card in one line each.
pub(super) fn claim_lines(claims: &[ClaimCheck]) -> Option<AnyView> {
    const MOST: usize = 3;
    let line = |claim: &ClaimCheck| {
        let (_, shape, word) = text::verdict(&claim.status);
        view! {
            <li>
                <span class="quiet">{text::CLAIMED}</span>
                " "
                <b>{text::claimed(&claim.kind, claim.claimed)}</b>
                " → "
                <span class="quiet">{text::COUNTED}</span>
                " "
                <b>{counted(claim)}</b>
                "\u{a0}"
                <span aria-hidden="true">{shape}</span>
                <span class="hidden">{word}</span>
            </li>
        }
        .erase()
    };
    let lines: Vec<AnyView> = claims.iter().take(MOST).map(line).collect();
    (!lines.is_empty()).then(|| view! { <ul class="claims small">{lines}</ul> }.erase())
}

/// Every number with its own query.
pub(super) fn claims(all: &[ClaimCheck]) -> AnyView {
    let row = |claim: &ClaimCheck| {
        view! {
            <li class="claim">
                <p dir="auto">{claim.text.clone()}</p>
                <p class="row">
                    <span>
                        {text::CLAIMED} " " <b>{text::claimed(&claim.kind, claim.claimed)}</b> " → " {text::COUNTED} " "
                        <b>{counted(claim)}</b>
                    </span>
                    {verdict(&claim.status)}
                </p>
                {claim.error.clone().map(|error| view! { <p class="small fault-line" dir="auto">{error}</p> })}
                {query_part(&claim.query)}
            </li>
        }
        .erase()
    };
    let rows: Vec<AnyView> = all.iter().map(row).collect();
    view! { <ul class="evidence" data-testid="claims">{rows}</ul> }.erase()
}

fn query_part(sql: &str) -> Option<AnyView> {
    (!sql.is_empty()).then(|| {
        view! {
            <details class="found-part">
                <summary>{text::QUERY}</summary>
                {render_query(text::QUERY, sql)}
            </details>
        }
        .erase()
    })
}

/// Every attempt to show that it does not hold.
pub(super) fn challenges(all: &[Challenge]) -> AnyView {
    let row = |one: &Challenge| {
        let (class, shape, word) = match one.holds {
            Some(true) => ("chip sure", "✓", text::HOLDS),
            Some(false) => ("chip low", "✕", text::DOES_NOT_HOLD),
            None => ("chip", "?", text::NO_ANSWER),
        };
        let objection = (one.holds == Some(false) && !one.objection.is_empty())
            .then(|| view! { <p dir="auto">{one.objection.clone()}</p> }.erase());
        view! {
            <li class="claim">
                <p dir="auto">{one.question.clone()}</p>
                <p class="row">
                    {one.found.map(|found| view! { <b>{text::number(found)}</b> })} <span class=class>
                        <span aria-hidden="true">{shape}</span>
                        {word}
                    </span> <span class="small quiet">{text::engine(&one.engine)}</span>
                </p>
                {objection}
                {query_part(&one.query)}
            </li>
        }
        .erase()
    };
    let rows: Vec<AnyView> = all.iter().map(row).collect();
    view! { <ul class="evidence" data-testid="challenges">{rows}</ul> }.erase()
}

/// The steps, each with its query and the first rows of its answer.
pub(super) fn steps(all: &[SourceStep]) -> AnyView {
    let rows: Vec<AnyView> = all.iter().map(source_step).collect();
    view! { <div data-testid="source-steps">{rows}</div> }.erase()
}

fn source_step(one: &SourceStep) -> AnyView {
    let SourceStep { step, columns, rows } = one;
    let what = step.purpose.clone().or_else(|| step.message.clone()).unwrap_or_else(|| text::kind(&step.kind).to_owned());
    let count = step.row_count.map(|rows| view! { <span>{text::rows(rows)}</span> });
    view! {
        <details class="found-part">
            <summary>
                <b>{step.number}</b>
                <span dir="auto">{what}</span>
                <span class="small quiet facts">
                    {count} <span>{took(step.elapsed_ms)}</span> <span>{text::engine(&step.engine)}</span>
                </span>
            </summary>
            <div class="found-body">
                {step.sql.as_deref().map(|sql| render_query(text::QUERY, sql))}
                {(!columns.is_empty()).then(|| rows_table(step.number, columns, rows))}
            </div>
        </details>
    }
    .erase()
}

fn rows_table(number: u32, columns: &[String], rows: &[Vec<String>]) -> AnyView {
    let heads: Vec<AnyView> =
        columns.iter().map(|name| view! { <th scope="col" dir="auto">{name.clone()}</th> }.erase()).collect();
    let row = |cells: &Vec<String>| {
        let cells: Vec<AnyView> = cells.iter().map(|cell| view! { <td dir="auto">{cell.clone()}</td> }.erase()).collect();
        view! { <tr>{cells}</tr> }.erase()
    };
    let rows: Vec<AnyView> = rows.iter().map(row).collect();
    view! {
        <div class="scrolls framed answer" tabindex="0" role="group" aria-label=format!("{} {number}", text::ROWS_OF)>
            <table>
                <thead>
                    <tr>{heads}</tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .erase()
}
