//! How the forms of these pages are sent: plainly without scripts, and with scripts without leaving the page.

use super::calls::{ActOnOpportunityByForm, OpportunityAct, OpportunityWish, act_on_opportunity};
use crate::erased::Erase;
use leptos::{ev::SubmitEvent, prelude::*, server_fn::ServerFn, task::spawn_local};
use wasm_bindgen::JsCast;
use web_sys::{FormData, HtmlFormElement};

/// Where forms are sent without scripts.
pub(super) const PATH: &str = ActOnOpportunityByForm::PATH;

/// What is wrong with a form before it is sent: the name of the field, and what to do.
pub(super) type Wrong = Option<(&'static str, &'static str)>;

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
        Self {
            fault,
            is_busy: RwSignal::new(false),
            taken: RwSignal::new(0),
            here: StoredValue::new(here),
            go: Callback::new(|path: String| {
                // A page of a pipeline is loaded as a whole: its parts come and go with their stages.
                let _refused = window().location().set_href(&path);
            }),
            stay,
        }
    }

    /// What a form does when it is sent.
    pub(super) fn submit(self, event: SubmitEvent) {
        if let Some(wish) = take(&event) {
            self.send(wish);
        }
    }

    /// The same for a form that is looked over first: what is wrong is shown at its field, which gets the focus.
    pub(super) fn submit_checked(self, event: SubmitEvent, check: fn(&OpportunityWish) -> Wrong, wrong: RwSignal<Wrong>) {
        let Some(wish) = take(&event) else { return };
        let found = check(&wish);
        wrong.set(found);
        match found {
            Some((field, _)) => focus_field(&event, field),
            None => self.send(wish),
        }
    }

    fn send(self, wish: OpportunityWish) {
        if self.is_busy.get_untracked() {
            return;
        }
        self.is_busy.set(true);
        self.fault.set(None);
        spawn_local(async move {
            let outcome = act_on_opportunity(wish).await;
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
                }
            }
        });
    }
}

fn form_of(event: &SubmitEvent) -> Option<HtmlFormElement> {
    event.target().and_then(|target| target.dyn_into::<HtmlFormElement>().ok())
}

fn take(event: &SubmitEvent) -> Option<OpportunityWish> {
    event.prevent_default();
    read(&form_of(event)?, event)
}

fn focus_field(event: &SubmitEvent, field: &str) {
    let selector = format!("[name=\"wish[{field}]\"]");
    let found = form_of(event).and_then(|form| form.query_selector(&selector).ok().flatten());
    if let Some(field) = found.and_then(|field| field.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _refused = field.focus();
    }
}

/// What a form holds, with the button that sent it.
fn read(form: &HtmlFormElement, event: &SubmitEvent) -> Option<OpportunityWish> {
    let data = FormData::new_with_form(form).ok()?;
    let pressed = event.submitter().and_then(|button| Some((button.get_attribute("name")?, button.get_attribute("value")?)));
    let text = |name: &str| {
        let name = format!("wish[{name}]");
        match &pressed {
            Some((own, value)) if *own == name => value.clone(),
            _ => data.get(&name).as_string().unwrap_or_default(),
        }
    };
    let act = text("act");
    Some(OpportunityWish {
        act: OpportunityAct::ALL.into_iter().find(|one| one.name() == act)?,
        project: text("project"),
        source: text("source"),
        findings: text("findings"),
        pipeline: text("pipeline"),
        opportunity: text("opportunity"),
        stage: text("stage"),
        guidance: text("guidance"),
        decision: text("decision"),
        takes_back: text("takes_back"),
        reasoning: text("reasoning"),
        priority: text("priority"),
        outcome: text("outcome"),
        results: text("results"),
        recommendation: text("recommendation"),
        rating: text("rating"),
        comment: text("comment"),
    })
}

/// The hidden fields of a form.
pub(super) fn hidden_fields(act: OpportunityAct, values: &[(&str, String)]) -> AnyView {
    let values = values
        .iter()
        .map(|(name, value)| view! { <input type="hidden" name=format!("wish[{name}]") value=value.clone() /> }.erase())
        .collect_view();
    view! {
        <input type="hidden" name="wish[act]" value=act.name() />
        {values}
    }
    .erase()
}
