//! Records in a ledger each query and its outcome.

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
    /// What was handed out, or the fault.
    pub outcome: Result<HandedOut, WarehouseFault>,
}

/// How much an answer was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandedOut {
    pub rows: u64,
    pub bytes: u64,
    pub billed_bytes: Option<u64>,
}

impl HandedOut {
    #[must_use]
    pub const fn from_rows(rows: &Rows) -> Self {
        Self { rows: rows.rows.len() as u64, bytes: rows.bytes, billed_bytes: rows.billed_bytes }
    }
}

pub struct Audit(pub Arc<dyn Ledger>);

#[async_trait]
impl Middleware for Audit {
    async fn query(&self, query: Query, next: Next<'_>) -> Result<Rows, WarehouseFault> {
        let mut open = Open { ledger: self.0.clone(), sql: Some(query.sql.clone()), began: Instant::now() };
        let answer = next.run(query).await;
        let outcome = answer.as_ref().map(HandedOut::from_rows).map_err(Clone::clone);
        if let Some(entry) = open.closed(outcome) {
            self.0.enter(entry).await;
        }
        answer
    }
}

/// A query without an end yet. One that nobody waits for any more is entered all the same.
struct Open {
    ledger: Arc<dyn Ledger>,
    sql: Option<String>,
    began: Instant,
}

impl Open {
    fn closed(&mut self, outcome: Result<HandedOut, WarehouseFault>) -> Option<Entry> {
        let elapsed_ms = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        Some(Entry { sql: self.sql.take()?, elapsed_ms, outcome })
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        let given_up = Err(WarehouseFault::Limit("nobody waited for the answer".to_owned()));
        let (Some(entry), Ok(runtime)) = (self.closed(given_up), tokio::runtime::Handle::try_current()) else { return };
        let ledger = self.ledger.clone();
        runtime.spawn(async move { ledger.enter(entry).await });
    }
}
