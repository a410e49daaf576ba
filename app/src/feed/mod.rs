//! The one websocket client of the page: it joins topics, applies events, and resumes after whatever broke the line.
//!
//! What is shown is `Live::apply` over the events in order, the same function that the server runs. A gap in the sequence is never
//! guessed over: the topic is joined again and a snapshot takes the place of what was held. Of lists and projects the server sends
//! the version; a page that shows another one reads it again.

mod followed;
mod pace;
mod reading;
mod rhythm;
mod socket;
mod watching;

pub(crate) use followed::{Follow, Followed, LivePage, Missing};
pub(crate) use reading::{Read, Reading};

use followed::Follower;
use leptos::prelude::*;
use protocol::{
    frame::{Request, peek, peek_version},
    live::Topic,
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

#[derive(Clone, Copy)]
pub(crate) struct Feed {
    pub(crate) link: RwSignal<Link>,
    /// The server is of another build than this page by now.
    pub(crate) outdated: RwSignal<bool>,
    /// Streams by the names of their topics.
    followers: StoredValue<HashMap<String, Follower>>,
    watching: StoredValue<Watching>,
}

impl Feed {
    pub(crate) fn new() -> Self {
        Self {
            link: RwSignal::new(Link::Resting),
            outdated: RwSignal::new(false),
            followers: StoredValue::new(HashMap::new()),
            watching: StoredValue::new(Watching::default()),
        }
    }

    /// Follows a stream until the calling page is gone. Only from an effect: it opens the socket.
    fn follow(self, topic: Topic, follower: Follower) {
        self.followers.update_value(|followers| {
            followers.insert(topic.to_string(), follower.clone());
        });
        if self.link.get_untracked() == Link::Live {
            follower.join();
        } else {
            socket::open(self);
        }
    }

    fn leave(self, topic: Topic) {
        let known = self.followers.try_update_value(|followers| followers.remove(&topic.to_string()).is_some());
        if known == Some(true) {
            socket::send(&Request::Leave { topic });
        }
    }

    fn join_all(self) {
        self.watching.with_value(Watching::ask);
        for follower in self.followers.get_value().values() {
            follower.join();
        }
    }

    fn is_followed(self) -> bool {
        self.watching.with_value(Watching::is_any) || self.followers.with_value(|followers| !followers.is_empty())
    }

    /// Takes a frame.
    fn receive(self, text: &str) {
        if let Some((topic, version)) = peek_version(text) {
            self.changed(topic, version);
        } else if let Some((topic, _)) = peek(text)
            && let Some(follower) = self.followers.with_value(|followers| followers.get(topic).cloned())
        {
            follower.take(text);
        }
    }
}
