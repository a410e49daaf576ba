use super::{
    calls::{ActOnRunByForm, RunDeed, act_on_run},
    live::Running,
};
use crate::{
    erased::{Erase, Memo},
    parts::{Icon, When, icon},
    words::{projects, runs as text},
};
use leptos::{ev::SubmitEvent, prelude::*, server_fn::ServerFn, task::spawn_local};
use leptos_router::hooks::use_navigate;
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

#[component]
fn Acts(running: Running) -> impl IntoView {
    let over = Memo::new(move |_| running.is_over());
    let cancelling = Memo::new(move |_| running.with(|view| view.cancelling));
    let cancel = move |event: SubmitEvent| {
        event.prevent_default();
        if !cancelling.get_untracked() {
            running.cancel();
        }
    };
    let navigate = use_navigate();
    let again = Callback::new(move |()| {
        let (navigate, address) = (navigate.clone(), running.address.get_value());
        spawn_local(async move {
            match act_on_run(address.clone(), RunDeed::Again).await {
                Ok(next) => navigate(&format!("/projects/{}/runs/{next}", address.project), Default::default()),
                Err(fault) => running.complain(&fault),
            }
        });
    });
    let repeat = move |event: SubmitEvent| {
        event.prevent_default();
        again.run(());
    };
    let fields = move || {
        let address = running.address.get_value();
        view! {
            <input type="hidden" name="project" value=address.project />
            <input type="hidden" name="run" value=address.run />
        }
        .erase()
    };
    let acts = move || {
        if !running.may_change {
            ().erase()
        } else if over.get() {
            view! {
                <form method="post" action=ActOnRunByForm::PATH on:submit=repeat>
                    {fields()}
                    <button type="submit" name="act" value="again" class="button" data-testid="run-again">
                        {icon(Icon::Again)}
                        {text::AGAIN}
                    </button>
                </form>
            }
            .erase()
        } else {
            view! {
                <form method="post" action=ActOnRunByForm::PATH on:submit=cancel>
                    {fields()}
                    <button
                        type="submit"
                        name="act"
                        value="cancel"
                        class="button"
                        data-testid="run-cancel"
                        aria-disabled=move || cancelling.get().to_string()
                    >
                        {icon(Icon::Stop)}
                        {move || if cancelling.get() { text::CANCELLING } else { text::CANCEL }}
                    </button>
                </form>
            }
            .erase()
        }
    };
    let exports = move || running.with(|view| view.discovery.map(|discovery| (view.project, discovery)));
    let exports = Memo::new(move |_| exports());
    view! {
        <div class="row acts">
            {acts}
            {move || {
                exports
                    .get()
                    .map(|(project, _)| {
                        let run = running.address.get_value().run;
                        view! {
                            <a class="button" href=format!("/opportunities?project={project}&source=run:{run}") data-testid="run-opportunities">
                                {text::TO_OPPORTUNITIES}
                            </a>
                        }
                            .erase()
                    })
            }}
            {move || exports.get().map(|(project, discovery)| export_menu(&format!("/api/v1/projects/{project}/discoveries/{discovery}/export")))}
        </div>
    }
    .erase()
}

fn export_menu(address: &str) -> AnyView {
    let links = text::EXPORTS
        .map(|(format, name)| {
            let print = format == "html";
            let which = if print { Icon::Print } else { Icon::Download };
            view! {
                <a rel="external" download=(!print).then_some("") href=format!("{address}?format={format}")>
                    {icon(which)}
                    {name}
                </a>
            }
            .erase()
        })
        .into_iter()
        .collect_view();
    view! {
        <details class="menu" name="menu">
            <summary class="button" data-testid="run-export">
                {icon(Icon::Download)}
                <span>{text::EXPORT}</span>
                {icon(Icon::Down)}
            </summary>
            <div class="menu-body">{links}</div>
        </details>
    }
    .erase()
}
