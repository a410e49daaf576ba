use super::{
    calls::{ProjectAct, ProjectDeed, ProjectPart, SourceCard, SourcesView},
    frame::{done, frame, nothing, page},
    upload::Upload,
};
use crate::{
    browser,
    lean::Lean,
    parts::{Alert, Icon, When, icon},
    words::projects as text,
};
use leptos::{prelude::*, task::spawn_local};

/// What a project is connected to, and the way to connect more.
#[component]
pub(crate) fn ProjectPage() -> impl IntoView {
    page(ProjectPart::Sources, shown)
}

/// Ids of what gets the focus back.
const LIST: &str = "sources";
const REFRESH_ALL: &str = "refresh-all";

/// What the cards share: what was done last, and which is being worked on.
#[derive(Clone, Copy)]
struct Desk {
    project: StoredValue<String>,
    fault: RwSignal<Option<String>>,
    told: RwSignal<String>,
    busy: RwSignal<bool>,
    reload: Callback<()>,
}

impl Desk {
    /// `back` is the id of what has the focus when it is done.
    fn act(self, deed: ProjectDeed, source: String, back: String) {
        if self.busy.get_untracked() {
            return;
        }
        self.busy.set(true);
        self.fault.set(None);
        self.told.set(text::WORKING.to_owned());
        spawn_local(async move {
            let act = ProjectAct { source, ..ProjectAct::new(&self.project.get_value(), deed) };
            let answer = done::<String>(act).await;
            self.busy.set(false);
            match answer {
                Ok(words) => {
                    self.told.set(words.clone());
                    if deed != ProjectDeed::Test {
                        TOLD.with(|told| told.replace((words, back)));
                        self.reload.run(());
                    }
                }
                Err(fault) => {
                    self.told.set(String::new());
                    self.fault.set(Some(fault.to_string()));
                }
            }
        });
    }
}

thread_local! {
    /// What was told last stays told while the page draws itself anew, and what had the focus has it again; taken once.
    static TOLD: std::cell::RefCell<(String, String)> = const { std::cell::RefCell::new((String::new(), String::new())) };
}

fn shown(view: SourcesView, reload: Callback<()>) -> AnyView {
    let SourcesView { head, sources } = view;
    let id = head.card.id.to_string();
    let (before, back) = TOLD.with(std::cell::RefCell::take);
    if !back.is_empty() {
        browser::focus_again(back);
    }
    let desk = Desk {
        project: StoredValue::new(id.clone()),
        fault: RwSignal::new(None),
        told: RwSignal::new(before),
        busy: RwSignal::new(false),
        reload,
    };
    let connect = if head.may_administer { text::CONNECT } else { text::CONNECT_OTHERS };
    let may_change = head.may_change;
    let list = if sources.is_empty() {
        nothing(text::NO_SOURCE_TITLE, if may_change { text::NO_SOURCE } else { text::NO_SOURCE_READER }, None)
    } else {
        let cards = sources.into_iter().map(|source| card(desk, source, may_change)).collect_view();
        view! { <ul class="source-list" data-testid="sources">{cards}</ul> }.lean()
    };
    let all = (may_change && head.sources > 0).then(|| {
        view! {
            <button
                type="button"
                class="button small"
                id=REFRESH_ALL
                aria-disabled=move || desk.busy.get().to_string()
                on:click=move |_| desk.act(ProjectDeed::RefreshAll, String::new(), REFRESH_ALL.to_owned())
            >
                {icon(Icon::Again)}
                {text::REFRESH_ALL}
            </button>
        }
        .lean()
    });
    let body = view! {
        {may_change.then(|| view! { <Upload project=id connect=connect reload=reload /> })}
        <section aria-labelledby=LIST>
            <div class="section-head">
                <h2 id=LIST tabindex="-1">{text::SOURCES}</h2>
                {all}
            </div>
            <div>
                <Alert fault=desk.fault />
                <p role="status" class="told" data-testid="tested">
                    {move || desk.told.get()}
                </p>
            </div>
            {list}
        </section>
    }
    .lean();
    frame(&head, ProjectPart::Sources, body)
}

/// What is said of a source wherever it is shown: what it is about, what was found, when, and what is wrong.
pub(super) fn told(source: &SourceCard) -> AnyView {
    let warnings = source.warnings.iter().map(|warning| view! { <li dir="auto">{warning.clone()}</li> }).collect_view();
    view! {
        {(!source.about.is_empty()).then(|| view! { <p dir="auto">{source.about.clone()}</p> })}
        <p class="small quiet facts">
            <b>{source.summary.clone()}</b>
            {(!source.place.is_empty()).then(|| view! { <span dir="auto">{source.place.clone()}</span> })}
            <span>{text::READ_AT} " " <When at=source.read_at /></span>
        </p>
        {(!source.reachable).then(|| view! { <p class="small fault-line">{icon(Icon::Warning)} {text::UNREACHABLE}</p> })}
        {(!source.warnings.is_empty()).then(|| view! { <ul class="plain small noticed" aria-label=text::NOTES>{warnings}</ul> })}
    }
    .lean()
}

fn card(desk: Desk, source: SourceCard, may_change: bool) -> AnyView {
    let id = source.id.to_string();
    let asks = RwSignal::new(false);
    // Several may ask at once; whoever keeps a source is back where they asked.
    let (ask, for_good) = (format!("ask-delete-{id}"), format!("delete-{id}"));
    let href = format!("/projects/{}/sources/{id}", desk.project.get_value());
    let (class, state) = if source.reachable { ("chip high", text::READY) } else { ("chip low", text::DOWN) };
    let act = |deed: ProjectDeed, name: &'static str, what: Icon| {
        let (id, own) = (id.clone(), format!("{deed:?}-{id}"));
        // While it is busy it is not disabled: that would take the focus from whoever pressed it.
        view! {
            <button
                type="button"
                class="button small"
                id=own.clone()
                aria-label=text::about_source(name, &source.name)
                aria-disabled=move || desk.busy.get().to_string()
                on:click=move |_| desk.act(deed, id.clone(), own.clone())
            >
                {icon(what)}
                {name}
            </button>
        }
        .lean()
    };
    let acts = may_change.then(|| {
        let asked = for_good.clone();
        view! {
            <p class="acts">
                {act(ProjectDeed::Test, text::TEST, Icon::Check)}
                {act(ProjectDeed::Refresh, text::REFRESH, Icon::Again)}
                <button
                    type="button"
                    class="button small"
                    id=ask.clone()
                    aria-label=text::about_source(text::DELETE, &source.name)
                    aria-expanded=move || asks.get().to_string()
                    on:click=move |_| {
                        asks.set(true);
                        browser::focus_when_there(asked.clone());
                    }
                >
                    {icon(Icon::Close)}
                    {text::DELETE}
                </button>
            </p>
        }
        .lean()
    });
    let question = text::goes_with_source(&source.name, &source.summary, source.files);
    let (name, deleted) = (source.name.clone(), id.clone());
    let asked = move || {
        let (question, deleted, ask) = (question.clone(), deleted.clone(), ask.clone());
        asks.get().then(|| {
            view! {
                <div class="confirming" role="group" aria-label=text::about_source(text::DELETE, &name)>
                    <p dir="auto">{question}</p>
                    <p class="acts">
                        <button
                            type="button"
                            class="button small danger"
                            id=for_good.clone()
                            data-testid="delete-for-good"
                            on:click=move |_| desk.act(ProjectDeed::DeleteSource, deleted.clone(), LIST.to_owned())
                        >
                            {text::DELETE_FOREVER}
                        </button>
                        <button
                            type="button"
                            class="button small"
                            on:click=move |_| {
                                asks.set(false);
                                browser::focus_when_there(ask.clone());
                            }
                        >
                            {text::KEEP}
                        </button>
                    </p>
                </div>
            }
            .lean()
        })
    };
    view! {
        <li class="card">
            <div class="source-head">
                <h3>
                    <a href=href dir="auto">
                        {source.name.clone()}
                    </a>
                </h3>
                <span class="chip">{text::kind(&source.kind)} " · " {text::subtype(&source.subtype).to_owned()}</span>
                <span class=class>{state}</span>
            </div>
            {told(&source)}
            {acts}
            {asked}
        </li>
    }
    .lean()
}
