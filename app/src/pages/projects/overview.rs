//! The first page of a project: what is in it, how it hangs together, what was done last, and what to do next.

use super::{
    calls::{
        OpenSample, OverviewView, ProjectPart, ProjectRequest, RecentKind, RecentShown, SourceGlance, TableGlance, TableLink,
        read_project,
    },
    diagram::draw_diagram,
    frame::frame,
    live::{Live, page},
    spark::draw_spark,
    upload::Upload,
};
use crate::{
    erased::{Effect, Erase, Memo},
    feed::Reading,
    pages::{interviews::forms::StartInterview, runs::FirstRun},
    parts::{Icon, Part, When, icon, keyed},
    words::{home, overview as text, projects, rail, runs},
};
use leptos::{prelude::*, server_fn::ServerFn, task::spawn_local};
use leptos_router::location::Url;
use protocol::{ProjectId, interview::ContextType};

#[component]
pub(crate) fn ProjectPage() -> impl IntoView {
    page(ProjectPart::Overview, render)
}

fn render(live: Live<OverviewView>) -> AnyView {
    let Live { head, view, reading } = live;
    let (id, may_change, may_administer) = head.with_untracked(|head| (head.card.id, head.may_change, head.may_administer));
    draw_missing(id, view, reading);
    let none = Memo::new(move |_| head.with(|head| head.sources == 0));
    let explore = Memo::new(move |_| head.with(|head| head.may_explore));
    let first_run = move || explore.get().then(|| view! { <FirstRun project=id.to_string() /> }.erase());
    let may_make = view.with_untracked(|view| view.may_make);
    let content = move || {
        if none.get() { render_empty(id, may_change, may_administer, may_make, reading) } else { render_filled(id, view) }
    };
    let body = view! {
        {first_run}
        {content}
        {interview(id, may_make)}
        {recent(view)}
    }
    .erase();
    frame(head, ProjectPart::Overview, body)
}

/// Pictures of tables that nobody asked for yet are asked for once the page is there.
fn draw_missing(id: ProjectId, view: RwSignal<OverviewView>, reading: Reading) {
    Effect::new(move |_| {
        if view.with_untracked(|view| !view.is_drawing) {
            return;
        }
        let request = ProjectRequest { part: ProjectPart::Sparks, id: id.to_string(), ..ProjectRequest::default() };
        spawn_local(async move {
            if read_project(request).await.is_ok() {
                reading.read();
            }
        });
    });
}

fn render_empty(id: ProjectId, may_change: bool, may_administer: bool, may_make: bool, reading: Reading) -> AnyView {
    let connect = if may_administer { projects::CONNECT } else { projects::CONNECT_OTHERS };
    let upload = may_change.then(|| view! { <Upload project=id.to_string() connect=connect reading=reading /> }.erase());
    let sample = may_make.then(|| {
        view! {
            <form method="post" action=OpenSample::PATH class="row sample-offer" data-testid="sample">
                <p class="quiet">{text::SAMPLE}</p>
                <button type="submit" class="button">
                    {icon(Icon::Project)}
                    {home::SAMPLE_BUTTON}
                </button>
            </form>
        }
        .erase()
    });
    view! {
        <div class="empty">
            <h2>{text::EMPTY_TITLE}</h2>
            <p>{if may_change { text::EMPTY } else { text::EMPTY_READER }}</p>
        </div>
        {upload}
        {sample}
    }
    .erase()
}

fn render_filled(id: ProjectId, view: RwSignal<OverviewView>) -> AnyView {
    let busy = Memo::new(move |_| view.with(|view| view.reading));
    let reading = move || {
        let busy = busy.get();
        (busy > 0).then(|| view! { <p class="small quiet" role="status">{text::reading(busy)}</p> }.erase())
    };
    view! {
        {reading}
        <div class="overview">
            {tables(id, view)}
            {questions(id, view)}
            {links(id, view)}
            {others(id, view)}
        </div>
    }
    .erase()
}

fn tables(id: ProjectId, view: RwSignal<OverviewView>) -> AnyView {
    let any = Memo::new(move |_| view.with(|view| !view.tables.is_empty()));
    let more = Memo::new(move |_| view.with(|view| view.more_tables));
    let rows = move || {
        let row = move |one| table(id, one);
        keyed(move || view.with(|view| view.tables.iter().map(|one| Part::new(one.clone(), row)).collect()))
    };
    let section = move || {
        any.get().then(|| {
            view! {
                <section aria-labelledby="tables" class="wide">
                    <h2 id="tables">{text::TABLES}</h2>
                    <ul class="glances" data-testid="overview-tables">
                        {rows()}
                    </ul>
                    {move || {
                        let more = more.get();
                        let href = format!("/projects/{id}/sources");
                        (more > 0).then(|| view! { <p class="small"><a href=href>{text::more_tables(more)}</a></p> }.erase())
                    }}
                </section>
            }
            .erase()
        })
    };
    section.erase()
}

fn table(id: ProjectId, one: TableGlance) -> AnyView {
    let href = format!("/projects/{id}/sources/{}/tables/{}", one.source, Url::escape(&one.name));
    let facts = projects::of_table(&projects::row_count(one.rows, one.estimated), one.columns);
    view! {
        <li>
            <div>
                <a href=href dir="auto">
                    {one.name}
                </a>
                <p class="small quiet facts">
                    <span>{facts}</span>
                    <span dir="auto">{one.source_name}</span>
                </p>
            </div>
            {draw_spark(one.spark, one.is_drawing)}
        </li>
    }
    .erase()
}

/// Each leads to the box with the question filled in.
fn questions(id: ProjectId, view: RwSignal<OverviewView>) -> AnyView {
    let all = Memo::new(move |_| view.with(|view| view.questions.clone()));
    let section = move || {
        let all = all.get();
        if all.is_empty() {
            return ().erase();
        }
        let links: Vec<AnyView> = all
            .into_iter()
            .map(|question| {
                let href = format!("/ask?project={id}&question={}", Url::escape(&question));
                view! {
                    <li>
                        <a class="button wraps" href=href data-testid="suggested-question" dir="auto">
                            {question}
                        </a>
                    </li>
                }
                .erase()
            })
            .collect();
        view! {
            <section aria-labelledby="questions">
                <h2 id="questions">{text::QUESTIONS}</h2>
                <ul class="plain suggested">{links}</ul>
                <p class="small">
                    <a href=format!("/ask?project={id}")>{text::OTHER_QUESTION}</a>
                </p>
            </section>
        }
        .erase()
    };
    section.erase()
}

fn links(id: ProjectId, view: RwSignal<OverviewView>) -> AnyView {
    let all = Memo::new(move |_| view.with(|view| view.links.clone()));
    let section = move || {
        let all = all.get();
        if all.is_empty() {
            return ().erase();
        }
        let drawn = draw_diagram(&all);
        let list: Vec<AnyView> = all.into_iter().map(|one| link(id, one)).collect();
        view! {
            <section aria-labelledby="links">
                <h2 id="links">{text::LINKS}</h2>
                {drawn}
                <ul class="plain keys small" data-testid="links">
                    {list}
                </ul>
            </section>
        }
        .erase()
    };
    section.erase()
}

fn link(id: ProjectId, one: TableLink) -> AnyView {
    let href = |table: &str| format!("/projects/{id}/sources/{}/tables/{}", one.source, Url::escape(table));
    let (from, to) = (href(&one.from), href(&one.to));
    view! {
        <li>
            <a href=from dir="auto">
                {text::link(&one.from, &one.from_column)}
            </a>
            " → "
            <a href=to dir="auto">
                {text::link(&one.to, &one.to_column)}
            </a>
            {(!one.declared).then(|| view! { " " <span class="chip">{text::INFERRED}</span> }.erase())}
        </li>
    }
    .erase()
}

fn others(id: ProjectId, view: RwSignal<OverviewView>) -> AnyView {
    let all = Memo::new(move |_| view.with(|view| view.others.clone()));
    let section = move || {
        let all = all.get();
        if all.is_empty() {
            return ().erase();
        }
        let list: Vec<AnyView> = all.into_iter().map(|one| source(id, one)).collect();
        view! {
            <section aria-labelledby="others">
                <h2 id="others">{text::OTHERS}</h2>
                <ul class="glances" data-testid="overview-sources">
                    {list}
                </ul>
            </section>
        }
        .erase()
    };
    section.erase()
}

fn source(id: ProjectId, one: SourceGlance) -> AnyView {
    view! {
        <li>
            <div>
                <a href=format!("/projects/{id}/sources/{}", one.id) dir="auto">
                    {one.name}
                </a>
                <p class="small quiet facts">
                    <span>{projects::kind(&one.kind)}</span>
                    <span>{one.summary}</span>
                </p>
            </div>
        </li>
    }
    .erase()
}

/// An interview that the project is connected to.
fn interview(id: ProjectId, may_make: bool) -> AnyView {
    if !may_make {
        return ().erase();
    }
    view! {
        <form method="post" action=StartInterview::PATH class="card interview-me">
            <input type="hidden" name="project" value=id.to_string() />
            <input type="hidden" name="context" value=ContextType::ProjectDiscovery.name() />
            <p class="quiet">{text::INTERVIEW_WHY}</p>
            <button type="submit" class="button" data-testid="interview-me">
                {text::INTERVIEW}
                {icon(Icon::Arrow)}
            </button>
        </form>
    }
    .erase()
}

fn recent(view: RwSignal<OverviewView>) -> AnyView {
    let all = Memo::new(move |_| view.with(|view| view.recent.clone()));
    let section = move || {
        let all = all.get();
        if all.is_empty() {
            return ().erase();
        }
        let list: Vec<AnyView> = all.into_iter().map(render_done).collect();
        view! {
            <section aria-labelledby="recent">
                <h2 id="recent">{text::RECENT}</h2>
                <ul class="glances" data-testid="recent">
                    {list}
                </ul>
            </section>
        }
        .erase()
    };
    section.erase()
}

fn render_done(one: RecentShown) -> AnyView {
    let (kind, unnamed) = match one.kind {
        RecentKind::Run => ("run", runs::goal("")),
        RecentKind::Ask => ("ask", rail::ASK.to_owned()),
        RecentKind::Interview => ("interview", rail::INTERVIEWS.to_owned()),
        RecentKind::Opportunities => ("opportunities", text::OPPORTUNITIES.to_owned()),
    };
    let title = if one.title.is_empty() { unnamed } else { one.title };
    view! {
        <li>
            <div>
                <a href=one.href dir="auto">
                    {title}
                </a>
                <p class="small quiet facts">
                    <span>{text::kind(kind)}</span>
                    <span>
                        <When at=one.at />
                    </span>
                    {one.is_open.then(|| view! { <span>{text::OPEN}</span> }.erase())}
                </p>
            </div>
        </li>
    }
    .erase()
}
