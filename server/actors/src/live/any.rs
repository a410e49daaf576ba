//! Streams of all kinds as the server looks at them: it serves, sweeps and ends them alike.

use super::{Directory, Doer, JoinStart, Who, events_frame, snapshot_frame};
use crate::CommandFault;
use async_trait::async_trait;
use bytes::Bytes;
use domain::live::{Machine, StreamChange};
use futures::{StreamExt, future, stream::BoxStream};
use protocol::live::{Kind, Live as _, Topic};
use tokio_stream::wrappers::ReceiverStream;
use uuid::Uuid;

/// A stream as a socket follows it.
pub struct Followed {
    /// A snapshot or what was missed; empty events where nothing was, which tells a page that it has joined.
    pub first: Bytes,
    /// The last event in `first`; none where it has none.
    pub seq: Option<u64>,
    /// What follows, each with its last event; 0 where it is only progress. Ends where the follower lagged or the stream was put to
    /// sleep: join again after the last event.
    pub next: BoxStream<'static, (u64, Bytes)>,
}

/// The directory of some kind.
#[async_trait]
pub trait AnyDirectory: Send + Sync {
    fn kind(&self) -> Kind;
    fn is_ready(&self) -> bool;
    /// How many are in memory.
    fn live(&self) -> usize;
    fn changed(&self, change: StreamChange);
    async fn sweep(&self) -> usize;
    /// # Errors
    /// When they cannot be read.
    async fn take_up(&self) -> Result<usize, CommandFault>;
    async fn leave(&self);
    async fn shutdown(&self);
    /// # Errors
    /// When there is no such stream or it cannot be read.
    async fn follow(&self, who: Who, id: Uuid, after: Option<u64>) -> Result<Followed, CommandFault>;
}

#[async_trait]
impl<D: Doer> AnyDirectory for Directory<D> {
    fn kind(&self) -> Kind {
        D::Machine::KIND
    }

    fn is_ready(&self) -> bool {
        Self::is_ready(self)
    }

    fn live(&self) -> usize {
        Self::live(self)
    }

    fn changed(&self, change: StreamChange) {
        Self::changed(self, change);
    }

    async fn sweep(&self) -> usize {
        Self::sweep(self).await
    }

    async fn take_up(&self) -> Result<usize, CommandFault> {
        Self::take_up(self).await
    }

    async fn leave(&self) {
        Self::leave(self).await;
    }

    async fn shutdown(&self) {
        Self::shutdown(self).await;
    }

    async fn follow(&self, who: Who, id: Uuid, after: Option<u64>) -> Result<Followed, CommandFault> {
        let joined = self.join(who, id, after).await?;
        let (first, seq) = match joined.start {
            JoinStart::Snapshot(view) => (snapshot_frame::<D::Machine>(&view), Some(view.seq())),
            JoinStart::Events(events) => {
                let seq = events.last().map(|event| event.seq);
                (events_frame::<D::Machine>(Topic::Stream(D::Machine::KIND, id), events), seq)
            }
        };
        let mut last = seq.or(after).unwrap_or(0);
        let next = ReceiverStream::new(joined.subscription).filter_map(move |published| {
            let seq = published.last_seq();
            // Progress has no place in the order.
            let is_new = seq > last || published.progress.is_some();
            last = last.max(seq);
            future::ready(is_new.then(|| (seq, published.frame())))
        });
        Ok(Followed { first, seq, next: next.boxed() })
    }
}
