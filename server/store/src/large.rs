//! What is large is written to SQLite's file, and large files are removed from it, one piece at a time, in turns between tenants. Whatever
//! is small waits for one such piece at most, not for all that somebody sends; and as long as a piece took, the writer belongs to others
//! before the next one.
//!
//! Whoever wrote much also has the log written back into the database, beside the writer and within the same turn, so that this does
//! not fall to whoever stores something next.

use domain::{
    StoreFault,
    turns::{Turn, Turns},
};
use protocol::TenantId;
use sqlx::SqlitePool;
use std::{
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};
use tokio::time::{Instant, timeout};

/// What is longer, in bytes, is large.
pub(crate) const LARGE: usize = 64 * 1024;
/// Of large pieces, in bytes, between two times that the log is written back. Sooner than the writer does it by itself.
const WRITE_BACK: usize = 8 << 20;
/// What comes while the log is written back is little, and is written back as well: a log that is done with begins anew.
const ROUNDS: usize = 3;
/// The longest that the next piece waits for what is small.
const PAUSE: Duration = Duration::from_millis(50);
/// How long a piece waits for its turn before it is refused.
const PATIENCE: Duration = Duration::from_secs(20);

pub(crate) struct Large {
    turns: Arc<Turns>,
    /// Beside the writer.
    beside: SqlitePool,
    /// Of pieces since the log was written back.
    bytes: AtomicUsize,
    /// When the next piece may begin.
    next: Mutex<Option<Instant>>,
}

/// Held while a large piece is written.
pub(crate) struct Piece {
    of: Arc<Large>,
    bytes: usize,
    begun: Instant,
    _turn: Turn,
}

impl Large {
    pub(crate) fn new(beside: SqlitePool) -> Arc<Self> {
        Arc::new(Self { turns: Turns::new(1, 1), beside, bytes: AtomicUsize::new(0), next: Mutex::new(None) })
    }

    /// Waits for the turn of a piece of so many bytes.
    ///
    /// # Errors
    /// [`StoreFault::Unavailable`] where its turn does not come for long. Nothing is written then.
    pub(crate) async fn begin(self: &Arc<Self>, tenant: TenantId, bytes: usize) -> Result<Piece, StoreFault> {
        self.begin_within(PATIENCE, tenant, bytes).await
    }

    async fn begin_within(self: &Arc<Self>, longest: Duration, tenant: TenantId, bytes: usize) -> Result<Piece, StoreFault> {
        let Ok(Ok(turn)) = timeout(longest, self.turns.take(tenant.0.as_u128())).await else {
            return Err(StoreFault::Unavailable("too much that is large waits to be written".into()));
        };
        let next = *self.next();
        if let Some(next) = next.filter(|next| *next > Instant::now()) {
            tokio::time::sleep_until(next).await;
        }
        Ok(Piece { of: Arc::clone(self), bytes, begun: Instant::now(), _turn: turn })
    }

    pub(crate) async fn close(&self) {
        self.beside.close().await;
    }

    fn next(&self) -> MutexGuard<'_, Option<Instant>> {
        self.next.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Copies the log into the database. Nobody who reads or writes waits for it.
    async fn write_back(&self) {
        const SQL: &str = "PRAGMA wal_checkpoint(PASSIVE)";
        for _ in 0..ROUNDS {
            match sqlx::query_as::<_, (i64, i64, i64)>(SQL).fetch_one(&self.beside).await {
                Ok((0, log, written)) if written < log => {}
                // All of it, or the writer does so itself.
                Ok(_) => return,
                Err(fault) => {
                    tracing::warn!(%fault, "the database's log could not be written back yet");
                    return;
                }
            }
        }
    }
}

impl Piece {
    /// It is written.
    async fn end(self) {
        let bytes = self.of.bytes.fetch_add(self.bytes, Ordering::Relaxed) + self.bytes;
        if bytes >= WRITE_BACK {
            self.of.bytes.store(0, Ordering::Relaxed);
            self.of.write_back().await;
        }
    }
}

impl Drop for Piece {
    fn drop(&mut self) {
        let now = Instant::now();
        *self.of.next() = Some(now + (now - self.begun).min(PAUSE));
    }
}

/// Ends what was large; what was small has no turn.
pub(crate) async fn end_piece(piece: Option<Piece>) {
    if let Some(piece) = piece {
        piece.end().await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use domain::{Failure, FailureKind};
    use futures::FutureExt;
    use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions};
    use uuid::Uuid;

    const LOUD: TenantId = TenantId(Uuid::from_u128(1));
    const QUIET: TenantId = TenantId(Uuid::from_u128(2));

    #[tokio::test]
    async fn one_tenants_large_piece_waits_for_one_of_anothers_and_not_for_all() {
        let large = Large::new(SqlitePoolOptions::new().connect_lazy_with(SqliteConnectOptions::new()));
        let mut flood: Vec<_> = (0..12).map(|_| Box::pin(large.begin(LOUD, LARGE + 1))).collect();
        let held: Vec<Piece> = flood.iter_mut().filter_map(FutureExt::now_or_never).flatten().collect();
        assert_eq!(held.len(), 1, "one at a time");
        let mut other = Box::pin(large.begin(QUIET, LARGE + 1));
        assert!((&mut other).now_or_never().is_none());
        drop(held);
        let other = other.await.expect("its turn");
        assert!(flood[1..].iter_mut().all(|one| one.now_or_never().is_none()), "served before the flood");
        drop(other);
        assert!(flood.swap_remove(1).await.is_ok(), "the flood goes on");
    }

    #[tokio::test]
    async fn whoever_waits_too_long_or_leaves_keeps_nobody_waiting() {
        let folder = tempfile::tempdir().expect("a folder");
        let options = SqliteConnectOptions::new().filename(folder.path().join("a.db")).create_if_missing(true);
        let large = Large::new(SqlitePoolOptions::new().max_connections(1).connect_lazy_with(options));
        let held = large.begin(LOUD, LARGE + 1).await.expect("nobody else writes");
        let Err(refused) = large.begin_within(Duration::ZERO, QUIET, LARGE + 1).await else { panic!("its turn cannot come") };
        let failure = Failure::from(refused);
        assert!(matches!(failure.kind, FailureKind::Unavailable) && failure.retry_after.is_some(), "whoever asked may try again");
        let mut left = Box::pin(large.begin(QUIET, LARGE + 1));
        assert!((&mut left).now_or_never().is_none());
        drop(left);
        let mut next = Box::pin(large.begin(QUIET, WRITE_BACK));
        assert!((&mut next).now_or_never().is_none());
        drop(held);
        end_piece(Some(next.await.expect("its turn"))).await;
        assert_eq!(large.turns.count(), (0, 0), "nobody has a turn or waits for one");
        large.close().await;
    }

    #[tokio::test]
    async fn the_log_is_written_back_while_somebody_writes() {
        let folder = tempfile::tempdir().expect("a folder");
        let options = SqliteConnectOptions::new().filename(folder.path().join("a.db")).create_if_missing(true);
        let options = options.journal_mode(SqliteJournalMode::Wal).pragma("wal_autocheckpoint", "0");
        let pool = || SqlitePoolOptions::new().max_connections(1).connect_lazy_with(options.clone());
        let (writer, large) = (pool(), Large::new(pool()));
        let length = || std::fs::metadata(folder.path().join("a.db")).expect("a file").len();
        sqlx::query("CREATE TABLE a (b BLOB)").execute(&writer).await.expect("a table");
        let before = length();
        let mut begun = writer.begin_with("BEGIN IMMEDIATE").await.expect("the writer");
        sqlx::query("INSERT INTO a VALUES (zeroblob(100000))").execute(&mut *begun).await.expect("a row");
        end_piece(Some(large.begin(LOUD, WRITE_BACK).await.expect("its turn"))).await;
        assert_eq!(large.bytes.load(Ordering::Relaxed), 0, "counted anew");
        assert!(length() > before, "the table is in the database itself");
        begun.commit().await.expect("the writer had its lock all the time");
        large.close().await;
        writer.close().await;
    }
}
