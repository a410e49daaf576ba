//! One open interview: what its parts share, and how they act on it.

use super::{
    calls::{command_interview, open_interview, read_interview},
    outbox::Outbox,
    panels, turns,
};
use crate::{
    browser,
    calls::CallFault,
    erased::Effect,
    feed::{Followed, Link, LivePage, Missing},
    parts::{ActionNote, Here},
};
use leptos::{prelude::*, task::spawn_local};
use leptos_router::hooks::use_query_map;
use protocol::{
    SessionId,
    interview::{InterviewCommand, InterviewView, ObligationTemplate, SessionStatus},
};

#[derive(Clone, Copy)]
pub(crate) struct Room {
    pub(crate) id: SessionId,
    pub(crate) live: LivePage<InterviewView>,
    pub(crate) outbox: Outbox,
    /// What went wrong beside the conversation.
    pub(crate) fault: RwSignal<Option<String>>,
    /// What became of something that was asked for beside the conversation.
    pub(crate) told: RwSignal<Option<ActionNote>>,
    /// The obligation whose actions are open in the panel.
    pub(crate) open: RwSignal<Option<String>>,
    /// What the address asks to be open, and of what: where scripts are off, the buttons that open something lead there.
    wanted: StoredValue<Option<(&'static str, String)>>,
    /// Whether the person may answer and change values here.
    pub(crate) may_change: bool,
    /// Whether the code of what opens on the page is here.
    pub(super) panels: RwSignal<bool>,
    /// The command that undoes what the note reports. It belongs to the room: messages come and go.
    back: RwSignal<Option<InterviewCommand>>,
    undo: Callback<()>,
    here: Here,
}

impl Room {
    /// Made while the page renders; the socket is opened in an effect. `read` takes what it says.
    pub(crate) fn enter(view: InterviewView, may_change: bool, read: fn(Followed<InterviewView>, &str) -> Missing) -> Self {
        let here = expect_context::<Here>();
        let id = view.id;
        let live = LivePage::enter_reading(view, read);
        let back = RwSignal::new(None);
        let wanted = use_query_map()
            .with_untracked(|query| [CHANGE, EDIT, WEIGH, REWRITE].into_iter().find_map(|what| Some((what, query.get(what)?))));
        let open = wanted.clone().filter(|(what, _)| matches!(*what, CHANGE | EDIT)).map(|(_, key)| key);
        let undo = Callback::new(move |()| {
            if let Some(command) = back.get_untracked() {
                perform(id, live, command);
            }
        });
        let room = Self {
            id,
            live,
            outbox: Outbox::new(id),
            fault: live.fault,
            back,
            undo,
            told: RwSignal::new(None),
            open: RwSignal::new(open),
            wanted: StoredValue::new(wanted),
            may_change,
            panels: RwSignal::new(panels::are_here()),
            here,
        };
        Effect::new(move |_| {
            here.interview.set(Some(id));
            here.known_open.set(false);
            // From here on what is open is opened and closed on the page.
            room.wanted.set_value(None);
        });
        on_cleanup(move || {
            let _disposed = here.interview.try_set(None);
        });
        // The next message is about something else: the earlier note disappears, and its undo with it.
        Effect::new(move |_| {
            if room.outbox.items.with(|items| !items.is_empty()) {
                room.told.set(None);
            }
        });
        // The reply may ask with more than words; then the fields for that are to be here. Without a line nobody is told of it.
        Effect::new(move |_| {
            if room.link().get() == Link::Live && room.outbox.items.with(|items| !items.is_empty()) {
                turns::expect();
                let _loading = untrack(|| room.has_panels());
            }
        });
        if may_change {
            room.outbox.tend(room);
        }
        room
    }

    pub(crate) fn with<T>(self, read: impl FnOnce(&InterviewView) -> T) -> T {
        self.live.followed.view.with(read)
    }

    pub(crate) fn peek<T>(self, read: impl FnOnce(&InterviewView) -> T) -> T {
        self.live.followed.view.with_untracked(read)
    }

    pub(crate) fn template(self, key: &str) -> Option<ObligationTemplate> {
        self.peek(|view| view.template(key).cloned())
    }

    /// The name people read of an obligation.
    pub(crate) fn name(self, key: &str) -> String {
        self.peek(|view| view.template(key).map_or_else(|| key.to_owned(), ObligationTemplate::name))
    }

    /// Whether the address asks for this to be open.
    pub(crate) fn wants(self, what: &str, of: &str) -> bool {
        self.wanted.with_value(|wanted| wanted.as_ref().is_some_and(|wanted| wanted.0 == what && wanted.1 == of))
    }

    pub(crate) fn is_active(self) -> bool {
        self.with(|view| view.status == SessionStatus::Active)
    }

    pub(crate) fn is_live(self) -> bool {
        self.live.is_live()
    }

    pub(crate) fn link(self) -> RwSignal<Link> {
        self.live.link()
    }

    /// Shows one obligation in the panel, also where the panel lies behind the talk.
    pub(crate) fn show_known(self, key: &str) {
        self.here.known_open.set(true);
        let id = known_id(key);
        browser::soon(move || browser::point_at(&id));
    }

    /// Shows the words that a value came from, or the message that held them if the value is another by now;
    /// also where the panel lies over the talk.
    pub(crate) fn show_words(self, key: &str, message: String) {
        self.here.known_open.set(false);
        let words = words_id(key);
        browser::soon(move || {
            let marked =
                browser::element(&words).is_some_and(|mark| mark.closest(&format!("#{message}")).ok().flatten().is_some());
            browser::point_at(if marked { &words } else { &message });
        });
    }

    /// Goes back to the newest message, after the person has said something.
    pub(crate) fn show_newest(self) {
        self.here.known_open.set(false);
        browser::soon(|| {
            if let Some(scroller) = browser::element(SCROLLER) {
                // The axis is reversed: the end is zero.
                scroller.set_scroll_top(0);
            }
        });
    }

    pub(crate) fn known_open(self) -> RwSignal<bool> {
        self.here.known_open
    }

    /// Asks for something; what comes of it arrives as events.
    pub(crate) fn perform(self, command: InterviewCommand) {
        perform(self.id, self.live, command);
    }

    /// Asks for something and says what became of it; `back` takes it back.
    pub(crate) fn perform_telling(self, command: InterviewCommand, text: impl Into<String>, back: InterviewCommand) {
        let text = text.into();
        spawn_local(async move {
            match self.send(command).await {
                Ok(()) => {
                    let _gone = self.back.try_set(Some(back));
                    self.tell(ActionNote { text, undo: Some(self.undo) });
                }
                Err(fault) => self.complain(&fault),
            }
        });
    }

    pub(crate) fn tell(self, note: ActionNote) {
        let _gone = self.told.try_set(Some(note));
    }

    pub(crate) fn complain(self, fault: &CallFault) {
        let _gone = self.fault.try_set(Some(fault.to_string()));
    }

    pub(crate) async fn send(self, command: InterviewCommand) -> Result<(), CallFault> {
        self.live.send(command_interview(self.id, command), reader(self.id)).await
    }

    pub(crate) async fn look_again(self) {
        self.live.catch_up(reader(self.id)).await;
    }
}

fn perform(id: SessionId, live: LivePage<InterviewView>, command: InterviewCommand) {
    live.perform(command_interview(id, command), reader(id));
}

/// Reads the interview where no socket delivers its events.
fn reader(id: SessionId) -> impl FnOnce() -> std::pin::Pin<Box<dyn Future<Output = Result<InterviewView, CallFault>>>> {
    move || Box::pin(async move { open_interview(read_interview(id).await) })
}

/// The form of the buttons that open something on this page where scripts are off, and what they name.
pub(crate) const LOOK: &str = "look";
pub(crate) const CHANGE: &str = "change";
pub(crate) const EDIT: &str = "edit";
pub(crate) const WEIGH: &str = "weigh";
pub(crate) const REWRITE: &str = "rewrite";

/// The id of what scrolls in the conversation.
pub(crate) const SCROLLER: &str = "messages";

/// The id of the words that the value of an obligation came from.
pub(crate) fn words_id(key: &str) -> String {
    format!("words-{key}")
}

/// The id of an obligation's row.
pub(crate) fn known_id(key: &str) -> String {
    format!("known-{key}")
}

/// The id of a message.
pub(crate) fn message_id(id: protocol::MessageId) -> String {
    format!("message-{id}")
}
