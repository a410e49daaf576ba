use crate::{
    browser,
    erased::{Effect, Erase},
    feed::Reading,
    words::projects as text,
};
use leptos::{ev::Custom, prelude::*};

const SCRIPT: &str = "upload-script";

/// The place to drop files on; what happens in it is the script's.
#[component]
pub(super) fn Upload(project: String, connect: &'static str, reading: Reading) -> impl IntoView {
    let ready = RwSignal::new(false);
    Effect::new(move |_| {
        ready.set(true);
        let done = window_event_listener(Custom::<web_sys::Event>::new("source-added"), move |_| reading.read());
        on_cleanup(move || done.remove());
    });
    let way = format!("/projects/{project}/connect");
    view! {
        <section class="add-source" aria-labelledby="add-source">
            <div class="section-head">
                <h2 id="add-source">{text::ADD}</h2>
                <a class="button small" href=way>
                    {connect}
                </a>
            </div>
            <div class="upload-place">
                {move || ready.get().then(|| view! { <source-upload data-testid="upload"></source-upload> }.erase())}
            </div>
            <p class="small quiet">{text::ADD_WHAT}</p>
            <noscript>
                <p>{text::NO_SCRIPT}</p>
            </noscript>
        </section>
    }
    .erase()
}

/// Takes files that are dropped anywhere on a page of a project. The script says what became of them, also on the pages that follow.
#[component]
pub(super) fn DropAnywhere(project: String) -> impl IntoView {
    let ready = RwSignal::new(false);
    Effect::new(move |_| {
        load();
        ready.set(true);
    });
    move || {
        let project = project.clone();
        ready.get().then(|| view! { <source-drop project=project></source-drop> }.erase())
    }
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
