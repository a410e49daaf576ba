//! A form of the settings: its fields follow what is saved, as long as nobody has typed into them.

use super::{
    calls::{ProjectAct, ProjectDeed},
    frame::done,
};
use crate::{
    lean::{Effect, Lean, Memo},
    parts::Alert,
    words::projects as text,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use std::collections::BTreeMap;
use wasm_bindgen::JsCast;
use web_sys::{FormData, HtmlFormElement, HtmlInputElement, HtmlTextAreaElement};

/// What is saved, by the names of the fields; `on` where a box is ticked.
pub(super) type Saved = BTreeMap<&'static str, String>;

pub(super) struct Setting {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) project: String,
    pub(super) deed: ProjectDeed,
    pub(super) saved: Memo<Saved>,
    pub(super) renew: Callback<()>,
}

impl Setting {
    /// The form around its fields.
    pub(super) fn shown(self, fields: AnyView) -> AnyView {
        let Self { id, title, project, deed, saved, renew } = self;
        let (fault, told) = (RwSignal::new(None::<String>), RwSignal::new(String::new()));
        let form = NodeRef::<leptos::html::Form>::new();
        let sent = StoredValue::new(Saved::new());
        let save = move |event: SubmitEvent| {
            event.prevent_default();
            let Some(data) = form.get_untracked().and_then(|form| FormData::new_with_form(&form).ok()) else { return };
            let of = |name: &&'static str| (*name, data.get(name).as_string().unwrap_or_default());
            let entered: Saved = saved.with_untracked(|saved| saved.keys().map(of).collect());
            let mut act = ProjectAct::new(&project, deed);
            act.entered = entered.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
            sent.set_value(entered);
            fault.set(None);
            spawn_local(async move {
                match done::<String>(act).await {
                    Ok(words) => {
                        told.set(words);
                        renew.run(());
                    }
                    Err(error) => fault.set(Some(error.to_string())),
                }
            });
        };
        Effect::new(move |_| {
            let Some(form) = form.get() else { return };
            let elsewhere = saved.with(|saved| sent.with_value(|sent| follow(&form, saved, sent)));
            if elsewhere {
                told.set(text::CHANGED_ELSEWHERE.to_owned());
            }
        });
        view! {
            <section class="setting" aria-labelledby=id>
                <h2 id=id>{title}</h2>
                <form on:submit=save node_ref=form data-testid=format!("{id}-form")>
                    <Alert fault=fault />
                    {fields}
                    <p class="row">
                        <button type="submit" class="button primary">
                            {text::SAVE}
                        </button>
                        <span role="status">{move || told.get()}</span>
                    </p>
                </form>
            </section>
        }
        .lean()
    }
}

/// Gives each field what is saved for it, which shows where nobody has typed. Tells whether somebody else saved what is not shown,
/// because something is typed in its place.
fn follow(form: &HtmlFormElement, saved: &Saved, sent: &Saved) -> bool {
    let fields: Vec<(Field, &str, &str)> =
        saved.iter().filter_map(|(name, value)| Some((Field::of(form, name)?, *name, value.as_str()))).collect();
    let mut elsewhere = false;
    for (field, name, value) in &fields {
        let own = sent.get(name).is_some_and(|sent| sent.is_empty() || sent.trim() == *value);
        let moved = field.saved() != *value;
        field.save(value);
        elsewhere |= moved && !own && field.shown().trim() != *value;
    }
    // What is shown is what is saved: from here on it follows again.
    if fields.iter().all(|(field, _, value)| field.shown() == *value) {
        form.reset();
    }
    elsewhere
}

enum Field {
    Box(HtmlInputElement),
    Line(HtmlInputElement),
    Lines(HtmlTextAreaElement),
}

impl Field {
    fn of(form: &HtmlFormElement, name: &str) -> Option<Self> {
        let element = form.query_selector(&format!("[name={name}]")).ok()??;
        match element.dyn_into::<HtmlInputElement>() {
            Ok(input) if input.type_() == "checkbox" => Some(Self::Box(input)),
            Ok(input) => Some(Self::Line(input)),
            Err(other) => other.dyn_into().ok().map(Self::Lines),
        }
    }

    fn saved(&self) -> String {
        match self {
            Self::Box(input) => ticked(input.default_checked()),
            Self::Line(input) => input.default_value(),
            Self::Lines(area) => area.default_value().unwrap_or_default(),
        }
    }

    fn shown(&self) -> String {
        match self {
            Self::Box(input) => ticked(input.checked()),
            Self::Line(input) => input.value(),
            Self::Lines(area) => area.value(),
        }
    }

    fn save(&self, value: &str) {
        match self {
            Self::Box(input) => input.set_default_checked(!value.is_empty()),
            Self::Line(input) => input.set_default_value(value),
            Self::Lines(area) => area.set_default_value(value).unwrap_or_default(),
        }
    }
}

fn ticked(ticked: bool) -> String {
    if ticked { "on".to_owned() } else { String::new() }
}
