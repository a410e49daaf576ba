use super::{
    calls::{ProjectAct, ProjectDeed, ProjectPart},
    connectors::{ALL, Connector, Field, Form, named},
    frame::{done, frame},
    live::{Live, page},
};
use crate::{
    erased::Erase,
    parts::{Alert, Icon, icon},
    words::{connectors, projects as text},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use leptos_router::hooks::{use_navigate, use_query_map};
use std::collections::BTreeMap;
use wasm_bindgen::JsCast;
use web_sys::{FormData, HtmlFormElement, HtmlInputElement, SubmitEvent as Sent};

/// Connects what is not uploaded: which kind is in the address, its form below.
#[component]
pub(crate) fn ConnectPage() -> impl IntoView {
    page(ProjectPart::Connect, render)
}

fn render(live: Live<()>) -> AnyView {
    let head = live.head;
    let query = use_query_map();
    let (project, may_administer) = head.with_untracked(|head| (head.card.id.to_string(), head.may_administer));
    let sources = format!("/projects/{project}");
    let may = move |one: &Connector| may_administer || one.kind != "database";
    let body = move || {
        let chosen = query.with(|query| query.get("kind").unwrap_or_default());
        let kinds = ALL
            .iter()
            .filter(|one| may(one))
            .map(|one| {
                let current = (one.name == chosen).then_some("true");
                view! {
                    <li>
                        <a class="kind" href=format!("/projects/{project}/connect?kind={}#connect-form", one.name) aria-current=current>
                            <b>{one.label}</b>
                            <span class="small quiet">{one.about}</span>
                        </a>
                    </li>
                }
                .erase()
            })
            .collect_view();
        let form = named(&chosen).filter(|one| may(one)).map(|one| view! { <Connecting project=project.clone() to=one /> });
        view! {
            <section aria-labelledby="connect">
                <h2 id="connect">{text::CONNECT_TITLE}</h2>
                {(!may_administer).then(|| view! { <p class="quiet">{text::CONNECT_ADMINS}</p> })}
                <ul class="plain kinds" aria-label=text::CONNECT_WHAT>
                    {kinds}
                    <li>
                        <a class="kind" href=sources.clone()>
                            <b>{connectors::SQLITE}</b>
                            <span class="small quiet">{connectors::SQLITE_WHAT}</span>
                        </a>
                    </li>
                </ul>
            </section>
            {form}
        }
        .erase()
    };
    frame(head, ProjectPart::Connect, body.erase())
}

#[component]
fn Connecting(project: String, to: &'static Connector) -> impl IntoView {
    let (busy, fault) = (RwSignal::new(false), RwSignal::new(None::<String>));
    let message = RwSignal::new(String::new());
    let navigate = use_navigate();
    let way = project.clone();
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(form) = event.target().and_then(|form| form.dyn_into::<HtmlFormElement>().ok()) else { return };
        let Ok(data) = FormData::new_with_form(&form) else { return };
        if busy.get_untracked() {
            return;
        }
        let pressed = event.dyn_ref::<Sent>().and_then(Sent::submitter);
        let tries = pressed.is_some_and(|button| button.id() == "try-connection");
        let deed = if tries { ProjectDeed::TryConnection } else { ProjectDeed::Connect };
        let of = |name: &str| data.get(name).as_string().unwrap_or_default();
        let mut entered: BTreeMap<String, String> =
            to.fields.iter().map(|field| (field.name.to_owned(), of(field.name))).collect();
        for name in ["name", "description"] {
            entered.insert(name.to_owned(), of(name));
        }
        entered.insert("kind".to_owned(), to.kind.to_owned());
        entered.insert("type".to_owned(), to.subtype.to_owned());
        busy.set(true);
        fault.set(None);
        message.set(text::WORKING.to_owned());
        let act = ProjectAct { entered, ..ProjectAct::new(&project, deed) };
        let (navigate, way) = (navigate.clone(), way.clone());
        spawn_local(async move {
            let answer = done::<String>(act).await;
            busy.set(false);
            message.set(String::new());
            match answer {
                Ok(words) if tries => message.set(words),
                Ok(id) => {
                    forget(&form);
                    navigate(&format!("/projects/{way}/sources/{id}"), Default::default());
                }
                Err(error) => fault.set(Some(error.to_string())),
            }
        });
    };
    let fields = to.fields.iter().map(field).collect_view();
    let database = to.kind == "database";
    view! {
        <form class="card connect-form" id="connect-form" on:submit=send data-testid="connect-form" autocomplete="off">
            <h3>{to.label}</h3>
            {database.then(|| view! { <p class="small quiet">{text::CONNECT_READS} " " {text::CONNECT_SECRETS}</p> })}
            <div class="fields">
                <div class="field">
                    <label for="source-name">{text::SOURCE_NAME}</label>
                    <input id="source-name" name="name" required maxlength="200" autocomplete="off" aria-describedby=database.then_some("source-name-hint") />
                    {database
                        .then(|| {
                            view! {
                                <small class="quiet" id="source-name-hint">
                                    {text::SOURCE_NAME_HINT}
                                </small>
                            }
                        })}
                </div>
                <div class="field">
                    <label for="source-description">{text::SOURCE_ABOUT}</label>
                    <input id="source-description" name="description" maxlength="4000" autocomplete="off" />
                </div>
                {fields}
            </div>
            <Alert fault=fault />
            <p class="row">
                <button type="submit" class="button" id="try-connection" disabled=move || busy.get()>
                    {icon(Icon::Check)}
                    {text::TEST}
                </button>
                <button type="submit" class="button primary" disabled=move || busy.get()>
                    {text::CONNECT_SAVE}
                </button>
                <span role="status" data-testid="connect-told">
                    {move || message.get()}
                </span>
            </p>
        </form>
    }
    .erase()
}

/// What is sealed by now does not stay in the page.
fn forget(form: &HtmlFormElement) {
    let Ok(secrets) = form.query_selector_all("input[type=password]") else { return };
    for at in 0..secrets.length() {
        if let Some(field) = secrets.item(at).and_then(|field| field.dyn_into::<HtmlInputElement>().ok()) {
            field.set_value("");
        }
    }
}

fn field(one: &'static Field) -> AnyView {
    let id = format!("field-{}", one.name);
    let control = match one.form {
        Form::Tls => {
            let choices = connectors::TLS_CHOICES
                .map(|(value, label)| view! { <option value=value>{label}</option> }.erase())
                .collect_view();
            view! { <select id=id.clone() name=one.name>{choices}</select> }.erase()
        }
        Form::Lines => {
            view! { <textarea id=id.clone() name=one.name rows="8" required placeholder=one.hint dir="auto"></textarea> }.erase()
        }
        Form::Line | Form::Secret => {
            let kind = if one.form == Form::Secret { "password" } else { "text" };
            let complete = if one.form == Form::Secret { "new-password" } else { "off" };
            view! {
                <input
                    id=id.clone()
                    name=one.name
                    type=kind
                    required=one.required
                    placeholder=one.hint
                    autocomplete=complete
                    spellcheck="false"
                    dir="auto"
                />
            }
            .erase()
        }
    };
    view! {
        <div class="field">
            <label for=id>{one.label}</label>
            {control}
        </div>
    }
    .erase()
}
