//! Limits that no caller can exceed.

use super::{Middleware, Next, Query};
use async_trait::async_trait;
use domain::tools::warehouse::{QueryLimits, Rows, WarehouseFault};

/// The most that any query gets; its filter is not looked at.
pub struct Ceiling(pub QueryLimits);

#[async_trait]
impl Middleware for Ceiling {
    async fn query(&self, mut query: Query, next: Next<'_>) -> Result<Rows, WarehouseFault> {
        let limits = &mut query.limits;
        limits.rows = limits.rows.min(self.0.rows);
        limits.bytes = limits.bytes.min(self.0.bytes);
        limits.time = limits.time.min(self.0.time);
        next.run(query).await
    }
}
