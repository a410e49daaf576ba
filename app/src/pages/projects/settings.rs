use super::{
    calls::{ProjectAct, ProjectDeed, ProjectPart, ProjectSettings},
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

/// Name and description of a project, and its end.
#[component]
pub(crate) fn ProjectSettingsPage() -> impl IntoView {
    page(ProjectPart::Settings, shown)
}

fn shown(view: ProjectSettings, reload: Callback<()>) -> AnyView {
    let ProjectSettings { head, may_delete, goes_with_it, pools } = view;
    let project = head.card.id.to_string();
    let question = text::goes_with_project(head.sources, &goes_with_it);
    let body = if head.may_change {
        view! {
            <Naming project=project.clone() name=head.card.name.clone() description=head.card.description.clone() reload=reload />
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

#[component]
fn Naming(project: String, name: String, description: String, reload: Callback<()>) -> impl IntoView {
    let (fault, told) = (RwSignal::new(None::<String>), RwSignal::new(String::new()));
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(form) = event.target().and_then(|form| form.dyn_into::<HtmlFormElement>().ok()) else { return };
        let Ok(data) = FormData::new_with_form(&form) else { return };
        let mut act = ProjectAct::new(&project, ProjectDeed::Rename);
        for name in ["name", "description"] {
            act.entered.insert(name.to_owned(), data.get(name).as_string().unwrap_or_default());
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
    };
    view! {
        <section class="setting" aria-labelledby="naming">
            <h2 id="naming">{text::NAMING}</h2>
            <form on:submit=save>
                <Alert fault=fault />
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
                <p class="row">
                    <button type="submit" class="button primary">
                        {text::SAVE}
                    </button>
                    <span role="status">{move || told.get()}</span>
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
                <form method="post" action=StartInterview::PATH>
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
                aria-expanded=move || asks.get().to_string()
                on:click=move |_| {
                    asks.set(true);
                    browser::soon(|| browser::focus("delete-project"));
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
                        <div class="sure" role="group" aria-labelledby="delete">
                            <p dir="auto">{question}</p>
                            <p class="acts">
                                <button type="button" class="button danger" id="delete-project" on:click=move |_| delete.run(())>
                                    {text::DELETE_FOREVER}
                                </button>
                                <button type="button" class="button" on:click=move |_| asks.set(false)>
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
