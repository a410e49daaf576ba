//! What goes to everyone who follows a stream: encoded once, however many there are.

use bytes::Bytes;
use domain::live::Machine;
use protocol::{
    frame::Frame,
    live::{Live as _, Recorded, Topic},
};
use std::sync::{Arc, OnceLock};
use tokio::sync::mpsc;

/// Events that were stored, or progress between them, with the socket frame encoded when the first socket asks for it.
#[derive(Debug)]
pub struct Published<M: Machine> {
    pub topic: Topic,
    /// None where it is only progress.
    pub events: Vec<Recorded<M::Event>>,
    /// What the machine gives beside them.
    pub after: M::After,
    /// Neither stored nor sequenced: whoever misses it misses nothing that lasts.
    pub progress: Option<M::Progress>,
    frame: OnceLock<Bytes>,
}

impl<M: Machine> Published<M> {
    pub(crate) const fn new(topic: Topic, events: Vec<Recorded<M::Event>>, after: M::After) -> Self {
        Self { topic, events, after, progress: None, frame: OnceLock::new() }
    }

    pub(crate) const fn progress(topic: Topic, progress: M::Progress, after: M::After) -> Self {
        Self { topic, events: Vec::new(), after, progress: Some(progress), frame: OnceLock::new() }
    }

    /// As a [`Frame::Events`] or a [`Frame::Progress`], in JSON.
    pub fn frame(&self) -> Bytes {
        let topic = self.topic;
        let frame = || match &self.progress {
            None => events_frame::<M>(topic, self.events.clone()),
            Some(progress) => encode::<M::View>(&Frame::Progress { topic, progress: progress.clone() }),
        };
        self.frame.get_or_init(frame).clone()
    }

    /// The last of the events; 0 for progress.
    #[must_use]
    pub fn last_seq(&self) -> u64 {
        self.events.last().map_or(0, |event| event.seq)
    }
}

/// The whole view as a [`Frame::Snapshot`] in JSON.
#[must_use]
pub fn snapshot_frame<M: Machine>(view: &M::View) -> Bytes {
    encode(&Frame::Snapshot { topic: view.topic(), view: Box::new(view.clone()) })
}

/// Events as a [`Frame::Events`] in JSON.
#[must_use]
pub fn events_frame<M: Machine>(topic: Topic, events: Vec<Recorded<M::Event>>) -> Bytes {
    encode::<M::View>(&Frame::Events { topic, events })
}

fn encode<V>(frame: &Frame<V>) -> Bytes
where
    V: protocol::live::Live + serde::Serialize,
    V::Event: serde::Serialize,
    V::Progress: serde::Serialize,
{
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

/// A follower's end. It closes when the follower lagged or the stream was put to sleep: join again after the last event seen.
pub type Subscription<M> = mpsc::Receiver<Arc<Published<M>>>;

/// Everyone who follows a stream.
#[derive(Debug)]
pub(crate) struct Followers<M: Machine>(Vec<mpsc::Sender<Arc<Published<M>>>>);

impl<M: Machine> Default for Followers<M> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<M: Machine> Followers<M> {
    /// `first` is what a newcomer is given before anything else.
    pub(crate) fn join(&mut self, first: Option<Published<M>>) -> Subscription<M> {
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
    pub(crate) fn publish(&mut self, published: &Arc<Published<M>>) {
        self.0.retain(|one| one.try_send(published.clone()).is_ok());
    }

    /// Progress is for those who keep up; the events have it all.
    pub(crate) fn publish_progress(&mut self, published: &Arc<Published<M>>) {
        for one in self.0.iter().filter(|one| one.capacity() > LAG / 2) {
            if one.try_send(published.clone()).is_err() {
                tracing::trace!("a follower went away meanwhile");
            }
        }
    }

    pub(crate) fn is_empty(&mut self) -> bool {
        self.0.retain(|one| !one.is_closed());
        self.0.is_empty()
    }
}
