//! Secrets of a project: what is set, set anew, and deleted. A value is never shown.

use super::{
    calls::{ProjectAct, ProjectDeed, ProjectSettings, SecretShown},
    frame::done,
    live::Live,
};
use crate::{
    erased::{Erase, Memo},
    parts::Alert,
    words::packs as text,
};
use leptos::{ev::SubmitEvent, html::Input, prelude::*, task::spawn_local};

#[component]
pub(super) fn Secrets(project: String, live: Live<ProjectSettings>) -> impl IntoView {
    let names = live.view.with_untracked(|view| view.secrets.iter().map(|one| one.name.clone()).collect::<Vec<_>>());
    let rows = names.into_iter().map(|name| view! { <Secret name=name project=project.clone() live=live /> }).collect_view();
    view! {
        <section class="setting" aria-labelledby="secrets">
            <h2 id="secrets">{text::SECRETS}</h2>
            <div>
                <p class="quiet">{text::SECRETS_WHAT}</p>
                {rows}
            </div>
        </section>
    }
    .erase()
}

#[component]
fn Secret(name: String, project: String, live: Live<ProjectSettings>) -> impl IntoView {
    let own = name.clone();
    let masked = Memo::new(move |_| {
        let find = |secrets: &[SecretShown]| secrets.iter().find(|one| one.name == own).and_then(|one| one.masked.clone());
        live.view.with(|view| find(&view.secrets))
    });
    let (fault, message) = (RwSignal::new(None::<String>), RwSignal::new(String::new()));
    let field = NodeRef::<Input>::new();
    let act = {
        let name = name.clone();
        Callback::new(move |(deed, value): (ProjectDeed, String)| {
            let mut act = ProjectAct { name: name.clone(), ..ProjectAct::new(&project, deed) };
            act.entered.insert("value".to_owned(), value);
            fault.set(None);
            spawn_local(async move {
                let (words, error) = match done::<String>(act).await {
                    Ok(words) => (words, None),
                    Err(error) => (String::new(), Some(error.to_string())),
                };
                if let (None, Some(field)) = (&error, field.try_get_untracked().flatten()) {
                    field.set_value("");
                }
                // The page may be gone by now.
                let _gone = fault.try_set(error);
                let _gone = message.try_set(words);
                live.reading.read();
            });
        })
    };
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let value = field.get_untracked().map(|field| field.value()).unwrap_or_default();
        if !value.trim().is_empty() {
            act.run((ProjectDeed::SetSecret, value));
        }
    };
    let label = text::delete_secret(&name);
    let delete = move || {
        let label = label.clone();
        masked.get().map(|_| {
            let delete = move |_| act.run((ProjectDeed::DeleteSecret, String::new()));
            view! {
                <button type="button" class="button" aria-label=label on:click=delete>
                    {text::DELETE}
                </button>
            }
            .erase()
        })
    };
    view! {
        <form on:submit=save data-testid=format!("secret-{name}")>
            <h3>{text::secret(&name)}</h3>
            <p class="small quiet">{text::secret_what(&name)}</p>
            <p data-testid="masked">
                <code>{move || masked.get().unwrap_or_else(|| text::NOT_SET.to_owned())}</code>
            </p>
            <Alert fault=fault />
            <label class="field">
                <span>{text::VALUE}</span>
                <input type="password" name="value" maxlength="20000" autocomplete="off" node_ref=field />
            </label>
            <p class="row">
                <button type="submit" class="button">
                    {move || if masked.get().is_some() { text::REPLACE } else { text::SET }}
                </button>
                {delete}
                <span role="status">{move || message.get()}</span>
            </p>
        </form>
    }
    .erase()
}
