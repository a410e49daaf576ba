//! The port that keeps streams, of whatever kind.

use super::{Append, StoredEvent, StreamRow};
use crate::StoreFault;
use async_trait::async_trait;
use protocol::{TenantId, Timestamp, live::Kind};
use uuid::Uuid;

/// What became of streams elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StreamChange {
    /// Another node stored events up to `seq`.
    Grown { stream: Uuid, seq: u64 },
    /// It was deleted.
    Gone { stream: Uuid },
    /// The connection that tells of it was lost for a while: any stream may have grown.
    Missed,
}

/// What came of asking for a lease.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leased {
    /// The stream is the asking node's.
    Here,
    /// Another node has it until then.
    Elsewhere(Timestamp),
    /// There is no such stream.
    Gone,
}

/// Keeps streams. Every method takes the tenant, and another tenant's stream is simply not there.
#[async_trait]
pub trait StreamStore: Send + Sync {
    /// Stores events and rows together, durably, or nothing.
    /// [`StoreFault::Conflict`] when the stream has grown past `expected`, ends before it (it was deleted) or, for a new one,
    /// exists already. After [`StoreFault::Unavailable`] it may be stored or not: read the stream, then decide.
    async fn commit(&self, append: Append) -> Result<(), StoreFault>;
    async fn stream(&self, tenant: TenantId, kind: Kind, id: Uuid) -> Result<Option<StreamRow>, StoreFault>;
    /// The events after `after` (0 for all), in order; empty if there is no such stream.
    async fn stored_events(&self, tenant: TenantId, id: Uuid, after: u64) -> Result<Vec<StoredEvent>, StoreFault>;
    /// The streams of a kind, at most `limit`, that somebody should look after at `now` and that no node has to itself then.
    async fn due(&self, kind: Kind, now: Timestamp, limit: u32) -> Result<Vec<(TenantId, Uuid)>, StoreFault>;
    /// Gives `node` the stream to itself until `until`, unless another one has it at `now`; answers who has it
    /// afterwards. Asked again it renews.
    async fn lease(&self, tenant: TenantId, id: Uuid, node: Uuid, now: Timestamp, until: Timestamp)
    -> Result<Leased, StoreFault>;
    /// Gives a stream back that `node` has.
    async fn release(&self, tenant: TenantId, id: Uuid, node: Uuid) -> Result<(), StoreFault>;
    /// Gives back all streams of a kind that `node` has: for a process that finds what the one before it left.
    async fn release_all(&self, kind: Kind, node: Uuid) -> Result<(), StoreFault>;
    /// Calls back for everything that another process stored or deleted, until the future is dropped or the store is closed.
    /// Returns at once where no other process can write (SQLite).
    async fn watch(&self, changed: Box<dyn Fn(StreamChange) + Send + Sync>) -> Result<(), StoreFault>;
}
