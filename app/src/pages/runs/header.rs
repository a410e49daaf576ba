use super::{acts::Acts, live::Running};
use crate::{
    erased::{Erase, Memo},
    parts::When,
    words::{projects, runs as text},
};
use leptos::prelude::*;
use protocol::run::{RunType, RunView};

/// What the run is about, where it is, and what can be done with it.
#[component]
pub(super) fn Header(running: Running, project_name: String) -> impl IntoView {
    let project = running.address.with_value(|address| address.project.clone());
    let goal = running.peek(|view| text::goal(&view.request.goal));
    let explorer = running.peek(|view| text::explorer(view.request.explorer));
    let session = running.peek(|view| view.request.session_id).map(|session| {
        view! {
            <span>
                <a href=format!("/interviews/{session}")>{text::FROM_INTERVIEW}</a>
            </span>
        }
        .erase()
    });
    let resumed = move || running.with(|view| view.resumed).then(|| view! { <span>{text::RESUMED}</span> });
    let started = Memo::new(move |_| running.with(|view| view.started_at));
    let lasts = Memo::new(move |_| {
        let now = running.now.get();
        running.with(|view| lasted(view, now))
    });
    let waits = move || {
        let ahead = running.ahead.get();
        (ahead > 0 && running.waits()).then(|| view! { <span data-testid="ahead">{text::ahead(ahead)}</span> }.erase())
    };
    view! {
        <header class="project-head run-head">
            <p class="small crumbs">
                <a href="/projects">{projects::TITLE}</a>
                <a href=format!("/projects/{project}") dir="auto">
                    {project_name}
                </a>
                <a href=format!("/projects/{project}/runs")>{text::TITLE}</a>
            </p>
            <div class="row">
                <h1 dir="auto">{goal}</h1>
                <Status running=running />
            </div>
            <p class="small quiet facts">
                {move || started.get().map(|at| view! { <span><When at=at /></span> })} <span>{explorer}</span>
                <span>{move || lasts.get()}</span> {session} {resumed} {waits}
            </p>
            <Acts running=running />
        </header>
    }
    .erase()
}

fn lasted(view: &RunView, now: Option<i64>) -> String {
    let Some(start) = view.started_at else { return String::new() };
    let end = view.finished_at.map(|at| at.0).or(now).unwrap_or(view.work.updated_at.0);
    text::lasted((end - start.0).max(0))
}

pub(super) const fn run_type(run_type: RunType) -> &'static str {
    match run_type {
        RunType::Full => "full",
        RunType::Partial => "partial",
        RunType::Failed => "failed",
    }
}

#[component]
fn Status(running: Running) -> impl IntoView {
    let state = Memo::new(move |_| running.with(|view| (view.work.status, view.run_type.map(run_type), view.cancelling)));
    move || {
        let (status, run_type, cancelling) = state.get();
        if cancelling && !status.is_over() {
            return view! { <span class="chip medium" data-testid="run-status">{text::CANCELLING}</span> }.erase();
        }
        status_chip(status.name(), run_type)
    }
}

/// A status as a shape and a word.
pub(super) fn status_chip(status: &str, run_type: Option<&str>) -> AnyView {
    let (class, shape, word) = text::status(status, run_type);
    view! {
        <span class=class data-testid="run-status">
            <span aria-hidden="true">{shape}</span>
            {word}
        </span>
    }
    .erase()
}
