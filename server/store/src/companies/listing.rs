//! Searches as lists and their own pages show them.

use super::parsed;
use crate::{
    Store,
    columns::{At, count, dollars, text, word},
    faults::fault,
    pools::read,
};
use domain::{StoreFault, account::PageQuery, companies::SearchRow};
use protocol::{CompanySearchId, TenantId, UserId};
use serde_json::Value;
use sqlx::{QueryBuilder, types::Json};
use uuid::Uuid;

const WHOLE: &str = "SELECT id, tenant_id, user_id, request_id, request, status, error, queries, candidates, companies, rejected, \
    cached, warming, cost_micros, response, created_at, finished_at, updated_at FROM company_searches WHERE tenant_id = ";
const LISTED: &str = "SELECT id, tenant_id, user_id, request_id, request, status, error, queries, candidates, companies, rejected, \
    cached, warming, cost_micros, NULL AS response, created_at, finished_at, updated_at FROM company_searches \
    WHERE NOT warming AND tenant_id = ";

#[derive(sqlx_macros::FromRow)]
struct SearchRecord {
    id: Uuid,
    tenant_id: Uuid,
    user_id: Uuid,
    request_id: String,
    request: Json<Value>,
    status: String,
    error: Option<String>,
    queries: i32,
    candidates: i32,
    companies: i32,
    rejected: i32,
    cached: bool,
    warming: bool,
    cost_micros: i64,
    response: Option<Json<Value>>,
    created_at: At,
    finished_at: Option<At>,
    updated_at: At,
}

impl SearchRecord {
    fn row(self) -> Result<SearchRow, StoreFault> {
        Ok(SearchRow {
            id: CompanySearchId(self.id),
            tenant: TenantId(self.tenant_id),
            user: UserId(self.user_id),
            request_id: self.request_id,
            request: parsed(self.request)?,
            status: word(&self.status)?,
            error: self.error,
            queries: count(self.queries)?,
            candidates: count(self.candidates)?,
            companies: count(self.companies)?,
            rejected: count(self.rejected)?,
            cached: self.cached,
            warming: self.warming,
            usd: dollars(self.cost_micros),
            created_at: self.created_at.0,
            finished_at: self.finished_at.map(|at| at.0),
            updated_at: self.updated_at.0,
            response: self.response.map(|response| response.0),
        })
    }
}

impl Store {
    pub(super) async fn find_company_search(
        &self,
        tenant: TenantId,
        id: CompanySearchId,
    ) -> Result<Option<SearchRow>, StoreFault> {
        let record: Option<SearchRecord> = read!(self, |on| {
            let mut sql = QueryBuilder::new(WHOLE);
            sql.push_bind(tenant.0).push(" AND id = ").push_bind(id.0);
            sql.build_query_as().fetch_optional(on).await.map_err(fault)?
        });
        record.map(SearchRecord::row).transpose()
    }

    pub(super) async fn find_company_search_named(
        &self,
        tenant: TenantId,
        user: UserId,
        request_id: &str,
    ) -> Result<Option<SearchRow>, StoreFault> {
        let record: Option<SearchRecord> = read!(self, |on| {
            let mut sql = QueryBuilder::new(WHOLE);
            sql.push_bind(tenant.0).push(" AND user_id = ").push_bind(user.0);
            sql.push(" AND request_id = ").push_bind(text(request_id).into_owned());
            sql.build_query_as().fetch_optional(on).await.map_err(fault)?
        });
        record.map(SearchRecord::row).transpose()
    }

    pub(super) async fn list_company_searches(
        &self,
        tenant: TenantId,
        user: Option<UserId>,
        page: PageQuery,
    ) -> Result<Vec<SearchRow>, StoreFault> {
        let records: Vec<SearchRecord> = read!(self, |on| {
            let mut sql = QueryBuilder::new(LISTED);
            sql.push_bind(tenant.0);
            if let Some(user) = user {
                sql.push(" AND user_id = ").push_bind(user.0);
            }
            if let Some((at, id)) = page.after {
                sql.push(" AND (created_at, id) < (").push_bind(At(at)).push(", ").push_bind(id).push(")");
            }
            sql.push(" ORDER BY created_at DESC, id DESC LIMIT ").push_bind(i64::from(page.limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(SearchRecord::row).collect()
    }
}
