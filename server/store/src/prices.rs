//! What a tenant pays for databases and searches: `price_lists`.

use crate::{
    Store,
    accounts::log,
    columns::At,
    faults::fault,
    pools::{read, transaction},
};
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::AuditEntry,
    runs::prices::{PriceList, PriceStore},
};
use protocol::{TenantId, Timestamp, UserId};
use serde_json::Value;
use sqlx::types::Json;

#[async_trait]
impl PriceStore for Store {
    async fn prices(&self, tenant: TenantId) -> Result<Option<PriceList>, StoreFault> {
        const SQL: &str = "SELECT prices FROM price_lists WHERE tenant_id = $1";
        let kept: Option<Json<Value>> =
            read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).fetch_optional(on).await.map_err(fault)?);
        kept.map(|Json(kept)| serde_json::from_value(kept).map_err(|error| StoreFault::Corrupt(error.to_string()))).transpose()
    }

    async fn save_prices(
        &self,
        tenant: TenantId,
        prices: &PriceList,
        by: UserId,
        now: Timestamp,
        audit: AuditEntry,
    ) -> Result<(), StoreFault> {
        const SQL: &str = "INSERT INTO price_lists (tenant_id, prices, updated_by, updated_at) VALUES ($1, $2, $3, $4) \
            ON CONFLICT (tenant_id) DO UPDATE \
            SET prices = excluded.prices, updated_by = excluded.updated_by, updated_at = excluded.updated_at";
        transaction!(self.pools(), |on, _dialect| {
            let query = sqlx::query(SQL).bind(tenant.0).bind(Json(prices)).bind(by.0).bind(At(now));
            query.execute(&mut *on).await.map_err(fault)?;
            log!(&mut *on, audit);
        });
        Ok(())
    }

    async fn clear_prices(&self, tenant: TenantId, audit: AuditEntry) -> Result<(), StoreFault> {
        const SQL: &str = "DELETE FROM price_lists WHERE tenant_id = $1";
        transaction!(self.pools(), |on, _dialect| {
            sqlx::query(SQL).bind(tenant.0).execute(&mut *on).await.map_err(fault)?;
            log!(&mut *on, audit);
        });
        Ok(())
    }
}
