//! What the streams of a kind are made of, who asks, and what they are answered.

use super::{Doer, Published, Subscription};
use crate::Clock;
use domain::{
    IdSource,
    live::{Machine, StreamStore},
};
use protocol::{TenantId, UserId, live::Recorded};
use std::{sync::Arc, time::Duration};
use uuid::Uuid;

/// Who asks: a person of a tenant, who sees what is `only`'s unless an administrator asks.
#[derive(Clone, Copy, Debug)]
pub struct Who {
    pub tenant: TenantId,
    pub only: Option<UserId>,
    /// Nobody where the server itself asks.
    pub user: Option<UserId>,
}

impl Who {
    /// The server itself.
    #[must_use]
    pub const fn server(tenant: TenantId) -> Self {
        Self { tenant, only: None, user: None }
    }
}

/// What the streams of a kind are made of.
pub struct Parts<D: Doer> {
    pub store: Arc<dyn StreamStore>,
    pub doer: D,
    /// This process, as leases name it. Nil where no other process works on the same streams: then what a process left is its
    /// successor's at once.
    pub node: Uuid,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn IdSource>,
    pub limits: Limits,
}

/// What the streams of all kinds are made of.
#[derive(Clone)]
pub struct Common {
    pub store: Arc<dyn StreamStore>,
    pub node: Uuid,
    pub clock: Arc<dyn Clock>,
    pub ids: Arc<dyn IdSource>,
    pub limits: Limits,
}

impl Common {
    /// With whatever does the work of one kind.
    pub fn with<D: Doer>(&self, doer: D) -> Parts<D> {
        let Self { store, node, clock, ids, limits } = self;
        Parts { store: store.clone(), doer, node: *node, clock: clock.clone(), ids: ids.clone(), limits: *limits }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Commands that may wait for one stream.
    pub waiting: u32,
    /// A stream that nobody follows or asks for so long is put to sleep.
    pub idle: Duration,
    /// How long a shutdown waits for one stream to finish what it was told.
    pub drain: Duration,
    /// How long an engine may take for one answer before the built-in one answers instead.
    pub patience: Duration,
    /// How long a node has its work to itself after its last sign of life.
    pub lease: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            waiting: 64,
            idle: Duration::from_secs(120),
            drain: Duration::from_secs(10),
            patience: Duration::from_secs(60),
            lease: Duration::from_micros(protocol::work::LEASE.unsigned_abs()),
        }
    }
}

/// What followed from a command.
pub struct Outcome<D: Doer> {
    /// Everything that was stored for it, in order.
    pub published: Arc<Published<D::Machine>>,
    /// The last event after the command.
    pub seq: u64,
    pub before: D::Before,
}

/// A stream at one point.
#[derive(Debug)]
pub struct Viewed<M: Machine> {
    /// Whose it is alone.
    pub owner: Option<UserId>,
    pub view: Arc<M::View>,
}

/// The start of following a stream.
#[derive(Debug)]
pub struct Joined<M: Machine> {
    pub start: JoinStart<M>,
    pub subscription: Subscription<M>,
}

/// Where a follower begins.
#[derive(Debug)]
pub enum JoinStart<M: Machine> {
    Snapshot(Arc<M::View>),
    /// What the follower missed; may be nothing.
    Events(Vec<Recorded<M::Event>>),
}
