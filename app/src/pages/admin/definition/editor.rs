use super::{change, form::Form, place::place};
use crate::{
    browser,
    calls::{Fetch, open},
    erased::{Effect, Erase},
    pages::admin::objectives::calls::{Checked, FaultLine, QuestionLine},
    words::{self, objectives as text},
};
use leptos::{html::Textarea, leptos_dom::helpers::TimeoutHandle, prelude::*, task::spawn_local};
use serde_json::Value;
use std::time::Duration;
use wasm_bindgen::{JsCast, JsValue};

/// What the parts of the editor share. The text is the truth; `value` is what it says, as long as it can be read.
#[derive(Clone, Copy)]
pub(super) struct Desk {
    pub(super) value: RwSignal<Value>,
    /// Grows when `value` changed other than by a field of the form.
    pub(super) turn: RwSignal<u32>,
    pub(super) readable: RwSignal<bool>,
    pub(super) checked: RwSignal<Checked>,
    /// The question whose fields are shown.
    pub(super) opened: RwSignal<Option<usize>>,
    /// Whether it is an objective, with a name and an end, or only questions.
    pub(super) whole: bool,
    /// Puts what `value` says into the text.
    pub(super) write: Callback<()>,
}

/// A form and the JSON behind it, what is wrong, and how an interview would ask. Saved by posting `text` and `fields` to `action`.
#[component]
pub(crate) fn Definition(
    definition: String,
    checked: Checked,
    /// The name under which what is not saved is kept in the browser.
    draft: String,
    /// Asks the server what is wrong with a text.
    check: Fetch,
    fault: RwSignal<Option<String>>,
    whole: bool,
    action: &'static str,
    fields: AnyView,
    why: &'static str,
) -> impl IntoView {
    let field = NodeRef::<Textarea>::new();
    let (checking, drafted) = (RwSignal::new(false), RwSignal::new(false));
    let as_json = RwSignal::new(false);
    let timer = StoredValue::new(None::<TimeoutHandle>);
    let original = StoredValue::new(definition.clone());
    let draft = StoredValue::new(draft);
    let text_now = move || field.get_untracked().map(|field| field.value()).unwrap_or_default();
    let checked = RwSignal::new(checked);
    let read = serde_json::from_str::<Value>(&definition).ok();
    let (readable, value, turn) = (RwSignal::new(read.is_some()), RwSignal::new(read.unwrap_or_default()), RwSignal::new(0_u32));
    // The form is made anew when the person pauses, not with every letter, and only where the text says something else.
    let reread = move || {
        let read = serde_json::from_str::<Value>(&text_now()).ok().filter(Value::is_object);
        readable.set(read.is_some());
        if let Some(read) = read.filter(|read| value.with_untracked(|value| value != read)) {
            value.set(read);
            turn.update(|turn| *turn += 1);
        }
    };
    // A late answer says nothing about the text that is in the field by then.
    let asked = StoredValue::new(0_u32);
    let look = move || {
        let typed = text_now();
        reread();
        asked.update_value(|asked| *asked += 1);
        let mine = asked.get_value();
        checking.set(true);
        spawn_local(async move {
            let answer = open::<Checked>(check(typed).await);
            if asked.try_get_value() != Some(mine) {
                return;
            }
            checking.set(false);
            match answer {
                Ok(answer) => checked.set(answer),
                Err(broken) => fault.set(Some(broken.to_string())),
            }
        });
    };
    let changed = move || {
        let typed = text_now();
        let differs = original.with_value(|original| *original != typed);
        draft.with_value(|name| browser::keep(name, if differs { &typed } else { "" }));
        drafted.set(differs);
        if let Some(handle) = timer.try_update_value(Option::take).flatten() {
            handle.clear();
        }
        timer.set_value(set_timeout_with_handle(look, Duration::from_millis(350)).ok());
    };
    let desk = Desk { readable, value, turn, checked, opened: RwSignal::new(None), whole, write: Callback::new(move |()| {}) };
    let desk = Desk {
        write: Callback::new(move |()| {
            if let Some(field) = field.get_untracked() {
                field.set_value(&desk.value.with_untracked(change::format_definition));
            }
            changed();
        }),
        ..desk
    };
    Effect::new(move |_| {
        let Some(field) = field.get() else { return };
        browser::guard_changes();
        // What was saved in the meantime is no draft any more.
        original.with_value(|saved| draft.with_value(|name| forget(name, saved)));
        if let Some(kept) = draft.with_value(|name| browser::kept(name)) {
            field.set_value(&kept);
            drafted.set(true);
            look();
        }
    });
    let discard = move |_| {
        if let Some(field) = field.get_untracked() {
            original.with_value(|original| field.set_value(original));
        }
        draft.with_value(|name| browser::keep(name, ""));
        drafted.set(false);
        look();
    };
    let go = Callback::new(move |path: String| {
        let (at, _) = place(&text_now(), &path);
        if as_json.get_untracked() {
            if let Some(field) = field.get_untracked() {
                point(&field, at);
            }
            return;
        }
        super::question::point(desk, &path);
    });
    let tab = move |json: bool, name: &'static str, label: &'static str| {
        view! {
            <button
                type="button"
                class="tab"
                aria-pressed=move || (as_json.get() == json).to_string()
                data-testid=name
                on:click=move |_| {
                    reread();
                    as_json.set(json);
                }
            >
                {label}
            </button>
        }
        .erase()
    };
    view! {
        <div class="editor">
            <div class="editor-text">
                <div class="editor-tabs" role="group" aria-label=text::HOW>
                    {tab(false, "as-form", text::AS_FORM)}
                    {tab(true, "as-json", text::AS_JSON)}
                </div>
                <div class="editor-form" hidden=move || as_json.get()>
                    <Form desk=desk />
                </div>
                <label class="field editor-json" hidden=move || !as_json.get()>
                    <span>{text::DEFINITION}</span>
                    <textarea
                        node_ref=field
                        form="definition-form"
                        name="text"
                        rows="30"
                        spellcheck="false"
                        autocomplete="off"
                        wrap="off"
                        aria-describedby="editor-state"
                        on:input=move |_| changed()
                        on:paste=move |event| {
                            if field.get_untracked().is_some_and(|field| paste(&event, &field)) {
                                changed();
                            }
                        }
                        data-testid="definition"
                    >
                        {crate::parts::escape_textarea(definition)}
                    </textarea>
                </label>
                <form method="post" action=action id="definition-form" class="inline-form save-bar">
                    {fields}
                    <button type="submit" class="button primary" disabled=move || checked.with(|one| !one.faults.is_empty()) data-testid="save">
                        {text::SAVE}
                    </button>
                    {move || {
                        drafted
                            .get()
                            .then(|| {
                                view! {
                                    <button type="button" class="button" on:click=discard data-testid="discard">
                                        {text::DISCARD}
                                    </button>
                                    <span class="chip unsaved" data-unsaved="true" data-testid="unsaved">
                                        {text::UNSAVED}
                                    </span>
                                }
                            })
                    }}
                </form>
                <p class="small quiet">{why}</p>
            </div>
            <div class="editor-side" tabindex="0" role="region" aria-label=text::SIDE>
                <p id="editor-state" role="status" data-testid="editor-state">
                    {move || {
                        if checking.get() {
                            text::CHECKING.to_owned()
                        } else {
                            text::state(checked.with(|one| one.faults.len()), drafted.get())
                        }
                    }}
                </p>
                {move || {
                    let now = checked.get();
                    if now.faults.is_empty() {
                        preview(now).erase()
                    } else {
                        let text_now = text_now();
                        let rows = now.faults.into_iter().map(|one| fault_row(one, &text_now, go)).collect_view();
                        view! { <ul class="faults" data-testid="faults">{rows}</ul> }.erase()
                    }
                }}
            </div>
        </div>
    }
    .erase()
}

/// Forgets a draft that says what is saved.
pub(crate) fn forget(draft: &str, saved: &str) {
    let said = |text: &str| serde_json::from_str::<Value>(text).ok();
    if browser::kept(draft).is_some_and(|kept| said(&kept) == said(saved)) {
        browser::keep(draft, "");
    }
}

fn fault_row(one: FaultLine, definition: &str, go: Callback<String>) -> impl IntoView + use<> {
    let (_, line) = place(definition, &one.field);
    let field = one.field.clone();
    view! {
        <li>
            <button type="button" class="link" on:click=move |_| go.run(field.clone())>
                {text::line(line)}
            </button>
            <span dir="auto">{one.message}</span>
            <code class="small">{one.field}</code>
        </li>
    }
    .erase()
}

/// How an interview with this definition would go.
fn preview(now: Checked) -> impl IntoView {
    let row = |one: QuestionLine| {
        view! {
            <li>
                <p class="words" dir="auto">{one.prompt}</p>
                <p class="small quiet facts">
                    <span dir="auto">{one.name}</span>
                    {one.required.then(|| view! { <span>{words::known::REQUIRED}</span> })}
                    {one.last_resort.then(|| view! { <span>{text::LAST_RESORT}</span> })}
                    {(!one.options.is_empty()).then(|| view! { <span dir="auto">{one.options.join(" · ")}</span> })}
                </p>
            </li>
        }
    };
    let none = now.questions.is_empty().then(|| view! { <p class="quiet">{text::PREVIEW_NONE}</p> });
    view! {
        <h2>{text::PREVIEW}</h2>
        {none}
        {now.greeting.map(|greeting| view! { <p class="words preview-greeting" dir="auto">{greeting}</p> })}
        <ol class="preview" data-testid="preview">{now.questions.into_iter().map(row).collect_view()}</ol>
        {now.enough.map(|enough| view! { <p class="small quiet">{enough}</p> })}
    }
    .erase()
}

/// From so many bytes on a text is not left to the browser.
const LONG: usize = 2_000;

/// Browsers insert many lines one by one, for seconds. A long text takes the place of what is selected at once; whether it did.
fn paste(event: &web_sys::Event, field: &web_sys::HtmlTextAreaElement) -> bool {
    let of = |what: &JsValue, name: &str| js_sys::Reflect::get(what, &name.into()).ok();
    let read = || {
        let data = of(event, "clipboardData")?;
        let get = of(&data, "getData")?.dyn_into::<js_sys::Function>().ok()?;
        get.call1(&data, &"text/plain".into()).ok()?.as_string()
    };
    let text = read().filter(|text| text.len() >= LONG);
    let (Some(text), Ok(Some(start)), Ok(Some(end))) = (text, field.selection_start(), field.selection_end()) else {
        return false;
    };
    let text = text.replace("\r\n", "\n");
    if field.set_range_text_with_start_and_end(&text, start, end).is_err() {
        return false;
    }
    event.prevent_default();
    let caret = start + u32::try_from(text.encode_utf16().count()).unwrap_or(0);
    let _out_of_range = field.set_selection_range(caret, caret);
    true
}

/// Puts the caret at a byte of the text, and the line into sight.
fn point(field: &web_sys::HtmlTextAreaElement, at: usize) {
    let typed = field.value();
    let before = typed.get(..at).unwrap_or_default();
    let units = u32::try_from(before.encode_utf16().count()).unwrap_or(0);
    let line = typed[at.min(typed.len())..].split('\n').next().unwrap_or_default();
    let end = units + u32::try_from(line.encode_utf16().count()).unwrap_or(0);
    let _refused = field.focus();
    let _out_of_range = field.set_selection_range(units, end);
    let lines = i32::try_from(before.matches('\n').count()).unwrap_or(0);
    let all = i32::try_from(typed.matches('\n').count() + 1).unwrap_or(1).max(1);
    field.set_scroll_top((field.scroll_height() / all * lines - field.client_height() / 2).max(0));
}
