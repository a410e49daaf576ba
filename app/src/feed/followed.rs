//! A stream that a page follows: its view, kept by the same `apply` that the server runs.

use super::{Feed, Link, socket};
use crate::{calls::CallFault, calls::read_json, erased::Effect, words};
use leptos::{prelude::*, task::spawn_local};
use protocol::{
    frame::{Frame, Request},
    live::{Live, Topic},
};
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// A view that pages follow, with what they show between two events.
pub(crate) trait Follow:
    Live<Event: DeserializeOwned, Progress: DeserializeOwned> + DeserializeOwned + Clone + Send + Sync + 'static
{
    /// What progress adds up to.
    type Growing: Default + Send + Sync + 'static;

    fn grow(growing: &mut Self::Growing, progress: Self::Progress);
    /// Whether what grew is no longer needed: an event carries it by now, or it was given up.
    fn has_settled(&self, growing: &Self::Growing) -> bool;
}

/// One followed stream.
pub(crate) struct Followed<V: Follow> {
    pub(crate) view: RwSignal<V>,
    pub(crate) growing: RwSignal<V::Growing>,
    /// Why it can no longer be followed.
    pub(crate) refused: RwSignal<Option<String>>,
}

impl<V: Follow> Clone for Followed<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Follow> Copy for Followed<V> {}

/// Whether something is missing before a frame.
#[derive(PartialEq, Eq)]
pub(crate) enum Missing {
    Nothing,
    Something,
}

/// A followed stream of any kind, as the feed knows it. Only pages that show a kind load what reads its frames.
#[derive(Clone)]
pub(super) struct Follower {
    topic: Topic,
    seq: Arc<dyn Fn() -> u64 + Send + Sync>,
    take: Arc<dyn Fn(&str) -> Missing + Send + Sync>,
}

impl Follower {
    pub(super) fn join(&self) {
        socket::send(&Request::Join { topic: self.topic, after: Some((self.seq)()) });
    }

    /// Takes a frame; where something is missing before it, asks for a snapshot.
    pub(super) fn take(&self, text: &str) {
        if (self.take)(text) == Missing::Something {
            socket::send(&Request::Join { topic: self.topic, after: None });
        }
    }
}

impl<V: Follow> Followed<V> {
    fn new(view: V) -> Self {
        Self { view: RwSignal::new(view), growing: RwSignal::new(V::Growing::default()), refused: RwSignal::new(None) }
    }

    fn follower(self, topic: Topic, read: fn(Self, &str) -> Missing) -> Follower {
        let seq = Arc::new(move || self.view.with_untracked(Live::seq));
        let take = Arc::new(move |text: &str| read(self, text));
        Follower { topic, seq, take }
    }

    /// Reads a frame about this stream and takes it.
    pub(crate) fn read(self, text: &str) -> Missing {
        read_json::<Frame<V>>(text).map_or(Missing::Nothing, |frame| self.take(frame))
    }

    /// Asks for a snapshot: something is missing.
    #[cfg(feature = "hydrate")]
    pub(crate) fn join_anew(self) {
        socket::send(&Request::Join { topic: self.view.with_untracked(Live::topic), after: None });
    }

    /// Whether the page that showed it is gone.
    #[cfg(feature = "hydrate")]
    pub(crate) fn is_gone(self) -> bool {
        self.view.try_with_untracked(|_| ()).is_none()
    }

    /// Takes a view that came another way, unless the socket already brought something newer.
    fn catch_up(self, newer: V) {
        if self.view.try_with_untracked(|view| newer.seq() > view.seq()) == Some(true) {
            self.view.set(newer);
            self.settle();
        }
    }

    /// Takes one frame about this stream; answers whether something is missing in between.
    fn take(self, frame: Frame<V>) -> Missing {
        match frame {
            Frame::Snapshot { view, .. } => {
                self.refused.set(None);
                self.view.set(*view);
                self.settle();
            }
            Frame::Events { events, .. } => {
                let seq = self.view.with_untracked(Live::seq);
                let fresh: Vec<_> = events.into_iter().filter(|one| one.seq > seq).collect();
                if (seq + 1..).zip(&fresh).any(|(next, one)| one.seq != next) {
                    return Missing::Something;
                }
                if !fresh.is_empty() {
                    self.view.update(|view| fresh.iter().for_each(|one| view.apply(one)));
                    self.settle();
                }
            }
            Frame::Progress { progress, .. } => self.growing.update(|growing| V::grow(growing, progress)),
            Frame::Refused { detail, .. } => self.refused.set(Some(detail)),
            Frame::Changed { .. } | Frame::Pong => {}
        }
        Missing::Nothing
    }

    fn settle(self) {
        if self.view.with_untracked(|view| self.growing.with_untracked(|growing| view.has_settled(growing))) {
            self.growing.set(V::Growing::default());
        }
    }
}

/// A page that shows one stream: it follows it as long as it is there, and asks for things whose results come as events.
pub(crate) struct LivePage<V: Follow> {
    pub(crate) followed: Followed<V>,
    /// What went wrong with what was asked for.
    pub(crate) fault: RwSignal<Option<String>>,
    feed: Feed,
}

impl<V: Follow> Clone for LivePage<V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<V: Follow> Copy for LivePage<V> {}

impl<V: Follow> LivePage<V> {
    /// Made while the page renders; the socket is opened in an effect.
    pub(crate) fn enter(view: V) -> Self {
        Self::enter_reading(view, Followed::read)
    }

    /// The same with a way of its own to read frames.
    pub(crate) fn enter_reading(view: V, read: fn(Followed<V>, &str) -> Missing) -> Self {
        let (feed, topic) = (expect_context::<Feed>(), view.topic());
        let page = Self { followed: Followed::new(view), fault: RwSignal::new(None), feed };
        Effect::new(move |_| feed.follow(topic, page.followed.follower(topic, read)));
        on_cleanup(move || feed.leave(topic));
        Effect::new(move |_| {
            let refused = page.followed.refused.get();
            // What only said that something is still loading goes by itself; what else is wrong stays until it is dismissed.
            let is_waiting = |fault: &Option<String>| fault.as_deref() == Some(words::fault::STILL_LOADING);
            if refused.is_some() || page.fault.with_untracked(is_waiting) {
                page.fault.set(refused);
            }
        });
        page
    }

    pub(crate) fn is_live(self) -> bool {
        self.feed.link.try_get_untracked() == Some(Link::Live)
    }

    pub(crate) fn link(self) -> RwSignal<Link> {
        self.feed.link
    }

    /// Asks for something, and shows what went wrong. `read` reads the stream where no socket tells what came of it.
    pub(crate) fn perform<Asked, Reading>(self, ask: Asked, read: impl FnOnce() -> Reading + 'static)
    where
        Asked: Future<Output = Result<(), CallFault>> + 'static,
        Reading: Future<Output = Result<V, CallFault>>,
    {
        spawn_local(async move {
            let failed = self.send(ask, read).await.err().map(|fault| fault.to_string());
            let _gone = self.fault.try_set(failed);
        });
    }

    /// The same for whoever deals with faults.
    ///
    /// # Errors
    /// What the server answered.
    pub(crate) async fn send<Reading>(
        self,
        ask: impl Future<Output = Result<(), CallFault>>,
        read: impl FnOnce() -> Reading,
    ) -> Result<(), CallFault>
    where
        Reading: Future<Output = Result<V, CallFault>>,
    {
        ask.await?;
        self.catch_up(read).await;
        Ok(())
    }

    /// Reads the stream, unless the socket tells of it.
    pub(crate) async fn catch_up<Reading>(self, read: impl FnOnce() -> Reading)
    where
        Reading: Future<Output = Result<V, CallFault>>,
    {
        if !self.is_live()
            && let Ok(view) = read().await
        {
            self.followed.catch_up(view);
        }
    }
}
