use super::{
    calls::{ProjectAct, ProjectHead, ProjectPart, act_on_project},
    trash::delete_form,
    upload::DropAnywhere,
};
use crate::{
    calls::{CallFault, open},
    erased::{Erase, Memo},
    parts::{Icon, icon},
    words::{overview, packs, projects as text, queries, rail},
};
use leptos::prelude::*;
use serde::de::DeserializeOwned;

/// Does something and gives back what it answers.
pub(super) async fn done<Answer: DeserializeOwned>(act: ProjectAct) -> Result<Answer, CallFault> {
    open(act_on_project(act).await)
}

/// Name, description and parts of a project around one of the parts.
pub(crate) fn frame(head: RwSignal<ProjectHead>, part: ProjectPart, body: AnyView) -> AnyView {
    let (id, may_change, may_delete) = head.with_untracked(|head| (head.card.id, head.may_change, head.may_delete));
    let name = Memo::new(move |_| head.with(|head| head.card.name.clone()));
    let about = Memo::new(move |_| head.with(|head| head.card.description.clone()));
    let state = Memo::new(move |_| head.with(|head| head.card.state.clone()));
    let sources = Memo::new(move |_| head.with(|head| head.sources));
    let tab = |name: &'static str, own: ProjectPart, path: &str| {
        let here = own == part
            || (own == ProjectPart::Sources
                && matches!(part, ProjectPart::Source | ProjectPart::Table | ProjectPart::Document | ProjectPart::Connect))
            || (own == ProjectPart::Pack && part == ProjectPart::Prompts);
        let current = here.then_some(if own == part { "page" } else { "true" });
        view! {
            <a href=format!("/projects/{id}{path}") aria-current=current>
                {name}
                {(own == ProjectPart::Sources).then(|| view! { <span class="count">{move || sources.get().to_string()}</span> })}
            </a>
        }
        .erase()
    };
    let state = move || {
        state.with(|state| (state != "ready").then(|| view! { <span class="chip medium">{text::state(state)}</span> }.erase()))
    };
    let about = move || {
        about.with(|about| (!about.is_empty()).then(|| view! { <p class="quiet about" dir="auto">{about.clone()}</p> }.erase()))
    };
    let menu = may_delete.then(|| {
        view! {
            <details class="menu project-menu" name="menu">
                <summary class="icon-button" aria-label=overview::MORE data-testid="project-menu">
                    {icon(Icon::More)}
                </summary>
                <div class="menu-body">
                    <a href=format!("/projects/{id}/settings")>{text::SETTINGS}</a>
                    {delete_form(id, "delete-in-menu")}
                </div>
            </details>
        }
        .erase()
    });
    view! {
        <main id="main" class="page project" tabindex="-1">
            <header class="project-head">
                <p class="small">
                    <a href="/projects">{text::TITLE}</a>
                </p>
                <div class="row">
                    <h1 dir="auto">{move || name.get()}</h1>
                    {state}
                    {menu}
                </div>
                {about}
                <nav class="tabs" aria-label=text::PARTS>
                    {tab(overview::TITLE, ProjectPart::Overview, "")}
                    {tab(text::SOURCES, ProjectPart::Sources, "/sources")}
                    {tab(text::RUNS, ProjectPart::Runs, "/runs")}
                    {tab(packs::PACK, ProjectPart::Pack, "/pack")}
                    {tab(text::SEARCH, ProjectPart::Search, "/search")}
                    {tab(text::QUERY, ProjectPart::Query, "/query")}
                    <a href=format!("/ask?project={id}")>{rail::ASK}</a>
                    <a href=format!("/opportunities?project={id}")>{rail::OPPORTUNITIES}</a>
                    {tab(queries::DEVELOPERS, ProjectPart::Tools, "/tools")}
                    {tab(text::SETTINGS, ProjectPart::Settings, "/settings")}
                </nav>
            </header>
            {body}
            {may_change.then(|| view! { <DropAnywhere project=id.to_string() /> })}
        </main>
    }
    .erase()
}

/// Says that there is nothing, and what to do.
pub(crate) fn nothing(title: &'static str, what: &'static str, way: Option<(String, &'static str)>) -> AnyView {
    view! {
        <div class="empty">
            <h2>{title}</h2>
            <p>{what}</p>
            {way.map(|(href, label)| {
                view! {
                    <p class="row way">
                        <a class="button" href=href>
                            {label}
                        </a>
                    </p>
                }
            })}
        </div>
    }
    .erase()
}
