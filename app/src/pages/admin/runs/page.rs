use super::calls::{RunLine, read_all_runs};
use crate::{
    calls::{CallFault, Listed, Packed, open, page_data},
    erased::Erase,
    pages::admin::nav::AdminNav,
    parts::{Fault, Newest, Paged, When},
    words::run_reviews as text,
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use protocol::{run::RunType, work::WorkStatus};

/// The runs of all projects, the newest first.
#[component]
pub(crate) fn AdminRunsPage() -> impl IntoView {
    let query = use_query_map();
    let filter = Signal::derive(move || {
        query.with(|query| format!("{}|{}", query.get("status").unwrap_or_default(), query.get("after").unwrap_or_default()))
    });
    let runs = page_data(filter, |filter| Box::pin(read(filter)));
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || {
                let now = filter.get();
                Suspend::new(async move {
                    match open::<Listed<RunLine>>(runs.await) {
                        Err(fault) => view! { <Fault fault=fault /> }.erase(),
                        Ok(runs) => {
                            view! {
                                <main id="main" class="page" tabindex="-1">
                                    <AdminNav here="/admin/runs" />
                                    <h1>{text::TITLE}</h1>
                                    {tabs(&now)}
                                    <Lines first=runs filter=now />
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

fn parsed(filter: &str) -> (Option<WorkStatus>, Option<String>) {
    const ALL: [WorkStatus; 5] =
        [WorkStatus::Pending, WorkStatus::Running, WorkStatus::Completed, WorkStatus::Failed, WorkStatus::Cancelled];
    let (status, after) = filter.split_once('|').unwrap_or_default();
    let status = ALL.into_iter().find(|one| one.name() == status);
    (status, Some(after.to_owned()).filter(|after| !after.is_empty()))
}

async fn read(filter: String) -> Result<Packed, CallFault> {
    let (status, after) = parsed(&filter);
    read_all_runs(status, after).await
}

fn tabs(now: &str) -> impl IntoView + use<> {
    let now = parsed(now).0.map(WorkStatus::name).unwrap_or_default();
    let tabs = text::STATUSES.map(|(status, name)| {
        let href = if status.is_empty() { "/admin/runs".to_owned() } else { format!("/admin/runs?status={status}") };
        view! {
            <a href=href aria-current=(status == now).then_some("page")>
                {name}
            </a>
        }
    });
    view! {
        <nav class="tabs" aria-label=text::WHICH>
            {tabs.collect_view()}
        </nav>
    }
    .erase()
}

#[component]
fn Lines(first: Listed<RunLine>, filter: String) -> impl IntoView {
    if first.items.is_empty() {
        return view! { <div class="empty"><p>{text::NO_RUN}</p></div> }.erase();
    }
    let lines = Paged::new(first);
    let (status, after) = parsed(&filter);
    let of = status.map(WorkStatus::name).unwrap_or_default();
    let more = lines.more(
        move |next| format!("/admin/runs?status={of}&after={next}"),
        move |next| lines.extend(async move { open(read_all_runs(status, Some(next)).await) }),
    );
    let row = |one: RunLine| {
        let name = text::STATUSES.iter().find(|(status, _)| *status == one.status.name()).map_or("", |(_, name)| *name);
        let partial = (one.run_type == Some(RunType::Partial)).then(|| format!(" ({})", text::PARTIAL));
        let goal = if one.goal.is_empty() { text::NO_GOAL.to_owned() } else { one.goal };
        let cost = one.total_usd.map_or_else(|| text::UNKNOWN_COST.to_owned(), |usd| format!("${usd:.2}"));
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
                <td dir="auto">{one.person.unwrap_or_else(|| text::NOBODY.to_owned())}</td>
                <td>{name}{partial}</td>
                <td>{one.insights}</td>
                <td>{one.queries}</td>
                <td>{cost}</td>
            </tr>
        }
    };
    view! {
        <Newest later={after.is_some()} href="/admin/runs" />
        <div class="scrolls" tabindex="0" role="region" aria-label=text::TITLE>
            <table class="records">
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
