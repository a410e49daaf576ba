//! Interviews as rows: `elicitation_sessions`.

use crate::{
    Store,
    columns::{At, Score, count, word},
    datum::Datum,
    faults::fault,
    insert::Table,
    pools::{Pools, read},
};
use domain::{
    StoreFault,
    interview::{SessionQuery, SessionRow},
};
use protocol::{
    ObjectiveId, SessionId, TenantId, UserId,
    interview::{ContextType, Place, SessionStatus},
};
use serde_json::Value;
use sqlx::{QueryBuilder, types::Json};
use uuid::Uuid;

/// The columns as they are read; in a query over several tables each behind the name of this one.
macro_rules! columns {
    () => {
        $crate::sessions::columns!("")
    };
    ($of:literal) => {
        concat!(
            $of, "id, ", $of, "tenant_id, ", $of, "user_id, ", $of, "context_type, ", $of, "objective_id, ", $of, "title, ", $of,
            "status, ", $of, "session_phase, ", $of, "working_memory_snapshot, ", $of, "completeness_score, ", $of,
            "required_satisfied, ", $of, "required_total, ", $of, "turn_count, ", $of, "seq, ", $of, "created_at, ", $of,
            "updated_at"
        )
    };
}
pub(crate) use columns;

/// Whose it is and when it began never changes. The objective changes only when an interview is moved to another one.
pub(crate) const SESSIONS: Table = Table {
    name: "elicitation_sessions",
    columns: &[
        "id", "tenant_id", "user_id", "context_type", "objective_id", "title", "status", "session_phase",
        "working_memory_snapshot", "completeness_score", "required_satisfied", "required_total", "turn_count", "seq",
        "created_at", "updated_at",
    ],
    conflict: "ON CONFLICT (id) DO UPDATE SET title = excluded.title, objective_id = excluded.objective_id, status = excluded.status, \
        session_phase = excluded.session_phase, working_memory_snapshot = excluded.working_memory_snapshot, \
        completeness_score = excluded.completeness_score, required_satisfied = excluded.required_satisfied, \
        required_total = excluded.required_total, turn_count = excluded.turn_count, seq = excluded.seq, \
        updated_at = excluded.updated_at WHERE elicitation_sessions.tenant_id = excluded.tenant_id",
};

pub(crate) fn write<'a>(row: &&'a SessionRow, out: &mut Vec<Datum<'a>>) {
    out.extend([
        Datum::id(row.id.0),
        Datum::id(row.tenant.0),
        Datum::id(row.user.0),
        Datum::text(row.context_type.name()),
        Datum::id(row.objective.0),
        Datum::text(&row.title),
        Datum::text(row.status.name()),
        Datum::text(row.phase.name()),
        Datum::json(&row.working_memory),
        Datum::score(row.completeness),
        Datum::number(row.required.0),
        Datum::number(row.required.1),
        Datum::number(row.turn_count),
        Datum::seq(row.seq),
        Datum::at(row.created_at),
        Datum::at(row.updated_at),
    ]);
}

#[derive(sqlx_macros::FromRow)]
pub(crate) struct Record {
    id: Uuid,
    tenant_id: Uuid,
    user_id: Uuid,
    context_type: String,
    objective_id: Uuid,
    title: String,
    status: String,
    session_phase: String,
    working_memory_snapshot: Option<Json<Value>>,
    completeness_score: Score,
    required_satisfied: i32,
    required_total: i32,
    turn_count: i32,
    seq: i64,
    created_at: At,
    updated_at: At,
}

impl Store {
    pub(crate) async fn read_session(&self, tenant: TenantId, session: SessionId) -> Result<Option<SessionRow>, StoreFault> {
        const SQL: &str =
            concat!("SELECT ", columns!(), " FROM elicitation_sessions WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL");
        let record: Option<Record> =
            read!(self, |on| sqlx::query_as(SQL).bind(tenant.0).bind(session.0).fetch_optional(on).await.map_err(fault)?);
        record.map(Record::row).transpose()
    }

    /// What was said is read through, newest interviews first, until there are enough: a person has few, and no index is paid for
    /// with every message.
    pub(crate) async fn list_sessions(&self, query: SessionQuery) -> Result<Vec<SessionRow>, StoreFault> {
        let (answer, message) = match self.pools() {
            Pools::Sqlite(_) => ("o.extracted_value", "json_extract(e.event, '$.message.content')"),
            Pools::Postgres(_) => ("o.extracted_value::text", "e.event::json -> 'message' ->> 'content'"),
        };
        let records: Vec<Record> = read!(self, |on| {
            let mut sql = QueryBuilder::new(concat!("SELECT ", columns!(), " FROM elicitation_sessions WHERE tenant_id = "));
            sql.push_bind(query.tenant.0).push(match query.place {
                None => " AND deleted_at IS NULL",
                Some(Place::Listed) => " AND archived_at IS NULL AND deleted_at IS NULL",
                Some(Place::Archived) => " AND archived_at IS NOT NULL AND deleted_at IS NULL",
                Some(Place::Deleted) => " AND deleted_at IS NOT NULL",
            });
            if let Some(user) = query.user {
                sql.push(" AND user_id = ").push_bind(user.0);
            }
            if let Some(context) = query.context_type {
                sql.push(" AND context_type = ").push_bind(context.name());
            }
            if let Some(status) = query.status {
                sql.push(" AND status = ").push_bind(status.name());
            }
            for word in query.words.split_whitespace().take(MOST_WORDS) {
                let word = within(word);
                sql.push(" AND (lower(title) LIKE lower(").push_bind(word.clone()).push(") ESCAPE '\\' OR ");
                sql.push(OF_ANSWERS).push(answer).push(") LIKE lower(").push_bind(word.clone()).push(") ESCAPE '\\') OR ");
                sql.push(OF_MESSAGES).push(message).push(") LIKE lower(").push_bind(word).push(") ESCAPE '\\'))");
            }
            if let Some((at, id)) = query.after {
                sql.push(" AND (updated_at, id) < (").push_bind(At(at)).push(", ").push_bind(id.0).push(")");
            }
            sql.push(" ORDER BY updated_at DESC, id DESC LIMIT ").push_bind(i64::from(query.limit.max(1)));
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        records.into_iter().map(Record::row).collect()
    }

    pub(crate) async fn count_sessions(&self, tenant: TenantId, user: Option<UserId>) -> Result<(u64, u64), StoreFault> {
        let counts: Vec<(String, i64)> = read!(self, |on| {
            let mut sql = QueryBuilder::new("SELECT status, COUNT(*) FROM elicitation_sessions WHERE tenant_id = ");
            sql.push_bind(tenant.0).push(" AND archived_at IS NULL AND deleted_at IS NULL");
            if let Some(user) = user {
                sql.push(" AND user_id = ").push_bind(user.0);
            }
            sql.push(" GROUP BY status");
            sql.build_query_as().fetch_all(on).await.map_err(fault)?
        });
        let of = |status: SessionStatus| counts.iter().find(|(name, _)| name == status.name()).map_or(Ok(0), |(_, n)| count(*n));
        Ok((of(SessionStatus::Active)?, of(SessionStatus::Completed)?))
    }

    pub(crate) async fn read_active_session(
        &self,
        tenant: TenantId,
        user: UserId,
        context: ContextType,
    ) -> Result<Option<SessionRow>, StoreFault> {
        const SQL: &str = concat!(
            "SELECT ",
            columns!(),
            " FROM elicitation_sessions WHERE tenant_id = $1 AND user_id = $2 AND context_type = $3 AND status = 'active' \
             AND deleted_at IS NULL \
             AND NOT EXISTS (SELECT 1 FROM interview_guests g WHERE g.session_id = elicitation_sessions.id) \
             ORDER BY created_at DESC, id DESC LIMIT 1"
        );
        let record: Option<Record> = read!(self, |on| {
            sqlx::query_as(SQL).bind(tenant.0).bind(user.0).bind(context.name()).fetch_optional(on).await.map_err(fault)?
        });
        record.map(Record::row).transpose()
    }
}

/// More words of a search say nothing more.
const MOST_WORDS: usize = 6;
/// Each up to the text that is looked into.
const OF_ANSWERS: &str = "EXISTS (SELECT 1 FROM elicitation_obligations o WHERE o.session_id = elicitation_sessions.id \
    AND o.extracted_value IS NOT NULL AND lower(";
const OF_MESSAGES: &str = "EXISTS (SELECT 1 FROM events e WHERE e.stream = elicitation_sessions.id \
    AND e.event LIKE '{\"type\":\"message_added\"%' AND lower(";

/// The pattern of `LIKE` for a text that stands anywhere.
pub(crate) fn within(text: &str) -> String {
    let mut pattern = String::from("%");
    for letter in text.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern.push('%');
    pattern
}

impl Record {
    pub(crate) fn row(self) -> Result<SessionRow, StoreFault> {
        Ok(SessionRow {
            id: SessionId(self.id),
            tenant: TenantId(self.tenant_id),
            user: UserId(self.user_id),
            context_type: word(&self.context_type)?,
            objective: ObjectiveId(self.objective_id),
            title: self.title,
            status: word(&self.status)?,
            phase: word(&self.session_phase)?,
            working_memory: self.working_memory_snapshot.map_or(Value::Null, |Json(value)| value),
            completeness: self.completeness_score.0,
            required: (count(self.required_satisfied)?, count(self.required_total)?),
            turn_count: count(self.turn_count)?,
            seq: count(self.seq)?,
            created_at: self.created_at.0,
            updated_at: self.updated_at.0,
        })
    }
}
