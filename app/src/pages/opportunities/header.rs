//! What a pipeline goes on from, where it is and who does it, and how it is stopped.

use super::{
    calls::{OpportunityAct, pipelines_path},
    form::{PATH, hidden_fields},
    live::{Tracking, path},
};
use crate::{
    erased::{Erase, Memo},
    parts::{Icon, When, icon},
    words::{opportunities as text, runs},
};
use leptos::prelude::*;
use protocol::{
    ProjectId,
    opportunities::{PipelineSource, PipelineStatus, PipelineView},
};

#[component]
pub(super) fn Header(tracking: Tracking) -> impl IntoView {
    let (project, source, at) =
        tracking.peek(|view| (view.project, render_source(&view.source, view.project), view.work.requested_at));
    let name = Memo::new(move |_| tracking.around.with(|around| around.project_name.clone()));
    let status = Memo::new(move |_| tracking.with(|view| (view.status(), view.is_in_review())));
    let counts = Memo::new(move |_| tracking.with(count));
    view! {
        <header class="project-head run-head">
            <p class="small crumbs">
                <a href="/opportunities">{text::TITLE}</a>
                <a href=pipelines_path(project) dir="auto">
                    {move || name.get()}
                </a>
            </p>
            <div class="row">
                <h1 dir="auto">{move || counts.with(|(findings, _)| text::findings(*findings))}</h1>
                {move || status_chip(status.get().0, status.get().1)}
            </div>
            <p class="small quiet facts">
                {source} <span>{move || counts.with(|(_, opportunities)| text::opportunities(*opportunities))}</span> <span>
                    <When at=at />
                </span>
            </p>
            <Engine tracking=tracking />
            <Stop tracking=tracking />
        </header>
    }
    .erase()
}

fn count(view: &PipelineView) -> (u32, u32) {
    let number = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    (number(view.findings.len()), number(view.listed().len()))
}

/// A status as a shape and a word.
pub(super) fn status_chip(status: PipelineStatus, is_in_review: bool) -> AnyView {
    let is_in_review = is_in_review && status == PipelineStatus::Running;
    let (class, shape, word) = if is_in_review { text::IN_REVIEW } else { text::status(status) };
    view! {
        <span class=class data-testid="pipeline-status">
            <span aria-hidden="true">{shape}</span>
            {word}
        </span>
    }
    .erase()
}

/// A link to each of its sources.
fn render_source(source: &PipelineSource, project: ProjectId) -> AnyView {
    let link = |href: String, name: &'static str| view! { <span><a href=href>{name}</a></span> }.erase();
    let mut all: Vec<AnyView> = Vec::new();
    all.extend(source.run_id.map(|id| link(format!("/projects/{project}/runs/{id}"), text::A_RUN)));
    all.extend(source.session_id.map(|id| link(format!("/interviews/{id}"), text::AN_INTERVIEW)));
    all.extend(source.search_id.map(|id| link(format!("/companies/{id}"), text::A_SEARCH)));
    all.extend(source.ask_id.map(|id| link(format!("/ask/{id}"), text::AN_ANSWER)));
    all.extend(source.experiment.as_ref().map(|note| link(path(note.opportunity), text::EXPERIMENT_SOURCE)));
    if !source.findings.is_empty() {
        all.push(view! { <span>{text::PASTED_SOURCE}</span> }.erase());
    }
    all.into_iter().collect_view().erase()
}

/// Which engine judges, why where that changed, and what it cost.
#[component]
pub(super) fn Engine(tracking: Tracking) -> impl IntoView {
    let engine =
        Memo::new(move |_| tracking.with(|view| (runs::engine(view.engine()), view.fell_back.clone(), text::cost(&view.cost))));
    let fell_back = move || {
        engine.with(|(_, why, _)| why.clone()).map(|why| {
            view! {
                <p class="run-end" dir="auto" data-testid="fell-back">
                    {text::fell_back(&why)}
                </p>
            }
            .erase()
        })
    };
    let cost = move || engine.with(|(_, _, cost)| cost.clone()).map(|cost| view! { <span>{cost}</span> }.erase());
    view! {
        <p class="small quiet facts">
            <span>
                {text::ENGINE} ": " <span data-testid="engine">{move || engine.with(|(name, _, _)| name.clone())}</span>
            </span>
            {cost}
        </p>
        {fell_back}
    }
    .erase()
}

#[component]
fn Stop(tracking: Tracking) -> impl IntoView {
    let desk = tracking.desk();
    let is_over = Memo::new(move |_| tracking.with(|view| view.work.status.is_over()));
    move || {
        if !tracking.may_change || is_over.get() {
            return ().erase();
        }
        view! {
            <details class="confirm" data-testid="stop">
                <summary class="button">
                    {icon(Icon::Stop)} <span>{text::STOP}</span>
                </summary>
                <form method="post" action=PATH class="row" on:submit=move |event| desk.submit(event)>
                    {hidden_fields(OpportunityAct::Stop, &[("pipeline", tracking.pipeline.to_string())])}
                    <span class="small">{text::STOP_WHY}</span>
                    <button type="submit" class="button" aria-disabled=move || desk.is_busy.get().to_string()>
                        {text::STOP_BUTTON}
                    </button>
                </form>
            </details>
        }
        .erase()
    }
}
