//! What was understood from a message, under it: each value with how sure it is, corrected or taken back on the spot.

use super::{
    acts,
    forms::{ActByForm, AnswerByForm},
    marks::Mark,
    outcome::{is_unsettled, render_sureness},
    room::{EDIT, LOOK, Room, known_id, message_id},
    value::display,
    widget::Entry,
};
use crate::{
    browser,
    erased::{Erase, Memo},
    parts::{Icon, icon},
    words::room as text,
};
use leptos::{
    ev::{MouseEvent, SubmitEvent},
    prelude::*,
    server_fn::ServerFn,
};
use protocol::{
    Confidence, MessageId,
    interview::{InterviewCommand, InterviewView},
};
use serde_json::Value;

/// One value that a message gave.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Chip {
    key: String,
    value: String,
    confidence: Confidence,
    /// Whether another value was given, and nobody said which one holds.
    is_unsettled: bool,
    /// Whether there is an earlier value to go back to.
    replaced: bool,
}

impl Chip {
    pub(super) fn read(view: &InterviewView, key: String) -> Option<Self> {
        let one = view.obligation(&key)?;
        let value = display(one.value.as_ref()?, view.template(&key));
        let is_unsettled = is_unsettled(one);
        Some(Self { value, confidence: one.confidence, is_unsettled, replaced: !one.past.is_empty(), key })
    }
}

#[component]
pub(crate) fn Took(room: Room, message: MessageId, marks: Memo<Vec<Mark>>) -> impl IntoView {
    let editing = RwSignal::new(None::<String>);
    let active = Memo::new(move |_| room.is_active());
    let chips = Memo::new(move |_| {
        let keys = marks.with(|marks| marks.iter().map(|mark| mark.key.clone()).collect::<Vec<_>>());
        room.with(|view| keys.into_iter().filter_map(|key| Chip::read(view, key)).collect::<Vec<_>>())
    });
    move || {
        let chips = chips.get();
        (!chips.is_empty()).then(|| {
            let rows = chips
                .into_iter()
                .map(|chip| view! { <Understood room=room message=message chip=chip active=active editing=editing /> })
                .collect_view();
            view! {
                <ul class="took" aria-label=text::TOOK>
                    {rows}
                </ul>
            }
        })
    }
}

/// A value with its name, how sure it is and what can be done about it, under a message or in the list of what is `read_back`.
#[component]
pub(super) fn Understood(
    room: Room,
    message: MessageId,
    chip: Chip,
    active: Memo<bool>,
    editing: RwSignal<Option<String>>,
    #[prop(optional)] read_back: bool,
) -> impl IntoView {
    let (name, target, value) = (room.name(&chip.key), format!("#{}", known_id(&chip.key)), chip.value.clone());
    let (label, key, whole) = (name.clone(), chip.key.clone(), chip.value.clone());
    let sureness = render_sureness(chip.confidence, chip.is_unsettled);
    let go = move |event: MouseEvent| {
        event.prevent_default();
        room.show_known(&key);
    };
    let acts = move || {
        // A value has one field on the page: the one in the list beside closes this one.
        let open = editing.with(|key| key.as_ref() == Some(&chip.key)) && room.open.with(Option::is_none);
        match (room.may_change && active.get(), open) {
            (false, _) => ().erase(),
            (true, true) => view! { <Correction room=room message=message key=chip.key.clone() editing=editing /> }.erase(),
            (true, false) => {
                view! { <Buttons room=room chip=chip.clone() name=label.clone() editing=editing read_back=read_back /> }.erase()
            }
        }
    };
    view! {
        <li>
            <a href=target on:click=go>
                <span dir="auto">{name}</span>
                <b dir="auto" title=whole>
                    {value}
                </b>
                {sureness}
            </a>
            {acts}
        </li>
    }
    .erase()
}

#[component]
fn Buttons(room: Room, chip: Chip, name: String, editing: RwSignal<Option<String>>, read_back: bool) -> impl IntoView {
    let (key, replaced, says) = (chip.key, chip.replaced, text::forget(&name));
    let wanted = key.clone();
    let edit = move |event: MouseEvent| {
        event.prevent_default();
        room.open.set(None);
        editing.set(Some(wanted.clone()));
    };
    let place = if read_back { "recap" } else { "chip" };
    let (of, said) = (key.clone(), says.clone());
    let undo = move |event: MouseEvent| {
        event.prevent_default();
        if !replaced {
            room.outbox.say(room, said.clone(), None);
        } else if let Some(command) = room.peek(|view| acts::named(view, &of, "undo")) {
            room.perform(command);
        }
    };
    // An earlier value comes back at once. Where there is none, what was said is taken back by saying so.
    let (action, field, sent) =
        if replaced { (ActByForm::PATH, "act", "undo".to_owned()) } else { (AnswerByForm::PATH, "text", says) };
    view! {
        <form method="post" action=action on:submit=|event: SubmitEvent| event.prevent_default()>
            <input type="hidden" name="id" value=room.id.to_string() />
            {replaced.then(|| view! { <input type="hidden" name="key" value=key.clone() /> })}
            <button
                type="submit"
                form=LOOK
                formaction=format!("#{}", known_id(&key))
                name=EDIT
                value=key.clone()
                class="icon-button"
                aria-label=text::correct(&name)
                title=text::correct(&name)
                data-testid=format!("{place}-edit-{key}")
                on:click=edit
            >
                {icon(Icon::Pencil)}
            </button>
            {(!read_back)
                .then(|| {
                    view! {
                        <button
                            type="submit"
                            name=field
                            value=sent
                            class="icon-button"
                            aria-label=text::take_back(&name)
                            title=text::take_back(&name)
                            data-testid=format!("chip-undo-{key}")
                            on:click=undo
                        >
                            {icon(Icon::Undo)}
                        </button>
                    }
                })}
        </form>
    }
    .erase()
}

/// The field in which another value is entered, in place of the buttons.
#[component]
fn Correction(room: Room, message: MessageId, key: String, editing: RwSignal<Option<String>>) -> impl IntoView {
    let Some(template) = room.template(&key) else { return ().erase() };
    let held = room.peek(|view| view.obligation(&key).and_then(|one| one.value.clone()));
    let (at, name) = (known_id(&key), template.name());
    let set = Callback::new(move |(value, _words): (Value, String)| {
        editing.set(None);
        let back = InterviewCommand::Undo { key: key.clone() };
        room.perform_telling(InterviewCommand::SetValue { key: key.clone(), value }, text::corrected(&name), back);
        browser::focus(&message_id(message));
    });
    let cancel = Callback::new(move |()| editing.set(None));
    view! { <Entry room=room at=at template=template value=held on_entry=set on_cancel=cancel /> }.erase()
}

#[cfg(test)]
mod tests {
    use super::Chip;
    use protocol::interview::{InterviewView, Obligation};
    use serde_json::json;

    #[test]
    fn a_chip_shows_the_value_in_words_and_whether_an_earlier_one_can_come_back() {
        let id = "01890000-0000-7000-8000-000000000000";
        let definition = json!({"displayName": "A shop", "obligations": [{
            "key": "model", "fieldPath": "model", "prompt": "?", "collectionType": "direct_question", "widgetType": "choice",
            "options": [{"value": "sub", "label": "Subscription"}, {"value": "sale", "label": "Sale"}], "priority": 5,
        }], "completion": {"requiredObligations": ["model"]}});
        let opened = json!({"seq": 1, "at": 0, "turn": 0, "event": {
            "type": "opened", "id": id, "context_type": "business_profile", "objective_id": id, "objective_version": "1.0.0",
            "definition": definition,
        }});
        let mut view = InterviewView::opened(&serde_json::from_value(opened).expect("an event")).expect("an interview");
        let read = |view: &InterviewView| Chip::read(view, "model".to_owned());
        assert_eq!(read(&view), None, "nothing is held");
        view.obligations = vec![Obligation { key: "model".to_owned(), value: Some(json!("sub")), ..Obligation::default() }];
        let first = read(&view).expect("a chip");
        assert_eq!((first.value.as_str(), first.replaced), ("Subscription", false));
        let past = serde_json::from_value(json!({"value": "sale", "confidence": 0.9})).expect("a value");
        view.obligations[0].past.push(past);
        assert!(read(&view).is_some_and(|chip| chip.replaced && !chip.is_unsettled));
        let left = json!({"status": "deferred", "rounds": []});
        view.obligations[0].negotiation = Some(serde_json::from_value(left).expect("a negotiation"));
        assert!(read(&view).is_some_and(|chip| chip.is_unsettled), "which of two values holds was left for later");
    }
}
