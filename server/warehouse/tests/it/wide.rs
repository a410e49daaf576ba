//! Tables as they ought not to be on real servers: hundreds of columns, no rows, strange names; and what passes the guard and still
//! cannot write.

use crate::ground::{mysql, mysql_number, open, postgres, postgres_number};
use domain::tools::warehouse::{QueryLimits, Warehouse, WarehouseFault};
use serde_json::json;
use std::sync::Arc;
use warehouse::ConnectionSettings;

/// A table of 600 columns with one row, and one without any.
fn script(quote: char) -> String {
    let columns: Vec<String> = (0..600).map(|n| format!("{quote}Spalte {n}{quote} SMALLINT")).collect();
    format!(
        "CREATE TABLE wide ({}); INSERT INTO wide ({quote}Spalte 7{quote}, {quote}Spalte 599{quote}) VALUES (7, 599); \
         CREATE TABLE hollow (x INT, y VARCHAR(10));",
        columns.join(", ")
    )
}

async fn wide_and_empty(shop: Arc<dyn Warehouse>, quote: char) {
    let tables = shop.tables().await.unwrap();
    let table = |name: &str| tables.iter().find(|table| table.name == name).unwrap();
    let (wide, hollow) = (table("wide"), table("hollow"));
    assert_eq!((wide.columns.len(), wide.columns[599].name.as_str(), wide.row_count), (600, "Spalte 599", Some(1)));
    assert_eq!((&wide.columns[7].samples, wide.columns[8].samples.len()), (&vec![json!(7)], 0));
    assert_eq!((hollow.row_count, hollow.columns.len(), hollow.columns[0].samples.len()), (Some(0), 2, 0));
    let rows = shop.query("SELECT * FROM wide", &QueryLimits::default()).await.unwrap();
    assert_eq!((rows.columns.len(), &rows.rows[0][7], &rows.rows[0][599]), (600, &json!(7), &json!(599)));
    let one = shop.query(&format!("SELECT w.{quote}Spalte 599{quote} FROM wide w"), &QueryLimits::default()).await.unwrap();
    assert_eq!(one.rows, [[json!(599)]]);
    let none = shop.query("SELECT x, y FROM hollow", &QueryLimits::default()).await.unwrap();
    assert_eq!((none.columns, none.rows.len(), none.truncated), (vec!["x".to_owned(), "y".to_owned()], 0, false));
    let sum = shop.query("SELECT COUNT(*), SUM(x) FROM hollow", &QueryLimits::default()).await.unwrap();
    assert_eq!(sum.rows, [[json!(0), json!(null)]]);
}

#[tokio::test]
async fn wide_and_empty_tables_of_postgres() {
    let Some(settings) = postgres("wide", &script('"')).await else { return };
    wide_and_empty(open(ConnectionSettings::Postgres(settings.clone())), '"').await;
    // The same wire, as Redshift has it: `doctor` says that it was tried with Postgres.
    wide_and_empty(open(ConnectionSettings::Redshift(settings)), '"').await;
}

#[tokio::test]
async fn wide_and_empty_tables_of_mariadb() {
    let Some(settings) = mysql("wide", &script('`')).await else { return };
    wide_and_empty(open(ConnectionSettings::Mysql(settings)), '`').await;
}

const STRANGE: &str = "CREATE TABLE `strange ``name`` größe 売上` (`a b` INT, `select` INT, `Größe` VARCHAR(20));
    INSERT INTO `strange ``name`` größe 売上` VALUES (1, 2, 'groß');";

#[tokio::test]
async fn strange_names_of_mariadb_are_asked_by_name() {
    let Some(settings) = mysql("strange", STRANGE).await else { return };
    let database = settings.database.clone();
    let shop = open(ConnectionSettings::Mysql(settings));
    for sql in [
        "SELECT `a b`, `select`, `Größe` FROM `strange ``name`` größe 売上`".to_owned(),
        format!("SELECT s.`a b`, s.`select`, s.`Größe` FROM {database}.`strange ``name`` größe 売上` AS s WHERE s.`a b` = 1"),
    ] {
        let rows = shop.query(&sql, &QueryLimits::default()).await.unwrap();
        assert_eq!(
            (rows.columns.join(","), &rows.rows),
            ("a b,select,Größe".to_owned(), &vec![vec![json!(1), json!(2), json!("groß")]])
        );
    }
}

#[tokio::test]
async fn what_passes_the_guard_cannot_write_on_mariadb() {
    // A function that somebody made under the name of a known one.
    let script = "CREATE TABLE log (n INT);
        CREATE FUNCTION initcap(n INT) RETURNS INT BEGIN INSERT INTO log VALUES (n); RETURN n; END;";
    let Some(settings) = mysql("writing", script).await else { return };
    let shop = open(ConnectionSettings::Mysql(settings.clone()));
    let fault = shop.query("SELECT initcap(1)", &QueryLimits::default()).await.unwrap_err();
    assert!(matches!(&fault, WarehouseFault::Refused(why) if why.to_lowercase().contains("read")), "{fault:?}");
    assert_eq!(mysql_number(&settings, "SELECT COUNT(*) FROM log").await, 0);
}

#[tokio::test]
async fn redshifts_way_of_asking_is_understood_by_postgres() {
    let script = "CREATE TABLE customers (id INT PRIMARY KEY, name TEXT);
        CREATE TABLE orders (id INT, customer_id INT REFERENCES customers (id), PRIMARY KEY (id, customer_id));
        INSERT INTO customers VALUES (1, 'Ada'), (2, 'Bob'); INSERT INTO orders VALUES (1, 1), (2, 2), (3, 1);
        CREATE FUNCTION failing() RETURNS INT LANGUAGE plpgsql AS 'BEGIN RAISE EXCEPTION ''no''; END';
        CREATE FUNCTION lower(INT) RETURNS TEXT LANGUAGE sql AS 'SELECT ''theirs''::text';
        CREATE VIEW broken AS SELECT failing() AS x;";
    let Some(settings) = postgres("redshift", script).await else { return };
    let shop = open(ConnectionSettings::Redshift(settings.clone()));
    shop.test().await.unwrap();
    let tables = shop.tables().await.unwrap();
    let names: Vec<(&str, Option<u64>)> = tables.iter().map(|table| (table.name.as_str(), table.row_count)).collect();
    assert_eq!(
        (names[1], names[2]),
        (("customers", Some(2)), ("orders", Some(3))),
        "a broken view before them takes nothing along"
    );
    assert!(tables[1].columns[0].primary_key && tables[2].columns[0].primary_key && tables[2].columns[1].primary_key);
    assert_eq!(tables[2].columns[1].foreign_key.as_ref().map(|key| key.table.as_str()), Some("customers"));
    assert_eq!(tables[1].columns[1].samples, [json!("Ada"), json!("Bob")]);
    let rows = shop.query("SELECT name, LEN(name) AS n FROM customers", &QueryLimits::default()).await.unwrap_err();
    assert!(matches!(rows, WarehouseFault::Invalid(_)), "LEN is Redshift's own: {rows:?}");
    for (own, because) in [
        ("SELECT lower(name) FROM customers", "a function lower of its own"),
        ("SELECT 1 WHERE EXISTS (SELECT LOWER(id) FROM customers)", "a function lower of its own"),
        ("SELECT 1 WHERE EXISTS (SELECT \"LOWER\"(id) FROM customers)", "the function LOWER without quotes"),
    ] {
        let fault = shop.query(own, &QueryLimits::default()).await.unwrap_err();
        assert!(matches!(&fault, WarehouseFault::Refused(why) if why.contains(because)), "{own}: {fault:?}");
    }
    let rows = shop.query("SELECT upper(name) FROM customers ORDER BY id", &QueryLimits::default()).await.unwrap();
    assert_eq!(rows.rows, [[json!("ADA")], [json!("BOB")]]);
    let cut = QueryLimits { rows: 2, ..QueryLimits::default() };
    let rows = shop.query("SELECT id FROM orders ORDER BY id", &cut).await.unwrap();
    assert_eq!((rows.rows.len(), rows.truncated), (2, true));
    assert!(shop.query("DELETE FROM orders", &QueryLimits::default()).await.is_err());
    assert_eq!(postgres_number(&settings, "SELECT COUNT(*) FROM orders").await, 3);
}
