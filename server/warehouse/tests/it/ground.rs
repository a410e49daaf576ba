//! What the tests stand on.

use domain::tools::warehouse::{QueryLimits, Warehouse, WarehouseFault};
use secrecy::SecretString;
use sqlx::{
    AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, mysql::MySqlConnectOptions, postgres::PgConnectOptions,
    sqlite::SqliteConnectOptions,
};
use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};
use warehouse::{ConnectionSettings, Options, ServerSettings, Tls};

/// Of patience, more of it where other tests take the processor.
pub(crate) const fn seconds(number: u64) -> Duration {
    Duration::from_secs(number * 3)
}

pub(crate) fn open(settings: ConnectionSettings) -> Arc<dyn Warehouse> {
    warehouse::open(&settings, Options::default()).expect("the settings are sound")
}

/// A SQLite file that the script made; it goes with the folder.
pub(crate) async fn sqlite_file(script: &str) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("shop.db");
    let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
    let mut connection = options.connect().await.expect("a new file");
    connection.execute(sqlx::raw_sql(AssertSqlSafe(script.to_owned()))).await.expect("the script runs");
    connection.close().await.expect("everything is written");
    (folder, path)
}

/// A database of its own on the Postgres that `DISCOVERY_TEST_POSTGRES` names; nothing where it names none.
pub(crate) async fn postgres(name: &str, script: &str) -> Option<ServerSettings> {
    let address = server("DISCOVERY_TEST_POSTGRES")?;
    let admin: PgConnectOptions = address.parse().expect("an address");
    let database = format!("warehouse_{name}_{}", std::process::id());
    let mut connection = admin.connect().await.expect("Postgres answers");
    connection.execute(sqlx::raw_sql(AssertSqlSafe(format!("DROP DATABASE IF EXISTS {database}")))).await.expect("it is gone");
    connection.execute(sqlx::raw_sql(AssertSqlSafe(format!("CREATE DATABASE {database}")))).await.expect("a new database");
    let mut connection = admin.clone().database(&database).connect().await.expect("Postgres answers");
    connection.execute(sqlx::raw_sql(AssertSqlSafe(script.to_owned()))).await.expect("the script runs");
    Some(settings(admin.get_host(), admin.get_port(), admin.get_username(), database))
}

/// A number that the server gives when it is asked past the crate.
pub(crate) async fn postgres_number(settings: &ServerSettings, sql: &'static str) -> i64 {
    let options =
        PgConnectOptions::new_without_pgpass().host(&settings.host).port(settings.port.unwrap_or(0)).username(&settings.user);
    let mut connection = options.database(&settings.database).connect().await.expect("Postgres answers");
    sqlx::query_scalar(sql).fetch_one(&mut connection).await.expect("a number")
}

/// A database of its own on the MariaDB that `DISCOVERY_TEST_MYSQL` names; nothing where it names none.
pub(crate) async fn mysql(name: &str, script: &str) -> Option<ServerSettings> {
    let address = server("DISCOVERY_TEST_MYSQL")?;
    let admin: MySqlConnectOptions = address.parse().expect("an address");
    let database = format!("warehouse_{name}_{}", std::process::id());
    let mut connection = admin.connect().await.expect("MariaDB answers");
    let create =
        format!("DROP DATABASE IF EXISTS {database}; CREATE DATABASE {database} CHARACTER SET utf8mb4; USE {database}; {script}");
    connection.execute(sqlx::raw_sql(AssertSqlSafe(create))).await.expect("the script runs");
    Some(settings(admin.get_host(), admin.get_port(), admin.get_username(), database))
}

pub(crate) async fn mysql_number(settings: &ServerSettings, sql: &'static str) -> i64 {
    let options = MySqlConnectOptions::new().host(&settings.host).port(settings.port.unwrap_or(0)).username(&settings.user);
    let mut connection = options.database(&settings.database).connect().await.expect("MariaDB answers");
    sqlx::query_scalar(sql).fetch_one(&mut connection).await.expect("a number")
}

/// Asks what never ends in three seconds' time, and whether the server ends it by itself: the runtime that keeps our own time stands still
/// meanwhile. `running` counts what the server works on.
pub(crate) async fn is_ended_by_its_server<Count>(
    shop: Arc<dyn Warehouse>,
    endless: &'static str,
    running: impl Fn() -> Count + Send + Sync + 'static,
) where
    Count: Future<Output = i64> + Send,
{
    let limits = QueryLimits { time: seconds(3), ..QueryLimits::default() };
    let asked = tokio::spawn(async move { shop.query(endless, &limits).await });
    while running().await == 0 {
        assert!(!asked.is_finished(), "it had not begun to work");
    }
    let ended = elsewhere(async move {
        let until = Instant::now() + seconds(30);
        // Between two of its stages a statement is in none for a moment: idle is who is idle whenever one looks.
        let mut idle = 0;
        while idle < 5 && Instant::now() < until {
            idle = if running().await > 0 { 0 } else { idle + 1 };
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        idle == 5
    });
    assert!(ended, "the server works on");
    assert!(matches!(asked.await.expect("no panic"), Err(WarehouseFault::Limit(_))));
}

/// Done on a thread of its own, while whoever asks stands still with all that runs beside it.
fn elsewhere<T: Send + 'static>(work: impl Future<Output = T> + Send + 'static) -> T {
    let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    std::thread::spawn(move || runtime().block_on(work)).join().expect("it ends")
}

/// The address of a server, or a reason to stop where it must be there.
fn server(variable: &str) -> Option<String> {
    match std::env::var(variable) {
        Ok(address) => Some(address),
        Err(_) if std::env::var_os("CI").is_some() => panic!("{variable} is not set, and CI tests that server too"),
        Err(_) => {
            eprintln!("skipped: {variable} is not set");
            None
        }
    }
}

fn settings(host: &str, port: u16, user: &str, database: String) -> ServerSettings {
    ServerSettings {
        host: host.to_owned(),
        port: Some(port),
        database,
        user: user.to_owned(),
        password: SecretString::default(),
        tls: Tls::Off,
    }
}
