use super::{
    answer::table,
    beside,
    calls::{OfProject, ProjectPart, ProjectRequest, QueryView, SqlAnswer, read_project},
    charting, editor,
    frame::{frame, nothing},
    keeping::Keeping,
    live::{Live, page},
};
use crate::{
    browser,
    calls::open,
    erased::{Erase, Memo},
    pages::runs::chart,
    parts::{Icon, escape_textarea, icon},
    words::projects as text,
};
use leptos::{
    ev::{KeyboardEvent, SubmitEvent},
    prelude::*,
    task::spawn_local,
};
use leptos_router::location::Url;
use std::{
    cell::RefCell,
    future::poll_fn,
    pin::pin,
    rc::Rc,
    task::{Poll, Waker},
};
use wasm_bindgen::{JsCast, JsValue};

pub(super) const FIELD: &str = "sql-field";
pub(super) const FORM: &str = "sql-form";
/// What comes before the statement in an address.
const AFTER: &str = "#sql=";
/// The longest statement that an address holds, as it is written there: mail and chat cut longer ones.
const LONGEST: usize = 2_000;

/// One query, and its answer as a table. An address may hold the statement, so that it can be shared; it runs only when somebody
/// starts it. Until it is changed it comes after the `#`, which browsers do not send.
#[component]
pub(crate) fn QueryPage() -> impl IntoView {
    page(ProjectPart::Query, render)
}

fn render(live: Live<QueryView>) -> AnyView {
    let Live { head, view, reading } = live;
    let (project, may_change) = head.with_untracked(|head| (head.card.id.to_string(), head.may_change));
    let none = Memo::new(move |_| view.with(|view| view.tables.is_empty()));
    // Of later updates only the tables are shown: the query and its answer belong to the person who asked, and stay.
    let asks = RwSignal::new(!none.get_untracked());
    Effect::new(move |_| {
        if !none.get() && !asks.get_untracked() {
            asks.set(true);
        }
    });
    let body = move || {
        let project = project.clone();
        if !asks.get() {
            return nothing(
                text::NO_TABLES_TITLE,
                text::NO_TABLES,
                Some((format!("/projects/{project}/sources"), text::TO_SOURCES)),
            );
        }
        let (sql, answer) = view.with_untracked(|view| (view.sql.clone(), view.answer.clone()));
        view! {
            <div class="query-page">
                <div class="asking">
                    <Asking project=project.clone() sql=sql answer=answer view=view />
                    {may_change.then(|| view! { <Keeping project=project.clone() reading=reading /> }.erase())}
                </div>
                {beside::render(&project, view, may_change, reading)}
            </div>
        }
        .erase()
    };
    frame(head, ProjectPart::Query, body.erase())
}

/// What ends a query that is running.
#[derive(Default)]
struct Ending {
    ended: bool,
    waker: Option<Waker>,
}

thread_local! {
    static RUNNING: RefCell<Option<Rc<RefCell<Ending>>>> = const { RefCell::new(None) };
}

/// Ends what is running: the call is dropped, the server notices, and the database stops.
fn cancel() {
    let Some(ending) = RUNNING.with(RefCell::take) else { return };
    let waker = {
        let mut ending = ending.borrow_mut();
        ending.ended = true;
        ending.waker.take()
    };
    if let Some(waker) = waker {
        waker.wake();
    }
}

/// The outcome, or nothing where it was cancelled.
async fn unless_cancelled<Answer>(call: impl Future<Output = Answer>) -> Option<Answer> {
    let ending = Rc::new(RefCell::new(Ending::default()));
    RUNNING.with(|running| running.replace(Some(ending.clone())));
    let mut call = pin!(call);
    poll_fn(move |context| {
        if ending.borrow().ended {
            return Poll::Ready(None);
        }
        ending.borrow_mut().waker = Some(context.waker().clone());
        call.as_mut().poll(context).map(Some)
    })
    .await
}

/// Puts a shared statement from the address into the field, and one that the server has read behind the `#`.
fn shared(given: &str, here: &str) {
    let place = window().location();
    let hash = place.hash().unwrap_or_default();
    if let Some(shared) = hash.strip_prefix(AFTER).filter(|_| given.is_empty()) {
        if let Some(field) = browser::element(FIELD).and_then(|field| field.dyn_into::<web_sys::HtmlTextAreaElement>().ok()) {
            editor::fill(&field, &Url::unescape(shared));
        }
    } else if !place.search().unwrap_or_default().is_empty() {
        show_in_address(here, given);
    }
}

/// The address with this statement, and without any where there is none or it is too long for one.
fn show_in_address(here: &str, sql: &str) {
    let escaped = Url::escape(sql);
    let fits = !escaped.is_empty() && escaped.len() <= LONGEST;
    let address = if fits { format!("{here}{AFTER}{escaped}") } else { here.to_owned() };
    if let Ok(history) = window().history() {
        let _refused = history.replace_state_with_url(&JsValue::NULL, "", Some(&address));
    }
}

#[component]
fn Asking(project: String, sql: String, answer: Option<SqlAnswer>, view: RwSignal<QueryView>) -> impl IntoView {
    let (busy, message) = (RwSignal::new(false), RwSignal::new(""));
    let answer = RwSignal::new(answer);
    let asked = RwSignal::new(sql.clone());
    let action = format!("/projects/{project}/query");
    let here = action.clone();
    let id = project.clone();
    let run = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(field) = browser::element(FIELD).and_then(|field| field.dyn_into::<web_sys::HtmlTextAreaElement>().ok()) else {
            return;
        };
        let sql = field.value();
        if busy.get_untracked() || sql.trim().is_empty() {
            return;
        }
        busy.set(true);
        message.set("");
        asked.set(sql.clone());
        show_in_address(&here, &sql);
        let wanted = ProjectRequest { part: ProjectPart::Query, id: id.clone(), sql, run: true, ..ProjectRequest::default() };
        spawn_local(async move {
            let outcome = unless_cancelled(read_project(wanted)).await;
            busy.set(false);
            match outcome {
                None => {
                    message.set(text::CANCELLED);
                    answer.set(None);
                }
                Some(packed) => {
                    answer.set(match open::<OfProject<QueryView>>(packed) {
                        Ok(page) => {
                            let QueryView { answer, history, .. } = page.view;
                            // The page may be gone by now.
                            let _gone = view.try_update(|view| view.history = history);
                            answer
                        }
                        Err(fault) => Some(SqlAnswer {
                            columns: Vec::new(),
                            rows: Vec::new(),
                            elapsed_ms: 0,
                            truncated: false,
                            fault: Some(fault.to_string()),
                        }),
                    });
                }
            }
        });
    };
    // A copied address must not hold another statement than the one on the screen.
    let plain = action.clone();
    let edited = move |_| {
        if window().location().hash().is_ok_and(|hash| !hash.is_empty()) {
            show_in_address(&plain, "");
        }
    };
    let (given, place) = (sql.clone(), action.clone());
    Effect::new(move |_| {
        shared(&given, &place);
        editor::load();
        browser::guard_changes();
    });
    let keys = move |event: KeyboardEvent| {
        if event.key() == "Enter" && (event.ctrl_key() || event.meta_key()) {
            event.prevent_default();
            let form = browser::element(FORM).and_then(|form| form.dyn_into::<web_sys::HtmlFormElement>().ok());
            if let Some(form) = form {
                let _refused = form.request_submit();
            }
        }
    };
    let download = move || format!("/api/v1/projects/{project}/query.csv?sql={}", Url::escape(&asked.get()));
    view! {
        <section aria-labelledby="sql">
            <h2 id="sql" class="hidden">{text::SQL}</h2>
            <form method="post" action=action id=FORM data-guard="true" on:submit=run>
                <query-editor>
                    <textarea
                        name="sql"
                        id=FIELD
                        rows="6"
                        aria-labelledby="sql"
                        aria-describedby="sql-hint"
                        spellcheck="false"
                        autocapitalize="off"
                        dir="ltr"
                        required
                        on:keydown=keys
                        on:input=edited
                    >
                        {escape_textarea(sql)}
                    </textarea>
                </query-editor>
                <div class="row">
                    <button type="submit" class="button primary" disabled=move || busy.get()>
                        {text::RUN}
                    </button>
                    <kbd>{text::KEYS}</kbd>
                    {move || {
                        busy.get()
                            .then(|| {
                                view! {
                                    <button type="button" class="button" on:click=move |_| cancel()>
                                        {icon(Icon::Stop)}
                                        {text::CANCEL}
                                    </button>
                                }
                            })
                    }}
                    <span class="small quiet" id="sql-hint">
                        {text::SQL_HINT}
                    </span>
                </div>
            </form>
            <p role="status" class="small quiet told">
                {move || if busy.get() { text::RUNNING } else { message.get() }}
            </p>
            {move || busy.get().then(|| view! { <progress aria-label=text::RUNNING></progress> })}
            {move || {
                let download = download();
                answer.get().filter(|_| !busy.get()).map(|answer| answered(answer, download))
            }}
        </section>
    }
    .erase()
}

fn answered(answer: SqlAnswer, download: String) -> AnyView {
    if let Some(fault) = answer.fault.clone() {
        return view! {
            <div class="note bad" role="alert" data-testid="sql-fault">
                <p dir="auto">{fault}</p>
                <p class="small">{text::FAULT_WHAT}</p>
            </div>
        }
        .erase();
    }
    let count = text::rows(answer.rows.len(), answer.elapsed_ms, answer.truncated);
    let picture = charting::chart(&answer).and_then(|(name, of)| chart::render(&name, &of));
    view! {
        <div class="row answer-head">
            <p role="status" class="small quiet" data-testid="sql-count">
                {count}
            </p>
            <a class="button small" href=download rel="external" download="query.csv">
                {icon(Icon::Download)}
                {text::DOWNLOAD}
            </a>
        </div>
        {picture.map(|picture| view! { <div class="query-chart" data-testid="query-chart">{picture}</div> }.erase())}
        {table(answer.columns, answer.rows, text::ANSWER, "sql-answer")}
    }
    .erase()
}
