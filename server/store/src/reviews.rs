//! Which transcripts are reviewed, by whom, and what came of it: `transcript_reviews`.

use crate::{
    Store,
    accounts::log,
    columns::{At, count, document, text, word},
    faults::fault,
    pools::{change, read, transaction},
    sessions,
};
use async_trait::async_trait;
use domain::{
    StoreFault,
    account::AuditEntry,
    interview::{QueuedRow, ReviewQuery, ReviewRow, ReviewStore},
};
use protocol::{
    SessionId, TenantId, Timestamp, UserId,
    review::{Review, ReviewState, Rubric},
};
use serde::Deserialize;
use serde_json::Value;
use sqlx::{QueryBuilder, types::Json};
use uuid::Uuid;

const QUEUE: &str = concat!(
    "SELECT ",
    sessions::columns!("s."),
    ", r.reserved_by, r.reserved_until, r.reviewed_by, r.reviewed_at, r.verdict, r.rubric, r.comment, \
     (SELECT COUNT(*) FROM message_feedback f WHERE f.session_id = s.id AND f.rating = 'dislike') AS dislikes \
     FROM elicitation_sessions s LEFT JOIN transcript_reviews r ON r.session_id = s.id WHERE s.deleted_at IS NULL AND s.tenant_id = "
);

#[derive(sqlx_macros::FromRow)]
struct Record {
    #[sqlx(flatten)]
    session: sessions::Record,
    reserved_by: Option<Uuid>,
    reserved_until: Option<At>,
    reviewed_by: Option<Uuid>,
    reviewed_at: Option<At>,
    verdict: Option<String>,
    rubric: Option<Json<Value>>,
    comment: Option<String>,
    dislikes: i64,
}

#[async_trait]
impl ReviewStore for Store {
    async fn review_queue(&self, query: ReviewQuery) -> Result<Vec<QueuedRow>, StoreFault> {
        let records: Vec<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(QUEUE);
            sql.push_bind(query.tenant.0);
            if let Some(context) = query.context_type {
                sql.push(" AND s.context_type = ").push_bind(context.name());
            }
            if let Some(status) = query.status {
                sql.push(" AND s.status = ").push_bind(status.name());
            }
            if let Some(state) = query.state {
                // A reservation that has run out is none, also where the person who had it is gone.
                sql.push(" AND ").push(match state {
                    ReviewState::Reserved => "",
                    ReviewState::Open => "r.verdict IS NULL AND NOT ",
                    ReviewState::Reviewed => "r.verdict IS NOT NULL AND NOT ",
                });
                sql.push("(r.reserved_by IS NOT NULL AND r.reserved_until IS NOT NULL AND r.reserved_until > ");
                sql.push_bind(At(query.now)).push(")");
            }
            if query.disliked {
                sql.push(" AND EXISTS (SELECT 1 FROM message_feedback f WHERE f.session_id = s.id AND f.rating = 'dislike')");
            }
            if let Some((at, id)) = query.after {
                sql.push(" AND (s.updated_at, s.id) < (").push_bind(At(at)).push(", ").push_bind(id.0).push(")");
            }
            sql.push(" ORDER BY s.updated_at DESC, s.id DESC LIMIT ").push_bind(i64::from(query.limit.max(1)));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(Record::row).collect()
    }

    async fn review(&self, tenant: TenantId, session: SessionId) -> Result<Option<QueuedRow>, StoreFault> {
        let record: Option<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(QUEUE);
            sql.push_bind(tenant.0).push(" AND s.id = ").push_bind(session.0);
            sql.build_query_as().fetch_optional(on).await.map_err(fault)?
        });
        record.map(Record::row).transpose()
    }

    async fn reserve(
        &self,
        tenant: TenantId,
        session: SessionId,
        by: UserId,
        now: Timestamp,
        until: Timestamp,
    ) -> Result<bool, StoreFault> {
        const SQL: &str = "INSERT INTO transcript_reviews (session_id, tenant_id, reserved_by, reserved_until) \
            SELECT id, tenant_id, $3, $5 FROM elicitation_sessions WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL \
            ON CONFLICT (session_id) DO UPDATE SET reserved_by = excluded.reserved_by, reserved_until = excluded.reserved_until \
            WHERE transcript_reviews.reserved_by IS NULL OR transcript_reviews.reserved_by = $3 \
            OR transcript_reviews.reserved_until IS NULL OR transcript_reviews.reserved_until <= $4";
        let done = change!(self, |on| {
            let query = sqlx::query(SQL).bind(tenant.0).bind(session.0).bind(by.0).bind(At(now)).bind(At(until));
            query.execute(on).await.map_err(fault)?.rows_affected()
        });
        Ok(done == 1)
    }

    async fn release(&self, tenant: TenantId, session: SessionId, by: UserId) -> Result<bool, StoreFault> {
        const SQL: &str = "UPDATE transcript_reviews SET reserved_by = NULL, reserved_until = NULL \
            WHERE tenant_id = $1 AND session_id = $2 AND reserved_by = $3";
        let done = change!(self, |on| {
            sqlx::query(SQL).bind(tenant.0).bind(session.0).bind(by.0).execute(on).await.map_err(fault)?.rows_affected()
        });
        Ok(done == 1)
    }

    async fn save_review_with(
        &self,
        tenant: TenantId,
        session: SessionId,
        (by, now): (UserId, Timestamp),
        review: Review,
        audit: Option<AuditEntry>,
    ) -> Result<bool, StoreFault> {
        const SQL: &str = "INSERT INTO transcript_reviews (session_id, tenant_id, reviewed_by, reviewed_at, verdict, rubric, comment) \
            SELECT id, tenant_id, $3, $4, $5, $6, $7 FROM elicitation_sessions WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL \
            ON CONFLICT (session_id) DO UPDATE SET reviewed_by = excluded.reviewed_by, reviewed_at = excluded.reviewed_at, \
            verdict = excluded.verdict, rubric = excluded.rubric, comment = excluded.comment, \
            reserved_by = NULL, reserved_until = NULL \
            WHERE transcript_reviews.reserved_by IS NULL OR transcript_reviews.reserved_by = $3 \
            OR transcript_reviews.reserved_until IS NULL OR transcript_reviews.reserved_until <= $4";
        let rubric = serde_json::to_value(review.rubric).map_err(|error| StoreFault::Refused(error.to_string()))?;
        Ok(transaction!(self.pools(), |on, _dialect| {
            let query = sqlx::query(SQL)
                .bind(tenant.0)
                .bind(session.0)
                .bind(by.0)
                .bind(At(now))
                .bind(review.verdict.name())
                .bind(document(&rubric))
                .bind(text(&review.comment));
            let kept = query.execute(&mut *on).await.map_err(fault)?.rows_affected() == 1;
            if let Some(audit) = audit.as_ref().filter(|_| kept) {
                log!(&mut *on, audit);
            }
            kept
        }))
    }
}

impl Record {
    fn row(self) -> Result<QueuedRow, StoreFault> {
        let review = match self.verdict {
            None => None,
            Some(verdict) => Some(Review {
                verdict: word(&verdict)?,
                rubric: match self.rubric {
                    Some(Json(rubric)) => Rubric::deserialize(rubric).map_err(|error| StoreFault::Corrupt(error.to_string()))?,
                    None => Rubric::default(),
                },
                comment: self.comment.unwrap_or_default(),
            }),
        };
        Ok(QueuedRow {
            session: self.session.row()?,
            review: ReviewRow {
                reserved_by: self.reserved_by.map(UserId),
                reserved_until: self.reserved_until.map(|at| at.0),
                reviewed_by: self.reviewed_by.map(UserId),
                reviewed_at: self.reviewed_at.map(|at| at.0),
                review,
            },
            dislikes: count(self.dislikes)?,
        })
    }
}
