//! One validation: what was rejected and why, what the producer made of it, and what went on all the same.

use super::{
    changed::{changed, marked},
    contract::CycleShown,
    live::path,
};
use crate::{
    erased::Erase,
    parts::{Icon, icon},
    words::{opportunities as text, runs},
};
use leptos::prelude::*;
use protocol::opportunities::{Artifact, Rejection, Revision, RevisionOutcome};

pub(super) fn render_cycle(of: &CycleShown) -> AnyView {
    let cycle = &of.cycle;
    let name = text::cycle(cycle.cycle, cycle.accepted.len(), cycle.rejected.len());
    let version = (!cycle.producer_version.is_empty()).then(|| {
        view! {
            <span>
                {text::PRODUCED_WITH} ": " <code>{cycle.producer_version.clone()}</code>
            </span>
        }
        .erase()
    });
    let failed = cycle.failed.clone().map(|why| {
        view! {
            <p class="run-end" dir="auto" data-testid="verdict-failed">
                {text::VERDICT_FAILED} ": " {why}
            </p>
        }
        .erase()
    });
    // Those that are still warned about come last.
    let (last, first): (Vec<&Rejection>, Vec<&Rejection>) = cycle.rejected.iter().partition(|one| of.warned.contains(&one.item));
    let rejected: Vec<AnyView> = first.into_iter().chain(last).map(|one| rejection(of, one)).collect();
    let rejected = (!rejected.is_empty()).then(|| view! { <ul class="rejections">{rejected}</ul> }.erase());
    let doubts: Vec<AnyView> = cycle.doubts.iter().map(|one| doubt(of, one)).collect();
    let doubts = (!doubts.is_empty()).then(|| {
        view! {
            <h5>{text::DOUBTS}</h5>
            <ul class="rejections" data-testid="doubts">
                {doubts}
            </ul>
        }
        .erase()
    });
    let ignored = (!cycle.ignored.is_empty()).then(|| {
        view! {
            <p class="small quiet" dir="auto">
                {text::IGNORED} ": " {cycle.ignored.join(", ")}
            </p>
        }
        .erase()
    });
    view! {
        <h4>{text::cycle_of_attempt(cycle.attempt, &name)}</h4>
        <p class="small quiet facts">
            <span>{text::ENGINE} ": " {runs::engine(&cycle.engine)}</span>
            {version}
        </p>
        {failed}
        {rejected}
        {doubts}
        {ignored}
    }
    .erase()
}

fn rejection(of: &CycleShown, one: &Rejection) -> AnyView {
    let revision = of.cycle.revisions.iter().find(|revision| revision.item == one.item);
    let is_warned = of.warned.contains(&one.item);
    let became = match revision {
        Some(revision) => outcome(revision),
        None if of.is_open && !of.has_next => note(text::BEING_REVISED),
        None if is_warned => warned(),
        None => note(text::SENT_ON),
    };
    view! {
        <li class="rejection" data-testid="rejection">
            {head(of, one)}
            {became}
        </li>
    }
    .erase()
}

fn doubt(of: &CycleShown, one: &Rejection) -> AnyView {
    view! { <li class="rejection">{head(of, one)}</li> }.erase()
}

/// The item, what failed, why, and what was suggested.
fn head(of: &CycleShown, one: &Rejection) -> AnyView {
    let suggestion = (!one.suggestion.is_empty()).then(|| {
        view! {
            <p class="small quiet" dir="auto">
                {text::SUGGESTION} ": " {one.suggestion.clone()}
            </p>
        }
        .erase()
    });
    view! {
        <p class="row">
            <a rel="external" href=path(one.item) dir="auto">
                {of.area(one.item)}
            </a>
            {checks(one)}
        </p>
        <p dir="auto">
            <span class="quiet">{text::WHY} ": "</span>
            {marked(&one.reason)}
        </p>
        {suggestion}
    }
    .erase()
}

/// What failed, a chip each.
pub(super) fn checks(one: &Rejection) -> AnyView {
    one.checks
        .iter()
        .map(|check| {
            view! {
                <span class="chip low wraps" data-testid="check">
                    <span aria-hidden="true">"✕"</span>
                    {text::check(*check)}
                </span>
            }
            .erase()
        })
        .collect_view()
        .erase()
}

fn note(words: &'static str) -> AnyView {
    view! { <p class="small quiet">{words}</p> }.erase()
}

fn warned() -> AnyView {
    view! {
        <p class="warned-line" data-testid="went-on">
            {icon(Icon::Warning)}
            <span>{text::WENT_ON}</span>
        </p>
    }
    .erase()
}

fn outcome(revision: &Revision) -> AnyView {
    match &revision.outcome {
        RevisionOutcome::Replaced { artifact } => view! {
            <h5>{text::REPLACED}</h5>
            {changed(&revision.before, artifact)}
        }
        .erase(),
        RevisionOutcome::Split { parts } => {
            let parts: Vec<AnyView> = parts
                .iter()
                .map(|(id, part)| {
                    view! {
                        <li>
                            <a rel="external" href=path(*id) dir="auto">
                                {name(part)}
                            </a>
                        </li>
                    }
                    .erase()
                })
                .collect();
            view! {
                <h5>{text::SPLIT}</h5>
                <ul class="split-parts" data-testid="split">
                    {parts}
                </ul>
            }
            .erase()
        }
        RevisionOutcome::Skipped { why } => view! {
            <p class="small" dir="auto">
                {text::SKIPPED} ": " {why.clone()}
            </p>
        }
        .erase(),
    }
}

fn name(part: &Artifact) -> String {
    match part {
        Artifact::Brief { brief } => brief.affected_area.clone(),
        Artifact::Solution { solution } => solution.proposed_solution.clone(),
        Artifact::Spec { spec } => spec.approach.clone(),
    }
}
