//! A form of the settings: its fields follow what is saved, as long as nobody has typed into them.

use super::{
    calls::{ProjectAct, ProjectDeed},
    frame::done,
};
use crate::{
    browser,
    erased::{Effect, Erase, Memo},
    feed::Reading,
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
    pub(super) id: String,
    pub(super) title: String,
    pub(super) project: String,
    pub(super) deed: ProjectDeed,
    pub(super) saved: Memo<Saved>,
    pub(super) reading: Reading,
}

impl Setting {
    /// The form around its fields.
    pub(super) fn render(self, fields: AnyView) -> AnyView {
        let Self { id, title, project, deed, saved, reading } = self;
        let (fault, message) = (RwSignal::new(None::<String>), RwSignal::new(String::new()));
        let form = NodeRef::<leptos::html::Form>::new();
        let known = StoredValue::new(saved.get_untracked());
        let sent = StoredValue::new(None::<Sent>);
        let catch_up = move |form: &HtmlFormElement, before: &Saved| {
            let now = saved.get_untracked();
            let own = sent.get_value();
            let change = Change { before, now: &now, own: own.as_ref() };
            if change.follow(form) {
                message.set(text::CHANGED_ELSEWHERE.to_owned());
            }
            if change.is_shown(form) {
                browser::note_kept(form);
            }
            if own.is_some_and(|own| own.done) {
                sent.set_value(None);
            }
        };
        let save = move |event: SubmitEvent| {
            event.prevent_default();
            let Some(data) = form.get_untracked().and_then(|form| FormData::new_with_form(&form).ok()) else { return };
            let of = |name: &&'static str| (*name, data.get(name).as_string().unwrap_or_default());
            let entered: Saved = saved.with_untracked(|saved| saved.keys().map(of).collect());
            let mut act = ProjectAct::new(&project, deed);
            act.entered = entered.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
            let before = known.get_value();
            sent.set_value(Some(Sent { entered, before, done: false }));
            fault.set(None);
            spawn_local(async move {
                let (words, error) = match done::<String>(act).await {
                    Ok(words) => (words, None),
                    Err(error) => (String::new(), Some(error.to_string())),
                };
                let own = sent.try_get_value().flatten();
                let (Some(own), Some(form)) = (own, form.try_get_untracked().flatten()) else {
                    // The page may be gone by now.
                    return;
                };
                let (before, done) = (own.before.clone(), error.is_none());
                sent.set_value(done.then_some(Sent { done, ..own }));
                message.set(words);
                if error.is_some() {
                    browser::note_refused(&form);
                }
                fault.set(error);
                if done && known.with_value(|known| *known != before) {
                    // The new version arrived before the answer.
                    catch_up(&form, &before);
                }
                reading.read();
            });
        };
        Effect::new(move |_| {
            let (Some(form), now) = (form.get(), saved.get()) else { return };
            browser::guard_changes();
            let before = known.get_value();
            if before != now {
                known.set_value(now);
                catch_up(&form, &before);
            }
        });
        view! {
            <section class="setting" aria-labelledby=id.clone()>
                <h2 id=id.clone()>{title}</h2>
                <form on:submit=save node_ref=form data-guard="true" data-testid=format!("{id}-form")>
                    <Alert fault=fault />
                    {fields}
                    <p class="row">
                        <button type="submit" class="button primary">
                            {text::SAVE}
                        </button>
                        <span role="status">{move || message.get()}</span>
                    </p>
                </form>
            </section>
        }
        .erase()
    }
}

/// What this form sent last, until what is saved then was shown.
#[derive(Clone)]
struct Sent {
    entered: Saved,
    /// What was saved when it was sent.
    before: Saved,
    /// It was stored, as it is or as the server writes it.
    done: bool,
}

/// Something else is saved than before.
struct Change<'a> {
    before: &'a Saved,
    now: &'a Saved,
    own: Option<&'a Sent>,
}

impl Change<'_> {
    /// Shows the saved value in each field where nobody has typed. Returns whether somebody else saved a value that is not shown,
    /// because something is typed in its place.
    fn follow(&self, form: &HtmlFormElement) -> bool {
        let fields = self.now.iter().filter_map(|(name, value)| Some((Field::find(form, name)?, *name, value)));
        let mut hidden = false;
        for (field, name, value) in fields {
            let shown = field.value();
            match self.fate(name, &shown) {
                Fate::Shown if shown != *value => field.show(value),
                Fate::Hidden => hidden = true,
                Fate::Shown | Fate::Typed => {}
            }
        }
        hidden
    }

    /// Whether the form holds what is saved, and nothing that somebody typed.
    fn is_shown(&self, form: &HtmlFormElement) -> bool {
        let is_same = |(name, value): (&&str, &String)| Field::find(form, name).is_none_or(|field| exact(&field.value(), value));
        self.now.iter().all(is_same)
    }

    fn fate(&self, name: &str, shown: &str) -> Fate {
        let of = |saved: &Saved| saved.get(name).cloned().unwrap_or_default();
        let (before, now) = (of(self.before), of(self.now));
        if exact(&before, &now) {
            return Fate::Typed;
        }
        if exact(shown, &before) {
            return Fate::Shown;
        }
        if let Some(own) = self.own {
            let sent = of(&own.entered);
            if exact(shown, &sent) {
                return if own.done { Fate::Shown } else { Fate::Typed };
            }
            if same(&sent, &now) {
                return Fate::Typed;
            }
        }
        if same(shown, &now) { Fate::Typed } else { Fate::Hidden }
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

/// Browsers end lines in their own way.
fn exact(one: &str, other: &str) -> bool {
    one == other || one.replace("\r\n", "\n") == other.replace("\r\n", "\n")
}

/// Blanks and the writing of a number are changed on the way to the store.
fn same(one: &str, other: &str) -> bool {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    one.split_whitespace().eq(other.split_whitespace()) || number(one).is_some() && number(one) == number(other)
}

enum Field {
    Box(HtmlInputElement),
    Line(HtmlInputElement),
    Lines(HtmlTextAreaElement),
}

impl Field {
    fn find(form: &HtmlFormElement, name: &str) -> Option<Self> {
        let element = form.query_selector(&format!("[name={name}]")).ok()??;
        match element.dyn_into::<HtmlInputElement>() {
            Ok(input) if input.type_() == "checkbox" => Some(Self::Box(input)),
            Ok(input) => Some(Self::Line(input)),
            Err(other) => other.dyn_into().ok().map(Self::Lines),
        }
    }

    fn value(&self) -> String {
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
        for (before, now, shown, fate) in [
            ("Shop", "Store", "Shop", Fate::Shown),
            ("Shop", "Store", "Typed", Fate::Hidden),
            // Typed and taken back, and as the browser ends lines.
            ("Shop\r\nof", "Store", "Shop\nof", Fate::Shown),
            ("sales orders", "sales\norders", "sales orders", Fate::Shown),
            // Somebody else typed the same.
            ("Shop", "Store", "Store ", Fate::Typed),
            // Another field is what changed.
            ("Shop", "Shop", "Typed", Fate::Typed),
        ] {
            let (before, now) = (of(before), of(now));
            let change = Change { before: &before, now: &now, own: None };
            assert_eq!(change.fate("name", shown), fate, "{before:?} {now:?} {shown:?}");
        }
    }

    #[test]
    fn what_was_sent_is_known_again_however_it_is_stored() {
        let of = |value: &str| Saved::from([("name", value.to_owned())]);
        for (before, sent, now, shown, under_way, done) in [
            ("Shop", "Music  store", "Music store", "Music  store", Fate::Typed, Fate::Shown),
            ("0.3", ".50", "0.5", ".50", Fate::Typed, Fate::Shown),
            ("60", "", "50", "", Fate::Typed, Fate::Shown),
            ("", "sales\nSales", "sales", "sales\nSales", Fate::Typed, Fate::Shown),
            // Typed on meanwhile.
            ("Shop", "Music  store", "Music store", "Music store of", Fate::Typed, Fate::Typed),
            // Somebody else was faster, and then later.
            ("Shop", "Mine", "Theirs", "Mine", Fate::Typed, Fate::Shown),
            ("Shop", "Mine", "Theirs", "Mine, and more", Fate::Hidden, Fate::Hidden),
        ] {
            for (stored, fate) in [(false, under_way), (true, done)] {
                let (before, now) = (of(before), of(now));
                let own = Sent { entered: of(sent), before: before.clone(), done: stored };
                let change = Change { before: &before, now: &now, own: Some(&own) };
                assert_eq!(change.fate("name", shown), fate, "{before:?} {sent:?} {now:?} {shown:?} {stored}");
            }
        }
    }
}
