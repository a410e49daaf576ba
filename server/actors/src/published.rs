//! What goes to everyone who follows an interview: encoded once, whoever many there are.

use bytes::Bytes;
use protocol::{
    MessageId, SessionId,
    frame::Frame,
    interview::{InterviewView, Recorded},
};
use std::sync::{Arc, OnceLock};
use tokio::sync::mpsc;

/// Events that were stored, or a piece of a reply that is being written, with the socket frame encoded when the first socket
/// asks for it.
#[derive(Debug)]
pub struct Published {
    pub interview: SessionId,
    /// None where it is only a piece.
    pub events: Vec<Recorded>,
    /// The interview after them, without its messages.
    pub after: Arc<InterviewView>,
    /// Neither stored nor sequenced: whoever misses it misses nothing that lasts.
    pub piece: Option<Piece>,
    frame: OnceLock<Bytes>,
}

/// Some text of a reply while it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    pub reply: MessageId,
    /// Where it begins in the reply, in bytes.
    pub from: usize,
    pub text: String,
}

impl Published {
    #[must_use]
    pub(crate) fn new(events: Vec<Recorded>, after: Arc<InterviewView>) -> Self {
        Self { interview: after.id, events, after, piece: None, frame: OnceLock::new() }
    }

    #[must_use]
    pub(crate) fn piece(piece: Piece, after: Arc<InterviewView>) -> Self {
        Self { piece: Some(piece), ..Self::new(Vec::new(), after) }
    }

    /// The events as a [`Frame::Events`], the piece as a [`Frame::Progress`], in JSON.
    pub fn frame(&self) -> Bytes {
        let interview = self.interview;
        let frame = || match &self.piece {
            None => Frame::Events { interview, events: self.events.clone() },
            Some(Piece { reply, from, text }) => {
                let from = u32::try_from(*from).ok();
                Frame::Progress { interview, message_id: *reply, from, delta: text.clone() }
            }
        };
        self.frame.get_or_init(|| encode(&frame())).clone()
    }

    /// The last of the events; 0 for a piece.
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
    /// `first` is what a newcomer is given before anything else.
    pub(crate) fn join(&mut self, first: Option<Published>) -> Subscription {
        let (sender, receiver) = mpsc::channel(LAG);
        if let Some(first) = first
            && sender.try_send(Arc::new(first)).is_err()
        {
            tracing::trace!("an empty channel takes one");
        }
        self.0.retain(|one| !one.is_closed());
        self.0.push(sender);
        receiver
    }

    /// A follower that is full is let go: its channel closes behind what it has, and it joins again.
    pub(crate) fn publish(&mut self, published: &Arc<Published>) {
        self.0.retain(|one| one.try_send(published.clone()).is_ok());
    }

    /// A piece is for those who keep up; the finished message has it all.
    pub(crate) fn publish_piece(&mut self, published: &Arc<Published>) {
        for one in self.0.iter().filter(|one| one.capacity() > LAG / 2) {
            if one.try_send(published.clone()).is_err() {
                tracing::trace!("a follower went away while a reply was written");
            }
        }
    }

    pub(crate) fn is_empty(&mut self) -> bool {
        self.0.retain(|one| !one.is_closed());
        self.0.is_empty()
    }
}
