use super::calls::{ProjectAct, ProjectHead, ProjectPart, act_on_project, part_data};
use crate::{
    calls::{CallFault, PageData, open},
    lean::Lean,
    parts::Fault,
    words::projects as text,
};
use leptos::prelude::*;
use leptos_meta::Title;
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// A page of a project: asks for what it shows, and shows it or why it cannot.
pub(super) fn page<View: DeserializeOwned + 'static>(part: ProjectPart, show: fn(View, Callback<()>) -> AnyView) -> AnyView {
    shown(part_data(part), Arc::new(move |data, reload| open::<View>(Ok(data)).map(|view| show(view, reload))))
}

type Show = Arc<dyn Fn(crate::calls::Packed, Callback<()>) -> Result<AnyView, CallFault> + Send + Sync>;

fn shown(data: PageData, show: Show) -> AnyView {
    let reload = Callback::new(move |()| data.refetch());
    view! {
        <Suspense>
            {move || {
                let show = show.clone();
                Suspend::new(async move {
                    match data.await.and_then(|packed| show(packed, reload)) {
                        Err(fault) => view! { <Fault fault=fault /> }.lean(),
                        Ok(view) => view,
                    }
                })
            }}
        </Suspense>
    }
    .lean()
}

/// Does something and gives back what it answers.
pub(super) async fn done<Answer: DeserializeOwned>(act: ProjectAct) -> Result<Answer, CallFault> {
    open(act_on_project(act).await)
}

/// Name, description and parts of a project around one of the parts.
pub(super) fn frame(head: &ProjectHead, part: ProjectPart, body: AnyView) -> AnyView {
    let id = head.card.id;
    let tab = |name: &'static str, own: ProjectPart, path: &str, count: Option<usize>| {
        let here = own == part
            || (own == ProjectPart::Sources && matches!(part, ProjectPart::Source | ProjectPart::Table | ProjectPart::Connect));
        let current = here.then_some(if own == part { "page" } else { "true" });
        view! {
            <a href=format!("/projects/{id}{path}") aria-current=current>
                {name}
                {count.map(|count| view! { <span class="count">{count}</span> })}
            </a>
        }
        .lean()
    };
    let state = (head.card.state != "ready").then(|| view! { <span class="chip medium">{text::state(&head.card.state)}</span> });
    view! {
        <Title text=head.card.name.clone() />
        <main id="main" class="page project" tabindex="-1">
            <header class="project-head">
                <p class="small">
                    <a href="/projects">{text::TITLE}</a>
                </p>
                <div class="row">
                    <h1 dir="auto">{head.card.name.clone()}</h1>
                    {state}
                </div>
                {(!head.card.description.is_empty()).then(|| view! { <p class="quiet about" dir="auto">{head.card.description.clone()}</p> })}
                <nav class="tabs" aria-label=text::PARTS>
                    {tab(text::SOURCES, ProjectPart::Sources, "", Some(head.sources))}
                    {tab(text::SEARCH, ProjectPart::Search, "/search", None)}
                    {tab(text::QUERY, ProjectPart::Query, "/query", None)}
                    {tab(text::TOOLS, ProjectPart::Tools, "/tools", None)}
                    {tab(text::SETTINGS, ProjectPart::Settings, "/settings", None)}
                </nav>
            </header>
            {body}
        </main>
    }
    .lean()
}

/// Says that there is nothing, and what to do.
pub(super) fn nothing(title: &'static str, what: &'static str, way: Option<(String, &'static str)>) -> AnyView {
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
    .lean()
}
