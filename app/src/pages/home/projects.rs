//! The way to the projects, or to a sample where there are none.

use crate::{
    erased::{Erase, Memo},
    pages::{
        interviews::sharing::calls::OpenSampleInterview,
        projects::calls::{OpenSample, ProjectCard},
    },
    parts::{Icon, Part, When, icon, keyed},
    words::{home as text, projects},
};
use leptos::{prelude::*, server_fn::ServerFn, tachys::view::any_view::AnyView};
use protocol::account::Role;

/// The newest projects. Whoever may make one and has none is offered the sample.
#[component]
pub(super) fn Projects(cards: RwSignal<Vec<ProjectCard>>, role: Option<Role>) -> impl IntoView {
    let may_make = role.is_some_and(|role| role >= Role::Member);
    let none = Memo::new(move |_| cards.with(Vec::is_empty));
    move || if none.get() && !may_make { ().erase() } else { section(cards, none.get()) }
}

fn section(cards: RwSignal<Vec<ProjectCard>>, none: bool) -> AnyView {
    let newest = move || cards.get().into_iter().take(3).map(|one| Part::new(one, card)).collect();
    let shown = if none { view! { <Sample /> }.erase() } else { keyed(newest) };
    view! {
        <section aria-labelledby="projects-name" data-testid="home-projects">
            <div class="section-head">
                <h2 id="projects-name">{projects::TITLE}</h2>
                <a href="/projects">{text::ALL_PROJECTS}</a>
            </div>
            <ul class="project-cards">{shown}</ul>
        </section>
    }
    .erase()
}

fn card(card: ProjectCard) -> AnyView {
    view! {
        <li class="card">
            <h3>
                <a href=format!("/projects/{}", card.id) dir="auto">
                    {card.name}
                </a>
            </h3>
            <p class="about" dir="auto">{card.description}</p>
            <p class="small quiet facts">
                <span>{projects::state(&card.state)}</span>
                <span><When at=card.created_at /></span>
            </p>
        </li>
    }
    .erase()
}

/// Made-up data to look around in.
#[component]
fn Sample() -> impl IntoView {
    view! {
        <li class="card" data-testid="sample">
            <h3>{text::SAMPLE}</h3>
            <p class="quiet">{text::SAMPLE_WHY}</p>
            <form method="post" action=OpenSample::PATH>
                <button type="submit" class="button">
                    {icon(Icon::Project)}
                    {text::SAMPLE_BUTTON}
                </button>
            </form>
        </li>
        <li class="card" data-testid="sample-interview">
            <h3>{text::SAMPLE_INTERVIEW}</h3>
            <p class="quiet">{text::SAMPLE_INTERVIEW_WHY}</p>
            <form method="post" action=OpenSampleInterview::PATH>
                <button type="submit" class="button">
                    {icon(Icon::List)}
                    {text::SAMPLE_INTERVIEW_BUTTON}
                </button>
            </form>
        </li>
    }
    .erase()
}
