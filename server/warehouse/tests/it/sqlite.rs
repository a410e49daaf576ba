//! SQLite files as they come: wide, empty, strangely named, large, broken, and held to their limits.

use crate::ground::{open, seconds, sqlite_file};
use domain::tools::warehouse::{QueryLimits, TenantFilter, Warehouse, WarehouseFault};
use serde_json::json;
use sqlx::{ConnectOptions as _, Connection as _, Executor as _, sqlite::SqliteConnectOptions};
use std::{
    collections::BTreeMap,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};
use warehouse::{ConnectionSettings, Options, SqliteSettings};

const SHOP: &str = r#"
CREATE TABLE customers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, tenant TEXT, password TEXT);
CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INTEGER REFERENCES customers, total REAL, paid BLOB, tenant TEXT);
CREATE TABLE "strange ""name"", größe 売上" ("a b" INT, "select" INT);
CREATE TABLE notes (order_id INTEGER, text TEXT);
CREATE TABLE empty (x);
CREATE VIEW big AS SELECT * FROM orders WHERE total > 10;
CREATE VIEW broken AS SELECT * FROM gone;
INSERT INTO customers VALUES (1, 'Ada', 'a', 'hunter2'), (2, 'Bob', 'b', 'hunter3');
INSERT INTO orders VALUES (1, 1, 9.5, x'ff00', 'a'), (2, 1, 20, NULL, 'a'), (3, 2, 30, NULL, 'b');
INSERT INTO "strange ""name"", größe 売上" VALUES (1, 2);
"#;

async fn shop(filter: Option<TenantFilter>) -> (Arc<dyn Warehouse>, tempfile::TempDir) {
    let (folder, path) = sqlite_file(SHOP).await;
    let options = Options { filter, ..Options::default() };
    (warehouse::open(&ConnectionSettings::Sqlite(SqliteSettings { path }), options).unwrap(), folder)
}

#[tokio::test]
async fn tables_come_with_keys_counts_and_samples() {
    let (shop, _folder) = shop(None).await;
    shop.test().await.unwrap();
    let tables = shop.tables().await.unwrap();
    let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(
        names,
        ["customers", "empty", "notes", "orders", "strange \"name\", größe 売上"],
        "a broken view takes the views with it, not the tables"
    );
    let (customers, orders, notes) = (&tables[0], &tables[3], &tables[2]);
    assert_eq!((customers.row_count, customers.columns[0].primary_key, customers.columns[1].nullable), (Some(2), true, false));
    assert_eq!(customers.columns[1].samples, [json!("Ada"), json!("Bob")]);
    assert!(customers.columns[3].samples.is_empty(), "passwords are not shown");
    let key = orders.columns[1].foreign_key.clone().unwrap();
    assert_eq!((key.table.as_str(), key.column.as_str(), key.declared), ("customers", "id", true));
    let key = notes.columns[0].foreign_key.clone().unwrap();
    assert_eq!((key.table.as_str(), key.column.as_str(), key.declared), ("orders", "id", false));
}

#[tokio::test]
async fn answers_have_the_forms_the_port_names() {
    let (shop, _folder) = shop(None).await;
    let rows =
        shop.query("SELECT id, total, paid, NULL AS n FROM orders ORDER BY id LIMIT 1", &QueryLimits::default()).await.unwrap();
    assert_eq!(rows.columns, ["id", "total", "paid", "n"]);
    assert_eq!(rows.rows, [[json!(1), json!(9.5), json!("ff00"), json!(null)]]);
    let none = shop.query("SELECT id, total FROM orders WHERE id < 0", &QueryLimits::default()).await.unwrap();
    assert_eq!((none.columns, none.rows.len()), (vec!["id".to_owned(), "total".to_owned()], 0));
    let strange =
        shop.query(r#"SELECT "a b", "select" FROM "strange ""name"", größe 売上""#, &QueryLimits::default()).await.unwrap();
    assert_eq!(strange.rows, [[json!(1), json!(2)]]);
    let cut = shop.query("SELECT id FROM orders", &QueryLimits { rows: 2, ..QueryLimits::default() }).await.unwrap();
    assert_eq!((cut.rows.len(), cut.truncated), (2, true));
    let fault = shop.query("SELECT missing FROM orders", &QueryLimits::default()).await.unwrap_err();
    assert_eq!(fault, WarehouseFault::Invalid("no such column: missing".to_owned()));
    assert!(matches!(shop.query("DELETE FROM orders", &QueryLimits::default()).await, Err(WarehouseFault::Refused(_))));
}

#[tokio::test]
async fn a_tenant_sees_nothing_of_another() {
    let filter = TenantFilter { column: "tenant".to_owned(), value: json!("a") };
    let (shop, _folder) = shop(Some(filter)).await;
    for (sql, n) in [
        ("SELECT count(*) FROM orders", 2),
        ("SELECT count(*) FROM main.orders WHERE 1 = 1 OR tenant = 'b'", 2),
        ("SELECT count(*) FROM customers c JOIN orders o ON 1 = 1", 2),
        ("SELECT (SELECT max(total) FROM orders) = 20", 1),
        ("SELECT count(*) FROM (SELECT tenant FROM orders UNION SELECT tenant FROM customers)", 1),
    ] {
        let rows = shop.query(sql, &QueryLimits::default()).await.unwrap();
        assert_eq!(rows.rows, [[json!(n)]], "{sql}");
    }
    let tables = shop.tables().await.unwrap();
    assert_eq!((&tables[0].columns[1].samples, tables[0].row_count), (&vec![json!("Ada")], None));
}

#[tokio::test]
async fn a_thousand_tables_are_listed_quickly() {
    let schema: String = (0..1_000)
        .map(|n| {
            format!(
                "CREATE TABLE t{n} (id INTEGER PRIMARY KEY, a TEXT, b TEXT, c REAL); INSERT INTO t{n} VALUES ({n}, 'x', 'y', 1);"
            )
        })
        .collect();
    let (_folder, path) = sqlite_file(&format!("BEGIN;{schema}COMMIT;")).await;
    let many = open(ConnectionSettings::Sqlite(SqliteSettings { path }));
    let began = Instant::now();
    let tables = many.tables().await.unwrap();
    assert_eq!((tables.len(), tables[0].columns[1].samples.len()), (1_000, 1));
    assert!(began.elapsed() < seconds(20), "{:?}", began.elapsed());
}

#[tokio::test]
async fn a_wide_table_is_read() {
    let columns: Vec<String> = (0..1_500).map(|n| format!("\"column {n}\" TEXT")).collect();
    let (_folder, path) =
        sqlite_file(&format!("CREATE TABLE wide ({}); INSERT INTO wide (\"column 7\") VALUES ('x');", columns.join(", "))).await;
    let wide = open(ConnectionSettings::Sqlite(SqliteSettings { path }));
    assert_eq!(wide.tables().await.unwrap()[0].columns.len(), 1_500);
    let rows = wide.query("SELECT * FROM wide", &QueryLimits::default()).await.unwrap();
    assert_eq!((rows.columns.len(), &rows.rows[0][7]), (1_500, &json!("x")));
}

#[tokio::test]
async fn time_is_kept_and_what_nobody_waits_for_ends() {
    let (shop, _folder) = shop(None).await;
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n a, n b";
    let began = Instant::now();
    let limits = QueryLimits { time: Duration::from_millis(300), ..QueryLimits::default() };
    let fault = shop.query(endless, &limits).await.unwrap_err();
    assert!(matches!(fault, WarehouseFault::Limit(_)) && began.elapsed() < seconds(15), "{fault:?} {:?}", began.elapsed());
    let cancelled = tokio::time::timeout(Duration::from_millis(200), shop.query(endless, &QueryLimits::default())).await;
    assert!(cancelled.is_err());
    assert!(shop.query("SELECT 1", &QueryLimits::default()).await.is_ok());
}

#[tokio::test]
async fn what_is_no_database_is_said_to_be_none() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.db");
    std::fs::write(&path, "this is no database at all, but long enough to look at".repeat(100)).unwrap();
    for path in [path, folder.path().join("missing.db")] {
        let fault = open(ConnectionSettings::Sqlite(SqliteSettings { path })).test().await.unwrap_err();
        assert!(matches!(fault, WarehouseFault::Unusable(_)), "{fault:?}");
    }
}

/// What lies in a folder.
fn seen(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(Result::unwrap);
    entries.map(|entry| (entry.file_name().into_string().unwrap(), std::fs::read(entry.path()).unwrap())).collect()
}

async fn names(path: &Path) -> Vec<Vec<serde_json::Value>> {
    let shop = open(ConnectionSettings::Sqlite(SqliteSettings { path: path.to_owned() }));
    shop.test().await.unwrap();
    assert_eq!(shop.tables().await.unwrap().len(), 1);
    shop.query("SELECT name FROM people ORDER BY name", &QueryLimits::default()).await.unwrap().rows
}

const LOGGED: &str = "PRAGMA journal_mode = WAL; CREATE TABLE people (name TEXT); INSERT INTO people VALUES ('Ada');";

#[tokio::test]
async fn beside_a_file_with_a_log_nothing_is_made() {
    let (folder, path) = sqlite_file(LOGGED).await;
    let before = seen(folder.path());
    assert_eq!((before.len(), &before["shop.db"][18..20]), (1, &[2, 2][..]), "it is in WAL mode, and nobody has it open");
    assert_eq!(names(&path).await, [[json!("Ada")]]);
    assert_eq!(seen(folder.path()), before);
}

#[tokio::test]
async fn what_a_living_program_wrote_last_is_read_and_it_goes_on() {
    let (folder, path) = sqlite_file(LOGGED).await;
    let mut program = SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
    program.execute("INSERT INTO people VALUES ('Bob')").await.unwrap();
    let before = seen(folder.path());
    assert_eq!(before.keys().collect::<Vec<_>>(), ["shop.db", "shop.db-shm", "shop.db-wal"]);
    assert_eq!(names(&path).await, [[json!("Ada")], [json!("Bob")]]);
    let after = seen(folder.path());
    assert!(after.keys().eq(before.keys()) && ["shop.db", "shop.db-wal"].iter().all(|name| after[*name] == before[*name]));
    program.execute("INSERT INTO people VALUES ('Cid')").await.unwrap();
    assert_eq!(names(&path).await.len(), 3);

    // A copy of what it wrote, with the log and with all that it has beside it.
    for copied in [&["shop.db", "shop.db-wal"][..], &["shop.db", "shop.db-shm", "shop.db-wal"]] {
        let elsewhere = tempfile::tempdir().unwrap();
        for name in copied {
            std::fs::copy(folder.path().join(name), elsewhere.path().join(name)).unwrap();
        }
        let before = seen(elsewhere.path());
        assert_eq!(names(&elsewhere.path().join("shop.db")).await.len(), 3, "{copied:?}");
        let after = seen(elsewhere.path());
        assert!(after.keys().eq(before.keys()), "{copied:?}: {:?}", after.keys());
        assert!(["shop.db", "shop.db-wal"].iter().all(|name| after[*name] == before[*name]), "{copied:?}");
    }
    program.close().await.unwrap();
    assert_eq!((seen(folder.path()).len(), names(&path).await.len(), seen(folder.path()).len()), (1, 3, 1));
}

#[tokio::test]
async fn nothing_is_ever_written() {
    let (_folder, path) = sqlite_file(SHOP).await;
    let before = std::fs::read(&path).unwrap();
    let shop = open(ConnectionSettings::Sqlite(SqliteSettings { path: path.clone() }));
    shop.tables().await.unwrap();
    for sql in [
        "INSERT INTO orders VALUES (9)",
        "WITH x AS (SELECT 1) DELETE FROM orders",
        "SELECT writefile('x', 'y')",
        "PRAGMA user_version = 5",
    ] {
        assert!(shop.query(sql, &QueryLimits::default()).await.is_err(), "{sql}");
    }
    assert_eq!(std::fs::read(&path).unwrap(), before);
}
