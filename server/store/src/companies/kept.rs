//! Whom a person was shown, what they think of it, and what others may be answered from.

use crate::{
    Store,
    columns::{At, count, text},
    faults::fault,
    pools::{change, read},
};
use domain::{
    StoreFault,
    companies::{CachedSearch, CompanyRating, SeenCompany},
};
use protocol::{CompanySearchId, TenantId, Timestamp, UserId};
use sqlx::QueryBuilder;
use std::ops::Range;
use uuid::Uuid;

/// What one person thinks of companies is read up to so many.
const RATINGS: i64 = 1_000;
/// Ids that are looked up with one statement.
const AT_ONCE: usize = 500;

const SEEN: &str = "SELECT tenant_id, user_id, entity_id, name, place, first_seen_at, last_seen_at, last_evidence_date, \
    last_evidence_url FROM discovery_entity_history WHERE tenant_id = ";

#[derive(sqlx_macros::FromRow)]
struct SeenRecord {
    tenant_id: Uuid,
    user_id: Uuid,
    entity_id: String,
    name: String,
    place: String,
    first_seen_at: At,
    last_seen_at: At,
    last_evidence_date: Option<String>,
    last_evidence_url: Option<String>,
}

impl From<SeenRecord> for SeenCompany {
    fn from(record: SeenRecord) -> Self {
        Self {
            tenant: TenantId(record.tenant_id),
            user: UserId(record.user_id),
            entity: record.entity_id,
            name: record.name,
            place: record.place,
            first_seen_at: record.first_seen_at.0,
            last_seen_at: record.last_seen_at.0,
            last_evidence_date: record.last_evidence_date,
            last_evidence_url: record.last_evidence_url,
        }
    }
}

#[derive(sqlx_macros::FromRow)]
struct CachedRecord {
    tenant_id: Uuid,
    key: String,
    search_id: Uuid,
    warmed: bool,
    uses: i32,
    created_at: At,
    expires_at: At,
}

impl CachedRecord {
    fn row(self) -> Result<CachedSearch, StoreFault> {
        Ok(CachedSearch {
            tenant: TenantId(self.tenant_id),
            key: self.key,
            search: CompanySearchId(self.search_id),
            warmed: self.warmed,
            uses: count(self.uses)?,
            created_at: self.created_at.0,
            expires_at: self.expires_at.0,
        })
    }
}

#[derive(sqlx_macros::FromRow)]
struct RatingRecord {
    tenant_id: Uuid,
    user_id: Uuid,
    entity_id: String,
    name: String,
    rating: String,
    comment: Option<String>,
    at: At,
}

impl Store {
    pub(super) async fn list_seen_companies(
        &self,
        tenant: TenantId,
        user: UserId,
        limit: u32,
        before: Option<(Timestamp, String)>,
    ) -> Result<Vec<SeenCompany>, StoreFault> {
        let records: Vec<SeenRecord> = read!(self, |on| {
            let mut sql = QueryBuilder::new(SEEN);
            sql.push_bind(tenant.0).push(" AND user_id = ").push_bind(user.0);
            if let Some((at, entity)) = before {
                sql.push(" AND (last_seen_at, entity_id) < (").push_bind(At(at)).push(", ").push_bind(entity).push(")");
            }
            sql.push(" ORDER BY last_seen_at DESC, entity_id DESC LIMIT ").push_bind(i64::from(limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        Ok(records.into_iter().map(SeenCompany::from).collect())
    }

    pub(super) async fn find_seen_companies(
        &self,
        tenant: TenantId,
        user: UserId,
        entities: &[String],
    ) -> Result<Vec<SeenCompany>, StoreFault> {
        let mut seen = Vec::new();
        for some in entities.chunks(AT_ONCE) {
            let records: Vec<SeenRecord> = read!(self, |on| {
                let mut sql = QueryBuilder::new(SEEN);
                sql.push_bind(tenant.0).push(" AND user_id = ").push_bind(user.0).push(" AND entity_id IN (");
                let mut list = sql.separated(", ");
                for entity in some {
                    list.push_bind(text(entity).into_owned());
                }
                sql.push(")");
                sql.build_query_as().fetch_all(on).await.map_err(fault)?
            });
            seen.extend(records.into_iter().map(SeenCompany::from));
        }
        Ok(seen)
    }

    pub(super) async fn find_cached_search(
        &self,
        tenant: TenantId,
        key: &str,
        now: Timestamp,
    ) -> Result<Option<CachedSearch>, StoreFault> {
        const SQL: &str = "SELECT tenant_id, key, search_id, warmed, uses, created_at, expires_at FROM company_search_cache \
            WHERE tenant_id = $1 AND key = $2 AND expires_at > $3";
        let record: Option<CachedRecord> = read!(self, |on| {
            sqlx::query_as(SQL).bind(tenant.0).bind(key).bind(At(now)).fetch_optional(on).await.map_err(fault)?
        });
        record.map(CachedRecord::row).transpose()
    }

    pub(super) async fn list_popular_searches(
        &self,
        uses: u32,
        expiring: Range<Timestamp>,
        limit: u32,
    ) -> Result<Vec<CachedSearch>, StoreFault> {
        const SQL: &str = "SELECT tenant_id, key, search_id, warmed, uses, created_at, expires_at \
            FROM company_search_cache WHERE uses >= $1 AND expires_at > $2 AND expires_at < $3 ORDER BY expires_at LIMIT $4";
        let uses = i32::try_from(uses).unwrap_or(i32::MAX);
        let records: Vec<CachedRecord> = read!(self, |on| {
            let query = sqlx::query_as(SQL).bind(uses).bind(At(expiring.start)).bind(At(expiring.end));
            query.bind(i64::from(limit)).fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(CachedRecord::row).collect()
    }

    pub(super) async fn put_company_rating(&self, row: CompanyRating) -> Result<(), StoreFault> {
        const SQL: &str = "INSERT INTO company_feedback (tenant_id, user_id, entity_id, name, rating, comment, at) \
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (user_id, entity_id) \
            DO UPDATE SET name = excluded.name, rating = excluded.rating, comment = excluded.comment, at = excluded.at";
        change!(self, |on| {
            let query = sqlx::query(SQL).bind(row.tenant.0).bind(row.user.0).bind(text(&row.entity)).bind(text(&row.name));
            let query = query.bind(if row.like { "like" } else { "dislike" }).bind(row.comment.as_deref().map(text));
            query.bind(At(row.at)).execute(on).await.map_err(fault)?;
        });
        Ok(())
    }

    pub(super) async fn delete_company_rating(&self, tenant: TenantId, user: UserId, entity: &str) -> Result<bool, StoreFault> {
        const SQL: &str = "DELETE FROM company_feedback WHERE tenant_id = $1 AND user_id = $2 AND entity_id = $3";
        Ok(change!(self, |on| {
            let query = sqlx::query(SQL).bind(tenant.0).bind(user.0).bind(text(entity));
            query.execute(on).await.map_err(fault)?.rows_affected() == 1
        }))
    }

    pub(super) async fn list_company_ratings(&self, tenant: TenantId, user: UserId) -> Result<Vec<CompanyRating>, StoreFault> {
        const SQL: &str = "SELECT tenant_id, user_id, entity_id, name, rating, comment, at FROM company_feedback \
            WHERE tenant_id = $1 AND user_id = $2 ORDER BY at DESC, entity_id LIMIT $3";
        let records: Vec<RatingRecord> = read!(self, |on| {
            sqlx::query_as(SQL).bind(tenant.0).bind(user.0).bind(RATINGS).fetch_all(on).await.map_err(fault)?
        });
        let row = |record: RatingRecord| CompanyRating {
            tenant: TenantId(record.tenant_id),
            user: UserId(record.user_id),
            entity: record.entity_id,
            name: record.name,
            like: record.rating == "like",
            comment: record.comment,
            at: record.at.0,
        };
        Ok(records.into_iter().map(row).collect())
    }
}
