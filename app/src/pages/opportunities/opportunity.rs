//! One opportunity: how it came about, and what is decided about it.

use super::{
    calls::pipelines_path,
    cards::{is_warned, opportunity_chip, warned_chip},
    chain::{Chain, relatives},
    cycle::checks,
    decision::Decide,
    experiment::Experiment,
    header::Engine,
    history::History,
    live::{Tracking, path},
    page::Banner,
    rating::Rate,
};
use crate::{
    erased::{Effect, Erase, Memo},
    parts::{Alert, Icon, icon, title_apart},
    words::opportunities as text,
};
use leptos::prelude::*;
use leptos_meta::Title;
use protocol::opportunities::{Boundary, Rejection};

#[component]
pub(super) fn OpportunityBody(tracking: Tracking) -> impl IntoView {
    let area = Memo::new(move |_| tracking.with_chosen(|one, _| one.brief.affected_area.clone()));
    // Shown once more when the next page of a pipeline has come: by then the values of this one are gone.
    let title = title_apart(area.get_untracked());
    let entitled = title.clone();
    Effect::new(move |_| entitled.set(area.get()));
    view! {
        <Title text=move || title.get() />
        <main id="main" class="page project opportunities" tabindex="-1">
            <Header tracking=tracking area=area />
            <Alert fault=tracking.live.fault />
            <Banner tracking=tracking />
            <div class="run-columns">
                <div class="run-found">
                    <h2 class="hidden">{text::CHAIN}</h2>
                    <Chain tracking=tracking />
                    <Contract tracking=tracking />
                </div>
                <div class="run-work">
                    <Decide tracking=tracking />
                    <History tracking=tracking />
                    <Experiment tracking=tracking />
                    <Rate tracking=tracking />
                </div>
            </div>
        </main>
    }
    .erase()
}

#[component]
fn Header(tracking: Tracking, area: Memo<String>) -> impl IntoView {
    let project = tracking.peek(|view| view.project);
    let name = Memo::new(move |_| tracking.around.with(|around| around.project_name.clone()));
    let state = Memo::new(move |_| tracking.with_chosen(|one, _| Some((one.status, is_warned(one)))));
    let facts = Memo::new(move |_| {
        tracking
            .with_chosen(|one, _| (one.priority, one.rank.as_ref().map(|rank| rank.rank), one.guidance.clone(), one.waits_for))
    });
    let relatives = Memo::new(move |_| tracking.with_chosen(|one, view| relatives(one, &view.opportunities)));
    let has_spec = Memo::new(move |_| tracking.with_chosen(|one, _| one.spec.is_some()));
    let chips =
        move || state.get().map(|(status, is_warned)| view! { {opportunity_chip(status)} {is_warned.then(warned_chip)} }.erase());
    let places = move || {
        let (priority, rank, _, waits) = facts.get();
        let fact = |words: String| view! { <span>{words}</span> }.erase();
        view! {
            <p class="small quiet facts">
                {rank.map(|rank| fact(text::rank(rank)))} {priority.map(|priority| fact(text::priority(priority)))}
                {waits.map(|stage| fact(text::waits_for(stage)))}
            </p>
        }
        .erase()
    };
    let guidance = move || {
        facts.get().2.map(|guidance| {
            view! {
                <p class="run-end" dir="auto" data-testid="guidance">
                    {text::GUIDED} ": " {guidance}
                </p>
            }
            .erase()
        })
    };
    let split = move || {
        let lines: Vec<AnyView> = relatives
            .get()
            .into_iter()
            .map(|(id, area, is_parent)| {
                view! {
                    <li>
                        {if is_parent { text::SPLIT_FROM } else { text::PARTS }} ": " <a rel="external" href=path(id) dir="auto">
                            {area}
                        </a>
                    </li>
                }
                .erase()
            })
            .collect();
        (!lines.is_empty()).then(|| view! { <ul class="small split-parts">{lines}</ul> }.erase())
    };
    view! {
        <header class="project-head run-head">
            <p class="small crumbs">
                <a href="/opportunities">{text::TITLE}</a>
                <a href=pipelines_path(project) dir="auto">
                    {move || name.get()}
                </a>
                <a rel="external" href=path(tracking.pipeline) data-testid="to-pipeline">
                    {text::BACK}
                </a>
            </p>
            <div class="row">
                <h1 dir="auto">{move || area.get()}</h1>
                {chips}
            </div>
            {places}
            <Engine tracking=tracking />
            {split}
            {guidance}
            {move || has_spec.get().then(|| exports(tracking))}
        </header>
    }
    .erase()
}

fn exports(tracking: Tracking) -> AnyView {
    let Some(id) = tracking.chosen else { return ().erase() };
    let links = text::EXPORTS
        .map(|(format, name)| {
            view! {
                <a
                    class="button"
                    rel="external"
                    download=""
                    href=format!("/api/v1/opportunities/{id}/export?format={format}")
                    data-testid=format!("export-{format}")
                >
                    {icon(Icon::Download)}
                    {name}
                </a>
            }
            .erase()
        })
        .into_iter()
        .collect_view();
    view! {
        <div class="row acts no-print" role="group" aria-label=text::EXPORT>
            {links}
        </div>
    }
    .erase()
}

/// What receivers said about this one.
#[component]
fn Contract(tracking: Tracking) -> impl IntoView {
    let all = Memo::new(move |_| {
        let Some(id) = tracking.chosen else { return Vec::new() };
        tracking.with(|view| {
            let own = view.contract_log.iter().flat_map(|cycle| cycle.rejected.iter().map(move |one| (cycle, one)));
            let own = own.filter(|(_, one)| one.item == id);
            own.map(|(cycle, one)| (cycle.boundary, cycle.cycle, one.clone())).collect::<Vec<(Boundary, u32, Rejection)>>()
        })
    });
    move || {
        let lines = all.get();
        if lines.is_empty() {
            return ().erase();
        }
        let lines: Vec<AnyView> = lines
            .into_iter()
            .map(|(boundary, cycle, one)| {
                view! {
                    <li class="rejection">
                        <p class="row">
                            <b>{text::rejected_by(boundary, cycle)}</b>
                            {checks(&one)}
                        </p>
                        <p dir="auto">{super::changed::marked(&one.reason)}</p>
                    </li>
                }
                .erase()
            })
            .collect();
        view! {
            <section class="card padded" aria-labelledby="own-contract" data-testid="own-contract">
                <h2 id="own-contract">{text::CONTRACTS}</h2>
                <ul class="rejections">{lines}</ul>
            </section>
        }
        .erase()
    }
}
