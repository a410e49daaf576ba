use super::{
    calls::{RunFilter, RunLine, RunReviews, read_all_runs},
    filter::{address, form, parse_filter, tabs},
};
use crate::{
    calls::{CallFault, Listed, Packed, open, page_data, read_json},
    erased::Erase,
    pages::admin::nav::AdminNav,
    parts::{Fault, Icon, Paged, When, icon},
    words::{paged, run_reviews as text},
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use protocol::run::RunType;

/// The runs of all projects, the newest first.
#[component]
pub(crate) fn AdminRunsPage() -> impl IntoView {
    let query = use_query_map();
    let filter = Signal::derive(move || serde_json::to_string(&query.with(parse_filter)).unwrap_or_default());
    let runs = page_data(filter, |filter| Box::pin(read(filter)));
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || {
                let filter = query.with(parse_filter);
                Suspend::new(async move {
                    match open::<RunReviews>(runs.await) {
                        Err(fault) => view! { <Fault fault=fault /> }.erase(),
                        Ok(shown) => {
                            view! {
                                <main id="main" class="page" tabindex="-1">
                                    <AdminNav here="/admin/runs" />
                                    <h1>{text::TITLE}</h1>
                                    {tabs(&filter, &shown.counts)}
                                    {form(&filter, shown.projects)}
                                    <Lines first=shown.lines filter=filter />
                                </main>
                            }
                                .erase()
                        }
                    }
                })
            }}
        </Suspense>
    }
    .erase()
}

async fn read(filter: String) -> Result<Packed, CallFault> {
    read_all_runs(read_json(&filter).unwrap_or_default()).await
}

#[component]
fn Lines(first: Listed<RunLine>, filter: RunFilter) -> impl IntoView {
    if first.items.is_empty() {
        return nothing(&filter);
    }
    let lines = Paged::new(first);
    let later = filter.after.is_some();
    let here = address(&filter);
    let newest = here.clone();
    let joint = if here.contains('?') { '&' } else { '?' };
    let more = lines.more(
        move |next| format!("{here}{joint}after={next}"),
        move |next| {
            let filter = RunFilter { after: Some(next), ..filter.clone() };
            lines.extend(async move { open::<RunReviews>(read_all_runs(filter).await).map(|shown| shown.lines) });
        },
    );
    let newest = later.then(|| {
        view! {
            <p class="more">
                <a rel="external" href=newest>
                    {paged::NEWEST}
                </a>
            </p>
        }
        .erase()
    });
    view! {
        {newest}
        <div class="scrolls" tabindex="0" role="region" aria-label=text::TITLE>
            <table class="records labelled">
                <thead>
                    <tr>{text::COLUMNS.map(|column| view! { <th scope="col">{column}</th> }).collect_view()}</tr>
                </thead>
                <tbody>{move || lines.items.get().into_iter().map(row).collect_view()}</tbody>
            </table>
        </div>
        {more}
    }
    .erase()
}

/// No run at all, or none that fits.
fn nothing(filter: &RunFilter) -> AnyView {
    let (what, href, way) = if *filter == RunFilter::default() {
        (text::NO_RUN_YET, "/projects", text::TO_PROJECTS)
    } else {
        (text::NO_RUN, "/admin/runs", text::ALL_RUNS)
    };
    view! {
        <div class="empty">
            <p>{what}</p>
            <a class="button" href=href>
                {way}
            </a>
        </div>
    }
    .erase()
}

fn row(one: RunLine) -> AnyView {
    let name = text::STATUSES.iter().find(|(status, _)| *status == one.status.name()).map_or("", |(_, name)| *name);
    let partial = (one.run_type == Some(RunType::Partial)).then(|| format!(" ({})", text::PARTIAL));
    let goal = if one.goal.is_empty() { text::NO_GOAL.to_owned() } else { one.goal };
    let cost = one.total_usd.map_or_else(|| text::UNKNOWN_COST.to_owned(), |usd| format!("${usd:.2}"));
    let feedback = feedback(one.likes, one.dislikes);
    // Narrow, each cell is a line of its own, and says what it is.
    let [_, _, who, status, findings, ratings, queries, price] = text::COLUMNS;
    view! {
        <tr data-testid="run-line">
            <td class="when">
                <When at=one.at />
            </td>
            <td class="detail">
                <a href=format!("/projects/{}/runs/{}", one.project, one.id) dir="auto">{one.project_name}</a>
                <p class="small quiet" dir="auto">{goal}</p>
                {one.error.map(|error| view! { <p class="small" dir="auto">{error}</p> })}
            </td>
            <td dir="auto" data-label=who>{one.person.unwrap_or_else(|| text::NOBODY.to_owned())}</td>
            <td data-label=status>{name}{partial}</td>
            <td data-label=findings>{one.insights}</td>
            <td data-label=ratings>{feedback}</td>
            <td data-label=queries>{one.queries}</td>
            <td data-label=price>{cost}</td>
        </tr>
    }
    .erase()
}

/// What people think of what it found, with the way to what they wrote.
fn feedback(likes: u32, dislikes: u32) -> AnyView {
    if likes + dislikes == 0 {
        return view! { <span class="small quiet">{text::NO_RATING}</span> }.erase();
    }
    let part = |count: u32, picture: Icon, rating: &'static str, label: String| {
        (count > 0).then(|| {
            view! {
                <a class="small" href=format!("/admin/feedback?of=findings&rating={rating}")>
                    {icon(picture)}
                    " "
                    {label}
                </a>
            }
            .erase()
        })
    };
    view! {
        {part(dislikes, Icon::Dislike, "dislike", text::not_useful(dislikes))}
        " "
        {part(likes, Icon::Like, "like", text::useful(likes))}
    }
    .erase()
}
