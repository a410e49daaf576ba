//! How an opportunity came about: from its findings to its rank, each link with what it rests on.

use super::{
    evidence::{evidence, finding},
    live::{Tracking, path},
    spec::{bullets, render_feasibility, render_solution, render_spec},
};
use crate::{
    erased::{Erase, Memo},
    words::{opportunities as text, runs},
};
use leptos::prelude::*;
use protocol::{
    OpportunityId,
    opportunities::{Agent, Brief, Finding, Opportunity, Producer, Rank},
};

/// An artifact with whoever made it.
type Made<T> = Option<(T, Option<Producer>)>;

#[component]
pub(super) fn Chain(tracking: Tracking) -> impl IntoView {
    let findings = Memo::new(move |_| {
        tracking.with_chosen(|one, view| {
            let own = view.findings.iter().filter(|finding| one.brief.findings.contains(&finding.id));
            own.cloned().collect::<Vec<Finding>>()
        })
    });
    let brief = Memo::new(move |_| read_made(tracking, Agent::OpportunityPm, |one| Some(one.brief.clone())));
    let solution = Memo::new(move |_| read_made(tracking, Agent::SolutionDesigner, |one| one.solution.clone()));
    let feasibility = Memo::new(move |_| read_made(tracking, Agent::FeasibilityDesigner, |one| one.feasibility.clone()));
    let spec = Memo::new(move |_| read_made(tracking, Agent::FeasibilityDesigner, |one| one.spec.clone()));
    let rank = Memo::new(move |_| {
        tracking.with_chosen(|one, view| {
            let area = |id: &OpportunityId| view.opportunity(*id).map(|one| (one.id, one.brief.affected_area.clone()));
            one.rank.clone().map(|rank| {
                let before: Vec<_> = rank.dependencies.iter().filter_map(area).collect();
                ((rank, before), one.producer(Agent::TpmAgent).cloned())
            })
        })
    });
    view! {
        <div class="chain" data-testid="chain">
            {link("chain-findings", text::FINDINGS, move || findings.with(|all| render_findings(all)))}
            {link("chain-brief", text::BRIEF, move || brief.with(|made| or_not_yet(made, render_brief)))}
            {link("chain-solution", text::SOLUTION, move || solution.with(|made| or_not_yet(made, render_solution)))}
            {link("chain-feasibility", text::FEASIBILITY, move || {
                feasibility.with(|made| or_not_yet(made, render_feasibility))
            })}
            {link("chain-spec", text::SPEC, move || spec.with(|made| or_not_yet(made, render_spec)))}
            {link("chain-rank", text::RANK, move || rank.with(|made| or_not_yet(made, render_rank)))}
        </div>
    }
    .erase()
}

fn link(id: &'static str, name: &'static str, body: impl Fn() -> AnyView + Send + 'static) -> AnyView {
    view! {
        <section class="card padded chain-link" aria-labelledby=id data-testid=id>
            <h2 id=id>{name}</h2>
            {body}
        </section>
    }
    .erase()
}

fn read_made<T>(tracking: Tracking, agent: Agent, read: impl FnOnce(&Opportunity) -> Option<T>) -> Made<T> {
    tracking.with_chosen(|one, _| read(one).map(|made| (made, one.producer(agent).cloned())))
}

fn or_not_yet<T>(made: &Made<T>, render: fn(&T) -> AnyView) -> AnyView {
    match made {
        Some((made, producer)) => (render(made), producer.as_ref().map(render_producer)).erase(),
        None => view! { <p class="quiet">{text::NOT_YET}</p> }.erase(),
    }
}

fn render_producer(of: &Producer) -> AnyView {
    view! {
        <p class="small quiet facts" data-testid="producer">
            <span>{text::ENGINE} ": " {runs::engine(&of.engine)}</span>
            <span>
                {text::PRODUCED_WITH} ": " <code>{of.prompt_version.clone()}</code>
            </span>
        </p>
    }
    .erase()
}

fn render_findings(all: &[Finding]) -> AnyView {
    if all.is_empty() {
        return view! { <p class="quiet">{text::NOT_YET}</p> }.erase();
    }
    let all: Vec<AnyView> = all.iter().map(|one| view! { <li>{finding(one)}</li> }.erase()).collect();
    view! { <ul class="finding-list">{all}</ul> }.erase()
}

/// A name with its text; nothing where there is no text.
pub(super) fn row(name: &'static str, words: &str) -> AnyView {
    if words.trim().is_empty() {
        return ().erase();
    }
    let words = words.to_owned();
    view! {
        <div>
            <dt>{name}</dt>
            <dd dir="auto">{words}</dd>
        </div>
    }
    .erase()
}

pub(super) fn warnings(all: &[String]) -> AnyView {
    if all.is_empty() {
        return ().erase();
    }
    let all: Vec<AnyView> = all
        .iter()
        .map(|one| {
            view! {
                <li dir="auto">
                    <span aria-hidden="true">"⚠"</span>
                    <span>{one.clone()}</span>
                </li>
            }
            .erase()
        })
        .collect();
    view! { <ul class="warnings" aria-label=text::WARNINGS data-testid="warnings">{all}</ul> }.erase()
}

fn render_brief(of: &Brief) -> AnyView {
    view! {
        {warnings(&of.validation_warnings)}
        <dl class="parts">
            {row(text::PROBLEM, &of.problem_statement)} {row(text::AREA, &of.affected_area)}
            {row(text::COUNTERFACTUAL, &of.counterfactual)} {row(text::COVERAGE, &of.explorer_coverage)}
        </dl>
        {bullets(text::HINTS, &of.stage_hints)}
        <h3>{text::EVIDENCE}</h3>
        {evidence(&of.evidence)}
    }
    .erase()
}

fn render_rank((rank, before): &(Rank, Vec<(OpportunityId, String)>)) -> AnyView {
    let before: Vec<AnyView> = before
        .iter()
        .map(|(id, area)| view! { <li><a rel="external" href=path(*id) dir="auto">{area.clone()}</a></li> }.erase())
        .collect();
    let before = (!before.is_empty()).then(|| {
        view! {
            <h3>{text::BUILT_BEFORE}</h3>
            <ul class="bullets">{before}</ul>
        }
        .erase()
    });
    view! {
        <p class="row">
            <b>{text::rank(rank.rank)}</b>
            <span class="small quiet">{text::score(rank.score)}</span>
        </p>
        <p dir="auto">{rank.rationale.clone()}</p>
        {warnings(&rank.flags)}
        {before}
    }
    .erase()
}

/// What it was split from, or into.
pub(super) fn relatives(one: &Opportunity, all: &[Opportunity]) -> Vec<(OpportunityId, String, bool)> {
    let parent = all.iter().filter(|other| Some(other.id) == one.split_from).map(|other| (other, true));
    let parts = all.iter().filter(|other| other.split_from == Some(one.id)).map(|other| (other, false));
    parent.chain(parts).map(|(other, is_parent)| (other.id, other.brief.affected_area.clone(), is_parent)).collect()
}
