//! What the person said and the server has not yet confirmed. Nothing typed is lost: it is kept in the browser until it stands
//! in the conversation, also over a reload, and is sent again with the same id, so that it is never said twice.

use super::room::Room;
use crate::{
    browser,
    calls::{CallFault, read_json},
    erased::{Effect, Memo},
    feed::Link,
};
use leptos::{prelude::*, task::spawn_local};
use protocol::{
    SessionId,
    interview::{InterviewCommand, WidgetAnswer},
    voice::Spoken,
};
use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Unsent {
    pub(crate) id: String,
    pub(crate) text: String,
    pub(crate) widget: Option<WidgetAnswer>,
    #[serde(default)]
    pub(crate) spoken: Option<Spoken>,
    pub(crate) state: Sending,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) enum Sending {
    /// On its way, or accepted and not yet in the conversation.
    Underway,
    /// The server was not reached; it is tried again by itself.
    Waiting,
    /// The server refused it; the person decides.
    Refused(String),
}

#[derive(Clone, Copy)]
pub(crate) struct Outbox {
    pub(crate) items: RwSignal<Vec<Unsent>>,
    session: SessionId,
    busy: StoredValue<bool>,
}

impl Outbox {
    pub(crate) fn new(session: SessionId) -> Self {
        Self { items: RwSignal::new(Vec::new()), session, busy: StoredValue::new(false) }
    }

    /// Says something: shown at once, sent in order.
    pub(crate) fn say(self, room: Room, text: String, widget: Option<WidgetAnswer>) {
        self.put(room, Unsent { id: browser::new_id(), text, widget, spoken: None, state: Sending::Waiting });
    }

    /// Says what was spoken, with how sure its words are.
    pub(crate) fn say_aloud(self, room: Room, text: String, spoken: Spoken) {
        self.put(room, Unsent { id: browser::new_id(), text, widget: None, spoken: Some(spoken), state: Sending::Waiting });
    }

    fn put(self, room: Room, unsent: Unsent) {
        self.items.update(|items| items.push(unsent));
        room.show_newest();
        self.send_next(room);
    }

    pub(crate) fn retry(self, room: Room, id: &str) {
        self.set_state(id, Sending::Waiting);
        self.send_next(room);
    }

    pub(crate) fn discard(self, id: &str) {
        self.items.update(|items| items.retain(|one| one.id != id));
    }

    /// Keeps the browser's copy, takes out what arrived, and sends again when the line is back.
    pub(super) fn tend(self, room: Room) {
        let name = format!("unsent-{}", self.session);
        let restored = StoredValue::new(false);
        Effect::new(move |_| {
            if !restored.get_value() {
                restored.set_value(true);
                let before: Vec<Unsent> = browser::kept(&name).and_then(|text| read_json(&text).ok()).unwrap_or_default();
                let waiting = before.into_iter().map(|one| match one.state {
                    Sending::Underway => Unsent { state: Sending::Waiting, ..one },
                    _ => one,
                });
                self.items.update(|items| items.splice(0..0, waiting).for_each(drop));
            }
            let items = self.items.get();
            let text = if items.is_empty() { String::new() } else { serde_json::to_string(&items).unwrap_or_default() };
            browser::keep(&name, &text);
        });
        Effect::new(move |_| {
            let arrived = |one: &Unsent| {
                room.with(|view| view.messages.iter().rev().any(|said| said.client_message_id.as_ref() == Some(&one.id)))
            };
            if self.items.with(|items| items.iter().any(arrived)) {
                self.items.update(|items| items.retain(|one| !arrived(one)));
            }
        });
        let replying = Memo::new(move |_| room.with(|view| view.replying.is_some()));
        Effect::new(move |_| {
            let idle = !replying.get();
            if matches!(room.link().get(), Link::Live | Link::Connecting) && idle {
                self.send_next(room);
            }
        });
    }

    fn set_state(self, id: &str, state: Sending) {
        let _gone = self.items.try_update(|items| {
            if let Some(one) = items.iter_mut().find(|one| one.id == id) {
                one.state = state;
            }
        });
    }

    /// One at a time and each after the reply to the one before, so that quick messages arrive in the order in which they were
    /// written and none is refused for coming too early.
    fn send_next(self, room: Room) {
        if self.busy.try_get_value() != Some(false) || replying(room) {
            return;
        }
        let next = self.items.with_untracked(|items| items.iter().find(|one| one.state == Sending::Waiting).cloned());
        let Some(next) = next else { return };
        self.busy.set_value(true);
        self.set_state(&next.id, Sending::Underway);
        spawn_local(async move {
            let command = InterviewCommand::Say {
                text: next.text,
                client_message_id: Some(next.id.clone()),
                widget: next.widget,
                spoken: next.spoken,
            };
            let sent = room.send(command).await;
            if self.busy.try_set_value(false).is_some() {
                return;
            }
            match sent {
                Ok(()) => self.send_next(room),
                Err(CallFault::Broken(_) | CallFault::Unavailable(_)) => {
                    self.set_state(&next.id, Sending::Waiting);
                    if room.is_live() {
                        set_timeout(move || self.send_next(room), std::time::Duration::from_secs(2));
                    }
                }
                // Another tab was quicker: it goes out after that reply.
                Err(_) if replying(room) => self.set_state(&next.id, Sending::Waiting),
                Err(fault) => self.set_state(&next.id, Sending::Refused(fault.to_string())),
            }
        });
    }
}

fn replying(room: Room) -> bool {
    room.live.followed.view.try_with_untracked(|view| view.replying.is_some()) == Some(true)
}
