//! What databases have in common that are served over a wire of their own: they are connected to in time, and their work ends with
//! whoever waits for it.

use async_trait::async_trait;
use domain::tools::warehouse::WarehouseFault;
use sqlx::Connection;
use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

const CONNECTING: Duration = Duration::from_secs(10);
pub(crate) const SLOW: &str = "the query took longer than it may";

/// How one server is reached.
#[async_trait]
pub(crate) trait Way: Clone + Send + Sync + 'static {
    type Connection: Connection + Send + 'static;

    /// How many of its connections read now.
    fn count() -> &'static AtomicUsize;

    /// To where the host is allowed to be.
    async fn connected(&self) -> Result<Self::Connection, WarehouseFault>;

    /// Ends work that was begun over another connection, by its number.
    async fn end(&self, over: &mut Self::Connection, work: u64) -> Result<(), sqlx::Error>;
}

/// A connection, if it comes in time; what else went wrong in the words of `told`.
pub(crate) async fn in_time<C>(
    host: &str,
    connecting: impl Future<Output = Result<C, sqlx::Error>> + Send,
    told: impl FnOnce(&sqlx::Error) -> WarehouseFault + Send,
) -> Result<C, WarehouseFault> {
    match tokio::time::timeout(CONNECTING, connecting).await {
        Ok(connected) => connected.map_err(|error| told(&error)),
        Err(_) => Err(WarehouseFault::Unreachable(format!("{host} does not answer"))),
    }
}

/// An answer, if it comes in time. The server keeps the time of each statement; this keeps that of all together.
pub(crate) async fn within<T>(
    time: Duration,
    asking: impl Future<Output = Result<T, WarehouseFault>> + Send,
) -> Result<T, WarehouseFault> {
    tokio::time::timeout(time, asking).await.unwrap_or_else(|_| Err(WarehouseFault::Limit(SLOW.to_owned())))
}

/// A connection that reads. What it is at ends on the server too when this is dropped before it is done.
pub(crate) struct Reading<W: Way> {
    connection: Option<W::Connection>,
    ending: Option<(W, u64)>,
}

impl<W: Way> Reading<W> {
    /// `work` is the number under which the server knows it.
    pub(crate) fn new(connection: W::Connection, way: &W, work: Option<u64>) -> Self {
        W::count().fetch_add(1, Ordering::Relaxed);
        Self { connection: Some(connection), ending: work.map(|work| (way.clone(), work)) }
    }

    pub(crate) fn connection(&mut self) -> Result<&mut W::Connection, WarehouseFault> {
        self.connection.as_mut().ok_or_else(|| WarehouseFault::Unreachable("the connection is closed".to_owned()))
    }

    pub(crate) async fn done(mut self) {
        self.ending = None;
        if let Some(connection) = self.connection.take() {
            // It only read: whether the server hears the farewell does not matter.
            connection.close().await.ok();
        }
    }

    /// A query that failed: wrong ones are over on the server already.
    pub(crate) async fn failed(self, fault: WarehouseFault) -> WarehouseFault {
        if matches!(fault, WarehouseFault::Invalid(_) | WarehouseFault::Refused(_)) {
            self.done().await;
        }
        fault
    }
}

impl<W: Way> Drop for Reading<W> {
    fn drop(&mut self) {
        W::count().fetch_sub(1, Ordering::Relaxed);
        let (Some((way, work)), Ok(runtime)) = (self.ending.take(), tokio::runtime::Handle::try_current()) else { return };
        runtime.spawn(async move {
            if let Ok(mut other) = way.connected().await {
                if let Err(error) = way.end(&mut other, work).await {
                    tracing::warn!(%error, "a query that nobody waits for could not be ended");
                }
                other.close().await.ok();
            }
        });
    }
}
