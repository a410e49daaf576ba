//! Keeping the query that is written under a name, for everybody in the project.

use super::{
    asking::FIELD,
    calls::{ProjectAct, ProjectDeed},
    editor,
    frame::done,
};
use crate::{browser, erased::Erase, feed::Reading, parts::Alert, words::queries as text};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use std::collections::BTreeMap;
use wasm_bindgen::JsCast;
use web_sys::{FormData, HtmlFormElement, HtmlTextAreaElement};

#[component]
pub(super) fn Keeping(project: String, reading: Reading) -> impl IntoView {
    let (fault, message) = (RwSignal::new(None::<String>), RwSignal::new(String::new()));
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(form) = event.target().and_then(|form| form.dyn_into::<HtmlFormElement>().ok()) else { return };
        let Ok(data) = FormData::new_with_form(&form) else { return };
        let field = browser::element(FIELD).and_then(|field| field.dyn_into::<HtmlTextAreaElement>().ok());
        let entered = BTreeMap::from([("sql".to_owned(), field.map(|field| field.value()).unwrap_or_default())]);
        let name = data.get("name").as_string().unwrap_or_default();
        let act = ProjectAct { name, entered, ..ProjectAct::new(&project, ProjectDeed::SaveQuery) };
        fault.set(None);
        message.set(String::new());
        spawn_local(async move {
            match done::<String>(act).await {
                Ok(words) => {
                    form.reset();
                    editor::note_kept();
                    message.set(words);
                    reading.read();
                }
                Err(error) => fault.set(Some(error.to_string())),
            }
        });
    };
    view! {
        <details class="keep-query needs-scripts">
            <summary class="button small">{text::SAVE}</summary>
            <form class="inline-form" on:submit=save data-testid="save-query">
                <label class="field">
                    <span>{text::SAVE_NAME}</span>
                    <input type="text" name="name" required maxlength="120" autocomplete="off" aria-describedby="save-query-hint" dir="auto" />
                </label>
                <button type="submit" class="button">
                    {text::SAVE_BUTTON}
                </button>
            </form>
            <p class="small quiet" id="save-query-hint">
                {text::SAVE_WHAT}
            </p>
        </details>
        <p role="status" class="small quiet" data-testid="query-saved">
            {move || message.get()}
        </p>
        <Alert fault=fault />
    }
    .erase()
}
