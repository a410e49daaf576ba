use super::{
    calls::{Answering, ProjectDeed, ProjectPart, ProjectSettings},
    frame::frame,
    live::{Live, page},
    saved::{Saved, Setting},
    secrets::Secrets,
    trash::delete_form,
};
use crate::{
    erased::{Erase, Memo},
    pages::interviews::forms::StartInterview,
    words::{self, home, projects as text},
};
use leptos::{prelude::*, server_fn::ServerFn};
use protocol::{PoolId, interview::ContextType};

/// Name and description of a project, with what its questions are answered, and its end.
#[component]
pub(crate) fn ProjectSettingsPage() -> impl IntoView {
    page(ProjectPart::Settings, render)
}

fn render(live: Live<ProjectSettings>) -> AnyView {
    let Live { head, view, .. } = live;
    let (id, may_change, may_administer) = head.with_untracked(|head| (head.card.id, head.may_change, head.may_administer));
    let project = id.to_string();
    let may_delete = view.with_untracked(|view| view.may_delete);
    let pools = Memo::new(move |_| view.with(|view| view.pools.clone()));
    let question =
        Memo::new(move |_| view.with(|view| text::goes_with_project(head.with(|head| head.sources), &view.goes_with_it)));
    let body = if may_change {
        view! {
            <Naming project=project.clone() live=live />
            <AnsweringForm project=project.clone() live=live />
            <Interviews project=project.clone() pools=pools may_administer=may_administer />
            {may_administer.then(|| view! { <Secrets project=project.clone() live=live /> })}
            <section class="setting" aria-labelledby="delete">
                <h2 id="delete">{text::DELETE_PROJECT}</h2>
                <div>
                    {if may_delete {
                        view! {
                            <p dir="auto">{move || question.get()}</p>
                            {delete_form(id, "delete-in-settings")}
                        }
                            .erase()
                    } else {
                        view! { <p class="quiet">{text::DELETE_NOT_YOURS}</p> }.erase()
                    }}
                </div>
            </section>
        }
        .erase()
    } else {
        view! { <p class="quiet">{text::READ_ONLY}</p> }.erase()
    };
    frame(head, ProjectPart::Settings, body)
}

#[component]
fn AnsweringForm(project: String, live: Live<ProjectSettings>) -> impl IntoView {
    let saved = Memo::new(move |_| {
        live.view.with(|view| {
            let Answering { web_search, patterns, threshold, most, .. } = &view.answering;
            let web_search = if *web_search { "on".to_owned() } else { String::new() };
            Saved::from([
                ("web_search", web_search),
                ("patterns", patterns.clone()),
                ("threshold", threshold.clone()),
                ("most", most.clone()),
            ])
        })
    });
    let chosen = Memo::new(move |_| live.view.with(|view| view.answering.chosen.clone()));
    let Answering { web_search, searches, patterns, threshold, most, .. } =
        live.view.with_untracked(|view| view.answering.clone());
    let fields = view! {
        <p class="field">
            <label>
                <input type="checkbox" name="web_search" value="on" checked=web_search aria-describedby="web-search-hint" />
                " "
                {text::WEB_SEARCH}
            </label>
            <small class="quiet" id="web-search-hint">
                {if searches { text::WEB_SEARCH_HINT } else { text::WEB_SEARCH_NOBODY }}
            </small>
        </p>
        <div class="field">
            <label for="patterns">{text::PATTERNS}</label>
            <textarea id="patterns" name="patterns" rows="3" maxlength="12000" dir="auto" aria-describedby="patterns-hint">
                {crate::parts::escape_textarea(patterns)}
            </textarea>
            <small class="quiet" id="patterns-hint">{text::PATTERNS_HINT}</small>
        </div>
        <div class="fields">
            <label class="field">
                <span>{text::THRESHOLD}</span>
                <input name="threshold" type="number" min="0" max="1" step="any" value=threshold />
            </label>
            <label class="field">
                <span>{text::MOST_TABLES}</span>
                <input name="most" type="number" min="1" max="500" step="1" value=most />
            </label>
        </div>
        {move || {
            chosen
                .with(|chosen| {
                    (!chosen.is_empty())
                        .then(|| {
                            view! {
                                <p class="small" dir="auto" data-testid="preloaded">
                                    {chosen.clone()}
                                </p>
                            }
                            .erase()
                        })
                })
        }}
    };
    let deed = ProjectDeed::Answering;
    Setting { id: "answering".to_owned(), title: text::ANSWERING.to_owned(), project, deed, saved, reading: live.reading }
        .render(fields.erase())
}

#[component]
fn Naming(project: String, live: Live<ProjectSettings>) -> impl IntoView {
    let named = move || live.head.with(|head| (head.card.name.clone(), head.card.description.clone()));
    let saved = Memo::new(move |_| {
        let (name, description) = named();
        Saved::from([("name", name), ("description", description)])
    });
    let (name, description) = untrack(named);
    let fields = view! {
        <label class="field">
            <span>{text::NAME}</span>
            <input name="name" required maxlength="200" autocomplete="off" value=name />
        </label>
        <label class="field">
            <span>{text::DESCRIPTION}</span>
            <textarea name="description" rows="4" maxlength="20000">
                {crate::parts::escape_textarea(description)}
            </textarea>
        </label>
    };
    let deed = ProjectDeed::Rename;
    Setting { id: "naming".to_owned(), title: text::NAMING.to_owned(), project, deed, saved, reading: live.reading }
        .render(fields.erase())
}

/// Its pools of questions, and an interview that asks them.
#[component]
fn Interviews(project: String, pools: Memo<Vec<(PoolId, String, u32)>>, may_administer: bool) -> impl IntoView {
    let pool = move |(id, name, questions): (PoolId, String, u32)| {
        let name = if may_administer {
            view! { <a href=format!("/admin/pools/{id}") dir="auto">{name}</a> }.erase()
        } else {
            view! { <span dir="auto">{name}</span> }.erase()
        };
        view! { <li data-testid="project-pool">{name} " · " {home::questions(questions)}</li> }.erase()
    };
    let rows = move || pools.get().into_iter().map(pool).collect_view();
    let new = may_administer.then(|| {
        view! {
            <p>
                <a href=format!("/admin/pools/new?project={project}") data-testid="project-new-pool">
                    {text::POOL_NEW}
                </a>
            </p>
        }
    });
    let kinds = ContextType::ALL
        .map(|one| {
            let selected = one == ContextType::ProjectDiscovery;
            view! { <option value=one.name() selected=selected>{words::context(one)}</option> }
        })
        .collect_view();
    view! {
        <section class="setting" aria-labelledby="interviews">
            <h2 id="interviews">{text::INTERVIEWS}</h2>
            <div>
                <p class="quiet">{text::INTERVIEWS_WHAT}</p>
                <ul>{rows}</ul>
                {new}
                <form method="post" action=StartInterview::PATH class="begin-about">
                    <input type="hidden" name="project" value=project />
                    <label class="field">
                        <span>{text::INTERVIEW_KIND}</span>
                        <select name="context" data-testid="project-kind">
                            {kinds}
                        </select>
                    </label>
                    <p class="row">
                        <button type="submit" class="button" data-testid="project-interview">
                            {text::INTERVIEW_START}
                        </button>
                    </p>
                </form>
            </div>
        </section>
    }
    .erase()
}
