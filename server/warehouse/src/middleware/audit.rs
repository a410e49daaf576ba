//! Tells a ledger what was asked and what became of it.

use super::{Middleware, Next, Query};
use async_trait::async_trait;
use domain::tools::warehouse::{Rows, WarehouseFault};
use std::{sync::Arc, time::Instant};

/// Where audit entries go. It must not block for long: the answer waits for it.
#[async_trait]
pub trait Ledger: Send + Sync {
    async fn enter(&self, entry: Entry);
}

/// One query and its end. Says nothing of the values that were read.
#[derive(Clone, Debug)]
pub struct Entry {
    /// As the caller wrote it, before the guard.
    pub sql: String,
    pub elapsed_ms: u64,
    /// How many rows were handed out, or the fault.
    pub outcome: Result<usize, WarehouseFault>,
}

pub struct Audit(pub Arc<dyn Ledger>);

#[async_trait]
impl Middleware for Audit {
    async fn query(&self, query: Query, next: Next<'_>) -> Result<Rows, WarehouseFault> {
        let (began, sql) = (Instant::now(), query.sql.clone());
        let answer = next.run(query).await;
        let outcome = answer.as_ref().map(|rows| rows.rows.len()).map_err(Clone::clone);
        let elapsed_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        self.0.enter(Entry { sql, elapsed_ms, outcome }).await;
        answer
    }
}
