//! The connections: one writer and some readers on SQLite, a pool on Postgres.

use crate::{
    faults::{fault, of_migration},
    large::{LARGE, Large, Piece},
};
use domain::StoreFault;
use protocol::TenantId;
use sqlx::{
    AssertSqlSafe, Connection, PgPool, SqliteConnection, SqlitePool,
    postgres::{PgConnectOptions, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use std::{
    path::Path,
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};
use uuid::Uuid;

#[derive(Clone)]
pub(crate) enum Pools {
    Sqlite(SqlitePools),
    Postgres(PgPool),
}

#[derive(Clone)]
pub(crate) struct SqlitePools {
    /// A single connection: SQLite has one writer at a time, and a queue here is fairer than its busy handler.
    pub(crate) writer: SqlitePool,
    pub(crate) readers: SqlitePool,
    large: Arc<Large>,
    /// The most pages of the file, 0 for as many as the disk holds.
    room: Arc<AtomicU32>,
}

/// Runs a query that only reads, written once, on whichever database it is.
macro_rules! read {
    ($store:expr, |$on:ident| $body:expr) => {
        match $store.pools() {
            $crate::pools::Pools::Sqlite(of) => {
                let $on = &of.readers;
                $body
            }
            $crate::pools::Pools::Postgres($on) => $body,
        }
    };
}

/// Runs a single statement that writes.
macro_rules! change {
    ($store:expr, |$on:ident| $body:expr) => {
        match $store.pools() {
            $crate::pools::Pools::Sqlite(of) => {
                let $on = &of.writer;
                $body
            }
            $crate::pools::Pools::Postgres($on) => $body,
        }
    };
}

/// Runs several statements as one. The body may leave with `?`, which undoes them. SQLite takes its write lock at the
/// beginning: a transaction that reads first and then writes could be refused halfway.
macro_rules! transaction {
    ($pools:expr, |$on:ident, $dialect:ident| $body:expr) => {
        match $pools {
            $crate::pools::Pools::Sqlite(of) => {
                let $dialect = $crate::insert::Dialect::Sqlite;
                let mut begun = of.writer.begin_with("BEGIN IMMEDIATE").await.map_err($crate::faults::fault)?;
                let $on = &mut *begun;
                let done = $body;
                begun.commit().await.map_err($crate::faults::fault)?;
                done
            }
            $crate::pools::Pools::Postgres(pool) => {
                let $dialect = $crate::insert::Dialect::Postgres;
                let mut begun = pool.begin().await.map_err($crate::faults::fault)?;
                let $on = &mut *begun;
                let done = $body;
                begun.commit().await.map_err($crate::faults::fault)?;
                done
            }
        }
    };
}

/// Ends a query for a page of rows, the newest first by this column and then by id.
macro_rules! newest_first {
    ($sql:expr, $at:literal, $page:expr) => {
        if let Some((at, id)) = $page.after {
            $sql.push(concat!(" AND (", $at, ", id) < (")).push_bind($crate::columns::At(at)).push(", ").push_bind(id).push(")");
        }
        $sql.push(concat!(" ORDER BY ", $at, " DESC, id DESC LIMIT ")).push_bind(i64::from($page.limit));
    };
}

pub(crate) use {change, newest_first, read, transaction};

const ACQUIRE: Duration = Duration::from_secs(5);
const READERS: u32 = 4;
const POSTGRES_CONNECTIONS: u32 = 12;

impl Pools {
    pub(crate) async fn open(url: &str) -> Result<Self, StoreFault> {
        match url.split_once(':').map(|(scheme, _)| scheme) {
            Some("sqlite") => open_sqlite(url).await.map(Self::Sqlite),
            Some("postgres" | "postgresql") => open_postgres(url).await.map(Self::Postgres),
            _ => Err(StoreFault::Refused("an address begins with sqlite:, postgres:// or postgresql://".into())),
        }
    }

    /// An id for this handle, from the database since this crate makes none.
    pub(crate) async fn node(&self) -> Result<Uuid, StoreFault> {
        match self {
            Self::Sqlite(_) => Ok(Uuid::nil()),
            Self::Postgres(pool) => sqlx::query_scalar("SELECT gen_random_uuid()").fetch_one(pool).await.map_err(fault),
        }
    }

    /// Waits until so many bytes of a tenant may be written. What comes is held until they are, and ended by `end_piece`; what is small
    /// waits for nothing, nor does a database with many writers.
    ///
    /// # Errors
    /// Its turn does not come for long.
    pub(crate) async fn begin_piece(&self, tenant: TenantId, bytes: usize) -> Result<Option<Piece>, StoreFault> {
        match self {
            Self::Sqlite(of) if bytes > LARGE => of.large.begin(tenant, bytes).await.map(Some),
            Self::Sqlite(_) | Self::Postgres(_) => Ok(None),
        }
    }

    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(of) => {
                of.readers.close().await;
                of.large.close().await;
                of.writer.close().await;
            }
            Self::Postgres(pool) => pool.close().await,
        }
    }

    pub(crate) async fn limit_pages(&self, pages: u32) -> Result<(), StoreFault> {
        if let Self::Sqlite(of) = self {
            of.room.store(pages, Ordering::Relaxed);
            let mut writer = of.writer.acquire().await.map_err(fault)?;
            limit_room(&mut writer, pages).await.map_err(fault)?;
        }
        Ok(())
    }
}

async fn limit_room(writer: &mut SqliteConnection, pages: u32) -> sqlx::Result<()> {
    let pragma = AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
    sqlx::raw_sql(pragma).execute(writer).await.map(|_| ())
}

async fn open_sqlite(url: &str) -> Result<SqlitePools, StoreFault> {
    let options = SqliteConnectOptions::from_str(url).map_err(fault)?;
    if url.contains(":memory:") || url.contains("mode=memory") {
        return Err(StoreFault::Refused("a database in memory has no second connection; give a file".into()));
    }
    if let Some(folder) = options.get_filename().parent() {
        create(folder).map_err(|error| StoreFault::Unavailable(format!("cannot create {}: {error}", folder.display())))?;
    }
    let options = options.busy_timeout(ACQUIRE).foreign_keys(true).statement_cache_capacity(400);
    let writing = options
        .clone()
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        // The same pages are written again and again: fewer, larger checkpoints store a third more turns under load.
        .pragma("wal_autocheckpoint", "4000")
        .pragma("journal_size_limit", "67108864")
        .pragma("cache_size", "-16000");
    let lasting =
        || SqlitePoolOptions::new().acquire_timeout(ACQUIRE).idle_timeout(None).max_lifetime(None).test_before_acquire(false);
    let room = Arc::new(AtomicU32::new(0));
    let limit = room.clone();
    let writer = lasting()
        .max_connections(1)
        // A full disk ends SQLite's transaction behind the driver's back; such a connection is replaced.
        .before_acquire(|connection, _| Box::pin(async move { Ok(!connection.is_in_transaction()) }))
        .after_connect(move |connection, _| {
            let pages = limit.load(Ordering::Relaxed);
            Box::pin(async move { if pages > 0 { limit_room(connection, pages).await } else { Ok(()) } })
        })
        .connect_with(writing)
        .await
        .map_err(fault)?;
    crate::condition::SQLITE.run(&writer).await.map_err(of_migration)?;
    let large = Large::new(lasting().max_connections(1).connect_lazy_with(options.clone().synchronous(SqliteSynchronous::Full)));
    let readers = lasting().max_connections(READERS).connect_with(options.pragma("query_only", "ON")).await.map_err(fault)?;
    Ok(SqlitePools { writer, readers, large, room })
}

/// Nobody else on the machine reads what people said.
fn create(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

async fn open_postgres(url: &str) -> Result<PgPool, StoreFault> {
    let options = PgConnectOptions::from_str(url).map_err(fault)?.application_name("discovery");
    let pool = |connections| PgPoolOptions::new().max_connections(connections).acquire_timeout(ACQUIRE);
    // Without a time limit: a migration may rewrite a large table.
    let migrating = pool(1).connect_with(options.clone()).await.map_err(fault)?;
    crate::condition::POSTGRES.run(&migrating).await.map_err(of_migration)?;
    migrating.close().await;
    // A node that stands still in the middle of a transaction, or is gone without a word, holds its interviews no longer than that.
    let options = options.options([("statement_timeout", "10s"), ("idle_in_transaction_session_timeout", "10s")]);
    pool(POSTGRES_CONNECTIONS).connect_with(options).await.map_err(fault)
}
