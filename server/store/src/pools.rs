//! The connections: one writer and some readers on SQLite, a pool on Postgres.

use crate::faults::{fault, of_migration};
use domain::StoreFault;
use sqlx::{
    AssertSqlSafe, Connection, PgPool, SqlitePool,
    postgres::{PgConnectOptions, PgPoolOptions},
    sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous},
};
use std::{str::FromStr, time::Duration};
use uuid::Uuid;

#[derive(Clone)]
pub(crate) enum Pools {
    Sqlite(SqlitePools),
    Postgres(PostgresPool),
}

#[derive(Clone)]
pub(crate) struct SqlitePools {
    /// A single connection: SQLite has one writer at a time, and a queue here is fairer than its busy handler.
    pub(crate) writer: SqlitePool,
    pub(crate) readers: SqlitePool,
}

#[derive(Clone)]
pub(crate) struct PostgresPool {
    pub(crate) pool: PgPool,
    /// For connections that live outside the pool.
    pub(crate) options: PgConnectOptions,
}

/// Runs a query that only reads, written once, on whichever database it is.
macro_rules! read {
    ($store:expr, |$on:ident| $body:expr) => {
        match $store.pools() {
            $crate::pools::Pools::Sqlite(of) => {
                let $on = &of.readers;
                $body
            }
            $crate::pools::Pools::Postgres(of) => {
                let $on = &of.pool;
                $body
            }
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
            $crate::pools::Pools::Postgres(of) => {
                let $on = &of.pool;
                $body
            }
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
            $crate::pools::Pools::Postgres(of) => {
                let $dialect = $crate::insert::Dialect::Postgres;
                let mut begun = of.pool.begin().await.map_err($crate::faults::fault)?;
                let $on = &mut *begun;
                let done = $body;
                begun.commit().await.map_err($crate::faults::fault)?;
                done
            }
        }
    };
}

pub(crate) use {change, read, transaction};

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
            Self::Postgres(of) => sqlx::query_scalar("SELECT gen_random_uuid()").fetch_one(&of.pool).await.map_err(fault),
        }
    }

    pub(crate) async fn close(&self) {
        match self {
            Self::Sqlite(of) => {
                of.readers.close().await;
                of.writer.close().await;
            }
            Self::Postgres(of) => of.pool.close().await,
        }
    }

    pub(crate) async fn limit_pages(&self, pages: u32) -> Result<(), StoreFault> {
        if let Self::Sqlite(of) = self {
            let pragma = AssertSqlSafe(format!("PRAGMA max_page_count = {pages}"));
            sqlx::raw_sql(pragma).execute(&of.writer).await.map_err(fault)?;
        }
        Ok(())
    }
}

async fn open_sqlite(url: &str) -> Result<SqlitePools, StoreFault> {
    let options = SqliteConnectOptions::from_str(url).map_err(fault)?;
    if url.contains(":memory:") || url.contains("mode=memory") {
        return Err(StoreFault::Refused("a database in memory has no second connection; give a file".into()));
    }
    if let Some(folder) = options.get_filename().parent() {
        std::fs::create_dir_all(folder)
            .map_err(|error| StoreFault::Unavailable(format!("cannot create {}: {error}", folder.display())))?;
    }
    let options = options.busy_timeout(ACQUIRE).foreign_keys(true).statement_cache_capacity(200);
    let writing = options
        .clone()
        .create_if_missing(true)
        .journal_mode(SqliteJournalMode::Wal)
        .synchronous(SqliteSynchronous::Full)
        .pragma("journal_size_limit", "67108864")
        .pragma("cache_size", "-16000");
    let lasting =
        || SqlitePoolOptions::new().acquire_timeout(ACQUIRE).idle_timeout(None).max_lifetime(None).test_before_acquire(false);
    let writer = lasting()
        .max_connections(1)
        // A full disk ends SQLite's transaction behind the driver's back; such a connection is replaced.
        .before_acquire(|connection, _| Box::pin(async move { Ok(!connection.is_in_transaction()) }))
        .connect_with(writing)
        .await
        .map_err(fault)?;
    sqlx::migrate!("../../migrations/sqlite").run(&writer).await.map_err(of_migration)?;
    let readers = lasting().max_connections(READERS).connect_with(options.pragma("query_only", "ON")).await.map_err(fault)?;
    Ok(SqlitePools { writer, readers })
}

async fn open_postgres(url: &str) -> Result<PostgresPool, StoreFault> {
    let options = PgConnectOptions::from_str(url).map_err(fault)?.application_name("discovery");
    // Without a time limit: a migration may rewrite a large table.
    let migrating =
        PgPoolOptions::new().max_connections(1).acquire_timeout(ACQUIRE).connect_with(options.clone()).await.map_err(fault)?;
    sqlx::migrate!("../../migrations/postgres").run(&migrating).await.map_err(of_migration)?;
    migrating.close().await;
    let options = options.options([("statement_timeout", "10s"), ("idle_in_transaction_session_timeout", "30s")]);
    let pool = PgPoolOptions::new()
        .max_connections(POSTGRES_CONNECTIONS)
        .acquire_timeout(ACQUIRE)
        .connect_with(options.clone())
        .await
        .map_err(fault)?;
    Ok(PostgresPool { pool, options })
}
