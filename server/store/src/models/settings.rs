//! `model_settings`.

use crate::{
    Store,
    columns::At,
    faults::fault,
    pools::{change, read},
};
use domain::{StoreFault, models::ModelSettings};
use protocol::{TenantId, Timestamp, UserId};
use serde_json::Value;
use sqlx::types::Json;

impl Store {
    pub(super) async fn read_model_settings(&self, tenant: TenantId) -> Result<Option<ModelSettings>, StoreFault> {
        const SQL: &str = "SELECT settings FROM model_settings WHERE tenant_id = $1";
        let kept: Option<Json<Value>> =
            read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).fetch_optional(on).await.map_err(fault)?);
        kept.map(|Json(kept)| serde_json::from_value(kept).map_err(|error| StoreFault::Corrupt(error.to_string()))).transpose()
    }

    pub(super) async fn write_model_settings(
        &self,
        tenant: TenantId,
        settings: &ModelSettings,
        by: UserId,
        now: Timestamp,
    ) -> Result<(), StoreFault> {
        const SQL: &str = "INSERT INTO model_settings (tenant_id, settings, updated_by, updated_at) VALUES ($1, $2, $3, $4) \
            ON CONFLICT (tenant_id) DO UPDATE \
            SET settings = excluded.settings, updated_by = excluded.updated_by, updated_at = excluded.updated_at";
        change!(self, |on| {
            let query = sqlx::query(SQL).bind(tenant.0).bind(Json(settings)).bind(by.0).bind(At(now));
            query.execute(on).await.map_err(fault)?;
        });
        Ok(())
    }
}
