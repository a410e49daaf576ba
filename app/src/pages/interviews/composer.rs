use super::{
    acts,
    forms::{ActByForm, AnswerByForm},
    room::Room,
    voice::{VoiceButton, VoicePanel, voice},
};
use crate::{
    browser::{self, COMPOSER as FIELD},
    erased::{Effect, Erase, Memo},
    parts::{Icon, icon},
    words::{composer as text, room as room_text},
};
use leptos::{
    ev::{KeyboardEvent, SubmitEvent},
    html::Textarea,
    prelude::*,
    server_fn::ServerFn,
};
use protocol::interview::{Author, Engine, MESSAGE_LIMIT};
use wasm_bindgen::JsCast;

/// Where the person writes. The browser owns the text; a copy is kept per interview until it is sent.
#[component]
pub(crate) fn Composer(room: Room) -> impl IntoView {
    let field = NodeRef::<Textarea>::new();
    let draft = format!("draft-{}", room.id);
    let fault = RwSignal::new(None::<String>);
    let replying = Memo::new(move |_| room.with(|view| view.replying.is_some()));
    let label = move || {
        room.with(|view| {
            view.asked
                .as_ref()
                .filter(|_| !view.offered)
                .and_then(|asked| view.template(&asked.key))
                .map_or_else(|| text::LABEL.to_owned(), |one| text::about(&one.name()))
        })
    };

    let restore = draft.clone();
    Effect::new(move |_| {
        let Some(field) = field.get() else { return };
        if let Some(kept) = browser::draft(&restore).filter(|_| field.value().is_empty()) {
            field.set_value(&kept);
        }
        browser::begin_writing();
    });
    let kept = draft.clone();
    let on_input = move |_| {
        if let Some(field) = field.get_untracked() {
            browser::keep_draft(&kept, &field.value());
            fault.set(None);
        }
    };
    let send = move || {
        let Some(field) = field.get_untracked() else { return };
        let typed = field.value();
        if typed.trim().is_empty() {
            return;
        }
        if typed.len() > MESSAGE_LIMIT {
            fault.set(Some(text::too_long(typed.len(), MESSAGE_LIMIT)));
            return;
        }
        room.outbox.say(room, typed, None);
        field.set_value("");
        browser::keep_draft(&draft, "");
    };
    let open = voice(room);
    let by_key = send.clone();
    let on_key = move |event: KeyboardEvent| {
        if event.key() == "Enter" && !event.shift_key() && !event.is_composing() {
            event.prevent_default();
            by_key();
        }
    };
    let on_submit = move |event: SubmitEvent| {
        event.prevent_default();
        send();
        browser::focus(FIELD);
    };
    view! {
        <div class="say">
            <form class="box" method="post" action=AnswerByForm::PATH on:submit=on_submit data-testid="composer">
                <input type="hidden" name="id" value=room.id.to_string() />
                <textarea
                    node_ref=field
                    id=FIELD
                    name="text"
                    rows="1"
                    dir="auto"
                    required
                    enterkeyhint="send"
                    autofocus
                    aria-label=label
                    aria-describedby="composer-hint"
                    placeholder=text::PLACEHOLDER
                    on:input=on_input
                    on:keydown=on_key
                ></textarea>
                {move || replying.get().then(|| view! { <Stop room=room /> })}
                <VoiceButton open=open />
                <button type="submit" class="round primary" aria-label=text::SEND data-testid="send">
                    {icon(Icon::ArrowUp)}
                </button>
            </form>
            <VoicePanel open=open />
            <p class="box-fault" role="alert">
                {move || fault.get()}
            </p>
            <p class="hint" id="composer-hint">
                <Answers room=room />
                <span class="keys">{text::HINT}</span>
            </p>
            <noscript>
                <p class="hint">{room_text::NO_SCRIPTS}</p>
            </noscript>
        </div>
    }
    .erase()
}

/// Puts a text back into the field, before whatever was begun meanwhile.
pub(super) fn put_back(said: &str) {
    let Some(field) = browser::element(FIELD).and_then(|field| field.dyn_into::<web_sys::HtmlTextAreaElement>().ok()) else {
        return;
    };
    let begun = field.value();
    field.set_value(&if begun.is_empty() { said.to_owned() } else { format!("{said}\n{begun}") });
    // The draft is kept by whoever listens to the field.
    if let Ok(changed) = web_sys::Event::new("input") {
        let _cancelled = field.dispatch_event(&changed);
    }
    let _refused = field.focus();
}

#[component]
fn Stop(room: Room) -> impl IntoView {
    let stop = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        if let Some(command) = room.peek(|view| acts::named(view, "", "stop")) {
            room.perform(command);
        }
    };
    view! {
        <button
            type="submit"
            class="round stop"
            formaction=ActByForm::PATH
            formnovalidate
            name="act"
            value="stop"
            aria-label=text::STOP
            data-testid="stop"
            on:click=stop
        >
            {icon(Icon::Stop)}
        </button>
    }
    .erase()
}

/// Which engine answers, always in sight.
#[component]
fn Answers(room: Room) -> impl IntoView {
    let engine = Memo::new(move |_| {
        room.with(|view| {
            let last = view.messages.iter().rev().find(|said| said.role == Author::Agent);
            last.map(|said| (said.engine.clone(), said.fell_back.clone()))
        })
    });
    view! {
        <span data-testid="engine">
            {move || match engine.get() {
                Some((Some(Engine::Model(name)), _)) => room_text::model(&name),
                Some((_, Some(fell_back))) => room_text::built_in_instead(&fell_back.reason),
                _ => room_text::BUILT_IN_HINT.to_owned(),
            }}
        </span>
    }
    .erase()
}
