//! A real MariaDB: strange names, a thousand tables, what it must never be asked, and its limits.

use crate::ground::{mysql, open, seconds};
use domain::tools::warehouse::{QueryLimits, TenantFilter, WarehouseFault};
use serde_json::json;
use std::time::{Duration, Instant};
use warehouse::{ConnectionSettings, Options};

const SHOP: &str = r"
CREATE TABLE customers (id INT PRIMARY KEY, name VARCHAR(50) NOT NULL COMMENT 'as on the invoice', tenant VARCHAR(10), password VARCHAR(20)) COMMENT 'who buys';
CREATE TABLE orders (id BIGINT UNSIGNED PRIMARY KEY, customer_id INT, total DECIMAL(30, 10), at DATETIME, day DATE, paid TINYINT(1), data JSON, raw VARBINARY(10), bits BIT(9), size FLOAT,
  tenant VARCHAR(10), FOREIGN KEY (customer_id) REFERENCES customers (id));
CREATE TABLE `strange ``name`` größe 売上` (`a b` INT, `select` INT);
CREATE TABLE notes (customer_id INT, text TEXT);
CREATE VIEW big AS SELECT * FROM orders WHERE total > 10;
INSERT INTO customers VALUES (1, 'Ada', 'a', 'x'), (2, 'Bob', 'b', 'y'), (3, 'Cyd', 'A', 'z');
INSERT INTO orders VALUES (1, 1, 9.5, '2024-05-01 12:30:00', '2024-05-01', 1, '{}', x'ff00', b'100000001', 0.5, 'a'), (18446744073709551615, 2, 12345678901234567890.5, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'b');
INSERT INTO `strange ``name`` größe 売上` VALUES (1, 2);
";

#[tokio::test]
async fn tables_come_with_keys_comments_and_samples() {
    let Some(settings) = mysql("tables", SHOP).await else { return };
    let shop = open(ConnectionSettings::Mysql(settings));
    shop.test().await.unwrap();
    let tables = shop.tables().await.unwrap();
    let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["big", "customers", "notes", "orders", "strange `name` größe 売上"]);
    assert_eq!(tables.iter().map(|table| table.view).collect::<Vec<_>>(), [true, false, false, false, false]);
    let (customers, notes, orders) = (&tables[1], &tables[2], &tables[3]);
    assert_eq!((customers.row_count, customers.estimated, customers.description.as_deref()), (Some(3), false, Some("who buys")));
    assert!(customers.columns[0].primary_key && !customers.columns[1].nullable && customers.columns[3].samples.is_empty());
    assert_eq!(customers.columns[1].samples, [json!("Ada"), json!("Bob"), json!("Cyd")]);
    let key = orders.columns[1].foreign_key.clone().unwrap();
    assert_eq!((key.table.as_str(), key.column.as_str(), key.declared), ("customers", "id", true));
    assert_eq!(notes.columns[0].foreign_key.as_ref().map(|key| key.declared), Some(false));
}

#[tokio::test]
async fn answers_have_the_forms_the_port_names() {
    let Some(settings) = mysql("forms", SHOP).await else { return };
    let shop = open(ConnectionSettings::Mysql(settings));
    let rows = shop
        .query("SELECT id, total, at, day, paid, raw, bits, size FROM orders ORDER BY id", &QueryLimits::default())
        .await
        .unwrap();
    assert_eq!(
        rows.rows[0],
        [
            json!(1),
            json!(9.5),
            json!("2024-05-01T12:30:00"),
            json!("2024-05-01"),
            json!(1),
            json!("ff00"),
            json!(257),
            json!(0.5)
        ]
    );
    assert_eq!(rows.rows[1][..2], [json!(u64::MAX), json!("12345678901234567890.5000000000")]);
    let none = shop.query("SELECT id, total FROM orders WHERE id = 5", &QueryLimits::default()).await.unwrap();
    assert_eq!((none.columns, none.rows.len()), (vec!["id".to_owned(), "total".to_owned()], 0));
    let cut = shop
        .query("SELECT a.id FROM customers a, customers b", &QueryLimits { rows: 4, ..QueryLimits::default() })
        .await
        .unwrap();
    assert_eq!((cut.rows.len(), cut.truncated), (4, true));
    let text = shop
        .query(r"SELECT 'a\\b', 'it''s', CONCAT(name, '!') FROM customers ORDER BY id LIMIT 1", &QueryLimits::default())
        .await
        .unwrap();
    assert_eq!(text.rows, [[json!(r"a\b"), json!("it's"), json!("Ada!")]]);
    let fault = shop.query("SELECT nothing FROM customers", &QueryLimits::default()).await.unwrap_err();
    assert!(matches!(&fault, WarehouseFault::Invalid(why) if why.contains("nothing")), "{fault:?}");
}

#[tokio::test]
async fn a_tenant_sees_nothing_of_another() {
    let Some(settings) = mysql("tenant", SHOP).await else { return };
    let open = |value| {
        let filter = TenantFilter { column: "tenant".to_owned(), value };
        warehouse::open(&ConnectionSettings::Mysql(settings.clone()), Options { filter: Some(filter), ..Options::default() })
            .unwrap()
    };
    let shop = open(json!("a"));
    for (sql, n) in [
        ("SELECT count(*) FROM orders", 1),
        ("SELECT count(*) FROM customers", 1),
        ("SELECT count(*) FROM big WHERE 1 = 1 OR tenant = 'b'", 0),
        ("SELECT count(*) FROM customers c JOIN orders o ON 1 = 1", 1),
    ] {
        assert_eq!(shop.query(sql, &QueryLimits::default()).await.map(|rows| rows.rows), Ok(vec![vec![json!(n)]]), "{sql}");
    }
    assert!(!format!("{:?}", shop.tables().await.unwrap()).contains("Bob"), "not in samples either");
    let nobody = open(json!(0)).query("SELECT count(*) FROM customers", &QueryLimits::default()).await.unwrap();
    assert_eq!(nobody.rows, [[json!(0)]], "a text that is no number does not equal 0");
}

#[tokio::test]
async fn time_is_kept_and_what_nobody_waits_for_ends_on_the_server() {
    let Some(settings) = mysql("time", "CREATE TABLE n AS SELECT seq FROM seq_1_to_20000").await else { return };
    let shop = open(ConnectionSettings::Mysql(settings.clone()));
    let endless = "SELECT count(*) FROM n a, n b, n c WHERE a.seq + b.seq = c.seq + 1";
    let began = Instant::now();
    let fault =
        shop.query(endless, &QueryLimits { time: Duration::from_millis(500), ..QueryLimits::default() }).await.unwrap_err();
    assert!(matches!(fault, WarehouseFault::Limit(_)) && began.elapsed() < seconds(15), "{fault:?}");
    assert!(tokio::time::timeout(Duration::from_millis(500), shop.query(endless, &QueryLimits::default())).await.is_err());
    let running = "SELECT count(*) FROM information_schema.processlist WHERE db = database() AND info LIKE '%n a%' AND id <> connection_id()";
    let until = Instant::now() + seconds(30);
    while crate::ground::mysql_number(&settings, running).await > 0 {
        assert!(Instant::now() < until, "the server still works for nobody");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn under_a_filter_no_function_of_the_owners_is_called() {
    // Names of functions that other databases bring, so that they pass the list.
    let script = format!(
        "{SHOP} CREATE FUNCTION InitCap(x TEXT) RETURNS TEXT READS SQL DATA RETURN (SELECT GROUP_CONCAT(name) FROM customers);"
    );
    let Some(settings) = mysql("own", &script).await else { return };
    let filter = Some(TenantFilter { column: "tenant".to_owned(), value: json!("a") });
    let settings = ConnectionSettings::Mysql(settings);
    let mine = warehouse::open(&settings, Options { filter, ..Options::default() }).unwrap();
    for call in ["initcap(name)", "INITCAP(name)", "`InitCap`(name)"] {
        let answer = mine.query(&format!("SELECT {call} FROM customers"), &QueryLimits::default()).await;
        assert!(matches!(answer, Err(WarehouseFault::Refused(_))), "{call}: {answer:?}");
    }
    let rows = mine.query("SELECT lower(name) FROM customers", &QueryLimits::default()).await.unwrap();
    assert_eq!(rows.rows, [[json!("ada")]]);
    let all = open(settings).query("SELECT initcap(name) FROM customers LIMIT 1", &QueryLimits::default()).await.unwrap();
    assert_eq!(all.rows, [[json!("Ada,Bob,Cyd")]], "without a filter nothing is hidden");
}

/// What the connection of a query is set to, as the query itself sees it.
const LIMITS: &str = "CREATE VIEW limits AS SELECT
    (SELECT CAST(variable_value AS DECIMAL(20, 6)) FROM information_schema.session_variables WHERE variable_name = 'MAX_STATEMENT_TIME') AS told,
    (SELECT variable_value FROM information_schema.session_variables WHERE variable_name = 'SQL_MODE') AS mode;
  CREATE TABLE n AS SELECT seq FROM seq_1_to_20000;";

#[tokio::test]
async fn the_server_is_told_how_long_a_statement_may_take() {
    let Some(settings) = mysql("told", LIMITS).await else { return };
    let shop = open(ConnectionSettings::Mysql(settings));
    for time in [seconds(2), seconds(20)] {
        let limits = QueryLimits { time, ..QueryLimits::default() };
        let rows = shop.query("SELECT told, mode FROM limits", &limits).await.unwrap();
        let told = rows.rows[0][0].as_f64().unwrap();
        assert!(told > 0.0 && told <= time.as_secs_f64(), "{told} s of {time:?}");
        assert_eq!(rows.rows[0][1], json!("NO_ENGINE_SUBSTITUTION"));
    }
}

#[tokio::test]
async fn the_server_ends_a_statement_by_itself() {
    const RUNNING: &str = "SELECT count(*) FROM information_schema.processlist WHERE db = database() AND state <> '' AND info LIKE '%n a%' AND id <> connection_id()";
    let Some(settings) = mysql("itself", LIMITS).await else { return };
    let shop = open(ConnectionSettings::Mysql(settings.clone()));
    let endless = "SELECT count(*) FROM n a, n b, n c WHERE a.seq + b.seq = c.seq + 1";
    let running = move || {
        let settings = settings.clone();
        async move { crate::ground::mysql_number(&settings, RUNNING).await }
    };
    crate::ground::is_ended_by_its_server(shop, endless, running).await;
}

#[tokio::test]
async fn a_thousand_tables_are_listed_quickly() {
    let schema: String = (0..1_000)
        .map(|n| format!("CREATE TABLE t{n} (id INT PRIMARY KEY, a TEXT) ENGINE = MyISAM; INSERT INTO t{n} VALUES ({n}, 'x');"))
        .collect();
    let Some(settings) = mysql("thousand", &schema).await else { return };
    let many = open(ConnectionSettings::Mysql(settings));
    let began = Instant::now();
    let tables = many.tables().await.unwrap();
    assert_eq!(tables.len(), 1_000);
    assert!(began.elapsed() < seconds(30), "{:?}", began.elapsed());
}

#[tokio::test]
async fn no_row_is_sent_that_is_larger_than_the_answer() {
    if mysql("packets", "SET GLOBAL max_allowed_packet = 134217728").await.is_none() {
        return;
    }
    let script = "CREATE TABLE notes (id INT, body LONGTEXT, raw LONGBLOB, data JSON);
        INSERT INTO notes SELECT seq, CONCAT('note ', seq), x'ff', '{\"a\": 1}' FROM seq_1_to_20;
        INSERT INTO notes VALUES (21, REPEAT('a', 50000000), 'x', '{}'), (22, 'last', 'x', '{}');";
    let Some(settings) = mysql("cells", script).await else { return };
    let shop = open(ConnectionSettings::Mysql(settings.clone()));
    const SENT: &str =
        "SELECT CAST(variable_value AS SIGNED) FROM information_schema.global_status WHERE variable_name = 'BYTES_SENT'";
    let before = crate::ground::mysql_number(&settings, SENT).await;
    let cut = shop.query("SELECT id, body, raw, data FROM notes ORDER BY id", &QueryLimits::default()).await.unwrap();
    assert_eq!((cut.columns.len(), cut.rows.len(), cut.truncated), (4, 20, true), "{:?}", cut.columns);
    assert_eq!(cut.rows[19], [json!(20), json!("note 20"), json!("ff"), json!("{\"a\": 1}")]);
    let first = shop.query("SELECT body FROM notes ORDER BY id DESC", &QueryLimits::default()).await.unwrap();
    assert_eq!((first.rows, first.truncated), (vec![vec![json!("last")]], true), "in the order that was asked for");
    let few = QueryLimits { rows: 3, ..QueryLimits::default() };
    let few = shop.query("SELECT body, body FROM notes WHERE id < 21 ORDER BY id DESC", &few).await.unwrap();
    assert_eq!((few.columns, few.rows.len(), few.truncated), (vec!["body".to_owned(); 2], 3, true));
    assert_eq!(few.rows[0], [json!("note 20"), json!("note 20")]);
    let own = "WITH late AS (SELECT * FROM notes WHERE id > 18) SELECT body FROM late ORDER BY id LIMIT 2";
    let own = shop.query(own, &QueryLimits::default()).await.unwrap();
    assert_eq!((own.rows, own.truncated), (vec![vec![json!("note 19")], vec![json!("note 20")]], false));
    let small = shop.query("SELECT id, length(body) FROM notes WHERE id = 21", &QueryLimits::default()).await.unwrap();
    assert_eq!((small.rows, small.truncated), (vec![vec![json!(21), json!(50_000_000)]], false));
    let none = shop.query("SELECT body FROM notes WHERE id < 0", &QueryLimits::default()).await.unwrap();
    assert_eq!((none.columns, none.rows.len(), none.truncated), (vec!["body".to_owned()], 0, false));
    let tables = shop.tables().await.unwrap();
    let body = tables[0].columns.iter().find(|column| column.name == "body").unwrap();
    assert!(!body.samples.is_empty(), "{body:?}");
    let sent = crate::ground::mysql_number(&settings, SENT).await - before;
    assert!(sent < 10_000_000, "{sent} bytes were sent");
}
