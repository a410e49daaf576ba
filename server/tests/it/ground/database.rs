//! A database for one server, or for several that share it.

use super::behind::{create_prepared, of_database, postgres_server};
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection, Executor as _, PgConnection, SqliteConnection, sqlite::SqliteConnectOptions,
};
use std::{
    path::Path,
    sync::atomic::{AtomicU32, Ordering},
};
use store::Store;
use tempfile::TempDir;

pub(crate) struct Database {
    pub(crate) url: String,
    folder: TempDir,
}

impl Database {
    pub(crate) fn sqlite() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        Self { url: format!("sqlite://{}", folder.path().join("discovery.db").display()), folder }
    }

    /// A new one on the test server, up to date and with nothing in it; none where there is no such server.
    pub(crate) async fn postgres() -> Option<Self> {
        let prepare = async |url: String| Store::open(&url).await.expect("the database opens").close().await;
        Self::prepared("empty", prepare).await
    }

    /// One without tables.
    pub(crate) async fn bare_postgres() -> Option<Self> {
        let (mut admin, server, name) = Self::reserve().await?;
        run(&mut admin, format!("CREATE DATABASE {name}")).await;
        Some(Self::named(&server, &name))
    }

    /// One as `prepare` leaves it, which is done once for all of a kind.
    pub(crate) async fn prepared(kind: &str, prepare: impl AsyncFnOnce(String)) -> Option<Self> {
        let (mut admin, server, name) = Self::reserve().await?;
        create_prepared(&mut admin, &server, &name, kind, prepare).await;
        Some(Self::named(&server, &name))
    }

    /// A name for a new one, with the connection that creates it and the address of its server.
    async fn reserve() -> Option<(PgConnection, String, String)> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let server = postgres_server()?;
        let mut admin = PgConnection::connect(&server).await.expect("DISCOVERY_TEST_POSTGRES answers");
        drop_leftovers(&mut admin).await;
        Some((admin, server, format!("it_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))))
    }

    fn named(server: &str, name: &str) -> Self {
        Self { url: of_database(server, name), folder: tempfile::tempdir().expect("a folder") }
    }

    /// Changes the database, as no server does.
    pub(crate) async fn execute(&self, sql: &str) {
        if self.is_postgres() {
            let mut connection = PgConnection::connect(&self.url).await.expect("Postgres answers");
            return run(&mut connection, sql.to_owned()).await;
        }
        let options: SqliteConnectOptions = self.url.parse().expect("an address");
        let mut connection = options.connect().await.expect("SQLite opens it");
        connection.execute(sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))).await.expect("the SQL runs");
        connection.close().await.expect("it is closed");
    }

    /// No server can store what happens in interviews until this is released.
    pub(crate) async fn hold_writes(&self) -> Held {
        let (sql, mut connection) = if self.is_postgres() {
            let sql = "BEGIN; LOCK TABLE events IN SHARE MODE";
            (sql, Held::Postgres(PgConnection::connect(&self.url).await.expect("Postgres answers")))
        } else {
            let options: SqliteConnectOptions = self.url.parse().expect("an address");
            ("BEGIN IMMEDIATE", Held::Sqlite(options.connect().await.expect("SQLite opens it")))
        };
        connection.execute(sql).await;
        connection
    }

    pub(crate) fn is_postgres(&self) -> bool {
        self.url.starts_with("postgres")
    }

    /// A folder beside it, for a server's data.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// A connection that keeps others from writing.
pub(crate) enum Held {
    Postgres(PgConnection),
    Sqlite(SqliteConnection),
}

impl Held {
    pub(crate) async fn release(mut self) {
        self.execute("ROLLBACK").await;
    }

    async fn execute(&mut self, sql: &'static str) {
        let result = match self {
            Self::Postgres(connection) => connection.execute(sqlx::raw_sql(sql)).await.map(drop),
            Self::Sqlite(connection) => connection.execute(sqlx::raw_sql(sql)).await.map(drop),
        };
        result.expect("the SQL runs");
    }
}

/// Databases of test runs that have ended; this run's own last until it ends.
async fn drop_leftovers(admin: &mut PgConnection) {
    let names: Vec<String> = sqlx::query_scalar("SELECT datname FROM pg_database WHERE datname LIKE 'it\\_%'")
        .fetch_all(&mut *admin)
        .await
        .expect("the names of databases");
    for name in names {
        let run_by = name.split('_').nth(1).unwrap_or_default();
        if !Path::new("/proc").join(run_by).exists() {
            // Another run may drop it at the same moment.
            drop(sqlx::raw_sql(AssertSqlSafe(format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)"))).execute(&mut *admin).await);
        }
    }
}

async fn run(connection: &mut PgConnection, sql: String) {
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(connection).await.expect("the SQL runs");
}

/// The bytes of a SQLite file that this SQL makes.
pub(crate) async fn sqlite_file(sql: &str) -> Vec<u8> {
    let file = tempfile::NamedTempFile::new().expect("a file");
    let mut connection = SqliteConnectOptions::new().filename(file.path()).connect().await.expect("SQLite opens it");
    connection.execute(sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))).await.expect("the SQL runs");
    connection.close().await.expect("it is written");
    std::fs::read(file.path()).expect("it was written")
}
