//! Keeps what a run of queries costs within a budget.

use super::{Middleware, Next, Query};
use async_trait::async_trait;
use domain::tools::warehouse::{Rows, WarehouseFault};
use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant},
};

/// How much all queries through one [`Cost`] may take together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    pub queries: u64,
    pub time: Duration,
}

/// Make one for each run that has a budget of its own.
pub struct Cost {
    left: Mutex<Budget>,
}

impl Cost {
    #[must_use]
    pub const fn new(budget: Budget) -> Self {
        Self { left: Mutex::new(budget) }
    }

    #[must_use]
    pub fn left(&self) -> Budget {
        *self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut Budget)) {
        change(&mut self.left.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

#[async_trait]
impl Middleware for Cost {
    async fn query(&self, mut query: Query, next: Next<'_>) -> Result<Rows, WarehouseFault> {
        let left = self.left();
        if left.queries == 0 || left.time.is_zero() {
            return Err(WarehouseFault::Limit("the budget for queries is spent".to_owned()));
        }
        query.limits.time = query.limits.time.min(left.time);
        self.change(|left| left.queries = left.queries.saturating_sub(1));
        let spent = Spent { cost: self, began: Instant::now() };
        let answer = next.run(query).await;
        drop(spent);
        answer
    }
}

/// A query that is dropped has cost its time all the same.
struct Spent<'a> {
    cost: &'a Cost,
    began: Instant,
}

impl Drop for Spent<'_> {
    fn drop(&mut self) {
        let took = self.began.elapsed();
        self.cost.change(|left| left.time = left.time.saturating_sub(took));
    }
}
