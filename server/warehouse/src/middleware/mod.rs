//! What stands between whoever asks and the database (seed 002, warehouse middleware). A custom build adds its own to the chain.

mod audit;
mod ceiling;
mod cost;
mod tenant;

pub use audit::{Audit, Entry, HandedOut, Ledger};
pub use ceiling::Ceiling;
pub use cost::{Budget, Cost};
pub use tenant::Tenant;

use async_trait::async_trait;
use domain::tools::{
    catalog::{Table, TableProfile},
    warehouse::{Dialect, GivenRows, QueryLimits, Rows, Warehouse, WarehouseFault},
};
use std::sync::Arc;
use tracing::{Instrument as _, field::Empty};

/// One query on its way to the database.
#[derive(Clone, Debug)]
pub struct Query {
    pub sql: String,
    pub limits: QueryLimits,
    pub dialect: Dialect,
    /// Tables that it brings along.
    pub tables: Vec<GivenRows>,
}

/// May change a query, refuse it, or look at its answer. What it lets through still meets the guard.
#[async_trait]
pub trait Middleware: Send + Sync {
    async fn query(&self, query: Query, next: Next<'_>) -> Result<Rows, WarehouseFault>;
}

/// The rest of the chain and the database behind it.
pub struct Next<'a> {
    rest: &'a [Arc<dyn Middleware>],
    inner: &'a dyn Warehouse,
}

impl Next<'_> {
    /// Hands the query on.
    pub async fn run(self, query: Query) -> Result<Rows, WarehouseFault> {
        match self.rest.split_first() {
            Some((first, rest)) => first.query(query, Next { rest, inner: self.inner }).await,
            None => self.inner.query_with(&query.sql, query.tables, &query.limits).await,
        }
    }
}

/// A database behind a chain; the first of the chain sees a query first.
pub fn layered(inner: Arc<dyn Warehouse>, chain: Vec<Arc<dyn Middleware>>) -> Arc<dyn Warehouse> {
    if chain.is_empty() { inner } else { Arc::new(Layered { inner, chain }) }
}

struct Layered {
    inner: Arc<dyn Warehouse>,
    chain: Vec<Arc<dyn Middleware>>,
}

#[async_trait]
impl Warehouse for Layered {
    fn dialect(&self) -> Dialect {
        self.inner.dialect()
    }

    async fn test(&self) -> Result<(), WarehouseFault> {
        self.inner.test().await
    }

    async fn tables(&self) -> Result<Vec<Table>, WarehouseFault> {
        self.inner.tables().await
    }

    async fn query(&self, sql: &str, limits: &QueryLimits) -> Result<Rows, WarehouseFault> {
        self.query_with(sql, Vec::new(), limits).await
    }

    async fn query_with(&self, sql: &str, tables: Vec<GivenRows>, limits: &QueryLimits) -> Result<Rows, WarehouseFault> {
        let dialect = self.dialect();
        let span = tracing::info_span!(target: domain::traces::TARGET, "query", ?dialect, rows = Empty, outcome = Empty);
        let query = Query { sql: sql.to_owned(), limits: limits.clone(), dialect, tables };
        let answered = Next { rest: &self.chain, inner: &*self.inner }.run(query).instrument(span.clone()).await;
        if let Ok(rows) = &answered {
            span.record("rows", rows.rows.len());
        }
        span.record("outcome", if answered.is_ok() { "ok" } else { "failed" });
        answered
    }

    async fn profile(&self, table: &str) -> Result<TableProfile, WarehouseFault> {
        self.inner.profile(table).await
    }
}
