//! A real Postgres: strange names, a thousand tables, what it must never be asked, and its limits.

use crate::ground::{open, postgres, seconds};
use domain::tools::warehouse::{QueryLimits, TenantFilter, WarehouseFault};
use secrecy::SecretString;
use serde_json::json;
use std::time::{Duration, Instant};
use warehouse::{ConnectionSettings, Options};

const SHOP: &str = r#"
CREATE TABLE customers (id INT PRIMARY KEY, name TEXT NOT NULL, tenant TEXT, api_key TEXT);
COMMENT ON TABLE customers IS 'who buys'; COMMENT ON COLUMN customers.name IS 'as on the invoice';
CREATE SCHEMA sales;
CREATE TABLE sales.orders (id BIGINT PRIMARY KEY, customer_id INT REFERENCES customers (id), total NUMERIC(30, 10), at TIMESTAMPTZ, day DATE,
  paid BOOL, data JSONB, raw BYTEA, tags TEXT[], size REAL, tenant TEXT);
CREATE TABLE "Strange ""Name"" größe.売上" ("a b" INT, "select" INT);
CREATE TABLE notes (customer_id INT, text VARCHAR(20));
CREATE TABLE empty (x INT);
CREATE VIEW big AS SELECT * FROM sales.orders WHERE total > 10;
INSERT INTO customers VALUES (1, 'Ada', 'a', 'k1'), (2, 'Bob', 'b', 'k2');
INSERT INTO sales.orders VALUES (1, 1, 9.5, '2024-05-01 12:30:00+00', '2024-05-01', true, '{"a": [1]}', '\xff00', '{x,y}', 0.1, 'a'),
  (2, 2, 12345678901234567890.5, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'b');
INSERT INTO "Strange ""Name"" größe.売上" VALUES (1, 2);
"#;

#[tokio::test]
async fn tables_come_with_keys_comments_and_samples() {
    let Some(settings) = postgres("tables", SHOP).await else { return };
    let shop = open(ConnectionSettings::Postgres(settings));
    shop.test().await.unwrap();
    let tables = shop.tables().await.unwrap();
    let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["Strange \"Name\" größe.売上", "big", "customers", "empty", "notes", "sales.orders"]);
    assert_eq!(tables.iter().map(|table| table.view).collect::<Vec<_>>(), [false, true, false, false, false, false]);
    let (customers, notes, orders) = (&tables[2], &tables[4], &tables[5]);
    assert_eq!((customers.row_count, customers.estimated, customers.description.as_deref()), (Some(2), false, Some("who buys")));
    assert!(customers.columns[0].primary_key && !customers.columns[1].nullable && customers.columns[3].samples.is_empty());
    assert_eq!(
        (customers.columns[1].description.as_deref(), &customers.columns[1].samples),
        (Some("as on the invoice"), &vec![json!("Ada"), json!("Bob")])
    );
    let key = orders.columns[1].foreign_key.clone().unwrap();
    assert_eq!((key.table.as_str(), key.column.as_str(), key.declared), ("customers", "id", true));
    assert_eq!(notes.columns[0].foreign_key.as_ref().map(|key| key.declared), Some(false));
    assert_eq!((orders.columns[2].data_type.as_str(), orders.columns[5].data_type.as_str()), ("numeric(30,10)", "boolean"));
}

#[tokio::test]
async fn answers_have_the_forms_the_port_names() {
    let Some(settings) = postgres("forms", SHOP).await else { return };
    let shop = open(ConnectionSettings::Postgres(settings));
    let rows = shop
        .query("SELECT id, total, at, day, paid, data, raw, tags, size FROM sales.orders ORDER BY id", &QueryLimits::default())
        .await
        .unwrap();
    assert_eq!(
        rows.rows[0],
        [
            json!(1),
            json!(9.5),
            json!("2024-05-01T12:30:00+00:00"),
            json!("2024-05-01"),
            json!(true),
            json!({"a": [1]}),
            json!("ff00"),
            json!("{x,y}"),
            json!(0.1),
        ]
    );
    assert_eq!(rows.rows[1][1], json!("12345678901234567890.5000000000"));
    let none = shop.query("SELECT id, total FROM sales.orders WHERE id < 0", &QueryLimits::default()).await.unwrap();
    assert_eq!((none.columns, none.rows.len()), (vec!["id".to_owned(), "total".to_owned()], 0));
    let cut = shop
        .query("SELECT * FROM generate_series(1, 1000000) AS n", &QueryLimits { rows: 1_200, ..QueryLimits::default() })
        .await
        .unwrap();
    assert_eq!((cut.rows.len(), cut.truncated), (1_200, true));
    let strange = shop.query(r#"SELECT "a b" FROM "Strange ""Name"" größe.売上""#, &QueryLimits::default()).await.unwrap();
    assert_eq!(strange.rows, [[json!(1)]]);
    let fault = shop.query("SELECT nothing FROM customers", &QueryLimits::default()).await.unwrap_err();
    assert_eq!(fault, WarehouseFault::Invalid("column \"nothing\" does not exist".to_owned()));
}

#[tokio::test]
async fn a_tenant_sees_nothing_of_another() {
    let Some(settings) = postgres("tenant", SHOP).await else { return };
    let filter = TenantFilter { column: "tenant".to_owned(), value: json!("a") };
    let shop =
        warehouse::open(&ConnectionSettings::Postgres(settings), Options { filter: Some(filter), ..Options::default() }).unwrap();
    for (sql, n) in [
        ("SELECT count(*) FROM sales.orders", 1),
        ("SELECT count(*) FROM big WHERE 1 = 1 OR tenant = 'b'", 0),
        ("SELECT count(*) FROM customers c, LATERAL (SELECT * FROM sales.orders o) AS o", 1),
        ("WITH RECURSIVE r AS (SELECT id FROM customers UNION SELECT id FROM sales.orders) SELECT count(*) FROM r", 1),
        ("SELECT sales.orders.id FROM sales.orders", 1),
    ] {
        assert_eq!(shop.query(sql, &QueryLimits::default()).await.map(|rows| rows.rows), Ok(vec![vec![json!(n)]]), "{sql}");
    }
    let tables = shop.tables().await.unwrap();
    assert!(!format!("{tables:?}").contains("Bob"), "not in samples either");
}

#[tokio::test]
async fn time_is_kept_and_what_nobody_waits_for_ends_on_the_server() {
    let Some(settings) = postgres("time", "CREATE TABLE n AS SELECT * FROM generate_series(1, 20000) AS a").await else { return };
    let shop = open(ConnectionSettings::Postgres(settings.clone()));
    let endless = "SELECT count(*) FROM n a, n b, n c WHERE a.a + b.a = c.a";
    let began = Instant::now();
    let fault =
        shop.query(endless, &QueryLimits { time: Duration::from_millis(500), ..QueryLimits::default() }).await.unwrap_err();
    assert!(matches!(fault, WarehouseFault::Limit(_)) && began.elapsed() < seconds(15), "{fault:?}");
    assert!(tokio::time::timeout(Duration::from_millis(500), shop.query(endless, &QueryLimits::default())).await.is_err());
    let running = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%FETCH%' AND pid <> pg_backend_pid()";
    let until = Instant::now() + seconds(30);
    while crate::ground::postgres_number(&settings, running).await > 0 {
        assert!(Instant::now() < until, "the server still works for nobody");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

/// What the connection of a query is set to, as the query itself sees it.
const LIMITS: &str = "CREATE VIEW limits AS SELECT setting::int AS told, current_setting('transaction_read_only') AS only_reads
    FROM pg_settings WHERE name = 'statement_timeout';
  CREATE TABLE n AS SELECT * FROM generate_series(1, 20000) AS a;";

#[tokio::test]
async fn the_server_is_told_how_long_a_statement_may_take() {
    let Some(settings) = postgres("told", LIMITS).await else { return };
    for settings in [ConnectionSettings::Postgres(settings.clone()), ConnectionSettings::Redshift(settings)] {
        let shop = open(settings.clone());
        for time in [seconds(2), seconds(20)] {
            let limits = QueryLimits { time, ..QueryLimits::default() };
            let rows = shop.query("SELECT told, only_reads FROM limits", &limits).await.unwrap();
            let told = u128::from(rows.rows[0][0].as_u64().unwrap());
            assert!(told > 0 && told <= time.as_millis(), "{settings:?}: {told} ms of {time:?}");
            assert_eq!(rows.rows[0][1], json!("on"), "{settings:?}");
        }
    }
}

#[tokio::test]
async fn the_server_ends_a_statement_by_itself() {
    const RUNNING: &str = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%FETCH%' AND pid <> pg_backend_pid()";
    let Some(settings) = postgres("itself", LIMITS).await else { return };
    let shop = open(ConnectionSettings::Postgres(settings.clone()));
    let endless = "SELECT count(*) FROM n a, n b, n c WHERE a.a + b.a = c.a";
    let running = move || {
        let settings = settings.clone();
        async move { crate::ground::postgres_number(&settings, RUNNING).await }
    };
    crate::ground::is_ended_by_its_server(shop, endless, running).await;
}

#[tokio::test]
async fn a_thousand_tables_are_listed_quickly() {
    let schema: String = (0..1_000)
        .map(|n| {
            format!(
                "CREATE TABLE t{n} (id INT PRIMARY KEY, a TEXT, b TEXT, c FLOAT); INSERT INTO t{n} VALUES ({n}, 'x', 'y', 1);"
            )
        })
        .collect();
    let Some(settings) = postgres("thousand", &schema).await else { return };
    let many = open(ConnectionSettings::Postgres(settings));
    let began = Instant::now();
    let tables = many.tables().await.unwrap();
    assert_eq!((tables.len(), tables.iter().filter(|table| table.row_count == Some(1)).count()), (1_000, 1_000));
    assert!(began.elapsed() < seconds(30), "{:?}", began.elapsed());
}

#[tokio::test]
async fn what_is_wrong_with_a_connection_is_said_in_one_sentence() {
    let Some(settings) = postgres("faults", "").await else { return };
    let mut wrong = settings.clone();
    wrong.database = "missing".to_owned();
    let fault = open(ConnectionSettings::Postgres(wrong)).test().await.unwrap_err();
    assert_eq!(fault, WarehouseFault::Unreachable("127.0.0.1 has no database missing".to_owned()));
    let mut wrong = settings.clone();
    wrong.port = Some(1);
    let fault = open(ConnectionSettings::Postgres(wrong)).test().await.unwrap_err();
    assert_eq!(
        fault,
        WarehouseFault::Unreachable("nothing listens on 127.0.0.1:1; look at the port, and whether the server is up".to_owned())
    );
    let mut secret = settings.clone();
    secret.password = SecretString::from("hunter2");
    assert!(!format!("{secret:?}").contains("hunter2"));
    let private = Options { reach: Some(std::sync::Arc::new(warehouse::PublicOnly)), ..Options::default() };
    let fault = warehouse::open(&ConnectionSettings::Postgres(settings), private).unwrap().test().await.unwrap_err();
    assert!(matches!(fault, WarehouseFault::Unusable(_)), "{fault:?}");
}

#[tokio::test]
async fn whatever_the_guard_lets_through_cannot_write() {
    let Some(settings) = postgres(
        "writing",
        "CREATE TABLE t (a INT); CREATE FUNCTION levenshtein(INT) RETURNS INT LANGUAGE SQL AS 'INSERT INTO t VALUES (1) RETURNING 1'",
    )
    .await
    else {
        return;
    };
    let shop = open(ConnectionSettings::Postgres(settings.clone()));
    // A function of the database's owner with a harmless name: the transaction refuses what it does.
    let fault = shop.query("SELECT levenshtein(1)", &QueryLimits::default()).await.unwrap_err();
    assert!(matches!(fault, WarehouseFault::Refused(_)), "{fault:?}");
    assert_eq!(crate::ground::postgres_number(&settings, "SELECT count(*) FROM t").await, 0);
}

/// Functions of the owner's that fit a call better than the system's do.
const OVERLOADS: &str = r#"
CREATE TABLE orders (id INT PRIMARY KEY, name TEXT, tenant TEXT);
INSERT INTO orders VALUES (1, 'Ada', 'a'), (2, 'Bob', 'b');
CREATE FUNCTION everything() RETURNS TEXT LANGUAGE SQL AS 'SELECT string_agg(name, '','') FROM orders';
CREATE FUNCTION lower(orders) RETURNS TEXT LANGUAGE SQL AS 'SELECT everything()';
CREATE FUNCTION length(INT, INT) RETURNS TEXT LANGUAGE SQL AS 'SELECT everything()';
CREATE FUNCTION upper(INT) RETURNS TEXT LANGUAGE SQL AS 'SELECT everything()';
CREATE FUNCTION "substring"(INT, INT, INT) RETURNS TEXT LANGUAGE SQL AS 'SELECT everything()';
CREATE FUNCTION ceil(INT) RETURNS TEXT LANGUAGE SQL AS 'SELECT everything()';
CREATE FUNCTION similarity(INT) RETURNS TEXT LANGUAGE SQL AS 'SELECT everything()';
CREATE FUNCTION sumx(orders) RETURNS TEXT LANGUAGE SQL AS 'SELECT everything()';
CREATE FUNCTION json_each(INT) RETURNS SETOF orders LANGUAGE SQL AS 'SELECT * FROM orders';
CREATE FUNCTION plus(orders, INT) RETURNS TEXT LANGUAGE SQL AS 'SELECT everything()';
CREATE OPERATOR + (LEFTARG = orders, RIGHTARG = INT, FUNCTION = plus);
CREATE CAST (orders AS INT) WITH FUNCTION hashtext_of(orders);
"#;

#[tokio::test]
async fn functions_that_the_owner_named_like_the_systems_are_never_called() {
    let script = OVERLOADS.replace(
        "CREATE CAST",
        "CREATE FUNCTION hashtext_of(orders) RETURNS INT LANGUAGE SQL AS 'SELECT count(*)::int FROM orders'; CREATE CAST",
    );
    let Some(settings) = postgres("overloads", &script).await else { return };
    let filter = TenantFilter { column: "tenant".to_owned(), value: json!("a") };
    let open =
        |filter| warehouse::open(&ConnectionSettings::Postgres(settings.clone()), Options { filter, ..Options::default() });
    let (mine, whole) = (open(Some(filter)).unwrap(), open(None).unwrap());
    for call in [
        "lower(o)",
        "lower(orders)",
        "length(1, 2)",
        "upper(1)",
        "substring(1, 2, 3)",
        "similarity(1)",
        "sumx(o)",
        "o.sumx",
        "(o).sumx",
        "o + 1",
        "o::int",
        "CAST(o AS INT)",
        "lower((SELECT x FROM orders x LIMIT 1))",
        "everything()",
        "public.lower(o)",
        "o + 1, 2 AS o",
    ] {
        for from in ["orders o", "orders"] {
            let answer = mine.query(&format!("SELECT {call} FROM {from}"), &QueryLimits::default()).await;
            assert!(!format!("{answer:?}").contains("Bob"), "{call}: {answer:?}");
            assert!(answer.is_err(), "{call}: {answer:?}");
        }
    }
    for (sql, answer) in [
        ("SELECT * FROM json_each(1)", None),
        ("SELECT ceil(id), upper(name), length(name), substring(name, 1, 2) FROM orders", Some(json!([1.0, "ADA", 3, "Ad"]))),
        ("SELECT count(*), string_agg(name, ',') FROM orders", Some(json!([1, "Ada"]))),
    ] {
        let rows = mine.query(sql, &QueryLimits::default()).await.map(|rows| json!(rows.rows[0])).ok();
        assert_eq!(rows, answer, "{sql}");
    }
    // Without a filter nothing is hidden, and still the system's function is meant.
    let fault = whole.query("SELECT lower(o) FROM orders o", &QueryLimits::default()).await.unwrap_err();
    assert!(fault.to_string().contains("pg_catalog.lower(orders) does not exist"), "{fault}");
}

#[tokio::test]
async fn everything_good_is_understood_by_a_real_server() {
    let tables = "CREATE TABLE orders (id INT, total NUMERIC, status TEXT, customer_id INT, note TEXT, created_at TIMESTAMP, updated_at DATE,
          deleted BOOL, created_by TEXT, update_count INT, delete_flag INT, shipped_at TIMESTAMP, quantity INT, tags TEXT, tenant TEXT);
        CREATE TABLE employees (id INT, name TEXT, manager_id INT); CREATE TABLE products (id INT, category TEXT);
        CREATE TABLE customers (id INT, name TEXT, country TEXT, city TEXT, customer_id INT, tenant TEXT);
        CREATE TABLE items (id INT, order_id INT, product_id INT, price NUMERIC, quantity INT); CREATE TABLE events (data JSONB);
        CREATE TABLE a (x INT, y INT, z INT, w INT); CREATE TABLE t (a INT, b INT, c BOOL); CREATE TABLE \"Weird \"\"Name\"\"\" (a INT);";
    let Some(settings) = postgres("good", tables).await else { return };
    let filter = TenantFilter { column: "tenant".to_owned(), value: json!("a") };
    let open =
        |filter| warehouse::open(&ConnectionSettings::Postgres(settings.clone()), Options { filter, ..Options::default() });
    let (whole, mine) = (open(None).unwrap(), open(Some(filter)).unwrap());
    let mut faults = Vec::new();
    for sql in crate::guard::good(include_str!("guard/good/postgres.sql")) {
        // The rest of it stands on another line of the list.
        if sql.ends_with("-- the key") {
            continue;
        }
        for (whose, shop) in [("all", &whole), ("one tenant's", &mine)] {
            // Under a filter nothing is read that is not among the tables, and no part of a query has a table's name.
            if whose != "all" && (sql.contains("pg_") || sql.starts_with("WITH a AS")) {
                continue;
            }
            if let Err(fault) = shop.query(sql, &QueryLimits::default()).await {
                faults.push(format!("{whose}: {sql}\n    {fault}"));
            }
        }
    }
    assert!(faults.is_empty(), "{} fail:\n{}", faults.len(), faults.join("\n"));
}

#[tokio::test]
async fn no_cell_is_sent_that_is_larger_than_the_answer() {
    let script = "CREATE TABLE notes (id INT, body TEXT, data JSONB, raw BYTEA);
        INSERT INTO notes SELECT n, 'note ' || n, '{}', 'x' FROM generate_series(1, 20) AS n;
        INSERT INTO notes VALUES (21, repeat('a', 100000000), '{}', 'x'), (22, 'last', '{}', 'x');";
    let Some(settings) = postgres("cells", script).await else { return };
    let shop = open(ConnectionSettings::Postgres(settings));
    let cut = shop.query("SELECT id, body, data, raw FROM notes ORDER BY id", &QueryLimits::default()).await.unwrap();
    assert_eq!((cut.columns.len(), cut.rows.len(), cut.truncated), (4, 20, true), "{cut:?}");
    assert_eq!(cut.rows[19], [json!(20), json!("note 20"), json!({}), json!("78")]);
    let first = shop.query("SELECT body FROM notes ORDER BY id DESC", &QueryLimits::default()).await.unwrap();
    assert_eq!((first.rows, first.truncated), (vec![vec![json!("last")]], true));
    let few = QueryLimits { rows: 3, ..QueryLimits::default() };
    let few = shop.query("SELECT body, body FROM notes WHERE id < 21 ORDER BY id DESC", &few).await.unwrap();
    assert_eq!((few.columns, few.rows.len(), few.truncated), (vec!["body".to_owned(); 2], 3, true));
    let small = shop.query("SELECT id, length(body) FROM notes WHERE id = 21", &QueryLimits::default()).await.unwrap();
    assert_eq!((small.rows, small.truncated), (vec![vec![json!(21), json!(100_000_000)]], false));
    let none = shop.query("SELECT body FROM notes WHERE id < 0", &QueryLimits::default()).await.unwrap();
    assert_eq!((none.columns, none.rows.len(), none.truncated), (vec!["body".to_owned()], 0, false));
    let tables = shop.tables().await.unwrap();
    let body = tables[0].columns.iter().find(|column| column.name == "body").unwrap();
    assert!(!body.samples.is_empty(), "{body:?}");
}
