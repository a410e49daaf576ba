use super::calls::{SourceCard, delete_source, test_source};
use crate::{browser, lean::Lean, parts::Alert, words::projects as text};
use leptos::{ev::Custom, prelude::*, task::spawn_local};

const SCRIPT: &str = "upload-script";

/// The place to drop files on; what happens in it is the script's.
#[component]
pub(super) fn Upload(project: String, reload: Callback<()>) -> impl IntoView {
    let ready = RwSignal::new(false);
    Effect::new(move |_| {
        load();
        ready.set(true);
        let done = window_event_listener(Custom::<web_sys::Event>::new("source-added"), move |_| reload.run(()));
        on_cleanup(move || done.remove());
    });
    view! {
        <section aria-labelledby="add-source">
            <h2 id="add-source">{text::ADD}</h2>
            <p class="small quiet">{text::ADD_WHAT}</p>
            {move || {
                let project = project.clone();
                ready.get().then(|| view! { <source-upload project=project data-testid="upload"></source-upload> }.lean())
            }}
            <noscript>
                <p>{text::NO_SCRIPT}</p>
            </noscript>
        </section>
    }
    .lean()
}

fn load() {
    if browser::element(SCRIPT).is_some() {
        return;
    }
    let (Ok(script), Some(body)) = (document().create_element("script"), document().body()) else { return };
    script.set_id(SCRIPT);
    for (name, value) in [("type", "module"), ("src", concat!("/upload.js?", env!("CARGO_PKG_VERSION")))] {
        let _refused = script.set_attribute(name, value);
    }
    let _refused = body.append_child(&script);
}

#[component]
pub(super) fn Sources(project: String, sources: Vec<SourceCard>, may_change: bool, reload: Callback<()>) -> impl IntoView {
    let (fault, told) = (RwSignal::new(None::<String>), RwSignal::new(String::new()));
    let project = StoredValue::new(project);
    let empty = sources.is_empty();
    let rows = sources
        .into_iter()
        .map(|source| {
            let id = source.id;
            let test = move |_| {
                told.set(String::new());
                spawn_local(async move {
                    match test_source(project.get_value(), id).await {
                        Ok(words) => told.set(words),
                        Err(error) => fault.set(Some(error.to_string())),
                    }
                });
            };
            let delete = move |_| {
                spawn_local(async move {
                    match delete_source(project.get_value(), id).await {
                        Ok(()) => reload.run(()),
                        Err(error) => fault.set(Some(error.to_string())),
                    }
                });
            };
            let warnings =
                source.warnings.into_iter().map(|warning| view! { <p class="small" dir="auto">{warning}</p> }).collect_view();
            view! {
                <li>
                    <p>
                        <a href=format!("/projects/{}?source={id}", project.get_value()) dir="auto">
                            {source.name.clone()}
                        </a>
                        " "
                        <span class="small quiet">{text::kind(&source.kind, &source.subtype)}</span>
                    </p>
                    <p class="small">{source.summary}</p>
                    {(!source.reachable).then(|| view! { <p class="small">{text::UNREACHABLE}</p> })}
                    {warnings}
                    {may_change
                        .then(|| {
                            view! {
                                <p class="acts">
                                    <button type="button" class="button" aria-label=text::test_of(&source.name) on:click=test>
                                        {text::TEST}
                                    </button>
                                    <button type="button" class="button" aria-label=text::delete_of(&source.name) on:click=delete>
                                        {text::DELETE}
                                    </button>
                                </p>
                            }
                        })}
                </li>
            }
            .lean()
        })
        .collect_view();
    view! {
        <section aria-labelledby="sources">
            <h2 id="sources">{text::SOURCES}</h2>
            <Alert fault=fault />
            <p role="status" data-testid="tested">{move || told.get()}</p>
            {if empty {
                view! { <p class="empty">{text::NO_SOURCE}</p> }.lean()
            } else {
                view! { <ul class="source-list" data-testid="sources">{rows}</ul> }.lean()
            }}
        </section>
    }
    .lean()
}
