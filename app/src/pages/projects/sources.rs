use super::{
    calls::{ProjectAct, ProjectDeed, ProjectPart, SourceCard, SourcesView},
    deleted::{render_deleted, render_undo, source_form},
    frame::{done, frame, nothing},
    live::{Live, page},
    upload::Upload,
};
use crate::{
    browser,
    erased::{Erase, Memo},
    feed::Reading,
    pages::interviews::fault_of_form,
    parts::{Alert, Icon, When, icon},
    words::{overview, projects as text},
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::hooks::use_query_map;
use protocol::ProjectSourceId;

/// What a project is connected to, and the way to connect more.
#[component]
pub(crate) fn SourcesPage() -> impl IntoView {
    page(ProjectPart::Sources, render)
}

/// What has the focus once a source is gone, or back.
const LIST: &str = "sources";

/// What the cards share: what was done last, and which is being worked on.
#[derive(Clone, Copy)]
pub(super) struct Desk {
    pub(super) project: StoredValue<String>,
    fault: RwSignal<Option<String>>,
    message: RwSignal<String>,
    busy: RwSignal<bool>,
    /// The source that was deleted last.
    pub(super) deleted: RwSignal<Option<ProjectSourceId>>,
    pub(super) view: RwSignal<SourcesView>,
    reading: Reading,
}

impl Desk {
    pub(super) fn act(self, deed: ProjectDeed, source: String) {
        // What goes on for long can be stopped while one waits for it.
        if self.busy.get_untracked() && deed != ProjectDeed::CancelReading {
            return;
        }
        self.busy.set(true);
        self.fault.set(None);
        self.message.set(text::WORKING.to_owned());
        let goes = matches!(deed, ProjectDeed::DeleteSource | ProjectDeed::RestoreSource | ProjectDeed::RemoveSource);
        // Followers of the project may take the card away before the answer is here.
        if goes {
            browser::focus_again(LIST.to_owned());
        }
        spawn_local(async move {
            let refresh = refresh_button(&source);
            let deleted = if deed == ProjectDeed::DeleteSource { source.parse::<ProjectSourceId>().ok() } else { None };
            let act = ProjectAct { source, ..ProjectAct::new(&self.project.get_value(), deed) };
            let answer = done::<String>(act).await;
            self.busy.set(false);
            match answer {
                Ok(words) => {
                    self.message.set(words);
                    self.deleted.set(deleted);
                    if goes {
                        browser::focus_again(LIST.to_owned());
                    }
                    if deed == ProjectDeed::CancelReading {
                        browser::focus_when_there(refresh);
                    }
                    if deed != ProjectDeed::Test {
                        self.reading.read();
                    }
                }
                Err(fault) => {
                    self.message.set(String::new());
                    self.fault.set(Some(fault.to_string()));
                }
            }
        });
    }
}

fn render(live: Live<SourcesView>) -> AnyView {
    let Live { head, view, reading } = live;
    let (id, may_change, may_administer) =
        head.with_untracked(|head| (head.card.id.to_string(), head.may_change, head.may_administer));
    // Without scripts a form led here.
    let deleted = use_query_map().with_untracked(|query| query.get("deleted"));
    let deleted = deleted.and_then(|id| id.parse::<ProjectSourceId>().ok());
    let name = |id: ProjectSourceId| {
        view.with_untracked(|view| view.deleted.iter().find(|one| one.id == id).map(|one| text::deleted_source(&one.name)))
    };
    let desk = Desk {
        project: StoredValue::new(id.clone()),
        fault: RwSignal::new(fault_of_form()),
        message: RwSignal::new(deleted.and_then(name).unwrap_or_default()),
        busy: RwSignal::new(false),
        deleted: RwSignal::new(deleted),
        view,
        reading,
    };
    let connect = if may_administer { text::CONNECT } else { text::CONNECT_OTHERS };
    let ids = Memo::new(move |_| view.with(|view| view.sources.iter().map(|source| source.id).collect::<Vec<_>>()));
    let none = Memo::new(move |_| view.with(|view| view.sources.is_empty()));
    let none_deleted = Memo::new(move |_| view.with(|view| view.deleted.is_empty()));
    // A card stays the same element while others come and go, so that a click reaches the card it was meant for.
    let list = move || {
        if none.get() {
            nothing(text::NO_SOURCE_TITLE, if may_change { text::NO_SOURCE } else { text::NO_SOURCE_READER }, None)
        } else {
            view! {
                <ul class="source-list" data-testid="sources">
                    <For each=move || ids.get() key=|id| *id children=move |id| card(desk, id, may_change) />
                </ul>
            }
            .erase()
        }
    };
    let all = move || {
        (may_change && !none.get()).then(|| {
            view! {
                <button
                    type="button"
                    class="button small"
                    aria-disabled=move || desk.busy.get().to_string()
                    on:click=move |_| desk.act(ProjectDeed::RefreshAll, String::new())
                >
                    {icon(Icon::Again)}
                    {text::REFRESH_ALL}
                </button>
            }
            .erase()
        })
    };
    let body = view! {
        {may_change.then(|| view! { <Upload project=id connect=connect reading=reading /> })}
        <section aria-labelledby=LIST>
            <div class="section-head">
                <h2 id=LIST tabindex="-1">{text::SOURCES}</h2>
                {all}
            </div>
            <div>
                <Alert fault=desk.fault />
                <p role="status" class="told" data-testid="tested">
                    {move || desk.message.get()}
                </p>
                {render_undo(desk)}
            </div>
            {list}
        </section>
        {move || (!none_deleted.get()).then(|| render_deleted(desk))}
    }
    .erase();
    frame(head, ProjectPart::Sources, body)
}

fn refresh_button(source: &str) -> String {
    format!("refresh-{source}")
}

/// Describes a source in the same way on every page: what it is about, what was found, when, and what is wrong.
pub(super) fn describe_source(source: &SourceCard) -> AnyView {
    let warnings = source.warnings.iter().map(|warning| view! { <li dir="auto">{warning.clone()}</li> }).collect_view();
    let fault = match &*source.status {
        "unreachable" => text::UNREACHABLE.to_owned(),
        "failed" => source.error.clone(),
        _ => String::new(),
    };
    view! {
        {(!source.about.is_empty()).then(|| view! { <p dir="auto">{source.about.clone()}</p> })}
        <p class="small quiet facts">
            {source.is_known().then(|| view! { <b>{source.summary.clone()}</b> })}
            {(!source.place.is_empty()).then(|| view! { <span dir="auto">{source.place.clone()}</span> })}
            {source.is_known().then(|| view! { <span>{text::READ_AT} " " <When at=source.read_at /></span> })}
        </p>
        {(!fault.is_empty()).then(|| view! { <p class="small fault-line" dir="auto">{icon(Icon::Warning)} {fault}</p> })}
        {(!source.warnings.is_empty()).then(|| view! { <ul class="plain small noticed" aria-label=text::NOTES>{warnings}</ul> })}
    }
    .erase()
}

/// What a source is. Of what type is known once it is read.
pub(super) fn kind_chip(source: &SourceCard) -> AnyView {
    let subtype = text::subtype(&source.subtype).to_owned();
    let dot = if subtype.is_empty() { "" } else { " · " };
    view! { <span class="chip">{text::kind(&source.kind)} {dot} {subtype}</span> }.erase()
}

/// Where a source is, in a word.
pub(super) fn status_chip(status: &str) -> AnyView {
    let (class, word) = match status {
        "reading" => ("chip busy", text::READING),
        "unreachable" => ("chip low", text::DOWN),
        "failed" => ("chip low", text::FAILED),
        _ => ("chip high", text::READY),
    };
    view! { <span class=class>{word}</span> }.erase()
}

fn card(desk: Desk, id: ProjectSourceId, may_change: bool) -> AnyView {
    let find = move || desk.view.with(|view| view.sources.iter().find(|source| source.id == id).cloned());
    // Its name never changes.
    let Some(source) = untrack(find) else { return ().erase() };
    let shown = Memo::new(move |_| find());
    let own = source.id;
    let id = own.to_string();
    let href = format!("/projects/{}/sources/{id}", desk.project.get_value());
    let status = Memo::new(move |_| shown.with(|shown| shown.as_ref().map(|source| source.status.clone()).unwrap_or_default()));
    let act = |deed: ProjectDeed, name: &'static str, what: Icon| {
        let id = id.clone();
        // It is not disabled while it is busy: it would lose the focus.
        let own = (deed == ProjectDeed::Refresh).then(|| refresh_button(&id));
        view! {
            <button
                type="button"
                class="button small"
                id=own
                aria-label=text::about_source(name, &source.name)
                aria-disabled=move || desk.busy.get().to_string()
                on:click=move |_| desk.act(deed, id.clone())
            >
                {icon(what)}
                {name}
            </button>
        }
        .erase()
    };
    let (stopped, stop_label) = (id.clone(), text::about_source(text::STOP_READING, &source.name));
    let stop = move || {
        let stopped = stopped.clone();
        (status.get() == "reading").then(|| {
            view! {
                <button
                    type="button"
                    class="button small"
                    aria-label=stop_label.clone()
                    on:click=move |_| desk.act(ProjectDeed::CancelReading, stopped.clone())
                >
                    {icon(Icon::Stop)}
                    {text::STOP_READING}
                </button>
            }
            .erase()
        })
    };
    let acts = may_change.then(|| {
        let (label, goes) = (text::about_source(text::DELETE, &source.name), format!("goes-{id}"));
        let delete = view! {
            <button type="submit" class="button danger" aria-label=label aria-describedby=goes.clone()>
                {icon(Icon::Close)}
                {text::DELETE}
            </button>
            <p class="small quiet" id=goes>
                {overview::GOES}
            </p>
        }
        .erase();
        view! {
            <div class="acts">
                {act(ProjectDeed::Test, text::TEST, Icon::Check)}
                {act(ProjectDeed::Refresh, text::REFRESH, Icon::Again)}
                {stop}
                <details class="menu source-menu" name="menu">
                    <summary class="icon-button" aria-label=text::about_source(overview::MORE_ABOUT, &source.name)>
                        {icon(Icon::More)}
                    </summary>
                    <div class="menu-body">{source_form(desk, ProjectDeed::DeleteSource, own, delete)}</div>
                </details>
            </div>
        }
        .erase()
    });
    view! {
        <li class="card">
            <div class="source-head">
                <h3>
                    <a href=href dir="auto">
                        {source.name.clone()}
                    </a>
                </h3>
                {move || shown.with(|shown| shown.as_ref().map(kind_chip))}
                {move || status.with(|status| status_chip(status))}
            </div>
            {move || shown.with(|shown| shown.as_ref().map(describe_source))}
            {acts}
        </li>
    }
    .erase()
}
