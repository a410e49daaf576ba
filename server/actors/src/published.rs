//! What goes to everyone who follows an interview: encoded once, whoever many there are.

use bytes::Bytes;
use protocol::{
    SessionId,
    frame::Frame,
    interview::{InterviewView, Recorded},
};
use std::sync::{Arc, OnceLock};
use tokio::sync::mpsc;

/// Events that were stored, with their socket frame encoded when the first socket asks for it.
#[derive(Debug)]
pub struct Published {
    pub interview: SessionId,
    pub events: Vec<Recorded>,
    /// The interview after them, without its messages.
    pub after: Arc<InterviewView>,
    frame: OnceLock<Bytes>,
}

impl Published {
    #[must_use]
    pub(crate) fn new(events: Vec<Recorded>, after: Arc<InterviewView>) -> Self {
        Self { interview: after.id, events, after, frame: OnceLock::new() }
    }

    /// The events as a [`Frame::Events`] in JSON.
    pub fn frame(&self) -> Bytes {
        self.frame.get_or_init(|| encode(&Frame::Events { interview: self.interview, events: self.events.clone() })).clone()
    }

    #[must_use]
    pub fn last_seq(&self) -> u64 {
        self.events.last().map_or(0, |event| event.seq)
    }
}

/// The whole interview as a [`Frame::Snapshot`] in JSON.
#[must_use]
pub fn snapshot_frame(view: &InterviewView) -> Bytes {
    encode(&Frame::Snapshot { interview: view.id, view: Box::new(view.clone()) })
}

fn encode(frame: &Frame) -> Bytes {
    match serde_json::to_vec(frame) {
        Ok(json) => Bytes::from(json),
        Err(fault) => {
            // Frames are made of strings, numbers and maps with string keys, which serialise; were one ever not to, the
            // follower sees a gap and asks for a snapshot.
            tracing::error!(%fault, "a frame could not be encoded");
            Bytes::from_static(br#"{"type":"pong"}"#)
        }
    }
}

/// How many publications a follower may be behind before it has to join again.
const LAG: usize = 64;

/// A follower's end. It closes when the follower lagged or the interview was put to sleep: join again after the last event seen.
pub type Subscription = mpsc::Receiver<Arc<Published>>;

/// Everyone who follows an interview.
#[derive(Debug, Default)]
pub(crate) struct Followers(Vec<mpsc::Sender<Arc<Published>>>);

impl Followers {
    pub(crate) fn join(&mut self) -> Subscription {
        let (sender, receiver) = mpsc::channel(LAG);
        self.0.retain(|one| !one.is_closed());
        self.0.push(sender);
        receiver
    }

    /// A follower that is full is let go: its channel closes behind what it has, and it joins again.
    pub(crate) fn publish(&mut self, published: &Arc<Published>) {
        self.0.retain(|one| one.try_send(published.clone()).is_ok());
    }

    pub(crate) fn is_empty(&mut self) -> bool {
        self.0.retain(|one| !one.is_closed());
        self.0.is_empty()
    }
}
