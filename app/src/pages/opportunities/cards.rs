//! What stands in the columns: findings, and opportunities as far as a stage has brought them.

use super::live::path;
use crate::{erased::Erase, words::opportunities as text};
use leptos::prelude::*;
use protocol::{
    OpportunityId,
    opportunities::{Opportunity, OpportunityStatus, PipelineView, Stage},
};

/// An opportunity in a column. What is different about it makes it another.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct CardShown {
    pub(super) id: OpportunityId,
    area: String,
    /// The problem, where another one is about the same area.
    problem: String,
    /// What this stage made of it, in a few words.
    line: String,
    status: OpportunityStatus,
    pub(super) is_warned: bool,
    /// This stage is not done with it yet.
    is_waiting: bool,
}

/// The opportunities of a stage, in its order; those with warnings come last.
pub(super) fn cards(view: &PipelineView, stage: Stage, only_warned: bool) -> Vec<CardShown> {
    let Some(attempt) = view.latest(stage) else { return Vec::new() };
    let mut all: Vec<&Opportunity> = match stage {
        Stage::Exploration => Vec::new(),
        // What was sent back and came again is not all there is.
        Stage::HumanReview => view.listed().into_iter().filter(|one| one.status != OpportunityStatus::InProgress).collect(),
        _ if attempt.attempt == 0 => view.listed(),
        _ if attempt.attempt > 1 => view.listed().into_iter().filter(|one| has_passed(one, stage)).collect(),
        _ => attempt.items.iter().filter_map(|id| view.opportunity(*id)).collect(),
    };
    all.sort_by_key(|one| is_warned(one));
    let is_alone = |one: &Opportunity| {
        let area = &one.brief.affected_area;
        view.listed().into_iter().filter(|other| other.brief.affected_area == *area).nth(1).is_none()
    };
    let is_active = view.active().is_some_and(|active| active.stage == stage);
    all.into_iter()
        .filter(|one| !only_warned || is_warned(one))
        .map(|one| CardShown {
            id: one.id,
            area: one.brief.affected_area.clone(),
            problem: if is_alone(one) { String::new() } else { one.brief.problem_statement.clone() },
            line: describe(one, stage),
            status: one.status,
            is_warned: is_warned(one),
            is_waiting: is_active
                && (view.todo.contains(&one.id) || view.contract.order.contains(&one.id) && !view.contract.settled),
        })
        .collect()
}

pub(super) fn is_warned(one: &Opportunity) -> bool {
    one.warnings().next().is_some()
}

/// Whether a stage has made something of it, or is about to.
fn has_passed(one: &Opportunity, stage: Stage) -> bool {
    match stage {
        Stage::Exploration | Stage::OpportunityFraming => true,
        Stage::SolutionValidation => one.solution.is_some(),
        Stage::FeasibilityRisk => one.feasibility.is_some(),
        Stage::Prioritization | Stage::HumanReview => one.rank.is_some(),
    }
}

fn describe(one: &Opportunity, stage: Stage) -> String {
    match stage {
        Stage::OpportunityFraming => text::findings(u32::try_from(one.brief.findings.len()).unwrap_or(u32::MAX)),
        Stage::SolutionValidation => {
            one.solution.as_ref().map(|made| text::build_decision(&made.build_experiment_decision).to_owned()).unwrap_or_default()
        }
        Stage::FeasibilityRisk => match (&one.feasibility, &one.spec) {
            (Some(feasibility), _) if !feasibility.feasible => text::feasible(false).2.to_owned(),
            (_, Some(spec)) => text::days(&spec.effort_estimate),
            _ => String::new(),
        },
        Stage::Prioritization => one.rank.as_ref().map(|rank| text::rank(rank.rank)).unwrap_or_default(),
        Stage::HumanReview => match (one.priority, &one.rank) {
            (Some(priority), _) => text::priority(priority),
            (None, Some(rank)) => text::rank(rank.rank),
            (None, None) => String::new(),
        },
        Stage::Exploration => String::new(),
    }
}

/// A status as a shape and a word.
pub(super) fn opportunity_chip(status: OpportunityStatus) -> AnyView {
    let (class, shape, word) = text::opportunity(status);
    view! {
        <span class=class data-testid="opportunity-status">
            <span aria-hidden="true">{shape}</span>
            {word}
        </span>
    }
    .erase()
}

pub(super) fn warned_chip() -> AnyView {
    view! {
        <span class="chip medium">
            <span aria-hidden="true">"⚠"</span>
            {text::WARNING}
        </span>
    }
    .erase()
}

pub(super) fn card(one: &CardShown, stage: Stage) -> AnyView {
    let status = (stage == Stage::HumanReview || one.status == OpportunityStatus::Split).then(|| opportunity_chip(one.status));
    let waiting = one.is_waiting.then(|| view! { <span class="small quiet">"◌ " {text::NOT_DONE}</span> }.erase());
    let line = (!one.line.is_empty()).then(|| view! { <span class="small quiet" dir="auto">{one.line.clone()}</span> }.erase());
    let problem =
        (!one.problem.is_empty()).then(|| view! { <span class="small" dir="auto">{one.problem.clone()}</span> }.erase());
    view! {
        <li class="stage-card" data-testid="stage-card">
            <a rel="external" href=path(one.id) dir="auto">
                {one.area.clone()}
            </a>
            {problem}
            {line}
            {waiting}
            {status}
            {one.is_warned.then(warned_chip)}
        </li>
    }
    .erase()
}
