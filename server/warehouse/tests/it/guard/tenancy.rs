//! The tenant's filter, in the text that is sent and in the rows that a real database gives.

use domain::tools::{
    catalog::{Column, Table},
    warehouse::{Dialect, TenantFilter, WarehouseFault},
};
use serde_json::json;
use warehouse::guard::{Tenancy, pure};

fn tables() -> Vec<Table> {
    let table = |name: &str, columns: &[&str]| Table {
        name: name.to_owned(),
        columns: columns.iter().map(|name| Column { name: (*name).to_owned(), ..Column::default() }).collect(),
        ..Table::default()
    };
    vec![
        table("orders", &["id", "Tenant"]),
        table("customers", &["id", "tenant"]),
        table("sales.items", &["id", "tenant"]),
        table("countries", &["code"]),
    ]
}

fn restricted(sql: &str, dialect: Dialect) -> Result<String, WarehouseFault> {
    let filter = TenantFilter { column: "tenant".to_owned(), value: json!("a'b") };
    pure(sql, dialect, Some(&Tenancy::new(&filter, &tables(), &["public"])))
}

#[test]
fn every_table_that_has_the_column_is_read_through_the_filter() {
    let orders = r#"(SELECT * FROM orders WHERE "Tenant" = 'a''b')"#;
    let customers = r#"(SELECT * FROM customers WHERE "tenant" = 'a''b')"#;
    let cases = [
        ("SELECT * FROM orders", format!("SELECT * FROM {orders} AS orders")),
        ("SELECT * FROM orders o", format!("SELECT * FROM {orders} o")),
        (
            "SELECT * FROM public.orders",
            r#"SELECT * FROM (SELECT * FROM public.orders WHERE "Tenant" = 'a''b') AS orders"#.to_owned(),
        ),
        (
            "SELECT public.orders.id FROM public.orders",
            r#"SELECT orders.id FROM (SELECT * FROM public.orders WHERE "Tenant" = 'a''b') AS orders"#.to_owned(),
        ),
        ("SELECT * FROM sales.items", r#"SELECT * FROM (SELECT * FROM sales.items WHERE "tenant" = 'a''b') AS items"#.to_owned()),
        ("SELECT * FROM countries", "SELECT * FROM countries".to_owned()),
        ("SELECT * FROM orders, customers", format!("SELECT * FROM {orders} AS orders, {customers} AS customers")),
        (
            "SELECT * FROM (orders JOIN customers USING (id))",
            format!("SELECT * FROM ({orders} AS orders JOIN {customers} AS customers USING(id))"),
        ),
        ("SELECT (SELECT count(*) FROM orders)", format!("SELECT (SELECT pg_catalog.count(*) FROM {orders} AS orders)")),
        ("SELECT 1 WHERE EXISTS (SELECT 1 FROM orders)", format!("SELECT 1 WHERE EXISTS (SELECT 1 FROM {orders} AS orders)")),
        (
            "SELECT * FROM countries WHERE code IN (SELECT id FROM orders)",
            format!("SELECT * FROM countries WHERE code IN (SELECT id FROM {orders} AS orders)"),
        ),
        (
            "SELECT id FROM orders UNION SELECT id FROM customers",
            format!("SELECT id FROM {orders} AS orders UNION SELECT id FROM {customers} AS customers"),
        ),
        (
            "WITH x AS (SELECT * FROM orders) SELECT * FROM x",
            format!("WITH x AS (SELECT * FROM {orders} AS orders) SELECT * FROM x"),
        ),
        (
            "SELECT * FROM customers c, LATERAL (SELECT * FROM orders o WHERE o.id = c.id) AS y",
            format!("SELECT * FROM {customers} c, LATERAL (SELECT * FROM {orders} o WHERE o.id = c.id) AS y"),
        ),
        (
            "SELECT * FROM countries ORDER BY (SELECT max(id) FROM orders)",
            format!("SELECT * FROM countries ORDER BY (SELECT pg_catalog.max(id) FROM {orders} AS orders)"),
        ),
        (
            "SELECT * FROM countries LIMIT (SELECT count(*) FROM orders)",
            format!("SELECT * FROM countries LIMIT (SELECT pg_catalog.count(*) FROM {orders} AS orders)"),
        ),
        (
            "SELECT * FROM orders WHERE 1 = 1 OR tenant = 'other'",
            format!("SELECT * FROM {orders} AS orders WHERE 1 = 1 OR tenant = 'other'"),
        ),
        (
            "SELECT sum(id) FILTER (WHERE id IN (SELECT id FROM customers)) FROM countries",
            format!("SELECT pg_catalog.sum(id) FILTER (WHERE id IN (SELECT id FROM {customers} AS customers)) FROM countries"),
        ),
    ];
    for (sql, sent) in cases {
        assert_eq!(restricted(sql, Dialect::Postgres).as_deref(), Ok(sent.as_str()), "{sql}");
    }
}

#[test]
fn what_might_go_round_the_filter_is_refused() {
    for sql in [
        "SELECT * FROM unknown",
        "SELECT * FROM other.orders",
        "SELECT * FROM db.public.orders_all",
        "WITH orders AS (SELECT * FROM orders) SELECT * FROM orders",
        "WITH x AS (WITH customers AS (SELECT 1) SELECT * FROM customers) SELECT * FROM orders, x",
        "WITH items AS (SELECT 1) SELECT * FROM sales.items",
        "SELECT * FROM pg_stats",
    ] {
        assert!(
            matches!(restricted(sql, Dialect::Postgres), Err(WarehouseFault::Refused(_))),
            "{sql}: {:?}",
            restricted(sql, Dialect::Postgres)
        );
    }
}

#[test]
fn values_are_written_as_each_dialect_reads_them() {
    let sent = |value, dialect| {
        let filter = TenantFilter { column: "tenant".to_owned(), value };
        pure("SELECT id FROM customers", dialect, Some(&Tenancy::new(&filter, &tables(), &[])))
    };
    assert_eq!(
        sent(json!(7), Dialect::Sqlite).unwrap(),
        r#"SELECT id FROM (SELECT * FROM customers WHERE "tenant" = 7) AS customers"#
    );
    assert_eq!(
        sent(json!(7), Dialect::Bigquery).unwrap(),
        "SELECT id FROM (SELECT * FROM customers WHERE `tenant` = 7) AS customers"
    );
    assert_eq!(
        sent(json!(0), Dialect::Mysql).unwrap(),
        "SELECT id FROM (SELECT * FROM customers WHERE `tenant` = '0' AND CAST(`tenant` AS BINARY) = CAST('0' AS BINARY)) AS customers",
        "a text that is no number equals 0 there"
    );
    for value in [json!("a\\"), json!("a\u{0}"), json!(null), json!([1])] {
        assert!(sent(value, Dialect::Mysql).is_err());
    }
}

#[test]
fn of_two_tables_that_differ_in_capitals_the_one_with_the_column_decides() {
    let table = |name: &str, column: &str| Table {
        name: name.to_owned(),
        columns: vec![Column { name: column.to_owned(), ..Column::default() }],
        ..Table::default()
    };
    let filter = TenantFilter { column: "tenant".to_owned(), value: json!(1) };
    for tables in [[table("orders", "tenant"), table("Orders", "id")], [table("Orders", "id"), table("orders", "tenant")]] {
        let sent = pure("SELECT * FROM orders", Dialect::Postgres, Some(&Tenancy::new(&filter, &tables, &[]))).unwrap();
        assert!(sent.contains("\"tenant\" = 1"), "{sent}");
    }
}

#[test]
fn a_name_given_elsewhere_in_the_query_is_not_a_table_of_that_name() {
    let hidden = [
        "SELECT * FROM docs_content WHERE EXISTS (WITH docs_content AS (SELECT 1) SELECT 1 FROM docs_content)",
        "SELECT * FROM sqlite_schema, (WITH sqlite_schema AS (SELECT 1) SELECT * FROM sqlite_schema) AS x",
        "SELECT (WITH secret AS (SELECT 1) SELECT * FROM secret) FROM secret",
        "WITH secret AS (SELECT * FROM secret) SELECT * FROM secret",
        "WITH a AS (SELECT * FROM b), b AS (SELECT 1) SELECT * FROM a",
    ];
    for sql in hidden {
        let fault = restricted(sql, Dialect::Sqlite).expect_err(sql);
        assert!(fault.to_string().contains("is not a table that is known"), "{sql}: {fault}");
    }
    let open = [
        "WITH a AS (SELECT 1 AS n), b AS (SELECT * FROM a) SELECT * FROM a JOIN b ON a.n = b.n WHERE a.n IN (SELECT n FROM a)",
        "WITH RECURSIVE t AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM t WHERE n < 5) SELECT n FROM t",
        "SELECT * FROM (WITH a AS (SELECT 1) SELECT * FROM a) AS x",
    ];
    for sql in open {
        restricted(sql, Dialect::Sqlite).unwrap_or_else(|fault| panic!("{sql}: {fault}"));
    }
}

#[test]
fn a_view_that_does_not_show_the_column_is_refused() {
    let table = |name: &str, view: bool, columns: &[&str]| Table {
        name: name.to_owned(),
        columns: columns.iter().map(|name| Column { name: (*name).to_owned(), ..Column::default() }).collect(),
        view,
        ..Table::default()
    };
    let tables =
        [table("names", true, &["name"]), table("mine", true, &["name", "tenant"]), table("countries", false, &["code"])];
    let filter = TenantFilter { column: "tenant".to_owned(), value: json!("a") };
    let sent = |sql: &str| pure(sql, Dialect::Postgres, Some(&Tenancy::new(&filter, &tables, &["public"])));
    for sql in ["SELECT * FROM names", "SELECT * FROM public.names", "SELECT (SELECT count(*) FROM Names)"] {
        let fault = sent(sql).expect_err(sql);
        assert!(fault.to_string().contains("view without the column tenant"), "{sql}: {fault}");
    }
    sent("SELECT * FROM mine, countries").expect("one shows the column, the other is a table");
}

#[test]
fn no_function_of_the_database_is_reached_by_a_point() {
    for dialect in [Dialect::Postgres, Dialect::Redshift] {
        for sql in [
            "SELECT o.sumx FROM orders o", "SELECT orders.sumx FROM orders", "SELECT (o).sumx FROM orders o",
            "SELECT lower(o) FROM orders o", "SELECT lower(orders) FROM orders", "SELECT lower((o)) FROM orders o",
            "SELECT o + 1 FROM orders o", "SELECT o::text FROM orders o", "SELECT lower((SELECT o FROM orders o))",
        ] {
            assert!(restricted(sql, dialect).is_err(), "{sql}");
        }
        for sql in [
            "SELECT o.id, x.n FROM orders o JOIN (SELECT id, count(*) AS n FROM customers GROUP BY id) x ON x.id = o.id",
            "SELECT x.count FROM (SELECT count(*) FROM orders) x",
            "WITH a (k) AS (SELECT id FROM orders) SELECT a.k, lower(a.k) FROM a",
            "SELECT id, count(*) AS orders FROM orders GROUP BY id ORDER BY orders DESC",
        ] {
            restricted(sql, dialect).unwrap_or_else(|fault| panic!("{sql}: {fault}"));
        }
    }
}

#[test]
fn mysql_calls_nothing_that_may_be_its_owners_under_a_filter() {
    let filter = TenantFilter { column: "tenant".into(), value: json!("acme") };
    let tables = tables();
    for (own, sql, passes) in [
        (&[][..], "SELECT lower(name) FROM customers", true),
        (&["other"], "SELECT lower(name) FROM customers", true),
        (&["Lower"], "SELECT LOWER(name) FROM customers", false),
        // It takes names that differ in accents for the same.
        (&["l\u{f3}wer"], "SELECT lower(name) FROM customers", false),
        (&["l\u{f3}wer"], "SELECT name FROM customers", true),
    ] {
        let tenancy = Tenancy::new(&filter, &tables, &[]).without_functions(own.iter().copied());
        let judged = pure(sql, Dialect::Mysql, Some(&tenancy));
        assert_eq!(judged.is_ok(), passes, "{own:?}: {sql}: {judged:?}");
    }
}
