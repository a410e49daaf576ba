use super::{
    calls::{Answering, ProjectAct, ProjectDeed, ProjectPart, ProjectSettings},
    frame::{done, frame, page},
};
use crate::{
    browser,
    lean::Lean,
    pages::interviews::forms::StartInterview,
    parts::Alert,
    words::{self, home, projects as text},
};
use leptos::{ev::SubmitEvent, prelude::*, server_fn::ServerFn, task::spawn_local};
use leptos_router::hooks::use_navigate;
use protocol::{PoolId, interview::ContextType};
use wasm_bindgen::JsCast;
use web_sys::{FormData, HtmlFormElement};

/// Name and description of a project, with what its questions are answered, and its end.
#[component]
pub(crate) fn ProjectSettingsPage() -> impl IntoView {
    page(ProjectPart::Settings, shown)
}

fn shown(view: ProjectSettings, reload: Callback<()>) -> AnyView {
    let ProjectSettings { head, may_delete, answering, goes_with_it, pools } = view;
    let project = head.card.id.to_string();
    let question = text::goes_with_project(head.sources, &goes_with_it);
    let body = if head.may_change {
        view! {
            <Naming project=project.clone() name=head.card.name.clone() description=head.card.description.clone() reload=reload />
            <AnsweringForm project=project.clone() now=answering reload=reload />
            <Interviews project=project.clone() pools=pools may_administer=head.may_administer />
            <section class="setting" aria-labelledby="delete">
                <h2 id="delete">{text::DELETE_PROJECT}</h2>
                <div>
                    {if may_delete {
                        view! { <Ending project=project question=question /> }.lean()
                    } else {
                        view! { <p class="quiet">{text::DELETE_NOT_YOURS}</p> }.lean()
                    }}
                </div>
            </section>
        }
        .lean()
    } else {
        view! { <p class="quiet">{text::READ_ONLY}</p> }.lean()
    };
    frame(&head, ProjectPart::Settings, body)
}

/// What a form's end says.
#[derive(Clone, Copy)]
struct Said {
    fault: RwSignal<Option<String>>,
    told: RwSignal<String>,
}

impl Said {
    fn nothing() -> Self {
        Self { fault: RwSignal::new(None), told: RwSignal::new(String::new()) }
    }
}

/// Sends a form's fields of these names.
fn saving(
    project: String,
    deed: ProjectDeed,
    names: &'static [&'static str],
    Said { fault, told }: Said,
    reload: Callback<()>,
) -> impl Fn(SubmitEvent) {
    move |event: SubmitEvent| {
        event.prevent_default();
        let Some(form) = event.target().and_then(|form| form.dyn_into::<HtmlFormElement>().ok()) else { return };
        let Ok(data) = FormData::new_with_form(&form) else { return };
        let mut act = ProjectAct::new(&project, deed);
        for name in names {
            act.entered.insert((*name).to_owned(), data.get(name).as_string().unwrap_or_default());
        }
        fault.set(None);
        spawn_local(async move {
            match done::<String>(act).await {
                Ok(words) => {
                    told.set(words);
                    reload.run(());
                }
                Err(error) => fault.set(Some(error.to_string())),
            }
        });
    }
}

#[component]
fn AnsweringForm(project: String, now: Answering, reload: Callback<()>) -> impl IntoView {
    let said = Said::nothing();
    let names = &["web_search", "patterns", "threshold", "most"];
    let save = saving(project, ProjectDeed::Answering, names, said, reload);
    let Answering { web_search, searches, patterns, threshold, most, chosen } = now;
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
                {crate::parts::written(patterns)}
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
        {(!chosen.is_empty())
            .then(|| {
                view! {
                    <p class="small" dir="auto" data-testid="preloaded">
                        {chosen}
                    </p>
                }
            })}
    };
    setting("answering", text::ANSWERING, save, said, fields.lean())
}

#[component]
fn Naming(project: String, name: String, description: String, reload: Callback<()>) -> impl IntoView {
    let said = Said::nothing();
    let save = saving(project, ProjectDeed::Rename, &["name", "description"], said, reload);
    let fields = view! {
        <label class="field">
            <span>{text::NAME}</span>
            <input name="name" required maxlength="200" autocomplete="off" value=name />
        </label>
        <label class="field">
            <span>{text::DESCRIPTION}</span>
            <textarea name="description" rows="4" maxlength="20000">
                {crate::parts::written(description)}
            </textarea>
        </label>
    };
    setting("naming", text::NAMING, save, said, fields.lean())
}

/// A form with what becomes of it.
fn setting(id: &'static str, title: &'static str, save: impl Fn(SubmitEvent) + 'static, said: Said, fields: AnyView) -> AnyView {
    view! {
        <section class="setting" aria-labelledby=id>
            <h2 id=id>{title}</h2>
            <form on:submit=save data-testid=format!("{id}-form")>
                <Alert fault=said.fault />
                {fields}
                <p class="row">
                    <button type="submit" class="button primary">
                        {text::SAVE}
                    </button>
                    <span role="status">{move || said.told.get()}</span>
                </p>
            </form>
        </section>
    }
    .lean()
}

/// Its pools of questions, and an interview that asks them.
#[component]
fn Interviews(project: String, pools: Vec<(PoolId, String, u32)>, may_administer: bool) -> impl IntoView {
    let rows = pools
        .into_iter()
        .map(|(id, name, questions)| {
            let name = if may_administer {
                view! { <a href=format!("/admin/pools/{id}") dir="auto">{name}</a> }.lean()
            } else {
                view! { <span dir="auto">{name}</span> }.lean()
            };
            view! { <li data-testid="project-pool">{name} " · " {home::questions(questions)}</li> }
        })
        .collect_view();
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
    .lean()
}

#[component]
fn Ending(project: String, question: String) -> impl IntoView {
    let (asks, fault) = (RwSignal::new(false), RwSignal::new(None::<String>));
    let navigate = use_navigate();
    let delete = Callback::new(move |()| {
        let act = ProjectAct::new(&project, ProjectDeed::Delete);
        let navigate = navigate.clone();
        spawn_local(async move {
            match done::<String>(act).await {
                Ok(_) => navigate("/projects", Default::default()),
                Err(error) => fault.set(Some(error.to_string())),
            }
        });
    });
    view! {
        <Alert fault=fault />
        <p>
            <button
                type="button"
                class="button"
                id="ask-delete-project"
                aria-expanded=move || asks.get().to_string()
                on:click=move |_| {
                    asks.set(true);
                    browser::focus_when_there("delete-project".to_owned());
                }
            >
                {text::DELETE_PROJECT}
            </button>
        </p>
        {move || {
            let question = question.clone();
            asks.get()
                .then(|| {
                    view! {
                        <div class="confirming" role="group" aria-labelledby="delete">
                            <p dir="auto">{question}</p>
                            <p class="acts">
                                <button type="button" class="button danger" id="delete-project" on:click=move |_| delete.run(())>
                                    {text::DELETE_FOREVER}
                                </button>
                                <button
                                    type="button"
                                    class="button"
                                    on:click=move |_| {
                                        asks.set(false);
                                        browser::focus_when_there("ask-delete-project".to_owned());
                                    }
                                >
                                    {text::KEEP}
                                </button>
                            </p>
                        </div>
                    }
                })
        }}
    }
    .lean()
}
