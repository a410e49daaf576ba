//! A database of its own for every story.

use crate::behind::{create_prepared, of_database, postgres_server};
use sqlx::{AssertSqlSafe, Connection, PgConnection};
use std::sync::atomic::{AtomicU32, Ordering};
use store::Store;

/// Where a story takes place.
#[derive(Clone)]
pub(crate) struct Ground {
    pub(crate) url: String,
}

impl Ground {
    pub(crate) async fn open(&self) -> Store {
        Store::open(&self.url).await.expect("the database opens")
    }

    pub(crate) fn is_postgres(&self) -> bool {
        self.url.starts_with("postgres")
    }

    /// Runs SQL behind the store's back.
    pub(crate) async fn run(&self, sql: &str) {
        let sql = AssertSqlSafe(sql.to_owned());
        if self.is_postgres() {
            let mut connection = PgConnection::connect(&self.url).await.expect("a connection");
            sqlx::raw_sql(sql).execute(&mut connection).await.expect("the SQL runs");
            connection.close().await.expect("closes");
        } else {
            let mut connection = sqlx::SqliteConnection::connect(&self.url).await.expect("a connection");
            sqlx::raw_sql(sql).execute(&mut connection).await.expect("the SQL runs");
            connection.close().await.expect("closes");
        }
    }

    /// How many rows a table has, by whomever.
    pub(crate) async fn rows(&self, table: &str) -> i64 {
        let sql = AssertSqlSafe(format!("SELECT COUNT(*) FROM {table}"));
        if self.is_postgres() {
            let mut connection = PgConnection::connect(&self.url).await.expect("a connection");
            sqlx::query_scalar(sql).fetch_one(&mut connection).await.expect("a count")
        } else {
            let mut connection = sqlx::SqliteConnection::connect(&self.url).await.expect("a connection");
            sqlx::query_scalar(sql).fetch_one(&mut connection).await.expect("a count")
        }
    }
}

pub(crate) async fn on_sqlite<F: Future<Output = ()> + Send + 'static>(story: impl FnOnce(Ground) -> F) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("made/on demand").join("store.db");
    story(Ground { url: format!("sqlite://{}", file.display()) }).await;
}

pub(crate) async fn on_postgres<F: Future<Output = ()> + Send + 'static>(story: impl FnOnce(Ground) -> F) {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let Some(server) = postgres_server() else { return };
    let name = format!("store_{}_{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
    let mut admin = PgConnection::connect(&server).await.expect("DISCOVERY_TEST_POSTGRES answers");
    let prepare = async |url: String| Store::open(&url).await.expect("the database opens").close().await;
    create_prepared(&mut admin, &server, &name, "empty", prepare).await;
    let told = tokio::spawn(story(Ground { url: of_database(&server, &name) })).await;
    sqlx::raw_sql(AssertSqlSafe(format!("DROP DATABASE {name} WITH (FORCE)"))).execute(&mut admin).await.expect("it is dropped");
    if let Err(failure) = told {
        std::panic::resume_unwind(failure.into_panic());
    }
}
