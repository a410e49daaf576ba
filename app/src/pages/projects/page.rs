use super::{
    asking::{SearchBox, SqlBox},
    calls::{ProjectAsked, ProjectView, read_project},
    found::Found,
    sources::{Sources, Upload},
};
use crate::{
    calls::{Answer, open, page_data, read_json},
    lean::Lean,
    parts::Fault,
    words::projects as text,
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};

/// One project. What is searched and asked stands in the address, so that it can be shared and works without scripts.
#[component]
pub(crate) fn ProjectPage() -> impl IntoView {
    let (params, query) = (use_params_map(), use_query_map());
    let asked = Memo::new(move |_| {
        let of = |name: &str| query.with(|query| query.get(name).unwrap_or_default());
        ProjectAsked {
            id: params.with(|params| params.get("id").unwrap_or_default()),
            search: of("q"),
            sql: of("sql"),
            source: of("source"),
        }
    });
    let key = Signal::derive(move || asked.with(|asked| serde_json::to_string(asked).unwrap_or_default()));
    let page = page_data(key, |key| Box::pin(read(key)));
    view! {
        <Suspense>
            {move || {
                let asked = asked.get();
                Suspend::new(async move {
                    match open::<ProjectView>(page.await) {
                        Err(fault) => view! { <Fault fault=fault /> }.lean(),
                        Ok(project) => view! { <Shown project=project asked=asked reload=Callback::new(move |()| page.refetch()) /> }.lean(),
                    }
                })
            }}
        </Suspense>
    }
    .lean()
}

async fn read(key: String) -> Answer {
    read_project(read_json(&key).unwrap_or_default()).await
}

#[component]
fn Shown(project: ProjectView, asked: ProjectAsked, reload: Callback<()>) -> impl IntoView {
    let ProjectView { card, may_change, sources, contents, hits, answer } = project;
    let empty = sources.is_empty();
    let id = card.id.to_string();
    view! {
        <Title text=card.name.clone() />
        <main id="main" class="page project" tabindex="-1">
            <p class="small">
                <a href="/projects">{text::TITLE}</a>
            </p>
            <h1 dir="auto">{card.name}</h1>
            <p dir="auto">{card.description}</p>
            <p class="small quiet">{text::state(&card.state)}</p>
            {may_change.then(|| view! { <Upload project=id.clone() reload=reload /> })}
            <Sources project=id.clone() sources=sources may_change=may_change reload=reload />
            {contents.map(|contents| view! { <Found contents=contents /> })}
            {(!empty).then(|| view! { <SearchBox asked=asked.clone() hits=hits /> })}
            {(!empty).then(|| view! { <SqlBox asked=asked answer=answer /> })}
            <Programs project=id />
        </main>
    }
    .lean()
}

/// How other programs reach the project's tools.
#[component]
fn Programs(project: String) -> impl IntoView {
    view! {
        <details class="programs">
            <summary>{text::PROGRAMS}</summary>
            <p>{text::PROGRAMS_HTTP}</p>
            <pre>
                <code>{format!("/mcp?project={project}")}</code>
            </pre>
            <p>{text::PROGRAMS_STDIO}</p>
            <pre>
                <code>{format!("discovery mcp --project {project}")}</code>
            </pre>
        </details>
    }
    .lean()
}
