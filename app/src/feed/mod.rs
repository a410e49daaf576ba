//! The one websocket client of the page: it joins topics, applies events, and resumes after whatever broke the line.
//!
//! What is shown is `InterviewView::apply` over the events in order, the same function that the server runs. A gap in the
//! sequence is never guessed over: the topic is joined again and a snapshot takes the place of what was held. Of lists and projects
//! the server says where they stand; a page that shows one as it stood elsewhere reads it anew.

mod pace;
mod reading;
mod rhythm;
mod socket;
mod watching;

pub(crate) use reading::{Read, Reading};

use crate::calls::read_json;
use leptos::prelude::*;
use protocol::{
    MessageId, SessionId,
    frame::{Frame, Request},
    interview::InterviewView,
};
use std::collections::HashMap;
use watching::Watching;

/// How the line to the server stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Link {
    /// Nothing is followed, or the page is still being rendered.
    #[default]
    Resting,
    /// The first connection is being made; nothing to worry anybody with.
    Connecting,
    Live,
    /// The line broke and is being made again.
    Lost,
    /// The browser says that there is no network.
    Offline,
}

/// A reply while it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Growing {
    pub(crate) id: MessageId,
    pub(crate) text: String,
}

impl Growing {
    /// Takes the next piece, which may put another end in the place of the held one. What lies behind a piece that was
    /// missed is not shown: the finished message carries the whole text.
    fn take(&mut self, from: Option<u32>, delta: &str) {
        let from = from.and_then(|from| usize::try_from(from).ok()).unwrap_or(self.text.len());
        if self.text.is_char_boundary(from) {
            self.text.truncate(from);
            self.text.push_str(delta);
        }
    }
}

/// One followed interview.
#[derive(Clone, Copy)]
pub(crate) struct Topic {
    pub(crate) view: RwSignal<InterviewView>,
    pub(crate) growing: RwSignal<Option<Growing>>,
    /// Why it can no longer be followed.
    pub(crate) refused: RwSignal<Option<String>>,
}

/// Takes in a frame about an interview.
type Reader = fn(Feed, &str);

#[derive(Clone, Copy)]
pub(crate) struct Feed {
    pub(crate) link: RwSignal<Link>,
    /// The server is of another build than this page by now.
    pub(crate) outdated: RwSignal<bool>,
    topics: StoredValue<HashMap<SessionId, Topic>>,
    /// Reads a frame about an interview. Only pages that show one know how, so that the others need not load it.
    read: StoredValue<Option<Reader>>,
    watching: StoredValue<Watching>,
}

impl Topic {
    pub(crate) fn new(view: InterviewView) -> Self {
        Self { view: RwSignal::new(view), growing: RwSignal::new(None), refused: RwSignal::new(None) }
    }

    /// Takes a view that came another way, unless the socket already brought something newer.
    pub(crate) fn catch_up(self, newer: InterviewView) {
        if self.view.try_with_untracked(|view| newer.seq > view.seq) == Some(true) {
            self.view.set(newer);
            self.drop_finished();
        }
    }

    /// Takes one frame about this topic; answers whether something is missing in between.
    fn take(self, frame: Frame) -> Missing {
        match frame {
            Frame::Snapshot { view, .. } => {
                self.view.set(*view);
                self.drop_finished();
            }
            Frame::Events { events, .. } => {
                let seq = self.view.with_untracked(|view| view.seq);
                let fresh: Vec<_> = events.into_iter().filter(|one| one.seq > seq).collect();
                if (seq + 1..).zip(&fresh).any(|(next, one)| one.seq != next) {
                    return Missing::Something;
                }
                if !fresh.is_empty() {
                    self.view.update(|view| fresh.iter().for_each(|one| view.apply(one)));
                    self.drop_finished();
                }
            }
            Frame::Progress { message_id, from, delta, .. } => self.growing.update(|growing| match growing {
                Some(reply) if reply.id == message_id => reply.take(from, &delta),
                // Without its beginning a text is not shown; the finished message carries it whole.
                _ if from.unwrap_or(0) > 0 => {}
                _ => *growing = Some(Growing { id: message_id, text: delta }),
            }),
            Frame::Refused { detail, .. } => self.refused.set(Some(detail)),
            Frame::Stands { .. } | Frame::Pong => {}
        }
        Missing::Nothing
    }

    /// The finished message carries the whole text: what was streamed of it is no longer needed.
    fn drop_finished(self) {
        let replying = self.view.with_untracked(|view| view.replying);
        if self.growing.with_untracked(|growing| growing.as_ref().is_some_and(|reply| Some(reply.id) != replying)) {
            self.growing.set(None);
        }
    }
}

#[derive(PartialEq, Eq)]
enum Missing {
    Nothing,
    Something,
}

impl Feed {
    pub(crate) fn new() -> Self {
        Self {
            link: RwSignal::new(Link::Resting),
            outdated: RwSignal::new(false),
            topics: StoredValue::new(HashMap::new()),
            read: StoredValue::new(None),
            watching: StoredValue::new(Watching::default()),
        }
    }

    /// Follows an interview until the calling page is gone. Only from an effect: it opens the socket.
    pub(crate) fn follow(self, id: SessionId, topic: Topic) {
        self.topics.update_value(|topics| {
            topics.insert(id, topic);
        });
        self.read.set_value(Some(Self::read_frame as fn(Self, &str)));
        if self.link.get_untracked() == Link::Live {
            self.join(id, topic);
        } else {
            socket::open(self);
        }
    }

    pub(crate) fn leave(self, id: SessionId) {
        let known = self.topics.try_update_value(|topics| topics.remove(&id).is_some());
        if known == Some(true) {
            socket::send(&Request::Leave { interview: id });
        }
    }

    fn join(self, id: SessionId, topic: Topic) {
        let after = topic.view.with_untracked(|view| view.seq);
        socket::send(&Request::Join { interview: id, after: Some(after) });
    }

    fn join_all(self) {
        self.watching.with_value(Watching::ask);
        let topics = self.topics.get_value();
        for (id, topic) in topics {
            self.join(id, topic);
        }
    }

    fn is_followed(self) -> bool {
        self.watching.with_value(Watching::is_any) || self.topics.with_value(|topics| !topics.is_empty())
    }

    /// Takes what the server says.
    fn hear(self, text: &str) {
        if let Some((what, mark)) = watching::stands(text) {
            self.stands(what, mark);
        } else if let Some(read) = self.read.get_value() {
            read(self, text);
        }
    }

    fn read_frame(self, text: &str) {
        if let Ok(frame) = read_json(text) {
            self.take(frame);
        }
    }

    fn take(self, frame: Frame) {
        let id = match &frame {
            Frame::Snapshot { interview, .. }
            | Frame::Events { interview, .. }
            | Frame::Progress { interview, .. }
            | Frame::Refused { interview, .. } => *interview,
            Frame::Stands { .. } | Frame::Pong => return,
        };
        let Some(topic) = self.topics.with_value(|topics| topics.get(&id).copied()) else { return };
        if topic.take(frame) == Missing::Something {
            socket::send(&Request::Join { interview: id, after: None });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_piece_joins_where_it_belongs_and_none_is_put_behind_a_gap() {
        let mut growing = Growing { id: MessageId(uuid::Uuid::nil()), text: "Thanks – a".into() };
        for (from, delta, then) in [
            (None, "nd", "Thanks – and"),
            (Some(6), ", so", "Thanks, so"),
            (Some(40), "lost", "Thanks, so"),
            (Some(10), " far", "Thanks, so far"),
            (Some(0), "Anew é", "Anew é"),
            (Some(6), "inside a character", "Anew é"),
        ] {
            growing.take(from, delta);
            assert_eq!(growing.text, then, "after {from:?} {delta:?}");
        }
    }
}
