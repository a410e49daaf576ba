use super::{
    calls::{RunCard, RunWish, RunsRequest, RunsView, read_runs},
    header::status_chip,
    start::{Offer, StartRun},
};
use crate::{
    browser,
    calls::{Answer, CallFault, PageData, open, page_data, read_json},
    erased::{Erase, Memo},
    feed::{Feed, Read, Reading},
    pages::{
        interviews::fault_of_form,
        projects::{
            calls::{OfProject, ProjectHead, ProjectPart},
            frame,
        },
    },
    parts::{Alert, Fault, Paged, Part, When, keyed},
    words::{ask, paged, runs as text, schedules},
};
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};
use protocol::{live::Topic, work::WorkStatus};

/// The runs of a project, and the form that starts one.
#[component]
pub(crate) fn RunsPage() -> impl IntoView {
    let (params, query) = (use_params_map(), use_query_map());
    let key = Signal::derive(move || {
        let of = |name: &str| query.with(|query| query.get(name).unwrap_or_default());
        let project = params.with(|params| params.get("id").unwrap_or_default());
        let wish = RunWish {
            project: project.clone(),
            goal: of("goal"),
            areas: of("areas").split(',').filter(|area| !area.is_empty()).map(str::to_owned).collect(),
            explorer: of("explorer"),
            max_steps: of("max_steps"),
            queries: of("queries"),
            minutes: of("minutes"),
            usd: of("usd"),
            session: of("session"),
        };
        let asked = RunsRequest { project, after: of("after"), wish, estimate: of("estimate") == "on" };
        serde_json::to_string(&asked).unwrap_or_default()
    });
    let data = page_data(key, |key| Box::pin(read(key)));
    let feed = expect_context::<Feed>();
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || Suspend::new(async move {
                match open::<OfProject<RunsView>>(data.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(first) => render(first, read_json(&key.get_untracked()).unwrap_or_default(), data, feed),
                }
            })}
        </Suspense>
    }
    .erase()
}

async fn read(key: String) -> Answer {
    match read_json(&key) {
        Ok(asked) => read_runs(asked).await,
        Err(fault) => Err(CallFault::Broken(fault.to_string())),
    }
}

/// Held, and older than everything on the newest page.
fn beyond(newest: &[RunCard], held: &RunCard) -> bool {
    newest.last().is_some_and(|last| (held.created_at, held.id) < (last.created_at, last.id))
}

/// What changes while somebody looks at it.
#[derive(Clone, Copy)]
struct Shown {
    head: RwSignal<ProjectHead>,
    cards: Paged<RunCard>,
    blocked: RwSignal<String>,
    feed: Feed,
}

impl Shown {
    /// Reads it again whenever the project or its runs are others.
    fn follow(self, asked: &RunsRequest, marks: [String; 2], data: PageData) {
        // What was estimated stays as it is.
        let asked = RunsRequest { estimate: false, ..asked.clone() };
        let project = self.head.with_untracked(|head| head.card.id);
        for ((topic, of_runs), mark) in [(Topic::Runs(project), true), (Topic::Project(project), false)].into_iter().zip(marks) {
            let asked = asked.clone();
            let ask = move || {
                let asked = asked.clone();
                async move { self.read(asked, of_runs).await }
            };
            // The page says so in place of what was there.
            let gone = Callback::new(move |()| browser::keep_place(move || data.refetch()));
            Reading::begin(self.feed, topic, mark, ask, gone);
        }
    }

    async fn read(self, asked: RunsRequest, of_runs: bool) -> Read {
        match open::<OfProject<RunsView>>(read_runs(asked).await) {
            Ok(OfProject { head, view }) => {
                let mark = if of_runs { view.mark } else { head.mark.clone() };
                let shown = browser::keep_place(move || {
                    // The page may be gone by now.
                    let _gone = self.blocked.try_set(view.blocked);
                    if self.head.try_with_untracked(|held| *held != head) == Some(true) {
                        self.head.set(head);
                    }
                    self.cards.renew(view.page, beyond)
                });
                if shown { Read::Shown(mark) } else { Read::Failed }
            }
            Err(CallFault::NotFound(_) | CallFault::Forbidden(_) | CallFault::SignedOut) => Read::Gone,
            Err(_) => Read::Failed,
        }
    }
}

fn render(first: OfProject<RunsView>, asked: RunsRequest, data: PageData, feed: Feed) -> AnyView {
    let OfProject { head, view } = first;
    let (project, may_change) = (head.card.id, head.may_change);
    let marks = [view.mark, head.mark.clone()];
    let shown = Shown { head: RwSignal::new(head), cards: Paged::new(view.page), blocked: RwSignal::new(view.blocked), feed };
    let later = !asked.after.is_empty();
    // A list that begins in its middle stays as it was asked for.
    if !later {
        shown.follow(&asked, marks, data);
    }
    let fault = RwSignal::new(fault_of_form().or(view.fault));
    let offer = Offer { areas: view.areas, session: view.session, estimate: view.estimate, wish: asked.wish.clone() };
    // A run of nothing only fails: the way to a source is in place of the form.
    let is_empty = Memo::new(move |_| shown.head.with(|head| head.sources == 0));
    let form = may_change.then(|| {
        view! {
            <div hidden=move || is_empty.get()>
                <StartRun project=project.to_string() offer=offer fault=fault />
            </div>
        }
        .erase()
    });
    let sourceless = move || {
        let way = || may_change.then(|| (format!("/projects/{project}"), ask::CONNECT));
        is_empty.get().then(|| frame::nothing(ask::NO_SOURCE_TITLE, text::NO_SOURCE, way()))
    };
    let blocked = Memo::new(move |_| shown.blocked.get());
    let blocked = move || {
        blocked.with(|why| {
            (!why.is_empty()).then(|| view! { <p class="quiet" data-testid="blocked" dir="auto">{why.clone()}</p> }.erase())
        })
    };
    let next = move |after: String| RunsRequest { after, estimate: false, ..asked.clone() };
    let more = shown.cards.more(
        move |next| format!("/projects/{project}/runs?after={next}"),
        move |after| {
            let asked = next(after);
            shown.cards.extend(async move { open::<OfProject<RunsView>>(read_runs(asked).await).map(|list| list.view.page) });
        },
    );
    let none = Memo::new(move |_| shown.cards.items.with(Vec::is_empty));
    let list = move || {
        if none.get() {
            let what = if may_change { text::EMPTY } else { text::EMPTY_READER };
            return frame::nothing(text::EMPTY_TITLE, what, None);
        }
        let cards = keyed(move || {
            let base = format!("/projects/{project}/runs");
            let part = |one: RunCard| Part::new((one, base.clone()), |(one, base)| card(&one, &base));
            shown.cards.items.get().into_iter().map(part).collect()
        });
        view! { <ul class="run-list" data-testid="runs">{cards}</ul> }.erase()
    };
    let newest = later.then(|| {
        view! {
            <p class="more">
                <a rel="external" href=format!("/projects/{project}/runs")>
                    {paged::NEWEST}
                </a>
            </p>
        }
    });
    let body = view! {
        <Alert fault=fault />
        {blocked}
        {sourceless}
        {form}
        <p class="small">
            <a href=format!("/projects/{project}/schedules")>{schedules::LINK}</a>
        </p>
        <section aria-labelledby="runs-name">
            <h2 id="runs-name">{text::RUNS}</h2>
            {newest}
            {list}
            {more}
        </section>
    };
    frame::frame(shown.head, ProjectPart::Runs, body.erase())
}

/// A run in a list.
pub(crate) fn card(one: &RunCard, base: &str) -> AnyView {
    let over = one.status.is_over();
    let waits = one.status == WorkStatus::Pending;
    let phase = (!over && !waits).then(|| view! { <span>{text::phase(one.phase)}</span> });
    let ahead = (waits && one.ahead > 0).then(|| view! { <span data-testid="ahead">{text::ahead(one.ahead)}</span> }.erase());
    let lasted = one.started_at.zip(one.finished_at).map(|(start, end)| text::lasted((end.0 - start.0).max(0)));
    let error = one.error.clone().map(|error| view! { <p class="small fault-line" dir="auto">{error}</p> }.erase());
    view! {
        <li class="card run-card">
            <h3>
                <a href=format!("{base}/{}", one.id) dir="auto">
                    {text::goal(&one.goal)}
                </a>
            </h3>
            {status_chip(one.status.name(), one.run_type.as_deref())}
            <p class="small quiet facts">
                {phase} {ahead} <span>{text::insights(one.insights)}</span> {lasted.map(|lasted| view! { <span>{lasted}</span> })}
                <span><When at=one.created_at /></span>
            </p>
            {error}
        </li>
    }
    .erase()
}
