//! How the forms of these pages are sent: plainly without scripts, and with scripts without leaving the page.

use super::calls::{ActOnAskByForm, AnswerWish, AskAct, AskWish, act_on_ask};
use crate::{browser, erased::Erase, pages::schedules::calls::TimesWish};
use leptos::{ev::SubmitEvent, prelude::*, server_fn::ServerFn, task::spawn_local};
use leptos_router::hooks::use_navigate;
use protocol::ask::GuidedQuery;
use wasm_bindgen::JsCast;
use web_sys::{FormData, HtmlFormElement, ScrollIntoViewOptions, ScrollLogicalPosition};

/// Questions that are asked back at once.
const MOST_ANSWERS: usize = 3;

/// Where forms are sent without scripts.
pub(super) const PATH: &str = ActOnAskByForm::PATH;

/// Sends forms, one at a time.
#[derive(Clone, Copy)]
pub(super) struct Desk {
    pub(super) fault: RwSignal<Option<String>>,
    pub(super) is_busy: RwSignal<bool>,
    /// How often something was sent and taken.
    pub(super) taken: RwSignal<u32>,
    here: StoredValue<String>,
    go: Callback<String>,
    stay: Callback<()>,
}

impl Desk {
    /// Made while a page renders. `stay` shows what became of it where the answer leads to the page itself, which is `here`.
    pub(super) fn new(here: String, fault: RwSignal<Option<String>>, stay: Callback<()>) -> Self {
        let navigate = use_navigate();
        Self {
            fault,
            is_busy: RwSignal::new(false),
            taken: RwSignal::new(0),
            here: StoredValue::new(here),
            go: Callback::new(move |path: String| {
                // A page of a pipeline is loaded as a whole: its parts come and go with their stages.
                if path.starts_with("/opportunities/") {
                    let _refused = window().location().set_href(&path);
                } else {
                    navigate(&path, Default::default());
                }
            }),
            stay,
        }
    }

    /// What a form does when it is sent.
    pub(super) fn submit(self, event: SubmitEvent) {
        event.prevent_default();
        let form = event.target().and_then(|target| target.dyn_into::<HtmlFormElement>().ok());
        let Some(wish) = form.and_then(|form| read(&form, &event)) else { return };
        if self.is_busy.get_untracked() {
            return;
        }
        self.is_busy.set(true);
        self.fault.set(None);
        spawn_local(async move {
            let outcome = act_on_ask(wish).await;
            // The page may be gone by now.
            let _gone = self.is_busy.try_set(false);
            match outcome {
                Ok(next) => {
                    let _gone = self.taken.try_update(|taken| *taken += 1);
                    let is_here = self.here.try_with_value(|here| *here == next).unwrap_or_default();
                    let _gone = if is_here { self.stay.try_run(()) } else { self.go.try_run(next) };
                }
                Err(fault) => {
                    let _gone = self.fault.try_set(Some(fault.to_string()));
                    browser::soon(show_fault);
                }
            }
        });
    }
}

/// What went wrong is said at the top of the page, and the form may be far below.
fn show_fault() {
    if let Ok(Some(place)) = document().query_selector(".ask > .alert-place") {
        let options = ScrollIntoViewOptions::new();
        options.set_block(ScrollLogicalPosition::Nearest);
        place.scroll_into_view_with_scroll_into_view_options(&options);
    }
}

/// What a form holds, with the button that sent it.
fn read(form: &HtmlFormElement, event: &SubmitEvent) -> Option<AskWish> {
    let data = FormData::new_with_form(form).ok()?;
    let pressed = event.submitter().and_then(|button| Some((button.get_attribute("name")?, button.get_attribute("value")?)));
    let of = |name: &str| {
        let name = format!("wish{name}");
        match &pressed {
            Some((own, value)) if *own == name => Some(value.clone()),
            _ => data.get(&name).as_string(),
        }
    };
    let text = |name: &str| of(&format!("[{name}]")).unwrap_or_default();
    let answer = |at: usize| {
        let part = |name: &str| of(&format!("[answers][{at}][{name}]"));
        let question_id = part("question_id")?;
        let [value, own, remember] = ["value", "own", "remember"].map(|name| part(name).unwrap_or_default());
        Some(AnswerWish { question_id, value, own, remember })
    };
    let time = |name: &str| of(&format!("[times][{name}]")).unwrap_or_default();
    let guided = |name: &str| of(&format!("[guided][{name}]")).unwrap_or_default();
    let act = text("act");
    Some(AskWish {
        act: AskAct::ALL.into_iter().find(|one| one.name() == act)?,
        ask: text("ask"),
        project: text("project"),
        conversation: text("conversation"),
        question: text("question"),
        mode: text("mode"),
        name: text("name"),
        value: text("value"),
        pipeline: text("pipeline"),
        answers: (0..MOST_ANSWERS).map_while(answer).collect(),
        times: TimesWish {
            every: time("every"),
            weekday: time("weekday"),
            hour: time("hour"),
            cron: time("cron"),
            timezone: time("timezone"),
            url: time("url"),
            secret: time("secret"),
        },
        guided: GuidedQuery {
            table: guided("table"),
            measure: guided("measure"),
            of: guided("of"),
            by: guided("by"),
            filter_column: guided("filter_column"),
            filter_value: guided("filter_value"),
            time_column: guided("time_column"),
            from: guided("from"),
            to: guided("to"),
        },
    })
}

/// The hidden fields of a form.
pub(super) fn fields(act: AskAct, values: &[(&str, &str)]) -> AnyView {
    let values = values
        .iter()
        .map(|(name, value)| view! { <input type="hidden" name=format!("wish[{name}]") value=(*value).to_owned() /> }.erase())
        .collect_view();
    view! {
        <input type="hidden" name="wish[act]" value=act.name() />
        {values}
    }
    .erase()
}
