//! Reads every table that has the column through the project's condition.

use super::{Middleware, Next, Query};
use async_trait::async_trait;
use domain::tools::warehouse::{Rows, TenantFilter, WarehouseFault};

/// Whoever asks, and whatever filter the caller named: this one holds.
pub struct Tenant(pub TenantFilter);

#[async_trait]
impl Middleware for Tenant {
    async fn query(&self, mut query: Query, next: Next<'_>) -> Result<Rows, WarehouseFault> {
        if query.limits.filter.as_ref().is_some_and(|named| *named != self.0) {
            return Err(WarehouseFault::Refused("the query comes with another tenant's filter than the project's".to_owned()));
        }
        query.limits.filter = Some(self.0.clone());
        next.run(query).await
    }
}
