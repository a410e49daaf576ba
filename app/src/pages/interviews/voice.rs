//! Voice in an interview. Microphone, waveform and speech live in `public/voice.js`, which is loaded when somebody first wants to
//! talk; here is what the room says to it and hears from it.

use super::room::Room;
use crate::{
    browser,
    erased::{Effect, Erase, Memo},
    parts::{Icon, icon},
    words::composer as text,
};
use js_sys::Reflect;
use leptos::{ev::Custom, prelude::*};
use protocol::{
    Confidence,
    interview::Author,
    voice::{Spoken, sentences},
};
use wasm_bindgen::JsValue;

const SCRIPT: &str = "voice-script";

/// Whether the voice controls are open. What they hear is sent as a message in the room, and the room's replies are sent to them.
pub(super) fn voice(room: Room) -> RwSignal<bool> {
    let open = RwSignal::new(false);
    Effect::new(move |_| {
        let heard = window_event_listener(Custom::<web_sys::Event>::new("voice-heard"), move |event| {
            let of = |of: &JsValue, name: &str| Reflect::get(of, &name.into()).unwrap_or_default();
            let detail = of(&event, "detail");
            let confidence = of(&detail, "confidence").as_f64().map(Confidence::new);
            if let Some(words) = of(&detail, "text").as_string() {
                room.outbox.say_aloud(room, words, Spoken { confidence });
            }
        });
        on_cleanup(move || heard.remove());
    });
    let replied = Memo::new(move |_| {
        room.with(|view| {
            let last = view.messages.iter().rev().find(|said| said.role == Author::Agent)?;
            (!last.stopped).then_some(last.id)
        })
    });
    leptos::prelude::Effect::new(move |before: Option<_>| {
        let now = replied.get();
        if open.get_untracked() && before.is_some_and(|before| before != now) {
            let words = room.peek(|view| view.messages.iter().find(|said| Some(said.id) == now).map(|said| said.content.clone()));
            tell(words.map(|words| sentences(&words)).unwrap_or_default());
        }
        now
    });
    open
}

/// Opens and closes the controls; where there are no scripts there is no voice.
#[component]
pub(super) fn VoiceButton(open: RwSignal<bool>) -> impl IntoView {
    let ready = RwSignal::new(false);
    Effect::new(move |_| ready.set(true));
    let toggle = move |_| {
        load();
        open.update(|open| *open = !*open);
    };
    move || {
        ready.get().then(|| {
            view! {
                <button
                    type="button"
                    class="round"
                    aria-label=text::VOICE
                    aria-expanded=move || open.get().to_string()
                    aria-controls="voice"
                    data-testid="voice"
                    on:click=toggle
                >
                    {icon(Icon::Microphone)}
                </button>
            }
            .erase()
        })
    }
}

/// The controls themselves; what is in them is the script's.
#[component]
pub(super) fn VoicePanel(open: RwSignal<bool>) -> impl IntoView {
    view! {
        <div id="voice">{move || open.get().then(|| view! { <voice-controls data-testid="voice-controls"></voice-controls> }.erase())}</div>
    }
    .erase()
}

fn tell(sentences: Vec<String>) {
    let Ok(event) = web_sys::Event::new("voice-say") else { return };
    let list: js_sys::Array = sentences.into_iter().map(JsValue::from).collect();
    let _frozen = Reflect::set(&event, &"detail".into(), &list);
    let _cancelled = window().dispatch_event(&event);
}

fn load() {
    if browser::element(SCRIPT).is_some() {
        return;
    }
    let (Ok(script), Some(body)) = (document().create_element("script"), document().body()) else { return };
    script.set_id(SCRIPT);
    for (name, value) in [("type", "module"), ("src", concat!("/voice.js?", env!("CARGO_PKG_VERSION")))] {
        let _refused = script.set_attribute(name, value);
    }
    let _refused = body.append_child(&script);
}
