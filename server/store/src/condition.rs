//! What a database looks like, before anything is changed in it.

use crate::faults::fault;
use domain::StoreFault;
use sqlx::{ConnectOptions as _, Connection as _, migrate::Migrator, postgres::PgConnectOptions, sqlite::SqliteConnectOptions};
use std::{str::FromStr as _, time::Duration};

/// How long a server may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

/// How far a database has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Condition {
    /// There is no such file.
    Missing,
    /// It can be reached, and has no tables of this program.
    Empty,
    /// So many migrations are missing.
    Behind(usize),
    UpToDate,
    /// A newer version of this program wrote it.
    Newer,
}

pub(crate) static SQLITE: Migrator = sqlx_macros::migrate!("../../migrations/sqlite");
pub(crate) static POSTGRES: Migrator = sqlx_macros::migrate!("../../migrations/postgres");

const VERSIONS: &str = "SELECT version FROM _sqlx_migrations WHERE success ORDER BY version";

impl Condition {
    /// Looks at a database and changes nothing in it.
    ///
    /// # Errors
    /// It cannot be reached, or its address is none.
    pub async fn of(url: &str) -> Result<Self, StoreFault> {
        if url.starts_with("sqlite:") { of_sqlite(url).await } else { of_postgres(url).await }
    }

    fn compare(applied: &[i64], known: &Migrator) -> Self {
        let known: Vec<i64> = known.iter().map(|migration| migration.version).collect();
        if applied.iter().any(|version| !known.contains(version)) {
            return Self::Newer;
        }
        match known.len() - applied.len() {
            0 => Self::UpToDate,
            _ if applied.is_empty() => Self::Empty,
            missing => Self::Behind(missing),
        }
    }
}

async fn of_sqlite(url: &str) -> Result<Condition, StoreFault> {
    let options = SqliteConnectOptions::from_str(url).map_err(fault)?.read_only(true).create_if_missing(false);
    if !options.get_filename().exists() {
        return Ok(Condition::Missing);
    }
    let mut connection = options.connect().await.map_err(fault)?;
    const TABLE: &str = "SELECT COUNT(*) FROM sqlite_master WHERE type = 'table' AND name = '_sqlx_migrations'";
    let tables: i64 = sqlx::query_scalar(TABLE).fetch_one(&mut connection).await.map_err(fault)?;
    let applied: Vec<i64> = match tables {
        0 => Vec::new(),
        _ => sqlx::query_scalar(VERSIONS).fetch_all(&mut connection).await.map_err(fault)?,
    };
    connection.close().await.map_err(fault)?;
    Ok(Condition::compare(&applied, &SQLITE))
}

async fn of_postgres(url: &str) -> Result<Condition, StoreFault> {
    let options = PgConnectOptions::from_str(url).map_err(fault)?.application_name("discovery");
    let slow = |_| StoreFault::Unavailable("the database does not answer".to_owned());
    let mut connection = tokio::time::timeout(PATIENCE, options.connect()).await.map_err(slow)?.map_err(fault)?;
    const TABLE: &str = "SELECT to_regclass('_sqlx_migrations') IS NOT NULL";
    let has_table: bool = sqlx::query_scalar(TABLE).fetch_one(&mut connection).await.map_err(fault)?;
    let applied: Vec<i64> =
        if has_table { sqlx::query_scalar(VERSIONS).fetch_all(&mut connection).await.map_err(fault)? } else { Vec::new() };
    connection.close().await.map_err(fault)?;
    Ok(Condition::compare(&applied, &POSTGRES))
}
