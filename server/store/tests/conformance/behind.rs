//! Databases of the tests, and their contents, read without the store.

use sqlx::{AssertSqlSafe, Connection, PgConnection, SqliteConnection};
use std::fmt::Write;

/// The address of the Postgres server, or a reason to stop where it must be there.
pub(crate) fn postgres_server() -> Option<String> {
    match std::env::var("DISCOVERY_TEST_POSTGRES") {
        Ok(address) => Some(address),
        Err(_) if std::env::var_os("CI").is_some() => panic!("DISCOVERY_TEST_POSTGRES is not set, and CI tests Postgres too"),
        Err(_) => {
            eprintln!("skipped on Postgres: DISCOVERY_TEST_POSTGRES is not set");
            None
        }
    }
}

/// The same server, another database.
pub(crate) fn of_database(server: &str, name: &str) -> String {
    let (address, query) =
        server.split_once('?').map_or((server, String::new()), |(address, query)| (address, format!("?{query}")));
    let after_scheme = address.find("://").map_or(0, |at| at + 3);
    let end = address[after_scheme..].find('/').map_or(address.len(), |at| after_scheme + at);
    format!("{}/{name}{query}", &address[..end])
}

/// A new database that is as `prepare` leaves an empty one, whose address it takes. It is a copy of one that the first test of this
/// run prepared: to create all tables anew takes most tests longer than what they do with them.
pub(crate) async fn create_prepared(
    admin: &mut PgConnection,
    server: &str,
    name: &str,
    kind: &str,
    prepare: impl AsyncFnOnce(String),
) {
    // Tests are children of what runs them; whatever changes what is prepared is compiled into them.
    let run = std::os::unix::process::parent_id();
    let program = std::env::current_exe().and_then(|program| program.metadata()?.modified()).expect("this program");
    let built = program.duration_since(std::time::UNIX_EPOCH).expect("a time").as_secs();
    let prepared = format!("it_{run}_{kind}_{built}");
    execute(admin, "SELECT pg_advisory_lock(7041)".to_owned()).await;
    let known = AssertSqlSafe(format!("SELECT COUNT(*) FROM pg_database WHERE datname = '{prepared}'"));
    let known: i64 = sqlx::query_scalar(known).fetch_one(&mut *admin).await.expect("a count");
    if known == 0 {
        // Under another name until it is complete: its test may be ended.
        let begun = format!("{prepared}_begun");
        execute(admin, format!("DROP DATABASE IF EXISTS {begun} WITH (FORCE)")).await;
        execute(admin, format!("CREATE DATABASE {begun}")).await;
        prepare(of_database(server, &begun)).await;
        execute(admin, format!("ALTER DATABASE {begun} RENAME TO {prepared}")).await;
    }
    execute(admin, "SELECT pg_advisory_unlock(7041)".to_owned()).await;
    execute(admin, format!("CREATE DATABASE {name} TEMPLATE {prepared}")).await;
}

async fn execute(on: &mut PgConnection, sql: String) {
    sqlx::raw_sql(AssertSqlSafe(sql)).execute(on).await.expect("the SQL runs");
}

/// Every value of every row of every table, as text; what is bytes in hexadecimal digits.
pub(crate) async fn everything(url: &str) -> String {
    let mut all = String::new();
    if url.starts_with("postgres") {
        let mut connection = PgConnection::connect(url).await.expect("a connection");
        let tables: Vec<String> =
            sqlx::query_scalar("SELECT table_name::text FROM information_schema.tables WHERE table_schema = 'public'")
                .fetch_all(&mut connection)
                .await
                .expect("the tables");
        for table in check_tables(tables) {
            let sql = AssertSqlSafe(format!("SELECT row::text FROM {table} AS row"));
            let rows: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut connection).await.expect("the rows");
            rows.iter().for_each(|row| writeln!(all, "{table} {row}").expect("text"));
        }
    } else {
        let mut connection = SqliteConnection::connect(url).await.expect("a connection");
        let tables: Vec<String> = sqlx::query_scalar("SELECT name FROM sqlite_schema WHERE type = 'table'")
            .fetch_all(&mut connection)
            .await
            .expect("the tables");
        for table in check_tables(tables) {
            let columns: Vec<String> = sqlx::query_scalar("SELECT 'quote(' || name || ')' FROM pragma_table_info($1)")
                .bind(&table)
                .fetch_all(&mut connection)
                .await
                .expect("the columns");
            let sql = AssertSqlSafe(format!("SELECT {} FROM {table}", columns.join(" || ' ' || ")));
            let rows: Vec<String> = sqlx::query_scalar(sql).fetch_all(&mut connection).await.expect("the rows");
            rows.iter().for_each(|row| writeln!(all, "{table} {row}").expect("text"));
        }
    }
    all.to_lowercase()
}

fn check_tables(tables: Vec<String>) -> Vec<String> {
    let tables: Vec<String> = tables.into_iter().filter(|table| table != "_sqlx_migrations").collect();
    assert!(tables.len() >= 10, "all tables are looked at: {tables:?}");
    tables
}

/// Whether an id or a text is anywhere in the result of [`everything`].
pub(crate) fn stands_in(all: &str, what: &str) -> bool {
    let what = what.to_lowercase();
    all.contains(&what) || (uuid::Uuid::parse_str(&what).is_ok() && all.contains(&what.replace('-', "")))
}
