//! The first visitor of a fresh installation makes the account that administers it.
//!
//! A visit from the same machine may do so at once, any other needs the one-time code from the log.

use app::pages::account::calls::Door;
use axum::extract::{ConnectInfo, FromRequestParts};
use http::{HeaderMap, header, request::Parts};
use rand::Rng;
use std::{
    convert::Infallible,
    net::{IpAddr, SocketAddr},
    sync::atomic::{AtomicBool, Ordering},
};

pub(crate) struct FirstStart {
    code: String,
    /// Accounts exist; it never becomes false again.
    closed: AtomicBool,
}

impl FirstStart {
    pub(crate) fn new() -> Self {
        const LETTERS: &[u8] = b"ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
        let mut rng = rand::rng();
        let code = (0..12).map(|_| char::from(LETTERS[rng.random_range(0..LETTERS.len())])).collect();
        Self { code, closed: AtomicBool::new(false) }
    }

    pub(crate) fn code(&self) -> &str {
        &self.code
    }

    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// Compared without telling by its time how much of it was right.
    pub(crate) fn matches(&self, given: &str) -> bool {
        let given = given.trim().to_uppercase().replace(['-', ' '], "");
        given.len() == self.code.len() && given.bytes().zip(self.code.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
    }

    pub(crate) fn door(&self, local: bool) -> Door {
        match (self.is_closed(), local) {
            (true, _) => Door::SignIn,
            (false, true) => Door::FirstStart,
            (false, false) => Door::FirstStartWithCode,
        }
    }
}

/// Whether a request comes from this very machine: a loopback peer that is no proxy, under a local name (another name that leads
/// here could belong to a foreign page).
pub(crate) fn is_local(peer: Peer, headers: &HeaderMap) -> bool {
    let loopback = peer.0.is_some_and(|address| address.ip().to_canonical().is_loopback());
    let relayed = ["forwarded", "x-forwarded-for", "x-real-ip", "via"].iter().any(|name| headers.contains_key(*name));
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let name =
        host.rsplit_once(':').filter(|(_, port)| port.bytes().all(|byte| byte.is_ascii_digit())).map_or(host, |(name, _)| name);
    let local_name = name.eq_ignore_ascii_case("localhost")
        || name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|address| address.is_loopback());
    loopback && !relayed && local_name
}

/// The other end of the connection. None where a test calls the router without one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub Option<SocketAddr>);

impl Peer {
    pub(crate) fn from_extensions(extensions: &http::Extensions) -> Self {
        Self(extensions.get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Peer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        Ok(Self::from_extensions(&parts.extensions))
    }
}
