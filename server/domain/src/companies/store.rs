//! What is kept of searches for companies, and the port to it.

use super::{CompanySearch, PlaceStore};
use crate::{
    StoreFault,
    account::{AuditEntry, PageQuery},
    runs::Kept,
};
use async_trait::async_trait;
use protocol::{CompanySearchId, TenantId, Timestamp, UserId, companies::CompanyRequest, work::WorkStatus};
use serde_json::Value;
use std::ops::Range;

/// Stored with every append of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchRows {
    pub row: SearchRow,
    /// Parts of the trace.
    pub kept: Vec<Kept>,
    pub seen: Vec<SeenCompany>,
    pub cached: Option<CachedSearch>,
    /// The key of the cache that it was answered from: it was used once more.
    pub used: Option<String>,
}

/// A search as lists show it: `company_searches`.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchRow {
    pub id: CompanySearchId,
    pub tenant: TenantId,
    pub user: UserId,
    pub request_id: String,
    pub request: CompanyRequest,
    pub status: WorkStatus,
    pub error: Option<String>,
    pub queries: u32,
    pub candidates: u32,
    pub companies: u32,
    pub rejected: u32,
    pub cached: bool,
    /// Begun by the server for those who will ask the same.
    pub warming: bool,
    /// US dollars so far.
    pub usd: f64,
    pub created_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    pub updated_at: Timestamp,
    /// As it was answered; none before, and in lists.
    pub response: Option<Value>,
}

impl SearchRow {
    #[must_use]
    pub fn new(search: &CompanySearch) -> Self {
        let view = &search.view;
        Self {
            id: view.id,
            tenant: search.tenant,
            user: view.by,
            request_id: view.request_id.clone(),
            request: view.request.clone(),
            status: view.work.status,
            error: view.error.clone(),
            queries: u32::try_from(view.queries.len()).unwrap_or(u32::MAX),
            candidates: view.candidates,
            companies: view.companies,
            rejected: view.rejected,
            cached: view.plan.cached,
            warming: view.plan.warming,
            usd: view.layers.iter().map(|layer| layer.cost.usd).sum(),
            created_at: view.work.requested_at,
            finished_at: view.finished_at,
            updated_at: view.work.updated_at,
            response: None,
        }
    }
}

/// A company that somebody was shown: `discovery_entity_history`. One for each person and company.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeenCompany {
    pub tenant: TenantId,
    pub user: UserId,
    pub entity: String,
    pub name: String,
    pub place: String,
    pub first_seen_at: Timestamp,
    pub last_seen_at: Timestamp,
    /// `YYYY-MM-DD`: the newest that was shown.
    pub last_evidence_date: Option<String>,
    pub last_evidence_url: Option<String>,
}

/// A search whose texts others may go on from: `company_search_cache`.
#[derive(Clone, Debug, PartialEq)]
pub struct CachedSearch {
    pub tenant: TenantId,
    pub key: String,
    /// Whose trace has what was found.
    pub search: CompanySearchId,
    /// It was made in the background.
    pub warmed: bool,
    pub created_at: Timestamp,
    pub expires_at: Timestamp,
    /// How often it was asked for since it was first made.
    pub uses: u32,
}

/// What somebody thinks of a company: `company_feedback`. One for each person and company.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompanyRating {
    pub tenant: TenantId,
    pub user: UserId,
    pub entity: String,
    pub name: String,
    pub like: bool,
    pub comment: Option<String>,
    pub at: Timestamp,
}

/// Keeps searches. Every method takes the tenant, and another tenant's search is simply not there.
#[async_trait]
pub trait CompanyStore: PlaceStore {
    /// With its response.
    async fn company_search(&self, tenant: TenantId, id: CompanySearchId) -> Result<Option<SearchRow>, StoreFault>;
    /// The one that this person called so, with its response.
    async fn company_search_named(
        &self,
        tenant: TenantId,
        user: UserId,
        request_id: &str,
    ) -> Result<Option<SearchRow>, StoreFault>;
    /// Newest first, of one person or of all, without responses.
    async fn company_searches(
        &self,
        tenant: TenantId,
        user: Option<UserId>,
        page: PageQuery,
    ) -> Result<Vec<SearchRow>, StoreFault>;
    /// The version of a person's list: equal as long as none was started, went on or was removed.
    async fn company_searches_version(&self, tenant: TenantId, user: UserId) -> Result<String, StoreFault>;
    /// Searches of a person that are not over.
    async fn open_company_searches(&self, tenant: TenantId, user: UserId) -> Result<u32, StoreFault>;
    async fn company_trace(&self, tenant: TenantId, id: CompanySearchId) -> Result<Vec<Kept>, StoreFault>;
    /// Last seen first.
    async fn seen_companies(
        &self,
        tenant: TenantId,
        user: UserId,
        limit: u32,
        before: Option<(Timestamp, String)>,
    ) -> Result<Vec<SeenCompany>, StoreFault>;
    /// Those of these that the person was shown.
    async fn seen_of(&self, tenant: TenantId, user: UserId, entities: &[String]) -> Result<Vec<SeenCompany>, StoreFault>;
    /// What is kept under a key and has not expired. Its use is counted with the search that goes on from it: [`SearchRows::used`].
    async fn cached_search(&self, tenant: TenantId, key: &str, now: Timestamp) -> Result<Option<CachedSearch>, StoreFault>;
    /// Of all tenants: what was asked for at least so often and expires in that time, the first to expire first.
    async fn popular_searches(&self, uses: u32, expiring: Range<Timestamp>, limit: u32) -> Result<Vec<CachedSearch>, StoreFault>;
    /// The tenant's settings of flags, by name: JSON as [`super::flags`] reads it.
    async fn company_flags(&self, tenant: TenantId) -> Result<Value, StoreFault>;
    async fn save_company_flags(
        &self,
        tenant: TenantId,
        flags: &Value,
        by: UserId,
        now: Timestamp,
        audit: AuditEntry,
    ) -> Result<(), StoreFault>;
    async fn rate_company(&self, row: CompanyRating) -> Result<(), StoreFault>;
    /// Takes a rating back. False if there was none.
    async fn unrate_company(&self, tenant: TenantId, user: UserId, entity: &str) -> Result<bool, StoreFault>;
    async fn company_ratings(&self, tenant: TenantId, user: UserId) -> Result<Vec<CompanyRating>, StoreFault>;
}
