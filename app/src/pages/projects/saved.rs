//! A form of the settings: its fields follow what is saved, as long as nobody has typed into them.

use super::{
    calls::{ProjectAct, ProjectDeed},
    frame::done,
};
use crate::{
    feed::Reading,
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
    pub(super) reading: Reading,
}

impl Setting {
    /// The form around its fields.
    pub(super) fn shown(self, fields: AnyView) -> AnyView {
        let Self { id, title, project, deed, saved, reading } = self;
        let (fault, told) = (RwSignal::new(None::<String>), RwSignal::new(String::new()));
        let form = NodeRef::<leptos::html::Form>::new();
        let known = StoredValue::new(saved.get_untracked());
        // What was sent last, until it or something else is saved.
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
                let (words, error) = match done::<String>(act).await {
                    Ok(words) => (words, None),
                    Err(error) => (String::new(), Some(error.to_string())),
                };
                // The page may be gone by now.
                if error.is_some() {
                    let _gone = sent.try_set_value(Saved::new());
                }
                let _gone = (told.try_set(words), fault.try_set(error));
                reading.read();
            });
        };
        Effect::new(move |_| {
            let (Some(form), now) = (form.get(), saved.get()) else { return };
            let before = known.get_value();
            if before == now {
                return;
            }
            let own = sent.get_value();
            sent.set_value(Saved::new());
            let change = Change { before: &before, now: &now, own: &own };
            if change.follow(&form) {
                told.set(text::CHANGED_ELSEWHERE.to_owned());
            }
            known.set_value(now);
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

/// Something else is saved than before.
struct Change<'a> {
    before: &'a Saved,
    now: &'a Saved,
    /// What this form sent, where that may be the reason.
    own: &'a Saved,
}

impl Change<'_> {
    /// Shows in each field what is saved, where nobody has typed. Tells whether somebody else saved what is not shown, because something
    /// is typed in its place.
    fn follow(&self, form: &HtmlFormElement) -> bool {
        let fields = self.now.iter().filter_map(|(name, value)| Some((Field::of(form, name)?, *name, value)));
        let mut hidden = false;
        for (field, name, value) in fields {
            let shown = field.shown();
            match self.fate(name, &shown) {
                Fate::Shown if shown != *value => field.show(value),
                Fate::Hidden => hidden = true,
                Fate::Shown | Fate::Typed => {}
            }
        }
        hidden
    }

    fn fate(&self, name: &str, shown: &str) -> Fate {
        let of = |saved: &Saved| saved.get(name).cloned().unwrap_or_default();
        let (before, now) = (of(self.before), of(self.now));
        // A number that is left empty is saved as the usual one.
        let own = self.own.get(name).is_some_and(|sent| same(sent, &now) || sent.is_empty() && number(&now).is_some());
        if same(shown, &before) {
            // What differs in blanks only may be about to be typed on.
            if same(&before, &now) { Fate::Typed } else { Fate::Shown }
        } else if same(&before, &now) || same(shown, &now) || own {
            Fate::Typed
        } else {
            Fate::Hidden
        }
    }
}

/// What becomes of a field.
#[derive(Debug, PartialEq, Eq)]
enum Fate {
    /// It shows what is saved.
    Shown,
    /// It stays as it is.
    Typed,
    /// It stays as it is, and somebody else saved something else.
    Hidden,
}

/// Blanks and the writing of a number are changed on the way, between browsers and servers too.
fn same(one: &str, other: &str) -> bool {
    one.split_whitespace().eq(other.split_whitespace()) || number(one).is_some() && number(one) == number(other)
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok()
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

    fn shown(&self) -> String {
        match self {
            Self::Box(input) if input.checked() => "on".to_owned(),
            Self::Box(_) => String::new(),
            Self::Line(input) => input.value(),
            Self::Lines(area) => area.value(),
        }
    }

    fn show(&self, value: &str) {
        match self {
            Self::Box(input) => input.set_checked(!value.is_empty()),
            Self::Line(input) => input.set_value(value),
            Self::Lines(area) => area.set_value(value),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_field_follows_what_is_saved_until_somebody_types() {
        let of = |value: &str| Saved::from([("name", value.to_owned())]);
        for (before, now, own, shown, fate) in [
            ("Shop", "Store", None, "Shop", Fate::Shown),
            ("Shop", "Store", None, "Typed", Fate::Hidden),
            // Typed and taken back.
            ("Shop\r\n", "Store", None, "Shop\n", Fate::Shown),
            // Somebody else typed the same.
            ("Shop", "Store", None, "Store ", Fate::Typed),
            // Another field is what changed.
            ("Shop", "Shop", None, "Typed", Fate::Typed),
            ("Shop", "Shop ", None, "Shop", Fate::Typed),
            // One's own, as it was stored: and typed on meanwhile.
            ("Shop", "Music store", Some("Music  store"), "Music  store", Fate::Typed),
            ("Shop", "Music store", Some("Music  store"), "Music store of", Fate::Typed),
            ("0.3", "0.5", Some(".50"), ".50", Fate::Typed),
            ("60", "50", Some(""), "", Fate::Typed),
            ("", "Somebody else's", Some(""), "Typed", Fate::Hidden),
            // Sent, and then somebody else was faster.
            ("Shop", "Store", Some("Mine"), "Mine", Fate::Hidden),
        ] {
            let (before, now, own) = (of(before), of(now), own.map(of).unwrap_or_default());
            let change = Change { before: &before, now: &now, own: &own };
            assert_eq!(change.fate("name", shown), fate, "{before:?} {now:?} {own:?} {shown:?}");
        }
    }
}
