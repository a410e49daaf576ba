//! The contracts between the stages: what each receiver rejected, why, and what became of it.

use super::{cycle::render_cycle, live::Tracking};
use crate::{
    erased::{Erase, Memo},
    words::opportunities as text,
};
use leptos::prelude::*;
use protocol::{
    OpportunityId,
    opportunities::{Boundary, ContractCycle, PipelineView, Stage},
};
use std::collections::BTreeSet;

/// Where the events of a boundary are on the page.
pub(super) const fn anchor(boundary: Boundary) -> &'static str {
    match boundary {
        Boundary::BriefToSolution => "contract-1-2",
        Boundary::SolutionToSpec => "contract-2-3",
        Boundary::SpecToRank => "contract-3-4",
    }
}

fn receiver(boundary: Boundary) -> Option<Stage> {
    Stage::ALL.into_iter().find(|stage| stage.boundary() == Some(boundary))
}

/// The cycles of a boundary, as they came.
fn cycles(view: &PipelineView, boundary: Boundary) -> impl Iterator<Item = &ContractCycle> {
    view.contract_log.iter().filter(move |cycle| cycle.boundary == boundary)
}

/// How a contract went, in a shape and a few words: of the latest attempt.
pub(super) fn summary(view: &PipelineView, boundary: Boundary) -> (&'static str, String) {
    let Some(attempt) = cycles(view, boundary).map(|cycle| cycle.attempt).max() else {
        let is_past = receiver(boundary).and_then(|stage| view.latest(stage)).is_some_and(|stage| stage.attempt == 0);
        return if is_past { ("→", text::DONE_BEFORE.to_owned()) } else { ("◌", text::NOT_VALIDATED.to_owned()) };
    };
    let mut items: BTreeSet<OpportunityId> = BTreeSet::new();
    let mut rejected: BTreeSet<OpportunityId> = BTreeSet::new();
    for cycle in cycles(view, boundary).filter(|cycle| cycle.attempt == attempt && cycle.cycle == 1) {
        items.extend(&cycle.accepted);
        items.extend(cycle.rejected.iter().map(|one| one.item));
        rejected.extend(cycle.rejected.iter().map(|one| one.item));
    }
    if rejected.is_empty() {
        return ("✓", text::ALL_ACCEPTED.to_owned());
    }
    ("✕", text::rejected(rejected.len(), items.len()))
}

#[component]
pub(super) fn Contracts(tracking: Tracking) -> impl IntoView {
    let all: Vec<AnyView> = Boundary::ALL.into_iter().map(|boundary| contract(tracking, boundary)).collect();
    view! {
        <section aria-labelledby="contracts-name" data-testid="contracts">
            <h2 id="contracts-name">{text::CONTRACTS}</h2>
            <p class="small quiet">{text::CONTRACTS_WHY}</p>
            {all}
        </section>
    }
    .erase()
}

fn contract(tracking: Tracking, boundary: Boundary) -> AnyView {
    let words = Memo::new(move |_| tracking.with(|view| summary(view, boundary)));
    let shown = Memo::new(move |_| tracking.with(|view| CycleShown::all(view, boundary)));
    let body = move || {
        shown.with(|all| {
            if all.is_empty() {
                return view! { <p class="small quiet">{text::NOT_VALIDATED}</p> }.erase();
            }
            let cycle = |one| view! { <li class="cycle" data-testid="cycle">{render_cycle(one)}</li> }.erase();
            let all: Vec<AnyView> = all.iter().map(cycle).collect();
            view! { <ol class="cycles">{all}</ol> }.erase()
        })
    };
    view! {
        <details class="card contract found-part" data-testid=format!("contract-{}", boundary.name())>
            <summary>
                <h3>{boundary.name().replace('-', " → ")}</h3>
                <span class="small">{text::boundary(boundary)}</span>
                <span class="chip">
                    {move || {
                        let (shape, words) = words.get();
                        view! {
                            <span aria-hidden="true">{shape}</span>
                            {words}
                        }
                            .erase()
                    }}
                </span>
            </summary>
            <div class="found-body" id=anchor(boundary)>
                {body}
            </div>
        </details>
    }
    .erase()
}

/// A cycle with what its page needs to know of the pipeline.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct CycleShown {
    pub(super) cycle: ContractCycle,
    /// What the items are called now.
    pub(super) areas: Vec<(OpportunityId, String)>,
    /// Another cycle of this attempt came after it.
    pub(super) has_next: bool,
    /// The stage goes on with revising.
    pub(super) is_open: bool,
    /// Those that are marked for good.
    pub(super) warned: Vec<OpportunityId>,
}

impl CycleShown {
    fn all(view: &PipelineView, boundary: Boundary) -> Vec<Self> {
        (0..cycles(view, boundary).count()).filter_map(|at| Self::find(view, boundary, at)).collect()
    }

    fn find(view: &PipelineView, boundary: Boundary, at: usize) -> Option<Self> {
        let cycle = cycles(view, boundary).nth(at)?.clone();
        let named = cycle.rejected.iter().chain(&cycle.doubts).map(|one| one.item).collect::<BTreeSet<_>>();
        let area = |id: &OpportunityId| view.opportunity(*id).map(|one| (*id, one.brief.affected_area.clone()));
        let has_next =
            cycles(view, boundary).skip(at + 1).any(|other| (other.attempt, other.stage) == (cycle.attempt, cycle.stage));
        let is_warned = |id: &OpportunityId| view.opportunity(*id).is_some_and(|one| one.warnings().next().is_some());
        let is_active = view.active().is_some_and(|active| (active.stage, active.attempt) == (cycle.stage, cycle.attempt));
        Some(Self {
            areas: named.iter().filter_map(area).collect(),
            warned: named.iter().filter(|id| is_warned(id)).copied().collect(),
            has_next,
            is_open: is_active && !view.contract.settled,
            cycle,
        })
    }

    pub(super) fn area(&self, id: OpportunityId) -> String {
        self.areas.iter().find(|(known, _)| *known == id).map_or_else(|| id.to_string(), |(_, area)| area.clone())
    }
}
