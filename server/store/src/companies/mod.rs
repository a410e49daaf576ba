//! Searches for companies: `company_searches` with their trace, `discovery_entity_history`, the cache, feedback and flags.

mod appended;
mod kept;
mod listing;
mod places;
mod schedules;

pub(crate) use appended::{statements, uses};

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
    account::{AuditEntry, PageQuery},
    companies::{CachedSearch, CompanyRating, CompanyStore, SearchRow, SeenCompany},
    runs::Kept,
};
use protocol::{CompanySearchId, TenantId, Timestamp, UserId};
use serde_json::Value;
use sqlx::types::Json;
use std::ops::Range;

/// Reads what was written as JSON.
pub(super) fn parsed<T: serde::de::DeserializeOwned>(of: Json<Value>) -> Result<T, StoreFault> {
    serde_json::from_value(of.0).map_err(|error| StoreFault::Corrupt(error.to_string()))
}

#[async_trait]
impl CompanyStore for Store {
    async fn company_search(&self, tenant: TenantId, id: CompanySearchId) -> Result<Option<SearchRow>, StoreFault> {
        self.find_company_search(tenant, id).await
    }

    async fn company_search_named(
        &self,
        tenant: TenantId,
        user: UserId,
        request_id: &str,
    ) -> Result<Option<SearchRow>, StoreFault> {
        self.find_company_search_named(tenant, user, request_id).await
    }

    async fn company_searches(
        &self,
        tenant: TenantId,
        user: Option<UserId>,
        page: PageQuery,
    ) -> Result<Vec<SearchRow>, StoreFault> {
        self.list_company_searches(tenant, user, page).await
    }

    async fn company_searches_version(&self, tenant: TenantId, user: UserId) -> Result<String, StoreFault> {
        const SQL: &str = "SELECT COUNT(*), CAST(COALESCE(SUM(seq), 0) AS BIGINT) FROM streams \
            WHERE tenant_id = $1 AND owner_id = $2 AND kind = 'search'";
        let (count, seq): (i64, i64) =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(user.0).fetch_one(on).await.map_err(fault)?);
        Ok(format!("{count}:{seq}"))
    }

    async fn open_company_searches(&self, tenant: TenantId, user: UserId) -> Result<u32, StoreFault> {
        const SQL: &str = "SELECT COUNT(*) FROM streams WHERE tenant_id = $1 AND owner_id = $2 AND kind = 'search' AND open";
        let open: i64 =
            read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).bind(user.0).fetch_one(on).await.map_err(fault)?);
        crate::columns::count(open)
    }

    async fn company_trace(&self, tenant: TenantId, id: CompanySearchId) -> Result<Vec<Kept>, StoreFault> {
        const SQL: &str = "SELECT name, value FROM company_search_trace WHERE tenant_id = $1 AND search_id = $2 ORDER BY name";
        let kept: Vec<(String, Json<Value>)> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(id.0).fetch_all(on).await.map_err(fault)?);
        Ok(kept.into_iter().map(|(name, value)| Kept { name, value: value.0 }).collect())
    }

    async fn seen_companies(
        &self,
        tenant: TenantId,
        user: UserId,
        limit: u32,
        before: Option<(Timestamp, String)>,
    ) -> Result<Vec<SeenCompany>, StoreFault> {
        self.list_seen_companies(tenant, user, limit, before).await
    }

    async fn seen_of(&self, tenant: TenantId, user: UserId, entities: &[String]) -> Result<Vec<SeenCompany>, StoreFault> {
        self.find_seen_companies(tenant, user, entities).await
    }

    async fn cached_search(&self, tenant: TenantId, key: &str, now: Timestamp) -> Result<Option<CachedSearch>, StoreFault> {
        self.find_cached_search(tenant, key, now).await
    }

    async fn popular_searches(&self, uses: u32, expiring: Range<Timestamp>, limit: u32) -> Result<Vec<CachedSearch>, StoreFault> {
        self.list_popular_searches(uses, expiring, limit).await
    }

    async fn company_flags(&self, tenant: TenantId) -> Result<Value, StoreFault> {
        const SQL: &str = "SELECT flags FROM company_flags WHERE tenant_id = $1";
        let kept: Option<Json<Value>> =
            read!(self, |on| sqlx::query_scalar(SQL).bind(tenant.0).fetch_optional(on).await.map_err(fault)?);
        Ok(kept.map_or_else(|| Value::Object(serde_json::Map::new()), |kept| kept.0))
    }

    async fn save_company_flags(
        &self,
        tenant: TenantId,
        flags: &Value,
        by: UserId,
        now: Timestamp,
        audit: AuditEntry,
    ) -> Result<(), StoreFault> {
        const SQL: &str = "INSERT INTO company_flags (tenant_id, flags, updated_by, updated_at) VALUES ($1, $2, $3, $4) \
            ON CONFLICT (tenant_id) DO UPDATE \
            SET flags = excluded.flags, updated_by = excluded.updated_by, updated_at = excluded.updated_at";
        transaction!(self.pools(), |on, _dialect| {
            let query = sqlx::query(SQL).bind(tenant.0).bind(Json(flags)).bind(by.0).bind(At(now));
            query.execute(&mut *on).await.map_err(fault)?;
            log!(&mut *on, audit);
        });
        Ok(())
    }

    async fn rate_company(&self, row: CompanyRating) -> Result<(), StoreFault> {
        self.put_company_rating(row).await
    }

    async fn unrate_company(&self, tenant: TenantId, user: UserId, entity: &str) -> Result<bool, StoreFault> {
        self.delete_company_rating(tenant, user, entity).await
    }

    async fn company_ratings(&self, tenant: TenantId, user: UserId) -> Result<Vec<CompanyRating>, StoreFault> {
        self.list_company_ratings(tenant, user).await
    }
}
