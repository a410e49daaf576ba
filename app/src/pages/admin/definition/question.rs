use super::{change, editor::Desk};
use crate::{browser, erased::Erase, words::objectives as text};
use leptos::prelude::*;
use wasm_bindgen::JsCast;

/// How a part of a question is entered.
#[derive(Clone, Copy)]
enum Entry {
    Line,
    Lines,
    OneOf(&'static [(&'static str, &'static str)]),
    Tick,
}

/// Name, label, hint, entry.
const PARTS: [(&str, &str, &str, Entry); 16] = [
    ("prompt", text::PROMPT, "", Entry::Lines),
    ("label", text::LABEL, text::LABEL_HINT, Entry::Line),
    ("widgetType", text::WIDGET, "", Entry::OneOf(&text::WIDGETS)),
    ("options", text::OPTIONS, text::OPTIONS_HINT, Entry::Lines),
    ("unit", text::UNIT, text::UNIT_HINT, Entry::Line),
    ("min", text::MIN, text::BOUND_HINT, Entry::Line),
    ("max", text::MAX, text::BOUND_HINT, Entry::Line),
    ("priority", text::PRIORITY, text::PRIORITY_HINT, Entry::Line),
    (change::REQUIRED, text::REQUIRED, "", Entry::Tick),
    ("dependencies", text::DEPENDENCIES, text::DEPENDENCIES_HINT, Entry::Lines),
    ("collectionType", text::COLLECTION, "", Entry::OneOf(&text::COLLECTIONS)),
    ("category", text::CATEGORY, "", Entry::Line),
    ("satisfiedWhen", text::SATISFIED, text::SATISFIED_HINT, Entry::Line),
    ("maxAttempts", text::ATTEMPTS, "", Entry::Line),
    ("key", text::KEY, text::KEY_HINT, Entry::Line),
    ("fieldPath", text::FIELD_PATH, text::FIELD_PATH_HINT, Entry::Line),
];

/// What is wrong with a question, each with the part it is about.
pub(super) fn faults(desk: Desk, at: usize) -> Vec<(String, String)> {
    let begin = desk.value.with(|value| begin(value, at));
    desk.checked.with(|checked| {
        let of = |field: &str| match field.strip_prefix(&begin)? {
            "" => Some("key".to_owned()),
            rest => rest.strip_prefix('.').map(str::to_owned),
        };
        checked.faults.iter().filter_map(|fault| Some((of(&fault.field)?, fault.message.clone()))).collect()
    })
}

/// How the names of faults of a question begin.
fn begin(of: &serde_json::Value, at: usize) -> String {
    let key = change::questions(of).get(at).and_then(|one| one.get("key")).and_then(serde_json::Value::as_str);
    match key {
        Some(key) => format!("config.obligations.{}", key.chars().take(60).collect::<String>()),
        None => format!("config.obligations[{at}]"),
    }
}

/// Opens what a fault is about and goes there.
pub(super) fn point(desk: Desk, path: &str) {
    let found = desk.value.with_untracked(|value| {
        (0..change::questions(value).len()).find_map(|at| {
            let rest = path.strip_prefix(&begin(value, at))?;
            (rest.is_empty() || rest.starts_with('.')).then(|| (at, rest.trim_start_matches('.').to_owned()))
        })
    });
    let Some((at, part)) = found else {
        if let Ok(Some(field)) = document().query_selector(&format!("[data-path='{}']", path.trim_start_matches("config."))) {
            let _refused = field.dyn_into::<web_sys::HtmlElement>().map(|field| field.focus());
        }
        return;
    };
    desk.opened.set(Some(at));
    let shown = PARTS.iter().any(|(name, ..)| *name == part);
    browser::soon(move || if shown { browser::focus(&format!("q-{part}")) } else { browser::focus(&format!("open-{at}")) });
}

/// The fields of one question.
#[component]
pub(super) fn Question(desk: Desk, at: usize) -> impl IntoView {
    let entered = move |event: &web_sys::Event| {
        let target = event.target()?;
        let field = target.dyn_ref::<web_sys::Element>()?;
        let part = field.get_attribute("data-part")?;
        let text = match (field.dyn_ref::<web_sys::HtmlInputElement>(), field.dyn_ref::<web_sys::HtmlTextAreaElement>()) {
            (Some(input), _) if input.type_() == "checkbox" => {
                if input.checked() {
                    "true".to_owned()
                } else {
                    String::new()
                }
            }
            (Some(input), _) => input.value(),
            (_, Some(lines)) => lines.value(),
            _ => field.dyn_ref::<web_sys::HtmlSelectElement>()?.value(),
        };
        Some((part, text))
    };
    // References follow a key that changes, so a half typed key is not taken.
    let take = move |event: web_sys::Event, key: bool| {
        let Some((part, text)) = entered(&event) else { return };
        if (part == "key") == key {
            desk.value.update(|value| change::set_part(value, at, &part, &text));
            desk.write.run(());
        }
    };
    let fields = PARTS
        .into_iter()
        .filter(|(name, ..)| desk.whole || *name != change::REQUIRED)
        .map(|(name, label, hint, entry)| field(desk, at, name, label, hint, entry))
        .collect_view();
    view! {
        <div class="question-form" data-testid="question-fields" on:input=move |event| take(event, false) on:change=move |event| take(event, true)>
            {fields}
        </div>
    }
    .erase()
}

fn field(desk: Desk, at: usize, name: &'static str, label: &'static str, hint: &'static str, entry: Entry) -> AnyView {
    let held = desk.value.with_untracked(|value| change::part(value, at, name));
    let wrong = move || {
        let of: Vec<String> = faults(desk, at).into_iter().filter(|(part, _)| part == name).map(|(_, message)| message).collect();
        (!of.is_empty()).then(|| of.join(" "))
    };
    let invalid = move || wrong().map(|_| "true");
    let id = format!("q-{name}");
    let (hint_id, fault_id) = (format!("{id}-hint"), format!("{id}-fault"));
    let described = format!("{hint_id} {fault_id}");
    let entry = match entry {
        Entry::Line => view! {
            <input id=id.clone() data-part=name value=held autocomplete="off" aria-invalid=invalid aria-describedby=described />
        }
        .erase(),
        Entry::Lines => view! {
            <textarea id=id.clone() data-part=name rows="2" aria-invalid=invalid aria-describedby=described>
                {crate::parts::escape_textarea(held)}
            </textarea>
        }
        .erase(),
        Entry::Tick => view! {
            <input type="checkbox" id=id.clone() data-part=name checked={!held.is_empty()} aria-describedby=described />
        }
        .erase(),
        Entry::OneOf(names) => {
            let foreign = (!names.iter().any(|(one, _)| *one == held))
                .then(|| view! { <option value=held.clone() selected>{held.clone()}</option> });
            let options = names
                .iter()
                .map(|(one, word)| view! { <option value=*one selected={*one == held}>{*word}</option> })
                .collect_view();
            view! {
                <select id=id.clone() data-part=name aria-invalid=invalid aria-describedby=described>
                    {foreign}
                    {options}
                </select>
            }
            .erase()
        }
    };
    view! {
        <div class="field">
            <label for=id>{label}</label>
            {entry}
            <small id=hint_id class="quiet">{hint}</small>
            <p class="field-fault" id=fault_id>{wrong}</p>
        </div>
    }
    .erase()
}
