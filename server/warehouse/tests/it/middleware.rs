//! The chain before a database: its own middleware, and one that a custom build adds.

use crate::ground::{seconds, sqlite_file};
use async_trait::async_trait;
use domain::tools::warehouse::{QueryLimits, Rows, TenantFilter, WarehouseFault};
use serde_json::json;
use std::{
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};
use warehouse::{
    ConnectionSettings, Options, SqliteSettings,
    middleware::{Audit, Budget, Ceiling, Cost, Entry, Ledger, Middleware, Next, Query, Tenant},
};

#[derive(Default)]
struct Book(Mutex<Vec<Entry>>);

#[async_trait]
impl Ledger for Book {
    async fn enter(&self, entry: Entry) {
        self.0.lock().unwrap().push(entry);
    }
}

/// What a custom build might add: some tables are nobody's business.
struct Governance;

#[async_trait]
impl Middleware for Governance {
    async fn query(&self, query: Query, next: Next<'_>) -> Result<Rows, WarehouseFault> {
        if query.sql.contains("salaries") {
            return Err(WarehouseFault::Refused("salaries are not looked at".to_owned()));
        }
        next.run(query).await
    }
}

async fn shop(chain: Vec<Arc<dyn Middleware>>) -> (Arc<dyn domain::tools::warehouse::Warehouse>, tempfile::TempDir) {
    let (folder, path) = sqlite_file(
        "CREATE TABLE t (n INT, tenant INT); INSERT INTO t VALUES (1, 1), (2, 1), (3, 2); CREATE TABLE salaries (n INT);",
    )
    .await;
    let options = Options { chain, ..Options::default() };
    (warehouse::open(&ConnectionSettings::Sqlite(SqliteSettings { path }), options).unwrap(), folder)
}

#[tokio::test]
async fn every_query_goes_through_the_chain_in_order() {
    let book = Arc::new(Book::default());
    let ceiling = Ceiling(QueryLimits { rows: 1, ..QueryLimits::default() });
    let (shop, _folder) = shop(vec![Arc::new(Audit(book.clone())), Arc::new(Governance), Arc::new(ceiling)]).await;
    let rows = shop.query("SELECT n FROM t", &QueryLimits::default()).await.unwrap();
    assert_eq!((rows.rows.len(), rows.truncated), (1, true));
    assert!(shop.query("SELECT * FROM salaries", &QueryLimits::default()).await.is_err());
    assert!(shop.query("DROP TABLE t", &QueryLimits::default()).await.is_err());
    let book = book.0.lock().unwrap();
    let outcomes: Vec<_> =
        book.iter().map(|entry| (entry.sql.as_str(), entry.outcome.as_ref().ok().map(|out| out.rows))).collect();
    assert_eq!(outcomes, [("SELECT n FROM t", Some(1)), ("SELECT * FROM salaries", None), ("DROP TABLE t", None)]);
}

#[tokio::test]
async fn what_nobody_waits_for_is_entered_too() {
    let book = Arc::new(Book::default());
    let (shop, _folder) = shop(vec![Arc::new(Audit(book.clone()))]).await;
    let endless = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n a, n b";
    let waited = tokio::time::timeout(Duration::from_millis(100), shop.query(endless, &QueryLimits::default())).await;
    assert!(waited.is_err());
    let until = Instant::now() + seconds(30);
    while book.0.lock().unwrap().is_empty() && Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let book = book.0.lock().unwrap();
    assert!(matches!(book.as_slice(), [Entry { outcome: Err(WarehouseFault::Limit(_)), .. }]), "{book:?}");
}

#[tokio::test]
async fn a_tenants_filter_cannot_be_replaced() {
    let filter = |tenant: i32| TenantFilter { column: "tenant".to_owned(), value: json!(tenant) };
    let (shop, _folder) = shop(vec![Arc::new(Tenant(filter(1)))]).await;
    let rows = shop.query("SELECT count(*) FROM t", &QueryLimits::default()).await.unwrap();
    assert_eq!(rows.rows, [[json!(2)]]);
    let other = QueryLimits { filter: Some(filter(2)), ..QueryLimits::default() };
    assert!(matches!(shop.query("SELECT count(*) FROM t", &other).await, Err(WarehouseFault::Refused(_))));
}

#[tokio::test]
async fn a_budget_ends() {
    let cost = Arc::new(Cost::new(Budget { queries: 2, time: Duration::from_secs(60) }));
    let (shop, _folder) = shop(vec![cost.clone()]).await;
    for _ in 0..2 {
        shop.query("SELECT 1", &QueryLimits::default()).await.unwrap();
    }
    assert!(matches!(shop.query("SELECT 1", &QueryLimits::default()).await, Err(WarehouseFault::Limit(_))));
    assert!(cost.left().time < Duration::from_secs(60));
}
