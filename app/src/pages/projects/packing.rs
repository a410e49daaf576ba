//! The domain pack of a project: generated, looked through, changed and accepted.

use super::{
    calls::{AreaShown, PackShown, ProjectAct, ProjectDeed, ProjectPart},
    frame::{done, frame},
    live::{Live, page},
    saved::{Saved, Setting},
};
use crate::{
    erased::{Erase, Memo},
    feed::{Follow, LivePage, Reading},
    parts::Alert,
    words::{packs as text, projects},
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::hooks::use_navigate;
use protocol::{
    pack::{PackStep, PackView},
    work::Steps as _,
};

/// Its events say everything: nothing comes between two of them.
impl Follow for PackView {
    type Growing = ();

    fn grow(_growing: &mut (), _progress: ()) {}

    fn has_settled(&self, _growing: &()) -> bool {
        false
    }
}

#[component]
pub(crate) fn ProjectPackPage() -> impl IntoView {
    page(ProjectPart::Pack, render)
}

fn render(live: Live<PackShown>) -> AnyView {
    let Live { head, view, reading } = live;
    let (project, may_change) = head.with_untracked(|head| (head.card.id.to_string(), head.may_change));
    let state = Memo::new(move |_| head.with(|head| head.card.state.clone()));
    let generation = {
        let project = project.clone();
        move || generation(&state.get(), live, &project, may_change)
    };
    let areas = Memo::new(move |_| view.with(|view| view.areas.clone()));
    let about = Memo::new(move |_| view.with(|view| (view.slug.clone(), view.version.clone(), view.origin.clone())));
    let heading = move || {
        let (slug, version, origin) = about.get();
        view! {
            <p class="row">
                <span class="chip" data-testid="pack-origin">
                    {text::origin(&origin)}
                </span>
                <span dir="auto">{text::version(&slug, &version)}</span>
                {(origin != "project")
                    .then(|| {
                        let href = format!("/api/v1/domain-packs/{slug}/export");
                        view! {
                            <a href=href rel="external" download data-testid="export-pack">
                                {text::EXPORT}
                            </a>
                        }
                    })}
            </p>
        }
        .erase()
    };
    let list = move || {
        let areas = areas.get();
        if areas.is_empty() {
            return view! { <p class="quiet">{text::NO_AREAS}</p> }.erase();
        }
        let rows = areas.into_iter().map(area).collect_view();
        view! { <ol class="pack-areas" data-testid="pack-areas">{rows}</ol> }.erase()
    };
    let may_edit = Memo::new(move |_| view.with(|view| view.may_edit));
    let may_keep = Memo::new(move |_| view.with(|view| view.may_edit && view.origin == "project") && state.get() == "ready");
    let (editing, keeping) = (project.clone(), project.clone());
    let body = view! {
        <p class="quiet">{text::PACK_WHAT}</p>
        {generation}
        <section aria-labelledby="areas">
            <h2 id="areas">{text::AREAS}</h2>
            {heading}
            {list}
            <p>
                <a href=format!("/projects/{project}/prompts")>{text::TO_PROMPTS}</a>
            </p>
        </section>
        {move || {
            may_keep
                .get()
                .then(|| {
                    let act = Act { project: keeping.clone(), deed: ProjectDeed::KeepPack, label: text::KEEP, leads_to: None, reading };
                    view! {
                        {act.button()}
                        <p class="small quiet">{text::KEEP_WHAT}</p>
                    }
                        .erase()
                })
        }}
        {move || may_edit.get().then(|| edit(live, editing.clone()))}
    };
    frame(head, ProjectPart::Pack, body.erase())
}

/// What is to be done in a state of the project, and what is under way.
fn generation(state: &str, live: Live<PackShown>, project: &str, may_change: bool) -> AnyView {
    let Live { view, reading, .. } = live;
    let act =
        |deed, label, leads_to| may_change.then(|| Act { project: project.to_owned(), deed, label, leads_to, reading }.button());
    match state {
        "pack_generation_pending" => {
            let error = Memo::new(move |_| view.with(|view| view.error.clone()));
            let failed = move || {
                error.get().map(|error| {
                    view! {
                        <p class="alert" role="alert" data-testid="pack-error" dir="auto">
                            {text::FAILED}
                            ": "
                            {error}
                        </p>
                    }
                    .erase()
                })
            };
            view! {
                <section class="card" data-testid="pack-pending">
                    {failed}
                    <p>{text::GENERATE_WHAT}</p>
                    {act(ProjectDeed::GeneratePack, text::GENERATE, None)}
                </section>
            }
            .erase()
        }
        "pack_generation" => {
            // It is followed from its first event on; before that there is no stream.
            let begun = Memo::new(move |_| view.with(|view| view.progress.work.generation > 0));
            let steps = move || {
                begun.get().then(|| {
                    let first = view.with_untracked(|view| view.progress.clone());
                    view! { <Progress first=first /> }
                })
            };
            view! {
                <section class="card" data-testid="pack-under-way">
                    {steps}
                    {act(ProjectDeed::CancelPack, text::CANCEL, None)}
                </section>
            }
            .erase()
        }
        "pack_generation_done" => {
            let note = Memo::new(move |_| view.with(|view| view.progress.note.clone()));
            let note = move || {
                note.get().map(|note| {
                    view! {
                        <p class="small quiet" dir="auto" data-testid="pack-note">
                            {note}
                        </p>
                    }
                    .erase()
                })
            };
            view! {
                <section class="card" data-testid="pack-done">
                    <p>{text::ACCEPT_WHAT}</p>
                    {note}
                    {act(ProjectDeed::AcceptPack, text::ACCEPT, Some(format!("/projects/{project}/runs")))}
                </section>
            }
            .erase()
        }
        _ => ().erase(),
    }
}

/// The steps of the generation, as they are done.
#[component]
fn Progress(first: PackView) -> impl IntoView {
    let page = LivePage::enter(first);
    let row = move |step: PackStep| {
        let state = Memo::new(move |_| page.followed.view.with(|view| view.state(step)));
        view! {
            <li>
                {text::step(step)}
                ": "
                <span class="quiet">{move || text::step_state(state.get())}</span>
            </li>
        }
        .erase()
    };
    view! {
        <ol aria-label=text::STEPS aria-live="polite" data-testid="pack-steps">
            {PackStep::ALL.map(row).into_iter().collect_view()}
        </ol>
    }
    .erase()
}

fn area(area: AreaShown) -> AnyView {
    let list = |name: &'static str, words: &[String]| {
        (!words.is_empty()).then(|| {
            view! {
                <p class="small" dir="auto">
                    <span class="quiet">{name} ": "</span>
                    {words.join(", ")}
                </p>
            }
            .erase()
        })
    };
    view! {
        <li class="card">
            <h3 dir="auto">
                {area.name}
                " "
                <code class="small quiet">{area.id}</code>
            </h3>
            <p dir="auto">{area.description}</p>
            {list(text::KEYWORDS, &area.keywords)}
            {list(text::TABLES, &area.tables)}
        </li>
    }
    .erase()
}

fn edit(live: Live<PackShown>, project: String) -> AnyView {
    let written = move || live.view.with(|view| view.text.clone());
    let saved = Memo::new(move |_| Saved::from([("text", written())]));
    let fields = view! {
        <label class="field">
            <span>{text::EDIT_HINT}</span>
            <textarea name="text" rows="24" spellcheck="false" wrap="off" class="code" data-testid="pack-text">
                {crate::parts::escape_textarea(untrack(written))}
            </textarea>
        </label>
    };
    let deed = ProjectDeed::SavePack;
    let id = "edit-pack".to_owned();
    Setting { id, title: text::EDIT.to_owned(), project, deed, saved, reading: live.reading }.render(fields.erase())
}

/// A button that does one thing with the pack.
struct Act {
    project: String,
    deed: ProjectDeed,
    label: &'static str,
    /// The page that comes afterwards.
    leads_to: Option<String>,
    reading: Reading,
}

impl Act {
    fn button(self) -> AnyView {
        let Self { project, deed, label, leads_to, reading } = self;
        let (fault, message) = (RwSignal::new(None::<String>), RwSignal::new(String::new()));
        let navigate = use_navigate();
        let busy = RwSignal::new(false);
        let act = move |_| {
            let (act, navigate, leads_to) = (ProjectAct::new(&project, deed), navigate.clone(), leads_to.clone());
            busy.set(true);
            fault.set(None);
            spawn_local(async move {
                let answer = done::<String>(act).await;
                // The page may be gone by now.
                let _gone = busy.try_set(false);
                match (answer, leads_to) {
                    (Ok(_), Some(path)) => navigate(&path, Default::default()),
                    (Ok(words), None) => {
                        let _gone = message.try_set(words);
                    }
                    (Err(error), _) => {
                        let _gone = fault.try_set(Some(error.to_string()));
                    }
                }
                reading.read();
            });
        };
        view! {
            <Alert fault=fault />
            <p class="row">
                <button type="button" class="button primary" disabled=move || busy.get() on:click=act data-testid="pack-act">
                    {label}
                </button>
                <span role="status">{move || if busy.get() { projects::WORKING.to_owned() } else { message.get() }}</span>
            </p>
        }
        .erase()
    }
}
