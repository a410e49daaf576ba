//! What experiments about an opportunity showed; each goes on in a pipeline of its own.

use super::{
    calls::{OpportunityAct, OpportunityWish},
    fields::{Written, choices, written},
    form::{PATH, Wrong, hidden_fields},
    history::person,
    live::{Tracking, path},
};
use crate::{
    erased::{Erase, Memo},
    parts::When,
    words::opportunities as text,
};
use leptos::{ev::SubmitEvent, prelude::*};
use protocol::{
    UserId,
    opportunities::{ExperimentOutcome, ExperimentReport, Opportunity, OpportunityStatus},
};

const FORM: &str = "report";

fn is_testable(one: &Opportunity) -> bool {
    one.solution.is_some() && one.status == OpportunityStatus::Accepted
}

#[component]
pub(super) fn Experiment(tracking: Tracking) -> impl IntoView {
    let reports = Memo::new(move |_| tracking.with_chosen(|one, _| one.experiments.clone()));
    let people = Memo::new(move |_| tracking.around.with(|around| around.people.clone()));
    let is_open = Memo::new(move |_| tracking.may_change && tracking.with_chosen(|one, _| is_testable(one)));
    let list = move || {
        let lines: Vec<AnyView> =
            reports.with(|all| people.with(|people| all.iter().rev().map(|one| report(one, people)).collect()));
        (!lines.is_empty()).then(|| {
            view! {
                <section class="card padded" aria-labelledby="experiments-name" data-testid="experiments">
                    <h2 id="experiments-name">{text::EXPERIMENTS}</h2>
                    <ol class="history">{lines}</ol>
                </section>
            }
            .erase()
        })
    };
    view! {
        {list}
        {move || is_open.get().then(|| view! { <ReportForm tracking=tracking /> })}
    }
    .erase()
}

fn report(of: &ExperimentReport, people: &[(UserId, String)]) -> AnyView {
    let recommendation = of.recommendation.clone().map(|words| view! { <p dir="auto">{words}</p> }.erase());
    view! {
        <li>
            <p>
                <b>{text::outcome(of.outcome)}</b>
            </p>
            <p dir="auto">{of.results.clone()}</p>
            {recommendation}
            <p>
                <a rel="external" href=path(of.pipeline) data-testid="child">
                    {text::CHILD}
                </a>
            </p>
            <p class="small quiet facts">
                <span dir="auto">{person(of.by, people)}</span> <span>
                    <When at=of.at />
                </span>
            </p>
        </li>
    }
    .erase()
}

#[component]
fn ReportForm(tracking: Tracking) -> impl IntoView {
    let (desk, wrong) = (tracking.desk(), RwSignal::new(None));
    let opportunity = tracking.chosen.map(|id| id.to_string()).unwrap_or_default();
    let options = ExperimentOutcome::ALL.map(|one| (one.name(), text::outcome(one)));
    let field = |field, label, is_needed| Written { form: FORM, field, label, hint: None, is_needed };
    let submit = move |event: SubmitEvent| desk.submit_checked(event, check, wrong);
    view! {
        <section class="card padded" aria-labelledby="report-name" data-testid="report">
            <h2 id="report-name">{text::EXPERIMENT}</h2>
            <p class="small quiet">{text::EXPERIMENT_WHY}</p>
            <form method="post" action=PATH class="decide-form" on:submit=submit data-testid="report-form">
                {hidden_fields(OpportunityAct::Report, &[("opportunity", opportunity)])}
                {choices((FORM, "outcome", text::OUTCOME), &options, wrong)}
                {written(&field("results", text::RESULTS, true), wrong)}
                {written(&field("recommendation", text::RECOMMENDATION, false), wrong)}
                <p class="row">
                    <button type="submit" class="button" aria-disabled=move || desk.is_busy.get().to_string()>
                        {text::REPORT}
                    </button>
                    <span role="status">{move || desk.is_busy.get().then_some(text::SENDING)}</span>
                </p>
            </form>
        </section>
    }
    .erase()
}

fn check(wish: &OpportunityWish) -> Wrong {
    if wish.outcome.is_empty() {
        Some(("outcome", text::NEEDS_OUTCOME))
    } else if wish.results.trim().is_empty() {
        Some(("results", text::NEEDS_RESULTS))
    } else {
        None
    }
}
