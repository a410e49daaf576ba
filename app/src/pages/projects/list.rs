use super::{
    calls::{ProjectCard, ProjectList, create_project, read_projects},
    trash::render_undo,
};
use crate::{
    browser,
    calls::{Answer, after, open, page_data},
    erased::{Erase, Memo},
    feed::{Read, Reading},
    pages::interviews::fault_of_form,
    parts::{Alert, Fault, Newest, Paged, Part, When, keyed},
    words::{self, projects as text},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_meta::Title;
use leptos_router::hooks::{use_navigate, use_query_map};
use protocol::{ProjectId, SessionId, live::Topic};
use wasm_bindgen::JsCast;
use web_sys::{FormData, HtmlFormElement};

/// The tenant's projects, and a form to make one.
#[component]
pub(crate) fn ProjectsPage() -> impl IntoView {
    let of = |name: &str| use_query_map().with_untracked(|query| query.get(name).unwrap_or_default());
    let (from, session) = (of("after"), of("session"));
    let later = !from.is_empty();
    let list = page_data(Signal::stored(from), |from| Box::pin(read(from)));
    // Only what is an id goes into addresses.
    let session = session.parse::<SessionId>().ok();
    let deleted = of("deleted").parse::<ProjectId>().ok();
    let fault = RwSignal::new(fault_of_form());
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || Suspend::new(async move {
                match open::<ProjectList>(list.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(list) => {
                        view! {
                            <main id="main" class="page projects" tabindex="-1">
                                <h1>{text::TITLE}</h1>
                                <Alert fault=fault />
                                {deleted.map(render_undo)}
                                <p class="quiet">{if session.is_some() { words::runs::CHOOSE_PROJECT } else { text::ABOUT }}</p>
                                <Cards first=list later=later session=session />
                                <NewProject />
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

async fn read(from: String) -> Answer {
    read_projects(after(from)).await
}

/// Held, and older than everything on the newest page.
fn beyond(newest: &[ProjectCard], held: &ProjectCard) -> bool {
    newest.last().is_some_and(|last| (held.created_at, held.id) < (last.created_at, last.id))
}

#[component]
fn Cards(first: ProjectList, later: bool, session: Option<SessionId>) -> impl IntoView {
    let cards = Paged::new(first.page);
    // A list that begins in its middle stays as it was asked for.
    if !later {
        let ask = move || async move {
            let Ok(list) = open::<ProjectList>(read_projects(None).await) else { return Read::Failed };
            let shown = browser::keep_place(move || cards.renew(list.page, beyond));
            if shown { Read::Shown(list.mark) } else { Read::Failed }
        };
        Reading::begin(expect_context(), Topic::Projects, first.mark, ask, Callback::new(|()| {}));
    }
    let more = cards.more(
        move |next| match session {
            Some(session) => format!("/projects?after={next}&session={session}"),
            None => format!("/projects?after={next}"),
        },
        move |next| cards.extend(async { open::<ProjectList>(read_projects(Some(next)).await).map(|list| list.page) }),
    );
    let none = Memo::new(move |_| cards.items.with(Vec::is_empty));
    view! {
        <Newest later=later href="/projects" />
        {move || {
            if none.get() {
                return view! {
                    <div class="empty">
                        <h2>{text::EMPTY_TITLE}</h2>
                        <p>{text::EMPTY}</p>
                    </div>
                }
                .erase();
            }
            let part = move |one| Part::new(one, move |one| card(one, session));
            let cards = keyed(move || cards.items.get().into_iter().map(part).collect());
            view! { <ul class="project-cards" data-testid="projects">{cards}</ul> }.erase()
        }}
        {more}
    }
    .erase()
}

/// With an interview it leads to where a run begins with what is known from it.
fn card(card: ProjectCard, session: Option<SessionId>) -> AnyView {
    let href = match session {
        Some(session) => format!("/projects/{}/runs?session={session}", card.id),
        None => format!("/projects/{}", card.id),
    };
    view! {
        <li class="card">
            <h2>
                <a href=href dir="auto">
                    {card.name}
                </a>
            </h2>
            <p class="about" dir="auto">{card.description}</p>
            <p class="small quiet facts">
                <span>{text::state(&card.state)}</span>
                <span><When at=card.created_at /></span>
            </p>
        </li>
    }
    .erase()
}

#[component]
fn NewProject() -> impl IntoView {
    let fault = RwSignal::new(None::<String>);
    let is_busy = RwSignal::new(false);
    let navigate = use_navigate();
    let create = move |event: SubmitEvent| {
        event.prevent_default();
        // Whoever presses twice wants one project.
        if is_busy.get_untracked() {
            return;
        }
        let Some(form) = event.target().and_then(|target| target.dyn_into::<HtmlFormElement>().ok()) else { return };
        let Ok(data) = FormData::new_with_form(&form) else { return };
        let entered = move |name: &str| data.get(name).as_string().unwrap_or_default();
        let navigate = navigate.clone();
        is_busy.set(true);
        spawn_local(async move {
            match create_project(entered("name"), entered("description")).await {
                Ok(id) => navigate(&format!("/projects/{id}"), Default::default()),
                Err(error) => {
                    // The page may be gone by now.
                    let _gone = is_busy.try_set(false);
                    let _gone = fault.try_set(Some(error.to_string()));
                }
            }
        });
    };
    view! {
        <section aria-labelledby="new-project" class="new-project">
            <h2 id="new-project">{text::NEW}</h2>
            <Alert fault=fault />
            <form class="inline-form" on:submit=create>
                <label class="field">
                    <span>{text::NAME}</span>
                    <input name="name" required maxlength="200" autocomplete="off" />
                </label>
                <label class="field">
                    <span>{text::DESCRIPTION}</span>
                    <input name="description" maxlength="2000" autocomplete="off" />
                </label>
                <button type="submit" class="button primary" aria-disabled=move || is_busy.get().to_string()>
                    {text::CREATE}
                </button>
            </form>
        </section>
    }
    .erase()
}
