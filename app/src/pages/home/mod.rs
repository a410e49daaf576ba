//! The start page: what to do next.

mod projects;
mod runs;

use super::interviews::{
    InterviewCards, ObjectiveCards,
    calls::{InterviewCard, InterviewFilter, InterviewList, read_interviews, read_objectives},
};
use crate::{
    browser,
    calls::{CallFault, open, page_data_once},
    erased::{Erase, Memo},
    feed::{self, Read},
    pages::{
        interviews::fault_of_form,
        projects::calls::{ProjectCard, ProjectList, read_projects},
        runs::calls::{HomeRuns, read_home_runs},
    },
    parts::{Alert, Fault, Icon, Ring, VisitResource, icon},
    words::{self, home as text},
};
use leptos::prelude::*;
use leptos_meta::Title;
use projects::Projects;
use protocol::{interview::SessionStatus, live::Topic};
use runs::Runs;

#[component]
pub(crate) fn HomePage() -> impl IntoView {
    let visit = expect_context::<VisitResource>();
    let cards = page_data_once(|_| Box::pin(read_interviews(InterviewFilter::default())));
    let objectives = page_data_once(|_| Box::pin(read_objectives()));
    let projects = page_data_once(|_| Box::pin(read_projects(None)));
    let runs = page_data_once(|_| Box::pin(read_home_runs()));
    let fault = RwSignal::new(fault_of_form());
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || Suspend::new(async move {
                let account = visit.account().await;
                let role = account.as_ref().map(|account| account.role);
                let name = account.map(|account| account.name).unwrap_or_default();
                let projects = open::<ProjectList>(projects.await).map(live_projects);
                let runs = open::<HomeRuns>(runs.await).unwrap_or_default();
                let objectives = open(objectives.await).unwrap_or_default();
                match open::<InterviewList>(cards.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(list) => {
                        let cards = live(list);
                        let none = Memo::new(move |_| cards.with(Vec::is_empty));
                        view! {
                            <main id="main" class="page home" tabindex="-1">
                                <Alert fault=fault />
                                {move || {
                                    if none.get() {
                                        view! { <Welcome /> }.erase()
                                    } else {
                                        view! { <Returning name=name.clone() cards=cards /> }.erase()
                                    }
                                }}
                                <Runs first=runs />
                                <section aria-labelledby="start-name">
                                    <h2 id="start-name">{text::START}</h2>
                                    <ObjectiveCards cards=objectives />
                                </section>
                                {projects.ok().map(|cards| view! { <Projects cards=cards role=role /> })}
                            </main>
                        }
                            .erase()
                    }
                }
            })}
        </Suspense>
    }
    .erase()
}

/// The newest of one's interviews as they become.
fn live(list: InterviewList) -> RwSignal<Vec<InterviewCard>> {
    let cards = RwSignal::new(list.page.items);
    follow(Topic::Interviews, list.mark, move || async move {
        let list: InterviewList = open(read_interviews(InterviewFilter::default()).await)?;
        show(cards, list.page.items);
        Ok(list.mark)
    });
    cards
}

/// The newest projects as they become.
fn live_projects(list: ProjectList) -> RwSignal<Vec<ProjectCard>> {
    let cards = RwSignal::new(list.page.items);
    follow(Topic::Projects, list.mark, move || async move {
        let list: ProjectList = open(read_projects(None).await)?;
        show(cards, list.page.items);
        Ok(list.mark)
    });
    cards
}

fn show<Card: Send + Sync + 'static>(cards: RwSignal<Vec<Card>>, fresh: Vec<Card>) {
    browser::keep_place(move || {
        // The page may be gone by now.
        let _gone = cards.try_set(fresh);
    });
}

/// `read` shows the list as it stands and gives its mark.
fn follow<Reading: Future<Output = Result<String, CallFault>>>(
    what: Topic,
    mark: String,
    read: impl Fn() -> Reading + Copy + Send + Sync + 'static,
) {
    let ask = move || async move { read().await.map_or(Read::Failed, Read::Shown) };
    feed::Reading::begin(expect_context(), what, mark, ask, Callback::new(|()| {}));
}

/// What the product is, for whoever has not begun anything.
#[component]
fn Welcome() -> impl IntoView {
    let points = text::EMPTY
        .map(|(name, line)| {
            view! {
                <li>
                    <h2>{name}</h2>
                    <p>{line}</p>
                </li>
            }
        })
        .collect_view();
    view! {
        <div class="welcome" data-testid="welcome">
            <h1>{text::EMPTY_TITLE}</h1>
            <ol class="points">{points}</ol>
        </div>
    }
    .erase()
}

#[component]
fn Returning(name: String, cards: RwSignal<Vec<InterviewCard>>) -> impl IntoView {
    let next = Memo::new(move |_| {
        cards.with(|cards| cards.iter().find(|one| one.status == SessionStatus::Active && one.guest.is_none()).cloned())
    });
    let recent = Memo::new(move |_| {
        let next = next.with(|next| next.as_ref().map(|next| next.id));
        let mut recent = cards.get();
        recent.retain(|one| Some(one.id) != next);
        recent.sort_by_key(|card| std::cmp::Reverse(card.updated_at));
        recent.truncate(5);
        recent
    });
    let any = Memo::new(move |_| recent.with(|recent| !recent.is_empty()));
    let shown = Signal::derive(move || recent.get());
    view! {
        <h1 dir="auto">{text::greeting(&name)}</h1>
        {move || next.get().map(|card| view! { <GoOn card=card /> })}
        {move || {
            any.get()
                .then(|| {
                    view! {
                        <section aria-labelledby="recent-name">
                            <div class="section-head">
                                <h2 id="recent-name">{text::RECENT}</h2>
                                <a href="/interviews">{text::ALL}</a>
                            </div>
                            <InterviewCards cards=shown base="/interviews" person=false />
                        </section>
                    }
                })
        }}
    }
    .erase()
}

/// The one interview that was left last, with the shortest way back in.
#[component]
fn GoOn(card: InterviewCard) -> impl IntoView {
    view! {
        <section class="card go-on" aria-labelledby="go-on-name" data-testid="continue">
            <Ring percent=Signal::stored(card.completeness.in_hundredths()) name=words::room::COMPLETENESS />
            <div>
                <h2 id="go-on-name" class="small quiet">
                    {text::CONTINUE}
                </h2>
                <p class="go-on-title" dir="auto">
                    {card.title.clone()}
                </p>
                <p class="small quiet facts">
                    <span>{words::phase(card.phase)}</span>
                    <span>{words::room::required(card.required.0, card.required.1)}</span>
                    <span>{words::list::turns(card.turn_count)}</span>
                </p>
            </div>
            <a class="button primary" href=format!("/interviews/{}", card.id) aria-label=text::go_on(&card.title)>
                {text::CONTINUE_BUTTON}
                {icon(Icon::Arrow)}
            </a>
        </section>
    }
    .erase()
}
