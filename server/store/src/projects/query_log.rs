//! `query_log` and `query_usage`.

use crate::{
    Store,
    columns::{At, count, text, word, word_of_kind},
    faults::fault,
    models::calls::day,
    pools::{newest_first, read, transaction},
};
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::PageQuery,
    tools::{QueryFilter, QueryLog, QueryOutcome, QueryRecord, QueryShare, QuerySum},
};
use protocol::{ProjectId, ProjectSourceId, TenantId, Timestamp, UserId};
use sqlx::QueryBuilder;
use uuid::Uuid;

const LINE: &str = "INSERT INTO query_log (id, tenant_id, project_id, source_id, source, user_id, sql_text, sql_sha256, outcome, \
    row_count, byte_count, billed_bytes, took_ms, detail, at, subject_kind, subject_id) \
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)";
const SUM: &str = "INSERT INTO query_usage (tenant_id, day, project_id, queries, failed, row_count, byte_count, billed_bytes, took_ms) \
    VALUES ($1, $2, $3, 1, $4, $5, $6, $7, $8) ON CONFLICT (tenant_id, day, project_id) DO UPDATE SET \
    queries = query_usage.queries + 1, failed = query_usage.failed + excluded.failed, \
    row_count = query_usage.row_count + excluded.row_count, byte_count = query_usage.byte_count + excluded.byte_count, \
    billed_bytes = query_usage.billed_bytes + excluded.billed_bytes, took_ms = query_usage.took_ms + excluded.took_ms";

#[derive(sqlx_macros::FromRow)]
struct Record {
    id: Uuid,
    tenant_id: Uuid,
    project_id: Uuid,
    source_id: Option<Uuid>,
    source: String,
    user_id: Option<Uuid>,
    sql_text: String,
    sql_sha256: String,
    outcome: String,
    row_count: i64,
    byte_count: i64,
    billed_bytes: Option<i64>,
    took_ms: i64,
    detail: String,
    at: At,
    subject_kind: Option<String>,
    subject_id: Option<Uuid>,
}

#[derive(sqlx_macros::FromRow)]
struct Day {
    day: String,
    queries: i64,
    failed: i64,
    row_count: i64,
    byte_count: i64,
    billed_bytes: i64,
    took_ms: i64,
}

#[derive(sqlx_macros::FromRow)]
struct Share {
    project_id: Uuid,
    user_id: Option<Uuid>,
    queries: i64,
    failed: i64,
    row_count: i64,
    took_ms: i64,
}

impl Share {
    fn row(self) -> Result<QueryShare, StoreFault> {
        Ok(QueryShare {
            project: ProjectId(self.project_id),
            user: self.user_id.map(UserId),
            queries: count(self.queries)?,
            failed: count(self.failed)?,
            rows: count(self.row_count)?,
            took_ms: count(self.took_ms)?,
        })
    }
}

#[async_trait]
impl QueryLog for Store {
    async fn log_query(&self, record: QueryRecord) -> Result<(), StoreFault> {
        let most = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        transaction!(self.pools(), |on, _dialect| {
            sqlx::query(LINE)
                .bind(record.id)
                .bind(record.tenant.0)
                .bind(record.project.0)
                .bind(record.source.map(|source| source.0))
                .bind(text(&record.source_name))
                .bind(record.user.map(|user| user.0))
                .bind(text(&record.sql))
                .bind(text(&record.sha256))
                .bind(record.outcome.name())
                .bind(most(record.rows))
                .bind(most(record.bytes))
                .bind(record.billed_bytes.map(most))
                .bind(most(record.took_ms))
                .bind(text(&record.detail))
                .bind(At(record.at))
                .bind(record.subject.map(|(kind, _)| kind.name()))
                .bind(record.subject.map(|(_, id)| id))
                .execute(&mut *on)
                .await
                .map_err(fault)?;
            sqlx::query(SUM)
                .bind(record.tenant.0)
                .bind(day(record.at))
                .bind(record.project.0)
                .bind(i64::from(record.outcome != QueryOutcome::Done))
                .bind(most(record.rows))
                .bind(most(record.bytes))
                .bind(most(record.billed_bytes.unwrap_or_default()))
                .bind(most(record.took_ms))
                .execute(&mut *on)
                .await
                .map_err(fault)?;
        });
        Ok(())
    }

    async fn logged_queries(
        &self,
        tenant: TenantId,
        which: QueryFilter,
        page: PageQuery,
    ) -> Result<Vec<QueryRecord>, StoreFault> {
        const SQL: &str = "SELECT id, tenant_id, project_id, source_id, source, user_id, sql_text, sql_sha256, outcome, \
            row_count, byte_count, billed_bytes, took_ms, detail, at, subject_kind, subject_id FROM query_log WHERE tenant_id = ";
        let records: Vec<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(SQL);
            sql.push_bind(tenant.0);
            if let Some(project) = which.project {
                sql.push(" AND project_id = ").push_bind(project.0);
            }
            if let Some(user) = which.user {
                sql.push(" AND user_id = ").push_bind(user.0);
            }
            if let Some(outcome) = which.outcome {
                sql.push(" AND outcome = ").push_bind(outcome.name());
            }
            if let Some(subject) = which.subject {
                sql.push(" AND subject_id = ").push_bind(subject);
            }
            newest_first!(sql, "at", page);
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(Record::row).collect()
    }

    async fn query_days(
        &self,
        tenant: TenantId,
        project: Option<ProjectId>,
        after: Option<String>,
        limit: u32,
    ) -> Result<Vec<QuerySum>, StoreFault> {
        const SQL: &str = "SELECT day, CAST(SUM(queries) AS BIGINT) AS queries, CAST(SUM(failed) AS BIGINT) AS failed, \
            CAST(SUM(row_count) AS BIGINT) AS row_count, CAST(SUM(byte_count) AS BIGINT) AS byte_count, \
            CAST(SUM(billed_bytes) AS BIGINT) AS billed_bytes, CAST(SUM(took_ms) AS BIGINT) AS took_ms \
            FROM query_usage WHERE tenant_id = ";
        let days: Vec<Day> = read!(self, |on| {
            let mut sql = QueryBuilder::new(SQL);
            sql.push_bind(tenant.0);
            if let Some(project) = project {
                sql.push(" AND project_id = ").push_bind(project.0);
            }
            if let Some(after) = &after {
                sql.push(" AND day < ").push_bind(text(after));
            }
            sql.push(" GROUP BY day ORDER BY day DESC LIMIT ").push_bind(i64::from(limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        days.into_iter().map(Day::sum).collect()
    }

    async fn query_shares(
        &self,
        tenant: TenantId,
        since: Option<Timestamp>,
        until: Option<Timestamp>,
        limit: u32,
    ) -> Result<Vec<QueryShare>, StoreFault> {
        const SQL: &str = "SELECT project_id, user_id, COUNT(*) AS queries, \
            CAST(SUM(CASE WHEN outcome = 'done' THEN 0 ELSE 1 END) AS BIGINT) AS failed, \
            CAST(SUM(row_count) AS BIGINT) AS row_count, CAST(SUM(took_ms) AS BIGINT) AS took_ms \
            FROM query_log WHERE tenant_id = ";
        let shares: Vec<Share> = read!(self, |on| {
            let mut sql = QueryBuilder::new(SQL);
            sql.push_bind(tenant.0);
            if let Some(since) = since {
                sql.push(" AND at >= ").push_bind(At(since));
            }
            if let Some(until) = until {
                sql.push(" AND at < ").push_bind(At(until));
            }
            sql.push(" GROUP BY project_id, user_id ORDER BY queries DESC, project_id, user_id LIMIT ")
                .push_bind(i64::from(limit));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        shares.into_iter().map(Share::row).collect()
    }

    async fn forget_queries(&self, now: Timestamp, before: Timestamp, most: u32) -> Result<u64, StoreFault> {
        const OLD: &str = "DELETE FROM query_log WHERE at < $1";
        const KEPT: &str = "SELECT id, retention_days FROM tenants WHERE retention_days IS NOT NULL";
        const EXPIRED: &str = "DELETE FROM query_log WHERE tenant_id = $1 AND at < $2";
        const MANY: &str = "DELETE FROM query_log WHERE id IN (SELECT id FROM (SELECT id, \
            ROW_NUMBER() OVER (PARTITION BY tenant_id, COALESCE(subject_kind, '') ORDER BY at DESC, id DESC) AS place FROM query_log) AS placed \
            WHERE place > $1)";
        let gone = transaction!(self.pools(), |on, _dialect| {
            let old = sqlx::query(OLD).bind(At(before)).execute(&mut *on).await.map_err(fault)?.rows_affected();
            let kept: Vec<(Uuid, i32)> = sqlx::query_as(KEPT).fetch_all(&mut *on).await.map_err(fault)?;
            let mut expired = 0;
            for (tenant, days) in kept {
                let since = domain::account::kept_since(now, count(days)?);
                let query = sqlx::query(EXPIRED).bind(tenant).bind(At(since));
                expired += query.execute(&mut *on).await.map_err(fault)?.rows_affected();
            }
            let many = sqlx::query(MANY).bind(i64::from(most)).execute(&mut *on).await.map_err(fault)?.rows_affected();
            old + expired + many
        });
        Ok(gone)
    }
}

impl Record {
    fn row(self) -> Result<QueryRecord, StoreFault> {
        let kind = self.subject_kind.as_deref().map(word_of_kind).transpose()?;
        Ok(QueryRecord {
            id: self.id,
            tenant: TenantId(self.tenant_id),
            project: ProjectId(self.project_id),
            source: self.source_id.map(ProjectSourceId),
            source_name: self.source,
            user: self.user_id.map(UserId),
            subject: kind.zip(self.subject_id),
            sql: self.sql_text,
            sha256: self.sql_sha256,
            outcome: word(&self.outcome)?,
            rows: count(self.row_count)?,
            bytes: count(self.byte_count)?,
            billed_bytes: self.billed_bytes.map(count).transpose()?,
            took_ms: count(self.took_ms)?,
            detail: self.detail,
            at: self.at.0,
        })
    }
}

impl Day {
    fn sum(self) -> Result<QuerySum, StoreFault> {
        Ok(QuerySum {
            day: self.day,
            queries: count(self.queries)?,
            failed: count(self.failed)?,
            rows: count(self.row_count)?,
            bytes: count(self.byte_count)?,
            billed_bytes: count(self.billed_bytes)?,
            took_ms: count(self.took_ms)?,
        })
    }
}
