use super::{
    calls::{AskCard, AskProject, AsksRequest, AsksView, FactShown, read_asks},
    composer::{Composer, Draft},
    form::Desk,
    header::end_chip,
};
use crate::{
    browser,
    calls::{Answer, CallFault, open, page_data, read_json},
    erased::{Erase, Memo},
    feed::{Feed, Read, Reading},
    pages::{interviews::fault_of_form, projects::calls::OpenSample},
    parts::{Alert, Fault, Icon, Paged, Part, When, icon, keyed},
    words::{ask as text, ask_schedules, home},
};
use leptos::{prelude::*, server_fn::ServerFn};
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use protocol::{ProjectId, live::Topic};

/// Where questions begin: the project, the box, and one's own asks.
#[component]
pub(crate) fn AsksPage() -> impl IntoView {
    let query = use_query_map();
    let key = Signal::derive(move || {
        let of = |name: &str| query.with(|query| query.get(name).unwrap_or_default());
        let request = AsksRequest {
            project: of("project"),
            conversation: of("conversation"),
            after: of("after"),
            question: of("question"),
            mode: of("mode"),
            facts: of("facts"),
        };
        serde_json::to_string(&request).unwrap_or_default()
    });
    let refreshed = Signal::derive(move || query.with(|query| query.get("refreshed").is_some()));
    let data = page_data(key, |key| Box::pin(read(key)));
    let feed = expect_context::<Feed>();
    view! {
        <Title text=text::TITLE />
        <Suspense>
            {move || Suspend::new(async move {
                match open::<AsksView>(data.await) {
                    Err(fault) => view! { <Fault fault=fault /> }.erase(),
                    Ok(first) => render(first, feed, refreshed),
                }
            })}
        </Suspense>
    }
    .erase()
}

async fn read(key: String) -> Answer {
    match read_json(&key) {
        Ok(request) => read_asks(request).await,
        Err(fault) => Err(CallFault::Broken(fault.to_string())),
    }
}

fn render(first: AsksView, feed: Feed, refreshed: Signal<bool>) -> AnyView {
    let fault = RwSignal::new(fault_of_form());
    let body = match &first.project {
        _ if first.projects.is_empty() => no_project(first.may_ask),
        None => ().erase(),
        Some(project) => of_project(&first, project, feed, fault),
    };
    let chosen = first.project.as_ref().map(|project| project.id);
    view! {
        <main id="main" class="page project ask" tabindex="-1">
            <header class="project-head">
                <h1>{text::TITLE}</h1>
                <p class="quiet">{text::ABOUT}</p>
                <p class="small">
                    <a href="/ask/schedules">{ask_schedules::LINK}</a>
                </p>
            </header>
            <Alert fault=fault />
            <div role="status" class="run-banner">
                {move || refreshed.get().then(|| view! { <p class="working">{text::REFRESHED}</p> }.erase())}
            </div>
            {choice(first.projects.clone(), chosen)}
            {body}
        </main>
    }
    .erase()
}

/// Which project is asked. The only one needs no choice.
fn choice(projects: Vec<(ProjectId, String)>, chosen: Option<ProjectId>) -> AnyView {
    if projects.is_empty() || (projects.len() == 1 && chosen.is_some()) {
        return projects
            .into_iter()
            .map(|(id, name)| {
                view! {
                    <p class="small quiet">
                        {text::PROJECT} ": " <a href=format!("/projects/{id}") dir="auto">
                            {name}
                        </a>
                    </p>
                }
                .erase()
            })
            .collect_view()
            .erase();
    }
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
        <form method="get" action="/ask" class="inline-form" data-testid="choose-project">
            <label class="field">
                <span>{text::PROJECT}</span>
                <select name="project">{options}</select>
            </label>
            <button type="submit" class="button">
                {text::CHOOSE}
            </button>
        </form>
    }
    .erase()
}

fn no_project(may_ask: bool) -> AnyView {
    let ways = may_ask.then(|| {
        view! {
            <div class="row way">
                <a class="button" href="/projects">
                    {text::CREATE_PROJECT}
                </a>
                <form method="post" action=OpenSample::PATH>
                    <button type="submit" class="button">
                        {icon(Icon::Project)}
                        {home::SAMPLE_BUTTON}
                    </button>
                </form>
            </div>
        }
        .erase()
    });
    view! {
        <div class="empty" data-testid="no-project">
            <h2>{text::NO_PROJECT_TITLE}</h2>
            <p>{text::NO_PROJECT}</p>
            {ways}
        </div>
    }
    .erase()
}

fn of_project(first: &AsksView, project: &AskProject, feed: Feed, fault: RwSignal<Option<String>>) -> AnyView {
    let box_or_not = if project.is_empty {
        view! {
            <div class="empty" data-testid="no-source">
                <h2>{text::NO_SOURCE_TITLE}</h2>
                <p>{text::NO_SOURCE}</p>
                <p class="row way">
                    <a class="button" href=format!("/projects/{}", project.id)>
                        {text::CONNECT}
                    </a>
                </p>
            </div>
        }
        .erase()
    } else if first.may_ask {
        let desk = Desk::new(String::new(), fault, Callback::new(|()| {}));
        let draft = Draft {
            project: project.id.to_string(),
            conversation: first.request.conversation.clone(),
            question: first.request.question.clone(),
            mode: first.request.mode.clone(),
            suggestions: project.suggestions.clone(),
            ..Draft::default()
        };
        view! {
            <section aria-labelledby="box-name">
                <h2 id="box-name">{text::QUESTION}</h2>
                <Composer desk=desk first=draft />
                <p class="small quiet" data-testid="ask-engine">
                    {text::ENGINE}
                </p>
            </section>
        }
        .erase()
    } else {
        view! { <p class="quiet">{text::READER}</p> }.erase()
    };
    view! {
        {box_or_not}
        {project.facts.as_deref().map(facts)}
        {list(first, project.id, feed)}
    }
    .erase()
}

fn facts(all: &[FactShown]) -> AnyView {
    let rows: Vec<AnyView> = all
        .iter()
        .map(|one| {
            let value = if one.value.is_empty() { text::NO_ANSWER_YET.to_owned() } else { one.value.clone() };
            view! {
                <tr>
                    <th scope="row">
                        <span dir="auto">{one.name.clone()}</span>
                    </th>
                    <td dir="auto">{value}</td>
                    <td dir="auto">{one.source.clone()}</td>
                </tr>
            }
            .erase()
        })
        .collect();
    let heads = [text::NAME, text::VALUE, text::SOURCE].map(|name| view! { <th scope="col">{name}</th> }.erase());
    let table = if rows.is_empty() {
        view! { <p class="quiet">{text::NO_FACTS}</p> }.erase()
    } else {
        view! {
            <div class="scrolls framed" tabindex="0" role="group" aria-label=text::FACTS>
                <table>
                    <thead>
                        <tr>{heads.into_iter().collect_view()}</tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        }
        .erase()
    };
    view! {
        <section aria-labelledby="facts" data-testid="facts">
            <h2 id="facts">{text::FACTS}</h2>
            {table}
        </section>
    }
    .erase()
}

/// Held, and older than everything on the newest page.
fn beyond(newest: &[AskCard], held: &AskCard) -> bool {
    newest.last().is_some_and(|last| (held.created_at, held.id) < (last.created_at, last.id))
}

/// One's own asks of a project, or of one conversation, as they become.
fn list(first: &AsksView, project: ProjectId, feed: Feed) -> AnyView {
    let cards = Paged::new(first.page.clone());
    let request =
        AsksRequest { project: project.to_string(), conversation: first.request.conversation.clone(), ..AsksRequest::default() };
    let is_later = !first.request.after.is_empty();
    // A list that begins in its middle stays as it was.
    if !is_later {
        let again = request.clone();
        let ask = move || {
            let request = again.clone();
            async move {
                let Ok(view) = open::<AsksView>(read_asks(request).await) else { return Read::Failed };
                let is_shown = browser::keep_place(move || cards.renew(view.page, beyond));
                if is_shown { Read::Shown(view.mark) } else { Read::Failed }
            }
        };
        Reading::begin(feed, Topic::Asks(project), first.mark.clone(), ask, Callback::new(|()| {}));
    }
    let more = cards.more(
        move |next| format!("/ask?project={project}&after={next}"),
        move |after| {
            let next = AsksRequest { after, ..request.clone() };
            cards.extend(async move { open::<AsksView>(read_asks(next).await).map(|list| list.page) });
        },
    );
    let none = Memo::new(move |_| cards.items.with(Vec::is_empty));
    let shown = move || {
        if none.get() {
            return view! { <p class="quiet" data-testid="no-asks">{text::NO_ASKS}</p> }.erase();
        }
        let cards = keyed(move || cards.items.get().into_iter().map(|one| Part::new(one, |one| card(&one))).collect());
        view! { <ul class="run-list" data-testid="asks">{cards}</ul> }.erase()
    };
    let is_one = !first.request.conversation.is_empty();
    let newest = format!("/ask?project={project}");
    let whole =
        (is_later || is_one).then(|| view! { <p class="more"><a rel="external" href=newest>{text::ALL_ASKS}</a></p> }.erase());
    view! {
        <section aria-labelledby="asks-name">
            <h2 id="asks-name">{if is_one { text::CONVERSATION } else { text::PAST }}</h2>
            {whole}
            {shown}
            {more}
        </section>
    }
    .erase()
}

pub(super) fn card(one: &AskCard) -> AnyView {
    let end = text::end(one.status, one.verdict, one.found);
    let mode = one.mode.map(|mode| view! { <span>{text::mode(mode)}</span> }.erase());
    let saved = one.saved.clone().map(|name| view! { <span dir="auto">{text::kept_as(&name)}</span> }.erase());
    let answer = one.answer.clone().map(|answer| view! { <p class="small card-answer" dir="auto">{answer}</p> }.erase());
    let error = one.error.clone().map(|error| view! { <p class="small fault-line" dir="auto">{error}</p> }.erase());
    view! {
        <li class="card run-card">
            <h3>
                <a href=format!("/ask/{}", one.id) dir="auto">
                    {one.question.clone()}
                </a>
            </h3>
            {end_chip(end)}
            <p class="small quiet facts">
                {mode} {saved} <span>
                    <When at=one.created_at />
                </span>
            </p>
            {answer}
            {error}
        </li>
    }
    .erase()
}
