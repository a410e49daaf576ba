//! What people think of messages: `message_feedback`.

use crate::{
    Store,
    columns::{At, word},
    datum::Datum,
    faults::fault,
    insert::Table,
    pools::read,
};
use domain::{
    StoreFault,
    interview::{FeedbackQuery, FeedbackRow},
};
use protocol::{
    MessageId, SessionId, TenantId, UserId,
    interview::{Feedback, Rating},
};
use sqlx::QueryBuilder;
use uuid::Uuid;

pub(crate) const FEEDBACK: Table = Table {
    name: "message_feedback",
    columns: &["session_id", "message_id", "tenant_id", "user_id", "rating", "comment", "excerpt", "engine", "at"],
    conflict: "ON CONFLICT (session_id, message_id) DO UPDATE SET user_id = excluded.user_id, rating = excluded.rating, \
        comment = excluded.comment, excerpt = excluded.excerpt, engine = excluded.engine, at = excluded.at",
};

pub(crate) fn write<'a>(row: &&'a FeedbackRow, out: &mut Vec<Datum<'a>>) {
    let given = row.feedback.as_ref();
    out.extend([
        Datum::id(row.session.0),
        Datum::id(row.message.0),
        Datum::id(row.tenant.0),
        Datum::id(row.user.0),
        Datum::maybe_text(given.map(|given| given.rating.name())),
        Datum::maybe_text(given.and_then(|given| given.comment.as_deref())),
        Datum::text(&row.excerpt),
        Datum::maybe_text(row.engine.as_deref()),
        Datum::at(row.at),
    ]);
}

#[derive(sqlx_macros::FromRow)]
struct Record {
    session_id: Uuid,
    message_id: Uuid,
    tenant_id: Uuid,
    user_id: Uuid,
    rating: Option<String>,
    comment: Option<String>,
    excerpt: String,
    engine: Option<String>,
    at: At,
}

impl Store {
    pub(crate) async fn list_feedback(&self, query: FeedbackQuery) -> Result<Vec<FeedbackRow>, StoreFault> {
        const SQL: &str = "SELECT session_id, message_id, tenant_id, user_id, rating, comment, excerpt, engine, at \
            FROM message_feedback WHERE rating IS NOT NULL AND NOT EXISTS (SELECT 1 FROM elicitation_sessions s \
            WHERE s.id = message_feedback.session_id AND s.deleted_at IS NOT NULL) AND tenant_id = ";
        let records: Vec<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(SQL);
            sql.push_bind(query.tenant.0);
            if let Some(rating) = query.rating {
                sql.push(" AND rating = ").push_bind(rating.name());
            }
            if let Some((at, id)) = query.after {
                sql.push(" AND (at, message_id) < (").push_bind(At(at)).push(", ").push_bind(id.0).push(")");
            }
            sql.push(" ORDER BY at DESC, message_id DESC LIMIT ").push_bind(i64::from(query.limit.max(1)));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(Record::row).collect()
    }
}

impl Record {
    fn row(self) -> Result<FeedbackRow, StoreFault> {
        let rating = self.rating.as_deref().map(word::<Rating>).transpose()?;
        Ok(FeedbackRow {
            tenant: TenantId(self.tenant_id),
            session: SessionId(self.session_id),
            user: UserId(self.user_id),
            message: MessageId(self.message_id),
            feedback: rating.map(|rating| Feedback { rating, comment: self.comment }),
            excerpt: self.excerpt,
            engine: self.engine,
            at: self.at.0,
        })
    }
}
