use super::{
    begin::Begin,
    calls::{PipelineCard, PipelinesRequest, PipelinesView, pipelines_path, read_pipelines},
    header::status_chip,
    live::path,
};
use crate::{
    browser,
    calls::{Answer, CallFault, open, page_data, read_json},
    erased::{Erase, Memo},
    feed::{Feed, Read, Reading},
    pages::interviews::fault_of_form,
    parts::{Alert, Fault, Paged, Part, When, keyed},
    words::{opportunities as text, runs},
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use protocol::{ProjectId, live::Topic, opportunities::Stage};

/// The pipelines of all projects or of one, and the form to begin another.
#[component]
pub(crate) fn PipelinesPage() -> impl IntoView {
    let query = use_query_map();
    let key = Signal::derive(move || {
        let of = |name: &str| query.with(|query| query.get(name).unwrap_or_default());
        let request = PipelinesRequest { project: of("project"), after: of("after"), source: of("source") };
        serde_json::to_string(&request).unwrap_or_default()
    });
    let data = page_data(key, |key| Box::pin(read(key)));
    let feed = expect_context::<Feed>();
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || Suspend::new(async move {
                match open::<PipelinesView>(data.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(first) => render(first, feed),
                }
            })}
        </Suspense>
    }
    .erase()
}

async fn read(key: String) -> Answer {
    match read_json(&key) {
        Ok(request) => read_pipelines(request).await,
        Err(fault) => Err(CallFault::Broken(fault.to_string())),
    }
}

fn render(first: PipelinesView, feed: Feed) -> AnyView {
    let fault = RwSignal::new(fault_of_form());
    let chosen = first.project.as_ref().map(|project| project.id);
    let begin = match &first.project {
        _ if first.projects.is_empty() => no_project(),
        _ if !first.may_begin => view! { <p class="quiet">{text::READER}</p> }.erase(),
        None => view! { <p class="quiet">{text::CHOOSE_FIRST}</p> }.erase(),
        Some(project) => view! { <Begin offered=project.clone() source=first.request.source.clone() fault=fault /> }.erase(),
    };
    let list = (!first.projects.is_empty()).then(|| list(&first, feed));
    view! {
        <main id="main" class="page project opportunities" tabindex="-1">
            <header class="project-head">
                <h1>{text::TITLE}</h1>
                <p class="quiet">{text::ABOUT}</p>
                <p class="small">
                    <a href="/opportunities/quality">{text::QUALITY}</a>
                </p>
            </header>
            <Alert fault=fault />
            {choice(first.projects.clone(), chosen)}
            {begin}
            {list}
        </main>
    }
    .erase()
}

/// Which project's pipelines are shown. The only one needs no choice.
fn choice(projects: Vec<(ProjectId, String)>, chosen: Option<ProjectId>) -> AnyView {
    if projects.is_empty() {
        return ().erase();
    }
    let way = chosen.and_then(|id| {
        let (_, name) = projects.iter().find(|(known, _)| *known == id)?;
        let way = view! {
            <p class="small quiet">
                {text::PROJECT} ": " <a href=format!("/projects/{id}") dir="auto">
                    {name.clone()}
                </a>
            </p>
        };
        Some(way.erase())
    });
    if projects.len() == 1 {
        return way.erase();
    }
    let all = view! {
        <option value="" selected=chosen.is_none()>
            {text::ALL_PROJECTS}
        </option>
    }
    .erase();
    let options: Vec<AnyView> = projects
        .into_iter()
        .map(|(id, name)| {
            let is_chosen = chosen == Some(id);
            view! {
                <option value=id.to_string() selected=is_chosen>
                    {name}
                </option>
            }
            .erase()
        })
        .collect();
    view! {
        <form method="get" action="/opportunities" class="inline-form" data-testid="choose-project">
            <label class="field">
                <span>{text::PROJECT}</span>
                <select name="project">{all} {options}</select>
            </label>
            <button type="submit" class="button">
                {text::SHOW}
            </button>
        </form>
        {way}
    }
    .erase()
}

fn no_project() -> AnyView {
    view! {
        <div class="empty" data-testid="no-project">
            <h2>{text::NO_PROJECT_TITLE}</h2>
            <p>{text::NO_PROJECT}</p>
            <p class="row way">
                <a class="button" href="/projects">
                    {text::GO_PROJECTS}
                </a>
            </p>
        </div>
    }
    .erase()
}

fn nothing(project: Option<ProjectId>) -> AnyView {
    let ways = match project {
        None => view! { <a class="button" href="/projects">{text::GO_PROJECTS}</a> }.erase(),
        Some(id) => view! {
            <a class="button" href=format!("/projects/{id}/runs")>
                {text::GO_RUNS}
            </a>
            <a class="button" href=format!("/ask?project={id}")>
                {text::GO_ASK}
            </a>
        }
        .erase(),
    };
    view! {
        <div class="empty" data-testid="no-pipelines">
            <h3>{text::NONE_TITLE}</h3>
            <p>{text::NONE}</p>
            <p class="row way">{ways}</p>
        </div>
    }
    .erase()
}

/// Held, and older than everything on the newest page.
fn beyond(newest: &[PipelineCard], held: &PipelineCard) -> bool {
    newest.last().is_some_and(|last| (held.created_at, held.id) < (last.created_at, last.id))
}

/// The list as it becomes.
fn list(first: &PipelinesView, feed: Feed) -> AnyView {
    let cards = Paged::new(first.page.clone());
    let project = first.project.as_ref().map(|project| project.id);
    let request =
        PipelinesRequest { project: project.map(|id| id.to_string()).unwrap_or_default(), ..PipelinesRequest::default() };
    let is_later = !first.request.after.is_empty();
    // A list that begins in its middle stays as it was, and of all projects none is followed.
    if let Some(id) = project.filter(|_| !is_later) {
        let again = request.clone();
        let ask = move || {
            let request = again.clone();
            async move {
                let Ok(view) = open::<PipelinesView>(read_pipelines(request).await) else { return Read::Failed };
                let is_shown = browser::keep_place(move || cards.renew(view.page, beyond));
                if is_shown { Read::Shown(view.mark) } else { Read::Failed }
            }
        };
        Reading::begin(feed, Topic::Pipelines(id), first.mark.clone(), ask, Callback::new(|()| {}));
    }
    let newest = project.map_or_else(|| "/opportunities".to_owned(), pipelines_path);
    let base = newest.clone();
    let more = cards.more(
        move |next| format!("{base}{}after={next}", if base.contains('?') { "&" } else { "?" }),
        move |after| {
            let next = PipelinesRequest { after, ..request.clone() };
            cards.extend(async move { open::<PipelinesView>(read_pipelines(next).await).map(|list| list.page) });
        },
    );
    let none = Memo::new(move |_| cards.items.with(Vec::is_empty));
    let shown = move || {
        if none.get() {
            return nothing(project);
        }
        let cards = keyed(move || cards.items.get().into_iter().map(|one| Part::new(one, |one| card(&one))).collect());
        view! { <ul class="run-list" data-testid="pipelines">{cards}</ul> }.erase()
    };
    let whole = is_later.then(|| view! { <p class="more"><a rel="external" href=newest>{text::ALL_PIPELINES}</a></p> }.erase());
    view! {
        <section aria-labelledby="pipelines-name">
            <h2 id="pipelines-name">{text::PIPELINES}</h2>
            {whole}
            {shown}
            {more}
        </section>
    }
    .erase()
}

fn card(one: &PipelineCard) -> AnyView {
    let source = text::from_sources(one.findings, &one.source);
    let error = one.error.clone().map(|error| view! { <p class="small fault-line" dir="auto">{error}</p> }.erase());
    let fact = |words: String| view! { <span>{words}</span> }.erase();
    let opportunities = (one.opportunities > 0).then(|| fact(text::opportunities(one.opportunities)));
    let undecided = (one.undecided > 0).then(|| fact(text::undecided(one.undecided)));
    let warned = (one.warned > 0).then(|| fact(format!("⚠ {}", text::warned(one.warned))));
    view! {
        <li class="card run-card">
            <h3>
                <a rel="external" href=path(one.id) dir="auto">
                    {one.project_name.clone()} ": " {source}
                </a>
            </h3>
            {status_chip(one.status, one.stage == Stage::HumanReview && one.undecided > 0)}
            {stepper(one)}
            <p class="small quiet facts">
                {opportunities} {undecided} {warned} <span>{runs::engine(&one.engine)}</span> <span>
                    <When at=one.created_at />
                </span>
            </p>
            {error}
        </li>
    }
    .erase()
}

/// Six bars: past, now, not yet, with the counts that are known.
fn stepper(one: &PipelineCard) -> AnyView {
    let bars: Vec<AnyView> = Stage::ALL
        .into_iter()
        .map(|stage| {
            let class = if stage < one.stage {
                "past"
            } else if stage == one.stage {
                "now"
            } else {
                "next"
            };
            let count = match stage {
                Stage::Exploration => Some(one.findings),
                Stage::HumanReview => Some(one.undecided).filter(|_| stage == one.stage),
                _ => Some(one.opportunities).filter(|_| stage <= one.stage),
            };
            view! { <i class=class>{count.map(|count| count.to_string())}</i> }.erase()
        })
        .collect();
    view! {
        <p class="stage-bars small">
            <span class="bars-row" aria-hidden="true">
                {bars}
            </span>
            <span class="quiet">{text::at_stage(one.stage)}</span>
        </p>
    }
    .erase()
}
