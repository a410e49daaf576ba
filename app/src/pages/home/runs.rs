//! What explores the data, or did last, and the way to the first run where there was none.

use super::follow;
use crate::{
    browser,
    calls::open,
    erased::{Erase, Memo},
    feed::Feed,
    pages::runs::{
        FirstRun,
        calls::{HomeRun, HomeRuns, read_home_runs},
    },
    parts::{Icon, icon},
    words::runs as text,
};
use leptos::prelude::*;
use protocol::live::Topic;

#[component]
pub(super) fn Runs(first: HomeRuns) -> impl IntoView {
    let watched = first.newest.as_ref().map(|run| (run.project, run.mark.clone()));
    let runs = RwSignal::new(first);
    let feed = expect_context::<Feed>();
    if let Some((project, mark)) = watched {
        follow(Topic::Runs(project), mark, move || async move {
            let fresh: HomeRuns = open(read_home_runs().await)?;
            // Of another project's runs the page does not hear: what it shows then counts as current.
            let own = fresh.newest.as_ref().filter(|run| run.project == project).map(|run| run.mark.clone());
            let mark = own.or_else(|| feed.latest_mark(Topic::Runs(project))).unwrap_or_default();
            browser::keep_place(move || {
                // The page may be gone by now.
                let _gone = runs.try_set(fresh);
            });
            Ok(mark)
        });
    }
    let newest = Memo::new(move |_| runs.with(|runs| runs.newest.clone()));
    let explore = Memo::new(move |_| runs.with(|runs| runs.explore.clone()));
    view! {
        {move || newest.get().map(render)}
        {move || {
            explore.get().map(|(project, name)| view! { <FirstRun project=project.to_string() name=Some(name) /> })
        }}
    }
    .erase()
}

fn render(run: HomeRun) -> AnyView {
    let HomeRun { project, project_name, card, .. } = run;
    let (over, goal) = (card.status.is_over(), text::goal(&card.goal));
    let (class, shape, word) = text::status(card.status.name(), card.run_type.as_deref());
    let (button, phase) =
        if over { (text::CONTINUE, None) } else { (text::FOLLOW, Some(view! { <span>{text::phase(card.phase)}</span> })) };
    view! {
        <section class="card go-on" aria-labelledby="run-name" data-testid="home-run">
            <span class=class>
                <span aria-hidden="true">{shape}</span>
                {word}
            </span>
            <div>
                <h2 id="run-name" class="small quiet">
                    {text::LATEST}
                </h2>
                <p class="go-on-title" dir="auto">
                    {goal.clone()}
                </p>
                <p class="small quiet facts">
                    <span dir="auto">{project_name}</span>
                    {phase}
                    <span>{text::insights(card.insights)}</span>
                </p>
            </div>
            <a class="button primary" href=format!("/projects/{project}/runs/{}", card.id) aria-label=format!("{button}: {goal}")>
                {button}
                {icon(Icon::Arrow)}
            </a>
        </section>
    }
    .erase()
}
