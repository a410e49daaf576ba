mod fields;

use self::fields::{date_fields, number_fields};
use super::{
    forms::{AnswerByForm, SetByForm},
    panels::{Panel, opened},
    room::{LOOK, Room},
    value::{chosen, entry, read_fields, say},
};
use crate::{
    browser::{self, COMPOSER},
    erased::{Erase, Memo},
    parts::{Icon, escape_textarea, icon},
    words::widget as text,
};
use leptos::{ev::SubmitEvent, prelude::*, server_fn::ServerFn};
use protocol::interview::{Asking, ObligationTemplate, WidgetAnswer, WidgetType};
use serde_json::Value;
use wasm_bindgen::JsCast;
use web_sys::{FormData, HtmlFormElement};

/// The most fields that a widget has beside its first: those of a date.
const MORE_FIELDS: usize = 4;
/// The form of the fields in the conversation. Without scripts, what confirms a value is sent with what they hold by then.
const FIELDS: &str = "answer-fields";
/// The class of fields in which something was entered.
const CHANGED: &str = "changed";

/// A value with the words that say it.
pub(crate) type Entered = (Value, String);

/// The widget of what is asked or read back now, in the conversation. Not shown while the reply is still being written.
#[component]
pub(crate) fn AskedWidget(room: Room) -> impl IntoView {
    let pending = Memo::new(move |_| {
        room.with(|view| {
            let pending = view.answerable().filter(|_| view.replying.is_none())?;
            Some((pending.clone(), view.obligation(&pending.key)?.value.clone()))
        })
    });
    let idle = move || room.outbox.items.with(Vec::is_empty);
    move || {
        let (pending, held) = pending.get().filter(|_| idle() && room.may_change)?;
        let (template, confirms) = (room.template(&pending.key)?, pending.kind == Asking::ReadBack);
        Some(view! { <Inline room=room template=template held=held confirms=confirms /> })
    }
}

/// What is asked, with moves under it; or a held value to confirm, with the widget in which to choose otherwise.
#[component]
fn Inline(room: Room, template: ObligationTemplate, held: Option<Value>, confirms: bool) -> impl IntoView {
    let key = template.key.clone();
    let on_entry = Callback::new(move |(value, words): Entered| {
        room.outbox.say(room, words, Some(WidgetAnswer { key: key.clone(), value }));
        keep_focus(confirms);
    });
    let class = if template.options.is_empty() { "asked" } else { "asked has-options" };
    let label = template.name();
    let (heading, note, id, button) = if confirms {
        (text::TO_CONFIRM, text::OR_OTHERWISE, "read-back".to_owned(), "button primary")
    } else {
        (text::ASKED, hint(template.widget_type), format!("widget-{}", name(template.widget_type)), "move")
    };
    let moves: &'static [(&str, &str)] = if confirms { &text::CONFIRM } else { &text::MOVES };
    let moves = moves
        .iter()
        .map(|&(label, says)| {
            view! {
                <button
                    type="submit"
                    class=button
                    name="text"
                    value=says
                    form=confirms.then_some(FIELDS)
                    on:click=move |event| {
                        // Enter in the fields presses the first button of their form, which is this one.
                        if confirms && are_fields_changed() {
                            return;
                        }
                        event.prevent_default();
                        room.outbox.say(room, says.to_owned(), None);
                        keep_focus(confirms);
                    }
                >
                    {label}
                </button>
            }
            .erase()
        })
        .collect_view();
    let moves = view! {
        <form class="moves" method="post" action=AnswerByForm::PATH on:submit=|event: SubmitEvent| event.prevent_default()>
            <input type="hidden" name="id" value=room.id.to_string() />
            {moves}
        </form>
    }
    .erase();
    let fields = if confirms || template.widget_type != WidgetType::Text {
        opened(room, Panel::Fields { template: template.clone(), value: held, on_entry, on_cancel: None })
    } else {
        ().erase()
    };
    let (first, second) = if confirms { (moves, fields) } else { (fields, moves) };
    view! {
        <section class=class aria-label=format!("{heading}: {label}") data-testid=id data-key=template.key.clone()>
            <p class="asked-name">
                <b dir="auto">{label.clone()}</b>
                <span class="small quiet">{note}</span>
            </p>
            {first}
            {second}
        </section>
    }
    .erase()
}

/// Whether something else was entered beside a value to confirm.
fn are_fields_changed() -> bool {
    browser::element(FIELDS).is_some_and(|form| form.class_list().contains(CHANGED))
}

/// What was pressed beside a value to confirm goes with it: whoever pressed it goes on where they write.
fn keep_focus(confirms: bool) {
    if confirms {
        browser::focus(COMPOSER);
    }
}

/// The widget of one obligation outside the conversation, with a way out; `at` is its place on the page.
#[component]
pub(crate) fn Entry(
    room: Room,
    at: String,
    template: ObligationTemplate,
    value: Option<Value>,
    on_entry: Callback<Entered>,
    on_cancel: Callback<()>,
) -> impl IntoView {
    view! {
        <div class="entry">{opened(room, Panel::Fields { template, value, on_entry, on_cancel: Some((on_cancel, at)) })}</div>
    }
    .erase()
}

/// The fields themselves. In the conversation one click on a choice answers; elsewhere a choice is made, then saved.
#[component]
pub(super) fn Fields(
    template: ObligationTemplate,
    value: Option<Value>,
    on_entry: Callback<Entered>,
    form: String,
    /// The way out, and what it leads back to; in the conversation there is none.
    on_cancel: Option<(Callback<()>, String)>,
) -> impl IntoView {
    let inline = on_cancel.is_none();
    let fault = RwSignal::new(None::<String>);
    // Of boxes the stylesheet knows it by itself.
    let changed = RwSignal::new(false);
    let widget = template.widget_type;
    let (label, key) = (template.name(), template.key.clone());
    let field_id = format!("{}-{key}", if inline { "answer" } else { "edit" });
    let (submitted, template, before) = (template.clone(), template, value.clone());
    let on_submit = move |event: SubmitEvent| {
        event.prevent_default();
        let Some(form) = event.target().and_then(|target| target.dyn_into::<HtmlFormElement>().ok()) else { return };
        let Some((value, values)) = checked_or_typed(&form, event.submitter().as_ref(), submitted.options.len()) else { return };
        match read_fields(&submitted, before.as_ref(), &value, &values) {
            Ok(value) => {
                fault.set(None);
                let words = say(&value, Some(&submitted));
                on_entry.run((value, words));
            }
            Err(why) => fault.set(Some(why)),
        }
    };
    let held = chosen(value.as_ref());
    let typed = value.as_ref().map(entry).unwrap_or_default();
    let action = if inline { AnswerByForm::PATH } else { SetByForm::PATH };
    let at_once = inline && widget == WidgetType::Choice;
    let fields = match widget {
        WidgetType::Choice if inline => choice_buttons(&template, &held).erase(),
        WidgetType::Choice => options(&template, &held, "radio").erase(),
        WidgetType::Multiselect => options(&template, &held, "checkbox").erase(),
        WidgetType::Date => date_fields(field_id, &label, value.as_ref()),
        WidgetType::Number => number_fields(field_id, &label, &template, value.as_ref()),
        WidgetType::Text => {
            view! { <textarea id=field_id name="value" rows="2" dir="auto" aria-label=label.clone() prop:value=typed.clone()>{escape_textarea(typed.clone())}</textarea> }
                .erase()
        }
    };
    view! {
        <form
            id=inline.then_some(FIELDS)
            class="fields"
            class:changed=move || changed.get()
            method="post"
            action=action
            on:submit=on_submit
            on:input=move |_| changed.set(true)
            data-widget=name(widget)
            novalidate
        >
            <input type="hidden" name="id" value=form />
            <input type="hidden" name="key" value=key />
            <div class="field-row" role="group" aria-label=label>
                {fields}
            </div>
            {(!at_once)
                .then(|| {
                    view! {
                        <button type="submit" class="button primary">
                            {icon(Icon::Check)}
                            {if inline { text::ANSWER } else { text::SAVE }}
                        </button>
                    }
                })}
            {on_cancel
                .map(|(cancel, at)| {
                    let go = move |event: leptos::ev::MouseEvent| {
                        event.prevent_default();
                        cancel.run(());
                    };
                    view! {
                        <button type="submit" class="button" form=LOOK formaction=format!("#{at}") on:click=go>
                            {text::CANCEL}
                        </button>
                    }
                })}
            <p class="box-fault" role="alert">
                {move || fault.get()}
            </p>
        </form>
    }
    .erase()
}

fn choice_buttons(template: &ObligationTemplate, held: &[String]) -> impl IntoView + use<> {
    template
        .options
        .iter()
        .map(|option| {
            let current = held.contains(&option.value).then_some("true");
            view! {
                <button type="submit" class="choice" name="value" value=option.value.clone() aria-current=current dir="auto">
                    {option.label.clone()}
                </button>
            }
        })
        .collect_view()
}

fn options(template: &ObligationTemplate, held: &[String], kind: &'static str) -> impl IntoView + use<> {
    template
        .options
        .iter()
        .enumerate()
        .map(|(at, option)| {
            let name = if kind == "radio" { "value".to_owned() } else { format!("values[{at}]") };
            let checked = held.contains(&option.value);
            view! {
                <label class="choice">
                    <input type=kind name=name value=option.value.clone() checked=checked />
                    <span dir="auto">{option.label.clone()}</span>
                </label>
            }
        })
        .collect_view()
}

/// What a form holds: the button that was pressed or the first field, and the fields or boxes at their places.
fn checked_or_typed(
    form: &HtmlFormElement,
    submitter: Option<&web_sys::HtmlElement>,
    options: usize,
) -> Option<(String, Vec<String>)> {
    let choice = submitter.filter(|button| button.get_attribute("name").as_deref() == Some("value"));
    if let Some(value) = choice.and_then(|button| button.get_attribute("value")) {
        return Some((value, Vec::new()));
    }
    let data = FormData::new_with_form(form).ok()?;
    let field = |name: &str| data.get(name).as_string().unwrap_or_default();
    Some((field("value"), (0..options.max(MORE_FIELDS)).map(|at| field(&format!("values[{at}]"))).collect()))
}

pub(crate) const fn name(widget: WidgetType) -> &'static str {
    match widget {
        WidgetType::Text => "text",
        WidgetType::Choice => "choice",
        WidgetType::Multiselect => "multiselect",
        WidgetType::Date => "date",
        WidgetType::Number => "number",
    }
}

const fn hint(widget: WidgetType) -> &'static str {
    match widget {
        WidgetType::Text => text::TEXT,
        WidgetType::Choice => text::CHOOSE,
        WidgetType::Multiselect => text::CHOOSE_MANY,
        WidgetType::Date => text::DATE,
        WidgetType::Number => text::NUMBER,
    }
}

/// What can be done beside a value, or in its place the field in which another one is entered; nothing for people who only read.
pub(crate) fn buttons_or_entry(
    room: Room,
    editing: RwSignal<bool>,
    buttons: impl Fn() -> AnyView + Send + 'static,
    entry: impl Fn() -> AnyView + Send + 'static,
) -> AnyView {
    let shown = move || match (room.may_change, editing.get()) {
        (false, _) => ().erase(),
        (true, true) => entry(),
        (true, false) => buttons(),
    };
    shown.erase()
}
